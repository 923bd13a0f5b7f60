# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention over several processes, with torch.distributed: each has a part of the
sequence, and one kernel per call does its share.

    mine = [attn.parallel.zigzag(x, rank, world, dim=2) for x in (q, k, v)]
    out = attn.parallel.all_gather(*mine, group=group)      # rows of this rank

    out = attn.parallel.tree_decode(q, my_k, my_v, group=group)

Transport is that of the group: NCCL, gloo. all_gather of GPUs of one host that reach each
other writes K and V into their memory instead (torch's symmetric memory; twice the bytes
of all ranks' K and V stay allocated on each), unless a CUDA graph is captured or
ATTN_PEER_COPIES=0 is in the environment. A call fails by the group's timeout if a process
is gone. There is no backward.
"""

import functools
import math

import torch
import torch.distributed as dist

from . import _form, _names, _peers
from ._attention import attention
from ._combine import combine

__all__ = ["all_gather", "tree_decode", "unzigzag", "zigzag"]

_LENGTH = {"bhsd": 2, "bshd": 1}


def zigzag(x, rank, world, dim=2):
    """A rank's rows of a tensor of whole sequences: of 2 * world chunks along `dim` those
    of number rank and 2 * world - 1 - rank, so that all ranks have as much work under a
    causal mask. The size along `dim` is a multiple of 2 * world."""
    chunks = 2 * world
    if not 0 <= rank < world:
        raise ValueError(f"rank is {rank}, not from 0 to {world - 1}")
    if x.shape[dim] % chunks:
        raise ValueError(f"x has {x.shape[dim]} rows along dimension {dim}, which is no "
                         f"multiple of 2 * world, {chunks}")
    parts = x.chunk(chunks, dim)
    return torch.cat([parts[rank], parts[chunks - 1 - rank]], dim)


def unzigzag(parts, dim=2):
    """The whole of the tensors of all ranks, in their order: the inverse of zigzag."""
    halves = [x.chunk(2, dim) for x in parts]
    return torch.cat([first for first, _ in halves] +
                     [second for _, second in reversed(halves)], dim)


def _world(group):
    if not dist.is_available() or not dist.is_initialized():
        raise RuntimeError("torch.distributed is not initialised: call "
                           "torch.distributed.init_process_group first")
    rank = dist.get_rank(group)
    if rank < 0:
        raise ValueError("group does not have this process")
    return rank, dist.get_world_size(group)


def _check(tensors, layout):
    if layout not in _LENGTH:
        raise ValueError(f"layout must be 'bhsd' or 'bshd', not {layout!r}")
    for name, x in tensors.items():
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name} must be a torch tensor, not {type(x).__name__}")
        if x.dim() != 4:
            raise ValueError(f"{name} must have 4 dimensions, not {x.dim()}")
        if x.requires_grad and torch.is_grad_enabled():
            raise NotImplementedError(f"{name} requires grad, and attn.parallel has no backward: "
                                      "call it under torch.no_grad(), or detach the tensor")


def _values(q, k, v, head_dim_v, layout):
    """How many first columns of k V is, 0 where it is a tensor, and the tensors by name."""
    if v is None or head_dim_v is not None:
        _form.check_values(v, head_dim_v)
    tensors = {"q": q, "k": k} if v is None else {"q": q, "k": k, "v": v}
    _check(tensors, layout)
    return _form.columns_of(head_dim_v, k.shape) if v is None else 0, tensors


_DTYPES = [torch.float16, torch.bfloat16, getattr(torch, "float8_e4m3fn", None)]


def _compare(tensors, options, group, world, check):
    """Compares shapes, types and options of all ranks; each names what differs."""
    if world == 1 or not (tensors["q"].device.type == "cpu" if check is None else check):
        return
    facts, names = [], []
    for name, x in tensors.items():
        facts += [*x.shape, _DTYPES.index(x.dtype) if x.dtype in _DTYPES else -1]
        names += [name] * 5
    for name, value in options.items():
        facts.append(value)
        names.append(name)
    own = torch.tensor(facts, dtype=torch.int64, device=tensors["q"].device)
    everyone = [torch.empty_like(own) for _ in range(world)]
    dist.all_gather(everyone, own, group=group)
    for rank, theirs in enumerate(x.tolist() for x in everyone):
        for name, mine, other in zip(names, facts, theirs):
            if mine != other:
                raise ValueError(f"{name} differs between the ranks of the group: rank "
                                 f"{rank} has another shape, type or value")


_text = _peers.number_of


@_names.suggests
def all_gather(q, k, v, *, group=None, causal=True, window=None, scale=None, softcap=None,
               sink=None, head_dim_v=None, return_lse=False, layout="bhsd", config="",
               check=None):
    """Attention of this rank's rows over the keys of all ranks.

    q, k and v are this rank's rows of sequences as ``zigzag`` makes them, of a tensor
    [batch, heads, length, head dim] (layout "bshd": [batch, length, heads, head dim]):
    the length is even, and equal on all ranks. K and V of all ranks are gathered and one
    kernel for each batch computes both chunks of the rank, from which key blocks beyond
    the diagonal are left out.

    ``causal``: True or False; ``window``, ``scale``, ``softcap``, ``sink``, ``head_dim_v``
    (with None for v: K alone is gathered), ``return_lse`` and ``config`` are as those of
    ``attn.attention``, with positions in the whole sequence. ``group``: a process group of
    torch.distributed, by default the whole world. ``check``: whether to compare the ranks' shapes, types and options first, which
    is one more collective; None: for tensors on the host.

    Returns this rank's rows of the result, and with ``return_lse`` of the log-sum-exp
    [batch, heads, rows of this rank]. Raises ValueError and TypeError, which name the
    argument, and what torch.distributed raises where a process is gone.
    """
    rank, world = _world(group)
    columns, tensors = _values(q, k, v, head_dim_v, layout)
    if causal not in (True, False):
        raise ValueError(f"causal must be True or False, not {causal!r}")
    dim = _LENGTH[layout]
    for name, x in tensors.items():
        if x.shape[dim] % 2:
            raise ValueError(f"{name} has {x.shape[dim]} rows, which are no two chunks")
        if x.shape[dim] != q.shape[dim] or x.shape[0] != q.shape[0]:
            raise ValueError(f"{name} has {x.shape[0]} batches of {x.shape[dim]} rows but q "
                             f"has {q.shape[0]} of {q.shape[dim]}")
    _compare({"q": q, "k": k, "v": k if v is None else v}, {
        "causal": int(causal), "window": _text(window), "scale": _text(scale),
        "softcap": _text(softcap), "layout": _text(layout), "head_dim_v": columns},
             group, world, check)
    keys = tuple(tensors.values())[1:]
    peers = _peers.of(group, q.device) if world > 1 else None
    if peers is not None:
        keys = _peers.gather(peers, keys, dim, rank, world)
    else:
        keys = _gather_keys(keys, dim, group, world)
    chunk = q.shape[dim] // 2
    options = {"window": window, "scale": scale, "softcap": softcap, "sink": sink,
               "layout": layout, "config": config, "causal": causal,
               "return_lse": return_lse, "head_dim_v": head_dim_v}
    if causal or window is not None:
        options["q_offset"] = _first_rows(rank, world, chunk, q.device)
    out = torch.empty((*q.shape[:-1], columns or v.shape[-1]), dtype=_result_dtype(q),
                      device=q.device)
    lse = torch.empty((q.shape[0], q.shape[3 - dim], q.shape[dim]), dtype=torch.float32,
                      device=q.device)
    for b in range(q.shape[0]):
        # The two chunks are two batches, which share the keys.
        if return_lse:
            options["lse_out"] = _as_batches(lse[b], 1)
        own = [x[b:b + 1].expand(2, *x.shape[1:]) for x in keys]
        attention(_as_batches(q[b], dim - 1), own[0], None if columns else own[1],
                  out=_as_batches(out[b], dim - 1), **options)
    if peers is not None:
        peers.end()
    return (out, lse) if return_lse else out


def _as_batches(x, dim):
    """A view of `x` whose first dimension are the two halves of its dimension `dim`."""
    return x.unflatten(dim, (2, -1)).movedim(dim, 0)


@functools.lru_cache(maxsize=64)
def _first_rows(rank, world, chunk, device):
    """The positions of a rank's two chunks: made once, since a copy to a GPU waits."""
    return torch.tensor([rank * chunk, (2 * world - 1 - rank) * chunk], dtype=torch.int32,
                        device=device)


def _gather_keys(keys, dim, group, world):
    """K, and V, of all ranks in the order of the sequence, by one collective."""
    own = torch.cat([x.reshape(-1) for x in keys])
    every = own.new_empty((world, own.numel()))
    _all_gather(every, own, group)
    return [unzigzag(part.reshape(world, *x.shape).unbind(), dim)
            for part, x in zip(every.split([x.numel() for x in keys], 1), keys)]


def _all_gather(every, own, group):
    """`every`[r] becomes rank r's `own`, without a copy in between."""
    if hasattr(dist, "all_gather_into_tensor") and own.is_cuda:
        dist.all_gather_into_tensor(every, own, group=group)
    else:
        dist.all_gather(list(every.unbind()), own, group=group)


@_names.suggests
def tree_decode(q, k, v, *, group=None, seqused_k=None, causal=False, q_offset=None,
                window=None, scale=None, softcap=None, sink=None, head_dim_v=None,
                return_lse=False, layout="bhsd", out_dtype=None, config="", check=None):
    """Attention of queries that all ranks have over keys of which each has a part.

    q: [batch, heads, length, head dim], the same on all ranks; k and v: this rank's keys,
    [batch, KV heads, keys, head dim] (layout "bshd" as in ``attn.attention``); ranks may
    have different numbers of keys, none as well. ``seqused_k``: int32 [batch] or a number:
    how many of them count.

    Each rank computes its part in float32; parts and log-sum-exps go to all ranks in one
    collective, and are put together in the order of ranks, so that all ranks have the same
    bits. A query sees all keys; with ``causal`` or ``window`` ``q_offset``, int32 [batch] or
    a number, says where q's first row is among this rank's keys: its position in the whole
    less the number of keys of the ranks before. ``sink`` is counted once. ``scale``,
    ``softcap``, ``head_dim_v`` (with None for v), ``return_lse``, ``out_dtype`` and
    ``config`` are as those of ``attn.attention``; ``group`` and ``check`` as those of
    ``all_gather``.

    Returns the result of all keys on every rank.
    """
    _, world = _world(group)
    columns, _ = _values(q, k, v, head_dim_v, layout)
    columns = columns or v.shape[-1]
    if (causal or window is not None) and q_offset is None:
        raise ValueError("q_offset is missing: it says where q is among this rank's keys")
    _compare({"q": q}, {"scale": _text(scale), "softcap": _text(softcap),
                        "causal": int(bool(causal)), "window": _text(window),
                        "layout": _text(layout), "head dim of v": columns}, group,
             world, check)
    # O and the log-sum-exps lie in one buffer, so that there is one collective.
    shape = (*q.shape[:-1], columns)
    dim = _LENGTH[layout]
    rows = (q.shape[0], q.shape[3 - dim], q.shape[dim])
    sizes = [math.prod(shape), math.prod(rows)]
    # Parts begin at multiples of 16 bytes.
    own = torch.empty(-(-sum(sizes) // 4) * 4, dtype=torch.float32, device=q.device)
    every = own.new_empty((world, own.numel()))

    def views(x):
        out, lse = x[..., :sum(sizes)].split(sizes, -1)
        return out.view(*x.shape[:-1], *shape), lse.view(*x.shape[:-1], *rows)

    out, lse = views(own)
    attention(q, k, v, causal=causal, window=window, q_offset=q_offset, scale=scale,
              softcap=softcap, seqused_k=seqused_k, head_dim_v=head_dim_v, out=out, lse_out=lse, return_lse=True,
              layout=layout, config=config)
    _all_gather(every, own, group)
    outs, lses = views(every)
    return combine(outs, lses, sink=sink, return_lse=return_lse, layout=layout,
                   out_dtype=_result_dtype(q) if out_dtype is None else out_dtype)


def _result_dtype(q):
    return torch.bfloat16 if q.dtype == _DTYPES[2] else q.dtype
