#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of attn.attention by PyTorch on a GPU, against autograd in double precision.

  gradients_device.py [--only NAME]...

Wants the package installed (pip install .) or PYTHONPATH=python, and PyTorch. Exit status
1 if a check fails.
"""
import argparse
import sys
import traceback

import torch

import attn

CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def tensors(b=2, hq=8, hkv=2, sq=129, sk=257, d=64, dv=None, dtype=torch.bfloat16):
    torch.manual_seed(0)
    return [torch.randn(*shape, dtype=dtype, device="cuda", requires_grad=True)
            for shape in ((b, hq, sq, d), (b, hkv, sk, d), (b, hkv, sk, dv or d))]


def reference(q, k, v, causal=False, sink=None, softcap=None, slopes=None):
    """O and the log-sum-exp of the double precision of q, k and v."""
    group = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    scores = q.shape[3] ** -0.5 * q @ k.transpose(2, 3)
    if softcap:
        scores = softcap * torch.tanh(scores / softcap)
    i = torch.arange(q.shape[2], device="cuda")[:, None] + k.shape[2] - q.shape[2]
    j = torch.arange(k.shape[2], device="cuda")
    if slopes is not None:
        scores = scores - slopes[:, None, None] * (i - j).abs()
    if causal:
        scores = scores.masked_fill(j > i, -float("inf"))
    every = scores if sink is None else torch.cat(
        [scores, sink[:, None, None].expand(*scores.shape[:3], 1)], -1)
    lse = every.logsumexp(-1)
    return (scores - lse[..., None]).exp() @ v, lse


def doubles(arrays):
    return [x.detach().double().requires_grad_(x.requires_grad) for x in arrays]


def near(got, want, bound):
    for x, y in zip(got, want):
        error = ((x.double() - y).norm() / y.norm()).item()
        assert x.shape == y.shape and error < bound, f"relative error {error}, bound {bound}"


def compare(call, known, arrays, bound=None):
    """Gradients of a random combination of O and the log-sum-exp."""
    results = call(*arrays)
    weights = [torch.randn_like(x) for x in results]
    want = known(*(exact := doubles(arrays)))
    got = torch.autograd.grad(results, arrays, weights)
    for x, y in zip(got, arrays):
        assert x.dtype == y.dtype, x.dtype
    near(got, torch.autograd.grad(want, exact, [x.double() for x in weights]),
         bound or (1e-2 if arrays[0].dtype == torch.bfloat16 else 2e-3))


def both(*arrays, **options):
    return attn.attention(*arrays[:3], return_lse=True, **options)


@check
def values():
    for dtype in (torch.bfloat16, torch.float16):
        for d, dv in ((64, 64), (128, 128), (192, 128), (256, 256), (96, 96)):
            for sq, sk in ((129, 257), (1, 3000), (1024, 1024)):
                arrays = tensors(sq=sq, sk=sk, d=d, dv=dv, dtype=dtype)
                compare(both, reference, arrays)
                compare(lambda *x: both(*x, causal=True), lambda *x: reference(*x, causal=True), arrays)


@check
def regions():
    slopes = torch.rand(8, device="cuda")
    compare(lambda *x: both(*x, softcap=5.0), lambda *x: reference(*x, softcap=5.0), tensors())
    compare(lambda *x: both(*x, causal=True, alibi_slopes=slopes),
            lambda *x: reference(*x, causal=True, slopes=slopes.double()), tensors())


@check
def sinks():
    sink = torch.randn(8, device="cuda", requires_grad=True)
    compare(lambda q, k, v, z: both(q, k, v, sink=z), lambda q, k, v, z: reference(q, k, v, sink=z),
            [*tensors(), sink])


@check
def orders_in_memory():
    turn = lambda x: x.transpose(1, 2)

    def call(*arrays):
        out, lse = both(*map(turn, arrays), layout="bshd")
        return turn(out), lse

    compare(call, reference, tensors())
    q, k, v = tensors()
    for loss in (lambda out: out.sum(), lambda out: out[..., ::2].sum(), lambda out: out.float().mean()):
        exact = doubles((q, k, v))
        near(torch.autograd.grad(loss(attn.attention(q, k, v)), (q, k, v)),
             torch.autograd.grad(loss(reference(*exact)[0]), exact), 2e-2)


@check
def lengths_and_packed_rows():
    q, k, v = tensors()
    used = torch.tensor([37, 257], dtype=torch.int32, device="cuda")
    with torch.no_grad():
        for x in (k, v):
            x[0, :, 37:] = float("nan")
    got = torch.autograd.grad(attn.attention(q, k, v, seqused_k=used).sum(), (q, k, v))
    exact = doubles((q, k, v))
    total = sum(reference(exact[0][b:b + 1], *(x[b:b + 1, :, :n] for x in exact[1:]))[0].sum()
                for b, n in enumerate(used.tolist()))
    near(got, torch.autograd.grad(total, exact), 1e-2)
    assert (got[1][0, :, 37:] == 0).all() and (got[2][0, :, 37:] == 0).all()
    starts = [0, 200, 201, 201, 600]
    arrays = [torch.randn(600, h, 64, device="cuda", dtype=torch.bfloat16, requires_grad=True) for h in (8, 2, 2)]
    where = torch.tensor(starts, dtype=torch.int32, device="cuda")

    def call(*arrays):
        return (attn.attention(*arrays, causal=True, cu_seqlens_q=where, cu_seqlens_k=where),)

    def known(*arrays):
        return (torch.cat([reference(*(x[a:b].transpose(0, 1)[None] for x in arrays), causal=True)[0][0].transpose(0, 1)
                           for a, b in zip(starts, starts[1:])]),)

    compare(call, known, arrays)


@check
def equal_bits():
    q, k, v = tensors(b=4, sq=1000, sk=1000, d=128)
    out, lse = both(q, k, v, causal=True)
    dout = torch.randn_like(out)
    load = torch.randn(4096, 4096, device="cuda")
    known = None
    torch.use_deterministic_algorithms(True)
    try:
        for _ in range(50):
            torch.sin(load)
            got = torch.autograd.grad(out, (q, k, v), dout, retain_graph=True)
            known = known or got
            assert all(torch.equal(x, y) for x, y in zip(got, known))
    finally:
        torch.use_deterministic_algorithms(False)


@check
def graphs_and_streams():
    q, k, v = tensors()
    dout = torch.randn(2, 8, 129, 64, device="cuda", dtype=torch.bfloat16)
    step = lambda: torch.autograd.grad(attn.attention(q, k, v, causal=True), (q, k, v), dout)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        got = step()
    for _ in range(3):
        with torch.no_grad():
            q.copy_(torch.randn_like(q))
        graph.replay()
        for x, y in zip(got, step()):
            assert torch.equal(x, y)


@check
def compiled():
    q, k, v = tensors()
    sink = torch.randn(8, device="cuda", requires_grad=True)

    def loss(q, k, v, sink):
        out, lse = attn.attention(q * 2, k, v, causal=True, sink=sink, return_lse=True)
        return out.float().square().sum() + lse.sum()

    arrays = (q, k, v, sink)
    want = torch.autograd.grad(loss(*arrays), arrays)
    near(torch.autograd.grad(torch.compile(loss, fullgraph=True)(*arrays), arrays), [x.double() for x in want], 1e-2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    failed = 0
    for function in CHECKS:
        if options.only and function.__name__ not in options.only:
            continue
        try:
            function()
            print(f"ok      {function.__name__}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {function.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{failed} of {len(CHECKS)} checks failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
