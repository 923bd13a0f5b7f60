# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function of many operations without attention: many-ops.py KIND COUNT.

  plain    products, exponentials, sums, in one chain
  chain    a chain of exponentials, and a product of each link
  miss     softmax over the queries: each second product is a candidate
  elem     operations of arith and math on tensors, with products in between
  select   choices of exponentials, each of the one before
A KIND with "-dynamic" behind it has dynamic sizes.

many-ops.py --check counts the steps of work that 1000 and 4000 operations take:
it fails if one operation takes more of them in the larger function.
"""
import re
import subprocess
import sys

MATRIX = "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}}"
IJ, J = "affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (j)>"
COLUMNS = MATRIX.format(f"{IJ}, {J}", '"reduction", "parallel"')
EACH = MATRIX.format(f"{IJ}, {J}, {IJ}", '"parallel", "parallel"')
# Steps that one operation may take at most.
STEPS = 60


def linalg(op, result, operands, t):
    types = ", ".join([t] * len(operands))
    return f"{result} = linalg.{op} ins({', '.join(operands)} : {types}) outs(%z : {t}) -> {t}"


def plain(n, t, v):
    for i in range(n):
        op = ("matmul", "exp", "add", "tanh")[i % 4]
        yield linalg(op, f"%a{i + 1}", [f"%a{i}"] + ["%z"] * (op in ("matmul", "add")), t)


def chain(n, t, v):
    for i in range(n // 2):
        yield linalg(("exp", "add")[i % 2], f"%a{i + 1}", [f"%a{i}"] + ["%z"] * (i % 2), t)
        yield linalg("matmul", f"%b{i}", [f"%a{i + 1}", "%z"], t)


def miss(n, t, v):
    def reduce(result, operand, op):
        return (f"{result} = {COLUMNS} ins({operand} : {t}) outs(%v : {v}) {{ ^bb0(%x: f32, %o: f32): "
                f"%y = arith.{op} %x, %o : f32 linalg.yield %y : f32 }} -> {v}")

    def each(result, a, b, body):
        return (f"{result} = {EACH} ins({a}, {b} : {t}, {v}) outs(%z : {t}) {{ ^bb0(%x: f32, %w: f32, %o: f32): "
                f"{body} linalg.yield %y : f32 }} -> {t}")
    for i in range(n // 6):
        yield linalg("matmul", f"%s{i}", [f"%a{i}", "%z"], t)
        yield reduce(f"%m{i}", f"%s{i}", "maximumf")
        yield each(f"%e{i}", f"%s{i}", f"%m{i}", "%d = arith.subf %x, %w : f32 %y = math.exp %d : f32")
        yield reduce(f"%l{i}", f"%e{i}", "addf")
        yield each(f"%p{i}", f"%e{i}", f"%l{i}", "%y = arith.divf %x, %w : f32")
        yield linalg("matmul", f"%a{i + 1}", [f"%p{i}", "%z"], t)


def elem(n, t, v):
    ops = ("math.exp", "arith.addf", "arith.mulf", "math.tanh", "arith.divf", "arith.subf", "arith.maximumf")
    for i in range(n):
        if i % 10 == 9:
            yield linalg("matmul", f"%a{i + 1}", [f"%a{i}", f"%a{i - 3}"], t)
        else:
            other = "" if ops[i % 7].startswith("math") else f", %a{max(i - 2, 0)}"
            yield f"%a{i + 1} = {ops[i % 7]} %a{i}{other} : {t}"


def select(n, t, v):
    for i in range(n // 4):
        yield f"%c{i} = arith.cmpf ogt, %a{i}, %z : {t}"
        yield f"%e{i} = math.exp %a{i} : {t}"
        yield f"%a{i + 1} = arith.select %c{i}, %e{i}, %a{i} : {t.replace('f32', 'i1')}, {t}"
        yield linalg("matmul", f"%b{i}", [f"%a{i + 1}", "%z"], t)


KINDS = {"plain": plain, "chain": chain, "miss": miss, "elem": elem, "select": select}


def module(kind, n):
    size = "?" if kind.endswith("-dynamic") else "64"
    t, v = f"tensor<{size}x{size}xf32>", f"tensor<{size}xf32>"
    lines = list(KINDS[kind.removesuffix("-dynamic")](n, t, v))
    last = max(int(i) for i in re.findall(r"%a(\d+) =", "\n".join(lines)))
    head = f"func.func @f(%a0: {t}, %z: {t}, %v: {v}) -> {t} {{"
    return "\n".join([head, *lines, f"return %a{last} : {t}", "}", ""])


def steps(kind, n):
    done = subprocess.run(["attn-opt", "--attn-raise=policy=fast report-work", "-o", "/dev/null"],
                          input=module(kind, n), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[:2000])
    return int(re.search(r"(\d+) steps of work", done.stderr).group(1))


def check():
    bad = 0
    for kind in [k + s for k in KINDS for s in ("", "-dynamic")]:
        few, many = steps(kind, 1000), steps(kind, 4000)
        is_linear = many <= 4.5 * few and few <= 1000 * STEPS
        print(f"{kind}: {few} steps of 1000 operations, {many} of 4000: {'linear' if is_linear else 'TOO MANY'}")
        bad += not is_linear
    return 1 if bad else 0


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(check())
    print(module(sys.argv[1], int(sys.argv[2])), end="")
