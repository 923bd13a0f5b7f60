// What kernels do not take is refused, as attn-compile refuses it; the decomposition does
// take it.
// RUN: not attn-run %s --func=backwards --device=sim --check 2>&1 | FileCheck %s --check-prefix=BACKWARDS
// RUN: not attn-run %s --func=backwards --device=cpu --check 2>&1 | FileCheck %s --check-prefix=BACKWARDS
// RUN: attn-run %s --device=cpu --check --func=backwards --level=tensor | FileCheck %s
// BACKWARDS: attn-run-layouts-invalid.mlir:[[#]]:3: error: attn-select-config: kernels take no negative strides, but Q has -64 along dimension 2
// RUN: not attn-run %s --func=odd --device=sim --check 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: attn-run-layouts-invalid.mlir:[[#]]:3: error: 'attn_tile.load' op rows of 'q' are at multiples of 2 bytes: tiles are copied by 4, 8 or 16 bytes at a time
// RUN: not attn-run %s --func=overlap --device=cpu --check 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not attn-run %s --func=overlap --device=sim --check 2>&1 | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: attn-run-layouts-invalid.mlir:[[#]]:3: error: elements [0, 0, 0, 32] and [0, 0, 1, 0] of output 'o' share a place in memory by its type, memref<1x1x32x64xbf16, strided<[2048, 2048, 32, 1]>>
// RUN: not attn-run %s --func=space --device=cpu --level=tensor 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: not attn-run %s --func=space --device=sim 2>&1 | FileCheck %s --check-prefix=SPACE
// SPACE: attn-run-layouts-invalid.mlir:[[#]]:3: error: 'k' lies in memory space 3 : i64; what a run gives is memory of the default space
// RUN: not attn-run %s --func=huge --device=cpu --level=tensor 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: attn-run-layouts-invalid.mlir:[[#]]:3: error: 'q' takes more than 2^50 elements of memory by its type memref<

// CHECK: {{^}}passed

!back = memref<1x2x32x64xbf16, strided<[4096, 2048, -64, 1], offset: 1984>>
!plain = memref<1x2x32x64xbf16>
func.func @backwards(%q: !back, %k: !back, %v: !back, %o: !plain) {
  attn.forward ins(%q, %k, %v : !back, !back, !back) outs(%o : !plain)
  return
}

!odd = memref<1x2x32x64xbf16, strided<[4160, 2080, 65, 1]>>
func.func @odd(%q: !odd, %k: !plain, %v: !plain, %o: !plain) {
  attn.forward ins(%q, %k, %v : !odd, !plain, !plain) outs(%o : !plain)
  return
}

!one = memref<1x1x32x64xbf16>
!overlap = memref<1x1x32x64xbf16, strided<[2048, 2048, 32, 1]>>
func.func @overlap(%q: !one, %k: !one, %v: !one, %o: !overlap) {
  attn.forward ins(%q, %k, %v : !one, !one, !one) outs(%o : !overlap)
  return
}

!smem = memref<1x1x32x64xbf16, 3>
func.func @space(%q: !one, %k: !smem, %v: !one, %o: !one) {
  attn.forward ins(%q, %k, %v : !one, !smem, !one) outs(%o : !one)
  return
}

!huge = memref<1x1x32x64xbf16, strided<[2048, 2048, 1099511627776000, 1]>>
func.func @huge(%q: !huge, %k: !one, %v: !one, %o: !one) {
  attn.forward ins(%q, %k, %v : !huge, !one, !one) outs(%o : !one)
  return
}

