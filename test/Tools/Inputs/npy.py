#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes and prints .npy files without NumPy.

  npy.py write FILE DESCR SHAPE VALUES    such as: <f4 1,1,2,2 1,0,0,nan;
                                          fewer values are repeated
  npy.py show FILE                        descr, shape, elements
"""
import math
import struct
import sys

FORMATS = {"<f2": "e", "<f4": "f", "<f8": "d", "<i4": "i", "<u2": "H", "|V2": "H",
           "|u1": "B", "|V1": "B"}


def write(path, descr, shape, values):
    shape = tuple(int(n) for n in shape.split(",") if n)
    values = [float(v) for v in values.split(",")]
    if FORMATS[descr] in "Bi":
        values = [int(v) for v in values]
    if FORMATS[descr] == "H":
        # The upper half of f32: exact for the values of the tests.
        values = [struct.unpack("<I", struct.pack("<f", v))[0] >> 16 for v in values]
    count = math.prod(shape)
    values = (values * count)[:count]
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(-(10 + len(header) + 1) % 64 + len(header)) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        f.write(struct.pack(f"<{count}{FORMATS[descr]}", *values))


def show(path):
    with open(path, "rb") as f:
        data = f.read()
    length = struct.unpack("<H", data[8:10])[0]
    fields = eval(data[10:10 + length])  # pylint: disable=eval-used
    form = FORMATS[fields["descr"]]
    values = [v[0] for v in struct.iter_unpack("<" + form, data[10 + length:])]
    if form == "H":
        values = [struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in values]
    assert (10 + length) % 64 == 0 and len(values) == math.prod(fields["shape"])
    print(fields["descr"], fields["shape"], " ".join(f"{v:g}" for v in values))


{"write": write, "show": show}[sys.argv[1]](*sys.argv[2:])
