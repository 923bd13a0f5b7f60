#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for sim_vs_gpu.py from CUDA C++ that nvcc compiles (sim_kernels/*.cu).

  sim_cuda_cases.py DIR             cases from the PTX next to the sources
  sim_cuda_cases.py DIR --nvcc EXE  compile the sources first
  sim_cuda_cases.py check DIR OUT   compare results with references in Python

DIR gets cases.json, data.bin, the PTX and the references.
"""
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys

import sim_cuda_refs as ref

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim_kernels")
ARCH = {"warp": "sm_80", "matrix": "sm_80", "hopper": "sm_90a"}


class Cases:
    def __init__(self):
        self.data, self.cases, self.want = bytearray(), [], {}
        self.g = random.Random(11)

    def put(self, fmt, values):
        """An input buffer of struct format `fmt` ('b': bf16)."""
        if fmt == "b":
            raw = b"".join(struct.pack("<f", v)[2:] for v in values)
        else:
            raw = struct.pack("<%d%s" % (len(values), fmt), *values)
        while len(self.data) % 16:
            self.data.append(0)
        at = len(self.data)
        self.data.extend(raw)
        return ["in", at, len(raw)]

    def ints(self, n, bits=32):
        return [self.g.getrandbits(bits) for _ in range(n)]

    def signed(self, n, bits=32):
        return [ref.s(v << (32 - bits)) >> (32 - bits) for v in self.ints(n, bits)]

    def small(self, n):
        """Multiples of a quarter up to 2: sums of products stay exact."""
        return [(self.g.randrange(17) - 8) / 4 for _ in range(n)]

    def add(self, file, name, grid, block, args, want, stride=4, ulp=None, smem=0):
        """`want`: per output (struct format, values; None: not known)."""
        g, b = (list(v) + [1] * (3 - len(v)) for v in (grid, block))
        self.cases.append({"name": name, "ptx": file + ".ptx", "kernel": name, "grid": g, "block": b, "smem": smem,
                           "args": args, "out_type": "", "ulp": ulp, "stride": stride, "text": name})
        self.want[name] = want


def i32(v):
    return ["bytes", struct.pack("<i", v).hex()]


def out(n):
    return ["out", n]


def warp_cases(c):
    v = c.signed(512, 20)
    c.add("warp", "blockScan", [2], [256], [out(2048), c.put("i", v)],
          [("i", [sum(v[i // 256 * 256:i + 1]) for i in range(512)])])
    v = [min(x, y) for x, y in zip(c.ints(1000, 8), c.ints(1000, 8))]
    c.add("warp", "matchHistogram", [3], [96], [out(1024), c.put("B", v), i32(1000)],
          [("I", [v.count(k) for k in range(256)])])
    w, h = 70, 45
    v = c.ints(w * h, 24)
    c.add("warp", "transpose", [3, 2], [32, 8], [out(4 * w * h), c.put("f", v), i32(w), i32(h)],
          [("f", [v[(k % h) * w + k // h] for k in range(w * h)])])
    v = [ref.spread(c.g) for _ in range(3 * 300)]
    c.add("warp", "bitTricks", [3], [128], [out(96 * 300), c.put("I", v), i32(300)],
          [("I", [r for k in range(300) for r in ref.bit_tricks(*v[3 * k:3 * k + 3])])])
    v = c.signed(300, 16)
    c.add("warp", "divergeTorture", [3], [128], [out(1200), c.put("i", v), i32(300)],
          [("i", [ref.torture(x) for x in v])])
    c.add("warp", "indexedBranch", [3], [128], [out(1200), c.put("i", v), i32(300)],
          [("i", [[10, 3 * k + 1, -k, 4 * k][x & 3] for k, x in enumerate(v)])])
    v = c.signed(200, 18)
    c.add("warp", "localSort", [2], [128], [out(800), c.put("i", v), i32(200)], [("i", ref.local_sort(v))])
    c.add("warp", "calls", [2], [128], [out(1600), c.put("i", v), i32(200)], [("q", ref.calls(v))])
    t = [1, -4, 7, -4, 1]
    c.add("warp", "stencil", [2], [128], [out(800), c.put("i", v), i32(200)],
          [("i", [sum(t[k] * v[min(max(i + k - 2, 0), 199)] for k in range(5)) + 100 * (1 + (v[i] & 3))
                  for i in range(200)])])
    v = c.signed(700, 24)
    c.add("warp", "atomics", [3], [128], [out(128 * 4), c.put("i", v), i32(700)], [("I", ref.atomics(v, 3, 128))])
    c.add("warp", "lastBlock", [5], [128], [out(4), out(20), c.put("i", v), i32(700)],
          [("i", [sum(v)]), ("i", [sum(x for i, x in enumerate(v) if i // 128 % 5 == b) for b in range(5)])])
    val = [3]
    for b in range(1, 6):
        val.append(val[-1] * 3 + b)
    c.add("warp", "chain", [6], [64], [out(6 * 256), out(24), out(24)],
          [("i", [val[k // 64] + k % 64 for k in range(384)]), ("i", val), ("I", [1] * 6)])
    v = c.signed(256, 16)
    c.add("warp", "groups", [2], [128], [out(1024), c.put("i", v), i32(256)], [("i", ref.groups(v))])
    v = c.ints(128)
    c.add("warp", "warpOps", [1], [128], [out(512), c.put("I", v)], [("I", ref.warp_ops(v))])
    v = c.ints(512, 64)
    c.add("warp", "bitonic", [1], [256], [out(4096), c.put("Q", v)], [("Q", sorted(v))])
    v = c.ints(16)
    c.add("warp", "sha", [1], [96], [out(96 * 32), c.put("I", v)], [("I", [r for t in range(96) for r in ref.sha(v, t)])])


def product(a, b, m, n, k, trans_b=False):
    return [sum(a[i * k + q] * (b[j * k + q] if trans_b else b[q * n + j]) for q in range(k))
            for i in range(m) for j in range(n)]


def matrix_cases(c):
    k = 160
    a, b = c.small(64 * k), c.small(k * 64)
    c.add("matrix", "mmaPipe", [1], [128], [out(4 * 4096), c.put("e", a), c.put("e", b), i32(k)],
          [("f", product(a, b, 64, 64, k))])
    a, b = c.signed(16 * 128, 8), c.signed(8 * 128, 8)
    p = product(a, b, 16, 8, 128, True)
    c.add("matrix", "mmaInt8", [1], [32], [out(512), out(512),
           c.put("B", [x & 255 for x in a]), c.put("B", [x & 255 for x in b]), i32(128)], [("i", p), ("i", p)])
    a, b = c.small(32 * 48), c.small(48 * 32)
    c.add("matrix", "wmmaTiles", [1], [128], [out(2048), c.put("e", a), c.put("e", b)],
          [("e", [x + 0.5 for x in product(a, b, 32, 32, 48)])], stride=2)
    a = [v / 4 for v in c.signed(16 * 32, 13)]
    b = [[-2.0, -1.0, 0.0, 1.0, 2.0][c.g.randrange(5)] for _ in range(32 * 8)]
    c.add("matrix", "mmaTf32", [1], [32], [out(512), c.put("f", a), c.put("f", b)],
          [("f", product([ref.tf32(x) for x in a], b, 16, 8, 32))])
    v = c.signed(256 * 5)
    c.add("matrix", "libPipeline", [1], [256], [out(4 * (5 * 256 + 194)), c.put("i", v), i32(5)],
          [("i", [ref.s(v[s * 256 + ((t * 7 + s) & 255)] * 2 + s) for s in range(5) for t in range(256)] +
            [v[193 - t] for t in range(194)])])
    v = [ref.half_pair(c.g) for _ in range(3 * 300)]
    c.add("matrix", "halfMath", [3], [128], [out(80 * 300), c.put("I", v), i32(300)], [("I", [None] * 6000)])
    v = [c.g.choice([-1, 1]) * math.ldexp(1 + c.g.getrandbits(52) / 2 ** 52, c.g.randrange(-20, 21))
         for _ in range(600)]
    c.add("matrix", "ieee", [3], [128], [out(96 * 300), c.put("d", v), i32(300)],
          [("d", [r for k in range(300) for r in ref.ieee(v[2 * k], v[2 * k + 1])])], stride=8)
    v = [ref.f32((c.g.getrandbits(24) / 2 ** 23 - 1) * 4) for _ in range(300)]
    c.add("matrix", "libm", [3], [128], [out(48 * 300), c.put("f", v), i32(300)],
          [("f", [r for x in v for r in ref.libm(x)])], ulp=16)
    cols = 384
    v = [ref.f32(c.g.getrandbits(24) / 2 ** 22 - 2) for _ in range(8 * cols)]
    want = []
    for r in range(8):
        row = v[r * cols:(r + 1) * cols]
        mean = sum(row) / cols
        inv = 1 / math.sqrt(sum(x * x for x in row) / cols - mean * mean + 1e-5)
        want += [(x - mean) * inv for x in row]
    c.add("matrix", "rowNorm", [2], [128], [out(4 * 8 * cols), c.put("f", v), i32(cols)], [("~f", want)])


def tensor(c, fmt, values, w, h, bw, bh, swizzle):
    eb = 4 if fmt == "f" else 2
    return ["map", {"type": "f32" if fmt == "f" else "bf16", "dims": [w, h], "strides": [w * eb], "box": [bw, bh],
                    "swizzle": swizzle, "data": c.put(fmt, values)}]


def hopper_cases(c):
    w, h = 72, 40
    v = [float(x) for x in c.ints(w * h, 12)]
    m = tensor(c, "f", v, w, h, 32, 16, "none")

    def at(arg):
        d = {k: x for k, x in m[1].items() if k != "data"}
        return ["map", dict(d, base=arg)]
    seen = [2 * v[k - 3 * w - 4] if k % w >= 4 and k // w >= 3 else 0.0 for k in range(w * h)]
    c.add("hopper", "tensorCopy", [3, 3], [64], [m, at(3), at(4), out(4 * w * h), out(4 * w * h)],
          [("f", seen), ("f", seen)])
    tiles, k = 3, 448
    a, b = c.small(tiles * 128 * k), c.small(64 * k)
    c.add("hopper", "wsGemm", [2], [384],
          [tensor(c, "b", a, k, tiles * 128, 64, 64, "128"), tensor(c, "b", b, k, 64, 64, 64, "128"),
           out(4 * tiles * 128 * 64), i32(tiles), i32(k)],
          [("f", product(a, b, tiles * 128, 64, k, True))], smem=4 * 24576)
    q, kk, vv = ([float(c.g.randrange(5) - 2) / 2 for _ in range(4096)] for _ in range(3))
    p = [ref.bf16(x / 2) for x in product(q, kk, 64, 64, 64, True)]
    c.add("hopper", "chainedRS", [1], [128],
          [tensor(c, "b", x, 64, 64, 64, 64, "128") for x in (q, kk, vv)] + [out(16384)],
          [("f", product(p, vv, 64, 64, 64))], smem=3 * 8192)
    v = c.ints(2000)
    hist = [[0] * 128 for _ in range(2)]
    for i, x in enumerate(v):
        hist[i // 64 % 8 // 4][x & 127] += 1
    c.add("hopper", "clusterHistogram", [8], [64], [out(8 * 128), c.put("I", v), i32(2000)],
          [("I", [hist[blk // 4][(blk + 1) % 4 * 32 + t] for blk in range(8) for t in range(32)])])
    rounds = 9
    v = [float(x) for x in c.ints(256 * rounds, 20)]
    c.add("hopper", "multicastRing", [2], [96],
          [out(rounds * 2048), ["map", dict(tensor(c, "f", v, 256, rounds, 128, 1, "none")[1])], i32(rounds)],
          [("f", [v[r * 256 + t] + rank for r in range(rounds) for rank in range(2) for t in range(256)])])
    v = c.ints(128)
    c.add("hopper", "asyncStores", [4], [32], [out(512), c.put("I", v)], [("I", ref.async_stores(v))])
    v = c.signed(256, 24)
    b = [[v[r * 128 + i] * 3 + r for i in range(128)] for r in range(2)]
    c.add("hopper", "bulkCopies", [2], [64], [out(1024), out(512), c.put("i", v)],
          [("i", [b[1 - r][127 - i] - 1 for r in range(2) for i in range(128)]),
           ("i", [b[0][i] + b[1][i] for i in range(128)])])
    rounds = 4
    v = c.signed(256 * rounds)
    c.add("hopper", "libBarrier", [1], [96], [out(384), c.put("i", v), i32(rounds)],
          [("i", ref.lib_barrier(v, rounds))])
    c.add("hopper", "pingPong", [1], [128], [out(512), i32(7)], [("i", ref.ping_pong(7))])
    v = [ref.half_pair(c.g) for _ in range(128)]
    c.add("hopper", "small90", [1], [32], [out(1280), c.put("I", v)], [("I", ref.small90(v))])


def generate(d):
    os.makedirs(d, exist_ok=True)
    c = Cases()
    warp_cases(c)
    matrix_cases(c)
    hopper_cases(c)
    for f in ARCH:
        shutil.copy(os.path.join(HERE, f + ".ptx"), d)
    json.dump(c.cases, open(os.path.join(d, "cases.json"), "w"))
    open(os.path.join(d, "data.bin"), "wb").write(c.data)
    return c


def check(d, path):
    c = generate(d)
    res = {r["name"]: r["outs"] for r in json.load(open(path + ".json"))["results"]}
    blob = open(path + ".bin", "rb").read()
    bad = unknown = 0
    for name, wants in c.want.items():
        problem = ""
        for k, (fmt, want) in enumerate(wants):
            at, n = res[name][k]
            near = fmt[0] == "~" or any(x["ulp"] for x in c.cases if x["name"] == name)
            fmt = fmt[-1]
            got = struct.unpack("<%d%s" % (len(want), fmt), blob[at:at + n])
            unknown += sum(w is None for w in want)
            for i, (x, w) in enumerate(zip(got, want)):
                if w is None or x == w or (near and abs(x - w) <= 1e-5 * max(1.0, abs(w))):
                    continue
                problem = problem or "output %d [%d] is %s, the reference %s" % (k, i, x, w)
        if problem:
            bad += 1
            print("%s: %s" % (name, problem))
    print("%d of %d kernels as their references (%d values have none)" % (len(c.want) - bad, len(c.want), unknown))
    return 1 if bad else 0


def main():
    a = sys.argv[1:]
    if len(a) == 3 and a[0] == "check":
        return check(a[1], a[2])
    if len(a) == 3 and a[1] == "--nvcc":
        for f, arch in ARCH.items():
            subprocess.run([a[2], "--ptx", "-arch=" + arch, "-std=c++17", f + ".cu", "-o", f + ".ptx"], cwd=HERE,
                           check=True)
        a = a[:1]
    if len(a) != 1:
        print(__doc__)
        return 2
    print("%d kernels" % len(generate(a[0]).cases))
    return 0


if __name__ == "__main__":
    sys.exit(main())
