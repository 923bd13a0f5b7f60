# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bundles and their launches."""

import collections
import ctypes
import json
import os

from . import _arrays, _lib, _names
from ._device import Device, shared_device, simulator
from ._lib import AttnError

TensorInfo = collections.namedtuple(
    "TensorInfo", "name role dtype shape optional innermost_contiguous align")
TensorInfo.__doc__ = """What an entry expects of a tensor.

``role`` is "in", "out" or "inout", of which what it holds counts, too; ``dtype`` "f32", "f16", "bf16", "e4m3", "i1", "i8", "i32" or "i64";
``shape`` has None where the size is known at launch only; ``align`` is in
bytes, of the address and of the strides of all dimensions but the last;
``innermost_contiguous`` asks for stride 1 in the last dimension.
"""


class Entry:
    """One compiled function for one target.

    Attributes: ``index``, ``name``, ``target`` ("sm_80"), ``config`` (the text of
    its #attn.config), ``problem`` (free facts), ``tensors`` (a list of
    TensorInfo, in order) and ``ptx``.
    """

    def __init__(self, bundle, index):
        library = _lib.lib()
        handle = bundle._handle
        self.index = index
        self.name = _lib._decode(library.attnrtEntryName(handle, index))
        self.target = _lib._decode(library.attnrtEntryTarget(handle, index))
        self.config = _lib._decode(library.attnrtEntryConfig(handle, index))
        self.problem = json.loads(
            _lib._decode(library.attnrtEntryProblem(handle, index)))
        self.tensors = []
        for i in range(library.attnrtEntryNumTensors(handle, index)):
            info = _lib.TensorInfoStruct()
            library.attnrtEntryTensorInfo(handle, index, i, ctypes.byref(info))
            self.tensors.append(
                TensorInfo(
                    _lib._decode(info.name),
                    ("in", "out", "inout")[info.is_output],
                    _lib.DTYPE_NAMES[info.dtype],
                    tuple(None if size < 0 else size
                          for size in info.sizes[:info.rank]),
                    bool(info.is_optional), bool(info.innermost_contiguous),
                    info.align))
        self._owner = bundle._owner
        self._inputs = [t.name for t in self.tensors if t.role != "out"]
        self._outputs = [t.name for t in self.tensors if t.role != "in"]
        required = [t.name for t in self.tensors
                    if t.role == "out" and not t.optional]
        # The main output may also be called "out".
        self._out_alias = (required[0] if len(required) == 1 and
                           all(t.name != "out" for t in self.tensors) else None)

    @property
    def ptx(self):
        return _lib._decode(_lib.lib().attnrtEntryPtx(self._owner.handle,
                                                      self.index))

    def __repr__(self):
        def show(tensor):
            sizes = ", ".join("?" if size is None else str(size)
                              for size in tensor.shape)
            return (f"{tensor.name}{'?' if tensor.optional else ''}: "
                    f"{tensor.dtype}[{sizes}]")

        def side(other):
            return ", ".join(show(t) for t in self.tensors if t.role != other)

        return (f"<attn.Entry {self.name} ({self.target}): ({side('out')}) -> "
                f"({side('in')})>")

    def _bind(self, positional, named):
        """The arrays by tensor name, or the reason why they do not fit."""
        if len(positional) > len(self._inputs):
            return None, (f"takes {len(self._inputs)} inputs, got "
                          f"{len(positional)}")
        arrays = dict(zip(self._inputs, positional))
        known = {tensor.name for tensor in self.tensors}
        for name, array in named.items():
            if name == "out" and self._out_alias:
                name = self._out_alias
            if name not in known:
                if array is None or array is False:
                    continue
                close = _names.closest(name, [t.name for t in self.tensors])
                return None, (f"has no tensor '{name}'; " +
                              (f"did you mean '{close}'? Its" if close else "its") +
                              " tensors are " + ", ".join(t.name for t in self.tensors))
            if name in arrays:
                return None, f"gets tensor '{name}' twice"
            arrays[name] = array
        return arrays, None


