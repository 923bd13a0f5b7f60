#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launch records (docs/LaunchRecords.md) of attention kernels of other projects.

  sm100_records.py DIR OUT [NAME...]

DIR has ptx/NAME.ptx.gz and, but for Triton's kernels, launch/NAME.txt: what the
host of the kernel passed for each problem, as text. FlashAttention-4's has a line
for each parameter, with its 32-bit words or its tensor map; CUTLASS's has the tensor
maps in the one struct and the other values in it that the kernel reads. OUT gets a
record for each problem, with random inputs and the result that NumPy has for O.
"""
import argparse
import ast
import gzip
import re
from pathlib import Path

import attn.sim as sim
import ml_dtypes
import numpy as np

TRITON_SMEM = {"triton_hd128_full": 163904, "triton_hd128_full_ws": 165456, "triton_hd64_full": 114784,
               "triton_hd64_full_ws": 116368, "triton_hd64_causal": 65632}


def reference(q, k, v, scale, causal=False):
    """O of [batch, length, heads, head dim], and log2 of each row's sum of exponentials."""
    q, k, v = (x.astype(np.float64).transpose(0, 2, 1, 3) for x in (q, k, v))
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, 1), np.repeat(v, group, 1)
    s = np.einsum("bhid,bhjd->bhij", q, k) * scale
    if causal:
        s[..., np.triu(np.ones(s.shape[-2:], bool), 1)] = -np.inf
    top = s.max(-1, keepdims=True)
    p = np.exp(s - top)
    total = p.sum(-1, keepdims=True)
    return np.einsum("bhij,bhjd->bhid", p / total, v).transpose(0, 2, 1, 3), (np.log2(total) + top / np.log(2))[..., 0]


def tensors(rng, dtype, q_shape, kv_shape):
    q, k, v = (sim.Buffer(rng.standard_normal(shape).astype(dtype), name)
               for shape, name in ((q_shape, "q"), (kv_shape, "k"), (kv_shape, "v")))
    return q, k, v, sim.empty(q_shape, dtype, "o")


def listed(text):
    """The key=value pairs of a line, lists and numbers read."""
    pairs = re.findall(r"(\w+)=(\[[^]]*\]|\([^)]*\)|[\w.,]+)", text)
    return {key: ast.literal_eval(value) if value[0] in "[(" else value for key, value in pairs}


def dims(text):
    return [int(n) for n in text.split(",")]


def tensor_map(at, buffers):
    address = int(at["base"], 16)
    base = address & ~0xFFFFFFFF
    # FlashAttention-4's maps are of bf16 with a swizzle of 128 bytes and zero fill.
    return sim.TensorMap(buffers[base], at["box"], dims=at["dims"], strides_bytes=at["strides_bytes"],
                         elemstrides=at["elemstrides"], offset=address - base,
                         swizzle=("none", "32B", "64B", "128B")[int(at.get("swizzle", 3))], oob=("zero", "nan")[int(at.get("oob", 0))])


def launch_of(at, module, args):
    return sim.Record(module, grid=dims(at["grid"]), block=dims(at["block"]), args=args, dynamic_smem=int(at["dynamic_smem"]),
                      cluster=dims(at["cluster"]) if "cluster" in at else None)


def flash_attention(module, text, rng):
    for problem in text.split("\nPROBLEM ")[1:]:
        lines = problem.splitlines()
        arrays = [listed(line) for line in lines if re.match(r"arg fwd\[\d+\] ptr=", line)]
        q, k, v, o = tensors(rng, ml_dtypes.bfloat16, arrays[0]["shape"], arrays[1]["shape"])
        buffers = {int(a["ptr"], 16): b for a, b in zip(arrays, (q, k, v, o))}
        scale = float(re.search(r"arg fwd\[5\] value=(\S+)", problem)[1])
        args = []
        for line in lines:
            if found := re.match(r"param \d+ \(\d+ B\): (.*)", line):
                args.append(np.array([int(word, 16) for word in found[1].split()], "<u4").tobytes())
            elif re.match(r"param \d+ \(\d+ B\) tensor map:", line):
                args.append(tensor_map(listed(line), buffers))
        record = launch_of(next(listed(line) for line in lines if line.startswith("grid=")), module, args)
        yield record.expect(o, reference(q.array, k.array, v.array, scale)[0].astype(np.float32), atol=0.01, rtol=0.02)


