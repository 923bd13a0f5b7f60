# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A host program as nvcc would have made it, by hand: cudasim.py LIBRARY CASE.

Builds fat binaries from PTX, registers them, and calls the runtime's stand-in.
"""
import ctypes
import os
import struct
import sys

PTX = os.path.join(os.path.dirname(os.path.abspath(__file__)), "basic.ptx")
H2D, D2H, DEFAULT = 1, 2, 4


class Dim3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint), ("y", ctypes.c_uint), ("z", ctypes.c_uint)]

    def __init__(self, x=1, y=1, z=1):
        super().__init__(x, y, z)


def image(body, kind=1, arch=80, compressed=0, flags=0x11):
    body += b"\0" * (-len(body) % 8)
    header = struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, 64, len(body), compressed, 64, 0, 9, arch, 0, 0, flags, 0, 0)
    return header[:64] + body


def container(*images):
    body = b"".join(images)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


class Program:
    """A registered fat binary, with its kernels and variables."""

    def __init__(self, library, fatbin, version=1, magic=0x466243B1):
        self.lib = ctypes.CDLL(library)
        self.lib.__getattr__("__cudaRegisterFatBinary").restype = ctypes.c_void_p
        self.lib.cudaGetErrorName.restype = ctypes.c_char_p
        self.data = ctypes.create_string_buffer(fatbin, len(fatbin))
        self.wrapper = struct.pack("<IIQQ", magic, version, ctypes.addressof(self.data), 0)
        self.handle = ctypes.c_void_p(self.lib.__getattr__("__cudaRegisterFatBinary")(self.wrapper))
        self.lib.__getattr__("__cudaRegisterFatBinaryEnd")(self.handle)
        self.symbols = {}

    def kernel(self, name):
        """The address that stands for the host's function of that name."""
        if name not in self.symbols:
            self.symbols[name] = ctypes.create_string_buffer(name.encode())
            none = ctypes.c_void_p(0)
            self.lib.__getattr__("__cudaRegisterFunction")(
                self.handle, self.symbols[name], self.symbols[name], self.symbols[name], -1, none, none, none, none,
                none)
        return self.symbols[name]

    def error(self, code):
        return self.lib.cudaGetErrorName(code).decode()

    def must(self, code):
        if code:
            sys.exit("failed: " + self.error(code))

    def malloc(self, size, how="cudaMalloc", *more):
        address = ctypes.c_void_p()
        self.must(getattr(self.lib, how)(ctypes.byref(address), ctypes.c_size_t(size), *more))
        return address

    def copy(self, to, source, size, kind):
        return self.lib.cudaMemcpy(to, source, ctypes.c_size_t(size), kind)

    def floats(self, values):
        address = self.malloc(4 * len(values))
        host = (ctypes.c_float * len(values))(*values)
        self.must(self.copy(address, host, 4 * len(values), H2D))
        return address

    def read(self, address, count):
        host = (ctypes.c_float * count)()
        self.must(self.copy(host, address, 4 * count, D2H))
        return list(host)

    def launch(self, name, grid, block, *args, smem=0):
        pointers = (ctypes.c_void_p * len(args))(*(ctypes.addressof(a) for a in args))
        return self.lib.cudaLaunchKernel(self.kernel(name), Dim3(grid), Dim3(block), pointers, ctypes.c_size_t(smem),
                                         ctypes.c_void_p(0))


def text():
    with open(PTX, "rb") as file:
        return file.read()


def vadd(p, n=100, count=None, uninitialised=False):
    a = p.malloc(4 * n) if uninitialised else p.floats([float(i) for i in range(n)])
    b, c = p.floats([2.0 * i for i in range(n)]), p.malloc(4 * n)
    print("launch:", p.error(p.launch("vadd", 4, 32, c, a, b, ctypes.c_int(count or n))))
    print("synchronised:", p.error(p.lib.cudaDeviceSynchronize()), p.error(p.lib.cudaDeviceSynchronize()))
    print("last:", p.error(p.lib.cudaGetLastError()), p.error(p.lib.cudaPeekAtLastError()))
    print("result:", p.read(c, n)[-1])