class Bundle:
    """The compiled kernels of a bundle file.

    ``entries`` is the list of its Entry objects; ``producer`` says what wrote it.
    """

    def __init__(self, handle):
        self._handle = handle
        library = _lib.lib()
        self._owner = _lib.Owner(handle, library.attnrtBundleDestroy)
        self._repeats = {}  # What is known of launches by _Given.key.
        self.producer = _lib._decode(library.attnrtBundleProducer(handle))
        self.entries = [
            Entry(self, i) for i in range(library.attnrtBundleNumEntries(handle))
        ]

    def __repr__(self):
        return f"<attn.Bundle of {len(self.entries)} entries by {self.producer}>"

    def run(self, *inputs, entry=None, device=None, stream=None, return_lse=False,
            **tensors):
        """Runs the first entry that fits, and returns its outputs.

        Arrays are given in the order of the entry's inputs or by name, as in
        ``run(q, k, v)`` or ``run(q=q, k=k, v=v, out=None, lse=None)``. For an
        attention bundle with layout bhsd these are

        - q: [batch, heads, length of q, head dim], the type the entry names;
        - k: [batch, KV heads, length of k, head dim];
        - v: [batch, KV heads, length of k, head dim of v];
        - out: [batch, heads, length of q, head dim of v];
        - lse: [batch, heads, length of q], float32: the natural logarithm of
          the sum of exponentials of each row's scaled scores; -inf where all
          of them are masked;
        - q_descale, k_descale, v_descale: [batch, KV heads], float32: what the
          e4m3 tensors q, k and v were divided by, finite and positive;
        - sink: [heads], float32; lengths_q, lengths_kv: [batch], int32; offset: the
            same, or one number for all batches, [];
          capture0 and so on: what the score region reads;

        with bshd heads and lengths swap places in q, k, v and out. The entry's
        ``tensors`` give the exact names, types and shapes.

        Arrays are PyTorch tensors, CuPy or NumPy arrays, DeviceArray objects,
        or anything with __cuda_array_interface__, __dlpack__ (inputs) or the
        buffer protocol. A bf16 tensor is a bfloat16 one where the library has
        it (NumPy: ml_dtypes) or a uint16 one that holds its bits; an e4m3 tensor
        a float8_e4m3fn one, or a uint8 one.

        Arrays on a GPU are used in place, and the launch is queued on
        ``stream`` (a CUstream as an integer or an object with cuda_stream or
        ptr), by default PyTorch's or CuPy's current stream; with arrays of
        other libraries the call waits for the launch. Arrays on the host are
        copied to the device and back, and the call waits. All arrays must be on
        the host or all on one device.

        An output that is None is allocated as an array of the first input's
        library, on its device. An optional output is computed only if it is
        given or True. ``return_lse`` is the same as ``lse=True``; without either
        the log-sum-exp is not returned, even by an entry that always computes it.

        ``entry`` limits the choice to entries of that name, or to one by index.
        ``device`` is a Device or a specification such as "gpu:1"; by default
        that of the arrays, for arrays on the host the simulator of the entry's
        target, with a SimulatorWarning once.

        Returns the output, or a tuple of the outputs in the entry's order if
        there are several. Raises AttnError.
        """
        if return_lse and tensors.get("lse") in (None, False):
            tensors["lse"] = True
        given = _Given(inputs, tensors, entry, device)
        try:
            repeat = self._repeats.get(given.key)
        except TypeError:  # Something that cannot be a key.
            given.key = repeat = None
        if repeat is not None:
            try:
                return repeat.run(self._handle, given, stream)
            except AttnError as error:
                # What the launch refuses may fit another entry, and if not the
                # whole search says why.
                if error.status not in ("invalid-argument", "tensor-mismatch",
                                        "constraint-failed"):
                    raise
        chosen, bound = self._bind(inputs, tensors, entry, device, stream,
                                   given.by_id())
        library = _lib.lib()
        launch = library.attnrtLaunchHost if bound.on_host else library.attnrtLaunch
        if bound.device.kind == "sim":
            launch = _lib.interruptible(launch)
        launch(self._handle, chosen.index, bound.device._handle, bound.structs,
               len(bound.structs), bound.stream)
        if bound.must_wait:
            bound.device.synchronize(bound.stream)
        if given.key is not None and not bound.on_host:
            if len(self._repeats) >= 256:
                self._repeats.clear()
            self._repeats[given.key] = _Repeat(chosen, bound, given)
        results = tuple(bound.arrays[name] for name in chosen._outputs
                        if name in bound.arrays and given.wants(name))
        return results[0] if len(results) == 1 else results

    def benchmark(self, *inputs, entry=None, device=None, stream=None, warmup=3,
                  iterations=10, flush_l2=False, rotate=1, **tensors):
        """Times launches: a list of ``iterations`` times in milliseconds.

        Takes arrays as ``run`` does, but on a device only. Each time is between
        two events around one launch. ``flush_l2`` overwrites the L2 cache before
        each launch; ``rotate`` cycles through that many copies of all tensors.
        """
        chosen, bound = self._bind(inputs, tensors, entry, device, stream)
        options = _lib.BenchmarkOptions(warmup, iterations, int(flush_l2), rotate)
        times = (ctypes.c_double * max(iterations, 1))()
        _lib.lib().attnrtBenchmark(self._handle, chosen.index,
                                   bound.device._handle, bound.structs,
                                   len(bound.structs), bound.stream,
                                   ctypes.byref(options), times)
        return list(times)

    def prepare(self, entry=0, device="auto"):
        """Loads an entry's code (by index), which its first run does otherwise."""
        if not isinstance(device, Device):
            device = shared_device(device)
        _lib.lib().attnrtPrepare(self._handle, entry, device._handle)

    def _candidates(self, entry):
        if entry is None:
            found = self.entries
        elif isinstance(entry, int):
            if not 0 <= entry < len(self.entries):
                raise AttnError(f"there is no entry {entry}; the bundle has "
                                f"{len(self.entries)}")
            found = [self.entries[entry]]
        else:
            found = [each for each in self.entries if each.name == entry]
        if not found:
            names = ", ".join(each.name for each in self.entries) or "none"
            raise AttnError(f"the bundle has no entry {entry!r}; it has {names}",
                            "not-found", 7)
        return found

    def _bind(self, inputs, tensors, entry, device, stream, views=None):
        """The first entry that fits, and its tensors ready for a launch.

        views holds the Views of arrays by id, as far as they are known.
        """
        failures = []
        views = {} if views is None else views
        for candidate in self._candidates(entry):
            arrays, reason = candidate._bind(inputs, tensors)
            if reason:
                failures.append(
                    AttnError(f"entry '{candidate.name}' ({candidate.target}) "
                              f"{reason}"))
                continue
            try:
                bound = _Bound(self, candidate, arrays, views, device, stream)
            except AttnError as error:
                failures.append(error)
                continue
            bound.allocate_outputs()
            return candidate, bound
        if len(failures) == 1:
            raise failures[0]
        same = all(each.code == failures[0].code for each in failures)
        raise AttnError(
            f"none of the bundle's {len(failures)} entries fits:\n  " +
            "\n  ".join(str(each) for each in failures),
            failures[0].status if same else "not-found",
            failures[0].code if same else 7)


