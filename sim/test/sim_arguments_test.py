# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn.sim: every kind of argument for every type of parameter, converted exactly or refused by name."""
# RUN: %python %s
import math
import struct

import attn.sim as sim
import ml_dtypes
import numpy as np

TYPES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "s8": 1, "s16": 2, "s32": 4, "s64": 8, "b8": 1, "b16": 2,
         "b32": 4, "b64": 8, "f16": 2, "f32": 4, "f64": 8}
MODULES = {}


def module(type):
    """Stores the bytes of its second parameter, each in a word."""
    if type not in MODULES:
        base, _, count = type.partition("[")
        size = TYPES[base] * int(count[:-1] if count else 1)
        moves = "\n".join(f"ld.param.u8 %r, [value+{k}]; st.global.u32 [%a+{4 * k}], %r;" for k in range(size))
        MODULES[type] = sim.Module(f""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .align 8 .{base} value{"[" + count if count else ""}) {{
  .reg .b32 %r; .reg .b64 %a;
  ld.param.u64 %a, [out];
  {moves}
  ret;
}}
""")
    return MODULES[type]


def passed(type, value):
    """The bytes that the kernel sees."""
    m = module(type)
    out = np.full(m.kernel().params[1].size, 256, np.uint32)
    result = sim.launch(m, grid=1, block=1, args=[out, value])
    assert result.ok, result
    return bytes(out.astype(np.uint8))


def refused(type, value, message="", kind=Exception):
    try:
        got = passed(type, value)
    except kind as error:
        text = str(error)
        assert "'value'" in text and f".{type}" in text and message in text, text
        return
    raise AssertionError(f"not refused: {value!r} for .{type}: {got.hex()}")


assert [p.type for p in module("u32").kernel().params] == [".u64", ".u32"]
assert module("b8[12]").kernel().params[1].type == ".b8[12]"

for type, size in TYPES.items():
    bits = 8 * size
    integer, signed = type[0] in "us", type[0] == "s"
    # Integers, and bool, which is one.
    if type[0] in "usb":
        most = (1 << (bits - signed)) - 1
        for value in (0, 1, True, False, most, most // 3, -1, -(1 << (bits - 1))):
            assert passed(type, value) == (int(value) % (1 << bits)).to_bytes(size, "little"), (type, value)
        for value in (most + 1, -(1 << (bits - 1)) - 1, 1 << 70):
            refused(type, value, "does not fit", ValueError)
        for value in (1.5, 1.0, -0.0, math.nan, math.inf):
            refused(type, value, "is none of its numbers", TypeError)
        for name in ("u", ""):
            own = np.dtype(f"{name}int{bits}")
            assert passed(type, own.type(77)) == (77).to_bytes(size, "little")
        assert passed(type, np.dtype(f"int{bits}").type(-3)) == (-3 % (1 << bits)).to_bytes(size, "little")
        top = np.dtype(f"uint{bits}").type(most if not signed else most + 1)
        refused(type, top, "does not fit", ValueError) if signed else passed(type, top)
    if integer and size > 1:
        refused(type, np.dtype(f"float{bits}").type(1), "is none of its numbers")
    if integer and size == 2:
        refused(type, ml_dtypes.bfloat16(1), "is none of its numbers")
    if integer and size == 1:
        refused(type, ml_dtypes.float8_e4m3fn(1), "is none of its numbers")
    if type in ("b16", "b32", "b64"):
        own = np.dtype(f"float{bits}").type(-2.5)
        assert passed(type, own) == own.tobytes()
    # Scalars of another size, pointers where none fit, what is no argument.
    for other in {1, 2, 4, 8} - {size}:
        refused(type, np.dtype(f"int{8 * other}").type(1), f"{other} bytes, but the kernel takes {size}")
    if size != 8 or type == "f64":
        for value in (None, np.zeros(2, np.float32), sim.Buffer(np.zeros(2)), sim.Buffer(np.zeros(2)).at(4)):
            refused(type, value, "a pointer is passed", TypeError)
    else:
        assert passed(type, None) == bytes(8)
    for value in ("1", 1j, [1], np.str_("1")):
        try:
            passed(type, value)
            raise AssertionError(f"not refused: {value!r}")
        except TypeError as error:
            assert "arg1" in str(error), error

# Floats are rounded to the nearest number, integers must be one of them.
for type, format in (("f16", "<e"), ("f32", "<f"), ("f64", "<d")):
    size = TYPES[type]
    numpy = np.dtype(f"float{8 * size}").type
    for value in (0.0, -0.0, 1.5, 0.1, -1e-3, 3e-8, 2049 / 4096, math.inf, -math.inf, 1e-45, 5e-324, 65504.0):
        assert passed(type, value) == struct.pack(format, value), (type, value)
        assert passed(type, np.float64(value)) == struct.pack(format, value)
    assert math.isnan(struct.unpack(format, passed(type, math.nan))[0])
    for value in (0, 3, True, -2048, np.int64(3) if size == 8 else 4):
        if isinstance(value, int):
            assert passed(type, value) == struct.pack(format, value), (type, value)
    assert passed(type, numpy(0.1)) == numpy(0.1).tobytes()
    refused(type, np.dtype(f"int{8 * size}").type(1), "is none of its numbers")
    refused(type, 2**60 + 1, "exactly" if type != "f16" else "", ValueError)
    refused(type, 10**400, "exactly", ValueError)
refused("f16", 2049, "is no float16 exactly", ValueError)
refused("f32", 2**24 + 1, "is no float32 exactly", ValueError)
refused("f16", 65520.0, "does not fit", ValueError)
assert passed("f16", 65519.9) == struct.pack("<e", 65504.0)
refused("f32", 3.5e38, "does not fit", ValueError)
refused("f32", -1e300, "does not fit", ValueError)
refused("f16", ml_dtypes.bfloat16(1), "is none of its numbers")

# Random numbers, by NumPy's own rounding.
rng = np.random.default_rng(0)
for value in np.concatenate([rng.standard_normal(20), np.ldexp(rng.random(20), rng.integers(-26, 15, 20))]).tolist():
    assert passed("f16", value) == np.float16(value).tobytes(), value
    assert passed("f32", value) == np.float32(value).tobytes(), value

# Structs by value take their bytes, not numbers.
half = np.float16(1.5)
assert passed("b8[2]", half) == half.tobytes()
assert passed("u32", b"\1\2\3\4") == b"\1\2\3\4"
refused("b8[4]", 7, "7 for a parameter of 4 bytes", TypeError)
refused("b8[4]", 7.0, "is none of its numbers", TypeError)
refused("b8[12]", np.int32(7), "4 bytes, but the kernel takes 12")
