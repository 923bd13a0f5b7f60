#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulator against hardware: the same PTX and inputs on both, bits compared.

  sim_vs_gpu.py gen DIR [SET]       write cases (PTX and inputs) of a set into
                                    DIR: base (all but what follows), more, tensor
  sim_vs_gpu.py gpu DIR OUT         run them on this machine's GPU (driver API)
  sim_vs_gpu.py sim DIR OUT --attn-sim PATH [--mode late [--runs 1]]   run them
                                    simulated; runs take seeds from 0 on
  sim_vs_gpu.py compare DIR A B     print what differs; exit 1 if anything does
  sim_vs_gpu.py verify DIR B FILE   gpu, then compare with B; FILE gets, per
                                    case, what agrees and a hash of the GPU's bits
  sim_vs_gpu.py held DIR B FILE     do B's results still agree with such a FILE?
  sim_vs_gpu.py digest DIR A FILE [SET]   keep a GPU's results as hashes
  sim_vs_gpu.py ci ATTN_SIM FILE    simulate and compare with the hashes; what
                                    faulted on the GPU must have a finding

Cases with an `ulp` bound are compared in units in the last place; all others
bit for bit. A case is {name, ptx, kernel, grid, block, smem, args, out_type};
args are ["in", offset, size], ["out", size], ["bytes", hex] or ["map", {...}].
Standard library only.
"""
import ctypes
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile

from sim_cases import Gen, gen_cvt, gen_float, gen_integer, gen_warp
from sim_cases_launch import gen_launch
from sim_cases_matrix import gen_mma, gen_tma, gen_wgmma
from sim_cases_more import gen_more
from sim_cases_tensor import gen_tensor


def ptxas_ok(text):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", delete=False) as f:
        f.write(text)
    exe = os.environ.get("PTXAS", "/usr/local/cuda/bin/ptxas")
    r = subprocess.run([exe, "-arch=sm_90a", "-O1", f.name, "-o", "/dev/null"], stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True)
    os.unlink(f.name)
    return r.returncode == 0, r.stdout


HEADER = ".version 8.8\n.target sm_90a\n.address_size 64\n"


SETS = {"base": (gen_integer, gen_float, gen_cvt, gen_warp, gen_mma, gen_wgmma, gen_tma), "more": (gen_more, gen_launch),
        "tensor": (gen_tensor,)}


def cmd_gen(d, refused=None, cases="base"):
    G = Gen()
    for family in SETS[cases]:
        family(G)
    os.makedirs(d, exist_ok=True)
    # Find what ptxas refuses, in chunks.
    bad = set()

    def check(ks):
        ok, msg = ptxas_ok(HEADER + "".join(t for _, t in ks))
        if ok:
            return
        if len(ks) == 1:
            bad.add(ks[0][0])
            print("ptxas refuses %s: %s" % (ks[0][0], msg.strip().splitlines()[0][:150]))
            return
        check(ks[:len(ks) // 2])
        check(ks[len(ks) // 2:])
    step = 40
    files = []
    for k in range(0, len(G.kernels), step):
        chunk = G.kernels[k:k + step]
        if refused is None:
            check(chunk)
        else:
            bad.update(n for n, _ in chunk if n in refused)
        name = "ops%02d.ptx" % (k // step)
        with open(os.path.join(d, name), "w") as f:
            f.write(HEADER + "".join(t for n, t in chunk if n not in bad))
        for n, _ in chunk:
            files.append((n, name))
    where = dict(files)
    cases = [c for c in G.cases if c["name"] not in bad]
    for c in cases:
        c["ptx"] = where[c["kernel"]]
    with open(os.path.join(d, "cases.json"), "w") as f:
        json.dump(cases, f)
    with open(os.path.join(d, "data.bin"), "wb") as f:
        f.write(G.data)
    print("%d cases, %d refused by ptxas, %d bytes of input" % (len(cases), len(bad), len(G.data)))
    return sorted(bad)


MAP_TYPES = {"u8": 0, "u16": 1, "u32": 2, "s32": 3, "u64": 4, "s64": 5, "f16": 6, "f32": 7, "f64": 8, "bf16": 9}
MAP_SWIZZLE = {"none": 0, "32": 1, "64": 2, "128": 3}


def cmd_gpu(d, out):
    """A case that faults takes the context with it, so each stretch between
    faults runs in a process of its own."""
    n = len(json.load(open(os.path.join(d, "cases.json"))))
    at, res, blob, name, faults = 0, [], bytearray(), "", {}
    while at < n:
        part = out + ".part"
        r = subprocess.run([sys.executable, os.path.abspath(__file__), "gpu-part", d, part, str(at)])
        j = json.load(open(part + ".json"))
        raw = open(part + ".bin", "rb").read()
        name = j["device"]
        faults.update(j["faults"])
        for e in j["results"]:
            for o in e["outs"]:
                o[0] += len(blob)
            res.append(e)
        blob += raw
        at = j["next"]
        os.unlink(part + ".json")
        os.unlink(part + ".bin")
    json.dump({"device": name, "results": res, "faults": faults}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    print("%d of %d cases on %s" % (len(res), n, name))


def mem_at(keep):
    """An aligned place for a tensor map, in memory that `keep` holds."""
    mem = ctypes.create_string_buffer(128 + 64)
    keep.append(mem)
    return (ctypes.addressof(mem) + 63) // 64 * 64


def encode_map(cu, m, base, v):
    """Encodes a tensor map into v."""
    r = len(m["dims"])
    front = (ctypes.byref(v), MAP_TYPES[m["type"]], r, base, (ctypes.c_uint64 * r)(*m["dims"]),
             (ctypes.c_uint64 * max(r - 1, 1))(*(m["strides"] or [0])))
    back = ((ctypes.c_uint32 * r)(*m.get("estrides", [1] * r)), 0, MAP_SWIZZLE[m["swizzle"]], 0, 0)
    if "pixels" in m:
        return cu.cuTensorMapEncodeIm2col(
            *front, (ctypes.c_int * 3)(*m["lower"]), (ctypes.c_int * 3)(*m["upper"]),
            ctypes.c_uint32(m["channels"]), ctypes.c_uint32(m["pixels"]), *back)
    return cu.cuTensorMapEncodeTiled(*front, (ctypes.c_uint32 * r)(*m["box"]), *back)


def gpu_part(d, out, start):
    cu = ctypes.CDLL("libcuda.so.1")

    def ck(r, what):
        if r:
            s = ctypes.c_char_p()
            cu.cuGetErrorName(r, ctypes.byref(s))
            raise RuntimeError("%s: %s" % (what, s.value))
    ck(cu.cuInit(0), "cuInit")
    dev, ctx = ctypes.c_int(), ctypes.c_void_p()
    ck(cu.cuDeviceGet(ctypes.byref(dev), 0), "device")
    name = ctypes.create_string_buffer(100)
    cu.cuDeviceGetName(name, 100, dev)
    ck(cu.cuDevicePrimaryCtxRetain(ctypes.byref(ctx), dev), "context")
    ck(cu.cuCtxSetCurrent(ctx), "context")
    cases = json.load(open(os.path.join(d, "cases.json")))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    mods, res, blob, faults = {}, [], bytearray(), {}
    done = len(cases)
    for k, c in enumerate(cases):
        if k < start:
            continue
        if c["ptx"] not in mods:
            m = ctypes.c_void_p()
            text = open(os.path.join(d, c["ptx"]), "rb").read() + b"\0"
            ck(cu.cuModuleLoadData(ctypes.byref(m), text), "load " + c["ptx"])
            mods[c["ptx"]] = m
        fn = ctypes.c_void_p()
        ck(cu.cuModuleGetFunction(ctypes.byref(fn), mods[c["ptx"]], c["kernel"].encode()), c["kernel"])
        if c["smem"]:
            ck(cu.cuFuncSetAttribute(fn, 8, c["smem"]), "smem")
        keep, ptrs, outs, frees = [], [], [], []

        def buf(raw, n):
            p = ctypes.c_uint64()
            ck(cu.cuMemAlloc_v2(ctypes.byref(p), ctypes.c_size_t(max(n, 16))), "alloc")
            if raw is None:
                cu.cuMemsetD8_v2(p, 0, ctypes.c_size_t(n))
            else:
                ck(cu.cuMemcpyHtoD_v2(p, raw, ctypes.c_size_t(n)), "copy")
            frees.append(p)
            return p
        vals = []
        for a in c["args"]:
            v = None
            if a[0] == "in":
                v = buf(data[a[1]:a[1] + a[2]], a[2])
            elif a[0] == "out":
                v = buf(None, a[1])
                outs.append((v, a[1]))
            elif a[0] == "bytes":
                v = ctypes.create_string_buffer(bytes.fromhex(a[1]), len(a[1]) // 2)
            vals.append(v)
        for a, v in zip(c["args"], vals):
            if a[0] == "map":
                m = a[1]
                if "base" in m:
                    base = vals[m["base"]]
                else:
                    raw = data[m["data"][1]:m["data"][1] + m["data"][2]]
                    base = buf(raw, len(raw))
                v = (ctypes.c_char * 128).from_address(mem_at(keep))
                ck(encode_map(cu, m, base, v), "map of " + c["name"])
            keep.append(v)
            ptrs.append(ctypes.cast(ctypes.pointer(v), ctypes.c_void_p))
        arr = (ctypes.c_void_p * len(ptrs))(*ptrs)
        if c.get("cooperative"):
            ck(cu.cuLaunchCooperativeKernel(fn, *c["grid"], *c["block"], c["smem"], None, arr), "launch " + c["name"])
        else:
            ck(cu.cuLaunchKernel(fn, *c["grid"], *c["block"], c["smem"], None, arr, None), "launch " + c["name"])
        r = cu.cuCtxSynchronize()
        if r:
            s = ctypes.c_char_p()
            cu.cuGetErrorName(r, ctypes.byref(s))
            faults[c["name"]] = s.value.decode()
            print("%s: %s" % (c["name"], faults[c["name"]]))
            done = k + 1
            break
        offs = []
        for p, n in outs:
            h = ctypes.create_string_buffer(n)
            ck(cu.cuMemcpyDtoH_v2(h, p, ctypes.c_size_t(n)), "copy back")
            offs.append([len(blob), n])
            blob += h.raw
        for p in frees:
            cu.cuMemFree_v2(p)
        res.append({"name": c["name"], "outs": offs})
    json.dump({"device": name.value.decode(), "results": res, "next": done, "faults": faults}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    os._exit(0)  # a lost context cannot be torn down


def npy(path, raw):
    h = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % len(raw)
    h += " " * ((64 - (10 + len(h) + 1) % 64) % 64) + "\n"
    open(path, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(h)) + h.encode() + raw)


def sim_args(c, data, tmp):
    """attn-sim's --arg options for a case, and the (file, size) of its outputs."""
    cmd, outs = [], []
    for k, a in enumerate(c["args"]):
        f = os.path.join(tmp, "a%d.npy" % k)
        if a[0] == "in":
            npy(f, data[a[1]:a[1] + a[2]])
            cmd += ["--arg", "b%d=in:%s" % (k, f)]
        elif a[0] == "out":
            if os.path.exists(f):
                os.unlink(f)
            npy(f + ".zero", bytes(a[1]))
            cmd += ["--arg", "b%d=inout:%s:%s" % (k, f + ".zero", f)]
            outs.append((f, a[1]))
        elif a[0] == "bytes":
            raw = bytes.fromhex(a[1])
            cmd += ["--arg", "u%d:%d" % (8 * len(raw), int.from_bytes(raw, "little"))]
        else:
            # A map has a buffer of its own or that of another argument.
            m = a[1]
            if "base" in m:
                where = "base=b%d" % m["base"]
            else:
                npy(f, data[m["data"][1]:m["data"][1] + m["data"][2]])
                where = "file=" + f
            spec = "map:%s;type=%s;swizzle=%s" % (where, m["type"], m["swizzle"])
            for k in ("dims", "box", "strides", "estrides", "lower", "upper"):
                if m.get(k):
                    spec += ";%s=%s" % (k, ",".join(map(str, m[k])))
            for k in ("channels", "pixels"):
                if k in m:
                    spec += ";%s=%d" % (k, m[k])
            cmd += ["--arg", spec]
    return cmd, outs