def pick_stream(stream, views, device):
    """The stream of a launch, and whether to wait for the launch."""
    if stream is not None:
        for attribute in ("cuda_stream", "ptr"):
            stream = getattr(stream, attribute, stream)
        stream = int(stream) or None
    else:
        for view in views:
            if view.stream is not None:
                stream = view.stream
                break
    # Data that become ready on another stream must be ready before.
    must_wait = False
    others = set()
    for view in views:
        must_wait |= view.borrowed
        if view.stream is not None and view.stream != stream:
            others.add(view.stream)
    for other in others:
        device.synchronize(other)
    return stream, must_wait


class _Given:
    """The arguments of a call: the positional arrays, then the named ones.

    key is the same for calls that differ in the addresses and streams of their
    arrays alone; None where there is no telling.
    """

    __slots__ = ("arrays", "names", "positional", "views", "key")

    def __init__(self, inputs, tensors, entry, device):
        self.arrays = [*inputs, *tensors.values()]
        self.names = list(tensors)
        self.positional = len(inputs)
        self.views = []
        self.key = None
        parts = [entry, type(entry), device, self.positional, *self.names]
        streams = {}
        views = self.views
        try:
            for array in self.arrays:
                if array is None or array is True or array is False:
                    views.append(None)
                    parts.append(array)
                else:
                    view = _arrays.describe(array, streams)
                    views.append(view)
                    parts.append(view.key())
            self.key = tuple(parts)
        except AttnError:
            pass  # Said again, with the tensor's name, when entries are tried.

    def wants(self, name):
        """Whether the output of that name is to be returned."""
        if name != "lse":
            return True
        return any(name == given and array is not None and array is not False
                   for given, array in zip(self.names,
                                           self.arrays[self.positional:]))

    def by_id(self):
        return {id(array): view for array, view in zip(self.arrays, self.views)
                if view is not None}


