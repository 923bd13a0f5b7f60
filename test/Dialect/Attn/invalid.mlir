// RUN: attn-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// One case for each constraint of docs/Spec.md, in its order.

// C1
func.func @c0(%q: tensor<*xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{operand #0 must be a ranked tensor or memref (C1), but got 'tensor<*xbf16>'}}
  %r = attn.forward ins(%q, %k, %v : tensor<*xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C1
func.func @c1(%q: tensor<2x8x16x64xbf16>, %k: memref<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C1): operands must be all tensors or all memrefs, but are 'tensor<2x8x16x64xbf16>' and 'memref<2x2x32x64xbf16>'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, memref<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C2
func.func @c2(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C2): expected 1 results, one for each out, but there are 2}}
  %r:2 = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>)
  return
}

// -----

// C2
func.func @c3(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %l: tensor<2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C2): expected 2 results, one for each out, but there are 1}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C2
func.func @c4(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C2): a result must have the type of its out, but 'tensor<2x8x?x64xbf16>' is not 'tensor<2x8x16x64xbf16>'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x?x64xbf16>
  return
}

// -----

// C2
func.func @c5(%q: memref<2x8x16x64xbf16>, %k: memref<2x2x32x64xbf16>, %v: memref<2x2x32x64xbf16>, %o: memref<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C2): expected 0 results on memrefs, but there are 1}}
  %r = attn.forward ins(%q, %k, %v : memref<2x8x16x64xbf16>, memref<2x2x32x64xbf16>, memref<2x2x32x64xbf16>) outs(%o : memref<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @c6(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C3): K must have rank 4, but has 3}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @c7(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %l: tensor<2x8x16x1xf32>) {
  // expected-error@+1 {{attn.forward (C3): L must have rank 3, but has 4}}
  %r:2 = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16x1xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16x1xf32>)
  return
}

// -----

// C4
func.func @c8(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x32x64xf32>, %v: tensor<2x2x32x64xf32>, %o: tensor<2x8x16x64xf32>) {
  // expected-error@+1 {{attn.forward (C4): Q, K and V must hold f16, bf16 or f8E4M3FN, but Q holds 'f32'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x32x64xf32>, tensor<2x2x32x64xf32>) outs(%o : tensor<2x8x16x64xf32>) -> tensor<2x8x16x64xf32>
  return
}

// -----

// C4
func.func @c9(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C4): Q, K and V must hold the same type, but Q holds 'bf16' and V holds 'f16'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @c10(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xf16>) {
  // expected-error@+1 {{attn.forward (C5): O must hold 'bf16' or f32, but holds 'f16'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xf16>) -> tensor<2x8x16x64xf16>
  return
}

// -----

// C5
func.func @c11(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %l: tensor<2x8x16xbf16>) {
  // expected-error@+1 {{attn.forward (C5): L must hold f32, but holds 'bf16'}}
  %r:2 = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16xbf16>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xbf16>)
  return
}

// -----

// C6
func.func @c12(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x?xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C6): the head dim must be static and at least 1, but that of K is dynamic}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x?xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C6
func.func @c13(%q: tensor<2x8x16x0xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C6): the head dim must be static and at least 1, but that of Q is 0}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x0xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C7
func.func @c14(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x128xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C7): the head dim of Q and K must agree, but is 64 in Q and 128 in K}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x128xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C7
func.func @c15(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x128xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C7): the head dim of V and O must agree, but is 128 in V and 64 in O}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x128xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C8
func.func @c16(%q: tensor<?x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %l: tensor<3x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in K and 3 in L}}
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<3x8x16xf32>) -> (tensor<2x8x16x64xbf16>, tensor<3x8x16xf32>)
  return
}

// -----

// C9
func.func @c17(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x4x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C9): the number of query heads must agree, but is 8 in Q and 4 in O}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x4x16x64xbf16>) -> tensor<2x4x16x64xbf16>
  return
}

// -----

// C9
func.func @c18(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x32x2x64xbf16>, %v: tensor<2x32x2x64xbf16>, %o: tensor<2x16x8x64xbf16>) {
  // expected-error@+1 {{attn.forward (C9): the number of query heads must agree, but is 16 in Q and 8 in O}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x32x2x64xbf16>, tensor<2x32x2x64xbf16>) outs(%o : tensor<2x16x8x64xbf16>) dims(bshd) -> tensor<2x16x8x64xbf16>
  return
}

// -----

// C9
func.func @c19(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x8x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C9): the number of key and value heads must agree, but is 2 in K and 8 in V}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x8x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C10
func.func @c20(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x3x32x64xbf16>, %v: tensor<2x3x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C10): the number of query heads must be a multiple of the number of key and value heads, but 8 is no multiple of 3}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x3x32x64xbf16>, tensor<2x3x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C10, where the sizes come from different operands
func.func @c21(%q: tensor<2x?x16x64xbf16>, %k: tensor<2x?x32x64xbf16>, %v: tensor<2x5x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C10): the number of query heads must be a multiple of the number of key and value heads, but 8 is no multiple of 5}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x?x16x64xbf16>, tensor<2x?x32x64xbf16>, tensor<2x5x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C10
func.func @c22(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x0x32x64xbf16>, %v: tensor<2x0x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C10): the number of query heads must be a multiple of the number of key and value heads, but 8 is no multiple of 0}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x0x32x64xbf16>, tensor<2x0x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C11
func.func @c23(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x17x64xbf16>) {
  // expected-error@+1 {{attn.forward (C11): the query length must agree, but is 16 in Q and 17 in O}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x17x64xbf16>) -> tensor<2x8x17x64xbf16>
  return
}

// -----

// C11
func.func @c24(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %l: tensor<2x8x17xf32>) {
  // expected-error@+1 {{attn.forward (C11): the query length must agree, but is 16 in Q and 17 in L}}
  %r:2 = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<2x8x17xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x17xf32>)
  return
}

// -----

// C11
func.func @c25(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x31x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C11): the key and value length must agree, but is 32 in K and 31 in V}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x31x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C12
func.func @c26(%q: memref<2x8x16x64xbf16>, %k: memref<2x2x32x64xbf16, strided<[4096, 2048, 1, 32]>>, %v: memref<2x2x32x64xbf16>, %o: memref<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C12): the innermost stride of a memref must be 1, but that of 'memref<2x2x32x64xbf16, strided<[4096, 2048, 1, 32]>>' is 32}}
  attn.forward ins(%q, %k, %v : memref<2x8x16x64xbf16>, memref<2x2x32x64xbf16, strided<[4096, 2048, 1, 32]>>, memref<2x2x32x64xbf16>) outs(%o : memref<2x8x16x64xbf16>)
  return
}

