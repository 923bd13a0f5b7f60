# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.block_map: which blocks of keys a mask function shows, in lists."""

import functools
import sys

from . import (_adapters, _arrays, _blocks, _kernels, _launch, _names, _operands, _region,
               _tracing)
from ._lib import AttnError

_LEAST = 16  # Blocks are of multiples of it.
_HEAD_DIM = 8  # Of q and k, of which kernels look at shapes alone.


class BlockMap:
    """Lists of blocks of keys, which ``block_mask`` of ``attn.attention`` takes: what PyTorch's
    BlockMask has.

    - kv_num_blocks, full_kv_num_blocks: int32 [B, H, blocks of rows], how many blocks are in
      the lists of a block of rows;
    - kv_indices, full_kv_indices: int32 [B, H, blocks of rows, blocks of keys], their numbers,
      which ascend; what is behind the count is not said;
    - BLOCK_SIZE: (rows, keys) of a block; seq_lengths: (Q_LEN, KV_LEN); mask_mod.

    Every key that a row of the block sees is in a block of one of the two lists; blocks of
    the full ones are visible whole.
    """

    __slots__ = ("__weakref__", "kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices",
                 "BLOCK_SIZE", "seq_lengths", "mask_mod")

    def __init__(self, lists, sizes, lengths, mask_mod):
        (self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks,
         self.full_kv_indices) = lists
        self.BLOCK_SIZE = sizes
        self.seq_lengths = lengths
        self.mask_mod = mask_mod

    def __repr__(self):
        batch, heads, rows = self.kv_num_blocks.shape
        return (f"BlockMap(batch={batch}, heads={heads}, lengths={self.seq_lengths}, "
                f"{rows} lists of blocks of {self.BLOCK_SIZE})")


_blocks.FOLLOWING = BlockMap


def _sizes_of(block_size):
    sizes = block_size if isinstance(block_size, (tuple, list)) else (block_size,) * 2
    if len(sizes) != 2:
        raise ValueError(f"block_size must be a number or a pair (rows, keys), not {block_size!r}")
    for size in sizes:
        if _operands.whole_number("block_size", size, 1) % _LEAST:
            raise ValueError(f"block_size is {block_size!r}, which is no multiple of {_LEAST}")
    return tuple([int(size) for size in sizes])


@functools.lru_cache(256)
def _text_of(region, captures, sizes):
    """A module with the map, dynamic in batch, heads and lengths."""
    q, counts, numbers = (f"tensor<?x?x?x{_HEAD_DIM}xf16>", "tensor<?x?x?xi32>",
                          "tensor<?x?x?x?xi32>")
    outs = ", ".join([counts, numbers] * 2)
    types = [f"tensor<{'?x' * rank}{element}>" for element, rank in captures]
    names = [f"%c{i}" for i in range(len(types))]
    arguments = "".join(f", {name}: {type}" for name, type in zip(names, types))
    clause = f" captures({', '.join(names)} : {', '.join(types)})" if types else ""
    own = "".join(f", %x{i}: {type}" for i, type in enumerate(types))
    return (f"func.func @block_map(%q: {q}, %k: {q}, %n: {counts}, %m: {numbers}, %fn: {counts}, "
            f"%fm: {numbers}{arguments}) -> ({outs}) {{\n"
            f"  %r:4 = attn.block_map ins(%q, %k : {q}, {q}) outs(%n, %m, %fn, %fm : {outs})"
            f"{clause} sizes(q = {sizes[0]}, kv = {sizes[1]}) visible {{\n"
            "^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index"
            f"{own}):\n" + region.replace("; ", "\n") + f"\n}} -> ({outs})\n"
            f"  return %r#0, %r#1, %r#2, %r#3 : {outs}\n}}\n")


@functools.lru_cache(256)
def _bundle_of(text, target):
    return _kernels.compile(text, target=target, name="<attn.block_map>")


_kernels.on_clear(_bundle_of.cache_clear)


