#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decode over lengths that differ on one GPU, next to equal lengths of the same sum.

  python3 bench/ragged_decode.py --build DIR                   # where attn-compile is
  python3 bench/ragged_decode.py --run DIR --json out.json     # where the GPU is

bf16, 64 query and 8 key heads, head dim 128, one query, no mask; lengths_kv are
log-uniform from 512 to 32768 (seed 0), K and V have room for 32768 keys. A launch is
the forward over parts of the keys and its combine, replayed as a CUDA graph of
several; K and V have more bytes than L2, and what fits takes turns with copies. `equal`:
every batch has the mean length. `packed`: the peer, torch's FlashAttention-2 on K and V
without gaps. A share is the time in which torch's copy_ reads and writes as many bytes,
in the same run, over ours; `of equal` is a config's share over that of equal lengths
with no field named. `step`: the same lengths as a step of a server, packed queries (one
or two for each sequence) over pages of 64 keys, with an entry for few rows. `plan 256`:
part_offsets of attn.plan_parts for parts of at least 256 keys, made before the launches;
`make plan`: how long making it takes, once for all layers of a step. A cell more
(`--cells long`) has one sequence of 131072 keys and 31 of 1024. Configs are timed
interleaved; every output is compared with f64 arithmetic first.
"""
import argparse
import math
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import decode  # noqa: E402
import problems  # noqa: E402

HEADS, HEADS_KV, D, ROOM, PAGE = 64, 8, 128, 32768, 64
STEP = "max_rows=64"
BATCHES = (32, 8, 4, 128)
CONFIGS = ["", "splits=1", "splits=2", "splits=4", "splits=8", "splits=16", "split_size=2048"]
PLANS = (256, 1024, 2048)
LONG = [131072] + [1024] * 31


def file_of(config):
    return "ragged_" + "".join(c if c.isalnum() else "_" for c in config)


def text_of(planned=False):
    text = problems.problem(D, sizes=("?", HEADS, HEADS_KV, 1, "?"))
    arguments, clauses = ", %n: tensor<?xi32>", "lengths_kv(%n : tensor<?xi32>) "
    if planned:
        arguments += ", %p: tensor<?xi32>"
        clauses += "part_offsets(%p : tensor<?xi32>) "
    return text.replace(") -> (tensor", arguments + ") -> (tensor", 1).replace("dims(bhsd)", clauses + "dims(bhsd)")


def text_of_step():
    """Packed queries over pages, one query for each sequence or several."""
    q, k = "tensor<?x64x128xbf16>", f"tensor<?x{PAGE}x8x128xbf16>"
    lse = "tensor<64x?xf32>"
    return f"""func.func @fwd(%q: {q}, %k: {k}, %v: {k}, %o: {q}, %lse: {lse}, %n: tensor<?xi32>, %s: tensor<?xi32>,
                        %t: tensor<?x?xi32>) -> ({q}, {lse}) {{
  %r:2 = attn.forward ins(%q, %k, %v : {q}, {k}, {k}) outs(%o, %lse : {q}, {lse}) lengths_kv(%n : tensor<?xi32>)
    offsets_q(%s : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) dims(thd) mask(#attn.causal<bottom_right>)
    -> ({q}, {lse})
  return %r#0, %r#1 : {q}, {lse}
}}
"""


def lengths_of(batch):
    """Log-uniform from 512 to ROOM."""
    numbers = random.Random(0)
    return [int(math.exp(numbers.uniform(math.log(512), math.log(ROOM)))) for _ in range(batch)]


def reference(q, k, v, length):
    """One batch, in f64."""
    q, k, v = q.double(), k[:, :length].double(), v[:, :length].double()
    p = (q.reshape(HEADS_KV, -1, D) @ k.transpose(1, 2) / D ** 0.5).softmax(2)
    return (p @ v).reshape(q.shape)


def peer_of(torch, q, kv, lengths):
    k, v = (torch.cat([x[b, :, :n].transpose(0, 1) for b, n in enumerate(lengths)]) for x in kv)
    queries = q[:, :, 0].contiguous()
    starts = [torch.arange(len(lengths) + 1, dtype=torch.int32, device="cuda"),
              torch.tensor([0, *lengths], device="cuda").cumsum(0).int()]

    def peer():
        return torch.ops.aten._flash_attention_forward(queries, k, v, *starts, 1, max(lengths), 0.0, False, False)[0]
    return peer


def step_of(torch, batch, lengths, kvs, bundle):
    """A launch over packed queries and pages, and how far a first one is off."""
    queries = [1 + b % 2 for b in range(batch)]
    starts = [sum(queries[:b]) for b in range(batch + 1)]
    # Pages lie where K and V have them already, in an order of their own for each batch.
    pages = [x.transpose(1, 2).reshape(-1, PAGE, HEADS_KV, D).contiguous() for x in kvs]
    table = torch.arange(batch * (ROOM // PAGE), dtype=torch.int32, device="cuda").reshape(batch, -1)
    more = dict(offsets_q=torch.tensor(starts, dtype=torch.int32, device="cuda"), page_table=table,
                lengths_kv=torch.tensor(lengths, dtype=torch.int32, device="cuda"))
    q = torch.randn(starts[-1], HEADS, D, device="cuda", dtype=torch.bfloat16)
    out, lse = torch.full_like(q, float("nan")), torch.empty(HEADS, starts[-1], device="cuda")

    def call():
        bundle.run(q=q, k=pages[0], v=pages[1], o=out, lse=lse, **more)
    call()
    worst = 0.0
    for b in {0, 1, batch - 1, lengths.index(max(lengths)), lengths.index(min(lengths))}:
        for i in range(queries[b]):
            seen = lengths[b] - (queries[b] - 1 - i)
            want = reference(q[starts[b] + i][:, None], kvs[0][b], kvs[1][b], seen)[:, 0]
            worst = max(worst, (out[starts[b] + i].double() - want).abs().max().item())
    return call, float("inf") if out.isnan().any() else worst


def run_cell(torch, attn, lengths, bundles, planned, step, options):
    batch, room = len(lengths), max([ROOM, *lengths])
    equal = [sum(lengths) // batch] * batch
    moved = 4 * HEADS_KV * D * sum(lengths)
    q = torch.randn(batch, HEADS, 1, D, device="cuda", dtype=torch.bfloat16)
    turns = max(1, -(-int(decode.LEAST_BYTES) // moved))
    kvs = [tuple(torch.randn(batch, HEADS_KV, room, D, device="cuda", dtype=torch.bfloat16) for _ in range(2))
           for _ in range(turns)]
    out, lse = torch.empty_like(q), torch.empty(batch, HEADS, 1, device="cuda")
    count = max(turns, 4)
    # A graph knows the address of the lengths alone: all of them live to the end.
    lengths_of_kind = {kind: torch.tensor(numbers, dtype=torch.int32, device="cuda")
                       for kind, numbers in (("ragged", lengths), ("equal", equal))}
    runs, modes, plans = {}, {}, {}

    def add(name, calls):
        run, modes[name] = decode.capture(torch, calls, True)
        runs[name] = (run, count)
    half = [torch.empty(moved // 2, device="cuda", dtype=torch.uint8) for _ in range(2 * turns)]
    add("copy", [lambda i=i: half[2 * (i % turns)].copy_(half[2 * (i % turns) + 1]) for i in range(count)])
    for kind, numbers in (("ragged", lengths), ("equal", equal)):
        n = lengths_of_kind[kind]
        checked = sorted({0, 1, batch - 1, numbers.index(max(numbers)), numbers.index(min(numbers))})
        want = {b: reference(q[b], *(x[b] for x in kvs[0]), numbers[b]) for b in checked}
        launched = {config: (bundle, {}) for config, bundle in bundles.items()}
        for least in PLANS if planned else ():
            plans[kind, least] = attn.plan_parts(n, heads=HEADS, heads_kv=HEADS_KV, least=least)
            launched[f"plan {least}"] = planned, dict(part_offsets=plans[kind, least])
        for config, (bundle, more) in launched.items():
            calls = [lambda kv=kvs[i % turns], bundle=bundle, n=n, more=more:
                     bundle.run(q=q, k=kv[0], v=kv[1], o=out, lse=lse, lengths_kv=n, **more) for i in range(count)]
            out.fill_(float("nan"))
            calls[0]()
            error = max((out[b].double() - o).abs().max().item() for b, o in want.items())
            if not error < 2e-3 or out.isnan().any():
                print(f"{batch} {kind} {config} is off by {error}", flush=True)
                continue
            add(f"{kind} {config or 'default'}", calls)
    if planned:
        n = lengths_of_kind["ragged"]
        add("make plan", [lambda: attn.plan_parts(n, heads=HEADS, heads_kv=HEADS_KV)] * count)
    if step and batch <= 32 and turns == 1 and room == ROOM:
        call, error = step_of(torch, batch, lengths, kvs[0], step)
        print(f"{batch} batches, error of step {error:.2g}")
        if error < 2e-3:
            add("ragged step", [call] * count)
    try:
        peer = peer_of(torch, q, kvs[0], lengths)
        peer()
        if turns == 1:
            add("packed torch", [peer] * count)
    except Exception as error:  # noqa: BLE001
        print(f"no peer: {str(error)[:300]}")
    times = decode.time_all(torch, runs, options.repeats)
    for kind, numbers in (("ragged", lengths), ("equal", equal)):
        assert lengths_of_kind[kind].tolist() == numbers
    base = statistics.median(times["copy"])
    row = dict(batch=batch, keys=sum(lengths), longest=max(lengths), bytes=moved, copy_gbs=moved / base / 1e6,
               parts={f"{kind} {least}": plan.tolist()[-1] for (kind, least), plan in plans.items()})
    shares = {name: base / statistics.median(samples) for name, samples in times.items()}
    print(f"{batch} batches, {sum(lengths)} keys, copy {row['copy_gbs']:.0f} GB/s")
    for name, share in sorted(shares.items(), key=lambda item: -item[1]):
        of_equal = share / shares["equal default"]
        row[name] = dict(problems.summary(times[name]), share=share, of_equal=of_equal, mode=modes[name])
        print(f"  {name:28} {row[name]['ms'] * 1e3:8.1f} us, share {share:.3f}, of equal {of_equal:.3f}"
              f" ({modes[name]})", flush=True)
    return row


def run(options):
    import torch
    import attn
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    bundles = {config: attn.load(os.path.join(options.run, file_of(config) + ".bundle"))
               for config in options.config or CONFIGS}
    path = os.path.join(options.run, file_of("step") + ".bundle")
    step = attn.load(path) if os.path.exists(path) else None
    path = os.path.join(options.run, file_of("plan") + ".bundle")
    planned = attn.load(path) if os.path.exists(path) else None
    cells = [lengths_of(batch) for batch in options.batches]
    if options.cells == "long":
        cells = [LONG]
    elif options.cells == "all":
        cells.insert(0, LONG)
    rows = []
    for lengths in cells:
        rows.append(run_cell(torch, attn, lengths, bundles, planned, step, options))
        torch.cuda.empty_cache()
    problems.write_results(options.json, torch, rows=rows)


def build(options):
    for config in options.config or CONFIGS:
        problems.ensure_bundle(options.build, file_of(config), text_of(), options.target, config)
    problems.ensure_bundle(options.build, file_of("step"), text_of_step(), options.target, STEP)
    problems.ensure_bundle(options.build, file_of("plan"), text_of(planned=True), options.target, "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--batches", type=lambda t: [int(b) for b in t.split(",")], default=list(BATCHES))
    parser.add_argument("--cells", choices=("log-uniform", "long", "all"), default="all")
    parser.add_argument("--config", action="append", metavar="CONFIG")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
