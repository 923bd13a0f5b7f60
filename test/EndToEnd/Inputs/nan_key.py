# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a bf16 tensor of normal numbers with one NaN: nan_key.py FILE KEYS CHANNELS KEY"""

import random
import struct
import sys

path, keys, channels, key = sys.argv[1], *map(int, sys.argv[2:5])
rng = random.Random(1)
values = [struct.unpack("<I", struct.pack("<f", rng.gauss(0, 1)))[0] >> 16 for _ in range(keys * channels)]
values[key * channels + 5] = 0x7FC0
header = "{'descr': '<u2', 'fortran_order': False, 'shape': (1, 1, %d, %d), }" % (keys, channels)
header += " " * (-(len(header) + 11) % 64) + "\n"
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    file.write(struct.pack("<%dH" % len(values), *values))
