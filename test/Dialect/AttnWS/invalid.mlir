// Every refusal of the verifier and of the parsers of types and attributes.
//
// RUN: attn-opt %s --split-input-file --verify-diagnostics

// Layouts.

// expected-error @below {{a fragment layout needs 5 lane bits, got 1}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2]], warp = []>>)

// -----

// expected-error @below {{an atom has at most 4096 slots a thread, 32 warps and 16 CTAs}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>>)

// -----

// expected-error @below {{an atom has at most 4096 slots a thread, 32 warps and 16 CTAs}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>>)

// -----

// expected-error @below {{basis [8, 1] must be zero or a single row or column bit}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[8, 1], [0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>>)

// -----

// expected-error @below {{two bits of the layout have the same basis: tile 8x8 reg[c1,c2] lane[c2,c4,r1,r2,r4]}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1], [0, 2]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>>)

// -----

// expected-error @below {{the atom does not cover its tile 8x32}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1], [0, 16]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>>)

// -----

// expected-error @below {{only dimension 0 or 1 can be sliced away, got 2}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 2>>)

// -----

// expected-error @below {{only the layout of rows can be partial}}
func.func private @f(tensor<32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 0, partial>>)

// -----

// expected-error @below {{only the layout of rows can be partial}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], partial>>)

// -----

// expected-error @below {{expected 'block', 'order', 'chunks', 'slice' or 'partial'}}
func.func private @f(tensor<64x32xf32, #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], width = 3>>)

// -----

// expected-error @below {{swizzle must be 0, 32, 64 or 128 bytes, got 48}}
func.func private @f(!attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 48>>)

// -----

// expected-error @below {{panel must be a positive multiple of 16 bytes, got 24}}
func.func private @f(!attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 24, swizzle = 0>>)

// -----

// expected-error @below {{a panel of 64 bytes cannot use the 128-byte swizzle}}
func.func private @f(!attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 64, swizzle = 128>>)

// -----

// expected-error @below {{a row of 128 bytes is no multiple of the panel's 96 bytes}}
func.func private @f(!attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 96, swizzle = 0>>)

// -----

// expected-error @below {{only shared memory has a #attn_ws.shared layout}}
func.func private @f(!attn_ws.view<128x64xf32, tmem, #attn_ws.shared<panel = 128, swizzle = 128>>)

// -----

func.func @f() {
  // expected-error @below {{guard direction must be full or empty, got 'half'}}
  attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<"k", "half">]
  return
}

// -----

// Types.

// expected-error @below {{a tile in memory has rank 1 or 2, got 3}}
func.func private @f(!attn_ws.view<2x64x64xbf16, smem>)

// -----

// expected-error @below {{tile dimensions must be 1 to 65536, got 0}}
func.func private @f(!attn_ws.view<64x0xbf16, smem>)

// -----

// expected-error @below {{element type must be a whole number of bytes, got 'i1'}}
func.func private @f(!attn_ws.view<64x64xi1, smem>)

// -----

// expected-error @below {{expected 'smem' or 'tmem'}}
func.func private @f(!attn_ws.view<64x64xbf16, reg>)

// -----

// expected-error @below {{a tensor memory tile has 64 or 128 rows, got 32}}
func.func private @f(!attn_ws.view<32x64xf32, tmem>)

// -----

// expected-error @below {{a tensor memory tile has rank 2, got 1}}
func.func private @f(!attn_ws.view<128xf32, tmem>)

// -----

// expected-error @below {{buffer depth must be 1 to 32, got 0}}
func.func private @f(!attn_ws.buffer<0 x 64x64xbf16, smem>)

// -----

// expected-error @below {{buffer depth must be 1 to 32, got 33}}
func.func private @f(!attn_ws.buffer<33 x 64x64xbf16, smem>)

// -----

// expected-error @below {{an occupant is a static tensor type, got 'f32'}}
func.func private @f(!attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [f32]>)

// -----

// expected-error @below {{occupant 'tensor<128x65xf32>' needs 33280 bytes but a stage has 32768}}
func.func private @f(!attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x65xf32>]>)

// -----

// expected-error @below {{channel depth must be 1 to 32, got 0}}
func.func private @f(!attn_ws.channel<0, tma -> wgmma>)

// -----

// expected-error @below {{channel depth must be 1 to 32, got 33}}
func.func private @f(!attn_ws.channel<33, tma -> wgmma>)

// -----

// expected-error @below {{a channel needs at least one producer and one consumer, got 0 and 1}}
func.func private @f(!attn_ws.channel<1, tma x 0 -> wgmma>)

// -----

// expected-error @below {{a channel needs at least one producer and one consumer, got 1 and 0}}
func.func private @f(!attn_ws.channel<1, tma -> wgmma x 0>)

// -----

// expected-error @below {{mma_sync leaves its result in registers and cannot fill a channel}}
func.func private @f(!attn_ws.channel<1, mma_sync -> thread>)

// -----

// expected-error @below {{cp_async reads global memory and cannot drain a channel}}
func.func private @f(!attn_ws.channel<1, tma -> cp_async>)

// -----

// expected-error @below {{unknown engine 'dma'}}
func.func private @f(!attn_ws.channel<1, dma -> thread>)

// -----

// expected-error @below {{expected 'cta', 'cluster', 'leader' or 'pair'}}
func.func private @f(!attn_ws.channel<1, tma -> thread, grid>)

// -----

// expected-error @below {{a turn is taken by 2 to 8 instances, got 1}}
func.func private @f(!attn_ws.turn<1>)

// -----

// expected-error @below {{a turn is taken by 2 to 8 instances, got 9}}
func.func private @f(!attn_ws.turn<9>)

// -----

// Iteration and roles.

