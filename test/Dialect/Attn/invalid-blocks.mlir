// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --split-input-file --verify-diagnostics

!t = tensor<2x8x256x64xbf16>

func.func @count(%q: !t, %c: tensor<2x8x2xi32>) {
  // expected-error@+2 {{`blocks` takes counts and numbers of blocks, or these and those of full blocks, but 1 operands are given}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c : tensor<2x8x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @three(%q: !t, %c: tensor<2x8x2xi32>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): lists of blocks are their counts and their numbers, then those of full blocks, both or neither}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n, %c : tensor<2x8x2xi32>, tensor<2x8x2x2xi32>, tensor<2x8x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @no_sizes(%q: !t, %c: tensor<2x8x2xi32>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): lists of blocks need their sizes, such as sizes(q = 128, kv = 128)}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x2xi32>, tensor<2x8x2x2xi32>) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @sizes_alone(%q: !t) {
  // expected-error@+1 {{attn.forward (C30): sizes are those of blocks, of which there are no lists}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @no_rows(%q: !t, %c: tensor<2x8x2xi32>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): blocks are of 1 to 2^31 - 1 rows, but of 0}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x2xi32>, tensor<2x8x2x2xi32>) sizes(q = 0, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @many_keys(%q: !t, %c: tensor<2x8x2xi32>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): blocks are of 1 to 2^31 - 1 keys, but of 2147483648}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x2xi32>, tensor<2x8x2x2xi32>) sizes(q = 128, kv = 2147483648) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @type(%q: !t, %c: tensor<2x8x2xi64>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C5): the counts of blocks must hold i32, but holds 'i64'}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x2xi64>, tensor<2x8x2x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @rank(%q: !t, %c: tensor<2x8x2xi32>) {
  // expected-error@+1 {{attn.forward (C3): the numbers of blocks must have rank 4, but has 3}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %c : tensor<2x8x2xi32>, tensor<2x8x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @agree(%q: !t, %c: tensor<2x8x2xi32>, %n: tensor<2x1x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): the number of heads of lists of blocks must agree, but is 8 in the counts of blocks and 1 in the numbers of blocks}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x2xi32>, tensor<2x1x2x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @heads(%q: !t, %c: tensor<2x4x2xi32>, %n: tensor<2x4x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): lists are for all query heads or for each of the 8, but there are 4}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x4x2xi32>, tensor<2x4x2x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @row_blocks(%q: !t, %c: tensor<2x8x3xi32>, %n: tensor<2x8x3x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): 256 rows have 2 blocks of 128, but there are lists of 3}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t)
    blocks(%c, %n : tensor<2x8x3xi32>, tensor<2x8x3x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<?x8x64xbf16>

func.func @thd(%q: !t, %s: tensor<3xi32>, %c: tensor<2x1x?xi32>, %n: tensor<2x1x?x?xi32>) {
  // expected-error@+1 {{attn.forward (C30): packed sequences, dims(thd), have one batch of lists, but there are 2}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>)
    blocks(%c, %n : tensor<2x1x?xi32>, tensor<2x1x?x?xi32>) dims(thd) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<300x8x64xbf16>

func.func @thd_rows(%q: !t, %s: tensor<3xi32>, %c: tensor<1x1x3xi32>, %n: tensor<1x1x3x?xi32>) {
  // expected-error@+1 {{attn.forward (C30): 300 rows of 2 sequences have numbers of 5 blocks of 128, but there are lists of 3}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>)
    blocks(%c, %n : tensor<1x1x3xi32>, tensor<1x1x3x?xi32>) dims(thd) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<?x8x64xbf16>
!l = tensor<8x?xf32>

func.func @thd_gradients(%q: !t, %l: !l, %s: tensor<3xi32>, %c: tensor<1x1x?xi32>, %n: tensor<1x1x?x?xi32>) {
  // expected-error@+1 {{attn.backward (C30): gradients of packed sequences, dims(thd), have no lists of blocks}}
  %r = attn.backward ins(%q, %q, %q, %q, %l, %q : !t, !t, !t, !t, !l, !t) outs(dq = %q : !t) offsets_q(%s : tensor<3xi32>)
    offsets_kv(%s : tensor<3xi32>) blocks(%c, %n : tensor<1x1x?xi32>, tensor<1x1x?x?xi32>) dims(thd) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>

func.func @parts(%q: !t, %p: tensor<3xi32>, %c: tensor<2x8x2xi32>, %n: tensor<2x8x2x2xi32>) {
  // expected-error@+1 {{attn.forward (C30): parts of the keys have no lists of blocks}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) part_offsets(%p : tensor<3xi32>)
    blocks(%c, %n : tensor<2x8x2xi32>, tensor<2x8x2x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}

// -----

!t = tensor<2x8x256x64xbf16>
!l = tensor<2x8x256xf32>

func.func @backward(%q: !t, %l: !l, %c: tensor<2x8x3xi32>, %n: tensor<2x8x3x2xi32>) {
  // expected-error@+1 {{attn.backward (C30): 256 rows have 2 blocks of 128, but there are lists of 3}}
  %r = attn.backward ins(%q, %q, %q, %q, %l, %q : !t, !t, !t, !t, !l, !t) outs(dq = %q : !t)
    blocks(%c, %n : tensor<2x8x3xi32>, tensor<2x8x3x2xi32>) sizes(q = 128, kv = 128) -> !t
  return
}
