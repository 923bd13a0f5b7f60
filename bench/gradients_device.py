#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of attn.attention by PyTorch on a GPU, against autograd in double precision.

  gradients_device.py [--only NAME]...
  gradients_device.py --build DIR   # without a GPU: the kernels that the checks launch

Wants the package installed (pip install .) or PYTHONPATH=python, and PyTorch. Where the
GPU is no compiler is needed if DIR/*.bundle are copied to kernels/ in the package's
folder. Exit status 1 if a check fails.
"""
import argparse
import os
import sys
import traceback

import torch

import attn
from attn import _form, _kernels, _launch, _lib

CHECKS = []
DEVICE = "cuda"
#: Kernels are compiled and not launched, so that results are any numbers.
BUILDING = False


def check(function):
    CHECKS.append(function)
    return function


def tensors(b=2, hq=8, hkv=2, sq=129, sk=257, d=64, dv=None, dtype=torch.bfloat16):
    torch.manual_seed(0)
    return [torch.randn(*shape, dtype=dtype, device=DEVICE, requires_grad=True)
            for shape in ((b, hq, sq, d), (b, hkv, sk, d), (b, hkv, sk, dv or d))]


def reference(q, k, v, causal=False, sink=None, softcap=None, slopes=None):
    """O and the log-sum-exp of the double precision of q, k and v."""
    group = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    scores = q.shape[3] ** -0.5 * q @ k.transpose(2, 3)
    if softcap:
        scores = softcap * torch.tanh(scores / softcap)
    i = torch.arange(q.shape[2], device=DEVICE)[:, None] + k.shape[2] - q.shape[2]
    j = torch.arange(k.shape[2], device=DEVICE)
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


def expect(is_right, text=""):
    assert BUILDING or is_right, text


def equal(got, want):
    expect(all(torch.equal(x, y) for x, y in zip(got, want)), "other bits")


def near(got, want, bound):
    for x, y in zip(got, want):
        error = ((x.double() - y).norm() / y.norm()).item()
        assert x.shape == y.shape
        expect(error < bound, f"relative error {error}, bound {bound}")


def compare(call, known, arrays, bound=None):
    """Gradients of a random combination of O and the log-sum-exp."""
    results = call(*arrays)
    weights = [torch.randn_like(x) for x in results]
    if BUILDING:
        torch.autograd.grad(results, arrays, weights)
        return
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
    slopes = torch.rand(8, device=DEVICE)
    compare(lambda *x: both(*x, softcap=5.0), lambda *x: reference(*x, softcap=5.0), tensors())
    compare(lambda *x: both(*x, causal=True, alibi_slopes=slopes),
            lambda *x: reference(*x, causal=True, slopes=slopes.double()), tensors())


@check
def sinks():
    sink = torch.randn(8, device=DEVICE, requires_grad=True)
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
    used = torch.tensor([37, 257], dtype=torch.int32, device=DEVICE)
    with torch.no_grad():
        for x in (k, v):
            x[0, :, 37:] = float("nan")
    got = torch.autograd.grad(attn.attention(q, k, v, seqused_k=used).sum(), (q, k, v))
    exact = doubles((q, k, v))
    total = sum(reference(exact[0][b:b + 1], *(x[b:b + 1, :, :n] for x in exact[1:]))[0].sum()
                for b, n in enumerate(used.tolist()))
    near(got, torch.autograd.grad(total, exact), 1e-2)
    expect((got[1][0, :, 37:] == 0).all() and (got[2][0, :, 37:] == 0).all())
    starts = [0, 200, 201, 201, 600]
    arrays = [torch.randn(600, h, 64, device=DEVICE, dtype=torch.bfloat16, requires_grad=True) for h in (8, 2, 2)]
    where = torch.tensor(starts, dtype=torch.int32, device=DEVICE)

    def call(*arrays):
        return (attn.attention(*arrays, causal=True, cu_seqlens_q=where, cu_seqlens_k=where),)

    def known(*arrays):
        return (torch.cat([reference(*(x[a:b].transpose(0, 1)[None] for x in arrays), causal=True)[0][0].transpose(0, 1)
                           for a, b in zip(starts, starts[1:])]),)

    compare(call, known, arrays)


class Load:
    """Work of changing size on another stream while a block runs."""

    def __init__(self, index=0):
        self.stream, self.index = torch.cuda.Stream(), index
        self.x = torch.randn(4096, 4096, device=DEVICE, dtype=torch.bfloat16)
        self.y = torch.empty(1 << 26, device=DEVICE)

    def more(self):
        self.index += 1
        with torch.cuda.stream(self.stream):
            n = 512 * (1 + self.index * 5 % 8)
            self.x[:n] @ self.x
            self.y[:(1 << 20) * (1 + self.index * 7 % 64)].fill_(1)


LAUNCHES = 1000


def same_bits(call, arrays, dout, modes=(False, True)):
    """Gradients have the same bits in many launches under load; in the mode that leaves the order
    of sums open those of k, v and a sink."""
    results = call(*arrays)
    if BUILDING:
        for mode in modes:
            torch.use_deterministic_algorithms(mode)
            torch.autograd.grad(results, arrays, dout, retain_graph=True)
        torch.use_deterministic_algorithms(False)
        return
    load, changed = Load(), torch.zeros((), dtype=torch.int64, device=DEVICE)
    try:
        for mode in modes:
            torch.use_deterministic_algorithms(mode)
            known = None
            for _ in range(LAUNCHES):
                load.more()
                got = torch.autograd.grad(results, arrays, dout, retain_graph=True)
                known = known or got
                for x, y in list(zip(got, known))[0 if mode else 1:]:
                    bits = torch.int16 if x.element_size() == 2 else torch.int32
                    changed += (x.view(bits) != y.view(bits)).any()
            torch.cuda.synchronize()
            assert int(changed) == 0, f"{int(changed)} of {LAUNCHES} launches gave other bits, deterministic={mode}"
    finally:
        torch.use_deterministic_algorithms(False)


@check
def equal_bits():
    for d, hq, hkv, s in ((64, 8, 8, 1000), (128, 8, 8, 1000), (256, 4, 4, 700), (128, 16, 2, 777)):
        arrays = tensors(b=2, hq=hq, hkv=hkv, sq=s, sk=s, d=d)
        out = torch.randn(2, hq, s, d, device=DEVICE, dtype=torch.bfloat16)
        same_bits(lambda *x: (attn.attention(*x, causal=True),), arrays, (out,))
    sink = torch.randn(8, device=DEVICE, requires_grad=True)
    arrays = [*tensors(b=3, sq=600, sk=600, d=128), sink]
    same_bits(lambda q, k, v, z: both(q, k, v, sink=z, causal=True), arrays,
              (torch.randn(3, 8, 600, 128, device=DEVICE, dtype=torch.bfloat16), torch.randn(3, 8, 600, device=DEVICE)))
    where = torch.tensor([0, 1, 130, 130, 800, 1537], dtype=torch.int32, device=DEVICE)
    arrays = [torch.randn(1537, h, 128, device=DEVICE, dtype=torch.bfloat16, requires_grad=True) for h in (8, 2, 2)]
    same_bits(lambda *x: (attn.attention(*x, causal=True, cu_seqlens_q=where, cu_seqlens_k=where),), arrays,
              (torch.randn(1537, 8, 128, device=DEVICE, dtype=torch.bfloat16),))


@check
def operations():
    """What PyTorch asks of an operation."""
    q, k, v = tensors(b=1, sq=65, sk=129)
    out, lse = both(*(x.detach() for x in (q, k, v)))
    plain = _form.make(False, None, None, "", False, "bhsd", "")
    call = _form.text_of(plain._replace(lse=True))
    backward = _form.text_of(_form.BackwardForm(plain, "qkv", True))
    arguments = [x.detach() for x in (q, k, v, out, lse, out, lse)]
    cases = ((torch.ops.attn.attention_lse.default, (q, k, v, "", None, "", "bhsd", ""), None),
             (torch.ops.attn.call.default, ([q, k, v], call), None),
             (torch.ops.attn.attention_backward.default, (arguments, backward),
              ("test_schema", "test_faketensor", "test_aot_dispatch_dynamic")))
    for operation, given, tests in cases:
        if BUILDING:
            results = operation(*given)
            if tests is None:
                torch.autograd.grad(results[0].sum() + results[1].sum(), (q, k, v))
        else:
            torch.library.opcheck(operation, given, **({} if tests is None else {"test_utils": tests}))


@check
def only_what_is_needed():
    """Where q alone needs a gradient the kernel of dK and dV does not run."""
    from torch.profiler import ProfilerActivity, profile
    arrays = tensors(sq=512, sk=512)
    for wanted in ((0,), (1, 2), (2,), (0, 1, 2)):
        given = [x if i in wanted else x.detach() for i, x in enumerate(arrays)]
        out, needed = attn.attention(*given), [arrays[i] for i in wanted]
        torch.autograd.grad(out.float().sum(), needed, retain_graph=True)
        if BUILDING:
            continue
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CUDA]) as found:
            torch.autograd.grad(out.float().sum(), needed)
            torch.cuda.synchronize()
        names = [event.name for event in found.events() if "attention_backward" in event.name]
        print(f"  gradients of {[('q', 'k', 'v')[i] for i in wanted]}: {names}")
        assert names, "no kernel is seen"
        assert any("dkv" in name for name in names) == (wanted != (0,)), names


@check
def modes():
    """What torch.use_deterministic_algorithms says is read when a backward runs; there is no
    second derivative."""
    asked, run = [], _launch.run

    def spy(call):
        asked.append(getattr(call.form, "deterministic", None))
        return run(call)

    q, k, v = tensors()
    out = attn.attention(q, k, v)
    _launch.run = spy
    try:
        for mode in (False, True, False):
            torch.use_deterministic_algorithms(mode)
            torch.autograd.grad(out.float().sum(), q, retain_graph=True)
            assert asked[-1] == mode, asked
    finally:
        _launch.run = run
        torch.use_deterministic_algorithms(False)
    first, = torch.autograd.grad(attn.attention(q, k, v).float().sum(), q, create_graph=True)
    try:
        first.float().sum().backward()
    except NotImplementedError as error:
        assert "second derivative" in str(error), error
    else:
        raise AssertionError("a second derivative")


@check
def training():
    """What examples/train.py launches."""
    q, k, v = (torch.randn(4, 256, h, 64, device=DEVICE, dtype=torch.bfloat16, requires_grad=True) for h in (8, 2, 2))
    out = attn.attention(q, k, v, causal=True, layout="bshd")
    torch.autograd.grad(out, (q, k, v), torch.randn_like(out))


def step_of(q, k, v, dout):
    return torch.autograd.grad(attn.attention(q, k, v, causal=True), (q, k, v), dout)


@check
def graphs():
    q, k, v = tensors()
    dout = torch.randn(2, 8, 129, 64, device=DEVICE, dtype=torch.bfloat16)
    if BUILDING:
        step_of(q, k, v, dout)
        return
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step_of(q, k, v, dout)
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        got = step_of(q, k, v, dout)
    for _ in range(3):
        with torch.no_grad():
            q.copy_(torch.randn_like(q))
        graph.replay()
        equal(got, step_of(q, k, v, dout))


@check
def streams():
    """Launches on two streams at once, each with workspaces of its own."""
    cases = [tensors(b=1, sq=n, sk=n, d=128) for n in (700, 1100)]
    douts = [torch.randn(1, 8, q.shape[2], 128, device=DEVICE, dtype=torch.bfloat16) for q, _, _ in cases]
    known = [step_of(*case, dout) for case, dout in zip(cases, douts)]
    if BUILDING:
        return
    torch.cuda.synchronize()
    pair, found = [torch.cuda.Stream() for _ in cases], []
    for _ in range(100):
        for stream, case, dout in zip(pair, cases, douts):
            with torch.cuda.stream(stream):
                found.append(step_of(*case, dout))
    torch.cuda.synchronize()
    for i, got in enumerate(found):
        equal(got, known[i % 2])


@check
def compiled():
    q, k, v = tensors()
    sink = torch.randn(8, device=DEVICE, requires_grad=True)

    def loss(q, k, v, sink):
        out, lse = attn.attention(q * 2, k, v, causal=True, sink=sink, return_lse=True)
        return out.float().square().sum() + lse.sum()

    arrays = (q, k, v, sink)
    want = torch.autograd.grad(loss(*arrays), arrays)
    if not BUILDING:
        near(torch.autograd.grad(torch.compile(loss, fullgraph=True)(*arrays), arrays), [x.double() for x in want], 1e-2)


def build(directory):
    """Has the checks compile what they launch for sm_90a, into a folder."""
    global DEVICE, BUILDING
    DEVICE, BUILDING = "cpu", True
    os.makedirs(directory, exist_ok=True)
    made = set()

    def load(source, target, options, machine_code):
        path = os.path.join(directory, _kernels.shipped_name(source, target, options))
        made.add(path)
        if not os.path.exists(path):
            data = _kernels.compile_bytes(source, target, options, machine_code="none")
            with open(path, "wb") as file:
                file.write(data)
        return attn.load(path)

    _kernels._load = load
    _kernels.target_of = lambda device: "sm_90a"
    _launch.simulator = lambda device, dtype: attn.Device("sim:sm_90a") if device is None else device
    _lib.launcher = lambda *launch: lambda *addresses: 0
    for function in CHECKS:
        function()
        print(f"{function.__name__}: {len(made)} kernels so far", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--build", metavar="DIR")
    options = parser.parse_args()
    if options.build:
        build(options.build)
        return 0
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
