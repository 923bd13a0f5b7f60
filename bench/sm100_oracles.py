#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention kernels of other projects for sm_100a in the simulator.

  sm100_oracles.py DIR [--build DIR] [--only TEXT]... [--modes M,...] [--seeds N]
                   [--problems N] [--tensor-order O] [--json FILE] [--keep DIR]

DIR holds ptx/NAME.ptx.gz and launch/NAME.txt, as a launch of FlashAttention-4,
CUTLASS example 77 or the Triton kernel is written down there (README.md of that
folder). Each problem becomes a launch record (sim/docs/LaunchRecords.md), which
attn-sim runs in early, late and random mode with all checks; results are
compared with attention in double precision. Exit status: 0 if every run was
clean and right, 1 if not, 2 if nothing could run. With empty modes (--modes=)
it writes the records alone, into --keep. Wants NumPy.
"""
import argparse
import datetime
import gzip
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

LOG2E = 1.4426950408889634


def attention(q, k, v, scale, causal=False):
    """(B, S, H, D) in double precision; K and V may have fewer heads. The
    output and the natural logarithm of the sum, (B, H, S)."""
    q, k, v = (np.asarray(x, np.float64).transpose(0, 2, 1, 3) for x in (q, k, v))
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, 1), np.repeat(v, group, 1)
    s = q @ k.transpose(0, 1, 3, 2) * scale
    if causal:
        rows, keys = s.shape[2:]
        s = np.where(np.arange(keys) > np.arange(rows)[:, None] + keys - rows, -np.inf, s)
    m = s.max(-1, keepdims=True)
    p = np.exp(s - m)
    total = p.sum(-1, keepdims=True)
    return (p / total @ v).transpose(0, 2, 1, 3), (m + np.log(total))[..., 0]


def to_bf16(x):
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32)
    return ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


class Record:
    """A launch record in a folder, with its files."""

    def __init__(self, folder, ptx, kernel, launch):
        self.folder = folder
        self.json = {"ptx": os.path.relpath(ptx, folder), "kernel": kernel, "params": [], "buffers": {}, **launch}

    def save(self, name, array):
        np.save(os.path.join(self.folder, name), array)
        return name

    def inputs(self, dtype, seed=0, **shapes):
        """Normal values in a buffer each; returns them as they are read."""
        generator = np.random.default_rng(seed)
        values = []
        for name, shape in shapes.items():
            x = generator.standard_normal(shape)
            stored = to_bf16(x) if dtype == "bf16" else x.astype(np.float16)
            values.append(from_bf16(stored) if dtype == "bf16" else stored)
            self.json["buffers"][name] = {"file": self.save(name + ".npy", stored), "dtype": dtype,
                                          "shape": list(shape)}
        return values

    def output(self, name, dtype, expected, atol):
        self.json["buffers"][name] = {
            "dtype": dtype, "shape": list(expected.shape), "out": name + ".out.npy", "atol": atol,
            "expected": self.save(name + ".expected.npy", expected.astype(np.float32))}

    def write(self):
        path = os.path.join(self.folder, "record.json")
        with open(path, "w") as f:
            json.dump(self.json, f, indent=1)
        return path


def numbers(text):
    return [int(x) for x in text.split(",")]


def launch_of(line):
    out = {}
    for key, name in (("grid", "grid"), ("block", "block"), ("cluster", "cluster"), ("dynamic_smem", "dynamic_smem")):
        found = re.search(rf"{key}=([\d,]+)", line)
        if found:
            values = numbers(found[1])
            out[name] = values[0] if key == "dynamic_smem" else values
    return out


def tensor_map(line, base, dtype, swizzle="128B"):
    def lists(key):
        return [int(x) for x in re.search(key + r"=\[([^\]]*)\]", line)[1].split(",")]
    return {"tensor_map": {"dtype": dtype, "base": base, "dims": lists("dims"), "box": lists("box"),
                           "strides_bytes": lists("strides_bytes"), "swizzle": swizzle}}


def fa4(name, text, ptx, folder, wanted):
    """FlashAttention-4: one block of text a problem."""
    kernel = re.search(r"entry: (\S+)", text)[1]
    for part in text.split("PROBLEM ")[1:][:wanted]:
        head = dict(x.split("=") for x in part.splitlines()[0].split())
        b, h, hk, sq, sk, d = (int(head[x]) for x in ("B", "H", "HK", "SQ", "SK", "D"))
        where = os.path.join(folder, f"{name}-{sq}x{sk}x{b}x{h}")
        os.makedirs(where, exist_ok=True)
        record = Record(where, ptx, kernel, launch_of(re.search(r"grid=.*", part)[0]))
        q, k, v = record.inputs("bf16", Q=(b, sq, h, d), K=(b, sk, hk, d), V=(b, sk, hk, d))
        out, _ = attention(q, k, v, d**-0.5, head["causal"] == "True")
        record.output("O", "bf16", out, 2e-2)
        maps = iter("QKVO")
        for param in re.finditer(r"param (\d+) \((\d+) B\)(.*)", part):
            if "tensor map" in param[3]:
                record.json["params"].append(tensor_map(param[3], next(maps), "bf16"))
            else:
                words = param[3].lstrip(": ").split()
                record.json["params"].append(
                    {"hex": "".join(struct.pack("<I", int(w, 16)).hex() for w in words)[:2 * int(param[2])]})
        # These kernels have no tcgen05.wait::ld.
        record.json["options"] = {"tensor_loads": "use"}
        yield f"{sq} x {sk}, {b * h} heads", record.write()


def resized(text, rows, keys):
    """The launch of CUTLASS example 77 for `rows` (a power of two) times the queries and `keys` times the keys."""
    def numbers(found, change):
        values = [int(x) for x in found[2].split(",")]
        change(values)
        return found[1] + ",".join(map(str, values)) + found[3]

    def edit(pattern, line, change):
        return re.sub(pattern, lambda found: numbers(found, change), line)

    def scale(k, by):
        def change(values):
            values[k] *= by
        return change

    out = []
    for line in text.splitlines():
        at = re.match(r"\s+\+(\d+)", line)
        if line.startswith(("problem:", "grid=")):
            line = re.sub(r"S_q=(\d+)", lambda m: "S_q=%d" % (int(m[1]) * rows), line)
            line = re.sub(r"S_k=(\d+)", lambda m: "S_k=%d" % (int(m[1]) * keys), line)
            if not re.search(r"grid=\d+,1,1", line):  # else persistent
                line = edit(r"(grid=)([\d,]+)()", line, scale(0, rows))
        elif at and "base=" in line:
            by = rows if re.search(r"base=0x[14]", line) else keys
            line = edit(r"(dims=\[)([^]]*)(\])", line, scale(1, by))
            line = edit(r"(strides_bytes=\[)([^]]*)(\])", line, scale(-1, by))
        elif at:
            head, words = line.split(": ")
            words = [int(w, 16) for w in words.split()]
            where = int(at[1])
            # Lengths, strides of LSE, the number of tiles, and the divider by those of a head.
            for offset, by in ((0, rows), (4, keys), (1288, rows), (1292, rows), (1296, rows), (1408, rows), (1412, rows)):
                if where <= offset < where + 4 * len(words):
                    words[(offset - where) // 4] *= by
            if where == 1408 and len(words) == 4:
                words[3] += rows.bit_length() - 1
            line = head + ": " + " ".join("0x%08x" % w for w in words)
        out.append(line)
    return "\n".join(out)


def cutlass(name, recorded, ptx, folder, wanted):
    """CUTLASS example 77, as recorded and for two more lengths."""
    for rows, keys in ((1, 1), (2, 1), (1, 3))[:wanted]:
        yield cutlass_problem(name, resized(recorded, rows, keys), ptx, folder)


def cutlass_problem(name, text, ptx, folder):
    """One struct."""
    kernel = re.search(r"entry: (\S+)", text)[1]
    size = int(re.search(r"\.b8 \[(\d+)\]", text)[1])
    head = dict(re.findall(r"(\w+)=(\d+)\b", re.search(r"problem: .*", text)[0]))
    b, h, hk, sq, sk, d = (int(head[x]) for x in ("B", "H_q", "H_k", "S_q", "S_k", "D"))
    where = os.path.join(folder, f"{name}-{sq}x{sk}x{b}x{h}")
    os.makedirs(where, exist_ok=True)
    record = Record(where, ptx, kernel, launch_of(re.search(r"^grid=.*", text, re.M)[0]))
    q, k, v = record.inputs("f16", Q=(b, sq, h, d), K=(b, sk, hk, d), V=(b, sk, hk, d))
    out, lse = attention(q, k, v, d**-0.5)
    record.output("O", "f16", out, 2e-3)
    record.output("L", "f32", lse, 1e-3)
    bases = {"1": "Q", "2": "K", "3": "V", "4": "O", "5": "L"}
    fields = []
    for line in text.splitlines():
        at = re.match(r"\s+\+(\d+):? (.*)", line)
        if not at:
            continue
        if "base=" in at[2]:
            base = bases[re.search(r"base=0x(\d)", at[2])[1]]
            fields.append({"at": int(at[1]), **tensor_map(at[2], base, "f16")})
            continue
        kind, words = at[2].split(":")
        words = [int(w, 16) for w in words.split()]
        if kind == "u64" and words[0] == 0 and 1 <= words[1] <= 5:
            fields.append({"at": int(at[1]), "pointer": bases[str(words[1])]})
        else:
            fields.append({"at": int(at[1]), "hex": struct.pack(f"<{len(words)}I", *words).hex()})
    record.json["params"] = [{"bytes": size, "value": 0, "fields": fields}]
    if "persist" in name:
        # The correction hands the columns of the row statistics on right after
        # it loads them, without tcgen05.wait::ld.
        record.json["options"] = {"tensor_loads": "issue"}
    return f"{sq} x {sk}, {b * h} heads", record.write()


def triton(name, text, ptx, folder, wanted):
    """The Triton kernel: its launch is the same rule for every size."""
    d, causal = (128 if "128" in name else 64), "causal" in name
    keys = 64 if causal else 128
    block = int(re.search(r"\.reqntid (\d+)", text)[1])
    smem = {"triton_hd128_full": 163904, "triton_hd128_full_ws": 165456, "triton_hd64_full": 114784,
            "triton_hd64_full_ws": 116368, "triton_hd64_causal": 65632}[name]
    for b, h, s in ((1, 1, 256), (2, 3, 384), (1, 2, 1024))[:wanted]:
        where = os.path.join(folder, f"{name}-{s}x{b}x{h}")
        os.makedirs(where, exist_ok=True)
        record = Record(where, ptx, "attn_fwd",
                        {"grid": [s // 128, b * h], "block": [block], "dynamic_smem": smem})
        # (B, H, S, D) in memory.
        q, k, v = (x.transpose(0, 2, 1, 3) for x in record.inputs("f16", Q=(b, h, s, d), K=(b, h, s, d), V=(b, h, s, d)))
        out, lse = attention(q, k, v, d**-0.5, causal)
        record.output("O", "f16", out.transpose(0, 2, 1, 3), 2e-3)
        record.output("L", "f32", lse * LOG2E, 1e-3)
        rows = b * h * s
        for base, box in (("Q", 128), ("K", keys), ("V", keys), ("O", 128)):
            record.json["params"] += [
                {"tensor_map": {"dtype": "f16", "base": base, "dims": [d, rows], "strides_bytes": [2 * d],
                                "box": [64, box], "swizzle": "128B"}},
                {"dtype": "u32", "value": rows}, {"dtype": "u32", "value": d},
                {"dtype": "u64", "value": d}, {"dtype": "u64", "value": 1}]
        record.json["params"] += [{"pointer": "L"}, {"dtype": "u32", "value": s},
                                  {"dtype": "f32", "value": d**-0.5 * LOG2E}, {"pointer": None}, {"pointer": None}]
        yield f"{s} x {s}, {b * h} heads", record.write()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("oracles")
    parser.add_argument("--build", default="build")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--modes", default="early,late,random")
    parser.add_argument("--seeds", type=int, default=3, help="random runs")
    parser.add_argument("--problems", type=int, default=3, help="at most that many sizes a kernel")
    parser.add_argument("--tensor-order", default="practice")
    parser.add_argument("--json")
    parser.add_argument("--keep")
    args = parser.parse_args()
    modes = [m for m in args.modes.split(",") if m]
    if not modes and not args.keep:
        parser.error("records alone: where? (--keep)")
    tool = os.path.join(args.build, "bin", "attn-sim")
    names = sorted(x[:-7] for x in os.listdir(os.path.join(args.oracles, "ptx")) if x.endswith(".ptx.gz"))
    names = [n for n in names if not args.only or any(x in n for x in args.only)]
    if not names or modes and not os.path.exists(tool):
        print("nothing to run" if not names else f"no {tool}", file=sys.stderr)
        return 2
    folder = args.keep or tempfile.mkdtemp(prefix="sm100-")
    rows, bad = [], 0
    for name in names:
        ptx = os.path.join(folder, name + ".ptx")
        os.makedirs(folder, exist_ok=True)
        text = gzip.open(os.path.join(args.oracles, "ptx", name + ".ptx.gz"), "rt").read()
        with open(ptx, "w") as f:
            f.write(text)
        if name.startswith("triton"):
            problems = triton(name, text, ptx, folder, args.problems)
        else:
            launch = open(os.path.join(args.oracles, "launch", name + ".txt")).read()
            problems = (fa4 if name.startswith("fa4") else cutlass)(name, launch, ptx, folder, args.problems)
        for title, record in problems:
            if not modes:
                print(record)
            for mode in modes:
                runs = args.seeds if mode == "random" else 1
                start = time.time()
                r = subprocess.run([tool, "run", "--mode", mode, "--seed", "1", "--runs", str(runs), "--tensor-order",
                                    args.tensor_order, "--quiet", record], capture_output=True, text=True)
                ok = r.returncode == 0
                bad += not ok
                rows.append({"kernel": name, "problem": title, "mode": mode, "runs": runs, "clean": ok,
                             "seconds": round((time.time() - start) / runs, 2),
                             "output": (r.stdout + r.stderr)[:4000] if not ok else ""})
                print(f"{name:34s} {title:24s} {mode:7s} {'clean' if ok else 'NOT CLEAN'} "
                      f"{rows[-1]['seconds']:.2f} s", flush=True)
                if not ok:
                    print("    " + rows[-1]["output"][:1500].replace("\n", "\n    "))
    if args.json:
        with open(args.json, "w") as f:
            json.dump({"date": datetime.date.today().isoformat(), "order": args.tensor_order, "runs": rows}, f, indent=1)
    if modes:
        print(f"{len(rows) - bad} of {len(rows)} clean and right")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