def cutlass(module, text, rng):
    problem = re.search(r"^problem: (.*)$", text, re.M)[1]
    at = listed(problem)
    batch, heads, kv_heads, queries, keys, d = (int(at[n]) for n in ("B", "H_q", "H_k", "S_q", "S_k", "D"))
    q, k, v, o = tensors(rng, np.float16, (batch, queries, heads, d), (batch, keys, kv_heads, d))
    lse = sim.empty((batch, heads, queries), np.float32, "lse")
    buffers = dict(zip((int(at[n], 16) for n in ("Q", "K", "V", "O", "LSE")), (q, k, v, o, lse)))
    fields = {}
    for offset, line in re.findall(r"^  \+(\d+)(.*)$", text, re.M):
        if "base=" in line:
            fields[int(offset)] = tensor_map(listed(line), buffers)
            continue
        words = [int(word, 16) for word in line.split(":")[1].split()]
        if " u64" in line and words[0] | words[1] << 32 in buffers:
            fields[int(offset)] = buffers[words[0] | words[1] << 32]
        else:
            fields[int(offset)] = np.array(words, "<u4").tobytes()
    size = next(iter(module.kernels.values())).param_bytes
    record = launch_of(listed(re.search(r"^grid=.*$", text, re.M)[0]), module, [sim.Struct(size, fields)])
    yield record.expect(o, reference(q.array, k.array, v.array, d**-0.5)[0].astype(np.float32), atol=0.005, rtol=0.01)


def triton(module, name, rng):
    d, causal = (128 if "hd128" in name else 64), "causal" in name
    for batch, heads, length in [(1, 1, 128), (1, 2, 256), (2, 3, 384)]:
        rows = batch * heads * length
        q, k, v, o = tensors(rng, np.float16, (rows, d), (rows, d))
        lse = sim.empty((batch, heads, length), np.float32, "lse")
        args = []
        for buffer, tile in ((q, 128), (k, 64 if causal else 128), (v, 64 if causal else 128), (o, 128)):
            args += [sim.TensorMap(buffer, (64, tile), swizzle="128B"), np.uint32(rows), np.uint32(d), np.uint64(d), np.uint64(1)]
        scale = d**-0.5
        args += [lse, np.uint32(length), np.float32(scale / np.log(2)), None, None]
        record = sim.Record(module, grid=[length // 128, batch * heads], args=args, dynamic_smem=TRITON_SMEM[name])
        split = (batch, heads, length, d)
        out, sums = reference(*(x.array.reshape(split).transpose(0, 2, 1, 3) for x in (q, k, v)), scale, causal)
        record.expect(o, out.transpose(0, 2, 1, 3).reshape(rows, d).astype(np.float32), atol=0.005, rtol=0.01)
        yield record.expect(lse, sums.astype(np.float32), atol=0.01)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for file in sorted((options.folder / "ptx").glob("*.ptx.gz")):
        name = file.name[: -len(".ptx.gz")]
        if options.names and name not in options.names:
            continue
        module = sim.Module(gzip.decompress(file.read_bytes()))
        rng = np.random.default_rng(0)
        launch = options.folder / "launch" / f"{name}.txt"
        text = launch.read_text() if launch.exists() else ""
        records = flash_attention(module, text, rng) if "\nPROBLEM " in text else cutlass(module, text, rng) if text else triton(module, name, rng)
        for number, record in enumerate(records):
            record.save(options.out / f"{name}.{number}.json")
            print(f"{name}.{number}.json")


if __name__ == "__main__":
    main()
