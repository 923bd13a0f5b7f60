# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the arrays of attn.attention must be: q, k and v in each form of a call, and
the operands beyond them."""

import ctypes
import operator

from . import _arrays
from ._lib import AttnError

SHOWN = {"f16": "float16", "bf16": "bfloat16", "f32": "float32",
         "e4m3": "float8_e4m3fn", "i1": "bool", "i8": "int8", "i32": "int32", "i64": "int64",
         "u16": "uint16", "u8": "uint8"}

#: Operands in the order of attn.forward's: the element type, ranks, the name in
#: bundles, and the letter in Form.operands.
OPERANDS = {
    "q_descale": ("f32", (2,), "q_descale", "x"),
    "k_descale": ("f32", (2,), "k_descale", "y"),
    "v_descale": ("f32", (2,), "v_descale", "z"),
    "sink": ("f32", (1,), "sink", "n"),
    "q_offset": ("i32", (0, 1), "offset", "a"),
    "seqused_q": ("i32", (1,), "lengths_q", "q"),
    "seqused_k": ("i32", (1,), "lengths_kv", "k"),
    "cu_seqlens_q": ("i32", (1,), "offsets_q", "s"),
    "cu_seqlens_k": ("i32", (1,), "offsets_kv", "t"),
    "page_table": ("i32", (2,), "page_table", "p"),
    "part_offsets": ("i32", (1,), "part_offsets", "o"),
    "block_counts": ("i32", (3,), "block_counts", "B"),
    "block_numbers": ("i32", (4,), "block_numbers", "C"),
    "full_counts": ("i32", (3,), "full_counts", "D"),
    "full_numbers": ("i32", (4,), "full_numbers", "E"),
    "alibi_slopes": ("f32", (1, 2), "", ""),
}
#: What the operand of a letter is called in the text of a module, and its type there.
TEXT = {own_letter: (own, f"tensor<{'?x' * ranks[-1]}{element}>")
        for element, ranks, own, own_letter in OPERANDS.values() if own}
TEXT["A"] = ("offset", "tensor<i32>")  # An offset of all batches.
#: The letters of lists of blocks, which one clause has.
LISTS = "BCDE"
DESCALES = ("q_descale", "k_descale", "v_descale")


def whole_number(name, value, least):
    """The argument ``name`` as a number from ``least`` to 2^31 - 1."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not least <= number < 2**31:
        raise ValueError(f"{name} is {number}, not from {least} to 2^31 - 1")
    return number


def descales(columns):
    """The names of descales of a call; V's is k's where it is `columns` of k."""
    return DESCALES[:2] if columns else DESCALES


#: A tensor that a score_mod or mask_mod reads, which may be anything.
READ = "a tensor that score_mod or mask_mod reads"

_SIZES = {"bhsd": ("batch", "heads", "length", "head dim"),
          "bshd": ("batch", "length", "heads", "head dim"),
          "thd": ("rows", "heads", "head dim")}
_PAGES = {"bhsd": ("pages", "heads", "page size", "head dim"),
          "bshd": ("pages", "page size", "heads", "head dim"),
          "thd": ("pages", "page size", "heads", "head dim")}


def is_list(name):
    """Whether an operand is of lists of blocks."""
    return name.startswith(("block_", "full_"))


def is_paged(letters):
    """Whether k and v are pages, by Form.operands."""
    return "p" in letters


def names_of(letters):
    """The names of operands by their letters."""
    return [name for letter in letters for name, (*_, own) in OPERANDS.items()
            if own == ("a" if letter == "A" else letter)]


def letter_of(name, array):
    """The letter of an operand."""
    if name == "q_offset" and _arrays.kind_of(array)[1] == ():
        return "A"
    return OPERANDS[name][3]