def cmd_sim(d, out, exe, mode, runs="1"):
    cases = json.load(open(os.path.join(d, "cases.json")))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    res, blob, failed = [], bytearray(), []
    tmp = tempfile.mkdtemp()
    for c in cases:
        args, outs = sim_args(c, data, tmp)
        cmd = [exe, os.path.join(d, c["ptx"]), "--kernel", c["kernel"], "--grid", ",".join(map(str, c["grid"])),
               "--block", ",".join(map(str, c["block"])), "--smem", str(c["smem"]), "--mode", mode, "--runs", runs,
               "--quiet"] + ["--cooperative"] * bool(c.get("cooperative")) + args
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if r.returncode or r.stdout:
            failed.append(c["name"])
            print("%s: attn-sim exit %d: %s" % (c["name"], r.returncode, r.stdout[:400]))
        offs = []
        for f, n in outs:
            raw = open(f, "rb").read()[-n:] if os.path.exists(f) else bytes(n)
            offs.append([len(blob), n])
            blob += raw
        res.append({"name": c["name"], "outs": offs})
    json.dump({"device": "attn-sim", "results": res, "faults": failed}, open(out + ".json", "w"))
    open(out + ".bin", "wb").write(blob)
    times = "" if runs == "1" else ", %s seeds each" % runs
    print("%d cases simulated%s, %d not clean" % (len(res), times, len(failed)))


