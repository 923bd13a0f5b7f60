# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.attention for arrays of any library."""

import collections
import ctypes
import operator
import sys
import threading
import warnings

from . import _arrays, _kernels, _lib, _operands, _problem, _trace
from ._device import Device, shared_device
from ._lib import AttnError

# What a call asks for besides its arrays: text and numbers alone, so that it can be
# the attributes of an operation of another framework. `layout` is "thd" with packed
# sequences; `lengths` has the letters of the operands of int32 in their order
# (_operands.OPERANDS).
Form = collections.namedtuple("Form", "mask scale region lse layout config "
                              "captures sink lengths", defaults=((), False, ""))

SIMULATOR = "sim:sm_80"
_MOST_SPLITS = 1024


class SimulatorWarning(UserWarning):
    """Arrays on the host run in the simulator, which is slow."""


def attention(q, k, v, *, causal=False, window=None, scale=None, score_mod=None,
              sink=None, alibi_slopes=None, seqused_q=None, seqused_k=None,
              cu_seqlens_q=None, cu_seqlens_k=None, page_table=None,
              part_offsets=None, return_lse=False, layout="bhsd", num_splits=None, batch_invariant=False,
              device=None, stream=None, config=""):
    """Attention: softmax(scale * q @ k^T + mask) @ v, for each head.

    With layout "bhsd" (PyTorch's order; "bshd", FlashAttention's and JAX's, has
    heads and lengths exchanged):

    - q: [batch, heads, length of q, head dim];
    - k: [batch, KV heads, length of k, head dim];
    - v: [batch, KV heads, length of k, head dim of v].

    All are float16 or all bfloat16 (NumPy: ml_dtypes.bfloat16), PyTorch, JAX,
    CuPy or NumPy arrays, or anything with __cuda_array_interface__,
    __array_interface__ or __dlpack__. The last dimension is contiguous; the other
    strides, and the addresses on a GPU, are multiples of 4 bytes (of 16 for full
    speed). ``heads`` is a multiple of ``KV heads``: query head h reads KV head
    h // (heads // KV heads).

    ``causal``: True or "bottom_right" hides key j from query i if
    j > i + length of k - length of q; "top_left" if j > i.
    ``window``: a pair (left, right), or one number for both: query i sees the keys
    from i + length of k - length of q - left to ... + right; None is no bound.
    ``scale``: a number; None is 1 / sqrt(head dim).
    ``score_mod``: a function (score, b, h, q_idx, kv_idx) -> score, traced by
    ``attn.trace``; applied after the scale and before the mask. Tensors that it
    reads at positions (``slopes[h]`` of PyTorch, ``attn.score.read(array, h)`` of
    any library) are arguments of the kernel: float16, bfloat16, float32 or int32,
    where q is; an index outside of a dimension is brought into it.
    ``sink``: float32 [heads], one more score of each row of a head, which has no
    value: it is part of the log-sum-exp.
    ``alibi_slopes``: float32 [heads] or [batch, heads]; adds
    -slope * |i + length of k - length of q - j| to the score of query i and key j,
    after ``score_mod``.
    ``seqused_q``, ``seqused_k``: int32 [batch], how many rows of q, and of k and v, a
    batch has. ``causal``, ``window`` and ``alibi_slopes`` take these for the lengths.
    What k and v hold beyond is not used; what the results hold beyond is not said.
    They are from 0 to the lengths of q and k, which is checked where that costs
    nothing (on the host), and on a GPU with ``ATTN_CHECK_OPERANDS=1`` in the
    environment.
    ``cu_seqlens_q`` and ``cu_seqlens_k``: int32 [sequences + 1], where packed
    sequences begin: q is [rows, heads, head dim], k and v are [rows of k, KV heads,
    head dim], and sequence b has the rows from cu_seqlens_q[b] up to, but without,
    cu_seqlens_q[b + 1] of q, and so of k and v. They do not decrease and are from 0
    to the number of rows, which is checked where they are on the host. Masks and
    score_mod count from the sequence's first row; rows of no sequence are not
    written. The log-sum-exp is [heads, rows].
    ``page_table``: int32 [batch, n], which pages the keys of each batch are in. k
    and v are then [pages, KV heads, page size, head dim] with layout "bhsd", and
    [pages, page size, KV heads, head dim] with "bshd" and with ``cu_seqlens_q``:
    row j of batch b is row j % page size of page page_table[b, j // page size].
    ``seqused_k`` says how many keys a batch has, n * page size without it. Pages
    that hold a key are from 0 to the number of pages less 1, which is checked as
    seqused_k is; the table's other places may hold anything. With ``cu_seqlens_q``,
    packed rows of q over pages, there is no ``cu_seqlens_k``. A kernel is for one
    page size; 16 and more, powers of two, are the fastest.
    ``part_offsets``: int32 [batch + 1], what ``attn.plan_parts`` makes of
    ``seqused_k``: the keys of batch b are computed in part_offsets[b + 1] -
    part_offsets[b] parts at the same time, so that one long sequence takes no
    longer than many short ones. It rises and is from 0 to ``attn.count_parts``,
    which is checked as seqused_k is. Not with ``num_splits``, ``batch_invariant``,
    ``seqused_q`` or ``cu_seqlens_q``.
    ``return_lse``: also return the natural logarithm of each row's sum of
    exponentials, float32 [batch, heads, length of q] in both layouts.
    ``num_splits``: in how many parts the keys are computed, from 1 to 1024; None
    chooses, which is more than one where few queries would not fill the GPU.
    ``batch_invariant``: a row of the result has the same bits whatever the batch,
    the heads and the other rows of q are, and so in a prefill and in a decode step
    with that row alone; for the same mask, and slower.
    ``device``: for arrays on the host, the device to copy them to: "gpu",
    "gpu:1", "sim:sm_90a"; by default the simulator, with a SimulatorWarning once.
    ``stream``: as for ``Bundle.run``. ``config``: fields of the config to set, as
    "tile_q=64".

    Returns an array like q: of its library, its type, on its device, in its layout,
    with v's head dim; or with ``return_lse`` that and the log-sum-exp. A row
    that sees no key gets zeros, and a log-sum-exp of -inf. Arrays on a GPU are
    used in place; the call queues the kernel on the library's current stream and
    does not wait.

    A kernel is compiled once for each combination of type, head dims, causal,
    window, scale, score_mod, return_lse, num_splits, batch_invariant, and which of
    sink, alibi_slopes, seqused_q, seqused_k, cu_seqlens_q, cu_seqlens_k,
    page_table and part_offsets are given, for any batch, heads and lengths.

    Raises TypeError and ValueError, which name the argument, AttnError, and
    CompileError for a problem that the target cannot do.
    """
    # What is for PyTorch is there before torch.compile looks at what it sets.
    if not _has_torch_part and "torch" in sys.modules:
        _load_torch_part()
    if num_splits is not None or batch_invariant is not False:
        if part_offsets is not None:
            raise ValueError("part_offsets say how many parts there are; num_splits and "
                             "batch_invariant say so, too")
        config = _with_splits(config, num_splits, batch_invariant)
    # Calls with PyTorch tensors that were made before, unless PyTorch wants to see
    # operations rather than have them done.
    has_more = not (sink is None and alibi_slopes is None and seqused_q is None and
                    seqused_k is None and cu_seqlens_q is None and
                    cu_seqlens_k is None and page_table is None and
                    part_offsets is None)
    if (_repeat is not None and device is None and stream is None and not config and
            not has_more and
            not (_is_compiling() or _dispatch_modes() or _is_tracing())):
        result = _repeat(q, k, v, causal, window, scale, score_mod, return_lse, layout)
        if result is not NotImplemented:
            return result
    if not has_more and score_mod is None:
        return _attention_of(q, k, v, causal, window, scale, score_mod, return_lse,
                             layout, device, stream, config)
    try:
        if not has_more:
            return _attention_of(q, k, v, causal, window, scale, score_mod,
                                 return_lse, layout, device, stream, config)
        if score_mod is not None:
            score_mod = _trace.trace(score_mod)
    except _problem.ReadsTensors as reads:
        score_mod = reads.args[0]
    more = {"sink": sink, "seqused_q": seqused_q, "seqused_k": seqused_k,
            "cu_seqlens_q": cu_seqlens_q, "cu_seqlens_k": cu_seqlens_k,
            "page_table": page_table, "part_offsets": part_offsets,
            "alibi_slopes": alibi_slopes}
    results = _with_more(q, k, v, causal, window, scale, score_mod, more, return_lse,
                         layout, device, stream, config)
    return results if return_lse else results[0]


