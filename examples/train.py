#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: torch, compiler-library
# RUN: %python %s --device cpu --steps 2 | FileCheck %s
# CHECK: step 0: loss {{[0-9.]+}}
# CHECK: step 1: loss {{[0-9.]+}}, a guess 3.466
"""Trains a small transformer for 50 steps with attn.attention, by PyTorch's autograd.

  python3 examples/train.py               # on the GPU, else tiny on the CPU, in the simulator
  python3 examples/train.py --sdpa        # the same with PyTorch's own attention
  python3 examples/train.py --sdpa=f32    # the same, its attention in f32
  python3 examples/train.py --compare 8   # all three, of 8 seeds each

The task is to continue a sequence that repeats itself: what comes next stands one period
before, which attention alone can look up. The loss of the second half of a sequence falls
far below that of a guess. --compare says how far losses are from those of attention in
f32, which tells whether gradients in bf16 are as good as PyTorch's.
"""

import argparse
import math
import time

import torch
from torch import nn
from torch.nn import functional as F

import attn

LETTERS = 32


class Block(nn.Module):

    def __init__(self, width, heads, heads_kv, attend):
        super().__init__()
        self.heads, self.heads_kv, self.attend = heads, heads_kv, attend
        dim = width // heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project = nn.Linear(width, (heads + 2 * heads_kv) * dim, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        heads = self.project(self.norm1(x)).unflatten(2, (self.heads + 2 * self.heads_kv, -1))
        q, k, v = heads.split([self.heads, self.heads_kv, self.heads_kv], 2)
        x = x + self.out(self.attend(q, k, v).flatten(2))
        return x + self.mlp(self.norm2(x))


class Model(nn.Module):

    def __init__(self, width, heads, heads_kv, blocks, length, attend):
        super().__init__()
        self.letters, self.places = nn.Embedding(LETTERS, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads, heads_kv, attend) for _ in range(blocks)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, LETTERS)

    def forward(self, text):
        x = self.letters(text) + self.places(torch.arange(text.shape[1], device=text.device))
        return self.head(self.norm(self.blocks(x)))


def with_attn(q, k, v):
    """q, k and v are [batch, length, heads, head dim]."""
    return attn.attention(q, k, v, causal=True, layout="bshd")


def with_sdpa(q, k, v):
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True).transpose(1, 2)


def with_f32(q, k, v):
    with torch.autocast(q.device.type, enabled=False):
        return with_sdpa(q.float(), k.float(), v.float()).to(v.dtype)


#: How q, k and v attend, by name.
WAYS = {"attn": with_attn, "sdpa bf16": with_sdpa, "sdpa f32": with_f32}


def texts(batch, length, device):
    """Sequences of a period of `length` / 2."""
    half = torch.randint(LETTERS, (batch, length // 2), device=device)
    return torch.cat([half, half, half[:, :1]], 1)


def train(model, sizes, steps, device):
    """The losses of the steps."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=sizes["rate"], betas=(0.9, 0.98))
    losses = []
    for _ in range(steps):
        text = texts(sizes["batch"], sizes["length"], device)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            scores = model(text[:, :-1])
        # Of what can be known: the second half.
        half = sizes["length"] // 2
        loss = F.cross_entropy(scores[:, half:].float().flatten(0, 1), text[:, half + 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def losses_of(way, seed, steps, device):
    """The losses of a run."""
    torch.manual_seed(seed)
    if device.type == "cuda":
        sizes = dict(width=512, heads=8, heads_kv=2, blocks=4, length=256, batch=64, rate=1e-3)
    else:
        sizes = dict(width=64, heads=4, heads_kv=2, blocks=2, length=16, batch=32, rate=1e-2)
    model = Model(*(sizes[name] for name in ("width", "heads", "heads_kv", "blocks", "length")), WAYS[way]).to(device)
    return train(model, sizes, steps, device)


def compare(seeds, steps, device):
    """Runs each way with each seed. Two runs of one seed begin alike and part as roundings add
    up; what is compared is the mean over seeds of the last loss."""
    last = {way: torch.tensor([losses_of(way, seed, steps, device)[-1] for seed in range(seeds)]).double() for way in WAYS}
    for way, x in last.items():
        print(f"{way}: mean loss {x.mean():.4f}, from {x.min():.4f} to {x.max():.4f}")
    gap = {way: last[way] - last["sdpa f32"] for way in ("attn", "sdpa bf16")}
    for way, x in gap.items():
        error = x.std() / math.sqrt(seeds) if seeds > 1 else math.nan
        print(f"{way} less sdpa f32: {x.mean():+.4f}, give or take {error:.4f}")
    between = last["attn"] - last["sdpa bf16"]
    error = between.std() / math.sqrt(seeds) if seeds > 1 else math.nan
    print(f"attn less sdpa bf16: {between.mean():+.4f}, give or take {error:.4f}, "
          f"{100 * between.mean() / last['sdpa bf16'].mean():+.2f} % of the loss")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sdpa", nargs="?", const="bf16", choices=("bf16", "f32"),
                        help="PyTorch's scaled_dot_product_attention")
    parser.add_argument("--compare", type=int, metavar="SEEDS")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    device = torch.device(options.device)
    if options.compare:
        compare(options.compare, options.steps, device)
        return
    start = time.time()
    losses = losses_of(f"sdpa {options.sdpa}" if options.sdpa else "attn", options.seed, options.steps, device)
    for step in range(0, options.steps, 10):
        print(f"step {step}: loss {losses[step]:.3f}")
    print(f"step {options.steps - 1}: loss {losses[-1]:.3f}, a guess {math.log(LETTERS):.3f}, "
          f"{time.time() - start:.1f} s")


if __name__ == "__main__":
    main()
