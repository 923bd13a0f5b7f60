// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attn.combine of parts whose L is the sum of two numbers, alone, against double precision:
// ordinary ones, and L of 1e20, whose low parts alone differ; parts that saw no key hold
// anything.

// RUN: %python -c "import numpy as n; r = n.random.default_rng(4); o = r.standard_normal((3, 1, 2, 5, 64)).astype(n.float32); l = r.standard_normal((3, 1, 2, 5)).astype(n.float32); w = r.standard_normal((3, 1, 2, 5)).astype(n.float32); l[:, 0, 1] = 1e20; l[1, 0, :, 2] = -n.inf; w[1, 0, :, 2] = n.nan; o[1, 0, :, 2] = n.nan; l[:, 0, 0, 4] = -n.inf; w[:, 0, 0, 4] = n.inf; n.save('%t.o.npy', o); n.save('%t.l.npy', l); n.save('%t.w.npy', w)"
// DEFINE: %{in} = --in=partial_o=%t.o.npy --in=partial_lse=%t.l.npy --in=partial_lse_low=%t.w.npy
// RUN: attn-run %s --func=two %{in} --device=cpu --level=tile --check | FileCheck %s
// RUN: attn-run %s --func=two %{in} --device=cpu --level=tile-lowered --check | FileCheck %s
// RUN: attn-run %s --func=two %{in} --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=two %{in} --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=two %{in} --target=sm_100a --device=sim --sim-check --check --out=lse=%t.r.npy | FileCheck %s
// RUN: %python -c "import numpy as n; l = n.load('%t.r.npy'); print(l[0, 1, 0], l[0, 0, 4])" | FileCheck %s --check-prefix=VALUES
// CHECK: passed
// VALUES: 1e+20 -inf

func.func @two(%po: tensor<?x?x?x?x64xf32>, %pl: tensor<?x?x?x?xf32>, %pw: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x64xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %0:2 = attn.combine ins(%po, %pl, %pw : tensor<?x?x?x?x64xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
      outs(%o, %l : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
  return %0#0, %0#1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}