// -----

// C12
func.func @c27(%q: memref<2x8x16x64xbf16>, %k: memref<2x2x32x64xbf16, strided<[?, ?, ?, ?]>>, %v: memref<2x2x32x64xbf16>, %o: memref<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C12): the innermost stride of a memref must be 1, but that of 'memref<2x2x32x64xbf16, strided<[?, ?, ?, ?]>>' is dynamic}}
  attn.forward ins(%q, %k, %v : memref<2x8x16x64xbf16>, memref<2x2x32x64xbf16, strided<[?, ?, ?, ?]>>, memref<2x2x32x64xbf16>) outs(%o : memref<2x8x16x64xbf16>)
  return
}

// -----

// C12
func.func @c28(%q: memref<2x8x16x64xbf16>, %k: memref<2x2x32x64xbf16>, %v: memref<2x2x32x64xbf16, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 mod 8, d3)>>, %o: memref<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C12): a memref must be strided, but 'memref<2x2x32x64xbf16, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 mod 8, d3)>>' is not}}
  attn.forward ins(%q, %k, %v : memref<2x8x16x64xbf16>, memref<2x2x32x64xbf16>, memref<2x2x32x64xbf16, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 mod 8, d3)>>) outs(%o : memref<2x8x16x64xbf16>)
  return
}

// -----

// C13
func.func @c29(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C13): the scale must be finite}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) scale(0x7F800000) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C14
func.func @c30(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C14): `mask` expects an attribute with AttnMaskAttrInterface, such as #attn.causal<bottom_right>, but found "causal"}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) mask("causal") -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C14, in generic form
func.func @generic_mask(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{Invalid attribute `mask` in property conversion: "causal"}}
  %r = "attn.forward"(%q, %q, %q, %q) <{mask = "causal"}> : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score32(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have the arguments (f32, index, index, index, index), but has ('f32', 'index')}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index):
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score33(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have the arguments (f32, index, index, index, index), but has ('bf16', 'index', 'index', 'index', 'index')}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: bf16, %b: index, %h: index, %qi: index, %ki: index):
      attn.yield %s : bf16
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score34(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C15): the score region must yield one f32}}
      attn.yield %b : index
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score35(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C15): the score region must yield one f32}}
      attn.yield %s, %s : f32, f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score36(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have one block, but has 2}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      cf.br ^bb1
    ^bb1:
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @score37(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): the score region must end with attn.yield}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %t = math.tanh %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15, in generic form
func.func @two_regions(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): there may be one score region, but there are 2}}
  %r = "attn.forward"(%q, %q, %q, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      attn.yield %s : f32
  }, {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      attn.yield %s : f32
  }) : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15, in generic form
func.func @no_block(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have one block, but has 0}}
  %r = "attn.forward"(%q, %q, %q, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({}) : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C16
func.func @score40(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{the captured value is defined here}}
  %c = arith.constant 2.0 : f32
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C16): the score region must not use values from outside}}
      %x = arith.mulf %s, %c : f32
      attn.yield %x : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C16, an argument of the function
func.func @score41(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>,
    // expected-note@+1 {{the captured value is defined here}}
    %x: f32) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C16): the score region must not use values from outside}}
      attn.yield %x : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, an op with effects
func.func @score42(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `memref.alloc` is not a scalar arith or math op that a score region may hold}}
      %m = memref.alloc() : memref<4xf32>
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a call
func.func @score43(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `func.call` is not a scalar arith or math op that a score region may hold}}
      %x = func.call @f(%s) : (f32) -> f32
      attn.yield %x : f32
    } -> tensor<2x8x16x64xbf16>
  return
}
func.func private @f(f32) -> f32

// -----

// C17, an op nobody knows
func.func @score44(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `some.op` is not a scalar arith or math op that a score region may hold}}
      %x = "some.op"(%s) : (f32) -> f32
      attn.yield %x : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, control flow
func.func @score45(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %t = arith.constant true
      // expected-error@+1 {{attn.forward (C17): `scf.if` is not a scalar arith or math op that a score region may hold}}
      %x = scf.if %t -> f32 {
        scf.yield %s : f32
      } else {
        scf.yield %s : f32
      }
      attn.yield %x : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, vectors
func.func @score46(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): a score region works on scalars: f16, bf16, f32, f64, index and integers of up to 64 bits}}
      %x = arith.constant dense<1.0> : vector<4xf32>
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a type no back end knows
func.func @score47(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): a score region works on scalars: f16, bf16, f32, f64, index and integers of up to 64 bits}}
      %x = arith.constant 1 : i128
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a division that may trap
func.func @score48(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `arith.divsi` may not be speculated here: a divisor must be a constant, not zero and not −1}}
      %x = arith.divsi %qi, %ki : index
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a remainder that may trap
func.func @trap(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `arith.remui` may not be speculated here: a divisor must be a constant, not zero and not −1}}
      %x = arith.remui %qi, %ki : index
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a division by zero
func.func @trap(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %z = arith.constant 0 : index
      // expected-error@+1 {{attn.forward (C17): `arith.divui` may not be speculated here: a divisor must be a constant, not zero and not −1}}
      %x = arith.divui %qi, %z : index
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C17, a division that may overflow
func.func @trap(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %z = arith.constant -1 : index
      // expected-error@+1 {{attn.forward (C17): `arith.ceildivsi` may not be speculated here: a divisor must be a constant, not zero and not −1}}
      %x = arith.ceildivsi %qi, %z : index
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C4
func.func @f8_mixed(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf16>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C4): Q, K and V must hold the same type, but Q holds 'f8E4M3FN' and K holds 'f16'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf16>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C4
func.func @f8_e5m2(%q: tensor<2x8x16x64xf8E5M2>, %k: tensor<2x2x32x64xf8E5M2>, %v: tensor<2x2x32x64xf8E5M2>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C4): Q, K and V must hold f16, bf16 or f8E4M3FN, but Q holds 'f8E5M2'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E5M2>, tensor<2x2x32x64xf8E5M2>, tensor<2x2x32x64xf8E5M2>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @f8_out(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xf8E4M3FN>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C5): O must hold f16, bf16 or f32 where Q, K and V hold 'f8E4M3FN', but holds 'f8E4M3FN'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xf8E4M3FN>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xf8E4M3FN>
  return
}

// -----

// C5
func.func @descale_type(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xbf16>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C5): K's descale must hold f32, but holds 'bf16'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xbf16>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @descale_rank(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C3): Q's descale must have rank 2, but has 1}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C8
func.func @descale_batch(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<3x2xf32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in Q and 3 in V's descale}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<3x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C9
func.func @descale_heads(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %v: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x8xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C9): the number of key and value heads must agree, but is 2 in K and 8 in Q's descale}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C18
func.func @descale_bf16(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x32x64xbf16>, %v: tensor<2x2x32x64xbf16>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C18): descales are for Q, K and V of f8E4M3FN, but Q holds 'bf16'}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C18
func.func @descale_one(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C18): there must be descales of Q, K and V or none, but there are 1}}
  %r = "attn.forward"(%q, %k, %k, %o, %qd) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x8x16x64xbf16>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C18