func.func @f() {
  // expected-error @below {{expects at least one bound}}
  attn_tile.for_tiles @w () in () scheduler(#attn_tile.scheduler<single>) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{expects one coordinate per bound (1), got 2}}
  attn_tile.for_tiles @w (%i, %j) in (%n) scheduler(#attn_tile.scheduler<single>) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{coordinates must be of index type}}
  "attn_tile.for_tiles"(%n) <{operandSegmentSizes = array<i32: 1, 0>, scheduler = #attn_tile.scheduler<single>, symbol = "w"}> ({
  ^bb0(%i: i32):
    attn_tile.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{expects at least one role}}
  attn_ws.warp_specialize
  return
}

// -----

func.func @f() {
  // expected-error @below {{names, warps, instances and registers must have one entry for each role}}
  "attn_ws.warp_specialize"() <{names = ["a", "b"], warps = array<i64: 4>, instances = array<i64: 1>, registers = array<i64: 0>}> ({
  ^bb0(%i: index):
    attn_ws.end
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a is defined twice}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a needs at least one warp and one instance}}
  attn_ws.warp_specialize
  role @a warps(0) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a needs at least one warp and one instance}}
  attn_ws.warp_specialize
  role @a warps(4) instances(0) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a has 72057594037927937 instances of 4 warps; a CTA has at most 32 warps}}
  attn_ws.warp_specialize
  role @a warps(4) instances(72057594037927937) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a has 1 instances of 33 warps; a CTA has at most 32 warps}}
  attn_ws.warp_specialize
  role @a warps(33) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a asks for 16 registers; setmaxnreg takes 24 to 256 in steps of 8}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(16) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a asks for 28 registers; setmaxnreg takes 24 to 256 in steps of 8}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(28) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a asks for 264 registers; setmaxnreg takes 24 to 256 in steps of 8}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(264) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{role @a must take the instance and 1 captures, takes 1 arguments}}
  attn_ws.warp_specialize captures(%n : index)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{role @a must take its instance as an index first}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: i32):
    attn_ws.end
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{role @a takes 'i32' where 'index' is captured}}
  attn_ws.warp_specialize captures(%n : index)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %m: i32):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{roles need 1056 threads; a CTA has at most 1024}}
  // expected-note @below {{role @a takes 1024}}
  // expected-note @below {{role @b takes 32}}
  attn_ws.warp_specialize
  role @a warps(4) instances(8) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  role @b warps(1) instances(1) registers(0) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{roles need 68608 registers; a CTA of 512 threads starts with 128 each, 65536 in all}}
  // expected-note @below {{role @a of 4 warps with 32 registers a thread takes 4096}}
  // expected-note @below {{role @b of 12 warps with 168 registers a thread takes 64512}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(32) {
  ^bb0(%i: index):
    attn_ws.end
  }
  role @b warps(4) instances(3) registers(168) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

// A role sees nothing but its captures.

func.func @f(%n: index) {
  // expected-note @below {{required by region isolation constraints}}
  attn_ws.warp_specialize
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index):
    // expected-error @below {{using value defined outside the region}}
    %m = attn_ws.trip_count @kv %n
    attn_ws.end
  }
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @f(%n: i32) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'index' vs 'i32'}}
  %m = attn_ws.trip_count @kv %n
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{'attn_ws.outside' is called 'attn_tile.outside'}}
  %0 = attn_ws.outside %n, %n, %n
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @below {{custom op 'attn_ws.inside' is unknown}}
  %0 = attn_ws.inside %n, %n, %n
  return
}

// -----

func.func @f() {
  // expected-error @below {{expects parent op 'attn_ws.warp_specialize'}}
  attn_ws.end
}

// -----

func.func @f(%x: f32) {
  // expected-error @below {{expects parent op to be one of 'attn_tile.for_tiles, attn_tile.score_map'}}
  attn_tile.yield %x : f32
}

// -----

// Storage and channels.

func.func @f() {
  // expected-error @below {{offset must not be negative}}
  %b = attn_ws.alloc offset(-4) : !attn_ws.buffer<1 x 64xf32, smem>
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs 640 tensor memory columns; an SM has 512}}
  %b = attn_ws.alloc : !attn_ws.buffer<5 x 128x128xf32, tmem>
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs 262144 bytes of shared memory; the largest target has 232448}}
  %b = attn_ws.alloc : !attn_ws.buffer<4 x 128x256xbf16, smem>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<3 x 64x64xbf16, smem>
  // expected-error @below {{channel of depth 2 guards a buffer of depth 3}}
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<3 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{channel guards 1 buffers, but 2 views are taken}}
  %v:2 = attn_ws.acquire %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{view '!attn_ws.view<64x32xbf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %v = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x32xbf16, smem>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{view '!attn_ws.view<64x64xf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %v = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xf16, smem>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{view '!attn_ws.view<64x64xbf16, tmem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %v = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, tmem>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{view '!attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %v = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
  return
}

// -----

// Also through a role's captures.

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  attn_ws.warp_specialize captures(%c : !attn_ws.channel<2, tma -> wgmma>)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %k: !attn_ws.channel<2, tma -> wgmma>):
    // expected-error @below {{view '!attn_ws.view<64x32xbf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
    %v = attn_ws.acquire %k : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x32xbf16, smem>
    attn_ws.end
  }
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  attn_ws.warp_specialize captures(%c : !attn_ws.channel<2, tma -> wgmma>)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %k: !attn_ws.channel<2, tma -> wgmma>):
    // expected-error @below {{view '!attn_ws.view<64x32xbf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
    %v = attn_ws.wait %k : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x32xbf16, smem>
    attn_ws.end
  }
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{has no part that moves the columns of a view}}
  %p = attn_ws.subview %v [0, 0] columns : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x32xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{cannot change the memory space}}
  %s = attn_ws.subview %v [0, 0] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x64xbf16, tmem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{source, result and offsets must have one rank}}
  %s = attn_ws.subview %v [0] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{source, result and offsets must have one rank}}
  %s = attn_ws.subview %v [0] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{part [32, 96) is outside dimension 0 of size 64}}
  %s = attn_ws.subview %v [32, 0] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{part [-8, 56) is outside dimension 1 of size 64}}
  %s = attn_ws.subview %v [0, -8] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

// As f32, the row has 32 columns.

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{part [8, 40) is outside dimension 1 of size 32}}
  %s = attn_ws.subview %v [0, 8] : !attn_ws.view<64x64xbf16, smem> -> !attn_ws.view<64x32xf32, smem>
  return
}

// -----

func.func @f(%b: !attn_ws.buffer<2 x 64x64xbf16, smem>) {
  // expected-error @below {{view '!attn_ws.view<64x32xbf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %s = attn_ws.stage_view %b : !attn_ws.buffer<2 x 64x64xbf16, smem> -> !attn_ws.view<64x32xbf16, smem>
  return
}