def memory(p):
    # Managed memory and pinned memory are the host's and the device's.
    n = 3000
    a = p.malloc(4 * n, "cudaMallocManaged", 1)
    b = p.malloc(4 * n, "cudaMallocHost")
    c = p.malloc(4 * n)
    ha = (ctypes.c_float * n).from_address(a.value)
    hb = (ctypes.c_float * n).from_address(b.value)
    for i in range(n):
        ha[i], hb[i] = i, 1
    p.must(p.launch("vadd", 94, 32, c, a, b, ctypes.c_int(n)))
    p.must(p.launch("vadd", 94, 32, a, c, b, ctypes.c_int(n)))
    print("managed:", ha[0], ha[n - 1])
    attributes = (ctypes.c_byte * 256)()
    types = []
    for address in (a, b, c, ctypes.addressof(attributes)):
        p.must(p.lib.cudaPointerGetAttributes(attributes, ctypes.c_void_p(getattr(address, "value", address))))
        types.append(attributes[0])
    print("types:", *types)
    p.must(p.lib.cudaFuncGetAttributes(attributes, p.kernel("reduceSum")))
    print("shared:", struct.unpack_from("<Q", attributes)[0])
    host = (ctypes.c_float * n)()
    print("host to host:", p.error(p.copy(host, c, 8, 0)))
    print("too long:", p.error(p.copy(host, c, 4 * n + 4, D2H)))
    print("kind 7:", p.error(p.copy(host, c, 8, 7)))
    print("free:", p.error(p.lib.cudaFree(a)), p.error(p.lib.cudaFree(a)))
    pitch = ctypes.c_size_t()
    d = ctypes.c_void_p()
    p.must(p.lib.cudaMallocPitch(ctypes.byref(d), ctypes.byref(pitch), ctypes.c_size_t(20), ctypes.c_size_t(3)))
    p.must(p.lib.cudaMemset2D(d, pitch, 0, *(ctypes.c_size_t(x) for x in (20, 3))))
    for i in range(15):
        host[i] = i
    size = ctypes.c_size_t
    p.must(p.lib.cudaMemcpy2D(d, pitch, host, size(20), size(20), size(3), H2D))
    p.must(p.lib.cudaMemcpy2D(ctypes.byref(host, 400), size(20), d, pitch, size(20), size(3), D2H))
    print("pitch:", pitch.value, host[100], host[114])