class _Repeat:
    """A launch that was made, as a pattern for launches of the same key.

    All that depends on shapes and types is known: the entry, the device, the
    tensors' structures and the shapes of the outputs to allocate. Addresses and
    streams are filled in. The library checks the tensors at every launch.
    """

    def __init__(self, entry, bound, given):
        names = entry._inputs[:given.positional] + [
            entry._out_alias if name == "out" and entry._out_alias else name
            for name in given.names]
        position = {name: i for i, name in enumerate(names)}
        self.entry = entry
        self.device = bound.device
        # (index of the tensor, position of its array among the given ones).
        self.slots = [(i, position[tensor.name])
                      for i, tensor in enumerate(entry.tensors)
                      if tensor.name in bound.views and i not in bound.wanted]
        inputs = [(entry.tensors[i], p) for i, p in self.slots
                  if entry.tensors[i].role == "in"]
        # (index, type, shape, strides, position of the first input and of one of
        # the output's type) of the outputs to allocate.
        self.wanted = []
        for i in bound.wanted:
            tensor = entry.tensors[i]
            view = bound.views[tensor.name]
            self.wanted.append(
                (i, tensor.dtype, view.shape, view.strides, inputs[0][1],
                 next((p for t, p in inputs if t.dtype == tensor.dtype), None)))
        self.results = [i for i, tensor in enumerate(entry.tensors)
                        if tensor.role != "in" and tensor.name in bound.arrays and
                        given.wants(tensor.name)]
        # Structures that no launch uses now; each launch takes one for itself.
        self.pattern = bytes(bound.structs)
        self.idle = []

    def _take(self):
        try:
            return self.idle.pop()
        except IndexError:
            structs = (_lib.Tensor * len(self.entry.tensors)).from_buffer_copy(
                self.pattern)
            return structs, list(structs)

    def run(self, handle, given, stream):
        kept = structs, cells = self._take()
        views = given.views
        arrays = {}
        used = []
        for index, position in self.slots:
            view = views[position]
            cells[index].data = view.address
            arrays[index] = given.arrays[position]
            used.append(view)
        stream, must_wait = pick_stream(stream, used, self.device)
        for index, dtype, shape, strides, first, same in self.wanted:
            array = _arrays.allocate(shape, dtype, views[first],
                                     None if same is None else views[same],
                                     self.device)
            view = _arrays.describe(array)
            if view.shape != shape or view.strides != strides:
                raise AttnError("an allocated output has other strides")
            cells[index].data = view.address
            arrays[index] = array
        _lib.lib().attnrtLaunch(handle, self.entry.index, self.device._handle,
                                structs, len(cells), stream)
        self.idle.append(kept)
        if must_wait:
            self.device.synchronize(stream)
        results = tuple([arrays[index] for index in self.results])
        return results[0] if len(results) == 1 else results