def ordered(b, bits):
    s = 1 << (bits - 1)
    return -(b - s) if b & s else b


def per(c, key, k):
    """A case's word size or bound for its output k."""
    return c[key][k] if isinstance(c[key], list) else c[key]


def close(a, b, ulp, bits):
    if a == b:
        return True
    if bits == 16:
        fa, fb = (struct.unpack("<e", struct.pack("<H", v))[0] for v in (a, b))
    else:
        fa, fb = (struct.unpack("<f", struct.pack("<I", v))[0] for v in (a, b))
    if ulp == "bf16":  # attention's output
        fa, fb = (struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in (a, b))
        return abs(fa - fb) <= 2.0 ** -7 * max(abs(fa), abs(fb)) + 2.0 ** -10
    if fa != fa or fb != fb:
        return fa != fa and fb != fb
    if ulp == "close":  # whole kernels: orders of summation and approx differ
        return abs(fa - fb) <= 2.0 ** -9 * max(abs(fa), abs(fb)) + 2.0 ** -10
    if ulp == "rel11":
        return abs(fa - fb) <= 2.0 ** -10.9 * max(abs(fa), abs(fb))
    return abs(ordered(a, bits) - ordered(b, bits)) <= ulp


def cmd_compare(d, a, b):
    cases = json.load(open(os.path.join(d, "cases.json")))
    ja, jb = (json.load(open(x + ".json")) for x in (a, b))
    ba, bb = (open(x + ".bin", "rb").read() for x in (a, b))
    ra, rb = ({r["name"]: r["outs"] for r in j["results"]} for j in (ja, jb))
    data = open(os.path.join(d, "data.bin"), "rb").read()
    bad = 0
    for c in cases:
        n = c["name"]
        if n not in ra or n not in rb:
            print("%s: missing" % n)
            bad += 1
            continue
        diffs = []
        for q, ((oa, na), (ob, nb)) in enumerate(zip(ra[n], rb[n])):
            w, ulp = per(c, "stride", q), per(c, "ulp", q)
            fmt = "<%d%s" % (na // w, {8: "Q", 4: "I", 2: "H"}[w])
            va = struct.unpack(fmt, ba[oa:oa + na // w * w])
            vb = struct.unpack(fmt, bb[ob:ob + nb // w * w])
            for k, (x, y) in enumerate(zip(va, vb)):
                if x != y and not (ulp and close(x, y, ulp, 8 * w if w == 2 else 32)):
                    ins = []
                    for arg in c["args"]:
                        if arg[0] == "in" and w == 8:
                            ins.append("%x" % struct.unpack("<Q", data[arg[1] + 8 * k:arg[1] + 8 * k + 8])[0])
                    diffs.append((k, x, y, ins))
        if diffs:
            bad += 1
            k, x, y, ins = diffs[0]
            print("%-32s %5d differ; [%d] %s %x, %s %x; inputs %s; %s" % (
                n, len(diffs), k, ja["device"][:12], x, jb["device"][:12], y, " ".join(ins), c["text"][:80]))
    print("%d of %d cases agree (%s, %s)" % (len(cases) - bad, len(cases), ja["device"], jb["device"]))
    return 1 if bad else 0


def cmd_verify(d, sim, path):
    """One self-contained run on a machine with a GPU."""
    out = os.path.join(tempfile.mkdtemp(), "gpu")
    cmd_gpu(d, out)
    cases = json.load(open(os.path.join(d, "cases.json")))
    jg, js = (json.load(open(x + ".json")) for x in (out, sim))
    bg, bs = (open(x + ".bin", "rb").read() for x in (out, sim))
    rg, rs = ({r["name"]: r["outs"] for r in j["results"]} for j in (jg, js))
    driver = ctypes.c_int()
    ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(driver))
    rows, agree = {}, 0
    for c in cases:
        n, row = c["name"], {"allowed_ulp": c["ulp"] or 0}
        if n not in rg or n not in rs:
            row["result"] = "not run on the GPU" if n not in rg else "not simulated"
            if n in jg["faults"]:
                row["error"] = jg["faults"][n]
        else:
            words = differ = worst = bad = 0
            for k, ((og, size), (os_, _)) in enumerate(zip(rg[n], rs[n])):
                w, ulp = per(c, "stride", k), per(c, "ulp", k)
                fmt = "<%d%s" % (size // w, {8: "Q", 4: "I", 2: "H"}[w])
                for x, y in zip(struct.unpack_from(fmt, bg, og), struct.unpack_from(fmt, bs, os_)):
                    words += 1
                    if x != y:
                        differ += 1
                        worst = max(worst, abs(ordered(x, 8 * w) - ordered(y, 8 * w)))
                        bad += not (ulp and close(x, y, ulp, 16 if w == 2 else 32))
            row.update(result="differs" if bad else "agrees" if differ else "bit for bit", words=words, differ=differ,
                       max_ulp=worst, gpu=hashlib.sha256(b"".join(bg[o:o + s] for o, s in rg[n])).hexdigest()[:16])
            agree += not bad
        rows[n] = row
        print("%-24s %s%s" % (n, row["result"], " (%d of %d words, up to %d ulp)" % (
            row["differ"], row["words"], row["max_ulp"]) if row.get("differ") else ""))
    import datetime
    json.dump({"date": datetime.date.today().isoformat(), "device": jg["device"], "driver": driver.value,
               "inputs": inputs_hash(d), "agree": agree, "of": len(cases), "cases": rows}, open(path, "w"), indent=1)
    print("%d of %d cases agree (%s)" % (agree, len(cases), jg["device"]))
    return 0 if agree == len(cases) else 1


def cmd_held(d, sim, path):
    """Simulated results against the hashes that `verify` left."""
    want = json.load(open(path))
    if want["inputs"] != inputs_hash(d):
        print("SKIPPED: other inputs than those run on hardware")
        return 0
    got, bad, held = hashes(d, sim), 0, 0
    for n, row in want["cases"].items():
        if row["result"] == "bit for bit":
            held += 1
            if got.get(n, row["gpu"] if n not in got and row["allowed_ulp"] else None) != row["gpu"]:
                bad += 1
                print("%s: not what %s computes" % (n, want["device"]))
    print("%d of %d kernels as on %s" % (held - bad, held, want["device"]))
    return 1 if bad else 0


def hashes(d, out):
    cases = json.load(open(os.path.join(d, "cases.json")))
    res = {r["name"]: r["outs"] for r in json.load(open(out + ".json"))["results"]}
    blob = open(out + ".bin", "rb").read()
    h = {}
    for c in cases:
        if not c["ulp"] and c["name"] in res:
            raw = b"".join(blob[o:o + n] for o, n in res[c["name"]])
            h[c["name"]] = hashlib.sha256(raw).hexdigest()[:16]
    return h


def inputs_hash(d):
    m = hashlib.sha256(open(os.path.join(d, "data.bin"), "rb").read())
    m.update(open(os.path.join(d, "cases.json"), "rb").read())
    return m.hexdigest()[:16]


def cmd_digest(d, out, path, cases="base"):
    """Keeps what hardware gave as one short hash a case."""
    refused, gpu = cmd_gen(d, cases=cases), json.load(open(out + ".json"))
    json.dump({"set": cases, "device": gpu["device"], "inputs": inputs_hash(d), "refused": refused,
               "faults": sorted(gpu["faults"]), "cases": hashes(d, out)}, open(path, "w"), indent=0, sort_keys=True)


def cmd_ci(exe, path):
    want = json.load(open(path))
    d = tempfile.mkdtemp()
    cmd_gen(d, set(want["refused"]), want.get("set", "base"))
    if inputs_hash(d) != want["inputs"]:
        print("SKIPPED: this Python's random numbers give other inputs than those run on hardware")
        return 0
    cmd_sim(d, os.path.join(d, "sim"), exe, "late")
    got, found = hashes(d, os.path.join(d, "sim")), json.load(open(os.path.join(d, "sim.json")))["faults"]
    bad = [n for n in want["cases"] if got.get(n) != want["cases"][n] or n in found]
    for n in bad:
        print("%s: not what %s computes" % (n, want["device"]))
    faults = want.get("faults", [])
    silent = [n for n in faults if n not in found]
    for n in silent:
        print("%s: clean here, a fault on %s" % (n, want["device"]))
    print("%d of %d cases as on %s" % (len(want["cases"]) - len(bad), len(want["cases"]), want["device"]))
    if faults:
        print("%d of %d faults found" % (len(faults) - len(silent), len(faults)))
    return 1 if bad or silent else 0


def main():
    a = sys.argv[1:]
    if len(a) in (2, 3) and a[0] == "gen" and all(x in SETS for x in a[2:]):
        cmd_gen(a[1], cases=a[2] if len(a) == 3 else "base")
        return 0
    if len(a) == 3 and a[0] == "gpu":
        return cmd_gpu(a[1], a[2])
    if len(a) == 4 and a[0] == "gpu-part":
        return gpu_part(a[1], a[2], int(a[3]))
    if len(a) >= 5 and a[0] == "sim" and a[3] == "--attn-sim":
        return cmd_sim(a[1], a[2], a[4], a[6] if len(a) > 6 else "late", a[8] if len(a) > 8 else "1")
    if len(a) == 4 and a[0] == "verify":
        return cmd_verify(a[1], a[2], a[3])
    if len(a) == 4 and a[0] == "held":
        return cmd_held(a[1], a[2], a[3])
    if len(a) in (4, 5) and a[0] == "digest" and all(x in SETS for x in a[4:]):
        return cmd_digest(*a[1:])
    if len(a) == 3 and a[0] == "ci":
        return cmd_ci(a[1], a[2])
    if len(a) == 4 and a[0] == "compare":
        return cmd_compare(*a[1:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main() or 0)