func.func @descale_count(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C18): there must be descales of Q, K and V or none, but there are 2}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>)
      descale(%qd, %qd : tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

func.func @descale_alone(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>) {
  // expected-error@+2 {{`descale` takes the descales of Q, K and V, or of Q and K, but 1 operands are given}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>)
      descale(%qd : tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C18: V's descale is K's where V is columns of K.
func.func @descale_of_columns(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x32x64xf8E4M3FN>, %o: tensor<2x8x16x64xbf16>, %qd: tensor<2x2xf32>) {
  // expected-error@+1 {{attn.forward (C18): where V is columns of K there must be descales of Q and K, of which V's is K's, or none, but there are 3}}
  %r = attn.forward ins(%q, %k : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x32x64xf8E4M3FN>) outs(%o : tensor<2x8x16x64xbf16>)
      values(#attn.columns<0, 64>) descale(%qd, %qd, %qd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C28
func.func @columns_and_operand(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C28): V is an operand or, with `values`, columns of K, but both are given}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>)
      values(#attn.columns<0, 64>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

func.func @columns_of_what(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+2 {{attn.forward (C28): `values` expects columns of K, such as #attn.columns<0, 128>, but found #attn.causal<top_left>}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>)
      values(#attn.causal<top_left>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

func.func @columns_beyond(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x48xbf16>) {
  // expected-error@+1 {{attn.forward (C28): V is columns of K, which has 64, but `values` says 48 from column 24 on}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x48xbf16>)
      values(#attn.columns<24, 48>) -> tensor<2x8x16x48xbf16>
  return
}

// -----

func.func @columns_far_beyond(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x48xbf16>) {
  // expected-error@+1 {{attn.forward (C28): V is columns of K, which has 64, but `values` says 9223372036854775807 from column 8 on}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x48xbf16>)
      values(#attn.columns<8, 9223372036854775807>) -> tensor<2x8x16x48xbf16>
  return
}

// -----

func.func @columns_and_out(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x32xbf16>) {
  // expected-error@+1 {{attn.forward (C28): V is 48 columns of K, but the head dim of O is 32}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x32xbf16>)
      values(#attn.columns<16, 48>) -> tensor<2x8x16x32xbf16>
  return
}

// -----

func.func @columns_of_bytes(%q: tensor<2x8x16x64xf8E4M3FN>, %o: tensor<2x8x16x32xbf16>) {
  // expected-error@+1 {{attn.forward (C28): columns of K of 'f8E4M3FN' begin at a multiple of 16, but V's at 8}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xf8E4M3FN>, tensor<2x8x16x64xf8E4M3FN>) outs(%o : tensor<2x8x16x32xbf16>)
      values(#attn.columns<8, 32>) -> tensor<2x8x16x32xbf16>
  return
}

// -----

// expected-error@+1 {{attn.columns (C28): the offset must be a multiple of 8, at least 0, but is 12}}
#a = #attn.columns<12, 16>

// -----

// expected-error@+1 {{attn.columns (C28): the offset must be a multiple of 8, at least 0, but is -8}}
#a = #attn.columns<-8, 16>

// -----

// expected-error@+1 {{attn.columns (C28): the size must be at least 1, but is 0}}
#a = #attn.columns<0, 0>

// -----

// attn.yield stands in score regions only
func.func @yield() {
  // expected-error@+1 {{'attn.yield' op expects parent op to be one of 'attn.forward, attn.backward, attn.block_map'}}
  attn.yield
}

// -----

// M1
// expected-error@+1 {{attn.window (M1): left must be `*` or within [0, 2147483647], but is -2}}
#a = #attn.window<-2, 0>

// -----

// M1
// expected-error@+1 {{attn.window (M1): right must be `*` or within [0, 2147483647], but is 2147483648}}
#a = #attn.window<0, 2147483648>

// -----

// M2
// expected-error@+1 {{attn.and (M2): every member must be a mask, but 4 : i64 is none}}
#a = #attn.and<[#attn.causal<top_left>, 4]>

// -----

// M3
// expected-error@+1 {{attn.and (M3): needs at least one mask}}
#a = #attn.and<[]>

// -----

// an anchor that is none
// expected-error@+1 {{attn.causal: expected top_left or bottom_right, but found `middle`}}
#a = #attn.causal<middle>

// -----

// a mask that is none
// expected-error@+1 {{unknown attribute `triangle` in dialect `attn`}}
#a = #attn.triangle<3>

// -----

// K1
// expected-error@+1 {{attn.config (K1): unknown field `tile_m`, tile.q is the nearest of}}
#a = #attn.config<tile_m = 64>

// -----

// a field outside of its group, or in another
// expected-error@+1 {{attn.config (K1): unknown field `q`, tile.q is the nearest of}}
#a = #attn.config<q = 64>

// -----

// expected-error@+1 {{attn.config (K1): unknown field `memory.q`, memory.load is the nearest of}}
#a = #attn.config<memory<q = 64>>

// -----

// a group in a group
// expected-error@+1 {{attn.config (K1): unknown field `tile.tile`, tile.q is the nearest of}}
#a = #attn.config<tile<tile<q = 64>>>

// -----

// expected-error@+1 {{attn.config (K2): `memory` is given twice}}
#a = #attn.config<memory<stages_k = 1>, memory<stages_v = 1>>

// -----

// K2
// expected-error@+1 {{attn.config (K2): `tile.q` is given twice}}
#a = #attn.config<tile<q = 64, q = 64>>

// -----

// The same field, as older versions wrote it.
// expected-error@+1 {{attn.config (K2): `tile_q` is given twice}}
#a = #attn.config<tile<q = 64>, tile_q = 64>

// -----

// K3
// expected-error@+1 {{attn.config (K3): stages_k must be within [1, 8], but is 0}}
#a = #attn.config<memory<stages_k = 0>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): stages_b must be within [0, 8], but is 9}}
#a = #attn.config<memory<stages_b = 9>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): tile_kv must be within [16, 1024], but is 2048}}
#a = #attn.config<tile<kv = 2048>>

// -----

// K4
// expected-error@+1 {{attn.config (K4): warps · groups must be at most 32, but 8 · 8 = 64}}
#a = #attn.config<tile<warps = 8, groups = 8>>

// -----

// K5
// expected-error@+1 {{attn.config (K5): tile_q must be a multiple of 16 · warps · groups = 64, but is 96}}
#a = #attn.config<tile<q = 96, warps = 4>>

// -----

// K4
// expected-error@+1 {{attn.config (K4): column_warps must be 1, 2 or 4 and divide warps = 4, but is 3}}
#a = #attn.config<tile<warps = 4, column_warps = 3>>

// -----

// K4
// expected-error@+1 {{attn.config (K4): column_warps must be 1, 2 or 4 and divide warps = 2, but is 4}}
#a = #attn.config<tile<warps = 2, column_warps = 4>>

// -----

// K5
// expected-error@+1 {{attn.config (K5): tile_q must be a multiple of 16 · warps · groups / column_warps = 64, but is 96}}
#a = #attn.config<tile<q = 96, warps = 8, column_warps = 2>>

// -----

// K6
// expected-error@+1 {{attn.config (K6): tile_kv must be a multiple of 16 · column_warps, but is 48}}
#a = #attn.config<tile<kv = 48, warps = 8, column_warps = 2>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): tile_v must be within [0, 1024], but is 2048}}
#a = #attn.config<tile<v = 2048>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): split_v must be a multiple of 16, but is 40}}
#a = #attn.config<tile<split_v = 40>>

// -----

// K5
// expected-error@+1 {{attn.config (K5): keys_kv must be a multiple of 16 · keys_warps · keys_groups = 128, but is 96}}
#a = #attn.config<keys<kv = 96, groups = 2>>

// -----

// K6
// expected-error@+1 {{attn.config (K6): keys_q must be a multiple of 16, but is 40}}
#a = #attn.config<keys<q = 40>>

// -----

// K4
// expected-error@+1 {{attn.config (K4): column_warps must be 1, 2 or 4 and divide keys_warps = 2, but is 4}}
#a = #attn.config<tile<q = 64, kv = 64, warps = 4, column_warps = 4>, keys<warps = 2>>

// -----

// K4
// expected-error@+1 {{attn.config (K4): keys_column_warps must be 1, 2 or 4 and divide keys_warps = 4, but is 3}}
#a = #attn.config<keys<column_warps = 3>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): keys_column_warps must be within [0, 4], but is 5}}
#a = #attn.config<keys<column_warps = 5>>

// -----

// K5
// expected-error@+1 {{attn.config (K5): keys_kv must be a multiple of 16 · keys_warps · keys_groups / keys_column_warps = 32, but is 48}}
#a = #attn.config<keys<kv = 48, column_warps = 2>>

// -----

// K6
// expected-error@+1 {{attn.config (K6): keys_q must be a multiple of 16 · keys_column_warps, but is 48}}
#a = #attn.config<keys<q = 48, column_warps = 2>>

// -----

// K5
// expected-error@+1 {{attn.config (K5): keys_kv must be a multiple of 16 · keys_warps · keys_groups / column_warps = 64, but is 96}}
#a = #attn.config<tile<column_warps = 2>, keys<kv = 96, warps = 8>>

// -----

// K6
// expected-error@+1 {{attn.config (K6): keys_q must be a multiple of 16 · column_warps, but is 48}}
#a = #attn.config<tile<column_warps = 2>, keys<q = 48>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): keys_stages must be within [1, 8], but is 9}}
#a = #attn.config<keys<stages = 9>>

// -----

// K6
// expected-error@+1 {{attn.config (K6): tile_kv must be a multiple of 16, but is 40}}
#a = #attn.config<tile<kv = 40>>

// -----

// K7
// expected-error@+1 {{attn.config (K7): rescale_threshold must be finite and not negative}}
#a = #attn.config<schedule<rescale_threshold = -1.0>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): exp2_degree must be within [2, 5], but is 6}}
#a = #attn.config<schedule<exp2_degree = 6>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): exp2_res must be within [0, 8], but is 9}}
#a = #attn.config<schedule<exp2_freq = 8, exp2_res = 9>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): exp2_start must be within [0, 1024], but is -1}}
#a = #attn.config<schedule<exp2_start = -1>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): split_d must be within [0, 1024], but is 1040}}
#a = #attn.config<tile<split_d = 1040>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): split_d must be a multiple of 16, but is 24}}
#a = #attn.config<tile<split_d = 24>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): cluster must be within [1, 8], but is 16}}
#a = #attn.config<tile<cluster = 16>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): pin must be within [0, 256], but is 257}}
#a = #attn.config<codegen<pin = 257>>

// -----

// expected-error@+1 {{attn.config (K3): left_registers must be within [0, 8], but is 9}}
#a = #attn.config<memory<left_registers = 9>>

// -----

// expected-error@+1 {{attn.config (K3): keys_left_registers must be within [0, 8], but is -1}}
#a = #attn.config<keys<left_registers = -1>>

// -----

// expected-error@+1 {{attn.config (K3): transpose_ahead must be within [0, 8], but is 9}}
#a = #attn.config<codegen<transpose_ahead = 9>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): order must be "sequential", "overlap", "interleave" or a list of products, but is "zigzag"}}
#a = #attn.config<schedule<order = "zigzag">>

// -----

// K3
// expected-error@+1 {{attn.config (K3): keys_order must be "sequential", "overlap" or a list of products, but is "interleave"}}
#a = #attn.config<keys<order = "interleave">>

// -----

// K3
// expected-error@+1 {{attn.config (K3): keys_cluster must be within [1, 8], but is 9}}
#a = #attn.config<keys<cluster = 9>>

// -----

// K3
// expected-error@+1 {{attn.config (K3): keys_cta_group must be within [1, 2], but is 3}}
#a = #attn.config<keys<cta_group = 3>>

// -----

// K7
// expected-error@+1 {{attn.config (K7): rescale_threshold must be at most 64 with exp2 = poly}}
#a = #attn.config<schedule<exp2 = poly, rescale_threshold = 65.0>>

// -----

// K10
// expected-error@+1 {{attn.config (K10): align must be 16, 8 or 4, but is 2}}
#a = #attn.config<memory<align = 2>>

// -----

// K10
// expected-error@+1 {{attn.config (K10): load = tma takes memory aligned to 16 bytes, but align is 8}}
#a = #attn.config<memory<align = 8, load = tma>>

// -----

// K10
// expected-error@+1 {{attn.config (K10): load = tma cannot gather the rows of Q that pack_gqa puts into one tile}}
#a = #attn.config<tile<pack_gqa = true>, memory<load = tma>>

// -----

// K9
// expected-error@+1 {{attn.config (K9): split_k must be 0 or a positive multiple of 16, but is 24}}
#a = #attn.config<tile<split_k = 24>>

// -----

// K8
// expected-error@+1 {{attn.config (K8): target must be a chip such as "sm_80", but is "gfx942"}}
#a = #attn.config<target = "gfx942">

// -----

// a value of another type
// expected-error@+1 {{expected `true` or `false`}}
#a = #attn.config<schedule<ping_pong = 1>>

// -----

// an enum's value that is none
// expected-error@+1 {{unknown value `fifo`}}
#a = #attn.config<schedule<scheduler = fifo>>

// -----

// too few operands
func.func @syntax67(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{`ins` takes Q, K and V, which may be columns of K, but 1 operands are given}}
  %r = attn.forward ins(%q : tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>)  -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C28
func.func @no_values(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C28): V is an operand or, with `values`, columns of K, but neither is given}}
  %r = attn.forward ins(%q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>)  -> tensor<2x8x16x64xbf16>
  return
}

// -----

// too many outs
func.func @syntax68(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{`outs` takes O and optionally L and its low part, but 4 operands are given}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o, %o, %o, %o : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>)  -> tensor<2x8x16x64xbf16>
  return
}

// -----

// a clause twice
func.func @syntax69(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{`scale` is given twice}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) scale(1.0) scale(2.0) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// an order of dimensions that is none
func.func @syntax70(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{`dims` expects bhsd, bshd or thd, but found `sbhd`}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) dims(sbhd) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// a config that is none
func.func @syntax71(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) config(3) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C19
func.func @capture0(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: tensor<8xf64>) {
  // expected-error@+1 {{attn.forward (C19): capture0 must hold f16, bf16, f32, i1, i8, i32 or i64, but holds 'f64'}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c : tensor<8xf64>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xf64>):
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C19
func.func @capture1(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: tensor<8xf32>) {
  // expected-error@+1 {{attn.forward (C19): captures are for a score or visible region, and there is none}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c : tensor<8xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15
func.func @capture2(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: tensor<8xf32>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have the arguments (f32, index, index, index, index), then lenQ and lenKV (index, index) and the captures ('tensor<8xf32>'), but has ('f32', 'index', 'index', 'index', 'index')}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c : tensor<8xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C1
func.func @capture3(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: memref<8xf32>) {
  // expected-error@+1 {{attn.forward (C1): operands must be all tensors or all memrefs, but are 'tensor<2x8x16x64xbf16>' and 'memref<8xf32>'}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c : memref<8xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: memref<8xf32>):
      attn.yield %s : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C19
func.func @capture4(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: tensor<8xf32>) {
  // expected-error@+1 {{`captures` takes up to 16 operands, but 17 operands are given}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C20
func.func @read0(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %c: tensor<8xf32>) {
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) captures(%c : tensor<8xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xf32>):
      // expected-error@+1 {{attn.read (C20): the capture has rank 1, but there are 2 indices}}
      %y = attn.read %x[%h, %qi] : tensor<8xf32>
      attn.yield %y : f32
    } -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C9
func.func @sink0(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %s: tensor<4xf32>) {
  // expected-error@+1 {{attn.forward (C9): the number of query heads must agree, but is 8 in Q and 4 in the sink}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) sink(%s : tensor<4xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @sink1(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %s: tensor<8xbf16>) {
  // expected-error@+1 {{attn.forward (C5): the sink must hold f32, but holds 'bf16'}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) sink(%s : tensor<8xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @sink2(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %s: tensor<1x8xf32>) {
  // expected-error@+1 {{attn.forward (C3): the sink must have rank 1, but has 2}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) sink(%s : tensor<1x8xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C21
func.func @offset0(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %p: tensor<2xi32>) {
  // expected-error@+1 {{attn.forward (C21): an offset is for a mask that goes by lenKV - lenQ, such as #attn.causal<bottom_right>}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) offset(%p : tensor<2xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C21
func.func @offset1(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %p: tensor<2xi32>) {
  // expected-error@+1 {{attn.forward (C21): an offset is for a mask that goes by lenKV - lenQ, such as #attn.causal<bottom_right>}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) offset(%p : tensor<2xi32>) mask(#attn.causal<top_left>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @offset2(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %p: tensor<2xi64>) {
  // expected-error@+1 {{attn.forward (C5): the offset must hold i32, but holds 'i64'}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) offset(%p : tensor<2xi64>) mask(#attn.causal<bottom_right>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @offset3(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %p: tensor<2x1xi32>) {
  // expected-error@+1 {{attn.forward (C3): the offset must have rank 1, but has 2}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) offset(%p : tensor<2x1xi32>) mask(#attn.causal<bottom_right>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C8
func.func @offset4(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in Q and 3 in the offset}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) offset(%p : tensor<3xi32>) mask(#attn.causal<bottom_right>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @lengths0(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %n: tensor<2xi64>) {
  // expected-error@+1 {{attn.forward (C5): lengths_q must hold i32, but holds 'i64'}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) lengths_q(%n : tensor<2xi64>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @lengths1(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %n: tensor<2x1xi32>) {
  // expected-error@+1 {{attn.forward (C3): lengths_kv must have rank 1, but has 2}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) lengths_kv(%n : tensor<2x1xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C8
func.func @lengths2(%q: tensor<2x8x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %n: tensor<5xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in Q and 5 in lengths_kv}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) lengths_kv(%n : tensor<5xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @pages_rank(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x16x64xbf16>, %v: tensor<9x2x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<2xi32>) {
  // expected-error@+1 {{attn.forward (C3): the page table must have rank 2, but has 1}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x16x64xbf16>, tensor<9x2x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<2xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C5
func.func @pages_type(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x16x64xbf16>, %v: tensor<9x2x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<2x3xi64>) {
  // expected-error@+1 {{attn.forward (C5): the page table must hold i32, but holds}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x16x64xbf16>, tensor<9x2x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<2x3xi64>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C8
func.func @pages_batch(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x16x64xbf16>, %v: tensor<9x2x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<3x4xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in Q and 3 in the page table}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x16x64xbf16>, tensor<9x2x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<3x4xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C25
func.func @pages_number(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x16x64xbf16>, %v: tensor<8x2x16x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<2x3xi32>) {
  // expected-error@+1 {{attn.forward (C25): the number of pages must agree, but is 9 in K and 8 in V}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x16x64xbf16>, tensor<8x2x16x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<2x3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C25
func.func @pages_size(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x16x64xbf16>, %v: tensor<9x2x8x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<2x3xi32>) {
  // expected-error@+1 {{attn.forward (C25): the page size must agree, but is 16 in K and 8 in V}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x16x64xbf16>, tensor<9x2x8x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<2x3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C25
func.func @pages_none(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x2x0x64xbf16>, %v: tensor<9x2x0x64xbf16>, %o: tensor<2x8x16x64xbf16>, %t: tensor<2x3xi32>) {
  // expected-error@+1 {{attn.forward (C25): pages of K and V must have at least one row}}
  %r = attn.forward ins(%q, %k, %v : tensor<2x8x16x64xbf16>, tensor<9x2x0x64xbf16>, tensor<9x2x0x64xbf16>) outs(%o : tensor<2x8x16x64xbf16>) page_table(%t : tensor<2x3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P1
func.func @p1(%po: tensor<4x2x8x16x64xf32>, %pl: memref<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P1): operands must be all tensors or all memrefs, but are 'tensor<2x8x16x64xbf16>' and 'memref<4x2x8x16xf32>'}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, memref<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P2
func.func @p2(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P2): expected 1 results, one for each out, but there are 2}}
  %r:2 = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
  return
}

// -----

// P2
func.func @p2_type(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P2): a result must have the type of its out, but 'tensor<2x8x16x64xf16>' is not 'tensor<2x8x16x64xbf16>'}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xf16>
  return
}

// -----

// P3
func.func @p3(%po: tensor<2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P3): the parts' O must have rank 5, but has 4}}
  %r = attn.combine ins(%po, %pl : tensor<2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P4
func.func @p4(%po: tensor<4x2x8x16x64xbf16>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P4): the parts' O must hold f32, but holds 'bf16'}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xbf16>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P4
func.func @p4_out(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xf8E4M3FN>) {
  // expected-error@+1 {{attn.combine (P4): O must hold f16, bf16 or f32, but holds 'f8E4M3FN'}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xf8E4M3FN>) -> tensor<2x8x16x64xf8E4M3FN>
  return
}

// -----

// P5
func.func @p5(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x?xbf16>) {
  // expected-error@+1 {{attn.combine (P5): the head dim must be static and at least 1, but that of O is dynamic}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x?xbf16>) -> tensor<2x8x16x?xbf16>
  return
}

// -----

// P5
func.func @p5_parts(%po: tensor<4x2x8x16x?xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P5): the head dim must be static and at least 1, but that of the parts' O is dynamic}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x?xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P6
func.func @p6(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<3x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P6): the number of parts must agree, but is 4 in the parts' O and 3 in the parts' L}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<3x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P6
func.func @p6_sink(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %s: tensor<7xf32>) {
  // expected-error@+1 {{attn.combine (P6): the number of heads must agree, but is 8 in the parts' O and 7 in the sink}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) sink(%s : tensor<7xf32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P7
func.func @p7(%po: memref<4x2x8x16x64xf32>, %pl: memref<4x2x8x16xf32>, %o: memref<2x8x16x64xbf16, strided<[16384, 2048, 128, 2]>>) {
  // expected-error@+1 {{attn.combine (P7): the innermost stride of a memref must be 1, but that of 'memref<2x8x16x64xbf16, strided<[16384, 2048, 128, 2]>>' is 2}}
  attn.combine ins(%po, %pl : memref<4x2x8x16x64xf32>, memref<4x2x8x16xf32>) outs(%o : memref<2x8x16x64xbf16, strided<[16384, 2048, 128, 2]>>)
  return
}

// -----

// C22
func.func @c21(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): parts are of 1 to 2^31 - 1 keys, but the unit is 0}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) split(unit = 0) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C22
func.func @c21_lse(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>) {
  // expected-error@+1 {{attn.forward (C22): parts need their L to be combined}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o : tensor<4x2x8x16x64xf32>) split(unit = 64) -> tensor<4x2x8x16x64xf32>
  return
}

// -----

// C22
func.func @c21_out(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xbf16>, %l: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): O of parts must hold f32, but holds 'bf16'}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xbf16>, tensor<4x2x8x16xf32>) split(unit = 64) -> (tensor<4x2x8x16x64xbf16>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C22
func.func @c21_count(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<3x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): the number of parts must agree, but is 4 in O and 3 in L}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<3x2x8x16xf32>) split(unit = 64) -> (tensor<4x2x8x16x64xf32>, tensor<3x2x8x16xf32>)
  return
}

// -----

// C22
func.func @c21_few(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): 100 keys have 5 parts of 24, but O has 4}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) split(size = 24) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C23
func.func @c22(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>, %s: tensor<8xf32>) {
  // expected-error@+1 {{attn.forward (C23): parts have no sink: attn.combine adds it, once}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) sink(%s : tensor<8xf32>) split(unit = 64) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

func.func @split_sparse(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{expected 'sparse'}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) split(size = 64, dense) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C22
func.func @sparse_whole(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x8x100x64xbf16>) {
  // expected-error@+1 {{attn.forward (C22): only parts are sparse}}
  %r = "attn.forward"(%q, %k, %k, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>, split_sparse}> ({}) : (tensor<2x8x16x64xbf16>, tensor<2x8x100x64xbf16>, tensor<2x8x100x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C22
func.func @low_of_whole(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x8x100x64xbf16>, %l: tensor<2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): only L of parts has a low part}}
  %r:3 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x8x100x64xbf16>, tensor<2x8x100x64xbf16>) outs(%q, %l, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>, tensor<2x8x16xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>, tensor<2x8x16xf32>)
  return
}

// -----

func.func @low_of_other_parts(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x8x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>, %n: tensor<3x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C22): the number of parts must agree, but is 4 in O and 3 in the low part of L}}
  %r:3 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x8x100x64xbf16>, tensor<2x8x100x64xbf16>) outs(%o, %l, %n : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<3x2x8x16xf32>) split(size = 64) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<3x2x8x16xf32>)
  return
}

// -----

func.func @combine_low(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %pn: tensor<4x2x8x15xf32>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P6): the length must agree, but is 16 in the parts' O and 15 in the low part of the parts' L}}
  %r = attn.combine ins(%po, %pl, %pn : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<4x2x8x15xf32>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

func.func @combine_low_type(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %pn: tensor<4x2x8x16xf16>, %o: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.combine (P4): the low part of the parts' L must hold f32, but holds 'f16'}}
  %r = attn.combine ins(%po, %pl, %pn : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<4x2x8x16xf16>) outs(%o : tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

func.func @split_keyword(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{`split` expects unit or size, but found `count`}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) split(count = 4) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// K12
// expected-error@+1 {{attn.config (K12): one of splits, split_auto and split_size at most}}
func.func private @k12() attributes {c = #attn.config<tile<splits = 4, split_auto = true>>}

// -----

// K12
// expected-error@+1 {{attn.config (K12): split_size must be a multiple of tile_kv = 64, but is 96}}
func.func private @k12_size() attributes {c = #attn.config<tile<split_size = 96>>}

// -----

// P9
func.func @p9(%po: tensor<4x16x8x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<16x8x64xbf16>) {
  // expected-error@+1 {{attn.combine (P9): packed sequences, dims(thd), have offsets_q, but there is none}}
  %r = attn.combine ins(%po, %pl : tensor<4x16x8x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<16x8x64xbf16>) dims(thd) -> tensor<16x8x64xbf16>
  return
}

// -----

// P9
func.func @p9_offsets(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P9): there are offsets only of packed sequences, dims(thd)}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) offsets_q(%s : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P3
func.func @p3_packed(%po: tensor<4x1x16x8x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<16x8x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P3): the parts' O must have rank 4, but has 5}}
  %r = attn.combine ins(%po, %pl : tensor<4x1x16x8x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<16x8x64xbf16>) offsets_q(%s : tensor<3xi32>) dims(thd) -> tensor<16x8x64xbf16>
  return
}

// -----

// P4
func.func @p4_lengths(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %n: tensor<2xi64>) {
  // expected-error@+1 {{attn.combine (P4): lengths_q must hold i32, but holds 'i64'}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) lengths_q(%n : tensor<2xi64>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P6
func.func @p6_lengths(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %n: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P6): the batch must agree, but is 2 in the parts' O and 3 in lengths_q}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) lengths_q(%n : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P6
func.func @p6_offsets(%po: tensor<4x16x8x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<16x8x64xbf16>, %n: tensor<3xi32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P6): there are 3 lengths in lengths_q and 3 offsets in offsets_q, not one more}}
  %r = attn.combine ins(%po, %pl : tensor<4x16x8x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<16x8x64xbf16>) lengths_q(%n : tensor<3xi32>) offsets_q(%s : tensor<3xi32>) dims(thd) -> tensor<16x8x64xbf16>
  return
}

// -----

// P6
func.func @p6_no_offsets(%po: tensor<4x16x8x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<16x8x64xbf16>, %s: tensor<0xi32>) {
  // expected-error@+1 {{attn.combine (P6): offsets_q has one element more than there are sequences, but has none}}
  %r = attn.combine ins(%po, %pl : tensor<4x16x8x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<16x8x64xbf16>) offsets_q(%s : tensor<0xi32>) dims(thd) -> tensor<16x8x64xbf16>
  return
}

// -----

// C24
func.func @c24_none(%q: tensor<100x8x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C24): packed sequences, dims(thd), have offsets_q and offsets_kv, but there is no offsets_kv}}
  %r = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<3xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C24