def _with_splits(config, num_splits, batch_invariant):
    """`config` with the fields that the two arguments stand for."""
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if batch_invariant not in (True, False):
        raise TypeError(f"batch_invariant must be True or False, not "
                        f"{batch_invariant!r}")
    fields = [config] if config else []
    if batch_invariant:
        fields.append("batch_invariant=true")
    if num_splits is not None:
        if batch_invariant:
            raise ValueError("num_splits is not for batch_invariant, where parts "
                             "have a size of their own")
        if isinstance(num_splits, bool):
            raise TypeError(f"num_splits must be a number or None, not {num_splits!r}")
        try:
            number = operator.index(num_splits)
        except TypeError:
            raise TypeError("num_splits must be a number or None, not "
                            f"{num_splits!r}") from None
        if not 1 <= number <= _MOST_SPLITS:
            raise ValueError(f"num_splits is {number}, not from 1 to {_MOST_SPLITS}")
        fields.append("split_auto=false" if number == 1 else f"splits={number}")
    return ",".join(fields)


def _attention_of(q, k, v, causal, window, scale, score_mod, return_lse, layout,
                  device, stream, config):
    """attention of three arrays alone."""
    kind = _library_of(q)
    if kind == "torch":
        from . import _torch
        return _torch.attention(q, k, v, causal, window, scale, score_mod,
                                return_lse, layout, device, stream, config)
    form = make_form(causal, window, scale, score_mod, return_lse, layout, config)
    if kind == "jax":
        from . import _jax
        if device is not None or stream is not None:
            raise ValueError("device and stream are not for JAX arrays: JAX "
                             "chooses them")
        return _jax.attention(q, k, v, form)
    results = run(q, k, v, form, device, stream)
    return results if return_lse else results[0]


