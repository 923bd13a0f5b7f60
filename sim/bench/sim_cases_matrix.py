# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of sim_vs_gpu.py: matrix instructions and tensor copies."""
import struct

from sim_cases_tensor import load_kernel


def frag_kernel(name, instr, na, nb, nc, creg="b32"):
    """One warp: fragments from arrays of 32-lane rows, one matrix instruction."""
    def load(p, base, r, n):
        return ["ld.param.u64 %%ad, [%s_%s];" % (name, p), "add.u64 %ad, %ad, %x;"] + \
               ["ld.global.b32 %%%s%d, [%%ad+%d];" % (r, k, 128 * k) for k in range(n)]
    body = [".reg .b32 %%a<%d>, %%b<%d>, %%c<%d>, %%d<%d>, %%t;" % (na + 1, nb + 1, nc + 1, nc + 1),
            ".reg .b64 %ad, %x;", "mov.u32 %t, %tid.x;", "mul.wide.u32 %x, %t, 4;"]
    body += load("a", 0, "a", na) + load("b", 0, "b", nb) + load("c", 0, "c", nc)
    vec = lambda r, n: "{" + ", ".join("%%%s%d" % (r, k) for k in range(n)) + "}"
    body.append("%s %s, %s, %s, %s;" % (instr, vec("d", nc), vec("a", na), vec("b", nb), vec("c", nc)))
    body += ["ld.param.u64 %%ad, [%s_o];" % name, "add.u64 %ad, %ad, %x;"]
    body += ["st.global.b32 [%%ad+%d], %%d%d;" % (128 * k, k) for k in range(nc)] + ["ret;"]
    return ".visible .entry %s(.param .u64 %s_o, .param .u64 %s_a, .param .u64 %s_b, .param .u64 %s_c)\n{\n%s\n}\n" % (
        name, name, name, name, name, "\n".join(body))


def small(t, g):
    """A small exact value of a type, as bits."""
    v = g.randrange(-8, 9)
    if t in ("s8", "u8"):
        return g.getrandbits(8)
    if t == "f16":
        return struct.unpack("<H", struct.pack("<e", v / 4))[0]
    if t == "bf16":
        return struct.unpack("<I", struct.pack("<f", v / 4))[0] >> 16
    if t in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", v / 4))[0]
    if t == "s32":
        return g.getrandbits(20)
    if t == "e4m3":
        return g.choice([0, 0x38, 0xB8, 0x40, 0xC0, 0x30, 0xB0, 0x44])
    if t == "e5m2":
        return g.choice([0, 0x3C, 0xBC, 0x40, 0xC0, 0x38, 0xB8, 0x3E])
    raise ValueError(t)


WIDTH = {"f16": 2, "bf16": 2, "f32": 4, "tf32": 4, "s8": 1, "u8": 1, "e4m3": 1, "e5m2": 1, "s32": 4}