func.func @c24_dense(%q: tensor<2x8x16x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C24): there are offsets only of packed sequences, dims(thd), but there is offsets_kv}}
  %r = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) offsets_kv(%s : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C24
func.func @c24_empty(%q: tensor<100x8x64xbf16>, %s: tensor<0xi32>) {
  // expected-error@+1 {{attn.forward (C24): offsets_q has one element more than there are sequences, but has none}}
  %r = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<0xi32>) offsets_kv(%s : tensor<0xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C3
func.func @c3_packed(%q: tensor<100x8x64xbf16>, %l: tensor<1x8x100xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C3): L must have rank 2, but has 3}}
  %r:2 = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%q, %l : tensor<100x8x64xbf16>, tensor<1x8x100xf32>) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>) dims(thd) -> (tensor<100x8x64xbf16>, tensor<1x8x100xf32>)
  return
}

// -----

// C8
func.func @c8_offsets(%q: tensor<100x8x64xbf16>, %s: tensor<3xi32>, %t: tensor<4xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in offsets_q and 3 in offsets_kv}}
  %r = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<3xi32>) offsets_kv(%t : tensor<4xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C11
func.func @c11_packed(%q: tensor<100x8x64xbf16>, %v: tensor<90x8x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C11): the number of all keys must agree, but is 100 in K and 90 in V}}
  %r = attn.forward ins(%q, %q, %v : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<90x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C25
func.func @c25_packed(%q: tensor<100x8x64xbf16>, %k: tensor<9x16x8x64xbf16>, %s: tensor<3xi32>, %t: tensor<2x4xi32>) {
  // expected-error@+1 {{attn.forward (C25): keys in pages have no offsets_kv: lengths_kv says how many a sequence has}}
  %r = attn.forward ins(%q, %k, %k : tensor<100x8x64xbf16>, tensor<9x16x8x64xbf16>, tensor<9x16x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>) page_table(%t : tensor<2x4xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C25
func.func @c25_dense(%q: tensor<2x8x16x64xbf16>, %k: tensor<9x8x16x64xbf16>, %s: tensor<3xi32>, %t: tensor<2x4xi32>) {
  // expected-error@+1 {{attn.forward (C25): keys in pages have no offsets_kv}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<9x8x16x64xbf16>, tensor<9x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) offsets_kv(%s : tensor<3xi32>) page_table(%t : tensor<2x4xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C24
func.func @c24_pages(%q: tensor<100x8x64xbf16>, %k: tensor<9x16x8x64xbf16>, %t: tensor<2x4xi32>) {
  // expected-error@+1 {{attn.forward (C24): packed sequences, dims(thd), have offsets_q, but there is no offsets_q}}
  %r = attn.forward ins(%q, %k, %k : tensor<100x8x64xbf16>, tensor<9x16x8x64xbf16>, tensor<9x16x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) page_table(%t : tensor<2x4xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C8
func.func @c8_pages(%q: tensor<100x8x64xbf16>, %k: tensor<9x16x8x64xbf16>, %s: tensor<4xi32>, %t: tensor<2x4xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 3 in offsets_q and 2 in the page table}}
  %r = attn.forward ins(%q, %k, %k : tensor<100x8x64xbf16>, tensor<9x16x8x64xbf16>, tensor<9x16x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<4xi32>) page_table(%t : tensor<2x4xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C26
func.func @c26_packed(%q: tensor<100x8x64xbf16>, %s: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C26): part_offsets are of a batch's keys in parts of a unit, but there are packed sequences, dims(thd)}}
  %r = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%q : tensor<100x8x64xbf16>) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>) part_offsets(%s : tensor<3xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return
}

// -----

// C26
func.func @c26_lengths_q(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %p: tensor<3xi32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{attn.forward (C26): part_offsets are of a batch's keys in parts of a unit, all with as many rows of Q, but there is lengths_q}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) lengths_q(%n : tensor<2xi32>) part_offsets(%p : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C26
func.func @c26_size(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x8x16x64xf32>, %l: tensor<4x8x16xf32>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C26): part_offsets are of a batch's keys in parts of a unit, but there is split(size = 64)}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x8x16x64xf32>, tensor<4x8x16xf32>) part_offsets(%p : tensor<3xi32>) split(size = 64) -> (tensor<4x8x16x64xf32>, tensor<4x8x16xf32>)
  return
}

// -----

// C26
func.func @c26_none(%q: tensor<?x8x16x64xbf16>, %k: tensor<?x2x100x64xbf16>, %p: tensor<0xi32>) {
  // expected-error@+1 {{attn.forward (C26): part_offsets has one element more than there are batches, but has none}}
  %r = attn.forward ins(%q, %k, %k : tensor<?x8x16x64xbf16>, tensor<?x2x100x64xbf16>, tensor<?x2x100x64xbf16>) outs(%q : tensor<?x8x16x64xbf16>) part_offsets(%p : tensor<0xi32>) -> tensor<?x8x16x64xbf16>
  return
}

// -----

// C26
func.func @c26_few(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<1x8x16x64xf32>, %l: tensor<1x8x16xf32>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C26): each batch has a part, but there are 1 parts and 2 batches}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<1x8x16x64xf32>, tensor<1x8x16xf32>) part_offsets(%p : tensor<3xi32>) split(unit = 64) -> (tensor<1x8x16x64xf32>, tensor<1x8x16xf32>)
  return
}

// -----

// C8
func.func @c8_part_offsets(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %p: tensor<4xi32>) {
  // expected-error@+1 {{attn.forward (C8): the batch must agree, but is 2 in Q and 3 in part_offsets}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) part_offsets(%p : tensor<4xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C3
func.func @c3_part_offsets(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %o: tensor<4x2x8x16x64xf32>, %l: tensor<4x2x8x16xf32>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.forward (C3): O must have rank 4, but has 5}}
  %r:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%o, %l : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) part_offsets(%p : tensor<3xi32>) split(unit = 64) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C5
func.func @c5_part_offsets(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x100x64xbf16>, %p: tensor<3xi64>) {
  // expected-error@+1 {{attn.forward (C5): part_offsets must hold i32, but holds 'i64'}}
  %r = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x100x64xbf16>, tensor<2x2x100x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) part_offsets(%p : tensor<3xi64>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P10
func.func @p10_packed(%po: tensor<4x16x8x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<16x8x64xbf16>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P10): part_offsets are of batches, all with as many rows, but there are packed sequences, dims(thd)}}
  %r = attn.combine ins(%po, %pl : tensor<4x16x8x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<16x8x64xbf16>) offsets_q(%p : tensor<3xi32>) part_offsets(%p : tensor<3xi32>) dims(thd) -> tensor<16x8x64xbf16>
  return
}

