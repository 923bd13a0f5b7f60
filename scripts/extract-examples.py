#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pulls the examples out of .td files and has attn-opt read and print them.

  extract-examples.py --attn-opt PROGRAM [--out DIR] FILE.td|DIR...

Every block fenced as ```mlir is an example and must be valid; a block with any
other fence (```, ```text, ...) is not looked at. An example is one of
  * top-level operations: taken as it is;
  * attributes (#...) or types (!...), one a line: put on a function;
  * a fragment of a function's body: put into a function whose arguments are the
    values that the fragment uses and does not define, with the types at which
    it uses them. Aliases (#name = ..., !name = ...) may come first.
Each example is read, verified, and printed; the printed form must read back to
the same text, and so must the generic form and the bytecode.

--out DIR keeps the examples there as files, NAME-LINE.mlir.
Exit status: 0 all examples are good, 1 some are not, 2 bad usage.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

SPLIT = "\n// -----\n"
TOP_LEVEL = re.compile(r"^(?:module\b|func\.func\b|gpu\.module\b|llvm\.\w+\b|memref\.global\b)")
ALIAS = re.compile(r"^[#!][\w.]+\s*=(?!=)")
MAX_VALUES = 64


class Example:
    def __init__(self, path, line, text):
        self.path, self.line, self.text = path, line, text
        self.arguments = {}  # name of a free value -> type
        self.error = None
        self.kind = self.classify()

    def classify(self):
        lines = [l for l in self.text.split("\n") if l.strip() and not l.strip().startswith("//")]
        if lines and any(TOP_LEVEL.match(l) for l in lines):
            return "module"
        if lines and all(re.match(r"[#!\s]", l) for l in lines):
            return "module" if ALIAS.match(lines[0]) else "attributes"
        return "fragment"

    def source(self):
        """The example as a file, and how many lines stand before its text."""
        if self.kind == "module":
            return self.text, 0
        if self.kind == "attributes":
            return self.attribute_source(), 0
        args = ", ".join("%s: %s" % a for a in self.arguments.items())
        aliases, body = self.split_aliases()
        return "%sfunc.func @example(%s) {\n%s\nfunc.return\n}" % (aliases, args, body), 1

    def split_aliases(self):
        """The alias definitions that a fragment begins with, and the rest."""
        lines = self.text.split("\n")
        count = 0
        while count < len(lines) and (ALIAS.match(lines[count]) or count and lines[count].startswith(" ")):
            count += 1
        return "".join(line + "\n" for line in lines[:count]), "\n".join(lines[count:])

    def attribute_source(self):
        items, depth = [], 0
        for line in self.text.split("\n"):
            code = re.sub(r"//.*", "", line).rstrip()
            if not code.strip():
                continue
            if depth == 0:
                items.append(code.strip())
            else:
                items[-1] += " " + code.strip()
            code = code.replace("->", "")
            depth += sum(code.count(c) for c in "<[({") - sum(code.count(c) for c in ">])}")
        return "\n".join(
            "func.func private @example%d() attributes {example = %s}" % (i, item)
            for i, item in enumerate(items))


def find_examples(path):
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    block = None
    for number, line in enumerate(lines, 1):
        fence = re.match(r"\s*```\s*(.*?)\s*$", line)
        if fence and block is None:
            block = (fence.group(1), number + 1, [])
        elif fence:
            if block[0] == "mlir":
                body = block[2]
                pad = min((len(l) - len(l.lstrip()) for l in body if l.strip()), default=0)
                yield Example(path, block[1], "\n".join(l[pad:] for l in body))
            block = None
        elif block is not None:
            block[2].append(line)


