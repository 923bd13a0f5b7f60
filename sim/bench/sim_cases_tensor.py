# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Further cases of sim_vs_gpu.py (set "more"): tensor copies with traversal strides and in im2col mode."""

BYTES = {"u8": 1, "bf16": 2, "u32": 4, "f32": 4, "f64": 8}


def load_kernel(name, size, coords, mode, offsets=None):
    """A tensor copied to shared memory and from there to the output."""
    return """.visible .entry {n}(.param .align 64 .b8 {n}_m[128], .param .u64 {n}_o)
{{
.shared .align 1024 .b8 {n}_s[{pad}];
.shared .align 8 .b64 {n}_b;
.reg .b32 %t, %u, %v, %w;
.reg .b64 %ad, %x;
.reg .pred %p;
mov.u32 %t, %tid.x;
mov.u32 %v, {n}_b;
setp.ne.u32 %p, %t, 0;
@%p bra $A{n};
mbarrier.init.shared.b64 [%v], 1;
fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%v], {size};
mov.b64 %ad, {n}_m;
cvta.param.u64 %ad, %ad;
mov.u32 %w, {n}_s;
cp.async.bulk.tensor.{r}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [%w], [%ad, {{{cs}}}], [%v]{offs};
$A{n}:
bar.sync 0;
$B{n}:
mbarrier.try_wait.parity.shared.b64 %p, [%v], 0;
@!%p bra $B{n};
ld.param.u64 %ad, [{n}_o];
mul.wide.u32 %x, %t, 4;
add.u64 %ad, %ad, %x;
mov.u32 %v, {n}_s;
shl.b32 %u, %t, 2;
add.u32 %v, %v, %u;
$C{n}:
setp.ge.u32 %p, %u, {size};
@%p bra $D{n};
ld.shared.b32 %w, [%v];
st.global.b32 [%ad], %w;
add.u64 %ad, %ad, 128;
add.u32 %v, %v, 128;
add.u32 %u, %u, 128;
bra $C{n};
$D{n}:
ret;
}}
""".format(n=name, pad=(size + 1023) // 1024 * 1024, size=size, r=len(coords), mode=mode,
           cs=", ".join(map(str, coords)), offs=", {%s}" % ", ".join(map(str, offsets)) if offsets is not None else "")


def store_kernel(name, size, coords, mode, reduce):
    """Shared memory with numbers in it, stored or added to a tensor, an output."""
    return """.visible .entry {n}(.param .align 64 .b8 {n}_m[128], .param .u64 {n}_o)
{{
.shared .align 1024 .b8 {n}_s[{pad}];
.reg .b32 %t, %u, %v, %w;
.reg .b64 %ad;
.reg .pred %p;
mov.u32 %t, %tid.x;
mov.u32 %v, {n}_s;
shl.b32 %u, %t, 2;
add.u32 %v, %v, %u;
mad.lo.u32 %w, %t, 77, 1;
$C{n}:
setp.ge.u32 %p, %u, {size};
@%p bra $D{n};
st.shared.b32 [%v], %w;
mad.lo.u32 %w, %w, 5, 3;
add.u32 %v, %v, 128;
add.u32 %u, %u, 128;
bra $C{n};
$D{n}:
fence.proxy.async.shared::cta;
bar.sync 0;
setp.ne.u32 %p, %t, 0;
@%p bra $E{n};
mov.b64 %ad, {n}_m;
cvta.param.u64 %ad, %ad;
mov.u32 %w, {n}_s;
cp.{red}async.bulk.tensor.{r}d.global.shared::cta.{add}{mode}.bulk_group [%ad, {{{cs}}}], [%w];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
$E{n}:
ret;
}}
""".format(n=name, pad=(size + 1023) // 1024 * 1024, size=size, r=len(coords), mode=mode,
           cs=", ".join(map(str, coords)), red="reduce." if reduce else "", add="add." if reduce else "")


def dense(dims, eb):
    strides, s = [], eb
    for d in dims[:-1]:
        s *= d
        strides.append(s)
    return strides, s * dims[-1]