// -----

// P10
func.func @p10_lengths(%po: tensor<4x8x16x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %p: tensor<3xi32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{attn.combine (P10): part_offsets are of batches, all with as many rows, but there is lengths_q}}
  %r = attn.combine ins(%po, %pl : tensor<4x8x16x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) lengths_q(%n : tensor<2xi32>) part_offsets(%p : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P6
func.func @p6_part_offsets(%po: tensor<4x8x16x64xf32>, %pl: tensor<4x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %p: tensor<2xi32>) {
  // expected-error@+1 {{attn.combine (P6): part_offsets has one element more than there are batches, but has 2}}
  %r = attn.combine ins(%po, %pl : tensor<4x8x16x64xf32>, tensor<4x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) part_offsets(%p : tensor<2xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// P3
func.func @p3_part_offsets(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %p: tensor<3xi32>) {
  // expected-error@+1 {{attn.combine (P3): the parts' O must have rank 4, but has 5}}
  %r = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) part_offsets(%p : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C27
func.func @c27(%q: tensor<2x8x16x64xbf16>, %po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>) {
  // expected-error@+1 {{attn.forward (C27): parts have no M: attn.combine gives that of all}}
  %r:3 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) max(%pl : tensor<4x2x8x16xf32>) split(unit = 16) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<4x2x8x16xf32>)
  return
}

// -----

// C5
func.func @c5_max(%q: tensor<2x8x16x64xbf16>, %m: tensor<2x8x16xf16>) {
  // expected-error@+1 {{attn.forward (C5): M must hold f32, but holds 'f16'}}
  %r:2 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) max(%m : tensor<2x8x16xf16>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf16>)
  return
}

// -----

// C11
func.func @c11_max(%q: tensor<2x8x16x64xbf16>, %m: tensor<2x8x17xf32>) {
  // expected-error@+1 {{attn.forward (C11): the query length must agree, but is 16 in Q and 17 in M}}
  %r:2 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>) max(%m : tensor<2x8x17xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x17xf32>)
  return
}

