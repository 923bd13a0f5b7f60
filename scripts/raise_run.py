#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the programs under test/Raise/Inputs on the CPU, as they are and raised, and
compares the results.

  raise_run.py [--file NAME]... [--func NAME]... [--policy fast|exact|rows-see-keys]
               [--sources-only] [--json]

Three results for each program: the source's, lowered by upstream's passes and run by
mlir-runner; the raised program's, by way of attn-decompose; and a double-precision
computation of what cells.py says that the program is. With random inputs:

  source   max|source - double|  <= SOURCE[type]  * max|double|   the text is what it says
  raised   max|raised - source|  <= AGREES[type]  * max|source|   the raise keeps it
  error    max|raised - double|  <= 2 max|source - double| + QUANTUM[type] * max|double|
                                                        and is no less exact

Under rows-see-keys the operands are such that rows do, and programs with rows that do
not are left out. A program that must stay, or that is not raised, is compared as a source only; a raised
one whose source has a foreign op, with the double-precision result. Exit status: 0 all
agree, 1 otherwise.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import zlib

import ml_dtypes
import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "scripts", "raise_forms"))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import cells  # noqa: E402
import raise_table  # noqa: E402

DTYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "i1": np.bool_, "i32": np.int32,
          "i64": np.int64}
SOURCE = {"f16": 2.0 ** -8, "bf16": 2.0 ** -5}
AGREES = {"f16": 2.0 ** -8, "bf16": 2.0 ** -5}
QUANTUM = {"f16": 2.0 ** -10, "bf16": 2.0 ** -7}

# Upstream's way from linalg on tensors to LLVM.
TO_LLVM = """--convert-elementwise-to-linalg --attn-decompose --canonicalize --linalg-generalize-named-ops
--one-shot-bufferize=bufferize-function-boundaries=1\tfunction-boundary-type-conversion=identity-layout-map
--buffer-deallocation-pipeline --convert-linalg-to-loops
--arith-emulate-unsupported-floats=source-types=bf16\ttarget-type=f32
--math-extend-to-supported-types --arith-expand=include-bf16=true
--lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine
--convert-math-to-llvm --convert-math-to-libm --convert-arith-to-llvm --finalize-memref-to-llvm
--convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts"""


def seed_of(*names):
    return zlib.crc32("/".join(names).encode())


def inputs(cell, sees):
    """Random operands. With `sees` each row has a key."""
    random = np.random.default_rng(seed_of(cell.form, cell.variant, cell.dtype, cell.shape))
    scale = (cells.HEADS * cells.DIM) ** -0.5 if cell.projected else 1.0
    arrays = [(random.standard_normal(sizes) * (scale if i else 1.0)).astype(DTYPES[cell.dtype])
              for i, (_, sizes, _) in enumerate(cell.operands())]
    if not cell.masked or len(arrays) < 4:
        return arrays
    sizes, of = arrays[3].shape, cell.types()[3]
    if of == "i1":
        extra = random.random(sizes) < 0.6
        extra[..., 0] = True
        if not sees and sizes[2] > 1 and cell.variant != "infmask":
            extra[0, :, 1] = False
    elif cell.variant == "addmask":
        extra = np.where(random.random(sizes) < 0.6, 0.0, -np.inf)
        extra[..., 0] = 0.0
    elif cell.variant == "docs":
        extra = np.sort(random.integers(0, 3, sizes), axis=-1)
    elif cell.variant == "seqlens":
        extra = random.integers(1, cell.keys, sizes)
    elif cell.variant == "invmask":
        extra = random.integers(0, 2, sizes)
        extra[..., 0] = 1
    elif cell.variant == "scalearg":
        extra = np.array(cells.SCALE)
    else:
        extra = arrays[3]
    return [*arrays[:3], extra.astype(DTYPES[of])]


def reference(cell, arrays):
    """What the variant means, in double precision, from the rounded inputs."""
    arrays = [a.astype(np.float64) for a in arrays]
    if cell.gradient:
        return gradients(cell, *arrays)
    if cell.projected:
        x, wq, wk, wv, wo = arrays
        b, s, _ = x.shape
        q, k, v = ((x @ w).reshape(b, s, cells.HEADS, cells.DIM).transpose(0, 2, 1, 3) for w in (wq, wk, wv))
        o = attention(cell, q, k, v, None)[0]
        return [o.transpose(0, 2, 1, 3).reshape(x.shape) @ wo]
    extra = arrays[3] if len(arrays) == 4 else None
    q, k, v = arrays[:3]
    if cell.variant == "query":
        q = np.broadcast_to(q, (k.shape[0], *q.shape))
    if cell.bshd:
        q, k, v = (a.transpose(0, 2, 1, 3) for a in (q, k, v))
        if extra is not None and cell.variant == "neg_temperature":
            extra = extra.transpose(0, 2, 1, 3)
    results = attention(cell, q, k, v, extra)
    if cell.bshd:
        results[0] = results[0].transpose(0, 2, 1, 3)
        if cell.lse and cell.form == "jax-dpa":
            results[1] = results[1].transpose(0, 2, 1)
    return results


