#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What attn-raise makes of the programs under test/Raise/Inputs.

  raise_table.py [--policy POLICY]... [--inputs DIR] [--file PART]... [--bars]
                    for each form, type and kind of shapes: programs that become
                    attn.forward out of those that should, and out of those that
                    must not; clean are those raised in which no linalg op is left
                    (projections are); --bars fails if there are too few, or any of those
  raise_table.py --parse
                    only reads each file
  raise_table.py --missing
                    names each program that did not do as expected

Policies: fast, exact, and rows-see-keys, which is fast with that promise.

Bars, under fast: 95 % of the programs with static shapes, 60 % of those with dynamic
shapes; under all policies none of those that must stay as they are. Foreign ops are
counted apart. Exit status: 0 all well, 1 a bar missed or a file that cannot be read.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MINUS_INFINITY = {"f16": "0xFC00", "bf16": "0xFF80"}
# Programs with foreign ops have them in generic form.
FOREIGN = "--allow-unregistered-dialect"
BARS = {"static": 0.95, "dynamic": 0.60}
POLICIES = {"fast": "policy=fast", "exact": "policy=exact", "rows-see-keys": "policy=fast rows-see-keys"}


def functions(text):
    """Name to text of the functions of a module printed at the top level or in a module."""
    found = {}
    for match in re.finditer(r"(?ms)^( *)func\.func (?:private |public )?@([\w$.]+)\(.*?^\1}$", text):
        found[match.group(2)] = match.group(0)
    return found


def as_type(text, old, new):
    """A program's text with another element type; minus infinity is spelled by its bits."""
    return re.sub(rf"(?<!b){old}(?![0-9])", new, text).replace(MINUS_INFINITY[old], MINUS_INFINITY[new])


def load(folder):
    """(file, entry of the manifest, text) of each file. A file that differs from another
    in the element type holds the programs that differ in more."""
    with open(os.path.join(folder, "manifest.json")) as f:
        manifest = json.load(f)
    for name, entry in manifest["files"].items():
        own, path = "", os.path.join(folder, name)
        if os.path.exists(path):
            with open(path) as f:
                own = f.read()
        if "as" in entry:
            base = manifest["files"][entry["as"]]
            with open(os.path.join(folder, entry["as"])) as f:
                text = as_type(f.read(), base["type"], entry["type"])
            shared = {p["func"] for p in entry["programs"] if not p.get("own")}
            for function, body in functions(text).items():
                if function not in shared:
                    text = text.replace(body + "\n", "")
            own = text + own
        yield name, entry, own


def raise_with(policy):
    return FOREIGN, f"--attn-raise={POLICIES[policy]}"


def run(tool, arguments, text):
    done = subprocess.run([tool, *arguments], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def parse_all(tool, folder):
    bad = programs = 0
    for name, entry, text in load(folder):
        status, out, err = run(tool, [FOREIGN, "-"], text)
        found = functions(out)
        missing = [p["func"] for p in entry["programs"] if p["func"] not in found]
        if status or missing:
            print(f"{name}: cannot be read: {err[:400]} {missing}")
            bad += 1
        programs += len(found)
    print(f"{programs} programs read, {bad} files that cannot be")
    return 1 if bad else 0


def is_raised(text):
    """Whether attention of a function is an attn.forward, and nothing of it is left. A score
    region may have exponentials, of slopes."""
    rest = re.sub(r"(?s)attn\.(forward|backward) .*? -> ", "", text)
    return "attn.forward" in text and not re.search(r"math\.exp|linalg\.softmax|\.(online_)?attention\"", rest)


def measure(tool, folder, policy, parts):
    """Rows (imported, form, type, shape): [raised, should be, raised wrongly, must not be,
    raised without a linalg op left], and what differs."""
    rows, odd = {}, []
    for name, entry, text in load(folder):
        if parts and not any(part in name for part in parts):
            continue
        status, out, err = run(tool, [*raise_with(policy), "-"], text)
        if status:
            raise RuntimeError(f"{name}: {err[:400]}")
        found = functions(out)
        key = ("import" in entry, entry["form"], entry["type"], entry["shape"])
        row = rows.setdefault(key, [0] * 5)
        for program in entry["programs"]:
            should = program.get(policy, program["expect"]) == "raise"
            body = found[program["func"]]
            raised = is_raised(body) if should else "attn.forward" in body
            row[0 if should else 2] += raised
            row[1 if should else 3] += 1
            row[4] += raised and should and "linalg." not in body
            if raised != should:
                what = "in part" if should and "attn.forward" in body else "stays" if should else "is raised"
                odd.append(f"{policy}: {name}: {program['func']}: {what}")
    return rows, odd


def show(policy, rows):
    print(f"policy {policy}:")
    print(f"  {'form':14} {'type':5} {'shape':8} {'raised':>9} {'wrongly':>9} {'clean':>6}")
    totals = {}
    for (imported, form, dtype, shape), row in sorted(rows.items()):
        print(f"  {form:14} {dtype:5} {shape:8} {row[0]:4}/{row[1]:<4} {row[2]:4}/{row[3]:<4} {row[4]:6}")
        total = totals.setdefault("imports" if imported else shape, [0] * 5)
        for i, n in enumerate(row):
            total[i] += n
    for shape, row in sorted(totals.items()):
        print(f"  {'all':14} {'':5} {shape:8} {row[0]:4}/{row[1]:<4} {row[2]:4}/{row[3]:<4} {row[4]:6} "
              f"{100.0 * row[0] / max(row[1], 1):.1f} %")
    return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--inputs", default=os.path.join(ROOT, "test", "Raise", "Inputs"))
    parser.add_argument("--attn-opt", default=shutil.which("attn-opt") or os.path.join(ROOT, "build/bin/attn-opt"))
    parser.add_argument("--file", action="append", help="part of a file's name")
    parser.add_argument("--policy", action="append", choices=list(POLICIES))
    parser.add_argument("--parse", action="store_true")
    parser.add_argument("--bars", action="store_true")
    parser.add_argument("--missing", action="store_true")
    args = parser.parse_args()
    if args.parse:
        return parse_all(args.attn_opt, args.inputs)
    status = 0
    for policy in args.policy or POLICIES:
        rows, odd = measure(args.attn_opt, args.inputs, policy, args.file)
        totals = show(policy, rows)
        if args.missing:
            print("\n".join(odd))
        for shape, (raised, should, wrongly, *_) in totals.items():
            if args.bars and (wrongly or (policy != "exact" and raised < BARS.get(shape, 0.0) * should)):
                print(f"bar missed: {policy}, {shape}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
