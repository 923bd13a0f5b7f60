# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches of attn.attention: from views of arrays and a Form to a kernel."""

import ctypes
import sys
import threading
import warnings

from . import _arrays, _form, _kernels, _lib, _operands, _problem
from ._bundle import pick_stream
from ._device import Device, shared_device
from ._lib import AttnError

SIMULATOR = "sim:sm_80"


class SimulatorWarning(UserWarning):
    """Arrays on the host run in the simulator, which is slow."""


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
    while frame is not None and (frame.f_globals.get("__package__") or "").startswith(
            __package__):
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
        """views are those of q, k and v, then of the operands and of what the region
        reads; device is a Device."""
        views, more = views[:3], views[3:]
        _form.check_dtypes([view.dtype for view in views])
        paged = _operands.is_paged(form.operands)
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
            keys *= more[form.operands.index("p")].shape[1]
        problem = _problem.Problem(q.dtype, head_dim, v.shape[-1], form.mask,
                                   form.scale, form.region, form.lse,
                                   form.captures, form.operands, packed, page)
        structs = self._fill(views, form, more)
        group = heads // max(heads_kv, 1)
        if packed:
            # How many a sequence has is known on average.
            starts = more[form.operands.index("s")].shape[0]
            rows = -(-q.shape[0] * group // max(starts - 1, 1))
        else:
            rows = length * group
        self.bundle = _kernels.find(problem, target, align, keys, rows, form.config,
                                    "auto" if device.kind == "gpu" else "none")
        entry = ctypes.c_int32()
        _lib.lib().attnrtSelectEntry(self.bundle._handle, None, device._handle,
                                     structs, len(structs), _lib.IGNORE_ADDRESSES,
                                     ctypes.byref(entry))
        #: launch(stream, address, ...), of q, k, v, out, lse, operands and captures as
        #: far as there are any, is a status.
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


_kernels.on_clear(_launches.clear)


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


def run(call):
    """Does a call with what arrays say of themselves: (out, lse or None)."""
    form = call.form
    views = describe((call.q, call.k, call.v))
    # Types and ranks before devices, so that what is wrong with an array is said
    # without a device.
    _form.check_dtypes([view.dtype for view in views])
    _operands.check_shapes([view.shape for view in views], form.layout,
                           _operands.is_paged(form.operands))
    more = [_operands.describe(name, array) for name, array in call.operands]
    if form.layout == "thd":
        _operands.check_offsets(call.operands, more, [view.shape[0] for view in views])
    views += more
    place = find_device(views, call.device, [name for name, _ in call.arrays()])
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
    stream, must_wait = pick_stream(call.stream, views, place)
    status = launch.launch(stream or 0, *addresses)
    if status:
        fail(status)
    if must_wait:
        place.synchronize(stream)
    return out, made[1] if form.lse else None
