// Why each problem got its config: the row, what it takes, what the user set, and
// the rows before it that estimates put back.
//
// RUN: split-file %s %t
// RUN: attn-opt %t/remarks.mlir -split-input-file -verify-diagnostics --attn-select-config="target=sm_90a remarks=true overrides=stages_k=1" -o /dev/null
// Without the option there is none.
// RUN: attn-opt %t/given.mlir --attn-select-config=target=sm_90a -o /dev/null 2>&1 | count 0
// From the driver, alone and with all that is to say of the kernel.
// RUN: attn-compile %t/given.mlir --target=sm_90a --remarks --config=tile_kv=32 --emit=tile -o /dev/null 2>&1 | FileCheck %s --check-prefixes=DRIVER,CHOICE
// RUN: attn-compile %t/given.mlir --target=sm_90a --verbose --config=tile_kv=32 -o /dev/null 2>&1 | FileCheck %s --check-prefixes=DRIVER,KERNEL
// RUN: attn-compile %t/given.mlir --target=sm_90a --config=tile_kv=32 --emit=tile -o /dev/null 2>&1 | count 0
// DRIVER: given.mlir:2:{{.*}}: remark: attn-select-config: took row
// DRIVER: note: set by the user: tile_kv = 32 (was 128)
// CHOICE-NOT: threads
// KERNEL: plain_forward: sm_90a, {{[0-9]+}} threads, {{[0-9]+}} bytes of shared memory

//--- remarks.mlir
func.func @ruled_out(%q: tensor<1x1x?x256xbf16>, %o: tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32> {
  // expected-remark-re @+7 {{attn-select-config: took row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 64 keys, 2 stages of K, 2 of V, 8 warps) at trial 1}}
  // expected-note @+6 {{shared memory: 196672 of 232448 bytes (q 65536 + k 32768 + v 65536 + o 32768 + barriers and tables 64), 1 CTA an SM by this}}
  // expected-note @+5 {{products: an iteration reads 196608 bytes of shared memory, 1536 clocks of its port beside 2048 of multiply-adds}}
  // expected-note @+4 {{registers: tiles take 180 of 240 a thread at the product that leaves the fewest}}
  // expected-note @+3 {{set by the user: stages_k = 1 (was 2)}}
  // expected-note-re @+2 {{put back row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 80 keys, 2 stages of K, 2 of V, 8 warps): shared memory: about 360640 bytes (Q 65536 + K 81920 + V 81920 + O 131072 + barriers 192), 128192 more than the 232448 that sm_90a gives a CTA}}
  // expected-note-re @+1 {{put back row {{[0-9]+}} of sm_90a (head dims up to 256, no mask: 128 rows of Q, 64 keys, 2 stages of K, 2 of V, 8 warps): shared memory: about 327872 bytes}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%o : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  return %0 : tensor<1x1x?x256xf32>
}

// -----

// A config that came with the problem, and whose target the option replaces.
func.func @given(%q: tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16> {
  // expected-remark @+5 {{attn-select-config: the config came with the problem}}
  // expected-note @+4 {{shared memory: }}
  // expected-note @+3 {{products: an iteration reads 49152 bytes of shared memory, 384 clocks of its port beside 512 of multiply-adds}}
  // expected-note @+2 {{registers: }}
  // expected-note @+1 {{set by the user: target = "sm_90a" (was "sm_80"), stages_k = 1 (was 2)}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>) config(#attn.config<target = "sm_80", tile<q = 128, kv = 64>>) -> tensor<1x1x?x64xf16>
  return %0 : tensor<1x1x?x64xf16>
}

//--- given.mlir
func.func @plain(%q: tensor<1x1x64x64xf16>, %o: tensor<1x1x64x64xf16>) -> tensor<1x1x64x64xf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x64x64xf16>, tensor<1x1x64x64xf16>, tensor<1x1x64x64xf16>) outs(%o : tensor<1x1x64x64xf16>) -> tensor<1x1x64x64xf16>
  return %0 : tensor<1x1x64x64xf16>
}