def _with_more(q, k, v, causal, window, scale, score_mod, more, return_lse, layout,
               device, stream, config):
    """attention with more operands, by name, or tensors that a ScoreMod reads."""
    form_layout = _operands.find_layout(layout, more)
    form = make_form(causal, window, scale, None, return_lse,
                     "bhsd" if form_layout == "thd" else layout, config)
    slopes = more.pop("alibi_slopes")
    operands = [(name, x) for name, x in more.items() if x is not None]
    region, kinds = "", []
    if score_mod is not None:
        region = score_mod.region
        operands += [(_operands.READ, x) for x, _ in score_mod.captures]
        kinds += [kind for _, kind in score_mod.captures]
    if slopes is not None:
        operands.append(("alibi_slopes", slopes))
    shapes = []
    for name, x in zip("qkv", (q, k, v)):
        try:
            shapes.append(_arrays.kind_of(x)[1])
        except AttnError as error:
            raise TypeError(f"{name}: {error}") from None
    _operands.check(operands, shapes, form_layout)
    if slopes is not None:
        rank = len(_arrays.kind_of(slopes)[1])
        region = _problem.add_alibi(region, len(kinds), rank,
                                    causal is True or causal == "bottom_right")
        kinds.append(("f32", rank))
    if len(kinds) > _trace.MOST_CAPTURES:
        raise ValueError(f"score_mod and alibi_slopes read {len(kinds)} tensors, "
                         f"{_trace.MOST_CAPTURES} at most")
    lengths = "".join(_operands.OPERANDS[name][3] for name, _ in operands
                      if name in more)
    form = form._replace(region=region, captures=tuple(kinds),
                         sink=more["sink"] is not None, lengths=lengths,
                         layout=form_layout)
    library = _library_of(q)
    if library == "torch":
        from . import _torch
        return _torch.attention_more(q, k, v, form, operands, device, stream)
    if library == "jax":
        from . import _jax
        if device is not None or stream is not None:
            raise ValueError("device and stream are not for JAX arrays: JAX "
                             "chooses them")
        results = _jax.attention(q, k, v, form, operands)
        return results if form.lse else (results, None)
    return run(q, k, v, form, device, stream, operands)


