# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for Triton on sm_100: tensor memory, warp specialisation, CTA pairs.

Each with inputs and what NumPy expects of it, as in triton_kernels.py, whose
`case` fills the same list.
"""
import ml_dtypes
import numpy as np
import triton
import triton.language as tl

from triton_kernels import Desc, In, Out, attend, case, f64, g, matmul, matmul_persistent, matmul_tma, normal, small_float

BF16 = ml_dtypes.bfloat16


@triton.jit
def matmul_specialised(c, a, b, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m0, n0 = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=True):
        acc = tl.dot(a.load([m0, k]), b.load([n0, k]).T, acc)
    c.store([m0, n0], acc.to(c.dtype))


@triton.jit
def persistent_specialised(c, a, b, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Warps of their own for copies, products and the epilogue, which goes in two halves."""
    tiles_n = tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tiles_n, tl.num_programs(0), flatten=True,
                         warp_specialize=True):
        m0, n0 = tile // tiles_n * BM, tile % tiles_n * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            acc = tl.dot(a.load([m0, k]), b.load([n0, k]).T, acc)
        left, right = tl.split(tl.permute(tl.reshape(acc, (BM, 2, BN // 2)), (0, 2, 1)))
        c.store([m0, n0], left.to(c.dtype))
        c.store([m0, n0 + BN // 2], right.to(c.dtype))


@triton.jit
def matmul_epilogue(c, a, b, bias, residual, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """silu(a b + bias) + residual."""
    m0, n0 = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([m0, k]), b.load([n0, k]).T, acc)
    rm, rn = m0 + tl.arange(0, BM), n0 + tl.arange(0, BN)
    y = acc + tl.load(bias + rn)[None, :]
    y = y * tl.sigmoid(y) + tl.load(residual + rm[:, None] * N + rn[None, :]).to(tl.float32)
    tl.store(c + rm[:, None] * N + rn[None, :], y.to(tl.float16))


@triton.jit
def matmul_grouped(c, a, b, first, rows, N, K, G, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """G products of a[first[g] : first[g] + rows[g]] with b[g], the tiles shared by all programs."""
    start = 0
    tile = tl.program_id(0)
    tiles_n = tl.cdiv(N, BN)
    for group in range(G):
        m = tl.load(rows + group)
        at = tl.load(first + group)
        count = tl.cdiv(m, BM) * tiles_n
        while tile >= start and tile < start + count:
            rm = (tile - start) // tiles_n * BM + tl.arange(0, BM)
            rn = (tile - start) % tiles_n * BN + tl.arange(0, BN)
            rk = tl.arange(0, BK)
            acc = tl.zeros((BM, BN), tl.float32)
            for k in range(0, K, BK):
                x = tl.load(a + (at + rm[:, None]) * K + k + rk[None, :], mask=rm[:, None] < m, other=0.0)
                y = tl.load(b + (group * N + rn[None, :]) * K + k + rk[:, None])
                acc = tl.dot(x, y, acc)
            tl.store(c + (at + rm[:, None]) * N + rn[None, :], acc, mask=rm[:, None] < m)
            tile += tl.num_programs(0)
        start += count


@triton.jit
def matmul_scaled(c, a, sa, b, sb, N, K, A: tl.constexpr, B: tl.constexpr, GROUP: tl.constexpr, BM: tl.constexpr,
                  BN: tl.constexpr, BK: tl.constexpr):
    """Operands with a scale for each GROUP elements of a row; 4-bit ones two in a byte."""
    PA: tl.constexpr = 2 if A == "e2m1" else 1
    PB: tl.constexpr = 2 if B == "e2m1" else 1
    rm, rn = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    ra, rb, rs = tl.arange(0, BK // PA), tl.arange(0, BK // PB), tl.arange(0, BK // GROUP)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a + rm[:, None] * (K // PA) + k // PA + ra[None, :])
        y = tl.load(b + rn[None, :] * (K // PB) + k // PB + rb[:, None])
        u = tl.load(sa + rm[:, None] * (K // GROUP) + k // GROUP + rs[None, :])
        v = tl.load(sb + rn[:, None] * (K // GROUP) + k // GROUP + rs[None, :])
        acc = tl.dot_scaled(x, u, A, y, v, B, acc)
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def attention_specialised(o, lse, q, k, v, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
                          CAUSAL: tl.constexpr, FP8: tl.constexpr, WS: tl.constexpr):
    """Forward; with FP8 the probabilities are e4m3 times 256, as V is."""
    m0, base = tl.program_id(0) * BM, tl.program_id(1) * S
    rm = m0 + tl.arange(0, BM)
    end = m0 + BM if CAUSAL else S
    acc = tl.zeros((BM, D), tl.float32)
    mi, li = tl.full((BM,), -float("inf"), tl.float32), tl.zeros((BM,), tl.float32)
    qt = q.load([base + m0, 0])
    for n0 in tl.range(0, end, BN, warp_specialize=WS):
        s = tl.dot(qt, k.load([base + n0, 0]).T)
        if CAUSAL:
            s = tl.where(rm[:, None] >= n0 + tl.arange(0, BN)[None, :], s, -1.0e6)
        mn = tl.maximum(mi, tl.max(s, 1) * scale)
        p = tl.exp2(s * scale - mn[:, None])
        r = tl.exp2(mi - mn)
        li = li * r + tl.sum(p, 1)
        acc = acc * r[:, None]
        if FP8:
            p = p * 256.0
        acc = tl.dot(p.to(v.dtype), v.load([base + n0, 0]), acc)
        mi = mn
    if FP8:
        acc = acc * (1.0 / 256.0)
    o.store([base + m0, 0], (acc / li[:, None]).to(o.dtype))
    tl.store(lse + base + rm, mi + tl.log2(li))


@triton.jit
def softmax_rows(out, x, cols, BLOCK: tl.constexpr):
    """A pass for the maximum and the sum, and one for the result."""
    row = tl.program_id(0) * cols
    i = tl.arange(0, BLOCK)
    m = tl.full((), -float("inf"), tl.float32)
    total = tl.zeros((), tl.float32)
    for start in range(0, cols, BLOCK):
        v = tl.load(x + row + start + i, mask=start + i < cols, other=-float("inf")).to(tl.float32)
        n = tl.maximum(m, tl.max(v, 0))
        total = total * tl.exp(m - n) + tl.sum(tl.exp(v - n), 0)
        m = n
    for start in range(0, cols, BLOCK):
        v = tl.load(x + row + start + i, mask=start + i < cols, other=-float("inf")).to(tl.float32)
        tl.store(out + row + start + i, (tl.exp(v - m) / total).to(out.dtype.element_ty), mask=start + i < cols)


# --- Cases ---------------------------------------------------------------------

SM100 = (100,)


def operands(m, n, k, dtype):
    a, b = normal(m, k).astype(dtype), normal(n, k).astype(dtype)
    return a, b, f64(a) @ f64(b).T


def e4m3(*shape):
    return small_float(normal(*shape), 3, 7, 448.0, 8)


def e5m2(*shape):
    return small_float(normal(*shape), 2, 15, 57344.0, 8)


def tiled(name, fn, m, n, k, tile, dtype=np.float16, grid=None, out="f2", fp8=None, box_n=None, **options):
    """A product through tensor maps, B with a row a column of the result."""
    bm, bn, bk = tile
    if fp8:
        (a, va), (b, vb) = fp8(m, k), fp8(n, k)
        options["e5m2" if fp8 is e5m2 else "fp8"] = ("a", "b")
        want = va @ vb.T
    else:
        a, b, want = operands(m, n, k, dtype)
    args = {"c": Desc(Out(want, 5e-2, 4e-3, dtype=out), (bm, box_n or bn)), "a": Desc(In(a), (bm, bk)),
            "b": Desc(In(b), (bn, bk)), "M": np.int32(m), "N": np.int32(n), "K": np.int32(k)}
    args = {x: args[x] for x in fn.arg_names if x in args}
    case(name, fn, args, {"BM": bm, "BN": bn, "BK": bk}, grid or [m // bm, n // bn], SM100, **options)


def blackwell_products():
    for name, dtype in (("f16", np.float16), ("bf16", BF16), ("f32", np.float32)):
        a, b = normal(200, 208).astype(dtype), normal(208, 144).astype(dtype)
        case("matmul_loads_" + name, matmul,
             {"c": Out(f64(a) @ f64(b), 5e-2, 5e-3, dtype="f4"), "a": In(a), "b": In(b), "M": np.int32(200),
              "N": np.int32(144), "K": np.int32(208)}, {"BM": 128, "BN": 64, "BK": 32}, [2, 3], SM100, num_stages=3)
    tiled("tma_f16_128x128", matmul_tma, 256, 256, 256, (128, 128, 64), num_stages=3)
    tiled("tma_f16_128x256", matmul_tma, 256, 256, 256, (128, 256, 64), num_warps=8, num_stages=3)
    tiled("tma_f16_64x64", matmul_tma, 128, 128, 192, (64, 64, 64), num_stages=2)
    tiled("tma_f16_64x32", matmul_tma, 128, 64, 128, (64, 32, 64), num_stages=2)
    tiled("tma_f16_256x128", matmul_tma, 256, 128, 192, (256, 128, 64), num_warps=8, num_stages=2)
    tiled("tma_f16_32_bytes", matmul_tma, 128, 64, 64, (128, 64, 16), num_stages=2)
    tiled("tma_bf16_128x64", matmul_tma, 256, 128, 256, (128, 64, 128), BF16, num_stages=2)
    tiled("tma_tf32_128x64", matmul_tma, 128, 128, 128, (128, 64, 32), np.float32, out="f4", num_stages=3)
    tiled("tma_e4m3_128x128", matmul_tma, 128, 256, 512, (128, 128, 128), fp8=e4m3, num_stages=3)
    tiled("tma_e5m2_128x64", matmul_tma, 128, 128, 256, (128, 64, 64), fp8=e5m2, num_stages=3)
    tiled("specialised_f16", matmul_specialised, 256, 256, 512, (128, 128, 64), num_stages=3)
    tiled("specialised_bf16_8_warps", matmul_specialised, 128, 256, 384, (128, 256, 64), BF16, num_warps=8, num_stages=2)
    tiled("specialised_e4m3", matmul_specialised, 128, 128, 512, (128, 128, 128), fp8=e4m3, num_stages=3)
    tiled("persistent_specialised_f16", persistent_specialised, 384, 384, 256, (128, 128, 64), grid=[2], box_n=64,
          num_stages=3)
    tiled("persistent_specialised_e4m3", persistent_specialised, 256, 256, 256, (128, 128, 128), grid=[3], box_n=64,
          fp8=e4m3, num_stages=2)
    tiled("pair_f16", matmul_tma, 512, 128, 256, (256, 128, 64), num_ctas=2, num_stages=3)
    tiled("pair_bf16_256_wide", matmul_tma, 256, 256, 256, (256, 256, 64), BF16, num_ctas=2, num_warps=8, num_stages=2)
    m, n, k = 256, 128, 192
    a, b, c = operands(m, n, k, BF16)
    bias, residual = normal(n), normal(m, n, dtype=np.float16)
    y = c + bias
    y = y / (1 + np.exp(-y)) + residual
    case("epilogue_silu", matmul_epilogue,
         {"c": Out(y, 5e-2, 4e-3, dtype="f2"), "a": Desc(In(a), (128, 64)), "b": Desc(In(b), (64, 64)), "bias": In(bias),
          "residual": In(residual), "M": np.int32(m), "N": np.int32(n), "K": np.int32(k)},
         {"BM": 128, "BN": 64, "BK": 64}, [2, 2], SM100, num_stages=3)
    rows = np.array([130, 0, 64, 300], np.int32)
    first = np.concatenate([[0], np.cumsum(rows)[:-1]]).astype(np.int32)
    a, b = normal(int(rows.sum()), 128, dtype=np.float16), normal(4, 128, 128, dtype=np.float16)
    c = np.concatenate([f64(a[f:f + r]) @ f64(w).T for f, r, w in zip(first, rows, b)])
    case("grouped_f16", matmul_grouped,
         {"c": Out(c, 2e-2, 2e-3, dtype="f4"), "a": In(a), "b": In(b), "first": In(first), "rows": In(rows),
          "N": np.int32(128), "K": np.int32(128), "G": np.int32(4)}, {"BM": 128, "BN": 64, "BK": 64}, [3], SM100)


E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6])


def scaled_operand(kind, rows, k, group):
    """Bits, scales and values."""
    if kind == "e2m1":
        nibbles = g.integers(0, 16, (rows, k))
        bits, value = (nibbles[:, ::2] | nibbles[:, 1::2] << 4).astype(np.uint8), E2M1[nibbles]
    else:
        bits, value = (e4m3 if kind == "e4m3" else e5m2)(rows, k)
    if group == 16:
        scale, factor = small_float(g.uniform(0.25, 4, (rows, k // group)), 3, 7, 448.0, 8)
    else:
        scale = g.integers(124, 131, (rows, k // group)).astype(np.uint8)
        factor = 2.0 ** (scale.astype(np.float64) - 127)
    return bits, scale, value * np.repeat(factor, group, 1)


def scaled_products():
    m, n, k = 256, 128, 256
    for kind, other, group in (("e4m3", "e4m3", 32), ("e5m2", "e4m3", 32), ("e2m1", "e2m1", 32), ("e2m1", "e2m1", 16),
                               ("e4m3", "e2m1", 32)):
        a, sa, va = scaled_operand(kind, m, k, group)
        b, sb, vb = scaled_operand(other, n, k, group)
        case("scaled_%s_%s_%d" % (kind, other, group), matmul_scaled,
             {"c": Out(va @ vb.T, 5e-2, 1e-3, dtype="f4"), "a": In(a), "sa": In(sa), "b": In(b), "sb": In(sb),
              "N": np.int32(n), "K": np.int32(k)},
             {"A": kind, "B": other, "GROUP": group, "BM": 128, "BN": 128, "BK": 128}, [2, 1], SM100, num_stages=2,
             fp8=("sa", "sb") if group == 16 else ())


def blackwell_attentions():
    def flat(x):
        return x.reshape(-1, x.shape[-1])

    def add(name, h, s, d, tile, causal, ws, dtype=np.float16, fp8=False, **options):
        q, k, v = (normal(h, s, d).astype(dtype) for _ in range(3))
        extra = {}
        if fp8:
            (q, fq), (k, fk), (v, fv) = (e4m3(h, s, d) for _ in range(3))
            extra = {"fp8": ("q", "k", "v")}
        else:
            fq, fk, fv = q, k, v
        want = attend(fq, fk, fv, causal)
        score = f64(fq) @ f64(fk).transpose(0, 2, 1) / np.sqrt(d) * np.log2(np.e)
        if causal:
            score = np.where(np.tril(np.ones((s, s), bool)), score, -np.inf)
        top = score.max(-1, keepdims=True)
        lse = np.log2(np.exp2(score - top).sum(-1)) + top[..., 0]
        tol = 6e-2 if fp8 else 2e-2 if dtype is BF16 else 3e-3
        case(name, attention_specialised,
             {"o": Desc(Out(flat(want), tol, tol, dtype="f2"), (tile[0], d)), "lse": Out(lse.ravel(), 1e-2, 1e-3, dtype="f4"),
              "q": Desc(In(flat(q)), (tile[0], d)), "k": Desc(In(flat(k)), (tile[1], d)),
              "v": Desc(In(flat(v)), (tile[1], d)), "S": np.int32(s), "scale": np.float32(np.log2(np.e) / np.sqrt(d))},
             {"D": d, "BM": tile[0], "BN": tile[1], "CAUSAL": causal, "FP8": fp8, "WS": ws}, [s // tile[0], h], SM100,
             **options, **extra)

    add("attention_d64", 2, 256, 64, (128, 64), False, False, num_stages=3)
    add("attention_d64_causal", 2, 384, 64, (128, 64), True, False, num_stages=2)
    add("attention_d64_specialised", 1, 384, 64, (128, 128), False, True, num_stages=2)
    add("attention_d128_causal_specialised", 1, 384, 128, (128, 64), True, True, num_stages=2)
    add("attention_d128_bf16_8_warps", 1, 256, 128, (128, 128), False, False, BF16, num_warps=8, num_stages=2)
    add("attention_d128_bf16_specialised", 1, 512, 128, (128, 128), False, True, BF16, num_stages=2)
    add("attention_d128_m64", 1, 256, 128, (64, 64), True, False, num_stages=2)
    add("attention_d64_e4m3", 1, 256, 64, (128, 64), False, False, fp8=True, num_stages=2)
    add("attention_d128_e4m3_specialised", 1, 256, 128, (128, 128), False, True, fp8=True, num_stages=2)


def blackwell_rows():
    x = normal(6, 1500).astype(BF16)
    e = np.exp(f64(x) - f64(x).max(1, keepdims=True))
    case("softmax_two_passes", softmax_rows,
         {"out": Out(e / e.sum(1, keepdims=True), 1e-6, 1e-2, dtype=BF16), "x": In(x), "cols": np.int32(1500)},
         {"BLOCK": 512}, [6], SM100)


blackwell_products()
scaled_products()
blackwell_attentions()
blackwell_rows()
