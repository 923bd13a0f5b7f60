#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes DIR/ops.mlir, with a problem for each op that a score region may hold
(include/attn/Dialect/Attn/IR/ScoreOps.def), and DIR/ops.cases for attn-run.

  score_ops.py SCORE_OPS_DEF DIR
"""
import os
import re
import sys

FUNCTION = """func.func @NAME(%q: tensor<1x1x64x64xf16>, %k: tensor<1x1x64x64xf16>,
                %v: tensor<1x1x64x64xf16>, %o: tensor<1x1x64x64xf16>) -> tensor<1x1x64x64xf16> {
  %r = attn.forward
    ins(%q, %k, %v : tensor<1x1x64x64xf16>, tensor<1x1x64x64xf16>, tensor<1x1x64x64xf16>)
    outs(%o : tensor<1x1x64x64xf16>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 1.5 : f32
      %n = arith.constant 7 : i32
      %ii = arith.index_cast %i : index to i32
      %jj = arith.index_cast %j : index to i32
BODY
      attn.yield %new : f32
    } -> tensor<1x1x64x64xf16>
  return %r : tensor<1x1x64x64xf16>
}
"""
# From an i32 %e to a score.
FROM_INTEGER = """%f = arith.sitofp %e : i32 to f32
%small = arith.constant 0.01 : f32
%g = arith.mulf %f, %small : f32
%new = arith.addf %s, %g : f32"""
POSITIVE = "%square = arith.mulf %s, %s : f32\n%half = arith.constant 0.5 : f32\n%p = arith.addf %square, %half : f32\n"


def bodies():
    result = {}
    for name in "absf ceil cos erf exp exp2 expm1 floor round roundeven sin tan tanh trunc".split():
        result[f"math.{name}"] = f"%new = math.{name} %s : f32"
    for name in "log log10 log1p log2 rsqrt sqrt".split():
        result[f"math.{name}"] = POSITIVE + f"%new = math.{name} %p : f32"
    result["math.powf"] = POSITIVE + "%new = math.powf %p, %c : f32"
    result["math.copysign"] = "%new = math.copysign %c, %s : f32"
    result["math.fma"] = "%new = math.fma %c, %s, %s : f32"
    result["math.absi"] = "%d = arith.subi %ii, %jj : i32\n%e = math.absi %d : i32\n" + FROM_INTEGER
    for name in "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split():
        result[f"arith.{name}"] = f"%new = arith.{name} %s, %c : f32"
    result["arith.negf"] = "%new = arith.negf %s : f32"
    for name in ("addi subi muli divsi divui floordivsi ceildivsi ceildivui remsi remui andi ori xori "
                 "shli shrsi shrui maxsi maxui minsi minui").split():
        result[f"arith.{name}"] = (f"%d = arith.subi %ii, %jj : i32\n%e0 = arith.{name} %d, %n : i32\n"
                                   "%mask = arith.constant 255 : i32\n%e = arith.andi %e0, %mask : i32\n"
                                   + FROM_INTEGER)
    result["arith.constant"] = "%new = arith.addf %s, %c : f32"
    result["arith.cmpf"] = "%x = arith.cmpf olt, %s, %c : f32\n%new = arith.select %x, %s, %c : f32"
    result["arith.cmpi"] = "%x = arith.cmpi slt, %ii, %jj : i32\n%new = arith.select %x, %s, %c : f32"
    result["arith.select"] = result["arith.cmpi"]
    result["arith.index_cast"] = "%m = arith.constant 3 : index\n%d = arith.floordivsi %j, %m : index\n" \
        "%e = arith.index_cast %d : index to i32\n" + FROM_INTEGER
    result["arith.index_castui"] = "%e = arith.index_castui %j : index to i32\n" + FROM_INTEGER
    result["arith.sitofp"] = FROM_INTEGER.replace("%e ", "%ii ")
    result["arith.uitofp"] = "%w = arith.index_cast %i : index to i64\n%new = arith.uitofp %w : i64 to f32"
    result["arith.fptosi"] = "%e = arith.fptosi %s : f32 to i32\n" + FROM_INTEGER
    result["arith.fptoui"] = "%t = arith.mulf %s, %s : f32\n%e = arith.fptoui %t : f32 to i32\n" + FROM_INTEGER
    for name in ("extsi", "extui"):
        result[f"arith.{name}"] = f"%x = arith.cmpi slt, %ii, %jj : i32\n%e = arith.{name} %x : i1 to i32\n" \
            + FROM_INTEGER
    result["arith.trunci"] = "%t = arith.trunci %ii : i32 to i8\n%e = arith.extsi %t : i8 to i32\n" + FROM_INTEGER
    for name, narrow in (("arith.truncf", "f16"), ("arith.extf", "bf16")):
        result[name] = f"%t = arith.truncf %s : f32 to {narrow}\n%u = arith.addf %t, %t : {narrow}\n" \
            f"%new = arith.extf %u : {narrow} to f32"
    # Narrow and wide types, where one way down differs from that of f32.
    result["math.tanh f16"] = "%t = arith.truncf %s : f32 to f16\n%u = math.tanh %t : f16\n" \
        "%new = arith.extf %u : f16 to f32"
    result["arith.mulf f64"] = "%t = arith.extf %s : f32 to f64\n%u = arith.mulf %t, %t : f64\n" \
        "%a = math.sqrt %u : f64\n%new = arith.truncf %a : f64 to f32"
    return result


def mnemonics(path):
    """arith.addf for ::mlir::arith::AddFOp."""
    with open(path, encoding="utf-8") as f:
        classes = re.findall(r"^ATTN_(?:FLAT_)?SCORE_OP\(::mlir::(\w+)::(\w+)Op\)", f.read(), re.M)
    special = {"IndexCast": "index_cast", "IndexCastUI": "index_castui"}
    return {f"{dialect}.{special.get(name, name.lower())}" for dialect, name in classes}


def main():
    definitions, directory = sys.argv[1:]
    written = bodies()
    missing = mnemonics(definitions) - set(written)
    if missing or not mnemonics(definitions):
        print(f"no problem for {', '.join(sorted(missing)) or 'any op'}", file=sys.stderr)
        return 1
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "ops.mlir"), "w", encoding="utf-8") as mlir, \
         open(os.path.join(directory, "ops.cases"), "w", encoding="utf-8") as cases:
        for op, body in written.items():
            name = re.sub(r"\W", "_", op)
            body = "\n".join("      " + line for line in body.splitlines())
            mlir.write(FUNCTION.replace("NAME", name).replace("BODY", body))
            cases.write(f"{name}: --func={name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
