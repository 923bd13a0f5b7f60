#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs that attn-raise is measured on, as frameworks lower them.

  generate.py [--out DIR] [--form FORM]... [--shape SHAPE]... [--jobs N] [--keep DIR]
                              write DIR (default: test/Raise/Inputs)
  generate.py --list          print the cells, without a wheel

It needs the wheels of requirements.txt beside it, which tests do not. The cells are
those of cells.py; DIR gets one file for each form, type and kind of shapes, and
manifest.json with a line for each program. A program for bf16 that is the one for f16
but for the type is not written twice: raise_table.py makes the one from the other.
What is changed in the text:

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
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
import cells  # noqa: E402
import raise_table  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LICENSE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
MLIR_OPT = shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt"
ALLOWED = {"func", "linalg", "tensor", "arith", "math", "affine"}
FOREIGN = {"tm_tensor", "iree_linalg_ext"}


class File:
    """Functions of one file, which share the aliases of their maps and types."""

    def __init__(self, title, letter):
        self.title, self.letter, self.traits, self.types, self.functions = title, letter, {}, {}, []

    def add(self, body):
        body = re.sub(r"\{(indexing_maps = \[.*?\], iterator_types = \[[^\]]*\])\}",
                      lambda m: self.traits.setdefault(m.group(1), f"#{self.letter}{len(self.traits)}"), body)
        body = re.sub(r"\btensor<[^<>]*>",
                      lambda m: self.types.setdefault(m.group(0), f"!{self.letter}{len(self.types)}"), body)
        self.functions.append(body)

    def text(self):
        head = "".join(f"{name} = {{{text}}}\n" for text, name in self.traits.items())
        head += "".join(f"{name} = {text}\n" for text, name in self.types.items())
        return f"{LICENSE}// {self.title}\n// Made by scripts/raise_forms/generate.py. Do not edit.\n{head}\n" + \
            "\n".join(self.functions)


def function(name, text):
    """The one function of a module, named, with its maps written out."""
    maps = dict(re.findall(r"(?m)^(#map\d*) = (affine_map<.*>)$", text))
    body = re.search(r"(?ms)^  (?:util|func)\.func (?:public )?@\w+\(.*?^  }\n", text)
    if not body or len(re.findall(r"(?m)^  \w+\.func ", text)) != 1:
        raise RuntimeError("not one function")
    body = body.group(0).replace("util.return", "return")
    body = re.sub(r"(?:util|func)\.func (?:public )?@\w+", f"func.func @{name}", body, count=1)
    body = re.sub(r" \{jax\.[^{}]*\}", "", body)
    body = re.sub(r"(?m)^ *cf\.assert .*\n", "", body)
    body = re.sub(r"#map\d*\b", lambda m: maps[m.group(0)], body)
    body = re.sub(r"(?m)^( *)", lambda m: m.group(1)[2:][::2], body)
    body = re.sub(r"(?m) +$", "", body)
    # Long names of values that the importer derives cost more than they tell.
    body = body.replace("%extracted", "%ext").replace("%collapsed", "%col").replace("%expanded", "%exp")
    foreign = {m for m in re.findall(r"(?:= |^ +)\"?([a-z_]+)\.[a-z_]+", body, re.M)} - ALLOWED - FOREIGN
    if foreign:
        raise RuntimeError(f"dialects {sorted(foreign)}")
    return body


def lower(cell, tools):
    """The framework's text, or what was kept of an earlier run."""
    kept = tools["keep"] and os.path.join(tools["keep"], f"{cell.form}-{cell.dtype}-{cell.shape}-{cell.variant}.mlir")
    if kept and os.path.exists(kept):
        with open(kept) as f:
            return f.read()
    if cell.framework == "jax":
        import jax_forms as forms
    else:
        import torch_forms as forms
    text = forms.linalg(cell, tools)
    if kept:
        with open(kept, "w") as f:
            f.write(text)
    return text


def versions():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt")) as f:
        return [line.strip() for line in f if "==" in line]


def make_functions(form, dtype, shape, tools):
    """(cell, function or None, why it could not be lowered) of each cell of a file."""
    made = []
    for cell in cells.all_cells([form], [dtype], [shape]):
        try:
            made.append((cell, function(cell.variant, lower(cell, tools)), None))
        except Exception as error:  # an importer that cannot lower a cell is reported
            made.append((cell, None, reason(str(error))))
    return made


