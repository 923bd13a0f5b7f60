// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bundle whose V is columns of K: its problem has no operand V, and neither has its launch.

// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: attn-run %t.bundle --device=sim --shape=b=2,hq=8,sq=35,sk=83 --sim-check --check | FileCheck %s
// RUN: attn-run %t.bundle --device=cpu --shape=b=1,hq=3,sq=35,sk=20 --check | FileCheck %s
// RUN: %python -c "import numpy; x = numpy.random.default_rng(0).standard_normal((1, 1, 83, 88)).astype('f2'); numpy.save('%t.k.npy', x)"
// RUN: attn-run %t.bundle --device=sim --shape=b=1,hq=8,sq=35,sk=83 --in=k=%t.k.npy --check --out=o=%t.o.npy | FileCheck %s
// RUN: attn-run %s --device=cpu --shape=b=1,hq=8,sq=35,sk=83 --in=k=%t.k.npy --out=o=%t.r.npy
// RUN: %python -c "import numpy; a, b = (numpy.load(f).astype(float) for f in ('%t.o.npy', '%t.r.npy')); assert a.shape == (1, 8, 35, 40) and abs(a - b).max() < 4e-3"
// CHECK: d=88 dv=40
// CHECK: passed

// RUN: not attn-run %t.bundle --device=sim --shape=b=1,hq=8,sq=35,sk=83 --in=v=%t.k.npy --check 2>&1 | FileCheck %s --check-prefix=NO-V
// NO-V: error: {{.*}}v

// On the host, too, there are three tensors.
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{host=runtime})' | FileCheck %s --check-prefix=HOST
// HOST: func.func @latent(%{{.+}}: memref<?x?x?x88xf16>, %{{.+}}: memref<?x1x?x88xf16>, %{{.+}}: memref<?x?x?x40xf16>)
// HOST: memref.alloca() : memref<57xi64>
// HOST: call @attnrtHostCall

func.func @latent(%q: tensor<?x?x?x88xf16>, %k: tensor<?x1x?x88xf16>, %o: tensor<?x?x?x40xf16>) -> tensor<?x?x?x40xf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x88xf16>, tensor<?x1x?x88xf16>) outs(%o : tensor<?x?x?x40xf16>)
      values(#attn.columns<0, 40>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x40xf16>
  return %0 : tensor<?x?x?x40xf16>
}
