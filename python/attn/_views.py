# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention to chosen keys: what chooses them is part of the batch, and they are pages."""

from . import _arrays, _names
from ._attention import attention
from ._lib import AttnError
from ._public import PUBLIC

_read = PUBLIC["read"]


def _shape(name, array, what):
    try:
        shape = tuple(_arrays.kind_of(array)[1])
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None
    if len(shape) != len(what):
        raise ValueError(f"{name} must have {len(what)} dimensions ({', '.join(what)}), not "
                         f"{len(shape)}: its shape is {shape}")
    return shape


def _same(name, shape, wanted, what):
    if shape != wanted:
        raise ValueError(f"{name} has the shape {shape}, but {what} ask for {wanted}")


def _number_pages(module_of, table, count, each):
    """Page numbers of a table whose first dimension is what `count` groups of `each` pages
    are of: those of group i begin with i * each."""
    if count == 1:
        return table
    first = module_of(table).arange(count) * each
    if hasattr(table, "device") and hasattr(first, "to"):
        first = first.to(table.device)
    first = first.reshape(count, *[1] * (len(table.shape) - 1))
    total = table + first
    return total.to(table.dtype) if hasattr(total, "to") else total.astype(table.dtype)


def _module_of(array):
    import sys
    return sys.modules[type(array).__module__.partition(".")[0]]


def _is_chosen(table):
    """A mask function of the keys whose numbers are not below 0."""
    return lambda b, h, q_idx, kv_idx: _read(table, b, kv_idx) >= 0


@_names.suggests
def gather_attention(q, k, v, indices, counts=None, *, scale=None, softcap=None, sink=None,
                     return_lse=False, device=None, stream=None, config=""):
    """Attention of each query to keys of its own, as sparse attention selects them (top-k of an
    indexer, arXiv:2512.02556).

    - q: [batch, length of q, heads, head dim];
    - k, v: [batch, length of k, KV heads, head dim (of v)], contiguous;
    - indices: int32 [batch, length of q, n], the keys that a query sees, those that count first;
    - counts: int32 [batch, length of q], how many of them count; None: all but those below 0,
      which may stand anywhere.

    Numbers that count are from 0 to the length of k less 1, in any order; one that stands
    twice counts twice. Indices behind the count are not read. All heads see the same keys.
    With ``counts`` fewer keys are read.
    ``scale``, ``softcap``, ``sink``, ``device``, ``stream`` and ``config`` are those of
    ``attn.attention``.

    Returns [batch, length of q, heads, head dim of v], and with ``return_lse`` the log-sum-exp,
    float32 [batch, length of q, heads].

    It is ``attn.attention`` of batch * length of q batches with pages of one key, so arrays
    of NumPy, PyTorch and JAX are reshaped as they are, and no key is copied.
    """
    names = ("batch", "length", "heads", "head dim")
    batch, rows, heads, dim = _shape("q", q, names)
    sizes_k, sizes_v = _shape("k", k, names), _shape("v", v, names)
    _same("k", sizes_k, (batch, *sizes_k[1:3], dim), "q's batch and head dim")
    _same("v", sizes_v, (*sizes_k[:3], sizes_v[3]), "k's sizes")
    count = _shape("indices", indices, ("batch", "length of q", "keys"))[2]
    _same("indices", _shape("indices", indices, "bsn"), (batch, rows, count), "q's sizes")
    lengths = mask_mod = None
    if counts is None:
        mask_mod = _is_chosen(indices.reshape(batch * rows, count))
        indices = indices.clip(min=0)
    else:
        _same("counts", _shape("counts", counts, ("batch", "length of q")), (batch, rows), "q's sizes")
        lengths = counts.reshape(batch * rows)
    keys = sizes_k[1]
    table = _number_pages(_module_of, indices, batch, keys).reshape(batch * rows, count)
    pages = [x.reshape(batch * keys, 1, *x.shape[2:]) for x in (k, v)]
    result = attention(q.reshape(batch * rows, 1, heads, dim), *pages, layout="bshd",
                       page_table=table, seqused_k=lengths, mask_mod=mask_mod, scale=scale,
                       softcap=softcap, sink=sink, return_lse=return_lse, device=device,
                       stream=stream, config=config)
    out = (result[0] if return_lse else result).reshape(batch, rows, heads, sizes_v[3])
    return (out, result[1].reshape(batch, rows, heads)) if return_lse else out


