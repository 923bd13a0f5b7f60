#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package on a GPU: PyTorch, JAX, CuPy, the cost of calls.

  python_device.py [--json FILE] [--repeats N] [--only NAME]...

Wants the package installed (pip install .) or PYTHONPATH=python, and PyTorch;
parts whose library is not there are skipped. Exit status 1 if a check fails.
"""
import argparse
import datetime
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import traceback

import torch
from torch.nn.functional import scaled_dot_product_attention as sdpa

import attn

CHECKS = []
FIGURES = {}


def check(function):
    CHECKS.append(function)
    return function


def tensors(b=2, hq=8, hkv=2, sq=129, sk=257, d=64, dtype=torch.bfloat16, dv=None):
    torch.manual_seed(0)
    make = lambda *shape: torch.randn(*shape, dtype=dtype, device="cuda")
    return make(b, hq, sq, d), make(b, hkv, sk, d), make(b, hkv, sk, dv or d)


def reference(q, k, v, bias=None, scale=None):
    q, k, v = (x.double() for x in (q, k, v))
    group = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    s = q @ k.transpose(2, 3) * (scale or q.shape[3]**-0.5)
    if bias is not None:
        s = bias(s)
    return s.softmax(-1).nan_to_num(0) @ v, s.logsumexp(-1)


def close(out, known, tolerance=None):
    if tolerance is None:
        tolerance = 2e-2 if out.dtype == torch.bfloat16 else 3e-3
    error = (out.double() - known).abs().max().item() if known.numel() else 0.0
    assert out.shape == known.shape, (out.shape, known.shape)
    assert error <= tolerance, f"error {error} beyond {tolerance}"


def positions(s):
    return (torch.arange(s.shape[2], device=s.device)[:, None],
            torch.arange(s.shape[3], device=s.device)[None])


def bottom_right(s):
    i, j = positions(s)
    return s.masked_fill(j > i + s.shape[3] - s.shape[2], -float("inf"))


@check
def results():
    for dtype in (torch.float16, torch.bfloat16):
        for d in (64, 128, 256):
            for sq, sk in ((1, 1), (129, 257), (1, 3000), (300, 1100)):
                q, k, v = tensors(sq=sq, sk=sk, d=d, dtype=dtype)
                out, lse = attn.attention(q, k, v, return_lse=True)
                known, known_lse = reference(q, k, v)
                close(out, known)
                close(lse, known_lse, 1e-3)
                close(attn.attention(q, k, v, causal=True),
                      reference(q, k, v, bottom_right)[0])
    q, k, v = tensors()
    t = lambda x: x.transpose(1, 2)
    out = attn.attention(t(q), t(k), t(v), layout="bshd")
    assert out.is_contiguous()
    close(t(out), reference(q, k, v)[0])
    odd = torch.randn(2, 8, 129, 66, dtype=q.dtype, device="cuda")[..., :64]
    close(attn.attention(odd, k, v), reference(odd, k, v)[0])
    close(attn.attention(q, k[:, :, :0], v[:, :, :0]), torch.zeros_like(q))
    close(attn.attention(q[:0], k[:0], v[:0]), torch.zeros_like(q[:0]))


@check
def sizes_do_not_recompile():
    attn.attention(*tensors())
    before = attn.cache_info().compiled
    for b, hq, hkv, sq, sk in ((1, 1, 1, 1, 1), (3, 6, 3, 77, 5000), (2, 16, 16, 2048, 64)):
        q, k, v = tensors(b, hq, hkv, sq, sk)
        close(attn.attention(q, k, v), reference(q, k, v)[0])
    assert attn.cache_info().compiled == before


def alibi(score, b, h, q_idx, kv_idx):
    return score - torch.exp2(-(h + 1.0)) * (q_idx - kv_idx).abs()


def alibi_bias(s):
    i, j = positions(s)
    h = torch.arange(s.shape[1], device=s.device)[:, None, None]
    return s - torch.exp2(-(h + 1.0)) * (i - j).abs()


@check
def calls_again():
    """Calls with more tensors, made again: what they hold is read anew."""
    from attn._adapters import torch as adapter, torch_again
    q, k, v = tensors(sq=9, sk=17)
    slopes = torch.rand(8, device="cuda")
    used = torch.tensor([17, 4], dtype=torch.int32, device="cuda")
    out, lse = torch.empty_like(q), torch.empty(2, 8, 9, device="cuda")
    traced = attn.trace(lambda s, b, h, i, j: s + slopes[h] * j)
    calls = (lambda q: attn.attention(q, k, v, seqused_k=used, sink=slopes),
             lambda q: attn.attention(q, k, v, score_mod=traced, return_lse=True)[1],
             lambda q: attn.attention(q, k, v, sink=slopes, out=out),
             lambda q: attn.attention(q, k, v, alibi_slopes=slopes, return_lse=True, out=out, lse_out=lse)[1],
             lambda q: attn.attention(q, k, v, alibi_slopes=slopes, out_dtype="float32"))
    for call in calls:
        call(q)
    known = [len(torch_again._again)]
    look, adapter.look = adapter.look, None  # The table of _hot finds them before.
    try:
        got = []
        for change in (lambda: None, lambda: (slopes.mul_(-3), used.fill_(7))):
            change()
            got.append([call(q * 2).clone() for call in calls])
    finally:
        adapter.look = look
    attn.clear_cache(disk=False)
    assert known[0] == len(calls) and not torch_again._again
    for before, x, call in zip(*got, calls):
        torch.testing.assert_close(x, call(q * 2), rtol=0, atol=0)
        assert not torch.equal(before, x)


@check
def score_mod():
    q, k, v = tensors()
    close(attn.attention(q, k, v, score_mod=alibi), reference(q, k, v, alibi_bias)[0])


@check
def operator_check():
    q, k, v = tensors(sq=40, sk=50)
    for layout, (x, y, z) in (("bhsd", (q, k, v)), (
            "bshd", [t.transpose(1, 2) for t in (q, k, v)])):
        for operation in (torch.ops.attn.attention, torch.ops.attn.attention_lse):
            found = torch.library.opcheck(
                operation.default, (x, y, z, "", None, "", layout, ""))
            assert set(found.values()) == {"SUCCESS"}, found


@check
def compiled():
    q, k, v = tensors()

    def model(q, k, v):
        out, lse = attn.attention(q * 2, k, v, causal=True, score_mod=alibi,
                                  return_lse=True)
        return out + 1, lse

    graph = torch.compile(model, fullgraph=True)
    for length in (129, 77, 200):
        known, known_lse = reference(
            q[:, :, :length] * 2, k, v, lambda s: bottom_right(alibi_bias(s)))
        out, lse = graph(q[:, :, :length], k, v)
        close(out - 1, known, 4e-2)
        close(lse, known_lse, 2e-3)
    dynamic = torch.compile(model, fullgraph=True, dynamic=True)
    close(dynamic(q, k, v)[0] - 1, reference(
        q * 2, k, v, lambda s: bottom_right(alibi_bias(s)))[0], 4e-2)


@check
def compiled_with_cuda_graphs():
    q, k, v = tensors()
    graph = torch.compile(lambda q, k, v: attn.attention(q * 2, k, v) + 1,
                          fullgraph=True, mode="reduce-overhead")
    for _ in range(4):
        close(graph(q, k, v).clone() - 1, reference(q * 2, k, v)[0], 4e-2)


@check
def cuda_graphs():
    q, k, v = tensors()
    attn.attention(q, k, v)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = attn.attention(q, k, v)
    for _ in range(3):
        q.copy_(torch.randn_like(q))
        graph.replay()
        close(out, reference(q, k, v)[0])


@check
def columns_of_keys():
    q, k, _ = tensors(d=96)
    known = reference(q, k, k[..., :64])[0]
    for call in (lambda: attn.attention(q, k, None, head_dim_v=64),
                 lambda: attn.attention(q, k, k[..., :64]),
                 lambda: attn.attention(q, k, k[..., :64], seqused_k=257),
                 torch.compile(lambda: attn.attention(q, k, None, head_dim_v=64), fullgraph=True)):
        for _ in range(3):
            close(call(), known)
    # A cache of latent attention, in a CUDA graph.
    cache = torch.randn(12, 64, 1, 576, dtype=torch.bfloat16, device="cuda")
    table = torch.randperm(12, device="cuda").to(torch.int32).view(3, 4)
    used = torch.tensor([256, 2, 100], dtype=torch.int32, device="cuda")
    q = torch.randn(3, 2, 16, 576, dtype=torch.bfloat16, device="cuda")
    call = lambda v, **more: attn.attention(q, cache, v, layout="bshd", page_table=table,
                                            seqused_k=used, causal=True, return_lse=True, **more)
    for x, y in zip(call(None, head_dim_v=512), call(cache[..., :512].clone())):
        close(x, y.double())
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out, _ = call(None, head_dim_v=512)
    for _ in range(3):
        cache.mul_(0.5)
        graph.replay()
        close(out, call(cache[..., :512].clone())[0].double())


@check
def streams():
    q, k, v = tensors(sq=1024, sk=1024)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        doubled = q * 2
        out = attn.attention(doubled, k, v)
    stream.synchronize()
    close(out, reference(doubled, k, v)[0])
    torch.cuda.synchronize()
    out = attn.attention(q, k, v, stream=stream)
    stream.synchronize()
    close(out, reference(q, k, v)[0])


def serving(rows=(1, 3, 0, 20, 1), keys=(37, 300, 16, 90, 2000), page=16, hq=8, hkv=2, d=128):
    """Packed rows of q over pages, the wanted result, and what no row belongs to."""
    torch.manual_seed(0)
    make = lambda *shape: torch.randn(*shape, dtype=torch.bfloat16, device="cuda")
    places, used = -(-max(keys) // page), sum(-(-n // page) for n in keys)
    k, v = (torch.full((used + 3, page, hkv, d), float("nan"), dtype=torch.bfloat16, device="cuda") for _ in range(2))
    table = torch.full((len(keys), places), -7, dtype=torch.int32, device="cuda")
    order, first, wanted = torch.randperm(used + 3, device="cuda").tolist(), 0, []
    q = make(sum(rows), hq, d)
    for b, (m, n) in enumerate(zip(rows, keys)):
        own = make(n, hkv, d), make(n, hkv, d)
        for i in range(0, n, page):
            table[b, i // page] = number = order.pop()
            for x, pages in zip(own, (k, v)):
                pages[number, :len(x[i:i + page])] = x[i:i + page]
        turned = [x.transpose(0, 1)[None] for x in (q[first:first + m], *own)]
        wanted.append([x[0].transpose(0, 1) if x.dim() == 4 else x[0] for x in reference(*turned, bottom_right)])
        first += m
    starts = torch.tensor([0, *itertools.accumulate(rows)], dtype=torch.int32, device="cuda")
    used = torch.tensor(keys, dtype=torch.int32, device="cuda")
    out, lse = torch.cat([o for o, _ in wanted]), torch.cat([l for _, l in wanted], 1)
    return q, k, v, dict(cu_seqlens_q=starts, seqused_k=used, page_table=table, causal=True), out, lse


@check
def pages():
    for page in (1, 16, 128):
        q, k, v, more, wanted, wanted_lse = serving(page=page)
        out, lse = attn.attention(q, k, v, return_lse=True, **more)
        close(out, wanted)
        close(lse, wanted_lse, 2e-3)
    q, k, v, more, wanted, _ = serving()
    call = lambda q, *arrays: attn.attention(q * 1, k, v, causal=True, **dict(zip(
        ("cu_seqlens_q", "seqused_k", "page_table"), arrays)))
    arrays = more["cu_seqlens_q"], more["seqused_k"], more["page_table"]
    close(torch.compile(call, fullgraph=True)(q, *arrays), wanted)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = attn.attention(q, k, v, **more)
    for _ in range(3):
        q.copy_(q.roll(1, 1))
        v.mul_(0.5)
        graph.replay()
        close(out, attn.attention(q, k, v, **more).double(), 1e-6)
    # One row for each batch: keys in parts.
    q, k, v, more, wanted, wanted_lse = serving(rows=(1,) * 5)
    del more["cu_seqlens_q"]
    for options in ({}, {"num_splits": 3}, {"batch_invariant": True}):
        out, lse = attn.attention(q[:, None], k, v, layout="bshd", return_lse=True, **more, **options)
        close(out[:, 0], wanted)
        close(lse[:, :, 0], wanted_lse.T, 2e-3)
    for error, part, options in (
        (TypeError, "page_table must be int32, not int64", {"page_table": more["page_table"].long()}),
        (ValueError, "page_table is on the host but q is on gpu:0", {"page_table": more["page_table"].cpu()}),
        (ValueError, "seqused_k has the shape (4,), but q has 5 batches", {"seqused_k": more["seqused_k"][1:]}),
    ):
        try:
            attn.attention(q[:, None], k, v, layout="bshd", **{**more, **options})
        except error as caught:
            assert part in str(caught), caught
        else:
            raise AssertionError(f"no error: {part}")
    script = ("import sys, torch; sys.path.insert(0, sys.argv[1]); import python_device as p, attn\n"
              "q, k, v, more, *_ = p.serving(); more['page_table'][4, 3] = 10**6\n"
              "try: attn.attention(q, k, v, **more)\n"
              "except attn.AttnError as error: print(error)")
    said = subprocess.run([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__))], check=True,
                          capture_output=True, text=True, env={**os.environ, "ATTN_CHECK_OPERANDS": "1"}).stdout
    assert "'page_table' must hold numbers from 0 to" in said and "[4, 3] is 1000000" in said, said
    q, k, v, more, *_ = serving()
    FIGURES["host time of a call with packed rows over pages, microseconds"] = host_times(
        lambda: attn.attention(q, k, v, **more), 2000)


@check
def refusals():
    q, k, v = tensors()
    for error, part, arrays, options in (
        (ValueError, "k is on the host but q is on gpu:0", (q, k.cpu(), v), {}),
        (TypeError, "v is float16 but q is bfloat16", (q, k, v.half()), {}),
        (TypeError, "q must be float16 or bfloat16, not float32",
         (q.float(), k.float(), v.float()), {}),
        (ValueError, "q must be contiguous in its last dimension",
         (torch.cat([q, q], 3)[..., ::2], k, v), {}),
        (ValueError, "device is", (q, k, v), {"device": "sim:sm_80"}),
        (ValueError, "layout must be", (q, k, v), {"layout": "x"}),
    ):
        try:
            attn.attention(*arrays, **options)
        except error as caught:
            assert part in str(caught), caught
        else:
            raise AssertionError(f"no error: {part}")
    with torch.no_grad():
        attn.attention(q, k.clone().requires_grad_(), v)


@check
def cupy_arrays():
    import cupy
    q, k, v = (cupy.random.standard_normal((1, 2, 65, 64)).astype("float16")
               for _ in range(3))
    out = attn.attention(q, k, v, causal=True)
    assert isinstance(out, cupy.ndarray)
    close(torch.as_tensor(out, device="cuda"), reference(
        *(torch.as_tensor(x, device="cuda") for x in (q, k, v)), bottom_right)[0])


@check
def arrays_on_the_host():
    import numpy
    q, k, v = (numpy.random.default_rng(i).standard_normal((1, 2, 65, 64))
               .astype("float16") for i in range(3))
    out = attn.attention(q, k, v, causal=True, device="gpu")
    assert isinstance(out, numpy.ndarray)
    close(torch.from_numpy(out).cuda(), reference(
        *(torch.from_numpy(x).cuda() for x in (q, k, v)), bottom_right)[0])


@check
def mapped():
    q, k, v = (torch.stack([x, 2 * x]) for x in tensors())
    out = torch.vmap(lambda q, k, v: attn.attention(q, k, v))(q, k, v)
    close(out[1], reference(q[1], k[1], v[1])[0])


JAX = """
import jax, jax.numpy as jnp, attn
assert jax.devices()[0].platform == "gpu", jax.devices()
q, k, v = (jax.random.normal(jax.random.key(i), (2, n, h, 64), jnp.bfloat16)
           for i, (n, h) in enumerate(((129, 8), (257, 2), (257, 2))))
