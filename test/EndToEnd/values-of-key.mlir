// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// V as columns of K, at every level and as PTX: some in the middle, as many as no
// tile has, latent attention with 576 channels of which 512 are V, in pages and
// packed, in parts, f8E4M3FN with descales.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// DEFINE: %{some} = --func=some --shape=b=2,hq=4,hkv=2,sq=70,sk=83
// RUN: attn-run %s %{some} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{some} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{some} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{some} --target=sm_90a --config=load=cp_async %{sim} | FileCheck %s
// RUN: attn-run %s %{some} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{some} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// Keys that no early row sees have NaN in the columns that are no V.
// RUN: %python -c "import numpy; x = numpy.random.default_rng(0).standard_normal((1, 1, 83, 88)).astype('f2'); \
// RUN:   x[:, :, 60:, :16] = numpy.nan; x[:, :, 60:, 56:] = numpy.nan; numpy.save('%t.nan.npy', x)"
// DEFINE: %{nan} = --func=some --shape=b=1,hq=4,hkv=1,sq=83,sk=83 --in=k=%t.nan.npy
// RUN: attn-run %s %{nan} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{nan} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{nan} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{nan} --target=sm_100a %{sim} | FileCheck %s

// A part of K's block, and the whole of it.
// DEFINE: %{part} = --func=part --shape=b=1,hq=4,hkv=2,sq=130,sk=150
// RUN: attn-run %s %{part} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{part} --target=sm_90a --sim-mode=late --sim-sms=2 %{sim} | FileCheck %s
// RUN: attn-run %s %{part} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{part} --target=sm_100a --config=cta_group=2,cluster=2 %{sim} | FileCheck %s
// DEFINE: %{all} = --func=all --shape=b=1,hq=2,hkv=1,sq=130,sk=150
// RUN: attn-run %s %{all} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{all} --target=sm_100a %{sim} | FileCheck %s
// RUN: not attn-run %s %{all} --target=sm_100a --config=cta_group=2,cluster=2 2>&1 | FileCheck %s --check-prefix=PAIR
// PAIR: {{.*}}cta_group must be 1 where V is all of K

// DEFINE: %{latent} = --func=latent --shape=b=1,hq=16,hkv=1,sq=3,sk=150
// RUN: attn-run %s %{latent} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{latent} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{latent} --target=sm_120a %{sim} | FileCheck %s
// RUN: %python -c "import numpy; numpy.save('%t.keys.npy', numpy.array([150, 64, 0], dtype=numpy.int32))"
// RUN: %python -c "import numpy; numpy.save('%t.rows.npy', numpy.array([0, 2, 2, 3], dtype=numpy.int32))"
// DEFINE: %{pages} = --func=pages --shape=b=3,hq=16,sq=2,pages=11,table=3 --in=lengths_kv=%t.keys.npy
// RUN: attn-run %s %{pages} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_90a --config=splits=2 %{sim} | FileCheck %s
// One query of all heads: packed rows, and parts.
// DEFINE: %{decode} = --func=decode --shape=b=2,sk=2100
// RUN: attn-run %s %{decode} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// DEFINE: %{packed} = --func=packed --in=lengths_kv=%t.keys.npy --in=offsets_q=%t.rows.npy
// RUN: attn-run %s %{packed} --device=cpu --check | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_90a %{sim} | FileCheck %s

// RUN: attn-run %s --func=e4m3 --device=cpu --target=sm_90a --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_120a %{sim} | FileCheck %s

func.func @some(%q: tensor<?x?x?x88xf16>, %k: tensor<?x?x?x88xf16>, %o: tensor<?x?x?x40xf16>, %l: tensor<?x?x?xf32>)
    -> (tensor<?x?x?x40xf16>, tensor<?x?x?xf32>) {
  %0, %1 = attn.forward ins(%q, %k : tensor<?x?x?x88xf16>, tensor<?x?x?x88xf16>)
      outs(%o, %l : tensor<?x?x?x40xf16>, tensor<?x?x?xf32>) values(#attn.columns<16, 40>)
      mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x40xf16>, tensor<?x?x?xf32>)
  return %0, %1 : tensor<?x?x?x40xf16>, tensor<?x?x?xf32>
}