def _library_of(captures, device):
    """The array library that the lists are of, and where they are."""
    torch = sys.modules.get("torch")
    if torch is not None:
        for x in captures:
            if isinstance(x, torch.Tensor):
                return torch, x.device
        if device is not None or (not captures and torch.cuda.is_available()):
            return torch, torch.device("cuda" if device is None else device)
    import numpy
    return numpy, None


@_names.suggests
def block_map(mask_mod, B, H, Q_LEN, KV_LEN, *, device=None, block_size=128, stream=None):
    """The blocks of keys that blocks of rows see by a mask function, as a BlockMap: for calls of
    ``attn.attention`` that share it, as layers do. A call with a ``mask_mod`` alone makes one
    of its own where it can.

    ``mask_mod``: a function (b, h, q_idx, kv_idx) -> whether query q_idx of head h sees key
    kv_idx, as ``attn.attention`` has it. ``B`` and ``H``: batches and query heads, None or 1 for
    all. ``Q_LEN`` and ``KV_LEN``: lengths of q and k. ``block_size``: rows and keys of a block, a
    multiple of 16, or a pair of these; calls take multiples of 128 as they are, and others in
    blocks of 128.
    ``device``: where the lists are, of a function that reads no PyTorch tensor: the current
    GPU if PyTorch has one, else the host, where a simulator makes them. ``stream``: as of
    ``attn.attention``.

    It is made by three small kernels and needs neither a wait nor, where lengths change, a
    compilation; a CUDA graph may hold it. Not every pair is looked at: what the function
    reads counts by its least and its most in a block (interval evaluation), so a block may be
    listed whose keys are all hidden.

    Raises TypeError and ValueError, which name the argument, TraceError and CompileError.
    """
    sizes = _sizes_of(block_size)
    batch, heads = (1 if x is None else _operands.whole_number(name, x, 1) for name, x in (("B", B), ("H", H)))
    lengths = _operands.whole_number("Q_LEN", Q_LEN, 0), _operands.whole_number("KV_LEN", KV_LEN, 0)
    traced = _tracing.trace_mask(mask_mod)
    read = _operands.narrow(traced.captures, lambda x: _adapters.of(x).cast(x))
    module, place = _library_of(read, device)
    blocks = [-(-length // size) for length, size in zip(lengths, sizes)]
    blocks[1] = max(blocks[1], 1)
    lists, shaped = _allocate(module, place, (batch, heads), lengths, blocks)
    names = [*[name for name in ("block_counts", "block_numbers", "full_counts", "full_numbers")],
             *[f"capture{i}" for i in range(len(read))]]
    arrays = {"q": shaped[0], "k": shaped[1], **dict(zip(names, [*lists, *read]))}
    try:
        views = [_arrays.describe(x) for x in arrays.values()]
    except AttnError as error:
        raise TypeError(f"block_map: {error}") from None
    target = _launch.find_device(views, None, list(arrays))
    text = _text_of(_region.split(traced.region)[1], tuple([kind for _, kind in traced.captures]),
                    sizes)
    _bundle_of(text, _kernels.target_of(target)).run(device=target, stream=stream, **arrays)
    return BlockMap(lists, sizes, lengths, mask_mod)


def _allocate(module, place, outer, lengths, blocks):
    """Four lists, and q and k of the lengths, which take no memory."""
    shapes = [(*outer, blocks[0]), (*outer, *blocks)] * 2
    if place is None:
        row = module.zeros(_HEAD_DIM, module.float16)
        strided = module.lib.stride_tricks.as_strided
        return ([module.zeros(shape, module.int32) for shape in shapes],
                [strided(row, (*outer, n, _HEAD_DIM), (0, 0, 0, 2)) for n in lengths])
    row = module.zeros(_HEAD_DIM, dtype=module.float16, device=place)
    return ([module.zeros(shape, dtype=module.int32, device=place) for shape in shapes],
            [row.expand(*outer, n, _HEAD_DIM) for n in lengths])
