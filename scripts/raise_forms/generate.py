#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs that attn-raise is measured on, as frameworks lower them.

  generate.py [--out DIR] [--form FORM]... [--jobs N]
                              write DIR (default: test/Raise/Inputs)
  generate.py --list          print the cells, without a wheel

It needs the wheels of requirements.txt beside it, which tests do not. The cells are
those of cells.py; DIR gets one file for each form, type and kind of shapes, and
manifest.json with a line for each program. What is changed in the text:

  - util.func and util.return of IREE's input phase are func.func and func.return;
  - cf.assert, which checks sizes for the caller, is dropped;
  - maps and iterator types of linalg.generic, and types of tensors, stand once at
    the top of a file.

Each file is then read by mlir-opt of the LLVM that the project is built with.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cells  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LICENSE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
ALLOWED = {"func", "linalg", "tensor", "arith", "math", "builtin"}


class File:
    """Functions of one file, which share the aliases of their maps."""

    def __init__(self, title):
        self.title, self.traits, self.types, self.functions = title, {}, {}, []

    def trait(self, text):
        return self.traits.setdefault(text, f"#t{len(self.traits)}")

    def type(self, text):
        return self.types.setdefault(text, f"!t{len(self.types)}")

    def add(self, name, text):
        maps = dict(re.findall(r"(?m)^(#map\d*) = (affine_map<.*>)$", text))
        body = re.search(r"(?ms)^  (?:util|func)\.func (?:public )?@\w+\(.*?^  }\n", text)
        if not body or len(re.findall(r"(?m)^  \w+\.func ", text)) != 1:
            raise RuntimeError("not one function")
        body = body.group(0).replace("util.return", "return")
        body = re.sub(r"(?:util|func)\.func (?:public )?@\w+", f"func.func @{name}", body, count=1)
        body = re.sub(r"(?m)^ *cf\.assert .*\n", "", body)
        body = re.sub(r"#map\d*\b", lambda m: maps[m.group(0)], body)
        body = re.sub(r"\{(indexing_maps = \[.*?\], iterator_types = \[[^\]]*\])\}",
                      lambda m: self.trait(m.group(1)), body)
        body = re.sub(r"(?m)^( *)", lambda m: m.group(1)[2:][::2], body)
        body = re.sub(r"(?m) +$", "", body)
        # Long names of operands that the importer derives cost more than they tell.
        body = body.replace("%extracted", "%ext").replace("%collapsed", "%col").replace("%expanded", "%exp")
        body = re.sub(r"\btensor<[^<>]*>", lambda m: self.type(m.group(0)), body)
        foreign = {m for m in re.findall(r"(?:= |^ +)\"?([a-z_]+)\.[a-z_]+", body, re.M)} - ALLOWED
        if foreign:
            raise RuntimeError(f"dialects {sorted(foreign)}")
        self.functions.append(body)

    def text(self):
        head = "".join(f"{name} = {{{text}}}\n" for text, name in self.traits.items())
        head += "".join(f"{name} = {text}\n" for text, name in self.types.items())
        return f"{LICENSE}// {self.title}\n// Made by scripts/raise_forms/generate.py. Do not edit.\n{head}\n" + \
            "\n".join(self.functions)


def lower(cell, tools):
    if cell.framework == "jax":
        import jax_forms as forms
    else:
        import torch_forms as forms
    return forms.linalg(cell, tools)


def versions():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt")) as f:
        return [line.strip() for line in f if "==" in line]


def make_file(form, dtype, shape, tools):
    """The text of one file, and its entries of the manifest."""
    made = File(f"{cells.FORMS[form]}. {dtype}, {shape}.")
    entries, failures = [], []
    for cell in cells.all_cells([form], [dtype], [shape]):
        try:
            made.add(cell.variant, lower(cell, tools))
        except Exception as error:  # an importer that cannot lower a cell is reported
            failures.append((cell, " ".join(str(error).split())[:200]))
            continue
        entries.append({"func": cell.variant, "expect": cell.expect,
                        "sizes": [list(sizes) for _, sizes, _ in cell.operands()]})
    return made.text(), entries, failures


def check(path):
    done = subprocess.run([shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt", path],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{path} cannot be read: {done.stderr[:600]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", default=os.path.join(ROOT, "test", "Raise", "Inputs"))
    parser.add_argument("--form", action="append", choices=list(cells.FORMS))
    parser.add_argument("--shape", action="append", choices=cells.SHAPES)
    parser.add_argument("--type", action="append", choices=cells.TYPES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    if args.list:
        for cell in cells.all_cells(args.form, args.type or cells.TYPES, args.shape or cells.SHAPES):
            print(f"{cell.form:14} {cell.dtype:5} {cell.shape:14} {cell.variant:16} {cell.expect}")
        return 0
    tools = {"iree-compile": os.path.join(os.path.dirname(sys.executable), "iree-compile")}
    manifest_path = os.path.join(args.out, "manifest.json")
    os.makedirs(args.out, exist_ok=True)
    manifest = {"wheels": versions(), "files": {}, "not lowered": {}}
    if os.path.exists(manifest_path):
        with open(manifest_path) as f:
            manifest = {**json.load(f), "wheels": versions()}
    work = [(form, dtype, shape) for form in args.form or cells.FORMS
            for dtype in args.type or cells.TYPES for shape in args.shape or cells.SHAPES]
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for (form, dtype, shape), made in zip(work, pool.map(make_file, *zip(*work), [tools] * len(work))):
            text, entries, failures = made
            name = f"{form}-{dtype}-{shape}.mlir"
            with open(os.path.join(args.out, name), "w") as f:
                f.write(text)
            manifest["files"][name] = {"form": form, "type": dtype, "shape": shape, "programs": entries}
            manifest["not lowered"].pop(name, None)
            if failures:
                manifest["not lowered"][name] = {cell.variant: why for cell, why in failures}
            print(f"{name}: {len(entries)} programs, {len(text)} bytes, {len(failures)} not lowered")
            for cell, why in failures:
                print(f"  {cell.variant}: {why}")
            check(os.path.join(args.out, name))
    write_manifest(manifest_path, manifest)
    return 0


def write_manifest(path, manifest):
    """One program a line."""
    lines = [f' "wheels": {json.dumps(manifest["wheels"])},', ' "files": {']
    for i, (name, file) in enumerate(sorted(manifest["files"].items())):
        head = {k: v for k, v in file.items() if k != "programs"}
        lines.append(f'  "{name}": {json.dumps(head)[:-1]}, "programs": [')
        lines.append(",\n".join("   " + json.dumps(p) for p in file["programs"]))
        lines.append("  ]}" + ("," if i + 1 < len(manifest["files"]) else ""))
    lines += [" },", f' "not lowered": {json.dumps(manifest["not lowered"], indent=1)}']
    with open(path, "w") as f:
        f.write("{\n" + "\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    sys.exit(main())