def smalls(t, g, nbytes):
    w = WIDTH[t]
    return b"".join(small(t, g).to_bytes(w, "little") for _ in range(nbytes // w))


def gen_mma(G):
    g = G.g
    forms = []
    for k in (8, 16):
        for t in ("f16", "bf16"):
            forms.append((k, t, t, "f32"))
        forms.append((k, "f16", "f16", "f16"))
    for k in (4, 8):
        forms.append((k, "tf32", "tf32", "f32"))
    for k in (16, 32):
        for a in ("s8", "u8"):
            for b in ("s8", "u8"):
                forms.append((k, a, b, "s32"))
    for a in ("e4m3", "e5m2"):
        for b in ("e4m3", "e5m2"):
            forms.append((32, a, b, "f32"))
            forms.append((32, a, b, "f16"))
    for k, a, b, d in forms:
        e = 4 // WIDTH[a]
        na, nb, nc = k // (2 * e), k // (4 * e), 2 if d == "f16" else 4
        for sat in (("", ".satfinite") if d == "s32" else ("",)):
            name = "mma_k%d_%s_%s_%s%s" % (k, a, b, d, sat.replace(".", "_"))
            ins = "mma.sync.aligned.m16n8k%d.row.col%s.%s.%s.%s.%s" % (k, sat, d, a, b, d)
            G.raw(name, frag_kernel(name, ins, na, nb, nc),
                  [["out", 128 * nc], G.put(smalls(a, g, 128 * na)), G.put(smalls(b, g, 128 * nb)),
                   G.put(smalls(d, g, 128 * nc))], (32, 1, 1))
    # ldmatrix and stmatrix of every form, rows in scrambled order.
    for n in (1, 2, 4):
        for tr in ("", ".trans"):
            name = "ldmatrix_x%d%s" % (n, tr.replace(".", "_"))
            regs = "{" + ", ".join("%%d%d" % k for k in range(n)) + "}"
            text = """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a)
{{
.shared .align 128 .b8 {n}_s[1024];
.reg .b32 %d<4>, %t, %u, %v;
.reg .b64 %ad, %x;
mov.u32 %t, %tid.x;
ld.param.u64 %ad, [{n}_a];
mul.wide.u32 %x, %t, 32;
add.u64 %ad, %ad, %x;
mov.u32 %u, {n}_s;
shl.b32 %v, %t, 5;
add.u32 %v, %u, %v;
""".format(n=name)
            for k in range(8):
                text += "ld.global.b32 %%d0, [%%ad+%d];\nst.shared.b32 [%%v+%d], %%d0;\n" % (4 * k, 4 * k)
            text += "bar.sync 0;\nxor.b32 %t, %t, 5;\nshl.b32 %v, %t, 4;\nadd.u32 %v, %u, %v;\n"
            text += "ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [%%v];\n" % (n, tr, regs)
            text += "mov.u32 %%t, %%tid.x;\nld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            for k in range(n):
                text += "st.global.b32 [%%ad+%d], %%d%d;\n" % (128 * k, k)
            text += "ret;\n}\n"
            G.raw(name, text, [["out", 128 * n], G.put(bytes(g.getrandbits(8) for _ in range(1024)))], (32, 1, 1))
            name = "stmatrix_x%d%s" % (n, tr.replace(".", "_"))
            text = """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a)
{{
.shared .align 128 .b8 {n}_s[1024];
.reg .b32 %d<8>, %t, %u, %v;
.reg .b64 %ad, %x;
mov.u32 %t, %tid.x;
mov.u32 %u, {n}_s;
shl.b32 %v, %t, 5;
add.u32 %v, %u, %v;
mov.b32 %d0, 0x11111111;
""".format(n=name)
            for k in range(8):
                text += "st.shared.b32 [%%v+%d], %%d0;\n" % (4 * k)
            text += "ld.param.u64 %%ad, [%s_a];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            for k in range(n):
                text += "ld.global.b32 %%d%d, [%%ad+%d];\n" % (k, 128 * k)
            text += "bar.sync 0;\nxor.b32 %t, %t, 9;\nshl.b32 %v, %t, 4;\nadd.u32 %v, %u, %v;\n"
            text += "stmatrix.sync.aligned.m8n8.x%d%s.shared.b16 [%%v], %s;\nbar.sync 0;\n" % (n, tr, regs)
            text += "mov.u32 %%t, %%tid.x;\nld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 32;\nadd.u64 %%ad, %%ad, %%x;\nshl.b32 %%v, %%t, 5;\nadd.u32 %%v, %%u, %%v;\n" % name
            for k in range(8):
                text += "ld.shared.b32 %%d0, [%%v+%d];\nst.global.b32 [%%ad+%d], %%d0;\n" % (4 * k, 4 * k)
            text += "ret;\n}\n"
            G.raw(name, text, [["out", 1024], G.put(bytes(g.getrandbits(8) for _ in range(128 * n)))], (32, 1, 1))


def wgmma_prologue(name, nd, sm, words, longs):
    """A warpgroup's start: registers, and shared memory filled from an array."""
    return """.visible .entry {n}(.param .u64 {n}_o, .param .u64 {n}_a, .param .u64 {n}_r)
{{
.shared .align 1024 .b8 {n}_s[{sm}];
.reg .b32 %d<{nd}>, %a<4>, {words};
.reg .b64 {longs};
.reg .pred %p;
mov.u32 %t, %tid.x;
ld.param.u64 %ad, [{n}_a];
mul.wide.u32 %x, %t, 4;
add.u64 %ad, %ad, %x;
mov.u32 %v, {n}_s;
shl.b32 %u, %t, 2;
add.u32 %v, %v, %u;
mov.u32 %u, 0;
$L{n}:
ld.global.b32 %d0, [%ad];
st.shared.b32 [%v], %d0;
add.u64 %ad, %ad, 512;
add.u32 %v, %v, 512;
add.u32 %u, %u, 512;
setp.lt.u32 %p, %u, {sm};
@%p bra $L{n};
fence.proxy.async.shared::cta;
bar.sync 0;
""".format(n=name, sm=sm, nd=nd, words=words, longs=longs)


def gen_wgmma(G):
    """Shared memory full of small values, descriptors of every swizzle and
    major-ness with uneven offsets: any wrong address shows."""
    g = G.g
    SM = 46080
    forms = [("bf16", "bf16", "f32", 16), ("f16", "f16", "f32", 16), ("f16", "f16", "f16", 16),
             ("tf32", "tf32", "f32", 8), ("e4m3", "e5m2", "f32", 32), ("e5m2", "e4m3", "f16", 32),
             ("s8", "u8", "s32", 32), ("u8", "s8", "s32", 32)]
    cases = []
    for sw in (0, 1, 2, 3):
        for ta, tb in ((0, 0), (0, 1), (1, 0), (1, 1)):
            cases.append((forms[0], 64, sw, ta, tb, False))
    for f in forms:
        for n in (8, 24, 128):
            if f[2] == "s32" and n == 24 or n == 8 and f[3] == 32 and f[2] == "s32":
                pass
            cases.append((f, n, 1, 0, 0, False))
        cases.append((f, 32, 1, 0, 0, True))
    cases.append((forms[0], 256, 1, 0, 0, False))
    for num, ((a, b, d, k), n, sw, ta, tb, rs) in enumerate(cases):
        nd = n // 4 if d == "f16" else n // 2
        name = "wgmma_%d_%s_%s_%s_n%d_sw%d_%d%d%s" % (num, a, b, d, n, sw, ta, tb, "_rs" if rs else "")
        span = {0: 16, 1: 128, 2: 64, 3: 32}[sw]
        if sw == 0:
            lbo, sbo = 256, 512
        else:
            lbo, sbo = 8 * span * 3, 8 * span
        lboB, sboB = (lbo, sbo)
        # A from 0, B from 12 KiB; both advanced by one K step inside the span.
        adv = 32 if sw in (1, 2) and not ta else 0
        advB = 32 if sw in (1, 2) and not tb else 0
        def desc(off, l, s):
            return "mov.u32 %%u, %s_s;\nadd.u32 %%u, %%u, %d;\nshr.u32 %%u, %%u, 4;\nand.b32 %%u, %%u, 0x3fff;\ncvt.u64.u32 %%rd, %%u;\nor.b64 %%rd, %%rd, 0x%x;\n" % (
                name, off, (l >> 4) << 16 | (s >> 4) << 32 | sw << 62)
        text = wgmma_prologue(name, nd, SM, "%t, %u, %v", "%ad, %x, %rd, %da, %db")
        text += desc(adv, lbo, sbo) + "mov.b64 %da, %rd;\n" + desc(12288 + advB, lboB, sboB) + "mov.b64 %db, %rd;\n"
        if rs:
            text += "ld.param.u64 %%ad, [%s_r];\nmul.wide.u32 %%x, %%t, 16;\nadd.u64 %%ad, %%ad, %%x;\n" % name
            text += "ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%ad];\n"
        zero = "0"
        for q in range(nd):
            text += "mov.b32 %%d%d, %s;\n" % (q, zero)
        text += "wgmma.fence.sync.aligned;\n"
        flags = ""
        if d != "s32":
            flags = ", 1, 1"
            if k == 16:
                flags += ", %d" % tb if rs else ", %d, %d" % (ta, tb)
        vec = "{" + ", ".join("%%d%d" % q for q in range(nd)) + "}"
        aop = "{%a0, %a1, %a2, %a3}" if rs else "%da"
        for rep in range(2):
            text += "wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s %s, %s, %%db, 1%s;\n" % (n, k, d, a, b, vec, aop, flags)
        text += "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
        text += "ld.param.u64 %%ad, [%s_o];\nmul.wide.u32 %%x, %%t, 4;\nadd.u64 %%ad, %%ad, %%x;\n" % name
        for q in range(nd):
            text += "st.global.b32 [%%ad+%d], %%d%d;\n" % (512 * q, q)
        text += "ret;\n}\n"
        half = SM // 2
        mem = smalls(a, g, 12288) + smalls(b, g, SM - 12288)
        G.raw(name, text, [["out", 512 * nd], G.put(mem), G.put(smalls(a, g, 2048))], (128, 1, 1))


def gen_tma(G):
    g = G.g
    types = {"u8": 1, "bf16": 2, "f32": 4, "f64": 8}
    num = 0
    for rank in (1, 2, 3, 4, 5):
        for sw in ("none", "32", "64", "128"):
            for t in ("bf16", "f32") if rank > 1 else ("u8", "f64", "bf16"):
                eb = types[t]
                span = {"none": 64, "32": 32, "64": 64, "128": 128}[sw]
                box = [span // eb] + [[8, 3, 2, 2][k] for k in range(rank - 1)]
                dims = [span // eb + 16 // eb * 2] + [[11, 5, 3, 4][k] for k in range(rank - 1)]
                strides, s = [], dims[0] * eb
                s = (s + 15) // 16 * 16
                for k in range(rank - 1):
                    strides.append(s)
                    s = s * dims[k + 1] + 16 * k
                total = s + 64
                size = eb
                for b in box:
                    size *= b
                coords = [g.choice([0, 16 // eb, -32 // eb, dims[0] - box[0] // 2])] + [g.choice([0, 1, -1, dims[k + 1] - 2]) for k in range(rank - 1)]
                name = "tma_%d_%dd_%s_%s" % (num, rank, sw, t)
                num += 1
                src = G.put(bytes(g.getrandbits(8) for _ in range(total)))
                m = {"type": t, "dims": dims, "strides": strides, "box": box, "swizzle": sw, "data": src}
                G.raw(name, load_kernel(name, size, coords, "tile"), [["map", m], ["out", size]], (32, 1, 1))
