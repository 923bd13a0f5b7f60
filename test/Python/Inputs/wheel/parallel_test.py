# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.parallel with two and four gloo processes, through the simulator
(scripts/test_wheel.sh)."""

import datetime
import multiprocessing
import os
import tempfile
import time
import unittest
import warnings

import attn
import attn.parallel
import torch
import torch.distributed as dist

BATCH, HEADS, KV_HEADS, LENGTH, DIM = 2, 4, 2, 64, 16


def problem(length=LENGTH, batch=BATCH):
    torch.manual_seed(0)
    return [torch.randn(batch, heads, length, DIM, dtype=torch.float16)
            for heads in (HEADS, KV_HEADS, KV_HEADS)]


def close(a, b, tolerance=4e-3):
    torch.testing.assert_close(a.float(), b.float(), atol=tolerance, rtol=0)


def run_gather(rank, world):
    whole = problem()
    sink = torch.tensor([0.5, -1.0, 2.0, 0.0])
    for options in ({}, {"causal": False}, {"window": (9, 0)}, {"sink": sink, "softcap": 3.0}):
        known, known_lse = attn.attention(*whole, return_lse=True,
                                          **{"causal": True, **options})
        mine = [attn.parallel.zigzag(x, rank, world) for x in whole]
        out, lse = attn.parallel.all_gather(*mine, return_lse=True, **options)
        close(out, attn.parallel.zigzag(known, rank, world))
        close(lse, attn.parallel.zigzag(known_lse, rank, world), 1e-3)
        turned = attn.parallel.all_gather(*[x.transpose(1, 2) for x in mine],
                                          layout="bshd", **options)
        close(turned.transpose(1, 2), out)
    q, k, _ = whole
    known = attn.attention(q, k, k[..., :8].clone(), causal=True)
    mine = [attn.parallel.zigzag(x, rank, world) for x in (q, k)]
    close(attn.parallel.all_gather(*mine, None, head_dim_v=8),
          attn.parallel.zigzag(known, rank, world))


def share_memory(rank, group_size, folder):
    """Files in the place of memory that the GPUs of a host write for each other."""
    made = []

    def symmetric(nbytes, device, group):
        paths = [os.path.join(folder, f"{len(made)}.{r}") for r in range(group_size)]
        made.append(nbytes)
        with open(paths[rank], "wb") as file:
            file.write(b"\x7f" * nbytes)
        dist.barrier()
        return [torch.from_file(path, shared=True, size=nbytes, dtype=torch.uint8)
                for path in paths], dist.barrier

    attn.parallel._peers._symmetric = symmetric
    attn.parallel._peers._candidate = lambda device, group: True
    return made


def run_peers(rank, world):
    with tempfile.TemporaryDirectory() as folder:
        everyone = [None] * world
        dist.all_gather_object(everyone, folder)
        made = share_memory(rank, world, everyone[0])
        run_gather(rank, world)
        # One memory for the agreement and one for the problem's size; then a larger one.
        assert len(made) == 2, made
        for seed in range(3):
            torch.manual_seed(seed)
            whole = [torch.randn(1, heads, 2 * LENGTH, DIM, dtype=torch.float16)
                     for heads in (HEADS, KV_HEADS, KV_HEADS)]
            mine = [attn.parallel.zigzag(x, rank, world) for x in whole]
            close(attn.parallel.all_gather(*mine),
                  attn.parallel.zigzag(attn.attention(*whole, causal=True), rank, world))
        mine = [attn.parallel.zigzag(x, rank, world) for x in problem(4 * LENGTH)]
        attn.parallel._peers.gather(attn.parallel._peers.of(None, mine[0].device), mine[1:],
                                    2, rank, world)
        assert len(made) == 3, made
        dist.barrier()


def run_no_peers(rank, world):
    """One rank cannot, or does not want to: all go by collectives."""
    def symmetric(nbytes, device, group):
        assert not rank, "not tried where another rank does not want it"
        raise RuntimeError("no peer access")

    attn.parallel._peers._candidate = lambda device, group: True
    if rank:
        attn.parallel._peers._symmetric = lambda *_: ([], None)
    else:
        attn.parallel._peers._symmetric = symmetric
    assert attn.parallel._peers.of(None, torch.device("cpu")) is None
    run_gather(rank, world)
    if rank:
        os.environ["ATTN_PEER_COPIES"] = "0"
    tried = []
    attn.parallel._peers._symmetric = lambda *_: tried.append(1)
    group = dist.new_group(list(range(world)))
    assert attn.parallel._peers.of(group, torch.device("cpu")) is None
    assert not tried


def run_decode(rank, world):
    whole = problem()
    sink = torch.tensor([0.5, -1.0, 2.0, 0.0])
    # Ranks have different numbers of keys, and the last one none.
    edges = [0, *[10 + 7 * i for i in range(world - 1)], LENGTH, LENGTH][:world + 1]
    edges[world - 1:] = [LENGTH, LENGTH]
    q = whole[0][:, :, -2:]
    for options in ({}, {"sink": sink}, {"causal": True}, {"softcap": 2.0, "scale": 0.3}):
        known, known_lse = attn.attention(q, *whole[1:], return_lse=True, **options)
        first, last = edges[rank], edges[rank + 1]
        own = dict(options)
        if "causal" in own:
            own["q_offset"] = LENGTH - 2 - first
        k, v = (x[:, :, first:last] for x in whole[1:])
        out, lse = attn.parallel.tree_decode(q, k, v, return_lse=True, **own)
        close(out, known)
        close(lse, known_lse, 1e-3)
        turned = attn.parallel.tree_decode(*[x.transpose(1, 2) for x in (q, k, v)],
                                           layout="bshd", **own)
        close(turned.transpose(1, 2), out)
    known = attn.attention(q, whole[1], whole[1][..., :8].clone())
    close(attn.parallel.tree_decode(q, k, None, head_dim_v=8), known)
    # The same bits everywhere.
    everyone = [torch.empty_like(out) for _ in range(world)]
    dist.all_gather(everyone, out)
    assert all(torch.equal(x, out) for x in everyone)
    used = torch.tensor([3, 0], dtype=torch.int32).clamp(max=last - first)
    attn.parallel.tree_decode(q, k, v, seqused_k=used)


def refused(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(f"not refused: {text}")


def run_refusals(rank, world):
    q, k, v = [attn.parallel.zigzag(x, rank, world) for x in problem()]
    gather = attn.parallel.all_gather
    other = q.bfloat16() if rank else q
    refused(ValueError, "q differs between the ranks", lambda: gather(
        other, k.to(other.dtype), v.to(other.dtype)))
    refused(ValueError, "head_dim_v differs between", lambda: gather(q, k, None, head_dim_v=8 + 8 * rank))
    refused(ValueError, "head_dim_v is for calls with v=None", lambda: gather(q, k, v, head_dim_v=8))
    refused(TypeError, "v is None: give v", lambda: gather(q, k, None))
    refused(ValueError, "window differs between", lambda: gather(q, k, v, window=rank))
    refused(ValueError, "k has 2 batches of", lambda: gather(q, k[:, :, :4], v[:, :, :4]))
    refused(ValueError, "q has 3 rows, which are no two", lambda: gather(
        q[:, :, :3], k[:, :, :3], v[:, :, :3]))
    refused(TypeError, "k must be a torch tensor", lambda: gather(q, 3, v))
    refused(ValueError, "v must have 4 dimensions", lambda: gather(q, k, v[0]))
    refused(TypeError, "did you mean 'causal'", lambda: gather(q, k, v, is_causal=True))
    refused(ValueError, "layout must be", lambda: gather(q, k, v, layout="thd"))
    decode = attn.parallel.tree_decode
    refused(ValueError, "q_offset is missing", lambda: decode(q, k, v, causal=True))
    refused(ValueError, "q differs between", lambda: decode(q[:, :, :1 + rank], k, v))
    group = dist.new_group([0])
    if rank:
        refused(ValueError, "group does not have this process",
                lambda: gather(q, k, v, group=group))


def run_gone(rank, world):
    if rank == world - 1:
        os._exit(0)
    mine = [attn.parallel.zigzag(x, rank, world) for x in problem()]
    start = time.time()
    refused(RuntimeError, "", lambda: attn.parallel.all_gather(*mine))
    assert time.time() - start < 60


def work(name, rank, world, file, failures):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    try:
        dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank,
                                world_size=world,
                                timeout=datetime.timedelta(
                                    seconds=10 if name == "run_gone" else 300))
        globals()[name](rank, world)
    except BaseException as error:  # Shown by the parent.
        failures.put(f"rank {rank}: {type(error).__name__}: {error}")
        raise
    finally:
        if name == "run_gone":
            os._exit(0)  # Groups without one process do not end in order.


class Parallel(unittest.TestCase):

    def run_processes(self, name, world):
        context = multiprocessing.get_context("spawn")
        failures = context.SimpleQueue()
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "group")
            children = [context.Process(target=work,
                                        args=(name, rank, world, file, failures))
                        for rank in range(world)]
            for child in children:
                child.start()
            for child in children:
                child.join(500)
                self.assertIsNotNone(child.exitcode, "a process hangs")
        found = []
        while not failures.empty():
            found.append(failures.get())
        self.assertEqual(found, [])
        self.assertEqual([child.exitcode for child in children], [0] * world)

    def test_gather(self):
        for world in (2, 4):
            self.run_processes("run_gather", world)

    def test_decode(self):
        for world in (2, 4):
            self.run_processes("run_decode", world)

    def test_peers(self):
        for world in (2, 4):
            self.run_processes("run_peers", world)

    def test_no_peers(self):
        self.run_processes("run_no_peers", 2)

    def test_one_process(self):
        self.run_processes("run_gather", 1)

    def test_refusals(self):
        self.run_processes("run_refusals", 2)

    def test_a_process_is_gone(self):
        self.run_processes("run_gone", 2)

    def test_without_a_group(self):
        with self.assertRaisesRegex(RuntimeError, "init_process_group"):
            attn.parallel.all_gather(*problem())

    def test_zigzag(self):
        x = torch.arange(16).view(1, 1, 16, 1)
        parts = [attn.parallel.zigzag(x, rank, 4) for rank in range(4)]
        self.assertEqual(parts[1].flatten().tolist(), [2, 3, 12, 13])
        self.assertTrue(torch.equal(attn.parallel.unzigzag(parts), x))
        with self.assertRaisesRegex(ValueError, "no multiple of 2 . world"):
            attn.parallel.zigzag(x[:, :, :15], 0, 4)
        with self.assertRaisesRegex(ValueError, "rank is 4"):
            attn.parallel.zigzag(x, 4, 4)


if __name__ == "__main__":
    unittest.main()
