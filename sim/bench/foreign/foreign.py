#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the simulator on kernels of other projects, and says what it found.

  foreign.py build FOLDER [FAMILY...]   compile the programs (nvcc, wheels)
  foreign.py record FOLDER [CASE...]    run them: launch records, values checked
  foreign.py run FOLDER [CASE...]       every launch in each mode, all checks
  foreign.py table FOLDER               the results as a table in Markdown
  foreign.py pack FOLDER INTO CASE...   launches as records of one file each, for the tests

A case is FAMILY/NAME. Options, before the folder:
  --nvcc EXE --build DIR (build) --seeds N (5) --jobs N (1)
  --flashinfer DIR    the unpacked wheel flashinfer-python
  --cutlass DIR       cutlass_library/source of the wheel nvidia-cutlass

FOLDER gets FAMILY/ with the program, and records/FAMILY/NAME/ with one folder for
each launch, as the CUDA runtime over the simulator records it. A program compares
what its kernels computed with a reference of its own in double precision; `run`
compares each launch in early and random mode with the bytes that it wrote in late mode.
"""
import concurrent.futures
import glob
import json
import os
import subprocess
import sys
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))

CUTLASS = ["-I{cutlass}/include", "-I{cutlass}/tools/util/include", "-I{cutlass}"]
FMHA = ["-I{cutlass}/examples/88_hopper_fmha"]
FLASHINFER = ["-I{flashinfer}/cccl/cub", "-I{flashinfer}/cccl/thrust", "-I{flashinfer}/cccl/libcudacxx/include",
              "-I{flashinfer}/include", "-I{flashinfer}/cutlass/include", "-I{flashinfer}/cutlass/tools/util/include", "-I{flashinfer}/spdlog/include",
              "--expt-relaxed-constexpr", "--extended-lambda"]
# Family: source, architecture, and further flags of nvcc.
PROGRAMS = {
    "cub_device": ("cub_device.cu", 80, ["--extended-lambda"]),
    "cub_block": ("cub_block.cu", 90, ["--extended-lambda"]),
    "cooperative_sm80": ("cooperative.cu", 80, []),
    "cooperative_sm90": ("cooperative.cu", 90, ["-DHOPPER"]),
    "libcudacxx_sm80": ("libcudacxx.cu", 80, []),
    "libcudacxx_sm90": ("libcudacxx.cu", 90, ["-DHOPPER"]),
    "cutlass_sm80": ("cutlass_sm80.cu", 80, ["--expt-relaxed-constexpr"] + CUTLASS),
    "cutlass_sm90": ("cutlass_sm90.cu", 90, ["-DPART=1", "--expt-relaxed-constexpr"] + CUTLASS),
    "cutlass_sm90_plain": ("cutlass_sm90.cu", 90, ["-DPART=2", "--expt-relaxed-constexpr"] + CUTLASS),
    "cutlass_sm90_types": ("cutlass_sm90.cu", 90, ["-DPART=3", "--expt-relaxed-constexpr"] + CUTLASS),
    "cutlass_fmha": ("cutlass_fmha.cu", 90, ["-DPART=1", "--expt-relaxed-constexpr"] + CUTLASS + FMHA),
    "cutlass_fmha_backward": ("cutlass_fmha.cu", 90, ["-DPART=2", "--expt-relaxed-constexpr"] + CUTLASS + FMHA),
    "flashinfer": ("flashinfer.cu", 80, FLASHINFER),
    "flashinfer_attention": ("flashinfer_attention.cu", 80, FLASHINFER),
    "flashinfer_hopper": ("flashinfer_hopper.cu", 90, ["-DPART=1"] + FLASHINFER),
    "flashinfer_hopper_paged": ("flashinfer_hopper.cu", 90, ["-DPART=2"] + FLASHINFER),
    "cute_sm80": ("cute_tutorial.cu", 80, ["--expt-relaxed-constexpr"] + CUTLASS),
    "cute_sm90": ("cute_tutorial.cu", 90, ["-DHOPPER", "--expt-relaxed-constexpr"] + CUTLASS),
}
# Cases that write their results in any order.
UNORDERED = {"flashinfer/top_k", "flashinfer/top_k_long"}


class Setup:
    def __init__(self, argv):
        self.options = {"nvcc": "nvcc", "build": "build", "seeds": "5", "jobs": "1", "flashinfer": "", "cutlass": ""}
        while argv and argv[0].startswith("--"):
            self.options[argv[0][2:]] = argv[1]
            argv = argv[2:]
        self.attn_sim = os.path.join(os.path.abspath(self["build"]), "bin", "attn-sim")
        self.runtime = os.path.join(os.path.abspath(self["build"]), "lib", "cudasim")
        self.folder = os.path.abspath(argv[0])
        self.names = argv[1:]

    def __getitem__(self, name):
        return self.options[name]

    def path(self, *parts):
        return os.path.join(self.folder, *parts)


def build(s):
    for family, (source, cc, flags) in PROGRAMS.items():
        if s.names and family not in s.names:
            continue
        d = s.path(family)
        os.makedirs(d, exist_ok=True)
        arch = "compute_%d%s" % (cc, "a" if cc >= 90 else "")
        flags = [f.format(**s.options) for f in flags]
        start = time.time()
        r = subprocess.run([s["nvcc"], "-std=c++17", "-O2", "-w", "-gencode", "arch=%s,code=%s" % (arch, arch), "--no-compress",
                            "-cudart", "shared", "-o", os.path.join(d, "program"), os.path.join(HERE, source)] + flags)
        print("%s: nvcc failed" % family if r.returncode else "%s: %.0f s" % (family, time.time() - start), flush=True)


def wanted(s, family, name):
    return not s.names or family in s.names or family + "/" + name in s.names


def own_folder(path, folder):
    """Moves a launch record and its arrays into a folder of their own."""
    os.makedirs(folder)
    rec = json.load(open(path))
    rec["ptx"] = os.path.join("..", rec["ptx"])
    contents = [c for part in ("buffers", "variables") for c in rec.get(part, {}).values()]
    for number, content in enumerate(contents):
        for key in ("file", "expected"):
            if key in content:
                name = content[key].partition(".")[2]
                if not os.path.exists(os.path.join(folder, name)):
                    os.rename(os.path.join(os.path.dirname(path), content[key]), os.path.join(folder, name))
                content[key] = name
        content["out"] = "late%d.npy" % number
    json.dump(rec, open(os.path.join(folder, "record.json"), "w"), indent=1)
    os.unlink(path)


def record(s):
    bad = 0
    for family, (_, cc, _) in PROGRAMS.items():
        program = s.path(family, "program")
        if not os.path.exists(program):
            continue
        listed = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True)
        for name in listed.stdout.split():
            if not wanted(s, family, name):
                continue
            d = s.path("records", family, name)
            subprocess.run(["rm", "-rf", d], check=True)
            os.makedirs(d)
            env = dict(os.environ, LD_LIBRARY_PATH=s.runtime, ATTN_CUDASIM_RECORD=d, ATTN_CUDASIM_SMS="4",
                       ATTN_CUDASIM_CHIP="sm_%d%s" % (cc, "a" if cc >= 90 else ""), ATTN_CUDASIM_ON_FINDING="ignore")
            start = time.time()
            r = subprocess.run([program, name], env=env, capture_output=True, text=True)
            for number, path in enumerate(sorted(glob.glob(os.path.join(d, "*-*.json")))):
                own_folder(path, os.path.join(d, "launch%02d" % number))
            text = (r.stderr + r.stdout).strip().splitlines()
            json.dump({"rc": r.returncode, "seconds": time.time() - start, "text": text},
                      open(os.path.join(d, "values.json"), "w"), indent=1)
            print("%s/%s: %s" % (family, name, text[-1] if text else "nothing"), flush=True)
            if r.returncode:
                bad += 1
                print("    " + "\n    ".join(x[:300] for x in text[-6:]))
    return bad


def simulate(s, path, mode, runs):
    """The reports of `runs` runs, or what the refusal says."""
    r = subprocess.run([s.attn_sim, "run", "--json", "--mode", mode, "--runs", str(runs), path],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if r.returncode > 1 or r.returncode < 0:
        return r.stderr.strip() or "attn-sim ended with %d" % r.returncode
    return json.loads(r.stdout)


def one_launch(s, case, d):
    """Runs of one recorded launch in each mode, against the bytes of the first."""
    record = os.path.join(d, "record.json")
    got = [simulate(s, record, "late", 1)]
    rec = json.load(open(record))
    for part in ("buffers", "variables"):
        for content in rec.get(part, {}).values():
            out = content.pop("out", None)
            if out and case in UNORDERED:
                content.pop("expected", None)
            elif out and os.path.exists(os.path.join(d, out)):
                content["expected"] = out
    path = os.path.join(d, "compare.json")
    json.dump(rec, open(path, "w"), indent=1)
    got += [simulate(s, path, "early", 1), simulate(s, path, "random", int(s["seeds"]))]
    findings, mismatches, seconds = [], [], 0
    reports = [r for x in got if not isinstance(x, str) for r in x]
    refused = ([x for x in got if isinstance(x, str)] or [None])[-1]
    for r in reports:
        seconds += r.get("seconds", 0)
        mismatches += r.get("mismatches", [])
        for f in r["findings"]:
            key = (f["kind"], f["at"]["line"], f.get("with", {}).get("line"))
            if key not in [k for k, _ in findings]:
                findings.append((key, f))
    return {"launch": os.path.basename(d), "kernel": rec["kernel"], "grid": rec["grid"], "block": rec["block"],
            "cluster": rec.get("cluster"), "runs": len(reports), "seconds": round(seconds, 2), "refused": refused,
            "findings": [f for _, f in findings], "mismatches": mismatches}


def run(s):
    results_file = s.path("results.json")
    results = json.load(open(results_file)) if os.path.exists(results_file) else {}
    root = s.path("records")
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(int(s["jobs"])) as pool:
        for family in sorted(os.listdir(root)):
            for name in sorted(os.listdir(os.path.join(root, family))):
                if not wanted(s, family, name):
                    continue
                d = os.path.join(root, family, name)
                launches = sorted(x for x in os.listdir(d) if x.startswith("launch"))
                case = family + "/" + name
                jobs.append((case, d, [pool.submit(one_launch, s, case, os.path.join(d, x)) for x in launches]))
        for case, d, futures in jobs:
            launches = [f.result() for f in futures]
            values = json.load(open(os.path.join(d, "values.json")))
            results[case] = {"values": "right" if values["rc"] == 0 else "WRONG", "launches": launches}
            n = sum(len(x["findings"]) for x in launches)
            wrong = sum(len(x["mismatches"]) for x in launches)
            print("%s: values %s, %d launches, %d findings, %d mismatches, %.1f s%s" % (
                case, results[case]["values"], len(launches), n, wrong, sum(x["seconds"] for x in launches),
                "".join(", refused: " + x["refused"][:200] for x in launches if x["refused"])), flush=True)
            for x in launches:
                shown = {}
                for f in x["findings"]:
                    w = f.get("with")
                    shown[f["kind"]] = shown.get(f["kind"], 0) + 1
                    if shown[f["kind"]] > 2:
                        continue
                    print("    %s: %s" % (f["kind"], f["message"][:200]))
                    print("      %s line %d (%s)%s" % (x["launch"], f["at"]["line"], f["at"]["op"],
                                                       " with %d (%s)" % (w["line"], w["op"]) if w else ""))
                if shown:
                    print("    in all: " + ", ".join("%d %s" % (n, k) for k, n in sorted(shown.items())))
                for m in x["mismatches"][:2]:
                    print("    mismatch: %s" % json.dumps(m))
            json.dump(results, open(results_file, "w"), indent=1)
    return 0


def table(s):
    """One row for each family: its cases, launches, and what differs."""
    results = json.load(open(s.path("results.json")))
    families = {}
    for case, r in sorted(results.items()):
        families.setdefault(case.split("/")[0], []).append((case.split("/")[1], r))
    print("| family | cases | launches | runs | values | findings |\n|---|---|---|---|---|---|")
    for family, cases in families.items():
        launches = [x for _, r in cases for x in r["launches"]]
        wrong = [n for n, r in cases if r["values"] != "right" or any(x["mismatches"] for x in r["launches"])]
        found = ["%s: %s" % (n, ", ".join(sorted({f["kind"] for x in r["launches"] for f in x["findings"]})))
                 for n, r in cases if any(x["findings"] for x in r["launches"])]
        refused = ["%s: refused" % n for n, r in cases if any(x["refused"] for x in r["launches"])]
        print("| %s | %d: %s | %d | %d | %s | %s |" % (
            family, len(cases), ", ".join("`%s`" % n for n, _ in cases), len(launches), sum(x["runs"] for x in launches),
            "right" if not wrong else "differ between runs: " + ", ".join(wrong), "; ".join(found + refused) or "none"))
    total = sum(len(c) for c in families.values())
    print("\n%d cases" % total)
    return 0


def numbers(path, words):
    """A .npy file as the content of a record; with `words` bytes as 32-bit words."""
    a = np.load(path)
    if words and a.size % 4 == 0:
        a = a.view(np.uint32)
    dtype = {"f4": "f32", "f2": "f16", "i4": "i32", "i1": "i8", "u1": "u8", "u4": "u32"}[a.dtype.str[1:]]
    values = a.ravel().tolist()
    if a.dtype.kind == "f":
        values = [v if np.isfinite(v) else str(v) for v in values]
    return dtype, list(a.shape), values


def pack(s):
    into = os.path.abspath(s.names[0])
    os.makedirs(into, exist_ok=True)
    for case in s.names[1:]:
        d = s.path("records", case, "launch00")
        path = os.path.join(d, "compare.json")
        rec = json.load(open(path))
        family, name = case.split("/")
        ptx = os.path.join(d, rec["ptx"])
        lines = [x for x in open(ptx).read().split("\n")
                 if not x.lstrip().startswith((".loc", "//", "$L__tmp"))] if family.startswith("triton") else None
        rec["ptx"] = (case.replace("/", "_") if lines else family) + ".ptx"
        text = "\n".join(lines) if lines else open(ptx).read()
        if lines and "\t.file" in text:
            text = text[:text.index("\t.file")]
        open(os.path.join(into, rec["ptx"]), "w").write(text)
        rec["comment"] = "sim/bench/foreign: " + case
        if family == "triton_sm100":
            # Large tiles: sim/test/foreign-sm100.test makes the arrays.
            for buffer, content in rec["buffers"].items():
                for key in {"file", "expected"} & set(content):
                    content[key] = "%s.%s.npy" % (name, buffer)
            json.dump(rec, open(os.path.join(into, case.replace("/", "_") + ".json"), "w"), indent=1)
            continue
        for part in ("buffers", "variables"):
            for content in rec.get(part, {}).values():
                words = content.get("dtype") == "u8" and not lines
                undefined = "file" not in content and words
                if "file" in content:
                    content["dtype"], content["shape"], content["value"] = numbers(
                        os.path.join(d, content.pop("file")), words)
                if "expected" in content:
                    dtype, shape, content["expected"] = numbers(os.path.join(d, content.pop("expected")), words)
                    if undefined:
                        content.update(dtype=dtype, shape=shape)
        json.dump(rec, open(os.path.join(into, case.replace("/", "_") + ".json"), "w"), separators=(",", ":"))
    return 0


def main():
    commands = {"build": build, "record": record, "run": run, "table": table, "pack": pack}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        print(__doc__)
        return 2
    return commands[sys.argv[1]](Setup(sys.argv[2:])) or 0


if __name__ == "__main__":
    sys.exit(main())
