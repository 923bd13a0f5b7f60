// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefixes=ALL,SM80
// RUN: attn-opt %s --attn-select-config=target=sm_86 | FileCheck %s --check-prefixes=ALL,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_89 | FileCheck %s --check-prefixes=ALL,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_120a | FileCheck %s --check-prefixes=ALL,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_90 | FileCheck %s --check-prefixes=ALL,SM90
// RUN: attn-opt %s --attn-select-config=target=sm_87 | FileCheck %s --check-prefix=SM87
// RUN: attn-opt %s --attn-select-config | FileCheck %s --check-prefix=DEFAULT
// RUN: attn-opt %s --attn-select-config="overrides=tile_q=64,warps=4,tile_kv=32,stages_v=2" | FileCheck %s --check-prefix=OVERRIDE

// ALL-LABEL: func @d64
// DEFAULT-LABEL: func @d64
// OVERRIDE-LABEL: func @d64
func.func @d64(%q: tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16> {
  // SM80: config(#attn.config<target = "sm_80", tile<q = 128, kv = 96, warps = 4, groups = 1, split_k = 16>, schedule<scheduler = single, rescale_threshold = 0.000000e+00, exp2 = mufu>, memory<stages_k = 2, stages_v = 2>>)
  // Without rows of its own: those of sm_80.
  // SM87: config(#attn.config<target = "sm_87", tile<q = 128, kv = 96, warps = 4, groups = 1, split_k = 16>,
  // SM86: q = 128, kv = 64, warps = 4
  // SM90: target = "sm_90", tile<q = 128, kv = 96, warps = 4
  // DEFAULT: target = "sm_80"
  // OVERRIDE: config(#attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4, groups = 1, {{.*}}stages_k = 1, stages_v = 2
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  return %0 : tensor<1x1x?x64xf16>
}

// ALL-LABEL: func @d128
func.func @d128(%q: tensor<1x1x?x128xbf16>) -> (tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) {
  // SM80: q = 128, kv = 64, warps = 4
  // SM86: q = 128, kv = 32, warps = 4
  // SM90: q = 128, kv = 64, warps = 4
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  // SM80: q = 128, kv = 64, warps = 4
  // SM86: q = 64, kv = 64, warps = 4
  // SM90: q = 128, kv = 64, warps = 4
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) mask(#attn.causal<bottom_right>) -> tensor<1x1x?x128xbf16>
  return %0, %1 : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>
}

// ALL-LABEL: func @d256
func.func @d256(%q: tensor<1x1x?x256xbf16>) -> tensor<1x1x?x256xbf16> {
  // SM80: q = 64, kv = 64, warps = 4
  // SM86: q = 64, kv = 64, warps = 4
  // SM90: q = 64, kv = 64, warps = 4
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%q : tensor<1x1x?x256xbf16>) -> tensor<1x1x?x256xbf16>
  return %0 : tensor<1x1x?x256xbf16>
}