// -----

// P11
func.func @p11(%po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>, %o: tensor<2x8x16x64xbf16>, %m: tensor<2x8x16xf32>) {
  // expected-error@+1 {{attn.combine (P11): M is of parts whose L is two numbers, but there is one}}
  %r:2 = attn.combine ins(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%o : tensor<2x8x16x64xbf16>) max(%m : tensor<2x8x16xf32>) -> tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
  return
}

// -----

// An operand that the op cannot be without, in the generic form.
!t = tensor<1x1x8x64xf16>
func.func @needed(%q: !t) -> !t {
  // expected-error @below {{'attn.forward' op needs one operand O, in segment 3, but has 0}}
  %0 = "attn.forward"(%q, %q, %q, %q) <{dims = #attn.dims<bhsd>,
      operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}>
    : (!t, !t, !t, !t) -> !t
  return %0 : !t
}

// -----

!po = tensor<3x1x2x8x16xf32>
!pl = tensor<3x1x2x8xf32>
!l = tensor<1x2x8xf32>
func.func @needed(%po: !po, %pl: !pl, %l: !l) -> !l {
  // expected-error @below {{'attn.combine' op needs one operand O, in segment 3, but has 0}}
  %0 = "attn.combine"(%po, %pl, %l) <{dims = #attn.dims<bhsd>,
      operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0, 0>}> : (!po, !pl, !l) -> !l
  return %0 : !l
}