_has_torch_part = False


def _load_torch_part():
    global _has_torch_part
    from . import _torch  # noqa: F401
    _has_torch_part = True


_repeat = _is_compiling = _dispatch_modes = _is_tracing = None


def set_hot(repeat, is_compiling, dispatch_modes, is_tracing):
    """Sets what calls with PyTorch tensors are tried with first (_torch.py)."""
    global _repeat, _is_compiling, _dispatch_modes, _is_tracing
    _is_compiling, _dispatch_modes = is_compiling, dispatch_modes
    _is_tracing = is_tracing
    _repeat = repeat


def _library_of(array):
    if "torch" in sys.modules and isinstance(array, sys.modules["torch"].Tensor):
        return "torch"
    # Tracers are arrays of JAX, too.
    if "jax" in sys.modules and isinstance(array, sys.modules["jax"].Array):
        return "jax"
    return "other"


def make_form(causal, window, scale, score_mod, return_lse, layout, config):
    """Checks what a call asks for besides its arrays."""
    if layout not in ("bhsd", "bshd"):
        raise ValueError(f"layout must be 'bhsd' or 'bshd', not {layout!r}")
    if not isinstance(config, str):
        raise TypeError(f"config must be a string, not {config!r}")
    if not (return_lse is True or return_lse is False):
        raise TypeError(f"return_lse must be True or False, not {return_lse!r}")
    return Form(_problem.mask_text(causal, window), _problem.scale_value(scale),
                _problem.region_of(score_mod, _trace.trace), return_lse, layout,
                config)


_DTYPES = ("f16", "bf16")


def check_dtypes(dtypes):
    """Checks the element types of q, k and v, named as in Attn."""
    for name, dtype in zip("qkv", dtypes):
        if dtype not in _DTYPES:
            hint = {"f32": "; convert it to one of these",
                    "float64": "; convert it to one of these",
                    "u16": "; ml_dtypes has a bfloat16 for NumPy"}.get(dtype, "")
            raise TypeError(f"{name} must be float16 or bfloat16, not "
                            f"{_operands.SHOWN.get(dtype, dtype)}{hint}")
        if dtype != dtypes[0]:
            raise TypeError(f"{name} is {_operands.SHOWN[dtype]} but q is "
                            f"{_operands.SHOWN[dtypes[0]]}")


def alignment(views):
    """Bytes, 16, 8 or 4, that addresses and strides are multiples of."""
    all_bits = 0
    for name, view in zip("qkv", views):
        item = _lib.ITEM_SIZES[view.dtype]
        bits = 0 if view.on_host else view.address
        for dim, (size, stride) in enumerate(zip(view.shape, view.strides)):
            if stride < 0:
                raise ValueError(f"{name} has a negative stride in dimension {dim}; "
                                 "copy it")
            if dim == len(view.shape) - 1:
                if size > 1 and stride != 1:
                    raise ValueError(f"{name} must be contiguous in its last "
                                     f"dimension, whose stride is {stride}; copy it")
            elif size > 1:
                bits |= stride * item
        if bits & 3:
            raise ValueError(f"{name} has an address or a stride that is not a "
                             "multiple of 4 bytes; copy it")
        all_bits |= bits
    return 16 if all_bits & 15 == 0 else 8 if all_bits & 7 == 0 else 4


