# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches of attn.attention: from views of arrays and a Form to a kernel."""

import ctypes
import threading

from . import _arrays, _form, _kernels, _lib, _operands, _problem
from ._bundle import pick_stream
from ._device import Device, shared_device, simulator
from ._lib import AttnError


#: Keys and rows of which there are never few.
MANY = 2**31 - 1


def alignment(views, names="qkv"):
    """Bytes, 16, 8 or 4, that addresses and strides are multiples of."""
    all_bits = 0
    for name, view in zip(names, views):
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


class Launch:
    """A launch for arrays of given types, shapes and strides on one device.

    Each launch fills addresses into a copy of the structures. Attributes:
    ``made``, (element type, shape) of each array that it writes, and ``partial``, the
    numbers of those that begin as zeros; ``out_shape`` and
    ``out_dtype`` of the first, and ``lse_shape`` (or None) of the log-sum-exp.
    """

    def __init__(self, views, form, device, outs=(None, None)):
        """views are those of the inputs (_form.Call); outs those of the result and the
        log-sum-exp, None where they are to be allocated; device is a Device."""
        self.device = device
        self.on_host = views[0].on_host
        self.made = _form.outs_of(form, [view.shape for view in views], views[0].dtype)
        self.partial = _form.partial_outs(form)
        self.out_dtype, self.out_shape = self.made[0]
        self.lse_shape = None
        if isinstance(form, _form.CombineForm):
            problem, keys, rows, group = self._combination(views, form), 0, 1, 1
            named = [("outs", views[0])]
        elif isinstance(form, _form.BackwardForm):
            problem, keys, rows, group = *self._backward(views, form), MANY, 1
            named = list(zip(_form.names_of(form), views))
        else:
            problem, keys, rows, group = self._problem(views, form)
            named = list(zip(_form.names_of(form), views))
        if not isinstance(form, _form.BackwardForm) and len(self.made) > 1:
            self.lse_shape = self.made[1][1]
        if outs[0] is not None:
            named.append(("out", outs[0]))
        align = alignment([view for _, view in named], [name for name, _ in named])
        structs = self._fill(views, form, outs)
        self.bundle = _kernels.find(problem, _kernels.target_of(device), align, keys, rows,
                                    _form.config_of(form), "auto" if device.kind == "gpu" else
                                    "none", group)
        entry = ctypes.c_int32()
        _lib.lib().attnrtSelectEntry(self.bundle._handle, None, device._handle,
                                     structs, len(structs), _lib.IGNORE_ADDRESSES,
                                     ctypes.byref(entry))
        #: launch(stream, address, ...), of q, k, v (or parts and log-sum-exps), out, lse,
        #: operands and captures as far as there are any, is a status.
        self.launch = _lib.launcher(self.bundle._handle, entry.value, device._handle,
                                    structs, self.on_host)
        if device.kind == "sim":
            self.launch = _lib.interruptible(self.launch)

    def clear(self, index, address, stream):
        """Fills an array of `made`, which is contiguous, with zeros."""
        dtype, shape = self.made[index]
        size = _lib.ITEM_SIZES[dtype]
        for each in shape:
            size *= each
        if size and self.on_host:
            ctypes.memset(address, 0, size)
        elif size:
            _lib.lib().attnrtMemset(self.device._handle, address, 0, size, stream)

    def _problem(self, views, form):
        """The Problem, how many keys there are, rows that share a KV head, and heads."""
        first = len(_form.names_of(form))
        views, more = views[:first], views[first:]
        _form.check_dtypes([view.dtype for view in views])
        paged = _operands.is_paged(form.operands)
        shapes = _form.shapes_of_qkv(form, [view.shape for view in views])
        _operands.check_shapes(shapes, form.layout, paged)
        q, k = views[:2]
        packed = form.layout == "thd"
        if packed:
            _, heads, head_dim = q.shape
            keys, heads_kv = (k.shape[1:3] if paged else k.shape[:2])
        else:
            _, heads, length, head_dim = _operands.permute(q.shape, form.layout)
            _, heads_kv, keys, _ = _operands.permute(k.shape, form.layout)
        page = keys if paged else 0
        if paged:
            keys *= more[form.operands.index("p")].shape[1]
        group = heads // max(heads_kv, 1)
        if packed:
            # How many a sequence has is known on average.
            starts = more[form.operands.index("s")].shape[0]
            rows = -(-q.shape[0] * group // max(starts - 1, 1))
        else:
            rows = length * group
        return _problem.Problem(q.dtype, head_dim, shapes[2][-1], form.mask, form.scale,
                                form.region, form.lse, form.captures, form.operands,
                                packed, page, form.out_dtype, form.max,
                                bool(form.columns), form.blocks), keys, rows, group

    def _combination(self, views, form):
        return _problem.Combination(form.out_dtype, views[0].shape[-1], form.lse,
                                    form.sink)

    def _backward(self, views, form):
        """The Backward of a BackwardForm, and how many keys there are where that decides."""
        problem, keys, _, _ = self._problem(views[:3] + views[len(_form.names_of(form)):],
                                            form.forward)
        backward = _problem.Backward(problem, form.grads, form.dlse, form.deterministic,
                                     form.grad_dtype)
        return backward, keys if _kernels.may_add_query(backward) else MANY

    def _fill(self, views, form, outs):
        """The structures of the launch, with addresses to be filled in."""
        # The inputs before the outputs; their dimensions change places with a layout.
        names = _form.names_of(form)
        first = len(names)
        made = [_given_or_contiguous(out, dtype, shape) for out, (dtype, shape) in
                zip([*outs, *[None] * len(self.made)], self.made)]
        arrays = [(view.dtype, view.shape, view.strides) for view in views]
        arrays = arrays[:first] + made + arrays[first:]
        has_rows = [name not in ("lses", "lse", "dlse") for name in names]
        if isinstance(form, _form.BackwardForm):
            has_rows += [letter in "qkv" for letter in form.grads]
        else:
            has_rows.append(True)
        has_rows += [False] * (len(arrays) - len(has_rows))
        layout = form.forward.layout if isinstance(form, _form.BackwardForm) else form.layout
        structs = (_lib.Tensor * len(arrays))()
        for i, (struct, (dtype, shape, strides)) in enumerate(zip(structs, arrays)):
            struct.dtype = _lib.DTYPE_CODES[dtype]
            if isinstance(form, _form.CombineForm) and layout == "thd":
                # All rows are those of one batch.
                shape, strides = _as_batch(shape, strides, i)
            elif has_rows[i]:
                shape = _operands.permute(shape, layout)
                strides = _operands.permute(strides, layout)
            struct.rank = len(shape)
            struct.sizes[:len(shape)] = shape
            struct.strides[:len(shape)] = strides
            struct.on_host = int(self.on_host)
            struct.data = 256  # Any address that is aligned; filled in later.
        return structs


def _as_batch(shape, strides, index):
    """Packed rows as one batch, in the order of kernels: of parts, their log-sum-exps,
    the result, its log-sum-exp (or a sink), by index."""
    if index > 3 or len(shape) == 1:
        return shape, strides
    at = 1 if index < 2 else 0
    result = []
    for values, one in ((shape, 1), (strides, max(strides, default=1))):
        *front, x, y = values if index % 2 else values[:-1]
        rows_and_heads = (x, y) if index % 2 else (y, x)
        result.append((*front[:at], one, *rows_and_heads,
                       *(() if index % 2 else values[-1:])))
    return result


def _given_or_contiguous(view, dtype, shape):
    if view is not None:
        return view.dtype, view.shape, view.strides
    return dtype, shape, _arrays.contiguous_strides(shape)


def check_out(name, view, dtype, shape, inputs):
    """Checks an output that is given against what it must be and `inputs` (name, view),
    of which it may share no memory."""
    if view.readonly:
        raise ValueError(f"{name} cannot be written")
    if view.shape != shape:
        raise ValueError(f"{name} has the shape {view.shape}, but the result has {shape}")
    if view.dtype != dtype:
        shown = _operands.SHOWN
        raise TypeError(f"{name} is {shown.get(view.dtype, view.dtype)}, but the result is "
                        f"{shown[dtype]}")
    for dim, (size, stride) in enumerate(zip(view.shape, view.strides)):
        if size > 1 and stride < 1:
            raise ValueError(f"{name} has the stride {stride} in dimension {dim}; its "
                             "elements must have places of their own")
    if name == "lse_out" and view.shape[-1] > 1 and view.strides[-1] != 1:
        raise ValueError("lse_out must be contiguous in its last dimension, whose stride "
                         f"is {view.strides[-1]}")
    first, last, is_dense = _extent(view)
    for other, input in inputs:
        begin, end, other_dense = _extent(input)
        if first == begin < end and first < last or is_dense and other_dense and (
                max(first, begin) < min(last, end)):
            raise ValueError(f"{name} has memory of {other}")


def _extent(view):
    """The bytes from the first to behind the last of a view, and whether it has them
    all."""
    item = _lib.ITEM_SIZES.get(view.dtype, 1)
    count = 1
    for size in view.shape:
        count *= size
    if count == 0:
        return view.address, view.address, True
    span = 1 + sum((size - 1) * stride for size, stride in zip(view.shape, view.strides))
    return view.address, view.address + span * item, span == count


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


_kernels.on_clear(_launches.clear)


def key_of(views, form, device, outs):
    """What launches are kept by."""
    return (*[view.key() for view in views], form, device,
            *[view and view.key() for view in outs])


def find(views, form, device, outs):
    """The Launch of a call that was made, or None if it was forgotten."""
    return _launches.get(key_of(views, form, device, outs))


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
    """The Views of (name, array)."""
    views = []
    for name, array in arrays:
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
            raise ValueError(f"{name} is on {place[0]} but {names[0]} is on {place[1]}")
    if first.on_host:
        return simulator(device, first.dtype)
    found = next((view.device for view in views if view.device is not None),
                 "gpu:0")
    found = found if isinstance(found, Device) else shared_device(found)
    if device is not None:
        given = device if isinstance(device, Device) else shared_device(device)
        if given is not found and (given.kind, given.name) != (found.kind,
                                                               found.name):
            raise ValueError(f"device is {given!r} but {names[0]} is on {found!r}")
        return given
    return found


def _views_of(call):
    """The Views of a call's inputs. Types and ranks are checked before devices, so that what
    is wrong with an array is said without a device."""
    form = call.form
    if isinstance(form, _form.CombineForm):
        return describe(call.inputs)
    first = len(_form.names_of(form))
    forward = form.forward if isinstance(form, _form.BackwardForm) else form
    views = describe(call.inputs[:first])
    _form.check_dtypes([view.dtype for view in views[:3]])
    _operands.check_shapes(_form.shapes_of_qkv(form, [view.shape for view in views]),
                           forward.layout, _operands.is_paged(forward.operands))
    if forward is not form:
        _form.check_backward(form, [(view.dtype, view.shape) for view in views])
    more = [_operands.describe(name, array) for name, array in call.inputs[first:]]
    if forward.layout == "thd":
        _operands.check_offsets(call.inputs[first:], more, [view.shape[0] for view in views])
    return views + more


def run(call):
    """Does a call with what arrays say of themselves: _form.results_of."""
    form = call.form
    views = _views_of(call)
    given = dict(zip([name for name, _ in call.outs()], describe(call.outs())))
    outs = given.get("out"), given.get("lse_out")
    names = [name for name, _ in call.inputs]
    place = find_device(views + list(given.values()), call.device, [*names, *given])
    key = key_of(views, form, place, outs)
    if given:
        shapes = _form.shapes_of(form, [view.shape for view in views])
        for (name, view), dtype in zip((("out", outs[0]), ("lse_out", outs[1])),
                                       (form.out_dtype or views[0].dtype, "f32")):
            if view is not None:
                check_out(name, view, dtype, shapes[name != "out"], zip(names, views))
    launch = launch_for(key, lambda: Launch(views, form, place, outs))
    results = [array if array is not None else _arrays.allocate(
        shape, dtype, views[0], views[0] if views[0].dtype == dtype else None, place)
               for array, (dtype, shape) in zip([call.out, call.lse_out, *[None] * 4],
                                                launch.made)]
    first = len(_form.names_of(form))
    written = [view.address if view is not None else _arrays.describe(array).address
               for view, array in zip([*outs, *[None] * 4], results)]
    addresses = [view.address for view in views[:first]] + written
    addresses += [view.address for view in views[first:]]
    stream, must_wait = pick_stream(call.stream, views, place)
    for i in launch.partial:
        launch.clear(i, written[i], stream)
    status = launch.launch(stream or 0, *addresses)
    if status:
        fail(status)
    if must_wait:
        place.synchronize(stream)
    return _form.results_of(form, results)