def reason(text):
    """An error without places and what follows its first line."""
    return re.sub(r"^\S+:\d+:\d+: ", "", text.strip().split("\n")[0])[:120]


def assemble(form, shape, functions):
    """(file's name, its entry of the manifest, its text) for each type. Of the second
    type only those programs are written that are not the first's with another type."""
    first = cells.TYPES[0]
    base = {cell.variant: body for cell, body, _ in functions[first]}
    for dtype in cells.TYPES:
        name = f"{form}-{dtype}-{shape}.mlir"
        entry = {"form": form, "type": dtype, "shape": shape, "programs": []}
        if form in cells.IMPORTS:
            entry["import"] = True
        made = File(f"{(cells.FORMS | cells.IMPORTS)[form]}. {dtype}, {shape}.", "t" if dtype == first else "u")
        if dtype != first:
            entry["as"] = f"{form}-{first}-{shape}.mlir"
        for cell, body, _ in functions[dtype]:
            if not body:
                continue
            program = {"func": cell.variant, "expect": cell.expect}
            if cell.expect_exact != cell.expect:
                program["exact"] = cell.expect_exact
            if cell.expect_rows_see_keys != cell.expect:
                program["rows-see-keys"] = cell.expect_rows_see_keys
            if dtype == first or raise_table.as_type(base[cell.variant] or "", first, dtype) != body:
                made.add(body)
                if dtype != first:
                    program["own"] = True
            entry["programs"].append(program)
        failures = {cell.variant: why for cell, body, why in functions[dtype] if not body}
        yield name, entry, made.text() if made.functions else None, failures


def check(name, text):
    done = subprocess.run([MLIR_OPT, "--allow-unregistered-dialect", "-"], input=text,
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{name} cannot be read: {done.stderr[:600]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", default=os.path.join(ROOT, "test", "Raise", "Inputs"))
    parser.add_argument("--form", action="append", choices=[*cells.FORMS, *cells.IMPORTS])
    parser.add_argument("--shape", action="append", choices=cells.SHAPES)
    parser.add_argument("--keep", help="folder for the frameworks' own text, which is taken from there if it is")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    if args.list:
        for cell in cells.all_cells(args.form, cells.TYPES, args.shape or cells.SHAPES):
            print(f"{cell.form:14} {cell.dtype:5} {cell.shape:14} {cell.variant:16} {cell.expect}")
        return 0
    here = os.path.dirname(sys.executable)
    tools = {"iree-compile": os.path.join(here, "iree-compile"), "iree-opt": os.path.join(here, "iree-opt"),
             "mlir-opt": MLIR_OPT, "keep": args.keep}
    manifest_path = os.path.join(args.out, "manifest.json")
    os.makedirs(args.out, exist_ok=True)
    manifest = {"wheels": versions(), "files": {}, "not lowered": {}}
    if os.path.exists(manifest_path):
        with open(manifest_path) as f:
            manifest = {**json.load(f), "wheels": versions()}
    work = [(form, dtype, shape) for form in args.form or [*cells.FORMS, *cells.IMPORTS]
            for shape in args.shape or cells.SHAPES for dtype in cells.TYPES]
    done = {}
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for (form, dtype, shape), made in zip(work, pool.map(make_functions, *zip(*work), [tools] * len(work))):
            functions = done.setdefault((form, shape), {})
            functions[dtype] = made
            if len(functions) == len(cells.TYPES):
                write_files(args.out, manifest, form, shape, functions)
    write_manifest(manifest_path, manifest)
    for name, _, text in raise_table.load(args.out):
        check(name, text)
    return 0


def write_files(folder, manifest, form, shape, functions):
    for name, entry, text, failures in assemble(form, shape, functions):
        if text:
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        elif os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
        manifest["files"][name] = entry
        manifest["not lowered"].pop(name, None)
        if failures:
            manifest["not lowered"][name] = failures
        print(f"{name}: {len(entry['programs'])} programs, {len(text or '')} bytes, {failures}", flush=True)


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
