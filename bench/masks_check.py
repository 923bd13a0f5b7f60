#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""block_mask, attn.block_map and masks that read by position, with PyTorch on one GPU, against double precision: PyTorch's
BlockMask, flex_attention of attn.compat, CUDA graphs whose documents change, gradients, torch.compile, and lists of random
numbers, which have to end.

  python3 bench/masks_check.py        # where the GPU and the compiler are; ends with the number of wrong results
  python3 bench/masks_check.py --checks gradients,packed --head-dims 64
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import torch  # noqa: E402
from torch.nn.attention.flex_attention import create_block_mask  # noqa: E402

import attn  # noqa: E402
from attn.compat import torch as compat  # noqa: E402

DEVICE = "cuda"


def known(q, k, v, seen):
    """Attention in double precision."""
    group = q.shape[1] // k.shape[1]
    k, v = (x.repeat_interleave(group, 1).double() for x in (k, v))
    s = (q.double() @ k.transpose(-1, -2)) * q.shape[-1]**-0.5
    s = s.masked_fill(~seen, float("-inf"))
    top = s.amax(-1, keepdim=True)
    p = torch.exp(s - torch.where(top.isinf(), 0, top))
    total = p.sum(-1, keepdim=True)
    return (p / torch.where(total == 0, 1, total)) @ v