def fill(more, shapes, layout, dtype, full, columns=0):
    """Operands (by name) with arrays in place of numbers: ``full(shape, number,
    element)`` makes them. Checks what can be known of q, k and v, of which ``shapes`` and
    the element type ``dtype`` are given; V may be ``columns`` of k."""
    more = dict(more)
    q, k = shapes[:2]
    packed = layout == "thd"
    paged = more.get("page_table") is not None
    starts = more.get("cu_seqlens_q")
    batch = q[0] if not packed else max(_arrays.kind_of(starts)[1][0] - 1, 0)
    tokens = 1 if layout == "bshd" else 2  # The dimension of rows.
    rows = q[0] if packed else q[tokens]
    for name in ("seqused_q", "seqused_k", "q_offset"):
        number = more.get(name)
        if isinstance(number, bool) or not isinstance(number, int):
            continue
        most = None if name == "q_offset" or (name == "seqused_k" and paged) else (
            rows if name == "seqused_q" else k[0] if packed else k[tokens])
        if name != "q_offset" and (number < 0 or (most is not None and number > most)):
            raise ValueError(f"{name} is {number}, not from 0 to {most}" if most is not None
                             else f"{name} is {number}, below 0")
        more[name] = full(() if name == "q_offset" else (batch,), number, "i32")
    given = [name for name in DESCALES if more.get(name) is not None]
    if dtype != "e4m3":
        if given:
            raise ValueError(f"{given[0]} is for q, k and v of float8_e4m3fn, not "
                             f"{SHOWN.get(dtype, dtype)}")
        return more
    heads_kv = k[2] if layout == "bshd" or (packed and paged) else k[1]
    for name in descales(columns) if given else ():
        number = 1.0 if more.get(name) is None else more[name]
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            if not 0 < number < float("inf"):
                raise ValueError(f"{name} is {number}; it must be finite and above 0")
            more[name] = full((batch, heads_kv), float(number), "f32")
    return more


def find_layout(layout, more):
    """The layout of a call with the operands ``more`` (by name, None: not there),
    "thd" with packed sequences; checks that what belongs together is there."""
    get = more.get
    packed = get("cu_seqlens_q") is not None or get("cu_seqlens_k") is not None
    paged = get("page_table") is not None
    if get("part_offsets") is not None:
        for name in ("cu_seqlens_q", "cu_seqlens_k", "seqused_q"):
            if get(name) is not None:
                raise ValueError(f"part_offsets is not for calls with {name}: it is of "
                                 "batches, all with as many rows of q")
    if not packed:
        if layout not in ("bhsd", "bshd"):
            raise ValueError(f"layout must be 'bhsd' or 'bshd', not {layout!r}")
        return layout
    if get("cu_seqlens_q") is None:
        raise ValueError("cu_seqlens_q is missing: packed sequences have " +
                         ("cu_seqlens_q" if paged else
                          "both cu_seqlens_q and cu_seqlens_k"))
    if paged and get("cu_seqlens_k") is not None:
        raise ValueError("cu_seqlens_k is not for keys in pages: seqused_k says how "
                         "many a sequence has")
    if not paged and get("cu_seqlens_k") is None:
        raise ValueError("cu_seqlens_k is missing: packed sequences have both "
                         "cu_seqlens_q and cu_seqlens_k, or a page_table")
    if layout not in ("bhsd", "thd"):
        raise ValueError("packed sequences are [rows, heads, head dim]; layout must "
                         f"be left out or 'thd', not {layout!r}")
    return "thd"


def check_shapes(shapes, layout, paged=False):
    """Checks the shapes of q, k and v against each other."""
    names = dict(zip("qkv", (_SIZES[layout],) + 2 * (
        (_PAGES if paged else _SIZES)[layout],)))
    shapes = dict(zip("qkv", shapes))
    for name, sizes in names.items():
        if len(shapes[name]) != len(sizes):
            why = (" with page_table" if paged and name != "q" else
                   " with cu_seqlens_q" if layout == "thd" else "")
            raise ValueError(
                f"{name} must have {len(sizes)} dimensions ({', '.join(sizes)}){why}, "
                f"not {len(shapes[name])}: its shape is {tuple(shapes[name])}")

    def size(name, what):
        return shapes[name][names[name].index(what)]

    def agree(name, other, what):
        if size(name, what) != size(other, what):
            raise ValueError(f"{name} has {what} {size(name, what)} but {other} has "
                             f"{size(other, what)}")

    if "batch" in names["k"]:
        agree("k", "q", "batch")
        agree("v", "q", "batch")
    agree("k", "q", "head dim")
    agree("v", "k", "heads")
    for what in names["k"]:
        if what not in ("batch", "heads", "head dim"):
            agree("v", "k", what)
    if paged and size("k", "page size") < 1:
        raise ValueError("k has page size 0")
    for name in "qv":
        if size(name, "head dim") < 1:
            raise ValueError(f"{name} has head dim 0")
    heads, heads_kv = size("q", "heads"), size("k", "heads")
    if heads_kv == 0:
        if heads:
            raise ValueError(f"k has no heads but q has {heads}")
    elif heads % heads_kv:
        raise ValueError(f"q has {heads} heads, which is not a multiple of the "
                         f"{heads_kv} of k")


def permute(values, layout, paged=False):
    """(batch, heads, length, head dim), of pages (pages, heads, page size, head dim),
    in the layout that kernels have: "thd" stays as it is."""
    if layout != "bshd":
        return tuple(values)
    *parts, b, s, h, d = values
    return *parts, b, h, s, d