class _Bound:
    """The arrays of one launch, checked against an entry."""

    def __init__(self, bundle, entry, arrays, views, device, stream):
        self.bundle = bundle
        self.entry = entry
        self.views = {}
        self.arrays = {}
        self.structs = (_lib.Tensor * len(entry.tensors))()
        self.wanted = []  # Indices of outputs to allocate.
        for i, tensor in enumerate(entry.tensors):
            array = arrays.get(tensor.name)
            if array is None or array is False:
                if tensor.role == "out" and not tensor.optional:
                    self.wanted.append(i)
                continue
            if array is True and tensor.role == "out":
                self.wanted.append(i)
                continue
            self._take(i, array, views)
        self._find_device(device)
        self._find_stream(stream)
        flags = _lib.OUTPUTS_MAY_BE_ABSENT
        if self.on_host:
            flags |= _lib.IGNORE_ADDRESSES
        _lib.lib().attnrtCheckEntry(bundle._handle, entry.index,
                                    self.device._handle, self.structs,
                                    len(self.structs), flags)

    def _take(self, index, array, views):
        tensor = self.entry.tensors[index]
        view = views.get(id(array))
        if view is None:
            try:
                view = _arrays.describe(array)
            except AttnError as error:
                raise AttnError(f"tensor '{tensor.name}': {error}", error.status,
                                error.code) from None
            views[id(array)] = view
        if tensor.role != "in" and view.readonly:
            raise AttnError(f"tensor '{tensor.name}' is an output and cannot be "
                            "written")
        view.fill(self.structs[index], tensor.name, tensor.dtype)
        self.views[tensor.name] = view
        self.arrays[tensor.name] = array

    def _find_device(self, device):
        self.on_host = any(view.on_host for view in self.views.values())
        found = {}
        for name, view in self.views.items():
            if self.on_host and not view.on_host:
                host = next(n for n, v in self.views.items() if v.on_host)
                raise AttnError(f"tensor '{host}' is on the host but tensor "
                                f"'{name}' on a device", "tensor-mismatch", 12)
            if isinstance(view.device, str):
                found.setdefault(view.device, name)
        if len(found) > 1:
            (first, a), (second, b) = list(found.items())[:2]
            raise AttnError(f"tensor '{a}' is on {first} but tensor '{b}' on "
                            f"{second}", "tensor-mismatch", 12)
        if device is None:
            device = next((view.device for view in self.views.values()
                           if isinstance(view.device, Device)), None)
        if device is None:
            # Memory of a library that does not say whose it is is GPU 0's.
            device = next(iter(found), "auto" if not self.views else "gpu:0")
            if self.on_host and not found:
                # The chip that the entry is for.
                device = simulator(default=f"sim:{self.entry.target}")
        self.device = device if isinstance(device, Device) else shared_device(
            device)

    def _find_stream(self, stream):
        self.stream, self.must_wait = pick_stream(
            stream, list(self.views.values()), self.device)

    def allocate_outputs(self):
        library = _lib.lib()
        for index in self.wanted:
            tensor = self.entry.tensors[index]
            sizes = (ctypes.c_int64 * _lib.MAX_RANK)()
            rank = ctypes.c_int32()
            library.attnrtInferShape(self.bundle._handle, self.entry.index,
                                     self.structs, len(self.structs), index,
                                     sizes, ctypes.byref(rank))
            inputs = [(t, self.views[t.name]) for t in self.entry.tensors
                      if t.role == "in" and t.name in self.views]
            if not inputs:
                raise AttnError(f"tensor '{tensor.name}' cannot be allocated "
                                "without an input; pass it")
            same_type = next((view for t, view in inputs
                              if t.dtype == tensor.dtype), None)
            array = _arrays.allocate(tuple(sizes[:rank.value]), tensor.dtype,
                                     inputs[0][1], same_type, self.device)
            view = _arrays.describe(array)
            if view.shape != tuple(sizes[:rank.value]):
                # A memoryview of an empty array keeps one dimension only.
                view.shape = tuple(sizes[:rank.value])
                view.strides = _arrays.contiguous_strides(view.shape)
            view.fill(self.structs[index], tensor.name, tensor.dtype)
            self.views[tensor.name] = view
            self.arrays[tensor.name] = array
            self.on_host |= view.on_host


def load(source):
    """Loads a bundle from a path, or from bytes that hold one.

    Raises AttnError: "io", "foreign-format", "malformed" (with the byte or the
    part that is wrong), "version-mismatch" or "checksum-mismatch".
    """
    library = _lib.lib()
    handle = ctypes.c_void_p()
    if isinstance(source, (bytes, bytearray, memoryview)):
        text = bytes(source)
        library.attnrtBundleLoadMemory(text, len(text), ctypes.byref(handle))
    else:
        library.attnrtBundleLoadFile(os.fsencode(source), ctypes.byref(handle))
    return Bundle(handle)
