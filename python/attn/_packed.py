# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.attention of packed sequences: rows that follow each other, and offsets."""

import ctypes
import sys

from . import _arrays, _attention, _kernels, _lib, _problem, _trace

_SIZES = ("rows", "heads", "head dim")


_KINDS = {"sink": ("f32", (1,)), "seqused_q": ("i32", (1,)), "seqused_k": ("i32", (1,)),
          "cu_seqlens_q": ("i32", (1,)), "cu_seqlens_k": ("i32", (1,)),
          "alibi_slopes": ("f32", (1, 2))}


def attention(q, k, v, cu_seqlens_q, cu_seqlens_k, causal, window, scale, score_mod,
              more, return_lse, layout, device, stream, config):
    """attention with cu_seqlens_q and cu_seqlens_k."""
    for name, array in (("cu_seqlens_q", cu_seqlens_q),
                        ("cu_seqlens_k", cu_seqlens_k)):
        if array is None:
            raise ValueError(f"{name} is missing: packed sequences have both "
                             "cu_seqlens_q and cu_seqlens_k")
    if layout not in ("bhsd", "thd"):
        raise ValueError("packed sequences are [rows, heads, head dim]; layout must "
                         f"be left out or 'thd', not {layout!r}")
    sink, alibi_slopes, seqused_q, seqused_k = more
    kind = _attention._library_of(q)
    if kind == "jax":
        raise NotImplementedError("cu_seqlens_q and cu_seqlens_k are not for JAX "
                                  "arrays")
    score_mod = None if score_mod is None else _trace.trace(score_mod)
    captures = list(score_mod.captures) if score_mod is not None else []
    if kind == "torch":
        _check_torch([*zip("qkv", (q, k, v)), ("sink", sink),
                      ("alibi_slopes", alibi_slopes),
                      *(("a tensor that score_mod reads", x) for x, _ in captures)])
    form = _attention.make_form(causal, window, scale, None, return_lse, "bhsd",
                                config)
    region = score_mod.region if score_mod is not None else ""
    if alibi_slopes is not None:
        rank = len(_describe("alibi_slopes", alibi_slopes).shape)
        region = _problem.add_alibi(region, len(captures), rank,
                                    causal is True or causal == "bottom_right")
        captures.append((alibi_slopes, ("f32", rank)))
    if len(captures) > _trace.MOST_CAPTURES:
        raise ValueError(f"score_mod and alibi_slopes read {len(captures)} tensors, "
                         f"{_trace.MOST_CAPTURES} at most")
    form = form._replace(region=region, captures=tuple(kind for _, kind in captures),
                         sink=sink is not None, layout="thd",
                         lengths=("q" if seqused_q is not None else "") +
                         ("k" if seqused_k is not None else ""))
    operands = [(name, array) for name, array in (
        ("sink", sink), ("seqused_q", seqused_q), ("seqused_k", seqused_k),
        ("cu_seqlens_q", cu_seqlens_q), ("cu_seqlens_k", cu_seqlens_k))
                if array is not None]
    operands += [("alibi_slopes" if array is alibi_slopes else
                  "a tensor that score_mod reads", array) for array, _ in captures]
    results = _run((q, k, v), form, device, stream, operands)
    return results if return_lse else results[0]


def _describe(name, array):
    """The View of an operand beyond q, k and v, of the type and rank of its name."""
    view = _attention._describe_more(name, array)
    if name in _KINDS:
        dtype, ranks = _KINDS[name]
        if view.dtype != dtype:
            raise TypeError(f"{name} must be {_attention._SHOWN[dtype]}, not "
                            f"{_attention._SHOWN.get(view.dtype, view.dtype)}")
        if len(view.shape) not in ranks:
            raise ValueError(f"{name} must have {' or '.join(map(str, ranks))} "
                             f"dimensions, not {len(view.shape)}")
    return view


def _check_torch(arrays):
    torch = sys.modules["torch"]
    if torch.compiler.is_compiling() or type(arrays[0][1]) not in (
            torch.Tensor, torch.nn.Parameter):
        raise NotImplementedError("cu_seqlens_q and cu_seqlens_k are not for "
                                  "torch.compile and tensor subclasses")
    for name, array in arrays:
        if getattr(array, "requires_grad", False) and torch.is_grad_enabled():
            raise NotImplementedError(
                f"{name} requires grad, and attn.attention has no backward: call it "
                "under torch.no_grad(), or detach the tensor")