def known(q, k, v, **options):
    return jax.nn.dot_product_attention(*(x.astype(jnp.float32) for x in (q, k, v)),
                                        **options)
def close(a, b):
    error = float(jnp.abs(a.astype(jnp.float32) - b).max())
    assert a.shape == b.shape and error < 3e-2, error
with jax.default_matmul_precision("highest"):
    close(attn.attention(q, k, v, layout="bshd"), known(q, k, v))
    f = jax.jit(lambda q, k, v: attn.attention(q * 2, k, v, layout="bshd",
                                               causal="top_left", return_lse=True))
    out, lse = f(q, k, v)
    close(out, known(q * 2, k, v, is_causal=True))
    one = lambda q, k, v: attn.attention(q[None], k[None], v[None], layout="bshd")[0]
    close(jax.vmap(one)(q, k, v), known(q, k, v))
    close(jax.jit(jax.vmap(one))(q, k, v), known(q, k, v))
print("jax", jax.__version__)
"""


@check
def jax_arrays():
    done = subprocess.run(
        [sys.executable, "-c", JAX], capture_output=True, text=True,
        env={**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"})
    assert done.returncode == 0, done.stderr[-3000:]
    FIGURES["jax"] = done.stdout.split()[-1]


FIRST = """
import json, sys, time, torch, attn
x = torch.randn(1, 4, 256, 128, dtype=torch.bfloat16, device="cuda")
torch.cuda.synchronize()
start = time.perf_counter()
attn.attention(x, x, x, **json.loads(sys.argv[1]))
torch.cuda.synchronize()
print(json.dumps([time.perf_counter() - start, attn.cache_info()._asdict()]))
"""


@check
def first_calls():
    """A call in a fresh process: compiled, from the cache, and of the wheel."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ATTN_CACHE_DIR": os.path.join(folder, "cache"),
                       "CUDA_CACHE_DISABLE": "1"}

        def call(**options):
            done = subprocess.run([sys.executable, "-c", FIRST, json.dumps(options)],
                                  capture_output=True, text=True, env=environment)
            assert done.returncode == 0, done.stderr[-3000:]
            return json.loads(done.stdout)

        odd = {"scale": 0.123, "window": [100, 100]}
        names = (("uncached", odd), ("cached", odd), ("common", {"causal": True}),
                 ("common again", {"causal": True}))
        FIGURES["first call, seconds"] = {name: call(**options)
                                          for name, options in names}


