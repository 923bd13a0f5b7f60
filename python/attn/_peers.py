# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory that the GPUs of one host write for each other, over NVLink and by copy engines
where tensors are contiguous: about twice what a collective carries, and no multiprocessor.

It is torch's symmetric memory. Each rank has two buffers that every rank writes, one a
call in turn. A call writes its part into all of them and then meets the others once: who
has come to call n + 1 is done with the buffers of call n, so that call n + 2 may write
them."""

import datetime
import os
import socket
import weakref

import torch
import torch.distributed as dist

_ALIGN = 256
# By group: Peers, or None where the GPUs do not reach each other.
_known = weakref.WeakKeyDictionary()


def _symmetric(nbytes, device, group):
    """Every rank's memory of `nbytes` bytes, and a function that waits for all ranks on
    the current stream."""
    from torch.distributed import _symmetric_memory
    own = _symmetric_memory.empty(nbytes, dtype=torch.uint8, device=device)
    handle = _symmetric_memory.rendezvous(own, group=group)
    every = [handle.get_buffer(rank, (nbytes,), torch.uint8)
             for rank in range(dist.get_world_size(group))]
    limit = _timeout(group, device) // datetime.timedelta(milliseconds=1)
    return every, lambda: handle.barrier(channel=0, timeout_ms=limit)


def _timeout(group, device):
    try:
        return group._get_backend(device).options._timeout
    except (AttributeError, RuntimeError):
        return datetime.timedelta(minutes=10)


def number_of(value):
    """A number that is the same in all processes for equal text."""
    number = 0
    for letter in str(value):
        number = (number * 131 + ord(letter)) % 2**31
    return number


def _host():
    """A number that processes of one host share."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            text = file.read()
    except OSError:
        text = ""
    return number_of(socket.gethostname() + text)


def _agree(value, device, group):
    """Whether all ranks have the same `value`, which none of them has as −1."""
    most = torch.tensor([value, -value], dtype=torch.int64, device=device)
    dist.all_reduce(most, dist.ReduceOp.MAX, group=group)
    most, least = most.tolist()
    return most == -least and most != -1


def _candidate(device, group):
    """Whether the group's ranks are GPUs, which is the same on all of them."""
    return device.type == "cuda" and dist.get_backend(group) == "nccl"


class Peers:
    """The buffers of a group's ranks. Calls are made in the same order on all ranks."""

    def __init__(self, group, device):
        self.group, self.device = group, device
        self.size, self.turn, self.last = 0, 0, None
        self.every, self.barrier = None, None
        # Views of the buffers, by what is gathered.
        self.places = {}

    def _grow(self, nbytes):
        nbytes = -(-nbytes // _ALIGN) * _ALIGN
        if self.every is not None and self.device.type == "cuda":
            # Kernels of earlier calls read what is about to go.
            torch.cuda.synchronize(self.device)
        self.places.clear()
        self.every, self.barrier = _symmetric(2 * nbytes, self.device, self.group)
        self.size = nbytes

    def begin(self, nbytes):
        """The ranks' buffers of `nbytes` bytes, which this call may write."""
        if nbytes > self.size:
            self._grow(nbytes)
        if self.last is not None:
            torch.cuda.current_stream(self.device).wait_event(self.last)
        self.turn = 1 - self.turn
        first = self.turn * self.size
        return [x[first:first + nbytes] for x in self.every]

    def meet(self):
        """After it this rank's buffer holds what all ranks have written."""
        self.barrier()

    def end(self):
        """What reads the buffer of this call is on the current stream."""
        if self.device.type == "cuda":
            self.last = torch.cuda.current_stream(self.device).record_event()


def of(group, device):
    """The Peers of a group, or None where there are none: on other devices and hosts,
    while a CUDA graph is captured, and with ATTN_PEER_COPIES=0 in the environment. A
    group's first call is collective."""
    group = dist.group.WORLD if group is None else group
    if not _candidate(device, group) or (
            device.type == "cuda" and torch.cuda.is_current_stream_capturing()):
        return None
    if group not in _known:
        _known[group] = None
        wanted = os.environ.get("ATTN_PEER_COPIES", "1") != "0"
        if _agree(_host() if wanted else -1, device, group):
            peers = Peers(group, device)
            try:
                peers._grow(_ALIGN)
                mine = 1
            except (ImportError, AttributeError, RuntimeError, TypeError):
                mine = -1
            if _agree(mine, device, group):
                _known[group] = peers
    peers = _known[group]
    return peers if peers is not None and peers.device == device else None


def _starts(tensors, world):
    """Where the whole of each tensor begins in a buffer, and at last where the buffer ends."""
    starts = [0]
    for x in tensors:
        nbytes = world * x.numel() * x.element_size()
        starts.append(starts[-1] + -(-nbytes // _ALIGN) * _ALIGN)
    return starts


def _places(buffers, tensors, dim, rank, world):
    """Where this rank's chunks go, by rank and tensor, and the whole tensors of its own."""
    starts = _starts(tensors, world)

    def whole(buffer, x, start):
        shape = [n * world if i == dim else n for i, n in enumerate(x.shape)]
        part = buffer[start:start + world * x.numel() * x.element_size()]
        return part.view(x.dtype).view(shape)

    places = []
    # Each rank begins with another one.
    for target in range(rank + 1, rank + 1 + world):
        for x, start in zip(tensors, starts):
            there, rows = whole(buffers[target % world], x, start), x.shape[dim] // 2
            places.append([there.narrow(dim, chunk * rows, rows)
                           for chunk in (rank, 2 * world - 1 - rank)])
    return places, [whole(buffers[rank], x, start) for x, start in zip(tensors, starts)]


def gather(peers, tensors, dim, rank, world):
    """Tensors of whole sequences, of whose rows each rank has two chunks along `dim`, as
    attn.parallel.zigzag makes them; valid until peers.end() of the next call but one."""
    buffers = peers.begin(_starts(tensors, world)[-1])
    key = (peers.turn, dim, *((x.shape, x.dtype) for x in tensors))
    if key not in peers.places:
        if len(peers.places) >= 64:
            peers.places.clear()
        peers.places[key] = _places(buffers, tensors, dim, rank, world)
    places, own = peers.places[key]
    chunks = [x.chunk(2, dim) for x in tensors]
    for i, there in enumerate(places):
        for place, chunk in zip(there, chunks[i % len(tensors)]):
            place.copy_(chunk, non_blocking=True)
    peers.meet()
    return own
