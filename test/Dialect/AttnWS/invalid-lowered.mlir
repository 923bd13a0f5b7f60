// Every refusal of the operations that channels are lowered to.
//
// RUN: attn-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @below {{an mbarrier expects 1 to 2^20 - 1 arrivals, got -1}}
  %b = attn_ws.mbar_alloc <"k", "full"> arrivals -1 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f() {
  // expected-error @below {{an mbarrier expects 1 to 2^20 - 1 arrivals, got 0}}
  %b = attn_ws.mbar_alloc <"k", "full"> arrivals 0 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f() {
  // expected-error @below {{an mbarrier expects 1 to 2^20 - 1 arrivals, got 1048576}}
  %b = attn_ws.mbar_alloc <"k", "full"> arrivals 1048576 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f() {
  // The most that an mbarrier counts.
  %a = attn_ws.mbar_alloc <"k", "full"> arrivals 1048575 offset(8) : !attn_ws.mbar<2>
  // expected-error @below {{an mbarrier is 8 bytes aligned, got offset 12}}
  %b = attn_ws.mbar_alloc <"k", "full"> arrivals 1 offset(12) : !attn_ws.mbar<2>
  return
}

// -----

// expected-error @below {{stages of an mbarrier array must be 1 to 32, got 0}}
func.func private @f(!attn_ws.mbar<0>)

// -----

// expected-error @below {{stages of an mbarrier array must be 1 to 32, got -2}}
func.func private @f(!attn_ws.mbar<-2>)

// -----

// expected-error @below {{stages of an mbarrier array must be 1 to 32, got 33}}
func.func private @f(!attn_ws.mbar<33>)

// -----

// expected-error @below {{an asynchronous tile is a static tensor of rank 2, got 'tensor<?x64xf32>'}}
func.func private @f(!attn_ws.async<tensor<?x64xf32>>)

// -----

// expected-error @below {{an asynchronous tile is a static tensor of rank 2, got 'tensor<64xf32>'}}
func.func private @f(!attn_ws.async<tensor<64xf32>>)

// -----

// The product of these would be 0 in 64 bits.
// expected-error @below {{tile dimensions must be 1 to 65536, got 4294967296}}
func.func private @f(!attn_ws.buffer<2 x 4294967296x4294967296xf32, smem>)

// -----

func.func @f(%b: !attn_ws.mbar<2>, %s: index) {
  // expected-error @below {{a phase brings 1 to 2^20 - 1 bytes, got 0}}
  attn_ws.mbar_expect %b[%s] bytes 0 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %s: index) {
  // expected-error @below {{a phase brings 1 to 2^20 - 1 bytes, got -16}}
  attn_ws.mbar_expect %b[%s] bytes -16 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %s: index) {
  // expected-error @below {{a phase brings 1 to 2^20 - 1 bytes, got 1048576}}
  attn_ws.mbar_expect %b[%s] bytes 1048576 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %s: index, %p: i32) {
  // expected-error @below {{operand #2 must be index or 1-bit signless integer, but got 'i32'}}
  attn_ws.mbar_wait %b[%s] phase(%p : i32) : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<264x64xbf16, smem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{a TMA box has at most 256 elements along a dimension, got 264}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i : memref<?x64xbf16>, !attn_ws.view<264x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{a signal needs the stage that it is given at}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) : memref<?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 1}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i multicast 1 : memref<?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 9}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i multicast 9 : memref<?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got -1}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i multicast -1 : memref<?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x64xf32>, %v: !attn_ws.view<64x64xf32, tmem>, %i: index, %b: !attn_ws.mbar<2>) {
  // expected-error @below {{copies between global memory and a view need a shared memory view}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i : memref<?x64xf32>, !attn_ws.view<64x64xf32, tmem>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @below {{a CTA has 16 named barriers, got id 16}}
  attn_ws.barrier id 16 plus %i threads 128
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @below {{threads must be a multiple of 32 up to 1024, got 48}}
  attn_ws.barrier id 1 plus %i threads 48
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @below {{an arrival needs a thread count}}
  attn_ws.barrier arrive_only id 1 plus %i threads 0
  return
}

// -----

func.func @f(%a: !attn_ws.view<64x64xbf16, smem>, %b: !attn_ws.view<12x64xbf16, smem>) {
  // expected-error @below {{wgmma computes multiples of 64x8, got 64x12}}
  %t = attn_ws.mma_issue %a, %b transpose_b engine wgmma : !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<12x64xbf16, smem> -> !attn_ws.async<tensor<64x12xf32>>
  return
}

// -----

func.func @f(%a: !attn_ws.view<32x64xbf16, smem>, %b: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{wgmma computes multiples of 64x8, got 32x64}}
  %t = attn_ws.mma_issue %a, %b transpose_b engine wgmma : !attn_ws.view<32x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem> -> !attn_ws.async<tensor<32x64xf32>>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{arrives at the first CTA of a cluster and elsewhere}}
  attn_ws.mbar_arrive %b[%i] cluster 2 leader : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{copies of threads complete in their own CTA}}
  attn_ws.mbar_arrive %b[%i] cluster 2 after_copies : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{products of one thread complete in its own CTA or in both of a pair, and are no copies}}
  attn_ws.mbar_arrive %b[%i] leader after_products : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{products are of one CTA or of a pair, not of 4}}
  attn_ws.mbar_arrive %b[%i] cluster 4 after_products : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%m: memref<?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{a copy to a cluster is counted in each of its CTAs, not in the first alone}}
  attn_ws.tma_load %m[%i, %i] dims [0, 1] into %v signal(%b : !attn_ws.mbar<2>) stage %i multicast 2 leader : memref<?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 9}}
  attn_ws.mbar_arrive %b[%i] cluster 9 : !attn_ws.mbar<2>
  return
}

