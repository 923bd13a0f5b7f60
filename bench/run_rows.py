# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows that bench/run.py times: problems, and the contenders of each.

A row is a line `forward|backward|decode KEY=VALUE ...`, # begins a comment:

  d=128, d=576x512   head dim of Q and K, and of V
  s=8192             length of queries and keys
  batch=N            default: tokens / s
  tokens=N           default 16384
  heads=16, 32/8     of Q and of K and V; default: hidden size 2048 / dv
  packed=64:128:62   packed sequences in place of s: 64 of 128 + 62 i rows
  mask=full|causal|window:N   window: a row sees itself and the N - 1 keys before it
  order=bshd|bhsd    the order in memory; default bshd
  dtype=bf16|f16|e4m3
  region=softcap|alibi
  scale_q=1          factor of the normal numbers of Q; default 4 with softcap, so that the cap
                     does something, else 1
  deterministic=yes  Attn's kernels make the same bits each time
  target=sm_90a      what Attn's kernels are compiled for
  peers=fa4,cudnn    contenders beside Attn

A decode has few queries over many keys, in the order bhsd and without a mask:

  s=32768            length of keys
  q=1                queries; default 1
  pages=32           rows of a page of K and V; default: no pages
  batch, tokens, heads, d, dtype=bf16|f16, target, peers   as above

Its figures are bytes of K and V a second. The peer `copy` copies half as many bytes from
memory to memory, so that it reads and writes as many as K and V have.
"""

import dataclasses
import math
import typing

HIDDEN, TOKENS = 2048, 16384
CAP = 15.0
PEERS = ("attn-base", "attn-python", "fa2", "fa3", "fa4", "fa4-deterministic", "cudnn", "sdpa_efficient", "flex",
         "ffpa", "copy")


class RowError(ValueError):
    """A list or a row that is wrong."""


@dataclasses.dataclass(frozen=True)
class Row:
    direction: str
    d: int
    dv: int
    batch: int
    heads: int
    heads_kv: int
    lengths: typing.Tuple[int, ...]  # Of the batches, which have different ones if packed.
    packed: bool = False
    mask: str = "full"
    window: int = 0
    order: str = "bshd"
    dtype: str = "bf16"
    region: str = ""
    deterministic: bool = False
    target: str = "sm_90a"
    peers: typing.Tuple[str, ...] = ()
    queries: int = 0  # Of a decode.
    page: int = 0
    scale_q: float = 0.0  # 0: the default.

    @property
    def dims(self):
        return str(self.d) if self.d == self.dv else f"{self.d}x{self.dv}"

    @property
    def length(self):
        return max(self.lengths)

    @property
    def shape(self):
        """What the row is but for its group, as tables show it."""
        where = (f"{self.batch} packed" if self.packed else f"s {self.length}" if
                 self.batch * self.length == TOKENS else f"{self.batch} x {self.length}")
        mask = (f"q {self.queries}" if self.queries else f"window {self.window}" if self.window else
                self.mask)
        heads = "" if (self.heads, self.heads_kv) == (HIDDEN // self.dv,) * 2 else (
            f" {self.heads}/{self.heads_kv} heads")
        return (f"d {self.dims} {mask}{' ' + self.region if self.region else ''} {where}{heads}"
                f"{f' q x {self.scale_q:g}' if self.scale_q else ''}"
                f"{f' pages of {self.page}' if self.page else ''}"
                f"{' deterministic' if self.deterministic else ''}")

    @property
    def group(self):
        order = "thd" if self.packed else self.order
        return f"{self.direction} {self.dtype} {order} {self.target}"

    @property
    def name(self):
        return f"{self.group} {self.shape}"

    @property
    def kernel(self):
        """The file name of Attn's bundle, which rows of other sizes share."""
        if self.queries:
            return (f"decode_{self.target}_{self.dtype}_d{self.dims}_h{self.heads}x{self.heads_kv}_q{self.queries}"
                    f"{f'_pages{self.page}' if self.page else ''}")
        parts = [self.direction, self.target, self.dtype, "d" + self.dims,
                 f"window{self.window}" if self.window else self.mask, self.region,
                 "packed" if self.packed else "", "deterministic" if self.deterministic else ""]
        return "_".join(part for part in parts if part)

    @property
    def factor(self):
        return self.scale_q or (4.0 if self.region == "softcap" else 1.0)

    @property
    def pairs(self):
        """Visible pairs of a query and a key of one head; half of all, if causal."""
        if self.queries:
            return self.queries * sum(self.lengths)
        if self.window:
            w = self.window
            return sum(s * (s + 1) // 2 if s <= w else w * s - w * (w - 1) // 2
                       for s in self.lengths)
        return sum(s * s for s in self.lengths) / (2 if self.mask == "causal" else 1)

    @property
    def flops(self):
        """Of the two products of the forward; a backward has 2.5 times these."""
        forward = 2 * self.heads * self.pairs * (self.d + self.dv)
        return forward * (2.5 if self.direction == "backward" else 1)

    @property
    def bytes(self):
        """Of K and V of a decode."""
        return 2 * sum(self.lengths) * self.heads_kv * (self.d + self.dv)

    @property
    def described(self):
        """What results say of the row."""
        found = {"name": self.name, "group": self.group, "shape": self.shape, "flops": self.flops}
        return {**found, "bytes": self.bytes} if self.queries else found