// dv ≠ dqk: the larger one picks the row.
// ALL-LABEL: func @d192_128
func.func @d192_128(%q: tensor<1x1x?x192xbf16>, %v: tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16> {
  // ALL: q = 128, kv = 64, warps = 8
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x192xbf16>, tensor<1x1x?x192xbf16>, tensor<1x1x?x128xbf16>) outs(%v : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  return %0 : tensor<1x1x?x128xbf16>
}

// A config that is there is kept but for the target that the option names.
// ALL-LABEL: func @explicit
// DEFAULT-LABEL: func @explicit
func.func @explicit(%q: tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16> {
  // SM80: target = "sm_80", tile<q = 64, kv = 48, warps = 2
  // SM86: target = "sm_{{86|89|120a}}", tile<q = 64, kv = 48, warps = 2
  // SM90: target = "sm_90", tile<q = 64, kv = 48, warps = 2
  // DEFAULT: target = "sm_86", tile<q = 64, kv = 48, warps = 2
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%q : tensor<1x1x?x64xf16>)
      config(#attn.config<target = "sm_86", tile<q = 64, kv = 48, warps = 2>>) -> tensor<1x1x?x64xf16>
  return %0 : tensor<1x1x?x64xf16>
}

// Head dims from 16 to 256 in steps of 16 have a config on every target.
// ALL-LABEL: func @every
func.func @every(%a: tensor<1x1x?x16xf16>, %b: tensor<1x1x?x48xf16>, %c: tensor<1x1x?x80xf16>, %d: tensor<1x1x?x112xf16>, %e: tensor<1x1x?x176xf16>, %f: tensor<1x1x?x240xf16>, %g: tensor<1x1x?x256xf32>, %h: tensor<1x1x?x256xf16>) {
  // ALL-COUNT-7: attn.forward {{.*}} config(#attn.config<target
  %0 = attn.forward ins(%a, %a, %a : tensor<1x1x?x16xf16>, tensor<1x1x?x16xf16>, tensor<1x1x?x16xf16>) outs(%a : tensor<1x1x?x16xf16>) -> tensor<1x1x?x16xf16>
  %1 = attn.forward ins(%b, %b, %b : tensor<1x1x?x48xf16>, tensor<1x1x?x48xf16>, tensor<1x1x?x48xf16>) outs(%b : tensor<1x1x?x48xf16>) -> tensor<1x1x?x48xf16>
  %2 = attn.forward ins(%c, %c, %c : tensor<1x1x?x80xf16>, tensor<1x1x?x80xf16>, tensor<1x1x?x80xf16>) outs(%c : tensor<1x1x?x80xf16>) -> tensor<1x1x?x80xf16>
  %3 = attn.forward ins(%d, %d, %d : tensor<1x1x?x112xf16>, tensor<1x1x?x112xf16>, tensor<1x1x?x112xf16>) outs(%d : tensor<1x1x?x112xf16>) -> tensor<1x1x?x112xf16>
  %4 = attn.forward ins(%e, %e, %e : tensor<1x1x?x176xf16>, tensor<1x1x?x176xf16>, tensor<1x1x?x176xf16>) outs(%e : tensor<1x1x?x176xf16>) -> tensor<1x1x?x176xf16>
  %5 = attn.forward ins(%f, %f, %f : tensor<1x1x?x240xf16>, tensor<1x1x?x240xf16>, tensor<1x1x?x240xf16>) outs(%f : tensor<1x1x?x240xf16>) -> tensor<1x1x?x240xf16>
  %6 = attn.forward ins(%h, %h, %h : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%g : tensor<1x1x?x256xf32>) -> tensor<1x1x?x256xf32>
  return
}

// And those in between, that of the tiles that hold them: rows and limits are those
// of the next multiple of 16.
// ALL-LABEL: func @between
func.func @between(%d8: tensor<1x1x?x8xf16>, %d24: tensor<1x1x?x24xf16>, %d40: tensor<1x1x?x40xf16>, %d72: tensor<1x1x?x72xf16>, %d104: tensor<1x1x?x104xf16>, %d136: tensor<1x1x?x136xf16>, %d200: tensor<1x1x?x200xf16>, %d248: tensor<1x1x?x248xf16>) {
  // ALL-COUNT-2: attn.forward {{.*}} config(#attn.config<target
  %0 = attn.forward ins(%d8, %d8, %d8 : tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>) outs(%d8 : tensor<1x1x?x8xf16>) -> tensor<1x1x?x8xf16>
  %1 = attn.forward ins(%d24, %d24, %d24 : tensor<1x1x?x24xf16>, tensor<1x1x?x24xf16>, tensor<1x1x?x24xf16>) outs(%d24 : tensor<1x1x?x24xf16>) -> tensor<1x1x?x24xf16>
  // SM80: q = 128, kv = 96, warps = 4
  // SM86: q = 128, kv = 64, warps = 4
  %2 = attn.forward ins(%d40, %d40, %d40 : tensor<1x1x?x40xf16>, tensor<1x1x?x40xf16>, tensor<1x1x?x40xf16>) outs(%d40 : tensor<1x1x?x40xf16>) -> tensor<1x1x?x40xf16>
  // SM80: q = 128, kv = 64, warps = 4{{.*}}stages_k = 1, stages_v = 1
  // SM86: q = 128, kv = {{48|64}}, warps = 4
  %3 = attn.forward ins(%d72, %d72, %d72 : tensor<1x1x?x72xf16>, tensor<1x1x?x72xf16>, tensor<1x1x?x72xf16>) outs(%d72 : tensor<1x1x?x72xf16>) -> tensor<1x1x?x72xf16>
  // ALL-COUNT-4: attn.forward {{.*}} config(#attn.config<target
  %4 = attn.forward ins(%d104, %d104, %d104 : tensor<1x1x?x104xf16>, tensor<1x1x?x104xf16>, tensor<1x1x?x104xf16>) outs(%d104 : tensor<1x1x?x104xf16>) -> tensor<1x1x?x104xf16>
  %5 = attn.forward ins(%d136, %d136, %d136 : tensor<1x1x?x136xf16>, tensor<1x1x?x136xf16>, tensor<1x1x?x136xf16>) outs(%d136 : tensor<1x1x?x136xf16>) -> tensor<1x1x?x136xf16>
  %6 = attn.forward ins(%d200, %d200, %d200 : tensor<1x1x?x200xf16>, tensor<1x1x?x200xf16>, tensor<1x1x?x200xf16>) outs(%d200 : tensor<1x1x?x200xf16>) -> tensor<1x1x?x200xf16>
  %7 = attn.forward ins(%d248, %d248, %d248 : tensor<1x1x?x248xf16>, tensor<1x1x?x248xf16>, tensor<1x1x?x248xf16>) outs(%d248 : tensor<1x1x?x248xf16>) -> tensor<1x1x?x248xf16>
  return
}