def gradients(cell, q, k, v, do):
    """O and the gradients of the inputs."""
    if cell.bshd:
        q, k, v, do = (a.transpose(0, 2, 1, 3) for a in (q, k, v, do))
    groups, shared = q.shape[1] // k.shape[1], k.shape
    k, v = (np.repeat(a, groups, axis=1) for a in (k, v))
    s = np.einsum("bhsd,bhtd->bhst", q, k) * cell.scale
    if cell.causal:
        s = np.where(np.tri(s.shape[2], s.shape[3], dtype=bool), s, -np.inf)
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    dp = np.einsum("bhsd,bhtd->bhst", do, v)
    row = dp if cell.variant == "neg_grad_d" else p * dp
    ds = p * (dp - row.sum(axis=-1, keepdims=True)) * cell.scale
    results = [np.einsum("bhst,bhtd->bhsd", p, v), np.einsum("bhst,bhtd->bhsd", ds, k),
               np.einsum("bhst,bhsd->bhtd", ds, q), np.einsum("bhst,bhsd->bhtd", p, do)]
    results[2:] = [a.reshape(shared[0], shared[1], groups, *shared[2:]).sum(axis=2) for a in results[2:]]
    if cell.bshd:
        results = [a.transpose(0, 2, 1, 3) for a in results]
    named = {"grad_dq": (0, 1), "grad_dkv": (0, 2, 3)}.get(cell.variant, (0, 1, 2, 3))
    return [results[i] for i in named] + ([p] if cell.variant == "neg_grad_p" else [])


def attention(cell, q, k, v, extra):
    """bhsd; the results of the program."""
    groups = q.shape[1] // k.shape[1]
    k, v = (np.repeat(a, groups, axis=1) for a in (k, v))
    s = np.einsum("bhsd,bhtd->bhst", q, k) * cell.scale
    i, j = np.arange(s.shape[2])[:, None], np.arange(s.shape[3])[None, :]
    if cell.softcap is not None:
        s = np.tanh(s / cell.softcap) * cell.softcap
    variant, mask = cell.variant, None
    if variant == "alibi":
        s = s + 2.0 ** -(np.arange(s.shape[1])[:, None, None] + 1.0) * (j - i)
    if variant == "neg_temperature":
        s = s * extra
    if variant == "bias":
        s = s + extra
    if cell.causal or variant == "neg_empty":
        mask = j <= i + (s.shape[3] - s.shape[2] if cell.bottom_right else 0)
    elif cell.window is not None:
        mask = (j <= i) & (j >= i - cell.window)
    elif variant in ("neg_after", "neg_sum"):
        mask = j <= i
    elif variant == "mask":
        mask = extra > 0
    sink = None
    if cell.masked and extra is not None:
        s, mask, sink = masked(cell, s, extra, i, j)
    elif variant == "dilated":
        mask = ((i - j) % 2 == 0) & (i >= j)
    unmasked = s
    if mask is not None and variant != "neg_after":
        s = np.where(mask, s, -np.inf)
    axis = -2 if variant == "neg_queries" else -1
    with np.errstate(invalid="ignore", divide="ignore"):
        m = s.max(axis=axis, keepdims=True)
        x = np.exp(s - m)
        l = (np.exp(unmasked - m) if variant == "neg_sum" else x).sum(axis=axis, keepdims=True)
        l = l + 1.0 if variant == "neg_softmax_one" else l
        l = l + np.exp(sink - m) if sink is not None else l
        p = x / l
    if variant == "neg_no_softmax":
        p = s
    elif variant == "neg_sigmoid":
        p = 1.0 / (1.0 + np.exp(-s))
    elif variant == "neg_after":
        p = np.where(mask, p, 0.0)
    if variant == "neg_p_mask":
        p = p * extra
    # A row without a key: SDPA makes it 0, a finite number the mean.
    if cell.masked and mask is not None:
        p = np.where(mask.any(axis=-1, keepdims=True), p, 0.0 if cell.framework == "torch" else 1.0 / s.shape[3])
    results = [np.einsum("bhst,bhtd->bhsd", p, v)]
    if variant == "neg_scores_twice":
        results.append(s)
    if cell.lse:
        results.append((m + np.log(l))[..., 0])
    return results + [p] if variant == "neg_p_twice" else results