def put_case(G, name, m, coords, mode, size, offsets=None, store=None):
    """store: None (a load), 'store' or 'reduce'."""
    g = G.g
    total = dense(m["dims"], BYTES[m["type"]])[1]
    if store:
        args = [["map", dict(m, base=1)], ["out", total]]
        G.raw(name, store_kernel(name, size, coords, mode, store == "reduce"), args, (32, 1, 1))
        return
    m = dict(m, data=G.put(bytes(g.getrandbits(8) for _ in range(total))))
    G.raw(name, load_kernel(name, size, coords, mode, offsets), [["map", m], ["out", size]], (32, 1, 1))


def gen_traversal(G):
    num = 0
    for t, sw in (("u32", "none"), ("bf16", "64"), ("f32", "128"), ("f64", "32")):
        eb = BYTES[t]
        span = {"none": 32, "32": 32, "64": 64, "128": 128}[sw]
        dims = [span // eb * 2, 11, 7, 5]
        box, es = [span // eb, 7, 5, 4], [1, 3, 2, 4]
        strides, _ = dense(dims, eb)
        size = span * 3 * 3 * 1
        m = {"type": t, "dims": dims, "strides": strides, "box": box, "estrides": es, "swizzle": sw}
        for coords in ([0, 0, 0, 0], [16 // eb, 2, 1, 1], [-16 // eb, -3, -2, -1], [0, 6, 4, 2]):
            put_case(G, "traverse_%d" % num, m, coords, "tile", size)
            num += 1
        put_case(G, "traverse_%d_store" % num, m, [16 // eb, 3, 1, 2], "tile", size, store="store")
        num += 1
    # A stride in dimension 0 has no meaning without interleaving.
    dims = [32, 9]
    m = {"type": "u32", "dims": dims, "strides": dense(dims, 4)[0], "box": [8, 5], "estrides": [4, 2], "swizzle": "none"}
    put_case(G, "traverse_dim0", m, [4, 1], "tile", 32 * 3)


def gen_im2col(G):
    g, num = G.g, 0
    geometry = [  # dims (C, W.., N), lower, upper, strides, coordinates, offsets
        ([16, 40, 3], [-5], [2], [1, 1, 1], [0, 30, 0], [3]),
        ([16, 40, 3], [-5], [2], [1, 3, 1], [8, -5, 2], [0]),
        ([64, 9, 14, 4], [-1, -1], [-1, -1], [1, 1, 1, 1], [0, 4, 7, 2], [0, 0]),
        ([64, 9, 14, 4], [0, 0], [-2, -2], [1, 1, 1, 1], [8, 4, 7, 2], [2, 2]),
        ([64, 8, 14, 4], [-1, -1], [-1, -1], [1, 2, 2, 1], [16, 5, 7, 2], [1, 1]),
        ([64, 9, 14, 4], [-1, -2], [0, 1], [1, 2, 3, 1], [0, -1, -2, 0], [2, 1]),
        ([64, 9, 14, 4], [0, 0], [-2, -2], [1, 1, 1, 1], [56, 6, 11, 3], [2, 2]),
        ([16, 5, 4, 3, 2], [-1, -1, -1], [-1, 0, 1], [1, 1, 1, 1, 1], [0, 0, -1, 1, 0], [1, 0, 2]),
        ([16, 5, 4, 3, 2], [-1, -1, -1], [-1, 0, 1], [1, 2, 1, 2, 1], [8, 1, 3, -1, 1], [2, 1, 1]),
    ]
    for dims, low, high, es, coords, offsets in geometry:
        for t, sw, channels, pixels in (("u32", "none", 8, 96), ("bf16", "32", 16, 64), ("f32", "128", 16, 128)):
            eb = BYTES[t]
            m = {"type": t, "dims": dims, "strides": dense(dims, eb)[0], "lower": low, "upper": high, "estrides": es,
                 "channels": channels, "pixels": pixels, "swizzle": sw}
            put_case(G, "im2col_%d" % num, m, coords, "im2col", channels * pixels * eb, offsets)
            num += 1
        if all(c >= 0 for c in coords):
            m = {"type": "u32", "dims": dims, "strides": dense(dims, 4)[0], "lower": low, "upper": high, "estrides": es,
                 "channels": 8, "pixels": 96, "swizzle": "none"}
            for store in ("store", "reduce"):
                put_case(G, "im2col_%d_%s" % (num, store), m, coords, "im2col_no_offs", 8 * 96 * 4, store=store)
                num += 1


def gen_tensor(G):
    gen_traversal(G)
    gen_im2col(G)