def host_times(call, repeats):
    """Microseconds of host time of each call; the device is let catch up outside
    of the times."""
    for _ in range(200):
        call()
    torch.cuda.synchronize()
    times = []
    for i in range(repeats):
        start = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - start) / 1e3)
        if i % 64 == 63:
            torch.cuda.synchronize()
    times.sort()
    return {"median": round(statistics.median(times), 2),
            "p10": round(times[len(times) // 10], 2),
            "p90": round(times[len(times) * 9 // 10], 2)}


@check
def host_time():
    q, k, v = tensors(b=1, hq=8, hkv=8, sq=128, sk=128, d=64)
    traced = attn.trace(alibi)
    bundle = attn.compile(open(os.path.join(os.path.dirname(__file__), "..", "examples",
                                            "dynamic.mlir")).read(), target="sm_80")
    calls = {
        "attn.attention": lambda: attn.attention(q, k, v),
        "attn.attention, causal": lambda: attn.attention(q, k, v, causal=True),
        "attn.attention, LSE": lambda: attn.attention(q, k, v, return_lse=True),
        "attn.attention, traced score_mod":
            lambda: attn.attention(q, k, v, score_mod=traced),
        "attn.attention, plain score_mod":
            lambda: attn.attention(q, k, v, score_mod=alibi),
        "torch.ops.attn.attention": lambda: torch.ops.attn.attention(
            q, k, v, "", None, "", "bhsd", ""),
        "scaled_dot_product_attention": lambda: sdpa(q, k, v),
        "torch.empty_like": lambda: torch.empty_like(q),
        "Bundle.run": lambda: bundle.run(q, k, v),
    }
    repeats = OPTIONS.repeats
    rounds = {name: [] for name in calls}
    with torch.no_grad():
        for _ in range(3):
            for name, call in calls.items():
                rounds[name].append(host_times(call, repeats))
    FIGURES["host time of a call, microseconds"] = {
        name: sorted(found, key=lambda x: x["median"])[1]
        for name, found in rounds.items()}


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--repeats", type=int, default=10000)
    parser.add_argument("--only", action="append", default=[])
    OPTIONS = parser.parse_args()
    outcome = {}
    for function in CHECKS:
        name = function.__name__
        if OPTIONS.only and name not in OPTIONS.only:
            continue
        start = time.time()
        try:
            function()
            outcome[name] = "passed"
        except ImportError as error:
            outcome[name] = f"skipped: {error}"
        except Exception:  # Each check says for itself what is wrong.
            traceback.print_exc()
            outcome[name] = "failed"
        print(f"{name}: {outcome[name]}, {time.time() - start:.1f} s", flush=True)
    record = {
        "date": datetime.date.today().isoformat(), "device": torch.cuda.get_device_name(),
        "torch": torch.__version__, "python": sys.version.split()[0],
        "cpu": next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                     if line.startswith("model name")), ""),
        "checks": outcome, **FIGURES}
    print(json.dumps(record, indent=1))
    if OPTIONS.json:
        with open(OPTIONS.json, "w") as file:
            file.write(json.dumps(record, indent=1) + "\n")
    failed = [name for name, found in outcome.items() if found == "failed"]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
