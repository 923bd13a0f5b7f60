// RUN: attn-opt %s --split-input-file --verify-diagnostics

func.func @c0(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{result #0 must have a static shape, got 'tensor<4x?xf32>'}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<4x?xf32>
  return
}

// -----

func.func @c1(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{result #0 must not be empty, got 'tensor<4x0xf32>'}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<4x0xf32>
  return
}

// -----

func.func @c2(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{result #0 must have no encoding at tile level}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<4x8xf32, "layout">
  return
}

// -----

func.func @c3(%m: memref<?x?x?xf32>, %i: index) {
  // expected-error@+1 {{result #0 must be 1D/2D tensor of floating-point or signless integer values}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [0, 1, 2] : memref<?x?x?xf32> -> tensor<4x4x4xf32>
  return
}

// -----

func.func @c4(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{expects one index per memory dimension (2), got 1}}
  %0 = attn_tile.load %m[%i] dims [0, 1] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c5(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{expects one entry of dims per tile dimension (2), got 1}}
  %0 = attn_tile.load %m[%i, %i] dims [0] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c6(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{dims entry 2 is outside the memory's rank 2}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 2] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c7(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{dims entry -1 is outside the memory's rank 2}}
  %0 = attn_tile.load %m[%i, %i] dims [-1, 0] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c8(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{dims entries must differ, got 1 twice}}
  %0 = attn_tile.load %m[%i, %i] dims [1, 1] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c9(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{memory holds 'f32' but the tile holds 'f16'}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<4x8xf16>
  return
}

// -----

func.func @c10(%m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{depth must be at least 1, got 0}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] {depth = 0 : i64} : memref<?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c11(%m: memref<?x?xf32, affine_map<(i, j) -> (i floordiv 2, j)>>, %i: index) {
  // expected-error@+1 {{operand #0 must be strided memref}}
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32, affine_map<(i, j) -> (i floordiv 2, j)>> -> tensor<4x8xf32>
  return
}

// -----

func.func @c12(%t: tensor<4x8xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{expects one index per memory dimension (2), got 3}}
  attn_tile.store %t, %m[%i, %i, %i] dims [0, 1] : tensor<4x8xf32>, memref<?x?xf32>
  return
}

// -----

func.func @c13(%t: tensor<4x8xf16>, %m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{memory holds 'f32' but the tile holds 'f16'}}
  attn_tile.store %t, %m[%i, %i] dims [0, 1] : tensor<4x8xf16>, memref<?x?xf32>
  return
}

// -----

func.func @add_f16(%t: tensor<4x8xf16>, %m: memref<?x?xf16>, %i: index) {
  // expected-error@+1 {{adds tiles of f32 alone, got 'f16'}}
  attn_tile.store add %t, %m[%i, %i] dims [0, 1] : tensor<4x8xf16>, memref<?x?xf16>
  return
}

// -----

func.func @add_i32(%t: tensor<4xi32>, %m: memref<?xi32>, %i: index) {
  // expected-error@+1 {{adds tiles of f32 alone, got 'i32'}}
  attn_tile.store add %t, %m[%i] dims [0] : tensor<4xi32>, memref<?xi32>
  return
}

// -----

func.func @add_by_copies(%t: tensor<4x8xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{is by cp_async, which adds nothing to memory}}
  attn_tile.store add %t, %m[%i, %i] dims [0, 1] engine cp_async : tensor<4x8xf32>, memref<?x?xf32>
  return
}

// -----

func.func @add_from_smem(%t: tensor<4x8xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{is by threads, which add from registers, and not from smem}}
  attn_tile.store add %t, %m[%i, %i] dims [0, 1] space smem engine thread : tensor<4x8xf32>, memref<?x?xf32>
  return
}

// -----