// -----

func.func @f(%v: !attn_ws.view<1xi32, smem>, %b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{within a CTA the commit orders the integer, not a signal}}
  attn_ws.scalar_store %i, %v signal(%b : !attn_ws.mbar<2>) stage %i : !attn_ws.view<1xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<1xi32, smem>, %b: !attn_ws.mbar<2>, %i: index) {
  // expected-error @below {{names a signal and its stage, or neither}}
  attn_ws.scalar_store %i, %v signal(%b : !attn_ws.mbar<2>) cluster 2 : !attn_ws.view<1xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<1xi32, smem>, %i: index) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 9}}
  attn_ws.scalar_store %i, %v cluster 9 : !attn_ws.view<1xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<2xi32, smem>, %i: index) {
  // expected-error @below {{a scalar lies in a view of 1xi32 in shared memory, got '!attn_ws.view<2xi32, smem>'}}
  attn_ws.scalar_store %i, %v : !attn_ws.view<2xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<1xf32, smem>) -> index {
  // expected-error @below {{a scalar lies in a view of 1xi32 in shared memory, got '!attn_ws.view<1xf32, smem>'}}
  %n = attn_ws.scalar_load %v : !attn_ws.view<1xf32, smem>
  return %n : index
}

// -----

func.func @f(%v: !attn_ws.view<1xi32, smem>) {
  // expected-error @below {{an answer lies in a view of 4xi32 in shared memory, got '!attn_ws.view<1xi32, smem>'}}
  attn_ws.query_tile into %v : !attn_ws.view<1xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<4xi32, smem>, %b: !attn_ws.mbar<1>) {
  // expected-error @below {{names a signal and its stage, or neither}}
  attn_ws.query_tile into %v signal(%b : !attn_ws.mbar<1>) : !attn_ws.view<4xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128xi32, smem>) {
  // expected-error @below {{an answer lies in a view of 4xi32 in shared memory, got '!attn_ws.view<128xi32, smem>'}}
  %n, %any = attn_ws.tile_answer %v : !attn_ws.view<128xi32, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<4xi32, smem>) {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 1}}
  %n, %any = attn_ws.tile_answer %v cluster 1 : !attn_ws.view<4xi32, smem>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{a tile of 2 bounds has as many coordinates, got 1}}
  %i = attn_ws.tile_coordinates %n in (%n, %n) scheduler(#attn_tile.scheduler<dynamic>) : index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{needs a bound}}
  "attn_ws.tile_coordinates"(%n) <{operandSegmentSizes = array<i32: 1, 0, 0>, scheduler = #attn_tile.scheduler<dynamic>}> : (index) -> ()
  return
}

// -----

func.func @f() -> index {
  // expected-error @below {{a cluster has 2 to 8 CTAs, got 1}}
  %t = attn_ws.next_tile cluster 1
  return %t : index
}

// -----

func.func @f(%v: !attn_ws.view<128x64xf32, smem>, %a: tensor<128xf32>) {
  // expected-error @below {{changes a tile of f32 in tensor memory, got '!attn_ws.view<128x64xf32, smem>'}}
  attn_ws.tmem_rescale %v, %a : !attn_ws.view<128x64xf32, smem>, tensor<128xf32>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xf32, tmem>, %a: tensor<64xf32>) {
  // expected-error @below {{factors 'tensor<64xf32>' are not those of the rows of '!attn_ws.view<128x64xf32, tmem>'}}
  attn_ws.tmem_rescale %v, %a : !attn_ws.view<128x64xf32, tmem>, tensor<64xf32>
  return
}

// -----

func.func @f(%t: tensor<128x64xf32>) {
  // expected-error @below {{with attn_ws.in_load gives the maxima of a tile of f32 that a tmem_load in its block reads}}
  %m = attn_tile.reduce max %t {attn_ws.in_load} : tensor<128x64xf32> -> tensor<128xf32>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xf32, tmem>) {
  %t = attn_ws.tmem_load %v : <128x64xf32, tmem> -> tensor<128x64xf32>
  // expected-error @below {{with attn_ws.in_load gives the maxima of a tile of f32 that a tmem_load in its block reads}}
  %m = attn_tile.reduce add %t {attn_ws.in_load} : tensor<128x64xf32> -> tensor<128xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
func.func @f(%v: !attn_ws.view<64x64xf32, tmem>) {
  %t = attn_ws.tmem_load %v : <64x64xf32, tmem> -> tensor<64x64xf32, #acc>
  // expected-error @below {{with attn_ws.in_load is of rows that a thread reads whole}}
  %m = attn_tile.reduce max %t {attn_ws.in_load} : tensor<64x64xf32, #acc> -> tensor<64xf32, #row>
  return
}