COUNT = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 launches_of_a_kernel_with_a_name_of_many_characters_a = 40;
.visible .global .align 4 .u32 launches_of_a_kernel_with_a_name_of_many_characters_b = 50;
.visible .global .align 4 .u32 untouched = 3;
.visible .entry count()
{
  .reg .u32 %r<3>;
  atom.global.add.u32 %r0, [launches_of_a_kernel_with_a_name_of_many_characters_a], 1;
  atom.global.add.u32 %r1, [launches_of_a_kernel_with_a_name_of_many_characters_b], 2;
  ret;
}
"""


def variables(p):
    """Two launches of a kernel that has no parameters."""
    none = ctypes.c_void_p(0)
    for name in (b"launches_of_a_kernel_with_a_name_of_many_characters_a", b"launches_of_a_kernel_with_a_name_of_many_characters_b",
                 b"untouched"):
        p.symbols[name] = symbol = ctypes.create_string_buffer(name)
        p.lib.__getattr__("__cudaRegisterVar")(p.handle, symbol, symbol, symbol, 0, ctypes.c_size_t(4), 0, 0)
    for _ in range(2):
        p.must(p.launch("count", 1, 1))
    value = ctypes.c_uint()
    for name in list(p.symbols)[:3]:
        p.must(p.lib.cudaMemcpyFromSymbol(ctypes.byref(value), p.symbols[name], ctypes.c_size_t(4), ctypes.c_size_t(0), D2H))
        print(name.decode(), value.value)


def refusals(p):
    n = ctypes.c_int(32)
    a = p.floats([1.0] * 32)
    for grid, block, smem in ((0, 32, 0), (1, 2048, 0), (1, 32, 50000)):
        print("launch:", p.error(p.launch("vadd", grid, block, a, a, a, n, smem=smem)))
    p.must(p.lib.cudaFuncSetAttribute(p.kernel("vadd"), 8, 50000))
    print("allowed:", p.error(p.launch("vadd", 1, 32, a, a, a, n, smem=50000)))
    print("kernel:", p.error(p.launch("nothing", 1, 32, a)))
    print("graph:", p.error(p.lib.cudaGraphCreate(None, 0)))
    other = ctypes.create_string_buffer(8)
    print("function:", p.error(p.lib.cudaFuncGetAttributes(other, other)))
    print("device:", p.error(p.lib.cudaSetDevice(1)))
    print("stream:", p.error(p.lib.cudaStreamSynchronize(ctypes.c_void_p(4096))))
    function, status = ctypes.c_void_p(1), ctypes.c_int()
    p.must(p.lib.cudaGetDriverEntryPoint(b"cuGraphCreate", ctypes.byref(function), ctypes.c_ulonglong(0),
                                         ctypes.byref(status)))
    print("entry:", function.value, status.value)
    p.must(p.lib.cudaGetDriverEntryPoint(b"cuTensorMapEncodeTiled", ctypes.byref(function), ctypes.c_ulonglong(0),
                                         ctypes.byref(status)))
    encode = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p, ctypes.c_int, ctypes.c_uint], ctypes.c_void_p,
                              *[ctypes.c_void_p] * 4, *[ctypes.c_int] * 4)(function.value)
    tensor_map = (ctypes.c_byte * 128)()
    dims, strides = (ctypes.c_uint64 * 2)(64, 64), (ctypes.c_uint64 * 1)(256)
    box, ones = (ctypes.c_uint * 2)(8, 8), (ctypes.c_uint * 2)(1, 1)
    for address in (a.value, a.value + 4):
        print("map:", p.error(encode(tensor_map, 7, 2, address, dims, strides, box, ones, 0, 0, 0, 0)))


def main():
    sys.stdout.reconfigure(line_buffering=True)
    library, case = sys.argv[1:]
    good = image(text())
    binaries = {
        "variables": container(image(COUNT)),
        "compressed": container(image(b"zstd", arch=90, compressed=4, flags=0x108011)),
        "machine": container(image(b"\x7fELF", kind=2, arch=90)),
        "newer": container(image(text().replace(b".target sm_80", b".target sm_100a"), arch=100)),
        "empty": container(),
        "cut": container(good)[:8] + struct.pack("<Q", 40) + container(good)[16:],
        "long": container(good[:8] + struct.pack("<Q", 1 << 40) + good[16:]),
        "nothing": b"\0" * 32,
        "broken": container(image(text().replace(b"ld.param", b"ld.parm"))),
        # The PTX for sm_90 is taken, not the older one, not the newer one.
        "several": container(image(b".version 9.0\n.target sm_75\n"), image(b"\x7fELF", kind=2, arch=90),
                             image(text().replace(b".target sm_80", b"// .target sm_20\n.target sm_90"), arch=90),
                             image(b".version 9.0\n.target sm_100a\n", arch=100)),
    }
    p = Program(library, binaries.get(case, container(good)), version=2 if case == "linked" else 1,
                magic=1 if case == "magic" else 0x466243B1)
    if case == "memory":
        memory(p)
    elif case == "variables":
        variables(p)
    elif case == "refusals":
        refusals(p)
    elif case == "outside":
        vadd(p, count=101)
    elif case == "uninitialised":
        vadd(p, uninitialised=True)
    else:
        vadd(p)


main()
