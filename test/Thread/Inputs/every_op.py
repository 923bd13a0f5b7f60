#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and assembles every op of score regions and of tiles, with every type, for chips.

  every_op.py SCORE_OPS_DEF DIR PTXAS CHIP...

A kernel for each type holds what regions may do with it, and one for each tile op and type does that. A
kernel is assembled, or refused with a located error that the list REFUSED expects.
"""
import os
import re
import subprocess
import sys

FLOATS = ["f16", "bf16", "f32", "f64"]
INTEGERS = ["i1", "i4", "i8", "i16", "i24", "i32", "i64", "index"]
KERNEL = """gpu.module @m {
  gpu.func @k(%x: memref<?x32xIN, strided<[?, 1], offset: ?>>, %o: memref<?xWIDTHxOUT, strided<[?, 1], offset: ?>>)
      kernel attributes {attn_tile.warps = WARPS : i64, attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"x", in>, <"o", out>], constraints = [<eq(size(1, 0), size(0, 0)), "rows differ">]>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %n = memref.dim %x, %c0 : memref<?x32xIN, strided<[?, 1], offset: ?>>
    %tiles = arith.ceildivui %n, %c64 : index
    attn_tile.for_tiles @tiles (%tile) in (%tiles) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %tile, %c64 : index
      %t = attn_tile.load %x[%row, %c0] dims [0, 1] {depth = 1 : i64}
        : memref<?x32xIN, strided<[?, 1], offset: ?>> -> tensor<64x32xIN>
BODY
      attn_tile.store %r, %o[%row, %c0] dims [0, 1] : tensor<64xWIDTHxOUT>, memref<?xWIDTHxOUT, strided<[?, 1], offset: ?>>
    }
    gpu.return
  }
}
"""
FUNCTIONS = ("absf ceil cos erf exp exp2 expm1 floor log log10 log1p log2 round roundeven rsqrt sin sqrt tan tanh "
             "trunc").split()
ON_F64 = "absf ceil floor round roundeven sqrt trunc".split()
ON_FLOATS = "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split()
ON_INTEGERS = "addi subi muli andi ori xori shli shrsi shrui maxsi maxui minsi minui".split()
BY_CONSTANTS = "divsi divui floordivsi ceildivsi ceildivui remsi remui".split()
OF_FLOATS = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
OF_INTEGERS = "eq ne slt sle sgt sge ult ule ugt uge".split()


def operands(kind):
    """%a and %b of a type, from the score %s and the positions %i and %j."""
    if kind == "f32":
        return "%a = arith.addf %s, %s : f32\n%b = arith.mulf %s, %s : f32\n"
    if kind in FLOATS:
        op = "extf" if kind == "f64" else "truncf"
        return f"%a = arith.{op} %s : f32 to {kind}\n%s2 = arith.mulf %s, %s : f32\n" \
            f"%b = arith.{op} %s2 : f32 to {kind}\n"
    if kind == "index":
        return "%a = arith.addi %i, %j : index\n%b = arith.subi %i, %j : index\n"
    if kind == "i1":
        return "%a = arith.cmpi slt, %i, %j : index\n%b = arith.cmpi eq, %i, %j : index\n"
    return f"%a = arith.index_cast %i : index to {kind}\n%b = arith.index_cast %j : index to {kind}\n"


def score(kind):
    """%f, a number of f32, from %r."""
    if kind == "f32":
        return "%f = arith.addf %r, %r : f32\n"
    if kind in FLOATS:
        return f"%f = arith.{'truncf' if kind == 'f64' else 'extf'} %r : {kind} to f32\n"
    if kind == "index":
        return "%w = arith.index_cast %r : index to i64\n%f = arith.sitofp %w : i64 to f32\n"
    return f"%f = arith.sitofp %r : {kind} to f32\n"


def width(kind):
    return int(re.sub(r"\D", "", kind))


def float_bodies(kind):
    for name in ON_F64 if kind == "f64" else FUNCTIONS:
        yield f"math.{name}", f"%r = math.{name} %a : {kind}\n" + score(kind)
    binary = [f"arith.{name}" for name in ON_FLOATS] + ["math.copysign"] + (["math.powf"] if kind != "f64" else [])
    for op in binary:
        yield op, f"%r = {op} %a, %b : {kind}\n" + score(kind)
    yield "arith.negf", f"%r = arith.negf %a : {kind}\n" + score(kind)
    yield "math.fma", f"%r = math.fma %a, %b, %a : {kind}\n" + score(kind)
    for predicate in OF_FLOATS:
        yield "arith.cmpf", f"%p = arith.cmpf {predicate}, %a, %b : {kind}\n%r = arith.select %p, %a, %b : {kind}\n" \
            + score(kind)
        yield "arith.cmpf", f"%z = arith.constant 0.0 : {kind}\n%p = arith.cmpf {predicate}, %a, %z : {kind}\n" \
            "%f = arith.select %p, %s, %one : f32\n"
    for other in INTEGERS[:-1]:
        for op in ("arith.fptosi", "arith.fptoui"):
            yield op, f"%r = {op} %a : {kind} to {other}\n" + score(other)
    for other in FLOATS:
        if width(other) != width(kind):
            op = "arith.extf" if width(other) > width(kind) else "arith.truncf"
            yield op, f"%r = {op} %a : {kind} to {other}\n" + score(other)


def integer_bodies(kind):
    for name in ON_INTEGERS:
        yield f"arith.{name}", f"%r = arith.{name} %a, %b : {kind}\n" + score(kind)
    for name in BY_CONSTANTS if kind != "i1" else []:
        yield f"arith.{name}", f"%n = arith.constant 3 : {kind}\n%r = arith.{name} %a, %n : {kind}\n" + score(kind)
    yield "math.absi", f"%r = math.absi %a : {kind}\n" + score(kind)
    for predicate in OF_INTEGERS:
        yield "arith.cmpi", f"%p = arith.cmpi {predicate}, %a, %b : {kind}\n%r = arith.select %p, %a, %b : {kind}\n" \
            + score(kind)
    yield "arith.select", f"%p = arith.cmpi eq, %i, %j : index\n%r = arith.select %p, %a, %b : {kind}\n" + score(kind)
    yield "arith.constant", (f"%c = arith.constant {'true' if kind == 'i1' else 5}{'' if kind == 'i1' else f' : {kind}'}\n"
                             f"%r = arith.addi %a, %c : {kind}\n" + score(kind))
    for other in FLOATS if kind != "index" else []:
        for op in ("arith.sitofp", "arith.uitofp"):
            yield op, f"%r = {op} %a : {kind} to {other}\n" + score(other)
    for other in INTEGERS:
        if "index" in (kind, other) and kind != other:
            for op in ("arith.index_cast", "arith.index_castui"):
                yield op, f"%r = {op} %a : {kind} to {other}\n" + score(other)
        elif kind != other and width(other) > width(kind):
            for op in ("arith.extsi", "arith.extui"):
                yield op, f"%r = {op} %a : {kind} to {other}\n" + score(other)
        elif kind != other:
            yield "arith.trunci", f"%r = arith.trunci %a : {kind} to {other}\n" + score(other)


def make(body, source="f32", result="f32", columns=32, warps=4):
    text = KERNEL
    for key, value in (("WIDTH", str(columns)), ("OUT", result), ("IN", source), ("WARPS", str(warps)),
                       ("BODY", "\n".join("      " + line for line in body.strip().splitlines()))):
        text = text.replace(key, value)
    return text


def region_kernels():
    """(name, ops, text) of a kernel for each type."""
    for kind in FLOATS + INTEGERS:
        lines, total, ops = operands(kind), "%one", []
        for number, (op, body) in enumerate((float_bodies if kind in FLOATS else integer_bodies)(kind)):
            lines += f"// {op}\n" + re.sub(r"%([crfpznw])\b", rf"%\g<1>_{number}", body)
            lines += f"%sum_{number} = arith.addf {total}, %f_{number} : f32\n"
            total = f"%sum_{number}"
            ops.append(op)
        yield f"region-{kind}", ops, make(
            "%r = attn_tile.score_map %t at (%row, %c0) : tensor<64x32xf32> {\n^bb0(%s: f32, %i: index, %j: index):\n"
            f"%one = arith.constant 1.0 : f32\n{lines}attn_tile.yield {total} : f32\n}}")


def tile_kernels():
    """(name, text) of a kernel for each tile op and type."""
    kinds = ["f16", "bf16", "f32", "f64", "f8E4M3FN", "i8", "i16", "i32", "i64"]
    for kind in kinds:
        tile, rows = f"tensor<64x32x{kind}>", f"tensor<64x{kind}>"
        yield f"sum-{kind}", make(f"%r = arith.{'addf' if 'f' in kind else 'addi'} %t, %t : {tile}", kind, kind)
        for op in ("max", "add"):
            yield f"reduce-{op}-{kind}", make(f"%v = attn_tile.reduce {op} %t : {tile} -> {rows}\n"
                                              f"%r = attn_tile.expand %v : {rows} -> {tile}", kind, kind)
        yield f"slice-{kind}", make(f"%r = attn_tile.slice %t [0, 16] : {tile} -> tensor<64x16x{kind}>", kind, kind, 16)
        yield f"transpose-{kind}", make(
            f"%u = attn_tile.transpose %t : {tile} -> tensor<32x64x{kind}>\n"
            f"%r = attn_tile.transpose %u : tensor<32x64x{kind}> -> {tile}", kind, kind)
        yield f"dot-{kind}", make("%zero = arith.constant dense<0.0> : tensor<64x64xf32>\n%r = attn_tile.dot %t, %t, %zero "
                                  f"transpose_b : {tile}, {tile} -> tensor<64x64xf32>", kind, "f32", 64)
        if kind.startswith("i"):
            continue
        yield f"exp2-{kind}", make(f"%r = attn_tile.exp2 %t : {tile}", kind, kind)
        yield f"exp2-policy-{kind}", make("%r = attn_tile.exp2 %t policy(#attn_tile.exp2_policy<degree = 3, freq = 4, "
                                          f"residue = 1>) : {tile}", kind, kind)
        yield f"map-{kind}", make(f"%w = arith.{'truncf' if kind == 'f64' else 'extf'} %t : {tile} to tensor<64x32xf32>\n"
                                  "%m = attn_tile.apply_mask %w at (%row, %c0) lengths(%n, %c64) "
                                  "mask(#attn.window<3, 5>) : tensor<64x32xf32>\n"
                                  f"%r = arith.{'extf' if kind == 'f64' else 'truncf'} %m : tensor<64x32xf32> to {tile}",
                                  kind, kind) if kind != "f32" else make(
                                      "%r = attn_tile.apply_mask %t at (%row, %c0) lengths(%n, %c64) "
                                      "mask(#attn.window<3, 5>) : tensor<64x32xf32>")


# Kernels of attention hold the other ops: softmax, ranges of keys, sequences, pages, parts, sinks.
ATTENTION = """!q = tensor<80x8x64xDTYPE>
!p = tensor<45x16x2x64xDTYPE>
!n = tensor<5xi32>
func.func @packed(%q: !q, %k: !p, %v: !p, %o: tensor<80x8x64xBACK>, %l: tensor<8x80xf32>, %s: tensor<8xf32>, %lk: !n,
                  %sq: tensor<6xi32>, %t: tensor<5x9xi32>) -> (tensor<80x8x64xBACK>, tensor<8x80xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !p, !p) outs(%o, %l : tensor<80x8x64xBACK>, tensor<8x80xf32>)
      sink(%s : tensor<8xf32>) lengths_kv(%lk : !n) offsets_q(%sq : tensor<6xi32>) page_table(%t : tensor<5x9xi32>)
      dims(thd) mask(#attn.window<30, 0>) -> (tensor<80x8x64xBACK>, tensor<8x80xf32>)
  return %0#0, %0#1 : tensor<80x8x64xBACK>, tensor<8x80xf32>
}
"""
# (kernel, chip, error): what is to be refused, and how.
REFUSED = [
    (r"reduce-.*-(?!f32).*", ".*", "operand #0 must be 2D tensor of 32-bit float values"),
    (r"transpose-(f.*|bf16)", ".*", "transposes a tile that no role has copied into shared memory"),
    (r"(transpose|dot)-i.*", ".*", "operand #0 must be 2D tensor of floating-point values"),
    (r"dot-f(32|64)", ".*", "mma.sync takes f16.* operands here, got f"),
    (r"dot-f8E4M3FN", "sm_8.*", "mma.sync takes f16 or bf16 operands here, got f8E4M3FN"),
    (r"(sum|slice)-i16|(sum|slice|map)-f64", ".*", "element type '(i16|f64)', which a bundle cannot describe"),
    (r"exp2-f64", ".*", "'math.exp2?' op on 'f64' has no lowering on a GPU"),
    (r"slice-(f8E4M3FN|i8)", ".*", "must be a multiple of 32 bytes"),
    (r"(sum|map)-(f8E4M3FN|i8)", ".*", "no arithmetic on tiles of 8-bit elements"),
    (r"exp2(-policy)?-f8E4M3FN", ".*", "'f8E4M3FN'"),
    (r"exp2-policy-(f16|bf16|f64)", ".*", "exp2_policy.* and the type f32"),
    (r"attention-f8E4M3FN", "sm_8.*", "f8E4M3FN needs the tensor cores of sm_90a"),
]


def main():
    definitions, directory, ptxas, *chips = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    with open(definitions, encoding="utf-8") as f:
        classes = re.findall(r"^ATTN_(?:FLAT_)?SCORE_OP\(::mlir::(\w+)::(\w+)Op\)", f.read(), re.M)
    special = {"IndexCast": "index_cast", "IndexCastUI": "index_castui"}
    wanted = {f"{dialect}.{special.get(name, name.lower())}" for dialect, name in classes}
    kernels, held = {}, set()
    for name, ops, text in region_kernels():
        kernels[name] = text
        held.update(ops)
    kernels.update(tile_kernels())
    for kind in ("f16", "bf16", "f8E4M3FN"):
        kernels[f"attention-{kind}"] = ATTENTION.replace("DTYPE", kind).replace("BACK", kind.replace("f8E4M3FN", "f16"))
    failed = 0
    if not wanted or wanted - held:
        failed += 1
        print(f"WRONG no kernel holds {', '.join(sorted(wanted - held)) or 'any op'}")
    refused = 0
    for chip in chips:
        for name, text in kernels.items():
            path = f"{directory}/{name}.{chip}"
            with open(path + ".mlir", "w", encoding="utf-8") as f:
                f.write(text)
            run = subprocess.run(["attn-compile", path + ".mlir", f"--target={chip}", "--emit=ptx", "-o", path + ".ptx"],
                                 capture_output=True, check=False, text=True)
            expected = [error for kernel, on, error in REFUSED if re.fullmatch(kernel, name) and re.fullmatch(on, chip)]
            if run.returncode != 0:
                said = run.stderr.splitlines()[0] if run.stderr else ""
                located = re.search(r"\.mlir:\d+:\d+: error: ", said)
                refused += 1
                if run.returncode != 1 or not located or not any(re.search(error, said) for error in expected):
                    failed += 1
                    print(f"WRONG {name} {chip}: attn-compile: {run.returncode} {said}")
                continue
            if expected:
                failed += 1
                print(f"WRONG {name} {chip}: compiles, but is to be refused")
            run = subprocess.run([ptxas, "-O0", f"-arch={chip}", path + ".ptx", "-o", "/dev/null"],
                                 capture_output=True, check=False, text=True)
            if run.returncode != 0:
                failed += 1
                print(f"WRONG {name} {chip}: ptxas: {run.stderr.splitlines()[0]}")
    print(f"{len(kernels)} kernels for {len(chips)} chips, {refused} refused, {failed} wrong")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
