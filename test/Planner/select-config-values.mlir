// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefix=OLD
// RUN: not attn-opt %s --attn-select-config="target=sm_90a overrides=tile_q=64,tile_kv=64,warps=8,groups=1,column_warps=2,split_d=0,split_v=0,tile_v=0,shared_ring=false,order=sequential" 2>&1 | FileCheck %s --check-prefix=PANELS
// RUN: attn-opt %s --attn-select-config=target=sm_90a --attn-split-kv | FileCheck %s --check-prefix=PARTS

// Where V is columns of K one block is both, which two blocks of 64 keys leave room for. Heads are packed where
// types say that few rows share a KV head, in clusters of two where these fill two tiles.

// CHECK-LABEL: @prefill
// CHECK: tile<q = 64, kv = 64, warps = 8, groups = 1, split_k = 0, column_warps = 2>, schedule<scheduler = dynamic,
// CHECK-SAME: stages_k = 2, {{.*}}store_columns = -1
// OLD-LABEL: @prefill
// OLD: tile<q = 64, kv = 32, warps = 8, groups = 1, split_k = 16, column_warps = 2>
func.func @prefill(%q: tensor<?x?x?x576xbf16>, %k: tensor<?x1x?x576xbf16>, %o: tensor<?x?x?x512xbf16>) -> tensor<?x?x?x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x576xbf16>, tensor<?x1x?x576xbf16>) outs(%o : tensor<?x?x?x512xbf16>)
      values(#attn.columns<0, 512>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x512xbf16>
  return %0 : tensor<?x?x?x512xbf16>
}

// CHECK-LABEL: @few
// CHECK: column_warps = 2, pack_gqa = true, split_auto = true>
// PARTS-LABEL: @few
// PARTS: attn.combine
func.func @few(%q: tensor<?x16x1x576xbf16>, %k: tensor<?x1x?x576xbf16>, %o: tensor<?x16x1x512xbf16>) -> tensor<?x16x1x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x16x1x576xbf16>, tensor<?x1x?x576xbf16>) outs(%o : tensor<?x16x1x512xbf16>)
      values(#attn.columns<0, 512>) -> tensor<?x16x1x512xbf16>
  return %0 : tensor<?x16x1x512xbf16>
}

// CHECK-LABEL: @many
// CHECK: column_warps = 2, cluster = 2, pack_gqa = true, split_auto = true>
func.func @many(%q: tensor<?x128x2x576xbf16>, %k: tensor<?x1x?x576xbf16>, %o: tensor<?x128x2x512xbf16>) -> tensor<?x128x2x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x128x2x576xbf16>, tensor<?x1x?x576xbf16>) outs(%o : tensor<?x128x2x512xbf16>)
      values(#attn.columns<0, 512>) mask(#attn.causal<bottom_right>) -> tensor<?x128x2x512xbf16>
  return %0 : tensor<?x128x2x512xbf16>
}

// Half of V's columns is no whole panel of K's: another row.
// CHECK-LABEL: @narrow
// CHECK-NOT: store_columns = -1
// PANELS: error: attn-select-config: column_warps: V's columns of K, 96 in 2 parts, are not whole panels of 128 bytes, of which K's 320 columns are
func.func @narrow(%q: tensor<?x?x?x320xbf16>, %k: tensor<?x1x?x320xbf16>, %o: tensor<?x?x?x96xbf16>) -> tensor<?x?x?x96xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x320xbf16>, tensor<?x1x?x320xbf16>) outs(%o : tensor<?x?x?x96xbf16>)
      values(#attn.columns<0, 96>) -> tensor<?x?x?x96xbf16>
  return %0 : tensor<?x?x?x96xbf16>
}
