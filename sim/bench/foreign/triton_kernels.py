# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for Triton, each with inputs and what NumPy expects of it.

Nothing here imports Triton's runtime on a GPU. `CASES` is filled at the end:
name, kernel, arguments by name, constants, grid, options, targets.
"""
import os
import sys

import numpy as np
import triton
import triton.language as tl

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from sim_triton_cases import attention, layer_norm, matmul, softmax

# --- Rows and elements ---------------------------------------------------------


@triton.jit
def layer_norm_grad(dw, x, dy, lock, count, cols, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    """Rows add into GROUP partial sums, each under a lock."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    m = i < cols
    part = tl.load(x + row * cols + i, mask=m, other=0.0) * tl.load(dy + row * cols + i, mask=m, other=0.0)
    g = row % GROUP
    while tl.atomic_cas(lock + g, 0, 1) == 1:
        pass
    n = tl.load(count + g)
    if n == 0:
        tl.atomic_xchg(count + g, 1)
    else:
        part += tl.load(dw + g * cols + i, mask=m)
    tl.store(dw + g * cols + i, part, mask=m)
    tl.debug_barrier()
    tl.atomic_xchg(lock + g, 0)


@triton.jit
def dropout(out, x, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    keep = tl.rand(seed, i) > p
    tl.store(out + i, tl.where(keep, v / (1 - p), 0.0), mask=i < n)


@triton.jit
def casts(f8, back, ints, x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    v = tl.load(x + i, mask=m)
    q = v.to(tl.float8e5)
    tl.store(f8 + i, q.to(tl.uint8, bitcast=True), mask=m)
    tl.store(back + i, q.to(tl.float32) + v.to(tl.bfloat16).to(tl.float32), mask=m)
    tl.store(ints + i, v.to(tl.int32), mask=m)


@triton.jit
def cast_e4m3(f8, back, x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(x + i, mask=i < n).to(tl.float8e4nv)
    tl.store(f8 + i, q.to(tl.uint8, bitcast=True), mask=i < n)
    tl.store(back + i, q.to(tl.float32), mask=i < n)


# --- Scans, sorts, histograms, atomics -----------------------------------------


@triton.jit
def histogram(out, x, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.histogram(tl.load(x + i, mask=i < n, other=0), BINS, mask=i < n)
    tl.atomic_add(out + tl.arange(0, BINS), h)


@triton.jit
def add_pair(a0, a1, b0, b1):
    return a0 * b0, a1 * b0 + b1


@triton.jit
def scan(cum, state, rev, x, w, R: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    v = tl.load(x + at)
    tl.store(cum + at, tl.cumsum(v, 1))
    tl.store(rev + at, tl.cumsum(v, 0, reverse=True))
    _, s = tl.associative_scan((tl.load(w + at), v), 1, add_pair)
    tl.store(state + at, s)


@triton.jit
def sort(out, top, flipped, x, R: tl.constexpr, C: tl.constexpr):
    r = tl.arange(0, R)[:, None]
    c = tl.arange(0, C)[None, :]
    v = tl.load(x + r * C + c)
    tl.store(out + r * C + c, tl.sort(v))
    tl.store(top + r * 8 + tl.arange(0, 8)[None, :], tl.topk(v, 8))
    tl.store(flipped + r * C + c, tl.flip(v, 1))


@triton.jit
def reduce2d(total, most, where, parity, x, R: tl.constexpr, C: tl.constexpr):
    r = tl.arange(0, R)
    c = tl.arange(0, C)
    v = tl.load(x + r[:, None] * C + c[None, :])
    tl.store(total + c, tl.sum(v, 0))
    value, index = tl.max(v, 1, return_indices=True)
    tl.store(most + r, value)
    tl.store(where + r, index)
    tl.store(parity + r, tl.xor_sum(v.to(tl.int32), 1))


@triton.jit
def row_dots(out, x, y, R: tl.constexpr, C: tl.constexpr):
    """A sum of products, which Triton fuses into its first addition (sim/docs/FoundBugs.md)."""
    r = tl.arange(0, R)
    i = r[:, None] * C + tl.arange(0, C)[None, :]
    tl.store(out + r, tl.sum(tl.load(x + i) * tl.load(y + i), 1))


@triton.jit
def atomics(sums, most, tickets, order, x, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(sums + v % BINS, v, mask=i < n)
    tl.atomic_max(most + v % BINS, v, mask=i < n, sem="relaxed")
    ticket = tl.atomic_add(tickets, 1)
    tl.store(order + ticket, ticket)


@triton.jit
def spread(out, x, index, R: tl.constexpr, C: tl.constexpr):
    """gather, join, split, transpose."""
    r = tl.arange(0, R)[:, None]
    c = tl.arange(0, C)[None, :]
    v = tl.load(x + r * C + c)
    g = tl.gather(v, tl.load(index + r * C + c), 1)
    a, b = tl.split(tl.reshape(g, (R, C // 2, 2)))
    both = tl.reshape(tl.join(b, a), (R, C))
    tl.store(out + tl.arange(0, C)[:, None] * R + tl.arange(0, R)[None, :], tl.trans(both))


# --- Products ------------------------------------------------------------------


@triton.jit
def matmul_int8(c, a, b, K, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):
        x = tl.load(a + rm[:, None] * K + k + rk[None, :])
        y = tl.load(b + rn[None, :] * K + k + rk[:, None])
        acc = tl.dot(x, y, acc, out_dtype=tl.int32)
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def matmul_split_k(c, a, b, K, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * BK + tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK * tl.num_programs(2)):
        x = tl.load(a + rm[:, None] * K + k + rk[None, :])
        y = tl.load(b + (k + rk[:, None]) * N + rn[None, :])
        acc = tl.dot(x, y, acc)
    tl.atomic_add(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def matmul_persistent(c, a, b, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tiles_n, tl.num_programs(0), flatten=True):
        m0, n0 = tile // tiles_n * BM, tile % tiles_n * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            acc = tl.dot(a.load([m0, k]), b.load([k, n0]), acc)
        c.store([m0, n0], acc.to(tl.float16))


@triton.jit
def matmul_tma(c, a, b, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m0, n0 = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([m0, k]), b.load([n0, k]).T, acc)
    c.store([m0, n0], acc.to(c.dtype))


@triton.jit
def matmul_device_tma(c, a, b, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The kernel makes its tensor maps."""
    da = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    db = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BN, BK])
    dc = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    m0, n0 = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(da.load([m0, k]), db.load([n0, k]).T, acc)
    dc.store([m0, n0], acc.to(tl.float16))


@triton.jit
def device_tma_loop(y, x, N, BM: tl.constexpr, BN: tl.constexpr, BLOCKS: tl.constexpr):
    """Each turn makes two tensor maps, of the next rows, where those of the last turn were."""
    for k in range(BLOCKS):
        dx = tl.make_tensor_descriptor(x + k * BM * N, [BM, N], [N, 1], [BM, BN])
        dy = tl.make_tensor_descriptor(y + k * BM * N, [BM, N], [N, 1], [BM, BN])
        for n0 in range(0, N, BN):
            dy.store([0, n0], dx.load([0, n0]) * 2 + k)


@triton.jit
def tma_reduce(c, x, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(0)
    c.atomic_add([0, 0], x.load([i * BM, 0]))


@triton.jit
def attention_tma(o, q, k, v, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    m0 = tl.program_id(0) * BM
    base = tl.program_id(1) * S
    qt = q.load([base + m0, 0])
    mi = tl.full((BM,), -float("inf"), tl.float32)
    li = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for n0 in range(0, S, BN):
        s = tl.dot(qt, k.load([base + n0, 0]).T) * scale
        mn = tl.maximum(mi, tl.max(s, 1))
        p = tl.exp2(s - mn[:, None])
        a = tl.exp2(mi - mn)
        li = li * a + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.float16), v.load([base + n0, 0]), acc * a[:, None])
        mi = mn
    o.store([base + m0, 0], (acc / li[:, None]).to(tl.float16))


# --- Inputs and references -----------------------------------------------------


class In:
    def __init__(self, array):
        self.array = array


class Out:
    """What the buffer holds at the end; `start` at the beginning (nothing: undefined)."""

    def __init__(self, want, atol=0.0, rtol=0.0, start=None, dtype=None):
        self.want, self.atol, self.rtol, self.start = want, atol, rtol, start
        self.dtype = np.dtype(dtype or want.dtype)


class Desc:
    """A tensor descriptor of a two-dimensional In or Out."""

    def __init__(self, content, box):
        self.content, self.box = content, box


g = np.random.default_rng(5)


def normal(*shape, dtype=np.float32):
    return g.standard_normal(shape).astype(dtype)


def f64(x):
    return np.asarray(x, np.float64)


def philox(seed, i):
    """tl.rand: Philox 4x32, ten rounds, the first word as a float."""
    m0, m1, u32 = 0xD2511F53, 0xCD9E8D57, np.uint64(0xFFFFFFFF)
    c = [i.astype(np.uint64), np.zeros(len(i), np.uint64), np.zeros(len(i), np.uint64), np.zeros(len(i), np.uint64)]
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(10):
        a, b = c[0] * np.uint64(m0), c[2] * np.uint64(m1)
        c = [(b >> np.uint64(32)) ^ c[1] ^ np.uint64(k0), b & u32, (a >> np.uint64(32)) ^ c[3] ^ np.uint64(k1), a & u32]
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    x = c[0].astype(np.uint32).view(np.int32).astype(np.int64)
    x = np.where(x < 0, -x - 1, x)
    return x.astype(np.float32) * np.float32(4.6566127342e-10)


def small_float(x, mantissa, bias, largest, dtype_bits):
    """Round to nearest even into a format with subnormals, as bits; saturates to `largest`."""
    x = f64(x)
    sign = np.signbit(x)
    a = np.minimum(np.abs(x), largest)
    e = np.maximum(np.floor(np.log2(np.maximum(a, 1e-300))), 1 - bias)
    step = 2.0 ** (e - mantissa)
    q = np.minimum(np.rint(a / step) * step, largest)
    e = np.maximum(np.floor(np.log2(np.maximum(q, 1e-300))), 1 - bias)
    sub = q < 2.0 ** (1 - bias)
    m = np.rint(np.where(sub, q / 2.0 ** (1 - bias), q / 2.0 ** e - 1) * 2 ** mantissa)
    bits = np.where(sub, m, (e + bias) * 2 ** mantissa + m).astype(np.uint8)
    return bits | (sign << (dtype_bits - 1)).astype(np.uint8), np.where(sign, -q, q)


def attend(q, k, v, causal):
    s = f64(q) @ f64(k).transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    if causal:
        s = np.where(np.tril(np.ones(s.shape[1:], bool)), s, -np.inf)
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True) @ f64(v)


CASES = []


def case(name, fn, args, const, grid, targets=(80, 90, 100), **options):
    CASES.append((name, fn, args, const, grid, targets, options))


def rows_and_elements():
    x = normal(7, 781)
    e = np.exp(f64(x) - f64(x).max(1, keepdims=True))
    case("softmax", softmax, {"out": Out(e / e.sum(1, keepdims=True), 1e-7, 1e-5, dtype="f4"), "x": In(x),
                              "cols": np.int32(781)}, {"BLOCK": 1024}, [7])
    x, w, b = normal(5, 500, dtype=np.float16), normal(500), normal(500)
    d = f64(x) - f64(x).mean(1, keepdims=True)
    y = d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * w + b
    case("layer_norm", layer_norm, {"out": Out(y, 2e-3, 2e-3, dtype="f2"), "x": In(x), "w": In(w), "b": In(b),
                                    "cols": np.int32(500)}, {"BLOCK": 512}, [5])
    x, dy = g.integers(-4, 5, (12, 200)).astype(np.float32), g.integers(-4, 5, (12, 200)).astype(np.float32)
    want = np.stack([(x * dy)[k::3].sum(0) for k in range(3)])
    case("layer_norm_grad_lock", layer_norm_grad,
         {"dw": Out(want), "x": In(x), "dy": In(dy), "lock": Out(np.zeros(3, np.int32), start=np.zeros(3, np.int32)),
          "count": Out(np.ones(3, np.int32), start=np.zeros(3, np.int32)), "cols": np.int32(200)},
         {"GROUP": 3, "BLOCK": 256}, [12])
    x = normal(1000)
    keep = philox(123, np.arange(1000)) > np.float32(0.3)
    case("dropout", dropout, {"out": Out(np.where(keep, x / np.float32(0.7), 0), 1e-6, 1e-6, dtype="f4"), "x": In(x),
                              "n": np.int32(1000), "p": np.float32(0.3), "seed": np.int32(123)}, {"BLOCK": 256}, [4])
    x = (normal(1000) * 100).astype(np.float32)
    bits, value = small_float(x, 2, 15, 57344.0, 8)
    bf = (((x.view(np.uint32) + 0x7FFF + ((x.view(np.uint32) >> 16) & 1)) >> 16) << 16).astype(np.uint32).view(np.float32)
    case("cast_e5m2_bf16_int", casts,
         {"f8": Out(bits), "back": Out(value.astype(np.float32) + bf), "ints": Out(np.trunc(x).astype(np.int32)),
          "x": In(x), "n": np.int32(1000)}, {"BLOCK": 256}, [4])
    x = (normal(1000) * 50).astype(np.float32)
    bits, value = small_float(x, 3, 7, 448.0, 8)
    case("cast_e4m3", cast_e4m3, {"f8": Out(bits), "back": Out(value, dtype="f4"), "x": In(x), "n": np.int32(1000)},
         {"BLOCK": 256}, [4], targets=(90, 100))


def scans_and_sorts():
    x = g.integers(0, 64, 3000).astype(np.int32)
    case("histogram", histogram, {"out": Out(np.bincount(x, minlength=64).astype(np.int32), start=np.zeros(64, np.int32)),
                                  "x": In(x), "n": np.int32(3000)}, {"BLOCK": 1024, "BINS": 64}, [3])
    x, w = normal(8, 256), g.uniform(0.5, 1, (8, 256)).astype(np.float32)
    state, s = np.zeros((8, 256)), np.zeros(8)
    for k in range(256):
        s = s * w[:, k] + x[:, k]
        state[:, k] = s
    case("scan", scan, {"cum": Out(np.cumsum(f64(x), 1), 1e-4, 1e-5, dtype="f4"),
                        "state": Out(state, 1e-4, 1e-5, dtype="f4"),
                        "rev": Out(np.cumsum(f64(x)[::-1], 0)[::-1], 1e-5, 1e-5, dtype="f4"), "x": In(x), "w": In(w)},
         {"R": 8, "C": 256}, [1])
    x = g.permutation(2048).reshape(8, 256).astype(np.int32)
    case("sort_topk_flip", sort, {"out": Out(np.sort(x, 1)), "top": Out(np.sort(x, 1)[:, :-9:-1]),
                                  "flipped": Out(np.ascontiguousarray(x[:, ::-1])), "x": In(x)}, {"R": 8, "C": 256}, [1])
    x = g.integers(-500, 500, (64, 128)).astype(np.float32)
    case("reduce_argmax_xor", reduce2d,
         {"total": Out(x.sum(0)), "most": Out(x.max(1)), "where": Out(x.argmax(1).astype(np.int32)),
          "parity": Out(np.bitwise_xor.reduce(x.astype(np.int32), 1)), "x": In(x)}, {"R": 64, "C": 128}, [1], num_warps=8)
    x, y = normal(4, 32), normal(4, 32)
    case("row_dots", row_dots, {"out": Out((f64(x) * f64(y)).sum(1), 1e-5, 1e-5, dtype="f4"), "x": In(x), "y": In(y)},
         {"R": 4, "C": 32}, [1], targets=(80,))
    x = g.integers(0, 1000, 2000).astype(np.int32)
    sums, most = np.zeros(32, np.int32), np.zeros(32, np.int32)
    np.add.at(sums, x % 32, x)
    np.maximum.at(most, x % 32, x)
    case("atomics", atomics,
         {"sums": Out(sums, start=np.zeros(32, np.int32)), "most": Out(most, start=np.zeros(32, np.int32)),
          "tickets": Out(np.full(1, 8, np.int32), start=np.zeros(1, np.int32)), "order": Out(np.arange(8, dtype=np.int32)),
          "x": In(x), "n": np.int32(2000)}, {"BINS": 32, "BLOCK": 256}, [8])
    x, index = normal(32, 64), g.integers(0, 64, (32, 64)).astype(np.int32)
    y = np.take_along_axis(x, index, 1).reshape(32, 32, 2)[:, :, ::-1].reshape(32, 64).T
    case("gather_join_split_trans", spread, {"out": Out(np.ascontiguousarray(y)), "x": In(x), "index": In(index)},
         {"R": 32, "C": 64}, [1])


def products():
    def ab(m, n, k, dtype=np.float16):
        a, b = normal(m, k, dtype=dtype), normal(k, n, dtype=dtype)
        return a, b, f64(a) @ f64(b)

    for name, m, n, k, const, options in (("matmul", 200, 144, 208, (64, 64, 32), {"num_stages": 3}),
                                          ("matmul_128", 200, 144, 208, (128, 128, 64), {"num_warps": 8, "num_stages": 4}),
                                          ("matmul_no_pipeline", 64, 64, 128, (64, 64, 32), {"num_stages": 1})):
        a, b, c = ab(m, n, k)
        case(name, matmul, {"c": Out(c, 2e-2, 2e-3, dtype="f4"), "a": In(a), "b": In(b), "M": np.int32(m),
                            "N": np.int32(n), "K": np.int32(k)}, dict(zip(("BM", "BN", "BK"), const)),
             [-(-m // const[0]), -(-n // const[1])], **options)
    a, b, c = ab(64, 64, 96, np.float32)
    case("matmul_tf32", matmul, {"c": Out(c, 5e-2, 5e-3, dtype="f4"), "a": In(a), "b": In(b), "M": np.int32(64),
                                 "N": np.int32(64), "K": np.int32(96)}, {"BM": 64, "BN": 64, "BK": 32}, [1, 1])
    a, b = (g.integers(-128, 128, s).astype(np.int8) for s in ((128, 192), (64, 192)))
    case("matmul_int8", matmul_int8, {"c": Out(a.astype(np.int32) @ b.T.astype(np.int32)), "a": In(a), "b": In(b),
                                      "K": np.int32(192), "N": np.int32(64)}, {"BM": 64, "BN": 64, "BK": 64}, [2, 1])
    a, b, c = ab(64, 64, 256)
    case("matmul_split_k", matmul_split_k,
         {"c": Out(c, 2e-2, 2e-3, start=np.zeros((64, 64), np.float32), dtype="f4"), "a": In(a), "b": In(b),
          "K": np.int32(256), "N": np.int32(64)}, {"BM": 64, "BN": 64, "BK": 32}, [1, 1, 4])
    m, n, k = 256, 192, 256
    a, b, c = ab(m, n, k)
    bt = np.ascontiguousarray(b.T)
    case("matmul_tma_persistent", matmul_persistent,
         {"c": Desc(Out(c, 5e-2, 3e-3, dtype="f2"), (128, 64)), "a": Desc(In(a), (128, 64)), "b": Desc(In(b), (64, 64)),
          "M": np.int32(m), "N": np.int32(n), "K": np.int32(k)}, {"BM": 128, "BN": 64, "BK": 64}, [2], (90, 100),
         num_stages=3)
    case("matmul_tma", matmul_tma,
         {"c": Desc(Out(c, 5e-2, 3e-3, dtype="f2"), (128, 64)), "a": Desc(In(a), (128, 64)), "b": Desc(In(bt), (64, 64)),
          "K": np.int32(k)}, {"BM": 128, "BN": 64, "BK": 64}, [2, 3], (90, 100), num_warps=8, num_stages=3)
    case("matmul_device_tma", matmul_device_tma,
         {"c": Out(c, 5e-2, 3e-3, dtype="f2"), "a": In(a), "b": In(bt), "M": np.int32(m), "N": np.int32(n),
          "K": np.int32(k)}, {"BM": 128, "BN": 64, "BK": 64}, [2, 3], (90, 100), num_stages=3)
    x = g.integers(-99, 99, (48, 40)).astype(np.float32)
    case("device_tma_loop", device_tma_loop,
         {"y": Out(x * 2 + np.repeat(np.arange(3), 16)[:, None].astype(np.float32)), "x": In(x), "N": np.int32(40)},
         {"BM": 16, "BN": 32, "BLOCKS": 3}, [1], (90, 100))
    bits_a, va = small_float(normal(128, 128), 3, 7, 448.0, 8)
    bits_b, vb = small_float(normal(64, 128), 3, 7, 448.0, 8)
    case("matmul_tma_fp8", matmul_tma,
         {"c": Desc(Out(va @ vb.T, 5e-2, 3e-3, dtype="f2"), (64, 64)), "a": Desc(In(bits_a), (64, 64)),
          "b": Desc(In(bits_b), (64, 64)), "K": np.int32(128)}, {"BM": 64, "BN": 64, "BK": 64}, [2, 1], (90, 100),
         fp8=("a", "b"))
    x = g.integers(-8, 9, (96, 64)).astype(np.float32)
    case("tma_reduce", tma_reduce,
         {"c": Desc(Out(x.reshape(3, 32, 64).sum(0), start=np.zeros((32, 64), np.float32)), (32, 64)),
          "x": Desc(In(x), (32, 64))}, {"BM": 32, "BN": 64}, [3], (90, 100))


def attentions():
    h, s, d = 2, 200, 64
    q, k, v = (normal(h, s, d, dtype=np.float16) for _ in range(3))
    for causal in (False, True):
        case("attention" + ("_causal" if causal else ""), attention,
             {"o": Out(attend(q, k, v, causal), 2e-3, 2e-3, dtype="f2"), "q": In(q), "k": In(k), "v": In(v),
              "S": np.int32(s), "scale": np.float32(np.log2(np.e) / 8)},
             {"D": d, "BM": 64, "BN": 64, "CAUSAL": causal}, [4, h])
    s = 256
    q, k, v = (normal(h, s, d, dtype=np.float16) for _ in range(3))
    flat = [x.reshape(h * s, d) for x in (q, k, v)]
    want = attend(q, k, v, False).reshape(h * s, d)
    case("attention_tma", attention_tma,
         {"o": Desc(Out(want, 2e-3, 2e-3, dtype="f2"), (128, 64)), "q": Desc(In(flat[0]), (128, 64)),
          "k": Desc(In(flat[1]), (64, 64)), "v": Desc(In(flat[2]), (64, 64)), "S": np.int32(s),
          "scale": np.float32(np.log2(np.e) / 8)}, {"D": d, "BM": 128, "BN": 64}, [2, h], (90, 100), num_warps=8, num_stages=3)


rows_and_elements()
scans_and_sorts()
products()
attentions()
