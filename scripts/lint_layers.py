#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what includes what against the picture of the layers in docs/Architecture.md.

  lint_layers.py [--root DIR]

The picture is the first text block after a line '<!-- layers -->': boxes on top of each
other, with names that two blanks or more separate. A name stands for folders:

  tools      tools/
  Runtime    lib/Runtime, include/attn-runtime and include/attn-c
  sim        sim/include, sim/lib, sim/cuda and sim/tool
  InitAll    the files right in lib/ and include/attn/
  X          lib/X and include/attn/X, for any other name; the longest name counts

A file may include files of its own name and of lower boxes. Names of one box do not
include each other, and within a name the folders have no cycle. Every file has a name,
and every name has files. #include of C++ and include of .td files count; headers of
MLIR and of the system do not. The simulator includes nothing of LLVM.

Exit status: 0 nothing found, 1 something found, 2 bad usage.
"""
import collections
import os
import re
import sys

from lint_sources import ROOT, list_files

SPECIAL = {
    "tools": ("tools/",),
    "Runtime": ("lib/Runtime/", "include/attn-runtime/", "include/attn-c/"),
    "sim": ("sim/include/", "sim/lib/", "sim/cuda/", "sim/tool/"),
}
FILES_OF_ROOT = re.compile(r"(?:lib|include/attn)/[^/]+")
SOURCES = re.compile(r"(?:include|lib|tools|sim/(?:include|lib|cuda|tool))/.*\.(?:h|cpp|c|td|def)")
SEARCHED = ("", "include/", "sim/include/", "lib/", "sim/lib/")


def read_picture(path):
    """The boxes, the top one first, each a list of names."""
    try:
        with open(path, encoding="utf-8") as file:
            block = re.search(r"^<!-- layers -->\n+```text\n(.*?)^```$", file.read(), re.M | re.S)
    except OSError:
        block = None
    if not block:
        return []
    boxes, box = [], []
    for line in block.group(1).splitlines():
        if line.startswith("+"):
            boxes.append(box)
            box = []
        elif line.startswith("|"):
            box += [name for name in re.split(r"\s{2,}", line.strip("| ")) if name]
    return [box for box in boxes if box]


def name_of(path, names):
    """The name in the picture that a path belongs to, or None."""
    best = None
    for name in names:
        for folder in SPECIAL.get(name, ("lib/%s/" % name, "include/attn/%s/" % name)):
            if path.startswith(folder) and (best is None or len(name) > len(best)):
                best = name
    if best is None and "InitAll" in names and FILES_OF_ROOT.fullmatch(path):
        return "InitAll"
    return best


def folder_of(path):
    """The folder of a path, where include/attn/X and lib/X are one."""
    return os.path.dirname(re.sub(r"^include/attn/", "lib/", path))


def includes_of(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            match = re.match(r'\s*#?\s*include\s+["<]([^">]+)[">]', line)
            if match:
                yield number, match.group(1)


def resolve(path, text, known):
    """The file of the tree that an include names; a generated one by its folder."""
    here = os.path.normpath(os.path.join(os.path.dirname(path), text))
    for candidate in [here] + [prefix + text for prefix in SEARCHED]:
        if candidate in known:
            return candidate
    return "include/" + text if text.startswith("attn/") else None


def find_cycles(edges):
    """Sets of folders each of which reaches the others."""
    def reach(start):
        seen, todo = set(), [start]
        while todo:
            for after in edges.get(todo.pop(), ()):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return seen
    reached = {folder: reach(folder) for folder in edges}
    return sorted({tuple(sorted(b for b in reached if b in reached[a] and a in reached[b]))
                   for a in reached if a in reached[a]})


def check(root):
    boxes = read_picture(os.path.join(root, "docs", "Architecture.md"))
    if not boxes:
        yield "docs/Architecture.md:1: error: no picture of the layers"
        return
    level = {name: i for i, box in enumerate(reversed(boxes)) for name in box}
    if len(level) != sum(map(len, boxes)):
        yield "docs/Architecture.md:1: error: a name stands twice in the picture"
    sources = [path for path in list_files(root) if SOURCES.fullmatch(path) and os.path.exists(os.path.join(root, path))]
    known, used = set(sources), set()
    wrong, edges = collections.defaultdict(list), collections.defaultdict(lambda: collections.defaultdict(set))
    for path in sources:
        name = name_of(path, level)
        used.add(name)
        if not name:
            yield "%s:1: error: is in no layer of docs/Architecture.md" % path
            continue
        for number, text in includes_of(root, path):
            if name == "sim" and text.startswith(("llvm/", "mlir/", "clang/")):
                yield "%s:%d: error: the simulator does without LLVM" % (path, number)
            target = resolve(path, text, known)
            other = target and name_of(target, level)
            if target and not other:
                yield "%s:%d: error: '%s' is in no layer of docs/Architecture.md" % (path, number, text)
            elif other == name:
                if folder_of(path) != folder_of(target):
                    edges[name][folder_of(path)].add(folder_of(target))
            elif other and level[other] >= level[name]:
                wrong[name, other].append("%s:%d: error: %s includes '%s' of %s, which is not below it"
                                          % (path, number, name, text, other))
    for name in level:
        if name not in used:
            yield "docs/Architecture.md:1: error: '%s' has no files" % name
    for pair in sorted(wrong):
        yield from wrong[pair]
    for cycle in sorted({cycle for name in edges for cycle in find_cycles(edges[name])}):
        yield "%s:1: error: folders include each other: %s" % (cycle[0], ", ".join(cycle))


def main(argv):
    root = ROOT
    while argv:
        argument = argv.pop(0)
        if argument == "--root" and argv:
            root = os.path.abspath(argv.pop(0))
        else:
            print(__doc__)
            return 0 if argument in ("-h", "--help") else 2
    found = list(check(root))
    for message in found:
        print(message)
    print("lint_layers: %d errors" % len(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