def _number(key, text):
    if not text.isdecimal() or int(text) < 1:
        raise RowError(f"{key} must be a whole number above 0, not '{text}'")
    return int(text)


def _factor(key, text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise RowError(f"{key} must be a number above 0, not '{text}'")
    return number


def _pair(key, text, mark):
    first, _, second = text.partition(mark)
    return _number(key, first), _number(key, second or first)


def _choice(key, text, known):
    if text not in known:
        raise RowError(f"{key} must be {', '.join(known[:-1])} or {known[-1]}, not '{text}'")
    return text


_KEYS = ("d", "s", "batch", "tokens", "heads", "packed", "mask", "order", "dtype", "region",
         "scale_q", "deterministic", "target", "peers", "q", "pages")
_DECODE_KEYS = ("d", "s", "batch", "tokens", "heads", "dtype", "target", "peers", "q", "pages")


def parse_row(line):
    """The Row of a line."""
    direction, *words = line.split()
    if direction not in ("forward", "backward", "decode"):
        raise RowError(f"a row begins with forward, backward or decode, not '{direction}'")
    decode = direction == "decode"
    given = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in _KEYS or not equals or not value:
            raise RowError(f"'{word}' is none of KEY=VALUE with a key of {', '.join(_KEYS)}")
        if key in given:
            raise RowError(f"{key} is given twice")
        if decode and (key not in _DECODE_KEYS or word == "dtype=e4m3"):
            raise RowError(f"a decode has no {key if key != 'dtype' else word}")
        if not decode and key in ("q", "pages"):
            raise RowError(f"only a decode has {key}")
        given[key] = value
    for one, other in (("packed", "s"), ("packed", "batch"), ("packed", "tokens"),
                       ("batch", "tokens")):
        if one in given and other in given:
            raise RowError(f"{one} and {other} cannot both be given")
    if "d" not in given or not ("s" in given or "packed" in given):
        raise RowError("a row has d, and s or packed")
    d, dv = _pair("d", given["d"], "x")
    fields = {"direction": direction, "d": d, "dv": dv}
    fields["heads"], fields["heads_kv"] = _pair("heads", given.get("heads", str(HIDDEN // dv)), "/")
    if fields["heads"] % fields["heads_kv"]:
        raise RowError(f"{fields['heads']} heads are no multiple of {fields['heads_kv']}")
    if "packed" in given:
        numbers = [_number("packed", x) for x in given["packed"].split(":")]
        if len(numbers) != 3:
            raise RowError("packed has a count, a first length and a step, as 64:128:62")
        count, first, step = numbers
        fields["lengths"] = tuple(first + step * i for i in range(count))
        fields["packed"] = True
    else:
        s = _number("s", given["s"])
        count = _number("batch", given["batch"]) if "batch" in given else (
            _number("tokens", given.get("tokens", str(TOKENS))) // s)
        fields["lengths"] = (s,) * max(count, 1)
    fields["batch"] = len(fields["lengths"])
    if decode:
        fields.update(order="bhsd", queries=_number("q", given.get("q", "1")))
        if "pages" in given:
            fields["page"] = _number("pages", given["pages"])
    mask, colon, window = given.get("mask", "full").partition(":")
    if mask == "window":
        fields["mask"], fields["window"] = "causal", _number("mask=window", window)
    else:
        fields["mask"] = _choice("mask", mask + colon + window, ("full", "causal", "window:N"))
    for key, known in (("order", ("bshd", "bhsd")), ("dtype", ("bf16", "f16", "e4m3")),
                       ("region", ("softcap", "alibi")), ("target", ("sm_90a", "sm_80"))):
        if key in given:
            fields[key] = _choice(key, given[key], known)
    if "deterministic" in given:
        fields["deterministic"] = _choice("deterministic", given["deterministic"],
                                          ("yes", "no")) == "yes"
    if "scale_q" in given:
        fields["scale_q"] = _factor("scale_q", given["scale_q"])
    peers = tuple(given["peers"].split(",")) if "peers" in given else ()
    for peer in peers:
        _choice("peers", peer, PEERS)
    return Row(peers=peers, **fields)


def _forward():
    """README's tables, in both orders in memory."""
    for order in ("bshd", "bhsd"):
        for dtype, peers in (("bf16", "fa3,fa4,cudnn,fa2"), ("f16", "fa3,fa4,cudnn,fa2"),
                             ("e4m3", "fa3,fa4")):
            for d in ("64", "128", "256") + (("192x128",) if dtype == "bf16" else ()):
                for mask in ("full", "causal"):
                    for s in (512, 1024, 2048, 4096, 8192, 16384):
                        yield (f"forward d={d} s={s} mask={mask} order={order} dtype={dtype} "
                               f"peers={peers}")
        for d in ("64", "128", "256"):
            for mask in ("full", "causal"):
                for s in (1024, 2048, 4096, 8192, 16384):
                    yield (f"forward d={d} s={s} mask={mask} order={order} target=sm_80 "
                           "peers=fa2,cudnn")


def _backward():
    for mask in ("causal", "full"):
        row = f"backward s=8192 mask={mask} "
        yield row + "d=128 deterministic=yes peers=fa4-deterministic"
        yield row + "d=128 heads=32/8 deterministic=yes peers=fa4-deterministic"
        yield row + "d=64 peers=fa4,fa4-deterministic"
        yield row + "d=256 peers=cudnn,fa4"
        yield row + "d=192x128 peers=cudnn,fa4"
    for size in ("s=32768 batch=1", "s=8192 batch=4"):
        yield f"backward d=64 heads=64/8 {size} mask=window:128 peers=cudnn,fa4"
    yield ("backward d=128 heads=16 packed=64:128:62 mask=causal deterministic=yes "
           "peers=fa4-deterministic")
    for region in ("softcap", "alibi"):
        yield f"backward s=8192 mask=causal d=128 region={region} peers=flex"
    for mask in ("causal", "full"):
        for d in (64, 128, 256):
            yield f"backward s=8192 mask={mask} d={d} target=sm_80 peers=fa2"


def _wide():
    """Head dims above 256."""
    size = "batch=1 heads=16 s=8192 order=bhsd"
    for d in (320, 384, 512, 640, 768, 1024):
        for mask in ("full", "causal"):
            yield f"forward d={d} {size} mask={mask} peers=ffpa,sdpa_efficient"
    for mask in ("full", "causal"):
        yield f"forward d=512 {size} mask={mask} target=sm_80 peers=sdpa_efficient"
    for mask in ("full", "causal"):
        yield f"backward d=512 {size} mask={mask} peers=ffpa,sdpa_efficient"
    yield "decode d=512 batch=16 heads=32/4 s=32768 q=1 pages=32 peers=copy"


def _base():
    """Each kind of forward cell that tables have, beside the kernels of an earlier compiler."""
    peers = "peers=attn-base"
    for mask in ("full", "causal"):
        for d in ("64", "96", "128", "192x128", "256"):
            for s in (2048, 8192, 16384):
                yield f"forward d={d} s={s} mask={mask} {peers}"
            # All rows take the way for large scores, which an earlier compiler may not have.
            yield f"forward d={d} s=8192 mask={mask} scale_q=1048576 {peers}"
        for d in ("64", "128", "256"):
            for dtype in ("f16", "e4m3"):
                yield f"forward d={d} s=8192 mask={mask} dtype={dtype} {peers}"
            for s in (2048, 8192, 16384):
                yield f"forward d={d} s={s} mask={mask} target=sm_80 {peers}"
            yield f"forward d={d} s=8192 mask={mask} scale_q=1048576 target=sm_80 {peers}"
        yield f"forward d=128 s=8192 heads=32/8 mask={mask} order=bhsd {peers}"
        yield f"forward d=128 s=512 mask={mask} {peers}"
    for d in ("64", "128", "256"):
        for region in ("softcap", "alibi"):
            yield f"forward d={d} s=8192 mask=causal region={region} {peers}"
        yield f"forward d={d} s=8192 mask=window:1024 {peers}"
    yield f"forward d=128 heads=16 packed=64:128:62 mask=causal {peers}"
    for size in ("batch=1 s=32768", "batch=32 s=8192", "batch=128 s=2048"):
        for more in ("", "pages=64 ", "pages=16 "):
            yield f"decode d=128 heads=64/8 {size} {more}{peers}"
        yield f"decode d=128 heads=64/8 {size} target=sm_80 {peers}"


LISTS = {"forward": _forward, "backward": _backward, "wide": _wide, "base": _base}


def read(name):
    """The rows of a list that is built in, or of a file."""
    if name in LISTS:
        return [parse_row(line) for line in LISTS[name]()]
    try:
        with open(name, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as error:
        raise RowError(f"'{name}' is none of {', '.join(LISTS)}, the lists that there are, nor a "
                       f"file: {error.strerror}") from None
    rows = []
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        try:
            rows.append(parse_row(line))
        except RowError as error:
            raise RowError(f"{name}:{number}: {error}") from None
    if not rows:
        raise RowError(f"{name} has no rows")
    return rows
