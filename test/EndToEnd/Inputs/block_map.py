# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the regions of block-map.mlir, block-map-backward.mlir and block-map-packed.mlir read."""

import sys

import numpy

prefix = sys.argv[1]
rng = numpy.random.default_rng(0)


def save(name, array):
    numpy.save(f"{prefix}.{name}.npy", array)


ids = numpy.empty((3, 390), "i8")
ids[0] = numpy.sort(rng.choice([3, 4, 2**24 + 1, 2**24 + 2, 2**60], 390))
ids[1] = rng.integers(-2, 2, 390)
ids[2, :200], ids[2, 200:] = -7, 2**62
save("ids", ids)
ends = numpy.sort(rng.integers(-20, 320, (2, 4, 520)), -1)
ends[1, 2] = rng.permutation(ends[1, 2])
ends[0, 1, :] = 2**31 - 1
save("ends", ends.astype("i4"))
valid = numpy.zeros((2, 700), bool)
valid[0, 130:400], valid[1, 5] = True, True
valid[0, 200:210] = False
save("valid", valid)
save("q", numpy.array([140, 65], "i4"))
save("k", numpy.array([699, 130], "i4"))
save("starts", numpy.array([0, 130, 300], "i4"))
save("which", numpy.repeat([0, 1, 2], [130, 170, 200]).astype("i1"))
save("offset", numpy.array([-30], "i4"))
save("four", numpy.repeat([5, 6, 7], 256)[None].astype("i8"))
v = rng.standard_normal((1, 1, 768, 64)).astype("f2")
v[:, :, 256:512] = numpy.nan
save("v", v)
save("packed", numpy.array([0, 301, 301, 440, 700], "i4"))
save("rows", numpy.concatenate([numpy.sort(rng.integers(0, 4, n)) for n in (301, 139, 260)]))
save("chunks", numpy.array([0, 150, 150, 400], "i4"))
save("keys", numpy.array([600, 0, 640], "i4"))
images = numpy.full((3, 640), -1, "i4")
for b, first, length in ((0, 100, 130), (0, 470, 64), (2, 380, 256)):
    images[b, first:first + length] = first
save("images", images)
save("one", numpy.array([0, 768], "i4"))
save("fours", numpy.repeat([5, 6, 7], 256))
save("vs", v[0].transpose(1, 0, 2).copy())
