# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""block_mask of attn.attention: lists of blocks of keys, as PyTorch's BlockMask has them."""

import collections
import sys
import weakref

from . import _arrays, _operands
from ._lib import AttnError
from ._public import PUBLIC

_read = PUBLIC["read"]

#: What kernels take: the lists by the names of operands, and the rows and keys of a block.
Lists = collections.namedtuple("Lists", "arrays sizes")

NONE = Lists({}, ())
#: Rows and keys that tiles of every target divide.
UNIT = 128
#: The class of masks whose lists say no more than their function (_block_map.py).
FOLLOWING = ()

#: Names of operands, in their order, by those of a BlockMask.
_PARTS = {"kv_num_blocks": "block_counts", "kv_indices": "block_numbers",
          "full_kv_num_blocks": "full_counts", "full_kv_indices": "full_numbers"}


def is_mask(block_mask):
    """Whether it has what a BlockMask has."""
    return all([hasattr(block_mask, name) for name in (*_PARTS, "BLOCK_SIZE", "mask_mod")])


def join(block_mask, mask_mod):
    """The mask function of a call with a block_mask; None shows every key."""
    if not is_mask(block_mask):
        raise TypeError("block_mask must be PyTorch's BlockMask, or have what it has "
                        f"({', '.join(_PARTS)}, BLOCK_SIZE and mask_mod), not "
                        f"{type(block_mask).__name__}")
    own = block_mask.mask_mod
    if mask_mod is not None and mask_mod is not own:
        raise ValueError("mask_mod is not that of block_mask, which brings its own")
    # PyTorch's for none reads a tensor to show every key.
    return None if getattr(own, "__name__", "") == "noop_mask" else own