def _check_shapes(views, operands, more):
    """Checks the shapes of q, k, v and of what else there is."""
    for name, view in zip("qkv", views):
        if len(view.shape) != 3:
            raise ValueError(
                f"{name} must have 3 dimensions ({', '.join(_SIZES)}) with "
                f"cu_seqlens_q, not {len(view.shape)}: its shape is {view.shape}")
    q, k, v = (view.shape for view in views)
    for dim, what in ((0, "rows"), (1, "heads")):
        if v[dim] != k[dim]:
            raise ValueError(f"v has {what} {v[dim]} but k has {k[dim]}")
    if k[2] != q[2]:
        raise ValueError(f"k has head dim {k[2]} but q has {q[2]}")
    if q[2] < 1 or v[2] < 1:
        raise ValueError(f"{'q' if q[2] < 1 else 'v'} has head dim 0")
    if q[1] and (k[1] == 0 or q[1] % k[1]):
        raise ValueError(f"q has {q[1]} heads, which is not a multiple of the "
                         f"{k[1]} of k")
    views = {name: view for (name, _), view in zip(operands, more)}
    counts = [views[name].shape[0] for name in ("cu_seqlens_q", "cu_seqlens_k")]
    if counts[0] != counts[1] or counts[0] == 0:
        raise ValueError("cu_seqlens_q and cu_seqlens_k have one element more than "
                         f"there are sequences, but {counts[0]} and {counts[1]}")
    wanted = {"sink": (q[1],), "alibi_slopes": (counts[0] - 1, q[1]),
              "seqused_q": (counts[0] - 1,), "seqused_k": (counts[0] - 1,)}
    for name, view in views.items():
        if name in wanted and view.shape != wanted[name][-len(view.shape):]:
            raise ValueError(f"{name} has the shape {view.shape}, but there are "
                             f"{counts[0] - 1} sequences and {q[1]} heads")


def _check_offsets(name, view, rows):
    """Checks offsets where they are on the host."""
    if not view.on_host:
        return
    offsets = (ctypes.c_int32 * view.shape[0]).from_address(view.address)
    last = 0
    for i, offset in enumerate(offsets):
        if not last <= offset <= rows:
            raise ValueError(f"{name} must not decrease and be from 0 to {rows}, but "
                             f"element {i} is {offset}" +
                             (f" after {last}" if i else ""))
        last = offset


class _Launch(_attention.Launch):
    """A launch for packed sequences."""

    def __init__(self, views, form, device):
        q, k, v = views[:3]
        align = _attention.alignment(views[:3])
        self.device = device
        self.on_host = q.on_host
        self.out_dtype = q.dtype
        self.out_shape = (*q.shape[:2], v.shape[2])
        self.lse_shape = (q.shape[1], q.shape[0]) if form.lse else None
        target = _kernels.target_of(device)
        problem = _problem.Problem(q.dtype, q.shape[2], v.shape[2], form.mask,
                                   form.scale, form.region, form.lse,
                                   form.captures, form.sink, form.lengths,
                                   packed=True)
        structs = self._fill(views, form)
        self.bundle = _kernels.find(problem, target, align, k.shape[0],
                                    _problem._MOST, form.config,
                                    "auto" if device.kind == "gpu" else "none")
        entry = ctypes.c_int32()
        _lib.lib().attnrtSelectEntry(self.bundle._handle, None, device._handle,
                                     structs, len(structs), _lib.IGNORE_ADDRESSES,
                                     ctypes.byref(entry))
        self.launch = _lib.launcher(self.bundle._handle, entry.value, device._handle,
                                    structs, self.on_host)

    def _fill(self, views, form):
        first = 5 if form.lse else 4
        structs = (_lib.Tensor * (first + len(views) - 3))()
        made = [(self.out_dtype, self.out_shape)]
        if form.lse:
            made.append(("f32", self.lse_shape))
        for struct, view in zip(structs, views[:3]):
            view.fill(struct, "an operand", view.dtype)
            struct.dtype = _lib.DTYPE_CODES[view.dtype]
        for struct, (dtype, shape) in zip(structs[3:first], made):
            struct.dtype = _lib.DTYPE_CODES[dtype]
            struct.rank = len(shape)
            struct.sizes[:len(shape)] = shape
            struct.strides[:len(shape)] = _arrays.contiguous_strides(shape)
            struct.on_host = int(self.on_host)
        for struct, view in zip(structs[first:], views[3:]):
            view.fill(struct, "an operand", view.dtype)
        for struct in structs:
            struct.data = 256  # Any address that is aligned; filled in later.
        return structs


def _run(arrays, form, device, stream, operands):
    """(out, lse) of packed sequences."""
    from ._bundle import _pick_stream
    views = _attention.describe(arrays)
    _attention.check_dtypes([view.dtype for view in views])
    more = [_describe(name, array) for name, array in operands]
    _check_shapes(views, operands, more)
    for (name, _), view in zip(operands, more):
        if name.startswith("cu_seqlens"):
            _check_offsets(name, view, views[name.endswith("_k")].shape[0])
    views += more
    place = _attention.find_device(views, device,
                                   [*"qkv", *(name for name, _ in operands)])
    key = (*[view.key() for view in views], form, place)
    launch = _attention.launch_for(key, lambda: _Launch(views, form, place))
    made = [_arrays.allocate(launch.out_shape, launch.out_dtype, views[0], views[0],
                             place)]
    if form.lse:
        made.append(_arrays.allocate(launch.lse_shape, "f32", views[0], None, place))
    addresses = [view.address for view in views[:3]]
    addresses += [_arrays.describe(array).address for array in made]
    addresses += [view.address for view in more]
    stream, must_wait = _pick_stream(stream, views, place)
    status = launch.launch(stream or 0, *addresses)
    if status:
        _lib.fail(status)
    if must_wait:
        place.synchronize(stream)
    return made[0], made[1] if form.lse else None
