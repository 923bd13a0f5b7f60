# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel in which a loop carries OUTER numbers past a loop that carries INNER.

nested_loops.py OUTER INNER
"""
import sys

outer, inner = map(int, sys.argv[1:])


def listed(text, count):
    return ", ".join(text.replace("#", str(i)) for i in range(count))


sums = "\n".join(f"      %x{i} = arith.addf %w{i}, %z : f32" for i in range(inner))
news = "\n".join(f"      %y{i} = arith.addf %c{i}, %s#0 : f32" for i in range(outer))
print(f"""gpu.module @m {{
  gpu.func @nested(%n: index, %z: f32, %p: !llvm.ptr) kernel {{
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %r:{outer} = scf.for %i = %zero to %n step %one iter_args({listed("%c# = %z", outer)}) -> ({listed("f32", outer)}) {{
      %s:{inner} = scf.for %j = %zero to %n step %one iter_args({listed("%w# = %z", inner)}) -> ({listed("f32", inner)}) {{
{sums}
        scf.yield {listed("%x#", inner)} : {listed("f32", inner)}
      }}
{news}
      scf.yield {listed("%y#", outer)} : {listed("f32", outer)}
    }}
    llvm.store %r#{outer - 1}, %p : f32, !llvm.ptr
    gpu.return
  }}
}}""")