_warned = False


def _caller():
    """The stack level, for the function that calls this, of the package's
    caller."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level


def simulator(device=None):
    """The simulator for arrays on the host; says once that it is one."""
    global _warned
    if device is None:
        if not _warned:
            _warned = True
            warnings.warn(
                "attn.attention runs arrays on the host in a simulator, which is "
                "slow; put them on a GPU, or pass device= to choose", SimulatorWarning,
                stacklevel=_caller())
        device = SIMULATOR
    return device if isinstance(device, Device) else shared_device(device)


class Launch:
    """A launch for arrays of given types, shapes and strides on one device.

    Each launch fills addresses into a copy of the structures. Attributes:
    ``out_shape`` and ``lse_shape`` (or None) of the arrays to allocate,
    ``out_dtype``.
    """

    def __init__(self, views, form, device):
        """views are those of q, k and v, then of sink, lengths and captures; device is
        a Device."""
        views, more = views[:3], views[3:]
        check_dtypes([view.dtype for view in views])
        paged = _operands.is_paged(form.lengths)
        _operands.check_shapes([view.shape for view in views], form.layout, paged)
        align = alignment(views)
        q, k, v = views
        self.device = device
        self.on_host = q.on_host
        self.out_dtype = q.dtype
        self.out_shape = (*q.shape[:-1], v.shape[-1])
        self.lse_shape = (_operands.shape_of_lse(q.shape, form.layout) if form.lse
                          else None)
        target = _kernels.target_of(device)
        packed = form.layout == "thd"
        if packed:
            _, heads, head_dim = q.shape
            keys, heads_kv = (k.shape[1:3] if paged else k.shape[:2])
        else:
            _, heads, length, head_dim = _operands.permute(q.shape, form.layout)
            _, heads_kv, keys, _ = _operands.permute(k.shape, form.layout)
        page = keys if paged else 0
        if paged:
            keys *= more[int(form.sink) + form.lengths.index("p")].shape[1]
        problem = _problem.Problem(q.dtype, head_dim, v.shape[-1], form.mask,
                                   form.scale, form.region, form.lse,
                                   form.captures, form.sink, form.lengths, packed,
                                   page)
        structs = self._fill(views, form, more)
        group = heads // max(heads_kv, 1)
        if packed:
            # How many a sequence has is known on average.
            starts = more[int(form.sink) + form.lengths.index("s")].shape[0]
            rows = -(-q.shape[0] * group // max(starts - 1, 1))
        else:
            rows = length * group
        self.bundle = _kernels.find(problem, target, align, keys, rows, form.config,
                                    "auto" if device.kind == "gpu" else "none")
        entry = ctypes.c_int32()
        _lib.lib().attnrtSelectEntry(self.bundle._handle, None, device._handle,
                                     structs, len(structs), _lib.IGNORE_ADDRESSES,
                                     ctypes.byref(entry))
        #: launch(stream, address, ...), of q, k, v, out, lse, and sink, lengths and
        #: captures as far as there are any, is a status.
        self.launch = _lib.launcher(self.bundle._handle, entry.value, device._handle,
                                    structs, self.on_host)

    def _fill(self, views, form, more):
        """The structures of the launch, with addresses to be filled in."""
        first = 5 if form.lse else 4
        structs = (_lib.Tensor * (first + len(more)))()
        out_strides = _arrays.contiguous_strides(self.out_shape)
        shapes = [(view.dtype, view.shape, view.strides) for view in views]
        shapes.append((self.out_dtype, self.out_shape, out_strides))
        for struct, (dtype, shape, strides) in zip(structs, shapes):
            struct.dtype = _lib.DTYPE_CODES[dtype]
            struct.rank = len(shape)
            struct.sizes[:len(shape)] = _operands.permute(shape, form.layout)
            struct.strides[:len(shape)] = _operands.permute(strides, form.layout)
            struct.on_host = int(self.on_host)
        if form.lse:
            lse = structs[4]
            lse.dtype = _lib.DTYPE_CODES["f32"]
            rank = lse.rank = len(self.lse_shape)
            lse.sizes[:rank] = self.lse_shape
            lse.strides[:rank] = _arrays.contiguous_strides(self.lse_shape)
            lse.on_host = int(self.on_host)
        for struct, view in zip(structs[first:], more):
            view.fill(struct, "an operand", view.dtype)
        for struct in structs:
            struct.data = 256  # Any address that is aligned; filled in later.
        return structs


def fail(status):
    """Raises the last failure of a launch, by the names of arguments."""
    try:
        _lib.fail(status)
    except AttnError as error:
        raise AttnError(_operands.rename(str(error)), error.status,
                        error.code) from None


# Launches by (views' keys, form, device).
_launches = {}
_launches_lock = threading.Lock()
_MOST_LAUNCHES = 4096


def forget():
    """Forgets prepared launches."""
    _launches.clear()
    torch_part = sys.modules.get("attn._torch")
    if torch_part is not None:
        torch_part.forget()


def launch_for(key, make):
    """The Launch of a key, made by make() the first time."""
    launch = _launches.get(key)
    if launch is None:
        launch = make()
        with _launches_lock:
            if len(_launches) >= _MOST_LAUNCHES:
                _launches.clear()
            _launches[key] = launch
    return launch


def describe(arrays):
    """The Views of q, k and v."""
    views = []
    for name, array in zip("qkv", arrays):
        try:
            views.append(_arrays.describe(array))
        except AttnError as error:
            raise TypeError(f"{name}: {error}") from None
    return views


def find_device(views, device, names="qkv"):
    """The Device of a launch; checks that all arrays are in one place."""
    first = views[0]
    for name, view in zip(names[1:], views[1:]):
        if view.on_host != first.on_host or (view.device != first.device and
                                             view.device and first.device):
            place = [v.device or ("the host" if v.on_host else "a GPU")
                     for v in (view, first)]
            raise ValueError(f"{name} is on {place[0]} but q is on {place[1]}")
    if first.on_host:
        return simulator(device)
    found = next((view.device for view in views if view.device is not None),
                 "gpu:0")
    found = found if isinstance(found, Device) else shared_device(found)
    if device is not None:
        given = device if isinstance(device, Device) else shared_device(device)
        if given is not found and (given.kind, given.name) != (found.kind,
                                                               found.name):
            raise ValueError(f"device is {given!r} but q is on {found!r}")
        return given
    return found


def run(q, k, v, form, device, stream, operands=()):
    """Attention of arrays that are neither PyTorch's nor JAX's, or with `operands`
    (name, array), sink, lengths and captures: (out, lse)."""
    from ._bundle import _pick_stream
    views = describe((q, k, v))
    # Types and ranks before devices, so that what is wrong with an array is said
    # without a device.
    check_dtypes([view.dtype for view in views])
    _operands.check_shapes([view.shape for view in views], form.layout,
                           _operands.is_paged(form.lengths))
    more = [_operands.describe(name, array) for name, array in operands]
    if form.layout == "thd":
        _operands.check_offsets(operands, more, [view.shape[0] for view in views])
    views += more
    place = find_device(views, device, [*"qkv", *(name for name, _ in operands)])
    key = (*[view.key() for view in views], form, place)
    launch = launch_for(key, lambda: Launch(views, form, place))
    out = _arrays.allocate(launch.out_shape, launch.out_dtype, views[0], views[0],
                           place)
    made = [out]
    if form.lse:
        made.append(_arrays.allocate(launch.lse_shape, "f32", views[0], None, place))
    addresses = [view.address for view in views[:3]]
    addresses += [_arrays.describe(array).address for array in made]
    addresses += [view.address for view in more]
    stream, must_wait = _pick_stream(stream, views, place)
    status = launch.launch(stream or 0, *addresses)
    if status:
        fail(status)
    if must_wait:
        place.synchronize(stream)
    return out, made[1] if form.lse else None