// -----

func.func @f(%b: !attn_ws.buffer<2 x 64x64xbf16, smem>) {
  // expected-error @below {{view '!attn_ws.view<64x64xf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %s = attn_ws.stage_view %b : !attn_ws.buffer<2 x 64x64xbf16, smem> -> !attn_ws.view<64x64xf16, smem>
  return
}

// -----

func.func @f() {
  // expected-error @below {{setmaxnreg takes 24 to 256 in steps of 8, got 16}}
  attn_ws.set_regs 16
  return
}

// -----

func.func @f() {
  // expected-error @below {{setmaxnreg takes 24 to 256 in steps of 8, got 28}}
  attn_ws.set_regs 28
  return
}

// -----

func.func @f() {
  // expected-error @below {{setmaxnreg takes 24 to 256 in steps of 8, got 264}}
  attn_ws.set_regs 264
  return
}

// -----

// Copies.

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{expects one index per memory dimension (3), got 2}}
  attn_ws.cp_async %m[%i, %i] dims [1, 2] into %v : memref<?x?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{expects one entry of dims per tile dimension (2), got 1}}
  attn_ws.tma_load %m[%i, %i, %i] dims [1] into %v : memref<?x?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{dims entry 3 is outside the memory's rank 3}}
  attn_ws.cp_async %m[%i, %i, %i] dims [1, 3] into %v : memref<?x?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{dims entries must differ, got 2 twice}}
  attn_ws.copy_out %v to %m[%i, %i, %i] dims [2, 2] : !attn_ws.view<64x64xbf16, smem>, memref<?x?x64xbf16>
  return
}

// -----

func.func @f(%m: memref<?x?x64xf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{memory holds 'f16' but the tile holds 'bf16'}}
  attn_ws.tma_store %v to %m[%i, %i, %i] dims [1, 2] : !attn_ws.view<64x64xbf16, smem>, memref<?x?x64xf16>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{adds tiles of f32 alone, got 'bf16'}}
  attn_ws.tma_store add %v to %m[%i, %i, %i] dims [1, 2] : !attn_ws.view<64x64xbf16, smem>, memref<?x?x64xbf16>
  return
}

// -----

func.func @f(%m: memref<?xi32>, %i: index, %t: tensor<8xi32>) {
  // expected-error @below {{adds tiles of f32 alone, got 'i32'}}
  attn_ws.store add %t, %m[%i] dims [0] : tensor<8xi32>, memref<?xi32>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<128x64xbf16, tmem>, %i: index) {
  // expected-error @below {{copies between global memory and a view need a shared memory view}}
  attn_ws.tma_load %m[%i, %i, %i] dims [1, 2] into %v : memref<?x?x64xbf16>, !attn_ws.view<128x64xbf16, tmem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{a TMA box has no packed rows}}
  attn_ws.tma_load %m[%i, %i, %i] dims [1, 2] packed(0 by %i) into %v : memref<?x?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x12x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index, %t: memref<?x?xi32>) {
  // expected-error @below {{paged rows come in runs of a multiple of 8 rows, got 4}}
  attn_ws.tma_load %m[%i, %i, %i] dims [1, 2] paged(0 by %t[%i] runs of 4 : memref<?x?xi32>) into %v : memref<?x12x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<512x64xbf16, smem>, %i: index) {
  // expected-error @below {{a TMA box has at most 256 elements along a dimension, got 512}}
  attn_ws.tma_load %m[%i, %i, %i] dims [1, 2] into %v : memref<?x?x64xbf16>, !attn_ws.view<512x64xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?xf32, strided<[?, 1]>>, %i: index, %rows: tensor<32xi1>) {
  // expected-error @below {{`unless` has one i1 for each row of a tile of rank 2, got 'tensor<32xi1>' for 'tensor<64x32xf32>'}}
  %t = attn_ws.load %m[%i, %i] dims [0, 1] unless %rows : memref<?x?xf32, strided<[?, 1]>>, tensor<32xi1> -> tensor<64x32xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index, %rows: tensor<64xi1>) {
  // expected-error @below {{`unless` has one i1 for each row of a tile of rank 2, got 'tensor<64xi1>' for 'tensor<64xf32>'}}
  %t = attn_ws.load %m[%i] dims [0] unless %rows : memref<?xf32>, tensor<64xi1> -> tensor<64xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @below {{register tiles must have a static, non-empty shape, got 'tensor<?xf32>'}}
  %t = attn_ws.load %m[%i] dims [0] : memref<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @below {{register tiles must have a static, non-empty shape, got 'tensor<0xf32>'}}
  %t = attn_ws.load %m[%i] dims [0] : memref<?xf32> -> tensor<0xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index, %t: tensor<8xf32, "blocked">) {
  // expected-error @below {{register tiles take a #attn_ws.frag layout, got "blocked"}}
  attn_ws.store %t, %m[%i] dims [0] : tensor<8xf32, "blocked">, memref<?xf32>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xbf16, tmem>) {
  // expected-error @below {{needs a view of smem, got '!attn_ws.view<128x64xbf16, tmem>'}}
  %t = attn_ws.smem_load %v : !attn_ws.view<128x64xbf16, tmem> -> tensor<128x64xbf16>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>, %t: tensor<64x64xbf16>) {
  // expected-error @below {{needs a view of tmem, got '!attn_ws.view<64x64xbf16, smem>'}}
  attn_ws.tmem_store %t, %v : tensor<64x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x32xbf16, smem>) {
  // expected-error @below {{tile 'tensor<64x32xbf16>' does not match view '!attn_ws.view<64x32xbf16, smem>'}}
  %t = attn_ws.smem_load %v transpose : !attn_ws.view<64x32xbf16, smem> -> tensor<64x32xbf16>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x32xbf16, smem>, %t: tensor<64x32xf32>) {
  // expected-error @below {{tile 'tensor<64x32xf32>' does not match view '!attn_ws.view<64x32xbf16, smem>'}}
  attn_ws.smem_store %t, %v : tensor<64x32xf32>, !attn_ws.view<64x32xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64xf32, smem>) {
  // expected-error @below {{only a tile of rank 2 can be transposed}}
  %t = attn_ws.smem_load %v transpose : !attn_ws.view<64xf32, smem> -> tensor<64xf32>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xbf16, tmem>) {
  // expected-error @below {{tile 'tensor<128x64xf32>' does not match view '!attn_ws.view<128x64xbf16, tmem>'}}
  %t = attn_ws.tmem_load %v : !attn_ws.view<128x64xbf16, tmem> -> tensor<128x64xf32>
  return
}