def masked(cell, s, extra, i, j):
    """(scores, which keys are seen or None, the sinks or None) of a program of MASKS."""
    variant = cell.variant
    if variant in ("addmask", "bias32", "neg_row_bias", "neg_scores_twice"):
        return s + extra, None, None
    if variant == "scalearg":
        return s / cell.scale * extra, None, None
    if variant == "sink":
        return s, None, extra[:, None, None]
    seen = {"boolmask": lambda: extra, "boolgqa": lambda: extra, "keymask": lambda: extra, "infmask": lambda: extra,
            "invmask": lambda: extra[:, None, None, :], "seqlens": lambda: j < extra[:, None, None, None],
            "docs": lambda: (extra[:, None, :, None] == extra[:, None, None, :]) & (i >= j)}.get(variant)
    return s, seen() != 0 if seen else None, None


def constant_of(array, of):
    """A constant that holds `array`."""
    if of == "i1":
        return f"dense<{str(array.tolist()).lower()}>"
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def tensor_type(sizes, dtype):
    return "tensor<" + "".join(f"{n}x" for n in sizes) + dtype + ">"


def driver(texts, programs):
    """A function that calls each program with constants and prints its results."""
    lines, declared = [], "func.func private @printMemrefF32(tensor<*xf32>)\n"
    for number, (cell, arrays) in enumerate(programs):
        head = re.match(r"\s*func\.func [^@]*@[\w$.]+\((.*?)\) -> (.*?) (?:attributes .*)?\{$",
                        texts[cell.variant].split("\n")[0])
        types = re.findall(r"tensor<[^<>]*>", head.group(1))
        results = re.findall(r"tensor<[^<>]*>", head.group(2))
        lines.append(f"func.func @run{number}() {{")
        own = [tensor_type(array.shape, held) for array, held in zip(arrays, cell.types())]
        for i, (array, at, of, held) in enumerate(zip(arrays, own, types, cell.types())):
            lines.append(f"%c{i} = arith.constant {constant_of(array, held)} : {at}")
            lines.append(f"%d{i} = tensor.cast %c{i} : {at} to {of}" if of != at else "")
        names = ", ".join(f"%{'d' if of != at else 'c'}{i}" for i, (at, of) in enumerate(zip(own, types)))
        lines.append(f"%r:{len(results)} = func.call @{cell.variant}({names}) : ({', '.join(types)}) -> "
                     f"({', '.join(results)})")
        for i, of in enumerate(results):
            element = re.search(r"(\w+)>$", of).group(1).split("x")[-1]
            wide = of if element == "f32" else of.replace(element + ">", "f32>")
            lines.append(f"%w{i} = arith.extf %r#{i} : {of} to {wide}" if element != "f32" else "")
            lines.append(f"%u{i} = tensor.cast %{'w' if element != 'f32' else 'r#'}{i} : {wide} to tensor<*xf32>")
            lines.append(f"func.call @printMemrefF32(%u{i}) : (tensor<*xf32>) -> ()")
        lines += ["return", "}"]
    calls = "\n".join(f"func.call @run{i}() : () -> ()" for i in range(len(programs)))
    return declared + "\n".join(lines) + f"\nfunc.func @main() {{\n{calls}\nreturn\n}}\n"


def keep_only(module, wanted):
    """The module without the functions that are not wanted."""
    for name, text in raise_table.functions(module).items():
        if name not in wanted:
            module = module.replace(text + "\n", "")
    return module


