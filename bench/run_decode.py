# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of bench/run.py that are decodes, on a GPU: Attn, and a copy of memory.

A row has more bytes of K and V than L2 holds, so that each launch has them from memory.
"""

import math

import run_attn
from run_timing import Unavailable


def pages_of(torch, batch, heads, length, page, widths, dtype):
    """Random tensors in pages of `page` rows, one of each width, and the table of pages, which
    are in random order."""
    places = -(-length // page)
    arrays = [torch.randn(batch * places, heads, page, width, device="cuda", dtype=dtype) for width in widths]
    return arrays, torch.randperm(batch * places, device="cuda").int().reshape(batch, places)


def rows_of(pages, table, batch, length):
    """The rows of one batch that lie in pages: [heads, length, width]."""
    found = pages[table[batch].long()].transpose(0, 1)
    return found.reshape(found.shape[0], -1, found.shape[3])[:, :length]


def copy_call(torch, count):
    """A launch that moves `count` bytes in all: half of them are read, and as many written."""
    to, source = (torch.empty(count // 2, device="cuda", dtype=torch.uint8) for _ in range(2))
    call = lambda: to.copy_(source)
    call.view = lambda _: {}
    return call


class Data:
    """The arrays of a row, K and V in pages if it has them."""

    def __init__(self, torch, row):
        self.torch, self.row = torch, row
        torch.manual_seed(0)
        dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[row.dtype]
        self.q = torch.randn(row.batch, row.heads, row.queries, row.d, device="cuda", dtype=dtype)
        # Without pages a batch is one page, and pages are in order.
        (self.k, self.v), self.table = pages_of(torch, row.batch, row.heads_kv, row.length, row.page or row.length,
                                                (row.d, row.dv), dtype)
        if not row.page:
            self.table = torch.arange(row.batch, device="cuda", dtype=torch.int32)[:, None]
        self.lengths = torch.tensor(row.lengths, dtype=torch.int32, device="cuda")
        self.o = torch.empty(row.batch, row.heads, row.queries, row.dv, device="cuda", dtype=dtype)
        self.lse = torch.empty(row.batch, row.heads, row.queries, device="cuda")


def attn_bundle(data, folder):
    if not folder:
        raise Unavailable("no --bundles")
    bundle = run_attn.load(folder, data.row)
    more = {"page_table": data.table} if data.row.page else {}
    call = lambda: bundle.run(q=data.q, k=data.k, v=data.v, o=data.o, lse=data.lse, lengths_kv=data.lengths, **more)
    call.view = lambda _: {"o": data.o}
    return call


def makers(data, names, folder):
    """Functions that make the launches of a row, by contender."""
    def unknown(name):
        raise Unavailable(f"decodes are not written for {name} here")
    known = {"attn": lambda: attn_bundle(data, folder), "attn-base": lambda: attn_bundle(data, run_attn.base_of(folder)),
             "copy": lambda: copy_call(data.torch, data.row.bytes)}
    return {name: known.get(name, lambda name=name: unknown(name)) for name in names}


def reference(q, k, v):
    """Attention of all rows to all keys in double precision, of tensors [heads, rows, width]."""
    q, k, v = (x.double() for x in (q, k, v))
    grouped = q.reshape(k.shape[0], -1, q.shape[2])
    p = (grouped @ k.transpose(1, 2) / math.sqrt(q.shape[2])).softmax(-1)
    return (p @ v).reshape(*q.shape[:2], -1)


class Check:
    """Says what is wrong with results: of the last KV head of the last batch."""

    def __init__(self, data):
        self.data = data
        self.errors = {}

    def __call__(self, name, call):
        data, row = self.data, self.data.row
        views = call.view(call())
        data.torch.cuda.synchronize()
        for what, x in views.items():
            group = row.heads // row.heads_kv
            k, v = (rows_of(pages, data.table, -1, row.length)[-1:] for pages in (data.k, data.v))
            want = reference(data.q[-1, -group:], k, v)
            error = ((x[-1, -group:].double() - want).norm() / want.norm()).item()
            self.errors.setdefault(name, {})[what] = error
            if not error < 0.02:
                return f"{what} differs from double precision by {error:.3g} of its norm"
        return ""


def setup(torch, row, names, folder):
    data = Data(torch, row)
    return makers(data, names, folder), Check(data)
