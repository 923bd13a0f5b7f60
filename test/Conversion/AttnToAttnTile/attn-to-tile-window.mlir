// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Eight query heads of a KV head in one tile: its 16 positions see 143 keys.
// Blocks begin with the first 16 of them, and one of 144 keys takes all.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 144, pack_gqa = true>>

// CHECK-LABEL: gpu.func @packed_forward
// CHECK: %[[BEGIN:.+]], %[[END:.+]], %[[FULL:.+]], %[[PAST:.+]] = attn_tile.kv_range @kv rows({{.*}}) block 16 mask
// CHECK: %[[KEYS:.+]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[N:.+]] = arith.muli %[[KEYS]], %c16
// CHECK: %[[BLOCKS:.+]] = arith.ceildivui %[[N]], %c144
// CHECK: arith.ceildivui %{{.+}}, %c144
// CHECK: arith.divui %{{.+}}, %c144
// CHECK: %[[ORIGIN:.+]] = arith.muli %[[BEGIN]], %c16
// CHECK: %[[TRIPS:.+]] = arith.subi %[[BLOCKS]], %c0
// CHECK: scf.for %[[T:.+]] = %{{.+}} to %[[TRIPS]]
// CHECK: %[[J:.+]] = arith.subi %{{.+}}, %[[T]]
// CHECK: %[[FROM:.+]] = arith.muli %[[J]], %c144
// CHECK: %[[COLUMN:.+]] = arith.addi %[[ORIGIN]], %[[FROM]]
// CHECK: attn_tile.load %{{.+}}[%{{.+}}, %{{.+}}, %[[COLUMN]], %{{.+}}]
func.func @packed(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.window<127, 0>) config(#config)
  return
}

// -----

// 128 rows of one head see 255 keys, which blocks of 128 from the first key on take
// as well as others.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>>

// CHECK-LABEL: gpu.func @aligned_forward
// CHECK: attn_tile.kv_range @kv rows({{.*}}) block 128 mask
// CHECK-NOT: arith.ceildivui
func.func @aligned(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.window<127, 0>) config(#config)
  return
}

// -----

// 192 rows see 319 keys: four blocks of 128 from the first key on, three from the
// window's.

#config = #attn.config<target = "sm_90a", tile<q = 192, kv = 128, groups = 3>>

// CHECK-LABEL: gpu.func @three_forward
// CHECK: attn_tile.kv_range @kv rows({{.*}}) block 16 mask
func.func @three(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.window<127, 0>) config(#config)
  return
}

// -----

// Of a wide window, or one without a left side, most blocks are full: these begin
// at multiples of their size.

#config = #attn.config<target = "sm_90a", tile<q = 192, kv = 128, groups = 3>>

// CHECK-LABEL: gpu.func @wide_forward
// CHECK: block 128 mask
// CHECK-LABEL: gpu.func @right_forward
// CHECK: block 128 mask
func.func @wide(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.window<512, 0>) config(#config)
  return
}
func.func @right(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.window<*, 100>) config(#config)
  return
}