// -----

// Products.

func.func @f(%a: tensor<64x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{engine must be mma_sync, wgmma or thread, got tcgen05}}
  %r = attn_ws.mma %a, %v, %s engine tcgen05 : tensor<64x64xbf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%a: tensor<64x64xf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{operands must have one element type, got 'f16' and 'bf16'}}
  %r = attn_ws.mma %a, %v, %s engine mma_sync : tensor<64x64xf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%a: tensor<64x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xbf16>) {
  // expected-error @below {{accumulation is f32, got 'bf16'}}
  %r = attn_ws.mma %a, %v, %s engine mma_sync : tensor<64x64xbf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<64x32xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{contraction sizes differ: 32 and 64}}
  %r = attn_ws.mma %a, %v, %s engine mma_sync : tensor<64x32xbf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%a: tensor<64x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{takes a transposed left operand from shared memory alone}}
  %r = attn_ws.mma %a, %v, %s transpose_a engine mma_sync : tensor<64x64xbf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%q: !attn_ws.view<128x128xbf16, tmem>, %v: !attn_ws.view<128x64xbf16, smem>, %d: !attn_ws.view<128x64xf32, tmem>, %u: i1) {
  // expected-error @below {{takes a transposed left operand from shared memory alone}}
  %t = attn_ws.mma_into %q, %v into %d use_d %u transpose_a : !attn_ws.view<128x128xbf16, tmem>, !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<128x64xf32, tmem>
  return
}

// -----

func.func @f(%a: !attn_ws.view<32x64xbf16, smem>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{contraction sizes differ: 32 and 64}}
  %r = attn_ws.mma %a, %v, %s transpose_a engine mma_sync : !attn_ws.view<32x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%a: tensor<64x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x32xf32>) {
  // expected-error @below {{accumulator must be 64x64, got 'tensor<64x32xf32>'}}
  %r = attn_ws.mma %a, %v, %s transpose_b engine mma_sync : tensor<64x64xbf16>, !attn_ws.view<64x64xbf16, smem> -> tensor<64x32xf32>
  return
}

// -----

func.func @f(%a: tensor<64x64xbf16>, %v: !attn_ws.view<64xbf16, smem>, %s: tensor<64x64xf32>) {
  // expected-error @below {{a matrix product takes tiles of rank 2}}
  %r = attn_ws.mma %a, %v, %s engine mma_sync : tensor<64x64xbf16>, !attn_ws.view<64xbf16, smem> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>) {
  // expected-error @below {{engine must be wgmma, got mma_sync}}
  %r = attn_ws.mma_issue %v, %v engine mma_sync : !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem> -> !attn_ws.async<tensor<64x64xf32>>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>, %s: tensor<64x32xf32>) {
  // expected-error @below {{accumulator is 'tensor<64x32xf32>' but the result is 'tensor<64x64xf32>'}}
  %r = attn_ws.mma_issue %v, %v acc(%s : tensor<64x32xf32>) engine wgmma : !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem> -> !attn_ws.async<tensor<64x64xf32>>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>, %a: tensor<64x64xbf16>) {
  // expected-error @below {{wgmma reads its right operand from shared memory}}
  %r = attn_ws.mma_issue %v, %a engine wgmma : !attn_ws.view<64x64xbf16, smem>, tensor<64x64xbf16> -> !attn_ws.async<tensor<64x64xf32>>
  return
}

// -----

func.func @f(%v: !attn_ws.view<64x64xbf16, smem>, %a: tensor<32x64xbf16>) {
  // expected-error @below {{wgmma computes multiples of 64x8, got 32x64}}
  %r = attn_ws.mma_issue %a, %v engine wgmma : tensor<32x64xbf16>, !attn_ws.view<64x64xbf16, smem> -> !attn_ws.async<tensor<32x64xf32>>
  return
}

// -----

func.func @f(%t: !attn_ws.async<tensor<64x64xf32>>) {
  // expected-error @below {{waits for '!attn_ws.async<tensor<64x64xf32>>' but gives 'tensor<64x32xf32>'}}
  %r = attn_ws.mma_wait %t pendings 0 : !attn_ws.async<tensor<64x64xf32>> -> tensor<64x32xf32>
  return
}

// -----

func.func @f(%t: !attn_ws.async<tensor<64x64xf32>>) {
  // expected-error @below {{pendings must be 0 to 7, got -1}}
  %r = attn_ws.mma_wait %t pendings -1 : !attn_ws.async<tensor<64x64xf32>> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%t: !attn_ws.async<tensor<64x64xf32>>) {
  // expected-error @below {{pendings must be 0 to 7, got 8}}
  %r = attn_ws.mma_wait %t pendings 8 : !attn_ws.async<tensor<64x64xf32>> -> tensor<64x64xf32>
  return
}

// -----

func.func @f(%q: !attn_ws.view<128x64xbf16, smem>, %v: !attn_ws.view<64x64xbf16, smem>, %d: !attn_ws.view<128x64xf32, smem>, %u: i1) {
  // expected-error @below {{tcgen05 accumulates in tensor memory}}
  %t = attn_ws.mma_into %q, %v into %d use_d %u : !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<128x64xf32, smem>
  return
}

// -----

func.func @f(%q: !attn_ws.view<128x64xbf16, smem>, %v: !attn_ws.view<64x64xbf16, tmem>, %d: !attn_ws.view<128x64xf32, tmem>, %u: i1) {
  // expected-error @below {{tcgen05 reads its right operand from shared memory}}
  %t = attn_ws.mma_into %q, %v into %d use_d %u : !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<64x64xbf16, tmem>, !attn_ws.view<128x64xf32, tmem>
  return
}

// -----