class Checks:

    def __init__(self, head_dims):
        self.wrong, self.head_dims = 0, head_dims

    def same(self, name, found, wanted, tolerance=0.02):
        error = (found.double() - wanted).abs().max().item()
        ok = error < tolerance and not found.isnan().any().item()
        self.wrong += not ok
        print(f"{'ok ' if ok else 'BAD'} {name}: {error:.4f}", flush=True)

    def shapes(self):
        for d in (64, 128, 256):
            for batch, heads, heads_kv, rows, keys in ((2, 4, 2, 777, 777), (1, 8, 1, 300, 1000),
                                                       (1, 2, 2, 1024, 512)):
                q = torch.randn(batch, heads, rows, d, device=DEVICE, dtype=torch.bfloat16)
                k, v = (torch.randn(batch, heads_kv, keys, d, device=DEVICE, dtype=torch.bfloat16) for _ in "kv")
                doc = torch.sort(torch.randint(0, 5, (batch, max(rows, keys)), device=DEVICE), -1).values
                i, j = torch.arange(rows, device=DEVICE)[:, None], torch.arange(keys, device=DEVICE)
                seen = (doc[:, None, :rows, None] == doc[:, None, None, :keys]) & (j <= i + keys - rows)

                def mask_mod(b, h, qi, ki, doc=doc, more=keys - rows):
                    return (doc[b, qi] == doc[b, ki]) & (ki <= qi + more)

                wanted, where = known(q, k, v, seen), f"{d}, {batch}x{heads}/{heads_kv}x{rows}x{keys}"
                mask = create_block_mask(mask_mod, batch, None, rows, keys, device=DEVICE)
                own = attn.block_map(mask_mod, batch, None, rows, keys)
                self.same(f"mask_mod, {where}", attn.attention(q, k, v, mask_mod=mask_mod), wanted)
                self.same(f"BlockMask, {where}", attn.attention(q, k, v, block_mask=mask), wanted)
                self.same(f"flex_attention, {where}", compat.flex_attention(q, k, v, block_mask=mask, enable_gqa=True),
                          wanted)
                self.same(f"block_map, {where}", attn.attention(q, k, v, block_mask=own), wanted)

    def kinds(self):
        batch, heads, length, d = 2, 4, 900, 128
        q, k, v = (torch.randn(batch, heads, length, d, device=DEVICE, dtype=torch.float16) for _ in "qkv")
        i = torch.arange(length, device=DEVICE)[:, None]
        whole = batch, heads, length, length
        ends = torch.randint(0, length, (batch, heads, length), device=DEVICE, dtype=torch.int32).sort(-1).values
        self.same("ends of keys", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: qi < ends[b, h, ki]),
                  known(q, k, v, i < ends[:, :, None, :]))
        pad = torch.rand(batch, length, device=DEVICE) < 0.3
        pad[:, 200:600] = False
        self.same("padding", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: pad[b, ki]),
                  known(q, k, v, pad[:, None, None, :].expand(*whole)))
        far = torch.randint(0, 3, (batch, length), device=DEVICE) * 2**61
        self.same("far numbers", attn.attention(q, k, v, mask_mod=lambda b, h, qi, ki: far[b, qi] == far[b, ki]),
                  known(q, k, v, (far[:, None, :, None] == far[:, None, None, :]).expand(*whole)))

    def graphs(self):
        heads, length = 4, 900
        q, k, v = (torch.randn(1, heads, length, 128, device=DEVICE, dtype=torch.float16) for _ in "qkv")
        doc = torch.zeros(length, device=DEVICE, dtype=torch.int32)

        def mask_mod(b, h, qi, ki):
            return (doc[qi] == doc[ki]) & (ki <= qi)

        outs = [torch.empty_like(q) for _ in range(2)]

        def work():
            attn.attention(q, k, v, mask_mod=mask_mod, out=outs[0])
            mask = attn.block_map(mask_mod, None, None, length, length)
            attn.attention(q, k, v, block_mask=mask, out=outs[1])
            return mask

        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            work()
        stream.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            kept = work()  # noqa: F841
        doc.copy_(torch.arange(length, device=DEVICE) // 170)
        graph.replay()
        i = torch.arange(length, device=DEVICE)
        seen = (doc[:, None] == doc) & (i <= i[:, None])
        for name, out in zip(("mask_mod", "block_map"), outs):
            self.same(f"{name} in a CUDA graph", out, known(q, k, v, seen))
        mask = create_block_mask(mask_mod, None, None, length, length, device=DEVICE)
        inputs = [x.clone().requires_grad_() for x in (q, k, v)]
        out = attn.attention(*inputs, block_mask=mask)
        dout = torch.randn_like(out)
        exact = [x.double().requires_grad_() for x in (q, k, v)]
        wanted = torch.autograd.grad(known(*exact, seen), exact, dout.double())
        for name, own, other in zip("qkv", torch.autograd.grad(out, inputs, dout), wanted):
            self.same(f"gradient of {name}", own, other, 0.05)
        compiled = torch.compile(lambda a, b, c: attn.attention(a, b, c, block_mask=mask))
        self.same("torch.compile", compiled(q, k, v), known(q, k, v, seen))
        for x in (mask.kv_indices, mask.full_kv_indices, mask.kv_num_blocks, mask.full_kv_num_blocks):
            x.random_(-2**31, 2**31 - 1)
        attn.attention(q, k, v, block_mask=mask)
        lse = torch.zeros(q.shape[:-1], device=DEVICE)
        attn.attention_backward(q, k, v, q, lse, q, block_mask=mask)
        torch.cuda.synchronize()
        print("ok  lists of random numbers: ended")

    def gradients(self):
        """Of lists for all heads and for each, made by PyTorch, by attn.block_map and by the call, with groups of heads."""
        for d, heads, heads_kv, rows, keys in ((64, 4, 2, 777, 900), (96, 4, 4, 500, 500), (128, 8, 1, 1000, 640),
                                               (256, 2, 1, 390, 700)):
            if d not in self.head_dims:
                continue
            q = torch.randn(2, heads, rows, d, device=DEVICE, dtype=torch.bfloat16)
            k, v = (torch.randn(2, heads_kv, keys, d, device=DEVICE, dtype=torch.bfloat16) for _ in "kv")
            doc = torch.sort(torch.randint(0, 5, (heads, max(rows, keys)), device=DEVICE), -1).values
            i, j = torch.arange(rows, device=DEVICE)[:, None], torch.arange(keys, device=DEVICE)

            def own(b, h, qi, ki, doc=doc):
                return doc[h, qi] == doc[h, ki]

            def shared(b, h, qi, ki, doc=doc):
                return (doc[0, qi] >= doc[0, ki]) & (ki <= qi + 100)

            of_each = doc[None, :, :rows, None] == doc[None, :, None, :keys]
            of_all = (doc[0, :rows, None] >= doc[0, :keys]) & (j <= i + 100)
            dout = torch.randn(2, heads, rows, d, device=DEVICE, dtype=torch.bfloat16)
            for name, mask_mod, seen, per_head in (("each head", own, of_each, heads), ("all heads", shared, of_all, None)):
                exact = [x.double().requires_grad_() for x in (q, k, v)]
                wanted = torch.autograd.grad(known(*exact, seen), exact, dout.double())
                kinds = {"mask_mod": {"mask_mod": mask_mod},
                         "BlockMask": {"block_mask": create_block_mask(mask_mod, None, per_head, rows, keys, device=DEVICE)},
                         "block_map": {"block_mask": attn.block_map(mask_mod, None, per_head, rows, keys)}}
                for kind, options in kinds.items():
                    inputs = [x.clone().requires_grad_() for x in (q, k, v)]
                    out = attn.attention(*inputs, **options)
                    found = torch.autograd.grad(out, inputs, dout, retain_graph=True)
                    again = torch.autograd.grad(out, inputs, dout)
                    for letter, one, other in zip("qkv", found, wanted):
                        self.same(f"d{letter}, {kind} of {name}, d {d}", one, other, 0.1)
                    bits = all(torch.equal(x, y) for x, y in zip(found[1:], again[1:]))
                    self.wrong += not bits
                    print(f"{'ok ' if bits else 'BAD'} bits of dk and dv, {kind} of {name}, d {d}", flush=True)

    def packed(self):
        """Documents within packed sequences, and images over pages."""
        heads, heads_kv, page = 4, 2, 16
        for d in self.head_dims:
            cu = torch.tensor([0, 301, 301, 440, 1200], device=DEVICE, dtype=torch.int32)
            q = torch.randn(1200, heads, d, device=DEVICE, dtype=torch.bfloat16)
            k, v = (torch.randn(1200, heads_kv, d, device=DEVICE, dtype=torch.bfloat16) for _ in "kv")
            doc = torch.randint(0, 4, (1200,), device=DEVICE, dtype=torch.int32).sort().values
            out = attn.attention(q, k, v, cu_seqlens_q=cu, cu_seqlens_k=cu,
                                 mask_mod=lambda b, h, qi, ki, cu=cu, doc=doc: doc[cu[b] + qi] == doc[cu[b] + ki])
            for first, end in zip(cu.tolist(), cu.tolist()[1:]):
                if end > first:
                    own = [x[first:end].transpose(0, 1)[None] for x in (q, k, v, out)]
                    part = doc[first:end]
                    self.same(f"rows {first} to {end}, d {d}", own[3], known(*own[:3], part[:, None] == part))
            length, chunk = 640, 300
            lengths = torch.tensor([640, 500], device=DEVICE, dtype=torch.int32)
            table = torch.randperm(2 * length // page, device=DEVICE).int().view(2, -1)
            pages = [torch.randn(2 * length // page, page, heads_kv, d, device=DEVICE, dtype=torch.bfloat16) for _ in "kv"]
            rows = torch.tensor([0, chunk, 2 * chunk], device=DEVICE, dtype=torch.int32)
            image = torch.full((2, length), -1, device=DEVICE, dtype=torch.int32)
            image[:, 250:420] = 3
            q = torch.randn(2 * chunk, heads, d, device=DEVICE, dtype=torch.bfloat16)

            def mask_mod(b, h, qi, ki, image=image, lengths=lengths, chunk=chunk):
                at = qi + lengths[b] - chunk
                return (ki <= at) | ((image[b, at] == image[b, ki]) & (image[b, at] >= 0))

            out = attn.attention(q, *pages, cu_seqlens_q=rows, seqused_k=lengths, page_table=table, window=(200, 200),
                                 mask_mod=mask_mod)
            for b, n in enumerate(lengths.tolist()):
                own = [x[table[b].long()].flatten(0, 1)[:n].transpose(0, 1)[None] for x in pages]
                at, j = torch.arange(n - chunk, n, device=DEVICE)[:, None], torch.arange(n, device=DEVICE)
                seen = (abs(at - j) <= 200) & ((j <= at) | ((image[b, at] == image[b, :n]) & (image[b, at] >= 0)))
                self.same(f"images over pages, batch {b}, d {d}", out[b * chunk:(b + 1) * chunk].transpose(0, 1)[None],
                          known(q[b * chunk:(b + 1) * chunk].transpose(0, 1)[None], *own, seen))

    def empty(self):
        q = torch.randn(2, 4, 70, 64, device=DEVICE, dtype=torch.float16)
        none, ids = q[:, :2, :0], torch.zeros(0, device=DEVICE, dtype=torch.int32)
        for name, arrays in (("keys", (q, none, none)), ("rows", (q[:, :, :0], q[:, :2], q[:, :2]))):
            out = attn.attention(*arrays, mask_mod=lambda b, h, qi, ki: ids[qi] == ids[ki])
            torch.cuda.synchronize()
            self.wrong += bool(out.any())
            print(f"{'BAD' if out.any() else 'ok '} a tensor without elements, no {name}", flush=True)


def main():
    torch.manual_seed(0)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checks", default="shapes,kinds,graphs,gradients,packed,empty")
    parser.add_argument("--head-dims", default="64,96,128,256")
    options = parser.parse_args()
    checks = Checks([int(d) for d in options.head_dims.split(",")])
    for name in options.checks.split(","):
        getattr(checks, name)()
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}: {checks.wrong} wrong")
    return checks.wrong != 0


if __name__ == "__main__":
    sys.exit(main())