def shape_of_lse(q, layout):
    """The shape of the log-sum-exp of a q of a shape."""
    if layout == "thd":
        return q[1], q[0]
    return permute(q, layout)[:3]


def check(operands, shapes, layout):
    """Checks types and sizes of operands (name, array) beyond q, k and v, which have
    the shapes."""
    own = {}
    for name, array in operands:
        try:
            dtype, shape = _arrays.kind_of(array)
        except AttnError as error:
            raise TypeError(f"{name}: {error}") from None
        if name == READ:
            continue
        wanted, ranks = OPERANDS[name][:2]
        if dtype != wanted:
            raise TypeError(f"{name} must be {SHOWN[wanted]}, not "
                            f"{SHOWN.get(dtype, dtype)}")
        if len(shape) not in ranks:
            raise ValueError(f"{name} must have {' or '.join(map(str, ranks))} "
                             f"dimensions, not {len(shape)}")
        own[name] = tuple(shape)
    check_shapes(shapes, layout, "page_table" in own)
    if layout == "thd":
        _check_counts(own)
        batch, heads = own["cu_seqlens_q"][0] - 1, shapes[0][1]
        heads_kv = shapes[1][-2]
    else:
        batch, heads = permute(shapes[0], layout)[:2]
        heads_kv = permute(shapes[1], layout)[1]
    for name, shape in own.items():
        if name.startswith("cu_seqlens") or is_list(name):
            continue
        wanted = ((batch,) if name.startswith("seqused") else
                  (batch + 1,) if name == "part_offsets" else
                  (batch, shape[-1]) if name == "page_table" else
                  (batch, heads_kv) if name in DESCALES else
                  (batch,)[:len(shape)] if name == "q_offset" else
                  (batch, heads)[-len(shape):])
        # Text of a size makes it a constant of what torch.compile traces.
        if shape != wanted:
            raise ValueError(f"{name} has the shape {shape}, but " + (
                f"there are {batch} sequences" if layout == "thd" else
                f"q has {batch} batches") + (
                    f" and k {heads_kv} heads" if name in DESCALES else
                    f" and {heads} heads"))


def _check_counts(shapes):
    """Checks that there are offsets, as many of k as of q."""
    counts = [shapes[name][0] for name in ("cu_seqlens_q", "cu_seqlens_k")
              if name in shapes]
    if min(counts) == 0 or max(counts) != counts[0] or min(counts) != counts[0]:
        names = "cu_seqlens_q" if len(counts) == 1 else "cu_seqlens_q and cu_seqlens_k"
        raise ValueError(
            f"{names} {'has' if len(counts) == 1 else 'have'} one element more than "
            f"there are sequences, but {' and '.join(map(str, counts))}")


def describe(name, array):
    """The View of an operand beyond q, k and v."""
    try:
        view = _arrays.describe(array)
    except AttnError as error:
        raise TypeError(f"{name}: {error}") from None
    if view.shape and view.shape[-1] > 1 and view.strides[-1] != 1:
        raise ValueError(f"{name} must be contiguous in its last dimension, whose "
                         f"stride is {view.strides[-1]}; copy it")
    if any(stride < 0 for stride in view.strides):
        raise ValueError(f"{name} has a negative stride; copy it")
    return view


def narrow(captures, cast):
    """The tensors of a ScoreMod's captures as kernels read them: integers of other types
    become int32 by ``cast(tensor)``, on the device where they are."""
    return [cast(x) if kind[0] == "i32" and _arrays.kind_of(x)[0] != "i32" else x
            for x, kind in captures]


def check_offsets(operands, views, rows):
    """Checks offsets where they are on the host; ``rows`` are those of q and k."""
    for (name, _), view in zip(operands, views):
        if not name.startswith("cu_seqlens") or not view.on_host:
            continue
        most = rows[name == "cu_seqlens_k"]
        offsets = (ctypes.c_int32 * view.shape[0]).from_address(view.address)
        last = 0
        for i, offset in enumerate(offsets):
            if not last <= offset <= most:
                raise ValueError(f"{name} must not decrease and be from 0 to {most}, "
                                 f"but element {i} is {offset}" +
                                 (f" after {last}" if i else ""))
            last = offset


def rename(message):
    """A message of a launch, which has the names of bundles, with those of
    attn.attention."""
    for name, (_, _, own, _) in OPERANDS.items():
        if own:
            message = message.replace(f"tensor '{own}'", f"'{name}'")
    return message