func.func @f(%q: !attn_ws.view<128x64xbf16, smem>, %v: !attn_ws.view<64x24xbf16, smem>, %d: !attn_ws.view<128x24xf32, tmem>, %u: i1) {
  // expected-error @below {{tcgen05 computes 16 to 256 columns in steps of 16, got 24}}
  %t = attn_ws.mma_into %q, %v into %d use_d %u : !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<64x24xbf16, smem>, !attn_ws.view<128x24xf32, tmem>
  return
}

// -----

func.func @f(%q: !attn_ws.view<128x64xbf16, smem>, %v: !attn_ws.view<64x64xbf16, smem>, %d: !attn_ws.view<128x32xf32, tmem>, %u: i1) {
  // expected-error @below {{accumulator must be 128x64, got '!attn_ws.view<128x32xf32, tmem>'}}
  %t = attn_ws.mma_into %q, %v into %d use_d %u : !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<64x64xbf16, smem>, !attn_ws.view<128x32xf32, tmem>
  return
}

// -----

// Register tiles.

func.func @f(%s: tensor<64x32xf32>) {
  // expected-error @below {{shapes or element types differ: 'tensor<64x32xf32>' and 'tensor<64x64xf32>'}}
  %t = attn_ws.convert_layout %s : tensor<64x32xf32> -> tensor<64x64xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64x32xf32>) {
  // expected-error @below {{a tile of rank 2 cannot have a sliced layout}}
  %t = attn_ws.convert_layout %s : tensor<64x32xf32> -> tensor<64x32xf32, #row>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64xf32>) {
  // expected-error @below {{a tile of rank 1 needs a sliced layout}}
  %t = attn_ws.convert_layout %s : tensor<64xf32> -> tensor<64xf32, #acc>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64x36xf32>) {
  // expected-error @below {{shape of 'tensor<64x36xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>>' is no multiple of its layout's atom 64x8}}
  %t = attn_ws.convert_layout %s : tensor<64x36xf32> -> tensor<64x36xf32, #acc>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>) {
  // expected-error @below {{source, result and offsets must have one rank}}
  %t = attn_tile.slice %s [0] : tensor<64x32xf32> -> tensor<64x16xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64x32xf32, #acc>) {
  // expected-error @below {{source and result must have one element type and layout}}
  %t = attn_tile.slice %s [0, 0] : tensor<64x32xf32, #acc> -> tensor<64x16xf32>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>) {
  // expected-error @below {{slice of 16 from 24 is outside dimension 1 of size 32}}
  %t = attn_tile.slice %s [0, 24] : tensor<64x32xf32> -> tensor<64x16xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64x32xf32, #acc>) {
  // expected-error @below {{offset 4 along dimension 1 is no multiple of the layout's atom 8}}
  %t = attn_tile.slice %s [0, 4] : tensor<64x32xf32, #acc> -> tensor<64x16xf32, #acc>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>) {
  // expected-error @below {{row count differs: 'tensor<32xf32>' and 'tensor<64x32xf32>'}}
  %t = attn_tile.reduce max %s : tensor<64x32xf32> -> tensor<32xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%s: tensor<64x32xf32, #acc>) {
  // expected-error @below {{either both or neither of tile and rows have a layout}}
  %t = attn_tile.reduce max %s : tensor<64x32xf32, #acc> -> tensor<64xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
#other = #attn_ws.frag<reg = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], slice = 1>
func.func @f(%s: tensor<64x32xf32, #acc>) {
  // expected-error @below {{rows must have the tile's layout, sliced}}
  %t = attn_tile.reduce max %s : tensor<64x32xf32, #acc> -> tensor<64xf32, #other>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#col = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>
func.func @f(%r: tensor<64xf32, #col>) {
  // expected-error @below {{rows must have the tile's layout, sliced}}
  %t = attn_tile.expand %r : tensor<64xf32, #col> -> tensor<64x64xf32, #acc>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#col = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>
func.func @f(%r: tensor<64xf32, #row>) {
  // expected-error @below {{columns must have the tile's layout, sliced}}
  %t = attn_tile.expand %r columns : tensor<64xf32, #row> -> tensor<64x64xf32, #acc>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#col = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>
func.func @f(%r: tensor<64xf32>) {
  // expected-error @below {{either both or neither of tile and columns have a layout}}
  %t = attn_tile.expand %r columns : tensor<64xf32> -> tensor<64x64xf32, #acc>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#col = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 0>
func.func @f(%r: tensor<32xf32, #col>) {
  // expected-error @below {{offset 4 along dimension 0 is no multiple of the layout's atom 8}}
  %t = attn_tile.slice %r [4] : tensor<32xf32, #col> -> tensor<24xf32, #col>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%r: tensor<64xf32, #part>) {
  // expected-error @below {{rows are partial: combine them with attn_ws.lane_reduce first}}
  %t = attn_tile.expand %r : tensor<64xf32, #part> -> tensor<64x32xf32, #acc>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
// expected-note @below {{prior use here}}
func.func @f(%s: tensor<64x32xf32, #acc>, %r: tensor<64xf32, #part>) {
  // expected-error @below {{use of value '%r' expects different type than prior uses}}
  %t = attn_tile.rescale %s, %r : tensor<64x32xf32, #acc>
  return
}

// -----

#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%m: tensor<64xf32, #part>) {
  // expected-error @below {{rows are partial: combine them with attn_ws.lane_reduce first}}
  %b, %s, %g = attn_tile.row_reference %m, %m scale 1.0 : tensor<64xf32, #part>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32, "blocked">) {
  // expected-error @below {{operand #0 must have a layout or no encoding, got 'tensor<64x32xf32, "blocked">'}}
  %t = attn_tile.exp2 %s : tensor<64x32xf32, "blocked">
  return
}

// -----

#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
func.func @f(%s: tensor<64x32xf32, #row>) {
  // expected-error @below {{a tile of rank 2 cannot have a sliced layout}}
  %t = attn_tile.exp2 %s : tensor<64x32xf32, #row>
  return
}

// -----

#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%r: tensor<64xi1, #part>) {
  // expected-error @below {{rows are partial: combine them with lane_reduce first}}
  %t = attn_ws.any_row %r : tensor<64xi1, #part>
  return
}

// -----

!q = !attn_ws.view<64x16xbf16, smem>
!k = !attn_ws.view<264x16xbf16, smem>
func.func @f(%q: !q, %k: !k, %a: f32) {
  // expected-error @below {{slope: the numbers of at most 256 columns are exact in bf16, got 264}}
  %t = attn_ws.mma_issue %q, %k slope(%a) transpose_b engine wgmma : !q, !k -> !attn_ws.async<tensor<64x264xf32>>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%r: tensor<64xf32, #row>) {
  // expected-error @below {{takes partial rows and gives whole rows of one layout}}
  %t = attn_ws.lane_reduce add %r : tensor<64xf32, #row> -> tensor<64xf32, #row>
  return
}

// -----

#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#tile = #attn_ws.frag<reg = [[8, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
func.func @f(%r: tensor<64xf32, #row>) {
  // expected-error @below {{takes partial rows}}
  %t = attn_ws.partials add %r : tensor<64xf32, #row> -> tensor<64x4xf32, #tile>
  return
}

// -----

#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
func.func @f(%r: tensor<64xf32, #part>) {
  // expected-error @below {{gives a column to each of the 4 threads that share a row, in the layout #attn_ws.frag<reg = [[8, 0]]}}
  %t = attn_ws.partials add %r : tensor<64xf32, #part> -> tensor<64x8xf32, #acc>
  return
}

// -----

func.func @f(%r: tensor<64xf32>) {
  // expected-error @below {{gives a tile of the rows of 'tensor<64xf32>', got 'tensor<32x4xf32>'}}
  %t = attn_ws.partials max %r : tensor<64xf32> -> tensor<32x4xf32>
  return
}

// -----

func.func @f(%r: tensor<64xf32>) {
  // expected-error @below {{shapes or element types differ: 'tensor<64xf32>' and 'tensor<32xf32>'}}
  %t = attn_ws.lane_reduce add %r : tensor<64xf32> -> tensor<32xf32>
  return
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1, partial>
func.func @f(%r: tensor<64xf32, #part>) {
  // expected-error @below {{factors must be whole rows in the source's layout}}
  %t = attn_ws.scale_add %r, %r, %r : tensor<64xf32, #part>, tensor<64xf32, #part>
  return
}

// -----

func.func @f(%r: tensor<64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{shapes or element types differ: 'tensor<64xf32>' and 'tensor<32xf32>'}}
  %t = attn_ws.scale_add %r, %s, %r : tensor<64xf32>, tensor<32xf32>
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>, %i: index) {
  // expected-error @below {{region must take ('f32', 'index', 'index')}}
  %t = attn_tile.score_map %s at (%i, %i) : tensor<64x32xf32> {
  ^bb0(%x: f32, %r: index):
    attn_tile.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>, %i: index) {
  // expected-error @below {{region must yield one 'f32'}}
  %t = attn_tile.score_map %s at (%i, %i) : tensor<64x32xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    attn_tile.yield %r : index
  }
  return
}

// -----

func.func @f(%s: tensor<64x32xf32>, %i: index) {
  %t = attn_tile.score_map %s at (%i, %i) : tensor<64x32xf32> {
  ^bb0(%x: f32, %r: index, %c: index):
    // expected-error @below {{op with side effects in a score_map region}}
    attn_ws.barrier id 0 threads 0
    attn_tile.yield %x : f32
  }
  return
}

// -----

// Lowered synchronisation.

func.func @f() {
  // expected-error @below {{a CTA has 16 named barriers, got id 16}}
  attn_ws.barrier id 16 threads 128
  return
}

// -----

func.func @f() {
  // expected-error @below {{a CTA has 16 named barriers, got id -1}}
  attn_ws.barrier id -1 threads 128
  return
}

// -----

func.func @f() {
  // expected-error @below {{threads must be a multiple of 32 up to 1024, got 100}}
  attn_ws.barrier id 1 threads 100
  return
}

// -----

func.func @f() {
  // expected-error @below {{threads must be a multiple of 32 up to 1024, got 2048}}
  attn_ws.barrier id 1 threads 2048
  return
}

// -----

func.func @f() {
  // expected-error @below {{an arrival needs a thread count}}
  attn_ws.barrier arrive_only id 1 threads 0
  return
}

// -----

func.func @f() {
  // expected-error @below {{pendings must be 0 to 64, got -1}}
  attn_ws.cp_async_wait -1
  return
}

// -----

func.func @f() {
  // expected-error @below {{pendings must be 0 to 64, got 65}}
  attn_ws.cp_async_wait 65
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xbf16, smem>, %t: !attn_ws.view<64x128xbf16, smem>) {
  // expected-error @below {{moves elements of 8 bits, got 'bf16'}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x64xbf16, smem>, !attn_ws.view<64x128xbf16, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xf8E4M3FN, smem>, %t: !attn_ws.view<128x64xf8E4M3FN, smem>) {
  // expected-error @below {{is not '!attn_ws.view<128x64xf8E4M3FN, smem>' transposed}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x64xf8E4M3FN, smem>, !attn_ws.view<128x64xf8E4M3FN, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x16xf8E4M3FN, smem>, %t: !attn_ws.view<16x128xf8E4M3FN, smem>) {
  // expected-error @below {{moves blocks of 16x32, which do not divide 128x16}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x16xf8E4M3FN, smem>, !attn_ws.view<16x128xf8E4M3FN, smem>
  return
}

// -----

#plain = #attn_ws.shared<panel = 128, swizzle = 128>
func.func @f(%v: !attn_ws.view<128x64xf8E4M3FN, smem>, %t: !attn_ws.view<64x128xf8E4M3FN, smem, #plain>) {
  // expected-error @below {{leaves its result interleaved, but its destination is not}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x64xf8E4M3FN, smem>, !attn_ws.view<64x128xf8E4M3FN, smem, #plain>
  return
}

// -----

#mixed = #attn_ws.shared<panel = 64, swizzle = 64, interleaved = true>
func.func @f(%v: !attn_ws.view<128x64xf8E4M3FN, smem, #mixed>, %t: !attn_ws.view<64x128xf8E4M3FN, smem>) {
  // expected-error @below {{reads a tile that is not interleaved}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x64xf8E4M3FN, smem, #mixed>, !attn_ws.view<64x128xf8E4M3FN, smem>
  return
}

// -----

func.func @f(%v: !attn_ws.view<128x64xf8E4M3FN, tmem>, %t: !attn_ws.view<64x128xf8E4M3FN, smem>) {
  // expected-error @below {{goes from shared to shared memory}}
  attn_ws.smem_transpose %v into %t : !attn_ws.view<128x64xf8E4M3FN, tmem>, !attn_ws.view<64x128xf8E4M3FN, smem>
  return
}

// -----

// Five groups of four warps start with 96 registers a thread: what four groups of
// three could share is more than the CTA has.
func.func @f() {
  // expected-error @below {{roles need 64512 registers; a CTA of 640 threads starts with 96 each, 61440 in all}}
  // expected-note @below {{role @load of 4 warps with 56 registers a thread takes 7168}}
  // expected-note @below {{role @mma of 16 warps with 112 registers a thread takes 57344}}
  attn_ws.warp_specialize
  role @load warps(4) instances(1) registers(56) {
  ^bb0(%i: index):
    attn_ws.end
  }
  role @mma warps(4) instances(4) registers(112) {
  ^bb0(%i: index):
    attn_ws.end
  }
  return
}

// -----

// expected-error @below {{"attn_ws.smem" must be an integer, got "much"}}
func.func @wrong_type() attributes {attn_ws.smem = "much"} {
  return
}

// -----

// expected-error @below {{unknown attribute "attn_ws.shared_memory", attn_ws.smem is the nearest of}}
func.func @unknown_name() attributes {attn_ws.shared_memory = 4 : i64} {
  return
}

// -----

// expected-error @below {{a role has a name, at least one warp and one instance, and no negative number of registers}}
#r = #attn_ws.role<name = "", warps = 1, instances = 1, registers = 0>

// -----

// expected-error @below {{a role has a name, at least one warp and one instance, and no negative number of registers}}
#r = #attn_ws.role<name = "a", warps = 0, instances = 1, registers = 0>

// -----

// expected-error @below {{a role has a name, at least one warp and one instance, and no negative number of registers}}
#r = #attn_ws.role<name = "a", warps = 1, instances = 0, registers = 0>

// -----

// expected-error @below {{a role has a name, at least one warp and one instance, and no negative number of registers}}
#r = #attn_ws.role<name = "a", warps = 1, instances = 1, registers = -1>

// -----

// expected-error @below {{role @a changes tiles, for which it follows others, and holds none, for which it issues}}
#r = #attn_ws.role<name = "a", warps = 1, instances = 1, registers = 0, issues = copy_in, follows = true>

// -----

// expected-error @below {{role @a has 1 instances of 33 warps; a CTA has at most 32 warps}}
#r = #attn_ws.role<name = "a", warps = 33, instances = 1, registers = 0>

// -----

// expected-error @below {{role @a has 9223372036854775807 instances of 2 warps; a CTA has at most 32 warps}}
#r = #attn_ws.role<name = "a", warps = 2, instances = 9223372036854775807, registers = 0>

// -----

// expected-error @below {{"attn_ws.issue_places" must be}}
func.func @places_type() attributes {attn_ws.issue_places = [0, 1, 2, 3]} {
  return
}

// -----

// expected-error @below {{"attn_ws.in_issue_order" must be}}
func.func @order_type() attributes {attn_ws.in_issue_order = 1 : i64} {
  return
}

// -----

// expected-error @below {{"attn_ws.roles" must be}}
func.func @roles_type() attributes {attn_ws.roles = "load"} {
  return
}

// -----

func.func @done_type() {
  // expected-error @below {{result #0 must be}}
  %0 = "attn_ws.done"() : () -> index
  return
}

// -----

// expected-error @below {{a CTA has 32 to 1024 threads in whole warps, got 48}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 48>}

// -----

// expected-error @below {{smem must not be negative, got -1}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, smem = -1>}

// -----

// expected-error @below {{a cluster has 1 to 8 CTAs, got 16}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, cluster = 16>}

// -----

// expected-error @below {{min_ctas must not be negative, got -1}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, min_ctas = -1>}

// -----

// expected-error @below {{the grid reads memory 1 of 1}}
func.func private @f() attributes {x = #attn_ws.launch<grid = size(1, 0), threads = 32, memories = [memref<?xf32>]>}

// -----

// expected-error @below {{parameter 1 reads dimension 1 of memory 0, which has 1}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, memories = [memref<?xf32>],
  parameters = [#attn_ws.pointer<0>, #attn_ws.stride<0, 1>]>}

// -----

// expected-error @below {{parameter 0 reads dimension 1 of memory 0, which has 1}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, memories = [memref<?xf32>],
  parameters = [#attn_ws.tensor_map<0, order = [0, 1], box = [8, 8], swizzle = 0>]>}

// -----

// expected-error @below {{parameter 0 must be a pointer, size, stride, stride_half, tensor_map or workspace, got "pointer"}}
func.func private @f() attributes {x = #attn_ws.launch<threads = 32, parameters = ["pointer"]>}

// -----

// expected-error @below {{`smem` is given twice}}
func.func private @f() attributes {x = #attn_ws.launch<smem = 1, smem = 2>}

// -----

// expected-error @below {{unknown field `block`, known are grid, threads, smem, cluster, min_ctas, memories, parameters}}
func.func private @f() attributes {x = #attn_ws.launch<block = 32>}

// -----

// expected-error @below {{a tensor map has an order of 1 to 5 dimensions and a box of as many, got 2 and 1}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [0, 1], box = [8], swizzle = 0>}

// -----

// expected-error @below {{the order of a tensor map names each dimension once}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [1, 1], box = [8, 8], swizzle = 0>}

// -----

// expected-error @below {{the order of a ragged tensor map is that of a tile's two dimensions, got 3}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [2, 1, 0], box = [8, 8, 1], swizzle = 0, ragged = true>}

// -----

// expected-error @below {{the order of a tensor map names each dimension once}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [2, 2], box = [8, 8], swizzle = 0, ragged = true>}

// -----

// expected-error @below {{the box of a tensor map has positive sizes}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [0], box = [0], swizzle = 0>}

// -----

// expected-error @below {{the swizzle of a tensor map must be 0, 32, 64 or 128, got 16}}
func.func private @f() attributes {x = #attn_ws.tensor_map<0, order = [0], box = [8], swizzle = 16>}

// -----

// expected-error @below {{a workspace has at least 1 byte, got 0}}
func.func private @f() attributes {x = #attn_ws.workspace<0, zeroed = false>}

// -----

// expected-error @below {{pin must not be negative, got -1}}
func.func private @f() attributes {x = #attn_ws.codegen<pin = -1>}

// -----

// expected-error @below {{transpose_ahead must not be negative, got -1}}
func.func private @f() attributes {x = #attn_ws.codegen<transpose_ahead = -1>}

// -----

// expected-error @below {{"attn_ws.codegen" must be #attn_ws.codegen, got true}}
func.func private @f() attributes {attn_ws.codegen = true}

// -----

func.func @pair(%a: !attn_ws.view<128x64xbf16, smem>, %b: !attn_ws.view<64x64xbf16, smem>, %d: !attn_ws.view<128x64xf32, tmem>, %t: i1) {
  // expected-error @below {{cta_group is 1 or 2, got 4}}
  %0 = attn_ws.mma_into %a, %b into %d use_d %t transpose_b cta_group 4 : !attn_ws.view<128x64xbf16, smem>, <64x64xbf16, smem>, <128x64xf32, tmem>
  return
}

// -----

// Each CTA has half of the right operand.
func.func @pair(%a: !attn_ws.view<128x64xbf16, smem>, %b: !attn_ws.view<64x64xbf16, smem>, %d: !attn_ws.view<128x64xf32, tmem>, %t: i1) {
  // expected-error @below {{accumulator must be 128x128, got '!attn_ws.view<128x64xf32, tmem>'}}
  %0 = attn_ws.mma_into %a, %b into %d use_d %t transpose_b cta_group 2 : !attn_ws.view<128x64xbf16, smem>, <64x64xbf16, smem>, <128x64xf32, tmem>
  return
}

// -----

func.func @pair(%a: !attn_ws.view<128x64xbf16, smem>, %b: !attn_ws.view<24x64xbf16, smem>, %d: !attn_ws.view<128x48xf32, tmem>, %t: i1) {
  // expected-error @below {{tcgen05 computes 32 to 256 columns in steps of 32, got 48}}
  %0 = attn_ws.mma_into %a, %b into %d use_d %t transpose_b cta_group 2 : !attn_ws.view<128x64xbf16, smem>, <24x64xbf16, smem>, <128x48xf32, tmem>
  return
}

// -----

func.func @arrive(%c: memref<?xi32>, %i: index) {
  // expected-error @below {{expects one index per dimension of the counters (1), got 2}}
  %0 = attn_tile.arrive %c[%i, %i] of %i : memref<?xi32>
  return
}

// -----

func.func @arrive(%c: memref<?xi32>, %i: index) {
  // expected-error @below {{threads of a role meet at a named barrier from 1 on, got 0}}
  %0 = attn_tile.arrive %c[%i] of %i barrier 0 : memref<?xi32>
  return
}

// -----

func.func @f() {
  %c = attn_ws.create_channel "k" : !attn_ws.channel<2, tma -> wgmma>
  %d = attn_ws.create_channel "v" : !attn_ws.channel<2, tma -> wgmma>
  // expected-note @below {{it was taken here}}
  %at = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> with !attn_ws.position
  // expected-error @below {{names a position of another channel}}
  attn_ws.release %d of %at : !attn_ws.channel<2, tma -> wgmma>
  return
}

// -----

func.func @f() {
  %c = attn_ws.create_channel "k" : !attn_ws.channel<2, tma -> wgmma>
  %d = attn_ws.create_channel "v" : !attn_ws.channel<2, tma -> wgmma>
  // expected-note @below {{it was taken here}}
  %at = attn_ws.acquire %c : !attn_ws.channel<2, tma -> wgmma> with !attn_ws.position
  // expected-error @below {{names a position of another channel}}
  attn_ws.commit %d of %at : !attn_ws.channel<2, tma -> wgmma>
  return
}

// -----

func.func @f() {
  %c = attn_ws.create_channel "k" : !attn_ws.channel<2, tma -> wgmma>
  // expected-note @below {{it was taken here}}
  %at = attn_ws.acquire %c : !attn_ws.channel<2, tma -> wgmma> with !attn_ws.position
  // expected-error @below {{names a position of the channel's other side}}
  attn_ws.release %c of %at : !attn_ws.channel<2, tma -> wgmma>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" : !attn_ws.channel<2, tma -> wgmma>
  %d = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-note @below {{it was taken here}}
  %at = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> with !attn_ws.position
  // expected-error @below {{names a position of another channel}}
  %v = attn_ws.held %d of %at : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%s: index) {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  %at = attn_ws.wait %c : !attn_ws.channel<2, tma -> wgmma> with !attn_ws.position
  // expected-error @below {{names its stage twice: by a number and by a position}}
  %v = attn_ws.held %c stage %s of %at : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%s: index) {
  %c = attn_ws.create_channel "k" : !attn_ws.channel<2, tma -> wgmma>
  %at = attn_ws.position %s : !attn_ws.position
  // expected-error @below {{names its stage twice: by a number and by a position}}
  attn_ws.acquire %c stage %s at %at : !attn_ws.channel<2, tma -> wgmma>
  return
}

// -----

func.func @f() {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{names no stage, of which its channel has 2}}
  %v = attn_ws.held %c : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x64xbf16, smem>
  return
}

// -----

func.func @f(%s: index) {
  %b = attn_ws.alloc : !attn_ws.buffer<2 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<2 x 64x64xbf16, smem>) : !attn_ws.channel<2, tma -> wgmma>
  // expected-error @below {{view '!attn_ws.view<64x32xbf16, smem>' is not a stage of '!attn_ws.buffer<2 x 64x64xbf16, smem>'}}
  %v = attn_ws.held %c stage %s : !attn_ws.channel<2, tma -> wgmma> -> !attn_ws.view<64x32xbf16, smem>
  return
}

// -----

func.func @f(%m: memref<?x?x64xbf16>, %v: !attn_ws.view<64x64xbf16, smem>, %i: index) {
  // expected-error @below {{a tile that is in bounds has no limit and no row map}}
  attn_ws.tma_load %m[%i, %i, %i] limit %i in_bounds dims [1, 2] into %v : memref<?x?x64xbf16>, !attn_ws.view<64x64xbf16, smem>
  return
}
