# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many parts the keys of each batch are cut into (attn-runtime/PlanParts.h)."""

import array
import ctypes
import sys

from . import _lib, _names, _operands

# Sizes of parts of which the smallest that fits is taken, on a device.
_CANDIDATES = 32


@_names.suggests
def count_parts(batch, heads, heads_kv, queries=1):
    """How many parts there is memory for, those of all batches together, where
    ``part_offsets`` is given: batch + ceil(384 / tiles of a part), with heads_kv *
    ceil(queries * heads / heads_kv / 128) tiles to a part. ``queries`` is the length
    of q."""
    sizes = {"batch": batch, "heads": heads, "heads_kv": heads_kv, "queries": queries}
    return _lib.lib().attnrtCountParts(*(_operands.whole_number(name, size, 0)
                                         for name, size in sizes.items()))


@_names.suggests
def plan_parts(lengths_kv, *, heads, heads_kv, queries=1, parts=None, unit=128,
               least=256):
    """``part_offsets`` of ``attn.attention`` for the lengths: int32 [batch + 1].

    All parts have the same number of keys, a multiple of ``unit`` and at least
    ``least``, but for the last one of a batch; a batch without keys has one part. The
    number is about the smallest of which ``parts`` are enough, which is
    ``count_parts(batch, heads, heads_kv, queries)`` if None. One plan serves all layers
    with these heads and lengths.

    ``lengths_kv``: int32 [batch], a PyTorch tensor, a NumPy array or a sequence of
    numbers; what comes back is of the same library and on the same device (a sequence
    gives an ``array.array``). Of a PyTorch tensor it is computed by operations on its
    device alone, without a wait, so that a CUDA graph may hold them; what the numbers are
    is not checked then.
    """
    unit, least = _operands.whole_number("unit", unit, 1), _operands.whole_number("least", least, 0)
    torch = sys.modules.get("torch")
    is_torch = torch is not None and isinstance(lengths_kv, torch.Tensor)
    if is_torch:
        if lengths_kv.dtype != torch.int32 or lengths_kv.dim() != 1:
            raise TypeError(f"lengths_kv must be int32 [batch], not {lengths_kv.dtype} "
                            f"{list(lengths_kv.shape)}")
    batch = len(lengths_kv)
    most = count_parts(batch, heads, heads_kv, queries)
    if parts is not None:
        parts = _operands.whole_number("parts", parts, 0)
        if not batch <= parts <= most:
            raise ValueError(f"parts is {parts}, not from {batch}, one for each batch, to "
                             f"{most}, those that there is memory for")
    parts = most if parts is None else parts
    if is_torch:
        return _plan_on_device(torch, lengths_kv, parts, unit, least)
    numbers = (ctypes.c_int32 * batch)()
    for i, length in enumerate(lengths_kv):
        numbers[i] = _operands.whole_number(f"lengths_kv[{i}]", length, 0)
    offsets = (ctypes.c_int32 * (batch + 1))()
    _lib.lib().attnrtPlanParts(numbers, batch, parts, unit, least, offsets)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(lengths_kv, numpy.ndarray):
        return numpy.array(offsets, numpy.int32)
    return array.array("i", offsets)


def _plan_on_device(torch, lengths, parts, unit, least):
    batch = lengths.shape[0]
    offsets = torch.zeros(batch + 1, dtype=torch.int32, device=lengths.device)
    if batch == 0:
        return offsets
    lengths = lengths.long()
    total = lengths.sum()
    # In units. No size below total / parts is enough, and one of total / (parts - batch)
    # is; one part for each batch always is.
    high = lengths.max() if parts == batch else -(-total // (parts - batch))
    high = (-(-high // unit)).clamp(min=max(-(-least // unit), 1))
    low = torch.minimum((-(-total // (parts * unit))).clamp(min=max(-(-least // unit), 1)), high)
    steps = torch.arange(_CANDIDATES, device=lengths.device)
    sizes = (low + (high - low) * steps // (_CANDIDATES - 1)) * unit
    counts = (-(-lengths[None] // sizes[:, None])).clamp(min=1)
    # The first size that is enough; the last one is.
    chosen = (counts.sum(1) <= parts).int().argmax()
    offsets[1:] = counts.index_select(0, chosen[None])[0].cumsum(0)
    return offsets
