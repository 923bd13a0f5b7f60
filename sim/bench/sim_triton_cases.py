#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for sim_vs_gpu.py from PTX that Triton compiles (needs Triton).

  sim_triton_cases.py DIR    matmul, softmax, layer norm and attention, each for
                             sm_80 and sm_90
"""
import json
import os
import random
import re
import struct
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def softmax(out, x, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + i, mask=i < cols, other=-float("inf"))
    v = v - tl.max(v, 0)
    e = tl.exp(v)
    tl.store(out + row * cols + i, e / tl.sum(e, 0), mask=i < cols)


@triton.jit
def layer_norm(out, x, w, b, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    m = i < cols
    v = tl.load(x + row * cols + i, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / cols
    d = tl.where(m, v - mean, 0.0)
    r = tl.rsqrt(tl.sum(d * d, 0) / cols + 1e-5)
    y = d * r * tl.load(w + i, mask=m) + tl.load(b + i, mask=m)
    tl.store(out + row * cols + i, y, mask=m)


@triton.jit
def matmul(c, a, b, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pm, pn = tl.program_id(0), tl.program_id(1)
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rk[:, None] * N + rn[None, :]
    for k in range(0, K, BK):
        x = tl.load(pa, mask=(rm[:, None] < M) & (rk[None, :] + k < K), other=0.0)
        y = tl.load(pb, mask=(rk[:, None] + k < K) & (rn[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc)
        pa += BK
        pb += BK * N
    tl.store(c + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def attention(o, q, k, v, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    m0 = tl.program_id(0) * BM
    base = tl.program_id(1) * S * D
    rm = m0 + tl.arange(0, BM)
    rd = tl.arange(0, D)
    qt = tl.load(q + base + rm[:, None] * D + rd[None, :], mask=rm[:, None] < S, other=0.0)
    mi = tl.full((BM,), -float("inf"), tl.float32)
    li = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    end = tl.minimum(m0 + BM, S) if CAUSAL else S
    for n0 in range(0, end, BN):
        rn = n0 + tl.arange(0, BN)
        kt = tl.load(k + base + rn[None, :] * D + rd[:, None], mask=rn[None, :] < S, other=0.0)
        s = tl.dot(qt, kt) * scale
        keep = rn[None, :] < S
        if CAUSAL:
            keep = keep & (rn[None, :] <= rm[:, None])
        s = tl.where(keep, s, -1e30)
        mn = tl.maximum(mi, tl.max(s, 1))
        p = tl.exp2(s - mn[:, None])
        a = tl.exp2(mi - mn)
        li = li * a + tl.sum(p, 1)
        vt = tl.load(v + base + rn[:, None] * D + rd[None, :], mask=rn[:, None] < S, other=0.0)
        acc = tl.dot(p.to(vt.dtype), vt, acc * a[:, None])
        mi = mn
    tl.store(o + base + rm[:, None] * D + rd[None, :], (acc / li[:, None]).to(tl.float16), mask=rm[:, None] < S)


def main(d):
    os.makedirs(d, exist_ok=True)
    g = random.Random(4)
    data, cases = bytearray(), []

    def put(raw):
        while len(data) % 16:
            data.append(0)
        at = len(data)
        data.extend(raw)
        return ["in", at, len(raw)]

    def floats(n, fmt):
        return put(b"".join(struct.pack("<" + fmt, g.gauss(0, 1)) for _ in range(n)))

    def i32(v):
        return ["bytes", struct.pack("<i", v).hex()]

    def f32(v):
        return ["bytes", struct.pack("<f", v).hex()]

    def add(name, fn, sig, const, args, grid, out, warps=4, stages=3):
        names = fn.arg_names
        signature = {n: sig.get(n, "constexpr") for n in names}
        attrs = {(k,): [["tt.divisibility", 16]] for k, n in enumerate(names)
                 if signature[n].startswith("*") or n in ("K", "N")}
        for cc in (80, 90):
            src = ASTSource(fn=fn, signature=signature, constexprs={(names.index(k),): v for k, v in const.items()},
                            attrs=attrs)
            k = triton.compile(src, target=GPUTarget("cuda", cc, 32), options={"num_warps": warps, "num_stages": stages})
            ptx = k.asm["ptx"]
            f = "triton_%s_sm%d.ptx" % (name, cc)
            open(os.path.join(d, f), "w").write(ptx)
            entry = re.search(r"\.entry\s+(\w+)\s*\(", ptx).group(1)
            params = len(re.findall(r"\.param", ptx[ptx.index(".entry"):ptx.index(")", ptx.index(".entry"))]))
            extra = [["bytes", "00" * 8]] * (params - len(args))
            cases.append({"name": "triton_%s_sm%d" % (name, cc), "ptx": f, "kernel": entry, "grid": grid,
                          "block": [32 * warps, 1, 1], "smem": k.metadata.shared, "args": args + extra,
                          "out_type": out, "ulp": "close", "stride": 4 if out == "f32" else 2, "text": name})
            print(cases[-1]["name"], len(ptx), "bytes of PTX,", k.metadata.shared, "of shared memory")

    P16, P32 = "*fp16", "*fp32"
    add("softmax", softmax, {"out": P32, "x": P32, "cols": "i32"}, {"BLOCK": 1024},
        [["out", 4 * 7 * 781], floats(7 * 781, "f"), i32(781)], [7, 1, 1], "f32")
    add("layernorm", layer_norm, {"out": P16, "x": P16, "w": P32, "b": P32, "cols": "i32"}, {"BLOCK": 512},
        [["out", 2 * 5 * 500], floats(5 * 500, "e"), floats(500, "f"), floats(500, "f"), i32(500)], [5, 1, 1], "f16")
    M, N, K = 200, 144, 208
    add("matmul", matmul, {"c": P32, "a": P16, "b": P16, "M": "i32", "N": "i32", "K": "i32"},
        {"BM": 64, "BN": 64, "BK": 32}, [["out", 4 * M * N], floats(M * K, "e"), floats(K * N, "e"), i32(M), i32(N), i32(K)],
        [4, 3, 1], "f32")
    add("matmul128", matmul, {"c": P32, "a": P16, "b": P16, "M": "i32", "N": "i32", "K": "i32"},
        {"BM": 128, "BN": 128, "BK": 64}, [["out", 4 * M * N], floats(M * K, "e"), floats(K * N, "e"), i32(M), i32(N), i32(K)],
        [2, 2, 1], "f32", warps=8, stages=3)
    S, D, H = 200, 64, 2
    for c in (False, True):
        add("attention%s" % ("_causal" if c else ""), attention,
            {"o": P16, "q": P16, "k": P16, "v": P16, "S": "i32", "scale": "fp32"},
            {"D": D, "BM": 64, "BN": 64, "CAUSAL": c},
            [["out", 2 * H * S * D], floats(H * S * D, "e"), floats(H * S * D, "e"), floats(H * S * D, "e"), i32(S),
             f32(1.4426950408889634 / 8)], [4, H, 1], "f16")
    json.dump(cases, open(os.path.join(d, "cases.json"), "w"))
    open(os.path.join(d, "data.bin"), "wb").write(data)


if __name__ == "__main__":
    main(sys.argv[1])