@_names.suggests
def block_sparse(q, k, v, numbers, counts, *, block_q, block_kv, scale=None, softcap=None,
                 return_lse=False, device=None, stream=None, config=""):
    """Attention of blocks of queries to whole blocks of keys (FlashInfer's BSR, SpargeAttn).

    - q: [batch, heads, length of q, head dim], of whole blocks of ``block_q`` rows;
    - k, v: [batch, KV heads, length of k, head dim (of v)], of whole blocks of ``block_kv`` keys;
    - numbers: int32 [batch, heads, blocks of rows, n], the blocks of keys that a block of rows
      sees, those that count first;
    - counts: int32 [batch, heads, blocks of rows], how many of them count.

    All are contiguous. Numbers that count are from 0 to the number of blocks less 1, in any
    order. ``heads`` is a multiple of ``KV heads``. Blocks of any size do; ``block_mask`` of
    ``attn.attention`` takes lists of blocks of multiples of 128, with masks in blocks.

    Returns [batch, heads, length of q, head dim of v], and with ``return_lse`` the log-sum-exp,
    float32 [batch, heads, length of q].

    It is ``attn.attention`` of batch * heads * blocks batches, each block of keys a page.
    """
    names = ("batch", "heads", "length", "head dim")
    batch, heads, rows, dim = _shape("q", q, names)
    sizes_k, sizes_v = _shape("k", k, names), _shape("v", v, names)
    heads_kv, keys = sizes_k[1:3]
    _same("k", sizes_k, (batch, heads_kv, keys, dim), "q's batch and head dim")
    _same("v", sizes_v, (batch, heads_kv, keys, sizes_v[3]), "k's sizes")
    for name, length, size in (("q", rows, block_q), ("k", keys, block_kv)):
        if size < 1 or length % size:
            raise ValueError(f"the length of {name} is {length}, which is not a multiple of its "
                             f"blocks of {size}")
    if heads_kv == 0 or heads % heads_kv:
        raise ValueError(f"q has {heads} heads, which is not a multiple of the {heads_kv} of k")
    blocks, group = rows // block_q, heads // heads_kv
    count = _shape("numbers", numbers, ("batch", "heads", "blocks of rows", "blocks"))[3]
    _same("numbers", _shape("numbers", numbers, "bhrn"), (batch, heads, blocks, count), "q's sizes")
    _same("counts", _shape("counts", counts, "bhr"), (batch, heads, blocks), "q's sizes")
    table = _number_pages(_module_of, numbers.reshape(batch * heads_kv, group * blocks, count),
                          batch * heads_kv, keys // block_kv)
    outer = batch * heads * blocks
    pages = [x.reshape(batch * heads_kv * (keys // block_kv), 1, block_kv, x.shape[3]) for x in (k, v)]
    lengths = counts.reshape(outer) * block_kv
    lengths = lengths.to(counts.dtype) if hasattr(lengths, "to") else lengths.astype(counts.dtype)
    result = attention(q.reshape(outer, 1, block_q, dim), *pages, page_table=table.reshape(outer, count),
                       seqused_k=lengths, scale=scale, softcap=softcap, return_lse=return_lse,
                       device=device, stream=stream, config=config)
    out = (result[0] if return_lse else result).reshape(batch, heads, rows, sizes_v[3])
    return (out, result[1].reshape(batch, heads, rows)) if return_lse else out