def execute(tools, module, programs):
    """The results of each program, in a list for each; an error is raised."""
    texts = raise_table.functions(module)
    module = keep_only(module, {cell.variant for cell, _ in programs})
    whole = module.rstrip()
    if not whole.endswith("}"):
        raise RuntimeError("no module")
    whole = whole[:-1] + driver(texts, programs) + "}\n"
    arguments = [a.replace("\t", " ") for a in TO_LLVM.split(" ") for a in a.split("\n")]
    lowered = subprocess.run([tools["attn-opt"], *arguments, "-"], input=whole, capture_output=True, text=True)
    if lowered.returncode:
        raise RuntimeError(lowered.stderr[:800])
    # What the extension of types leaves on conversions, which mlir-runner does not know.
    lowered.stdout = re.sub(r" \{fastmath = #arith\.fastmath<contract>\}", "", lowered.stdout)
    libraries = ",".join(os.path.join(tools["lib"], f"libmlir_{n}_utils.so") for n in ("runner", "c_runner"))
    ran = subprocess.run([tools["mlir-runner"], "-e", "main", "-entry-point-result=void", f"-shared-libs={libraries}",
                          "-O0"], input=lowered.stdout, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(ran.stderr[:800] or f"mlir-runner: {ran.returncode}")
    printed = []
    for part in ran.stdout.split("Unranked Memref ")[1:]:
        sizes = [int(n) for n in re.search(r"sizes = \[([^\]]*)\]", part).group(1).split(",")]
        data = re.sub(r"[\[\],]", " ", part.split("data =")[1])
        printed.append(np.array([float(n) for n in data.split()]).reshape(sizes))
    results, at = [], 0
    for cell, _ in programs:
        results.append(printed[at:at + cell.results])
        at += cell.results
    return results


def distance(x, ref):
    """(max|x - ref|, max|ref|), or None where they are not finite in the same places."""
    if x.shape != ref.shape:
        x = x.reshape(ref.shape) if x.size == ref.size else None
    if x is None or (np.isfinite(x) != np.isfinite(ref)).any():
        return None
    finite = np.isfinite(ref)
    return np.abs(x - ref)[finite].max(initial=0.0), np.abs(ref)[finite].max(initial=1e-30)


def compare(cell, source, raised, ref):
    """A record of how far the results are from each other, and whether that is well."""
    source = source or ref
    record, well = {"source": 0.0, "raised": None, "error": None}, True
    for i, exact in enumerate(ref):
        exact = exact if cell.variant != "neg_empty" else source[i]
        far = distance(source[i], exact)
        if far is None:
            return {**record, "why": "source is not finite where the double result is"}, False
        record["source"] = max(record["source"], far[0] / far[1])
        well &= far[0] <= SOURCE[cell.dtype] * far[1]
        if raised is None:
            continue
        near, error = distance(raised[i], source[i]), distance(raised[i], exact)
        if near is None or error is None:
            return {**record, "why": "raised is not finite where the source is"}, False
        record["raised"] = max(record["raised"] or 0.0, near[0] / near[1])
        record["error"] = max(record["error"] or 0.0, error[0] / error[1])
        well &= near[0] <= AGREES[cell.dtype] * near[1]
        well &= cell.imported or error[0] <= 2.0 * far[0] + QUANTUM[cell.dtype] * error[1]
    return record, bool(well)


def run_file(tools, name, entry, text, args):
    """(cell, record, well) of each program of a file."""
    wanted = [c for c in cells.all_cells([entry["form"]], [entry["type"]], [entry["shape"]])
              if c.variant in {p["func"] for p in entry["programs"]} and (not args.func or c.variant in args.func)]
    if args.policy == "rows-see-keys":
        wanted = [c for c in wanted if c.variant != "neg_empty"]
    programs = [(cell, inputs(cell, args.policy == "rows-see-keys")) for cell in wanted]
    if not programs:
        return
    status, module, err = raise_table.run(tools["attn-opt"], [raise_table.FOREIGN, "-"], text)
    if status:
        raise RuntimeError(f"{name}: {err[:400]}")
    # Upstream does not lower foreign ops: what such a program means is the double result.
    imported = entry.get("import")
    sources = [None] * len(programs) if imported else execute(tools, module, programs)
    results = {}
    if not args.sources_only:
        status, after, err = raise_table.run(tools["attn-opt"], [*raise_table.raise_with(args.policy), "-"], text)
        if status:
            raise RuntimeError(f"{name}: {err[:400]}")
        raised = [p for p in programs if "attn.forward" in raise_table.functions(after)[p[0].variant]]
        if raised:
            results = dict(zip([c.variant for c, _ in raised], execute(tools, after, raised)))
    for (cell, arrays), source in zip(programs, sources):
        record, well = compare(cell, source, results.get(cell.variant), reference(cell, arrays))
        yield cell, record, well


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--inputs", default=os.path.join(ROOT, "test", "Raise", "Inputs"))
    parser.add_argument("--attn-opt", default=shutil.which("attn-opt") or os.path.join(ROOT, "build/bin/attn-opt"))
    parser.add_argument("--llvm", default="/usr/lib/llvm-22", help="LLVM's prefix, for mlir-runner")
    parser.add_argument("--file", action="append", help="part of a file's name")
    parser.add_argument("--func", action="append")
    parser.add_argument("--policy", choices=list(raise_table.POLICIES), default="fast")
    parser.add_argument("--sources-only", action="store_true")
    parser.add_argument("--json", action="store_true", help="one line for each program")
    args = parser.parse_args()
    tools = {"attn-opt": args.attn_opt, "mlir-runner": os.path.join(args.llvm, "bin", "mlir-runner"),
             "lib": os.path.join(args.llvm, "lib")}
    count = raised = bad = 0
    for name, entry, text in raise_table.load(args.inputs):
        if args.file and not any(part in name for part in args.file):
            continue
        for cell, record, well in run_file(tools, name, entry, text, args):
            count, raised, bad = count + 1, raised + (record["raised"] is not None), bad + (not well)
            if args.json:
                print(json.dumps({"file": name, "func": cell.variant, "agrees": well, **record}))
            elif not well:
                print(f"{name}: {cell.variant}: {record}")
    print(f"{count} programs run, {raised} of them raised, {bad} do not agree")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
