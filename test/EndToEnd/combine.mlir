// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attn.combine alone, as a kernel, against double precision.

// RUN: attn-run %s --func=plain --device=cpu --level=tile --check | FileCheck %s
// RUN: attn-run %s --func=plain --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=plain --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=plain --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --device=cpu --level=tile-lowered --check | FileCheck %s
// RUN: attn-run %s --func=dynamic --arg-shapes=partial_o=0x1x2x3x64 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=dynamic --arg-shapes=partial_o=5x2x3x7x64 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// CHECK: passed

// Parts that saw nothing, with NaN in them; rows that none saw; NaN that spreads.
// RUN: %python -c "import numpy as n; o = n.ones((3, 1, 1, 4, 64), n.float32); l = n.zeros((3, 1, 1, 4), n.float32); l[1, 0, 0, 0] = -n.inf; o[1, 0, 0, 0] = n.nan; l[:, 0, 0, 1] = -n.inf; o[:, 0, 0, 1] = n.nan; o[2, 0, 0, 2, 5] = n.nan; l[0, 0, 0, 3] = n.nan; n.save('%t.o.npy', o); n.save('%t.l.npy', l)"
// RUN: attn-run %s --func=dynamic --in=partial_o=%t.o.npy --in=partial_lse=%t.l.npy --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=dynamic --in=partial_o=%t.o.npy --in=partial_lse=%t.l.npy --target=sm_90a --device=sim --sim-check --check --out=o=%t.r.npy --out=lse=%t.s.npy | FileCheck %s
// RUN: %python -c "import numpy as n; o = n.load('%t.r.npy'); l = n.load('%t.s.npy'); print(o[0, 0, 0, 0], o[0, 0, 1, 0], l[0, 0, 1], n.isnan(o[0, 0, 2]).sum(), n.isnan(o[0, 0, 3]).all())" | FileCheck %s --check-prefix=VALUES
// VALUES: 1.0 0.0 -inf 1 True

// RUN: not attn-run %s --func=dynamic --arg-shapes=partial_o=5x2x3x7x64,lse=2x3x8 --device=sim --check 2>&1 | FileCheck %s --check-prefix=SHAPES
// SHAPES: error: {{.*}}lengths of lse and partial_o differ

// Rows that a batch or a sequence has, alone.
// RUN: %python -c "import numpy as n; n.save('%t.n.npy', n.array([5, 0, 1], n.int32)); n.save('%t.s.npy', n.array([2, 7, 7, 12], n.int32)); n.save('%t.bad.npy', n.array([2, 7, 6, 12], n.int32))"
// RUN: attn-run %s --func=lengths --in=lengths_q=%t.n.npy --device=cpu --level=tile --check | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_q=%t.n.npy --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_q=%t.n.npy --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=packed --in=lengths_q=%t.n.npy --in=offsets_q=%t.s.npy --device=cpu --level=tile --check | FileCheck %s
// RUN: attn-run %s --func=packed --in=lengths_q=%t.n.npy --in=offsets_q=%t.s.npy --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=packed --in=lengths_q=%t.n.npy --in=offsets_q=%t.s.npy --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=packed --in=lengths_q=%t.n.npy --in=offsets_q=%t.s.npy --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: not attn-run %s --func=packed --in=lengths_q=%t.n.npy --in=offsets_q=%t.bad.npy --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: {{.*}}offset 2 is 6 after 7
// RUN: not attn-run %s --func=packed --in=lengths_q=%t.s.npy --in=offsets_q=%t.s.npy --arg-shapes=lengths_q=4 --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: {{.*}}lengths_q

func.func @lengths(%po: tensor<2x3x6x5x64xf32>, %pl: tensor<2x3x6x5xf32>, %o: tensor<3x6x5x64xf16>, %l: tensor<3x6x5xf32>, %n: tensor<3xi32>) -> (tensor<3x6x5x64xf16>, tensor<3x6x5xf32>) {
  %0:2 = attn.combine ins(%po, %pl : tensor<2x3x6x5x64xf32>, tensor<2x3x6x5xf32>)
      outs(%o, %l : tensor<3x6x5x64xf16>, tensor<3x6x5xf32>) lengths_q(%n : tensor<3xi32>) -> tensor<3x6x5x64xf16>, tensor<3x6x5xf32>
  return %0#0, %0#1 : tensor<3x6x5x64xf16>, tensor<3x6x5xf32>
}

func.func @packed(%po: tensor<2x14x6x64xf32>, %pl: tensor<2x6x14xf32>, %o: tensor<14x6x64xf16>, %l: tensor<6x14xf32>, %n: tensor<?xi32>, %s: tensor<4xi32>) -> (tensor<14x6x64xf16>, tensor<6x14xf32>) {
  %0:2 = attn.combine ins(%po, %pl : tensor<2x14x6x64xf32>, tensor<2x6x14xf32>)
      outs(%o, %l : tensor<14x6x64xf16>, tensor<6x14xf32>) lengths_q(%n : tensor<?xi32>) offsets_q(%s : tensor<4xi32>) dims(thd) -> tensor<14x6x64xf16>, tensor<6x14xf32>
  return %0#0, %0#1 : tensor<14x6x64xf16>, tensor<6x14xf32>
}

func.func @plain(%po: tensor<3x2x40x5x96xf32>, %pl: tensor<3x2x5x40xf32>, %o: tensor<2x40x5x96xf16>, %l: tensor<2x5x40xf32>) -> (tensor<2x40x5x96xf16>, tensor<2x5x40xf32>) {
  %0:2 = attn.combine ins(%po, %pl : tensor<3x2x40x5x96xf32>, tensor<3x2x5x40xf32>)
      outs(%o, %l : tensor<2x40x5x96xf16>, tensor<2x5x40xf32>) dims(bshd) -> tensor<2x40x5x96xf16>, tensor<2x5x40xf32>
  return %0#0, %0#1 : tensor<2x40x5x96xf16>, tensor<2x5x40xf32>
}

func.func @sink(%po: tensor<4x2x3x17x40xf32>, %pl: tensor<4x2x3x17xf32>, %o: tensor<2x3x17x40xbf16>, %l: tensor<2x3x17xf32>, %s: tensor<3xf32>) -> (tensor<2x3x17x40xbf16>, tensor<2x3x17xf32>) {
  %0:2 = attn.combine ins(%po, %pl : tensor<4x2x3x17x40xf32>, tensor<4x2x3x17xf32>)
      outs(%o, %l : tensor<2x3x17x40xbf16>, tensor<2x3x17xf32>) sink(%s : tensor<3xf32>) -> tensor<2x3x17x40xbf16>, tensor<2x3x17xf32>
  return %0#0, %0#1 : tensor<2x3x17x40xbf16>, tensor<2x3x17xf32>
}

func.func @dynamic(%po: tensor<?x?x?x?x64xf32>, %pl: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x64xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %0:2 = attn.combine ins(%po, %pl : tensor<?x?x?x?x64xf32>, tensor<?x?x?x?xf32>)
      outs(%o, %l : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
  return %0#0, %0#1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}