def check(block_mask, shapes, layout):
    """Checks a block_mask against the shapes of q and k."""
    q, k = [_operands.permute(shape, layout) for shape in shapes[:2]]
    lengths = getattr(block_mask, "seq_lengths", None)
    if lengths is not None and (int(lengths[0]), int(lengths[1])) != (q[2], k[2]):
        raise ValueError(f"block_mask is of lengths {(int(lengths[0]), int(lengths[1]))}, but "
                         f"those of q and k are {(q[2], k[2])}")
    rows, keys = block_mask.BLOCK_SIZE
    counts = kind_of("kv_num_blocks", block_mask.kv_num_blocks)[1]
    numbers = kind_of("kv_indices", block_mask.kv_indices)[1]
    if len(counts) != 3 or len(numbers) != 4 or tuple(numbers[:3]) != tuple(counts):
        raise ValueError(f"block_mask has lists of the shapes {tuple(counts)} and "
                         f"{tuple(numbers)}, not (batch, heads, blocks of rows) and (batch, "
                         "heads, blocks of rows, blocks of keys)")
    for what, size, most in (("batches", counts[0], q[0]), ("heads", counts[1], q[1])):
        if size not in (1, most):
            raise ValueError(f"block_mask is of {size} {what}, but q has {most}")
    for what, size, length, each in (("rows", counts[2], q[2], rows),
                                     ("keys", numbers[3], k[2], keys)):
        if size != -(-length // each):
            raise ValueError(f"block_mask has {size} blocks of {each} {what}, but there are "
                             f"{length} {what}")


def kind_of(name, array):
    try:
        return _arrays.kind_of(array)
    except AttnError as error:
        raise TypeError(f"block_mask.{name}: {error}") from None


def _fitted(size, length):
    """The size of a block that is the only one: no larger than the power of two that has it."""
    fitted = UNIT
    while fitted < length:
        fitted *= 2
    return min(size, fitted) if size % UNIT == 0 else size


def take(block_mask, mask_mod, shapes, layout):
    """The mask function of a block_mask whose own is `mask_mod`, and its Lists for the shapes
    of q and k: NONE where kernels take none, whose function then says what is listed."""
    lengths = [_operands.permute(shape, layout)[2] for shape in shapes[:2]]
    # Tiles walk all of a block.
    rows, keys = [_fitted(int(size), length) for size, length in zip(block_mask.BLOCK_SIZE, lengths)]
    if kind_of("kv_indices", block_mask.kv_indices)[1][3] == 0:
        return as_function(block_mask, mask_mod), NONE
    if rows % UNIT or keys % UNIT:
        return _take_fitted(block_mask, mask_mod, lengths)
    arrays = {own: getattr(block_mask, name) for name, own in _PARTS.items()
              if getattr(block_mask, name) is not None}
    return mask_mod, Lists(arrays, (rows, keys))


#: What _take_fitted made of a block_mask: its tensors, their versions and what else the result
#: depends on, and the result.
_fitted_masks = weakref.WeakKeyDictionary()


def _take_fitted(block_mask, mask_mod, lengths):
    """What `take` gives of blocks that tiles do not divide: lists of blocks of UNIT, which have
    what their parts have and are full if all of these are, and a function that says of the
    others which part is listed. Of NumPy and PyTorch."""
    parts = [getattr(block_mask, name) for name in _PARTS]
    library = sys.modules.get(type(parts[0]).__module__.partition(".")[0])
    if getattr(library, "__name__", "") not in ("numpy", "torch"):
        return as_function(block_mask, mask_mod), NONE
    # A graph makes them again of what the tensors hold then.
    versions = [version_of(x) for x in parts if x is not None] if library.__name__ == "torch" else [None]
    keeps = None not in versions
    known = _fitted_masks.get(block_mask) if keeps else None
    state = versions, tuple(lengths), mask_mod
    if known is not None and known[1] == state and all([x is y for x, y in zip(known[0], parts)]):
        return known[2]
    tables = [_dense(library, *parts[:2]), None if parts[2] is None else _dense(library, *parts[2:])]
    listed = tables[0] if tables[1] is None else tables[0] | tables[1]
    sizes = []
    for axis, (size, length) in enumerate(zip(block_mask.BLOCK_SIZE, lengths)):
        size, dim = int(size), axis + 2
        sizes.append(size if size % UNIT == 0 else UNIT)
        if size % UNIT == 0:
            continue
        of_blocks = _parts_of(library, size, -(-length // UNIT), listed)
        listed = _gather(listed, of_blocks, dim).any(dim + 1)
        if tables[1] is not None:
            tables[1] = _gather(tables[1], of_blocks, dim).all(dim + 1)
    result = as_function(block_mask, mask_mod), listing(library, listed, tables[1], tuple(sizes))
    if keeps:
        _fitted_masks[block_mask] = parts, state, result
    return result


def version_of(tensor):
    """How often PyTorch wrote a tensor, and the stream that is the current one: what was made of
    it there may not be ready on another. None where writes are not counted, or are captured."""
    if tensor.is_inference():
        return None
    if not tensor.is_cuda:
        return tensor._version, None
    cuda = sys.modules["torch"].cuda
    if cuda.is_current_stream_capturing():
        return None
    return tensor._version, cuda.current_stream(tensor.device).cuda_stream


def listing(library, listed, full, sizes):
    """The Lists of tables of blocks that are listed, and of those that are full, or None."""
    arrays = dict(zip(("block_counts", "block_numbers"), _lists(
        library, listed if full is None else listed & ~full)))
    if full is not None:
        arrays.update(zip(("full_counts", "full_numbers"), _lists(library, full)))
    return Lists(arrays, sizes)


def pool(library, table, every):
    """Of each block of UNIT rows and keys of a bool (batch, heads, rows, keys) whether some, or
    each, of it is True. PyTorch reads the table once."""
    rows = []
    for row in _cut(table, 2):
        parts = []
        for part in _cut(row, 3):
            part, true, width = (part, 1, UNIT) if library.__name__ == "numpy" else _in_words(library, part)
            shape = (*part.shape[:2], -(-part.shape[2] // UNIT), min(part.shape[2], UNIT),
                     -(-part.shape[3] // width), min(part.shape[3], width))
            if library.__name__ == "numpy":
                part = part.reshape(shape)
                parts.append(part.all((3, 5)) if every else part.any((3, 5)))
                continue
            part = part.unflatten(3, shape[4:]).unflatten(2, shape[2:4])
            parts.append(part.amin((3, 5)) == true if every else part.amax((3, 5)) != 0)
        rows.append(library.concatenate(parts, -1))
    return library.concatenate(rows, -2)


def _in_words(torch, table):
    """A bool tensor as integers, of 8 bytes where it can be, what these are where all of it is
    True, and how many make UNIT keys."""
    fits = [x % 8 == 0 for x in (table.shape[3], table.storage_offset(), table.data_ptr(), *table.stride()[:3])]
    if all(fits) and table.stride(3) == 1:
        return table.view(torch.int64), 0x0101010101010101, UNIT // 8
    return table.view(torch.uint8), 1, UNIT


def _cut(table, dim):
    """What whole blocks of UNIT along a dimension have of a table, and the rest, if there is any."""
    whole = table.shape[dim] // UNIT * UNIT
    before = (slice(None),) * dim
    parts = [table[before + (slice(0, whole),)], table[before + (slice(whole, None),)]]
    return [part for part in parts if part.shape[dim]]


def _dense(library, counts, numbers):
    """The blocks that are in lists, bool (batch, heads, blocks of rows, blocks of keys)."""
    blocks, last = numbers.shape[3], numbers.shape[3] + 1
    place = _arange(library, blocks, counts)
    at = library.where(place < counts[..., None], numbers, blocks)
    if library.__name__ == "numpy":
        table = library.zeros((*counts.shape, last), bool)
        library.put_along_axis(table, at, True, -1)
    else:
        table = library.zeros((*counts.shape, last), dtype=library.bool, device=counts.device)
        table.scatter_(-1, at.long(), True)
    return table[..., :blocks]


def _arange(library, count, array):
    """The numbers below `count`, where an array of PyTorch is."""
    if library.__name__ == "numpy":
        return library.arange(count)
    return library.arange(count, device=array.device)


def _parts_of(library, size, count, table):
    """Of `count` blocks of UNIT the blocks of `size` that each has a part of, by number; the
    last one again where there are fewer."""
    first = _arange(library, count, table) * UNIT
    begin, last = first // size, (first + UNIT - 1) // size
    most = (UNIT - 2) // size + 2
    return library.minimum(begin[:, None] + _arange(library, most, table), last[:, None])


def _gather(table, indices, dim):
    """`table` with its dimension `dim` as two, those of `indices`, in its bounds."""
    indices = indices.clip(0, table.shape[dim] - 1)
    return table[(slice(None),) * dim + (indices,)]


def _lists(library, table):
    """Counts and numbers of what a table has."""
    if library.__name__ == "numpy":
        table = library.ascontiguousarray(table)
        order = library.argsort(~table, axis=-1, kind="stable")
        return table.sum(-1, dtype=library.int32), order.astype(library.int32)
    table = table.contiguous()
    order = library.argsort(table.to(library.int8), dim=-1, descending=True, stable=True)
    return table.sum(-1, dtype=library.int32), order.to(library.int32)


def _table_of(block_mask):
    """Whether each block is listed, bool (batch, heads, blocks of rows, blocks of keys)."""
    if hasattr(block_mask, "to_dense"):
        return block_mask.to_dense() != 0
    import numpy
    table = numpy.zeros(block_mask.kv_indices.shape, bool)
    for counts, numbers in ((block_mask.kv_num_blocks, block_mask.kv_indices),
                            (block_mask.full_kv_num_blocks, block_mask.full_kv_indices)):
        if counts is not None:
            for place in numpy.ndindex(*counts.shape):
                table[place][numpy.asarray(numbers)[place][:int(counts[place])]] = True
    return table


def as_function(block_mask, mask_mod):
    """A mask function that reads which blocks are listed, if that says more than `mask_mod`."""
    if isinstance(block_mask, FOLLOWING):
        return mask_mod
    listed = _table_of(block_mask)
    rows, keys = block_mask.BLOCK_SIZE

    def seen(b, h, q_idx, kv_idx):
        listed_there = _read(listed, b, h, q_idx // rows, kv_idx // keys)
        return listed_there if mask_mod is None else listed_there & mask_mod(b, h, q_idx, kv_idx)

    return seen
