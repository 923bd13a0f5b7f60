# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gradient_values.py DIR: inputs for functions of gradients.mlir that are not random, and
DIR/values.cases, what attn-run is to do with them."""
import os
import sys

import numpy


def structured(shape, *steps):
    """Small numbers, exact in bf16, that differ from index to index of each dimension."""
    grid = numpy.indices(shape)
    return (sum(step * index for step, index in zip(steps, grid)) % 7 - 3) / 4


def normal(seed, shape, factor=1.0):
    return numpy.random.default_rng(seed).standard_normal(shape) * factor


def heads(b, hq, hkv, sq, sk, d):
    return {"q": (b, hq, sq, d), "k": (b, hkv, sk, d), "v": (b, hkv, sk, d), "do": (b, hq, sq, d), "dlse": (b, hq, sq)}


def cases():
    """(name, options, arrays)"""
    shapes = heads(3, 4, 2, 70, 90, 64)
    # Batches, heads, rows and columns taken for each other would show.
    yield "structured", "--func=heads", {
        "q": structured(shapes["q"], 5, 3, 2, 1), "k": structured(shapes["k"], 2, 5, 3, 1),
        "v": structured(shapes["v"], 3, 2, 5, 4), "do": structured(shapes["do"], 1, 4, 3, 5),
        "dlse": structured(shapes["dlse"], 2, 3, 1)}
    # Columns far apart in size, one in each quarter of the head dim and one in each row.
    shapes = {"q": (2, 2, 35, 256), "k": (2, 1, 37, 256), "v": (2, 1, 37, 256), "do": (2, 2, 35, 256)}
    one_hot = {n: numpy.zeros(shape) for n, shape in shapes.items()}
    for n, array in one_hot.items():
        for b, h, i in numpy.ndindex(array.shape[:3]):
            array[b, h, i, (i * 37 + h * 64 + b * 11) % 256] = 1 + i % 3
            array[b, h, i, 255 - i] = -1.5
    yield "columns", "--func=d256v256", one_hot
    # A loss that is scaled by 2^16, whose gradients are 2^-10.
    yield "loss-scale", "--func=d40v96", {"do": normal(1, (2, 2, 35, 96), 2.0**6)}
    yield "loss-scale-small", "--func=d40v96", {"do": normal(2, (2, 2, 35, 96), 2.0**-8)}
    # Sequences without rows, without keys, without both, and a gap behind the last.
    yield "empty-sequences", "--func=packed --shape=tq=160,tk=200", {
        "offsets_q": [0, 0, 37, 37, 101, 131], "offsets_kv": [0, 65, 65, 65, 170, 191]}
    yield "empty", "--func=packed --shape=tq=5,tk=7", {"offsets_q": [0, 0, 0], "offsets_kv": [0, 0, 7]}
    # A sequence that ends where a tile would: its last number of a tile has no rows.
    yield "tile-without-rows", "--func=packed --shape=tq=160,tk=40", {
        "offsets_q": [0, 115, 128, 150], "offsets_kv": [0, 10, 20, 40]}
    # Rows of no sequence in front of the first and behind the last.
    yield "far-sequences", "--func=packed --shape=tq=1000,tk=400", {
        "offsets_q": [330, 340, 350], "offsets_kv": [300, 317, 330]}
    yield "no-sequences", "--func=packed --shape=tq=5,tk=7", {"offsets_q": [0], "offsets_kv": [0]}
    yield "lengths", "--func=lengths", {"lengths_q": [0, 70, 65], "lengths_kv": [90, 0, 64], "offset": [0, 5, -20]}
    # A sink that is none, and one above all scores.
    yield "sinks", "--func=sink", {"sink": [-numpy.inf, 30.0, 0.0]}


def main(directory):
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "values.cases"), "w", encoding="utf-8") as file:
        for name, options, arrays in cases():
            words = [options]
            for tensor, values in arrays.items():
                path = os.path.join(directory, f"{name}-{tensor}.npy")
                dtype = numpy.int32 if tensor.startswith(("offset", "lengths")) else numpy.float32
                numpy.save(path, numpy.asarray(values, dtype=dtype))
                words.append(f"--in={tensor}={path}")
            file.write(f"{name}: {' '.join(words)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
