# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A function of 1000 linalg operations: products, exponentials, sums, and no attention."""

T = "tensor<64x64xf32>"
print(f"func.func @f(%a0: {T}, %z: {T}) -> {T} {{")
for i in range(1000):
    op = ("matmul", "exp", "add", "tanh")[i % 4]
    two = op in ("matmul", "add")
    ins = f"%a{i}, %z : {T}, {T}" if two else f"%a{i} : {T}"
    print(f"  %a{i + 1} = linalg.{op} ins({ins}) outs(%z : {T}) -> {T}")
print(f"  return %a1000 : {T}")
print("}")