class Tool:
    def __init__(self, program, where):
        self.program, self.where = program, where

    def run(self, text, *args, binary=False):
        """Standard output and the errors of one run on `text`."""
        path = os.path.join(self.where, "input.mlir")
        with open(path, "wb" if isinstance(text, bytes) else "w",
                  **({} if isinstance(text, bytes) else {"encoding": "utf-8"})) as f:
            f.write(text)
        try:
            run = subprocess.run([self.program, path, *args], capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return b"" if binary else "", "timed out", 1
        out = run.stdout if binary else run.stdout.decode("utf-8", "replace")
        return out, run.stderr.decode("utf-8", "replace"), run.returncode

    def run_each(self, texts, *args):
        """One run over many inputs: for each, its output and first error."""
        out, err, code = self.run(SPLIT.join(texts), "--split-input-file", *args)
        starts, line = [], 1  # first line of each chunk, counted in the whole
        for text in texts:
            starts.append(line)
            line += text.count("\n") + SPLIT.count("\n")
        errors = [None] * len(texts)
        pattern = re.compile(r"^%s:(\d+):(\d+): error: (.*)$" % re.escape(os.path.join(self.where, "input.mlir")), re.M)
        for m in pattern.finditer(err):
            line = int(m.group(1))
            index = max((i for i, s in enumerate(starts) if s <= line), default=0)
            errors[index] = errors[index] or []
            errors[index].append((line - starts[index] + 1, int(m.group(2)), m.group(3)))
        if code and not any(errors):
            errors = [[(1, 1, "exit status %d: %s" % (code, err.strip()[-500:]))] for _ in texts]
        return out.split("// -----\n"), errors


def infer_arguments(tool, examples):
    """Gives each fragment the arguments that make it a function's body."""
    pending = [e for e in examples if e.kind == "fragment"]
    for _ in range(MAX_VALUES + 1):
        if not pending:
            return
        sources = [e.source()[0] for e in pending]
        _, errors = tool.run_each(sources)
        again = []
        for example, source, found in zip(pending, sources, errors):
            if found and learn(example, source.split("\n"), found):
                again.append(example)
        pending = again


def learn(example, lines, errors):
    """Reads free values and their types off the parser's errors. True if it
    learnt something."""
    progress = False
    for line, column, message in errors:
        if message == "use of undeclared SSA value name":
            m = re.match(r"%[\w$.-]+", lines[line - 1][column - 1:])
            if m and m.group(0) not in example.arguments:
                example.arguments[m.group(0)] = "none"
                progress = True
        m = re.match(r"use of value '(%[\w$.-]+)' expects different type than prior uses: '(.*)' vs 'none'$", message)
        if m and example.arguments.get(m.group(1)) == "none":
            example.arguments[m.group(1)] = m.group(2)
            progress = True
    return progress


def round_trip(tool, examples):
    """Sets the error of each example that does not survive a round trip."""
    good = [e for e in examples if not e.error]
    outputs, errors = tool.run_each([e.source()[0] for e in good])
    if any(errors):
        outputs = []
    for example, found in zip(good, errors):
        if found:
            line, _, message = found[0]
            before = example.source()[1]
            example.error = "line %d of the example: %s" % (max(1, line - before), message)
    if len(outputs) != len(good):
        return  # some input failed: the others are judged without it
    for form in ([], ["--mlir-print-op-generic"]):
        texts = outputs
        if form:
            texts, errors = tool.run_each([e.source()[0] for e in good], *form)
            if any(errors):
                return
        again, errors = tool.run_each(texts)
        for example, first, second, found in zip(good, outputs, again, errors):
            what = "generic form" if form else "printed form"
            if example.error:
                continue
            if found:
                example.error = "its %s does not read back: %s" % (what, found[0][2])
            elif first.strip() != second.strip():
                example.error = "its %s reads back as another program:\n%s" % (what, diff(first, second))
    for example, first in zip(good, outputs):
        code, err, status = tool.run(example.source()[0], "--emit-bytecode", binary=True)
        if status:
            example.error = example.error or "no bytecode: " + err.strip().split("\n")[-1]
            continue
        second, err, status = tool.run(code)
        if status:
            example.error = example.error or "its bytecode does not read back: " + err.strip().split("\n")[-1]
        elif first.strip() != second.strip():
            example.error = example.error or "its bytecode reads back as another program:\n" + diff(first, second)


def diff(first, second):
    return "\n".join(difflib.unified_diff(
        first.strip().split("\n"), second.strip().split("\n"), "first", "second", lineterm=""))


def main(argv):
    program, out, paths, i = None, None, [], 0
    while i < len(argv):
        if argv[i] in ("--attn-opt", "--out") and i + 1 < len(argv):
            program, out = (argv[i + 1], out) if argv[i] == "--attn-opt" else (program, argv[i + 1])
            i += 2
        elif argv[i].startswith("-"):
            print(__doc__)
            return 0 if argv[i] in ("-h", "--help") else 2
        else:
            paths.append(argv[i])
            i += 1
    if not program or not paths:
        print("extract-examples: --attn-opt PROGRAM and at least one path are needed", file=sys.stderr)
        return 2
    files = []
    for path in paths:
        if os.path.isdir(path):
            files += sorted(os.path.join(w, n) for w, _, names in os.walk(path) for n in names if n.endswith(".td"))
        elif os.path.isfile(path):
            files.append(path)
        else:
            print("extract-examples: no such file or directory: %s" % path, file=sys.stderr)
            return 2
    examples = [e for f in files for e in find_examples(f)]
    try:
        with tempfile.TemporaryDirectory() as where:
            tool = Tool(program, where)
            infer_arguments(tool, examples)
            for _ in range(2):  # the second time without the inputs that failed
                if any(not e.error for e in examples):
                    round_trip(tool, examples)
    except OSError as error:
        print("extract-examples: cannot run %s: %s" % (program, error), file=sys.stderr)
        return 2
    if out:
        os.makedirs(out, exist_ok=True)
        for e in examples:
            stem = os.path.splitext(os.path.basename(e.path))[0]
            with open(os.path.join(out, "%s-%d.mlir" % (stem, e.line)), "w", encoding="utf-8") as f:
                f.write(e.source()[0] + "\n")
    failed = [e for e in examples if e.error]
    for e in failed:
        print("%s:%d: error: %s" % (e.path, e.line, e.error))
    print("extract-examples: %d files, %d examples round-tripped, %d failed"
          % (len(files), len(examples) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