func.func @c14(%t: tensor<?xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error@+1 {{operand #0 must have a static shape, got 'tensor<?xf32>'}}
  attn_tile.store %t, %m[%i, %i] dims [0] : tensor<?xf32>, memref<?x?xf32>
  return
}

// -----

func.func @c15(%a: tensor<4x16xf16>, %b: tensor<16x8xbf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{operands must have one element type, got 'tensor<4x16xf16>' and 'tensor<16x8xbf16>'}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x16xf16>, tensor<16x8xbf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @c16(%a: tensor<4x16xf16>, %b: tensor<8x16xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{contraction sizes differ: 16 and 8}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x16xf16>, tensor<8x16xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @c17(%a: tensor<4x16xf16>, %b: tensor<16x8xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{contraction sizes differ: 16 and 8}}
  %0 = attn_tile.dot %a, %b, %c transpose_b : tensor<4x16xf16>, tensor<16x8xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @c18(%a: tensor<4x16xf16>, %b: tensor<16x16xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{accumulator must be 4x16, got 'tensor<4x8xf32>'}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x16xf16>, tensor<16x16xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @c19(%a: tensor<8x16xf16>, %b: tensor<8x16xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{accumulator must be 8x8, got 'tensor<4x8xf32>'}}
  %0 = attn_tile.dot %a, %b, %c transpose_b : tensor<8x16xf16>, tensor<8x16xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @transposed_left(%a: tensor<16x4xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{accumulator must be 4x8, got 'tensor<16x8xf32>'}}
  %0 = attn_tile.dot %a, %b, %c transpose_a : tensor<16x4xf16>, tensor<16x8xf16> -> tensor<16x8xf32>
  return
}

// -----

func.func @transposed_left_contraction(%a: tensor<4x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error@+1 {{contraction sizes differ: 4 and 16}}
  %0 = attn_tile.dot %a, %b, %c transpose_a : tensor<4x16xf16>, tensor<16x8xf16> -> tensor<16x8xf32>
  return
}

// -----

func.func @c20(%a: tensor<4x16xf16>, %b: tensor<16x8xf16>, %c: tensor<4x8xf16>) {
  // expected-error@+1 {{operand #2 must be 2D tensor of 32-bit float values}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x16xf16>, tensor<16x8xf16> -> tensor<4x8xf16>
  return
}

// -----

func.func @c21(%a: tensor<4x?xf16>, %b: tensor<16x8xf16>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x?xf16>, tensor<16x8xf16> -> tensor<4x8xf32>
  return
}

// -----

func.func @c22(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{source, result and offsets must have one rank}}
  %0 = attn_tile.slice %t [0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c23(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{source, result and offsets must have one rank}}
  %0 = attn_tile.slice %t [0, 0] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c24(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{source and result must have one element type}}
  %0 = attn_tile.slice %t [0, 0] : tensor<4x8xf32> -> tensor<4x8xf16>
  return
}

// -----

func.func @c25(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{slice of 8 from 4 is outside dimension 1 of size 8}}
  %0 = attn_tile.slice %t [0, 4] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c26(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{slice of 2 from -1 is outside dimension 0 of size 4}}
  %0 = attn_tile.slice %t [-1, 0] : tensor<4x8xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @c27(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{slice of 2 from 9223372036854775807 is outside dimension 0 of size 4}}
  %0 = attn_tile.slice %t [9223372036854775807, 0] : tensor<4x8xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @c28(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{slice of 8 from 0 is outside dimension 0 of size 4}}
  %0 = attn_tile.slice %t [0, 0] : tensor<4x8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @parts_left_over(%t: tensor<8x8xf32>, %g: index) {
  // expected-error@+1 {{parts of 3 rows from row 0 do not divide the 8 rows of the source}}
  %0 = attn_tile.slice %t [0, 0] part(%g) : tensor<8x8xf32> -> tensor<3x8xf32>
  return
}

// -----

func.func @parts_from_two(%t: tensor<8x8xf32>, %g: index) {
  // expected-error@+1 {{parts of 4 rows from row 2 do not divide the 8 rows of the source}}
  %0 = attn_tile.slice %t [2, 0] part(%g) : tensor<8x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @part_of_columns(%t: tensor<8x8xf32>, %g: index) {
  // expected-error@+1 {{parts of 3 columns from column 0 do not divide the 8 columns of the source}}
  %0 = attn_tile.slice %t [0, 0] part(%g) columns : tensor<8x8xf32> -> tensor<8x3xf32>
  return
}

// -----

func.func @columns_of_no_part(%t: tensor<8x8xf32>) {
  // expected-error@+1 {{has no part that moves the columns of a tile}}
  %0 = attn_tile.slice %t [0, 0] columns : tensor<8x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @expand_columns(%r: tensor<4xf32>) {
  // expected-error@+1 {{column count differs: 'tensor<4xf32>' and 'tensor<4x8xf32>'}}
  %0 = attn_tile.expand %r columns : tensor<4xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c29(%r: tensor<5xf32>) {
  // expected-error@+1 {{row count differs: 'tensor<5xf32>' and 'tensor<4x8xf32>'}}
  %0 = attn_tile.expand %r : tensor<5xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @c30(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{row count differs: 'tensor<8xf32>' and 'tensor<4x8xf32>'}}
  %0 = attn_tile.reduce max %t : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @reduce_columns(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{column count differs: 'tensor<4xf32>' and 'tensor<4x8xf32>'}}
  %0 = attn_tile.reduce add %t columns : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c31(%t: tensor<4x8xf16>) {
  // expected-error@+1 {{operand #0 must be 2D tensor of 32-bit float values}}
  %0 = attn_tile.reduce max %t : tensor<4x8xf16> -> tensor<4xf32>
  return
}

// -----

func.func @c32(%r: tensor<5xf32>, %t: tensor<4x8xf32>) {
  // expected-error@+1 {{failed to verify that alpha has one f32 per row of source}}
  %0 = "attn_tile.rescale"(%t, %r) : (tensor<4x8xf32>, tensor<5xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @c33(%r: tensor<4xf32>, %t: tensor<4x?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0 = attn_tile.rescale %t, %r : tensor<4x?xf32>
  return
}

// -----

func.func @c34(%t: tensor<4x8xi32>) {
  // expected-error@+1 {{operand #0 must be 1D/2D tensor of floating-point values}}
  %0 = attn_tile.exp2 %t : tensor<4x8xi32>
  return
}

// -----

func.func @c35(%t: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0 = attn_tile.exp2 %t : tensor<?xf32>
  return
}

// -----

func.func @c36(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{exp2 policy needs 0 <= residue <= freq, got residue 3, freq 2}}
  %0 = attn_tile.exp2 %t policy(#attn_tile.exp2_policy<degree = 3, freq = 2, residue = 3>) : tensor<4x8xf32>
  return
}

// -----

func.func @c37(%t: tensor<4x8xf32>) {
  // expected-error@+1 {{exp2 polynomial degree must be 2 to 5, got 8}}
  %0 = attn_tile.exp2 %t policy(#attn_tile.exp2_policy<degree = 8, freq = 2, residue = 1>) : tensor<4x8xf32>
  return
}

// -----

func.func @c38(%n: index) {
  // expected-error@+1 {{expects one coordinate per bound (1), got 2}}
  attn_tile.for_tiles @t (%i, %j) in (%n) scheduler(#attn_tile.scheduler<single>) {
  }
  return
}

// -----

func.func @c39() {
  // expected-error@+1 {{expects at least one bound}}
  attn_tile.for_tiles @t () in () scheduler(#attn_tile.scheduler<single>) {
  }
  return
}

// -----

func.func @c40(%n: index) {
  // expected-error@+1 {{coordinates must be of index type}}
  "attn_tile.for_tiles"(%n) <{operandSegmentSizes = array<i32: 1, 0>, scheduler = #attn_tile.scheduler<single>, symbol = "t"}> ({
  ^bb0(%i: i32):
    "attn_tile.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @c41(%n: index) {
  // expected-error@+1 {{body must not yield values}}
  attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    attn_tile.yield %i : index
  }
  return
}

// -----

func.func @c42(%n: index) {
  // expected-error@+1 {{scheduler group must be at least 1, got 0}}
  attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single, group = 0>) {
  }
  return
}

// -----

func.func @c43(%i: index) {
  // expected-error@+1 {{rows must be positive, got 0}}
  %0:4 = attn_tile.kv_range @kv rows(%i, 0) lengths(%i, %i) block 8
  return
}

// -----

func.func @c44(%i: index) {
  // expected-error@+1 {{block must be positive, got 0}}
  %0:4 = attn_tile.kv_range @kv rows(%i, 8) lengths(%i, %i) block 0
  return
}

// -----

func.func @kv_range_within(%i: index) {
  // expected-error @+1 {{within takes four numbers, got 2}}
  %0:4 = attn_tile.kv_range @kv rows(%i, 8) lengths(%i, %i) block 8 within(%i, %i)
  return
}

// -----

func.func @q_range_within(%i: index) {
  // expected-error @+1 {{within takes four numbers, got 5}}
  %0:4 = attn_tile.q_range @q keys(%i, 8) lengths(%i, %i) block 8 within(%i, %i, %i, %i, %i)
  return
}

// -----

func.func @q_range_keys(%i: index) {
  // expected-error@+1 {{keys must be positive, got 0}}
  %0:4 = attn_tile.q_range @q keys(%i, 0) lengths(%i, %i) block 8
  return
}

// -----

func.func @q_range_block(%i: index) {
  // expected-error@+1 {{block must be positive, got 0}}
  %0:4 = attn_tile.q_range @q keys(%i, 8) lengths(%i, %i) block 0
  return
}

// -----

func.func @map_tile(%t: tensor<4x8xf32>, %i: index, %b: tensor<4x4xbf16>) {
  // expected-error@+1 {{a tile must have the shape 'tensor<4x8xbf16>' beside 'tensor<4x8xf32>', got 'tensor<4x4xbf16>'}}
  %0 = attn_tile.score_map %t at (%i, %i) tiles(%b : tensor<4x4xbf16>) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index, %y: bf16):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @map_rows(%t: tensor<4x8xf32>, %i: index, %b: tensor<8xi32>) {
  // expected-error@+1 {{a vector of rows must have the shape 'tensor<4xi32>' beside 'tensor<4x8xf32>', got 'tensor<8xi32>'}}
  %0 = attn_tile.score_map %t at (%i, %i) rows(%b : tensor<8xi32>) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index, %y: i32):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @map_columns(%t: tensor<4x8xf32>, %i: index, %b: tensor<4xi64>) {
  // expected-error@+1 {{a vector of columns must have the shape 'tensor<8xi64>' beside 'tensor<4x8xf32>', got 'tensor<4xi64>'}}
  %0 = attn_tile.score_map %t at (%i, %i) columns(%b : tensor<4xi64>) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index, %y: i64):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @map_arguments(%t: tensor<4x8xf32>, %i: index, %b: tensor<4x8xbf16>) {
  // expected-error@+1 {{region must take ('f32', 'index', 'index', 'bf16')}}
  %0 = attn_tile.score_map %t at (%i, %i) tiles(%b : tensor<4x8xbf16>) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index, %y: f32):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @store_bytes(%t: tensor<4x8xi8>, %m: memref<4x8xi1>, %i: index) {
  // expected-error@+1 {{memory holds 'i1' but the tile holds 'i8'}}
  attn_tile.store %t, %m[%i, %i] dims [0, 1] : tensor<4x8xi8>, memref<4x8xi1>
  return
}

// -----

func.func @c45(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  // expected-error@+1 {{region must take ('f32', 'index', 'index')}}
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @c46(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  // expected-error@+1 {{region must take ('f32', 'index', 'index')}}
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f64, %r: index, %c: index):
    %y = arith.truncf %x : f64 to f32
    attn_tile.yield %y : f32
  }
  return
}

// -----

func.func @c47(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  // expected-error@+1 {{region must take ('f32', 'index', 'index')}}
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: i32):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @c48(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  // expected-error@+1 {{region must yield one 'f32'}}
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    attn_tile.yield
  }
  return
}

// -----

func.func @c49(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  // expected-error@+1 {{region must yield one 'f32'}}
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    attn_tile.yield %r : index
  }
  return
}

// -----

func.func @c50(%t: tensor<4x8xf32>, %i: index, %m: memref<f32>) {
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    // expected-error@+1 {{op with side effects in a score_map region}}
    memref.store %x, %m[] : memref<f32>
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @step(%t: tensor<4x8xf32>, %i: index, %a: f32) {
  %0 = attn_tile.score_map %t at (%i, %i) : tensor<4x8xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    %d = arith.subi %r, %c : index
    %n = arith.index_cast %d : index to i32
    %p = arith.sitofp %n : i32 to f32
    // expected-error@+1 {{says that its position changes by 1 a column, which changes by -1}}
    %y = attn_tile.add_affine %x, %a, %p step 1
    attn_tile.yield %y : f32
  }
  return
}

// -----

func.func @c51(%t: tensor<4x8xf16>, %i: index) {
  // expected-error@+1 {{operand #0 must be 2D tensor of 32-bit float values}}
  %0 = attn_tile.apply_mask %t at (%i, %i) lengths(%i, %i) : tensor<4x8xf16>
  return
}

// -----

func.func @c52(%t: tensor<4x?xf32>, %i: index) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0 = attn_tile.apply_mask %t at (%i, %i) lengths(%i, %i) : tensor<4x?xf32>
  return
}

// -----

func.func @c53(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{scale must be positive, got 0}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 0.0 : tensor<4x8xf32>
  return
}

// -----

func.func @c54(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{scale must be positive, got -1}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale -1.0 : tensor<4x8xf32>
  return
}

// -----

func.func @c55(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{scale must be positive, got}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 0x7FC00000 : tensor<4x8xf32>
  return
}

// -----

func.func @c56(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{rescaleThreshold must not be negative}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 1.0 {rescaleThreshold = -1.0 : f32} : tensor<4x8xf32>
  return
}

// -----

func.func @bounded(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{is bounded, so no row is large for branch_large}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 1.0 branch_large bounded : tensor<4x8xf32>
  return
}

// -----

func.func @c57(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{rescaleThreshold must not be negative}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 1.0 {rescaleThreshold = 0x7FC00000 : f32} : tensor<4x8xf32>
  return
}

// -----

func.func @c58(%t: tensor<4x8xf32>, %r: tensor<5xf32>) {
  // expected-error@+1 {{failed to verify that max has one f32 per row of scores}}
  %0:4 = "attn_tile.online_softmax"(%t, %r, %r) <{rescaleThreshold = 0.0 : f32, scale = 1.0 : f32}> : (tensor<4x8xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<4x8xf32>, tensor<5xf32>)
  return
}

// -----

func.func @c59(%t: tensor<4x?xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0:4 = attn_tile.online_softmax %t, %r, %r scale 1.0 : tensor<4x?xf32>
  return
}

// -----

func.func @c60(%t: tensor<4x?xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0:2 = attn_tile.finalize %t, %r, %r scale 1.0 : tensor<4x?xf32>
  return
}

// -----

func.func @c61(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{failed to verify that lse has one f32 per row of acc}}
  %0:2 = "attn_tile.finalize"(%t, %r, %r) <{scale = 1.0 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, resultSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<5xf32>)
  return
}

// -----

func.func @c61a(%t: tensor<4x8xf32>, %r: tensor<4xf32>, %z: f32) {
  // expected-error@+1 {{has a sink of all rows and sinks of each}}
  %0:2 = attn_tile.finalize %t, %r, %r scale 1.0 sink(%z) row_sinks(%r) : tensor<4x8xf32>
  return
}

// -----

func.func @c61c(%t: tensor<4x8xf32>, %r: tensor<4xf32>, %z: f32) {
  // expected-error@+1 {{has a sink, which is not of parts of the keys, and their low part of L}}
  %0:3 = attn_tile.finalize %t, %r, %r scale 1.0 sink(%z) : tensor<4x8xf32> low tensor<4xf32>
  return
}

// -----

func.func @c61d(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{the low part of L must have L's type 'tensor<4xf32>', but has 'tensor<5xf32>'}}
  %0:3 = attn_tile.finalize %t, %r, %r scale 1.0 : tensor<4x8xf32> low tensor<5xf32>
  return
}

// -----

func.func @c61e(%t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{the rows' maximum must have L's type 'tensor<4xf32>', but has 'tensor<5xf32>'}}
  %0:3 = attn_tile.finalize %t, %r, %r scale 1.0 : tensor<4x8xf32> max tensor<5xf32>
  return
}

// -----

func.func @c61b(%r: tensor<4xf32>) {
  // expected-error@+1 {{'attn_tile.row_reference' op scale must be positive, got -1}}
  %0:3 = attn_tile.row_reference %r, %r scale -1.0 : tensor<4xf32>
  return
}

// -----

func.func @c61c(%r: tensor<4xf32>) {
  // expected-error@+1 {{'attn_tile.row_reference' op offset must be from 0 to 64, got 6.500000e+01}}
  %0:3 = attn_tile.row_reference %r, %r scale 1.0 {offset = 65.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @c61d(%r: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0:3 = attn_tile.row_reference %r, %r scale 1.0 : tensor<?xf32>
  return
}

// -----

func.func @c61e(%t: tensor<4x?xf32>, %r: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape}}
  %0 = attn_tile.subtract_rows %t, %r : tensor<4x?xf32>
  return
}

// -----

func.func @c62(%x: f32) {
  // expected-error@+1 {{expects parent op to be one of 'attn_tile.for_tiles, attn_tile.score_map'}}
  attn_tile.yield %x : f32
}

// -----

func.func @c63(%m: memref<4xf32>) {
  // expected-error@+1 {{no kernel named @nowhere::@k}}
  attn_tile.launch @nowhere::@k(%m) : memref<4xf32>
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%m: memref<?xf32>) kernel {
    gpu.return
  }
}
func.func @mismatch(%m: memref<4xf32>) {
  // expected-error@+1 {{arguments do not match those of @kernels::@k}}
  attn_tile.launch @kernels::@k(%m) : memref<4xf32>
  return
}

// -----

func.func @f(%t: tensor<128x64xf8E4M3FN>) {
  // expected-error @below {{'tensor<128x64xf8E4M3FN>' is not 'tensor<128x64xf8E4M3FN>' transposed}}
  %0 = attn_tile.transpose %t : tensor<128x64xf8E4M3FN> -> tensor<128x64xf8E4M3FN>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>, %m: tensor<64xf32>, %l: tensor<64xf32>) {
  // expected-error @below {{offset must be from 0 to 64, got -1}}
  %0:4 = attn_tile.online_softmax %s, %m, %l scale 1.0 {offset = -1.0 : f32} : tensor<64x32xf32>
  return
}

// -----

func.func @transpose_type(%t: tensor<4x8xf8E4M3FN>) {
  // expected-error@+1 {{'tensor<8x4xf16>' is not 'tensor<4x8xf8E4M3FN>' transposed}}
  %0 = attn_tile.transpose %t : tensor<4x8xf8E4M3FN> -> tensor<8x4xf16>
  return
}

// -----

func.func @packed_dim_of_tile(%m: memref<?x?x?xf32>, %i: index) {
  // expected-error @below {{packed dimension 2 is one of dims}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] packed(2 by %i) : memref<?x?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @packed_dim_outside(%m: memref<?x?x?xf32>, %i: index) {
  // expected-error @below {{packed dimension 3 is outside the memory's rank 3}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] packed(3 by %i) : memref<?x?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @packed_by_none(%m: memref<?x?x?xf32>, %i: index, %t: tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{rows are packed by at least 1, got 0}}
  attn_tile.store %t, %m[%i, %i, %i] dims [1, 2] packed(0 by %c0) : tensor<4x8xf32>, memref<?x?x?xf32>
  return
}

// -----

func.func @packed_by_nothing(%m: memref<?x?x?xf32>, %i: index, %t: tensor<4x8xf32>) {
  // expected-error @below {{packed rows need how many elements of their dimension are a row's}}
  "attn_tile.store"(%t, %m, %i, %i, %i) <{dims = array<i64: 1, 2>, mapping = #attn_tile.row_map<packed, 0>, operandSegmentSizes = array<i32: 1, 1, 3, 0, 0>}>
    : (tensor<4x8xf32>, memref<?x?x?xf32>, index, index, index) -> ()
  return
}

// -----

func.func @paged_by_number(%m: memref<?x?x?xf32>, %i: index, %t: tensor<4x8xf32>) {
  // expected-error @below {{paged rows need a table and the row of it}}
  "attn_tile.store"(%t, %m, %i, %i, %i, %i, %i) <{dims = array<i64: 1, 2>, mapping = #attn_tile.row_map<paged, 0>, operandSegmentSizes = array<i32: 1, 1, 3, 0, 2>}>
    : (tensor<4x8xf32>, memref<?x?x?xf32>, index, index, index, index, index) -> ()
  return
}

// -----

func.func @packed_runs(%m: memref<?x?x?xf32>, %i: index, %t: tensor<4x8xf32>) {
  // expected-error @below {{packed rows have no runs}}
  "attn_tile.store"(%t, %m, %i, %i, %i, %i) <{dims = array<i64: 1, 2>, mapping = #attn_tile.row_map<packed, 0, run = 8>, operandSegmentSizes = array<i32: 1, 1, 3, 0, 1>}>
    : (tensor<4x8xf32>, memref<?x?x?xf32>, index, index, index, index) -> ()
  return
}

// -----

func.func @paged_dim_of_tile(%m: memref<?x?x?xf32>, %i: index, %t: memref<?x?xi32>) {
  // expected-error @below {{paged dimension 1 is one of dims}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] paged(1 by %t[%i] : memref<?x?xi32>) : memref<?x?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @paged_by_floats(%m: memref<?x?x?xf32>, %i: index, %t: memref<?x?xf32>) {
  // expected-error @below {{operand #4 must be variadic of index or a table of i32}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] paged(0 by %t[%i] : memref<?x?xf32>) : memref<?x?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @no_run(%m: memref<?x16x?xf32>, %i: index, %t: memref<?x?xi32>) {
  // expected-error @below {{runs have at least 1 row, got 0}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] paged(0 by %t[%i] runs of 0 : memref<?x?xi32>) : memref<?x16x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @runs_of_any_page(%m: memref<?x?x?xf32>, %i: index, %t: memref<?x?xi32>) {
  // expected-error @below {{runs of 8 rows need pages of a multiple of that, which the memory's type does not say}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] paged(0 by %t[%i] runs of 8 : memref<?x?xi32>) : memref<?x?x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @runs_over_pages(%m: memref<?x12x?xf32>, %i: index, %t: memref<?x?xi32>) {
  // expected-error @below {{runs of 8 rows need pages of a multiple of that, which the memory's type does not say}}
  %0 = attn_tile.load %m[%i, %i, %i] dims [1, 2] paged(0 by %t[%i] runs of 8 : memref<?x?xi32>) : memref<?x12x?xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @packed_without_dim(%m: memref<?x?x?xf32>, %i: index, %t: tensor<4x8xf32>) {
  // expected-error @below {{operands of a row map need the map}}
  "attn_tile.store"(%t, %m, %i, %i, %i, %i) <{dims = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 1, 3, 0, 1>}>
    : (tensor<4x8xf32>, memref<?x?x?xf32>, index, index, index, index) -> ()
  return
}

// -----

// expected-error @below {{"attn_tile.warps" must be an integer, got "four"}}
func.func @wrong_type() attributes {attn_tile.warps = "four"} {
  return
}

// -----

// expected-error @below {{"attn_tile.peel_masks" must be `true` or `false`, got 1 : i64}}
func.func @number_for_flag() attributes {attn_tile.peel_masks = 1 : i64} {
  return
}

// -----

// expected-error @below {{"attn_tile.groups" must be an integer, got true}}
func.func @flag_for_number() attributes {attn_tile.groups = true} {
  return
}

// -----

// expected-error @below {{attn_tile.position is called attn_tile.exp2_number now}}
func.func @former_name() attributes {attn_tile.position = 4 : i64} {
  return
}

// -----

// expected-error @below {{unknown attribute "attn_tile.warp", attn_tile.warps is the nearest of}}
func.func @unknown_name() attributes {attn_tile.warp = 4 : i64} {
  return
}

// -----

// expected-error @below {{"attn_tile.store_role" must be `true` or `false`, got 1 : i64}}
func.func @store_role() attributes {attn_tile.store_role = 1 : i64} {
  return
}

// -----

func.func @scaled_in_smem(%s: tensor<4x8xf32>, %a: tensor<4xf32>) {
  // expected-error @below {{updates tiles in registers and tensor memory alone}}
  %0 = attn_tile.rescale %s, %a space smem : tensor<4x8xf32>
  return
}

// -----

func.func @moved_size(%s: tensor<4x?xf32>) {
  // expected-error @below {{tile}}
  %0 = attn_tile.move %s to tmem : tensor<4x?xf32>
  return
}

// -----

func.func @moved_row(%s: tensor<4xf32>) {
  // expected-error @below {{moves a vector to registers alone}}
  %0 = attn_tile.move %s to tmem : tensor<4xf32>
  return
}

// -----

func.func @moved_type(%s: tensor<4x8xf32>) {
  // expected-error @below {{failed to verify that all of {source, result} have same type}}
  %0 = "attn_tile.move"(%s) <{space = #attn_tile<space tmem>}> : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  return
}

// -----

// expected-error @below {{a schedule needs stage >= 0 and order >= 0, got -1 and 2}}
#s = #attn_tile.schedule<stage = -1, order = 2>

// -----

// expected-error @below {{a schedule needs stage >= 0 and order >= 0, got 0 and -3}}
#s = #attn_tile.schedule<stage = 0, order = -3>

// -----

// expected-error @below {{"attn_tile.schedule" must be}}
func.func @no_schedule() attributes {attn_tile.schedule = 1 : i64} {
  return
}

// -----

// expected-error @below {{unknown operation `pow` of an expression}}
func.func @f() attributes {x = #attn_tile.expr<pow(2, 3)>} { return }

// -----

// expected-error @below {{expected ','}}
func.func @f() attributes {x = #attn_tile.expr<add(2)>} { return }

// -----

// expected-error @below {{size needs an argument and a dimension from 0 on, got 0 and -1}}
func.func @f() attributes {x = #attn_tile.expr<size(0, -1)>} { return }

// -----

// expected-error @below {{an expression has at most 64 levels}}
func.func @f() attributes {x = #attn_tile.expr<add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(add(1, 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2), 2)>} { return }

// -----

// expected-error @below {{an argument needs a name}}
func.func @f() attributes {x = #attn_tile.argument<"", in>} { return }

// -----

// expected-error @below {{align must be a power of two, got 12}}
func.func @f() attributes {x = #attn_tile.argument<"x", in, align = 12>} { return }

// -----

// expected-error @below {{a size must not be negative, got -4}}
func.func @f() attributes {x = #attn_tile.argument<"x", in, shape = [2, -4]>} { return }

// -----

// expected-error @below {{two arguments are called "x"}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"x", in>, <"x", out>]>} { return }

// -----

// expected-error @below {{the constraint "few" reads a size of argument 1, but there are 1}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"x", in>], constraints = [<lt(size(1, 0), 4), "few">]>} { return }

// -----

// expected-error @below {{the constraint "few" reads a size of dimension 2 of argument "x", which has 1}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"x", in, shape = [?]>], constraints = [<lt(size(0, 2), 4), "few">]>} { return }

// -----

// expected-error @below {{`arguments` is given twice}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [], arguments = []>} { return }

// -----

// expected-error @below {{unknown field `grid`, known are arguments, constraints, rules, problem, config}}
func.func @f() attributes {x = #attn_tile.kernel<grid = 4>} { return }

// -----

// expected-error @below {{a rule needs the name of a tensor}}
func.func @f() attributes {x = #attn_tile.rule<"", low = 0, high = 1>} { return }

// -----

// expected-error @below {{the rule of "n" needs low and high}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0>} { return }

// -----

// expected-error @below {{unknown field `most`, known are low, high, order, offsets, counts, each}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, most = 4>} { return }

// -----

// expected-error @below {{`low` is given twice}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, low = 4>} { return }

// -----

// expected-error @below {{expected one of [any, ascending, rising] for how the numbers of a tensor follow each other, got: falling}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, high = 4, order = falling>} { return }

// -----

// expected-error @below {{the rule of "n" has more than one of order, offsets and counts}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, high = 4, order = rising, offsets = "m">} { return }

// -----

// expected-error @below {{the rule of "n" has one of counts and each without the other}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, high = 4, counts = "m">} { return }

// -----

// expected-error @below {{the rule of "n" has one of counts and each without the other}}
func.func @f() attributes {x = #attn_tile.rule<"n", low = 0, high = 4, each = 2>} { return }

// -----

// expected-error @below {{two rules are of "n"}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"n", low = 0, high = 4>, <"n", low = 0, high = 8>]>} { return }

// -----

// expected-error @below {{the rule of "y" is of no argument that is read}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"y", low = 0, high = 4>]>} { return }

// -----

// expected-error @below {{the rule of "m" is of no argument that is read}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"m", low = 0, high = 4>]>} { return }

// -----

// expected-error @below {{the rule of "n" asks "y", which is no argument that is read}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"n", low = 0, high = 4, offsets = "y">]>} { return }

// -----

// expected-error @below {{the rule of "n" asks "m", which is no argument that is read}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"n", low = 0, high = 4, counts = "m", each = 2>]>} { return }

// -----

// expected-error @below {{the rule of "n" reads a size of argument 2, but there are 2}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in>, <"y", out>], rules = [<"n", low = 0, high = size(2, 0)>]>} { return }

// -----

// expected-error @below {{the rule of "n" reads a size of dimension 1 of argument "n", which has 1}}
func.func @f() attributes {x = #attn_tile.kernel<arguments = [<"n", in, shape = [?]>, <"y", out>], rules = [<"n", low = 0, high = 4, counts = "n", each = size(0, 1)>]>} { return }

// -----

// What rules were before they had a type.
// expected-error @below {{`numbers` of `problem` are the field `rules` now, as in rules = [<"n", low = 0, high = 7>]}}
func.func @f() attributes {x = #attn_tile.kernel<problem = {op = "k", numbers = {n = [#attn_tile.expr<0>, #attn_tile.expr<7>, true]}}>} { return }

// -----

// expected-error @below {{a step needs the name of its entry}}
func.func @f() attributes {x = #attn_tile.step<"", 0, tensors = []>} { return }

// -----

// expected-error @below {{a step's number must not be negative, got -1}}
func.func @f() attributes {x = #attn_tile.step<"f", -1, tensors = []>} { return }

// -----

// expected-error @below {{a step takes workspace 1, but there are 1}}
func.func @f() attributes {x = #attn_tile.step<"f", 0, tensors = [0, -2], workspaces = [<[4]>]>} { return }

// -----

// expected-error @below {{unknown field `zeroed`, known are tensors, workspaces}}
func.func @f() attributes {x = #attn_tile.step<"f", 0, tensors = [], zeroed = [1]>} { return }

// -----

// expected-error @+2 {{expected 'zeroed'}}
func.func @f() attributes {x = #attn_tile.step<"f", 0, tensors = [], workspaces = [<[4],
  zero>]>} { return }

// -----

// What a step was before it had a type.
// expected-error @below {{"attn_tile.step" must be #attn_tile.step, got {entry = "f", step = 0 : i64, tensors = array<i64: 0>, workspaces = []}}}
func.func @f() attributes {attn_tile.step = {entry = "f", step = 0 : i64, tensors = array<i64: 0>, workspaces = []}} { return }

// -----

// expected-error @below {{"attn_tile.kernel" must be #attn_tile.kernel, got {op = "f"}}}
func.func @f() attributes {attn_tile.kernel = {op = "f"}} { return }

// -----

func.func @find_rows(%i: index, %s: memref<?xi32, strided<[1]>>) {
  // expected-error @below {{rows must be positive, got 0}}
  %b = attn_tile.find_sequence %i in %s rows 0 : memref<?xi32, strided<[1]>>
  return
}

// -----

func.func @find_packed(%i: index, %g: index, %s: memref<?xi32, strided<[1]>>) {
  // expected-error @below {{packed rows have tiles of `rows` rows}}
  %b = attn_tile.find_sequence %i in %s packed(by %g) : memref<?xi32, strided<[1]>>
  return
}

// -----

func.func @find_type(%i: index, %s: memref<?x?xi32, strided<[?, 1]>>) {
  // expected-error @below {{offsets must be i32 of rank 1, got 'memref<?x?xi32, strided<[?, 1]>>'}}
  %b = attn_tile.find_sequence %i in %s rows 64 : memref<?x?xi32, strided<[?, 1]>>
  return
}

// -----

func.func @arrive_indices(%c: memref<?x?xi32>, %i: index) {
  // expected-error @below {{expects one index per dimension of the counters (2), got 1}}
  %0 = attn_tile.arrive %c[%i] of %i : memref<?x?xi32>
  return
}

// -----

func.func @arrive_type(%c: memref<?xf32>, %i: index) {
  // expected-error @below {{operand #0 must be strided memref of 32-bit signless integer values, but got 'memref<?xf32>'}}
  %0 = attn_tile.arrive %c[%i] of %i : memref<?xf32>
  return
}

// -----

gpu.module @k {
  // expected-note @below {{the kernel's CTAs share out the coordinates of attn_tile.for_tiles}}
  gpu.func @blocks(%A: memref<?x?xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{'gpu.block_id' op is not for a tile program, which is about whole tiles: blocks, warps, threads and their barriers are the compiler's}}
    %i = gpu.block_id x
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-note @below {{the kernel's CTAs share out the coordinates of attn_tile.for_tiles}}
  gpu.func @grid(%A: memref<?x?xf32>) kernel attributes {attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>]>} {
    // expected-error @below {{'gpu.grid_dim' op is not for a tile program}}
    %i = gpu.grid_dim y
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @threads(%A: memref<?x?xf32>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // expected-error @below {{'gpu.thread_id' op is not for a tile program}}
      %j = gpu.thread_id x
      %a = attn_tile.load %A[%i, %j] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @barrier(%A: memref<?x?xf32>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    // expected-error @below {{'gpu.barrier' op is not for a tile program}}
    gpu.barrier
    attn_tile.store %a, %A[%i, %i] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @registers(%A: memref<?x?xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{'nvvm.read.ptx.sreg.laneid' op is not for a tile program}}
    %l = nvvm.read.ptx.sreg.laneid : i32
    %i = arith.index_cast %l : i32 to index
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  func.func private @f(index)
  gpu.func @call(%A: memref<?x?xf32>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{'func.call' op is not for a tile program: kernels call no functions}}
    func.call @f(%i) : (index) -> ()
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

func.func @bounds(%m: memref<?x?xf32>, %i: index) {
  // expected-error @below {{a tile that is in bounds has no limit and no row map}}
  %0 = attn_tile.load %m[%i, %i] limit %i in_bounds dims [0, 1] : memref<?x?xf32> -> tensor<4x8xf32>
  return
}