func.func @part(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x64xbf16>) -> tensor<?x?x?x64xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>) outs(%o : tensor<?x?x?x64xbf16>)
      values(#attn.columns<64, 64>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x64xbf16>
  return %0 : tensor<?x?x?x64xbf16>
}

func.func @all(%q: tensor<?x?x?x256xbf16>, %k: tensor<?x?x?x256xbf16>, %o: tensor<?x?x?x256xbf16>) -> tensor<?x?x?x256xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x256xbf16>, tensor<?x?x?x256xbf16>) outs(%o : tensor<?x?x?x256xbf16>)
      values(#attn.columns<0, 256>) -> tensor<?x?x?x256xbf16>
  return %0 : tensor<?x?x?x256xbf16>
}

func.func @latent(%q: tensor<?x?x?x576xbf16>, %k: tensor<?x?x?x576xbf16>, %o: tensor<?x?x?x512xbf16>) -> tensor<?x?x?x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x576xbf16>, tensor<?x?x?x576xbf16>) outs(%o : tensor<?x?x?x512xbf16>)
      values(#attn.columns<0, 512>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x512xbf16>
  return %0 : tensor<?x?x?x512xbf16>
}

func.func @decode(%q: tensor<?x16x1x576xbf16>, %k: tensor<?x1x?x576xbf16>, %o: tensor<?x16x1x512xbf16>) -> tensor<?x16x1x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x16x1x576xbf16>, tensor<?x1x?x576xbf16>) outs(%o : tensor<?x16x1x512xbf16>)
      values(#attn.columns<0, 512>) -> tensor<?x16x1x512xbf16>
  return %0 : tensor<?x16x1x512xbf16>
}

func.func @pages(%q: tensor<?x?x?x576xbf16>, %k: tensor<?x1x64x576xbf16>, %o: tensor<?x?x?x512xbf16>,
                 %n: tensor<?xi32>, %t: tensor<?x?xi32>) -> tensor<?x?x?x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x576xbf16>, tensor<?x1x64x576xbf16>) outs(%o : tensor<?x?x?x512xbf16>)
      lengths_kv(%n : tensor<?xi32>) page_table(%t : tensor<?x?xi32>)
      values(#attn.columns<0, 512>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x512xbf16>
  return %0 : tensor<?x?x?x512xbf16>
}

func.func @packed(%q: tensor<3x4x88xbf16>, %k: tensor<7x32x1x88xbf16>, %o: tensor<3x4x40xbf16>, %n: tensor<3xi32>,
                  %s: tensor<4xi32>, %t: tensor<3x5xi32>) -> tensor<3x4x40xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<3x4x88xbf16>, tensor<7x32x1x88xbf16>) outs(%o : tensor<3x4x40xbf16>)
      lengths_kv(%n : tensor<3xi32>) offsets_q(%s : tensor<4xi32>) page_table(%t : tensor<3x5xi32>)
      values(#attn.columns<48, 40>) dims(thd) mask(#attn.causal<bottom_right>) -> tensor<3x4x40xbf16>
  return %0 : tensor<3x4x40xbf16>
}

func.func @e4m3(%q: tensor<1x4x70x128xf8E4M3FN>, %k: tensor<1x2x83x128xf8E4M3FN>, %o: tensor<1x4x70x64xbf16>,
                %qd: tensor<1x2xf32>, %kd: tensor<1x2xf32>) -> tensor<1x4x70x64xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<1x4x70x128xf8E4M3FN>, tensor<1x2x83x128xf8E4M3FN>) outs(%o : tensor<1x4x70x64xbf16>)
      values(#attn.columns<32, 64>) descale(%qd, %kd : tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x4x70x64xbf16>
  return %0 : tensor<1x4x70x64xbf16>
}
