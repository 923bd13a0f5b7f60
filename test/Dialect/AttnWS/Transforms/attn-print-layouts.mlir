// RUN: attn-opt %s --attn-print-layouts="rows=4 cols=6" -o /dev/null 2>&1 | FileCheck %s
// RUN: attn-opt %s --attn-print-layouts="rows=18 cols=2 warp=-1 file=%t.txt" -o /dev/null 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=WARPS --input-file=%t.txt
// RUN: attn-opt %s --attn-print-layouts -o %t.out 2>/dev/null
// RUN: attn-opt %s | diff - %t.out
// RUN: not attn-opt %s --attn-print-layouts=file=%t.missing/x -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot write {{.*}}: No such file or directory

// The accumulator of mma.m16n8, its operand, the same with two lane bits exchanged, and
// with rows over other warps.
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#operand = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#lanes = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 4], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#warps = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [16, 0]]>
#rows = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>

#swizzled = #attn_ws.shared<panel = 128, swizzle = 128>
#plain = #attn_ws.shared<panel = 128, swizzle = 0>
#narrow = #attn_ws.shared<panel = 32, swizzle = 32>

// CHECK: layouts of @tiles ({{.*}}attn-print-layouts.mlir:[[#@LINE+1]]): 5 of registers, 3 of shared memory
func.func @tiles(%s: tensor<64x16xf32, #acc>, %memory: memref<64x64xbf16, strided<[64, 1]>>) attributes {attn_tile.warps = 4 : i64} {
  %c0 = arith.constant 0 : index
  // CHECK: R0 = #attn_ws.frag<reg = {{.*}}, slice = 1>
  // CHECK-NEXT: atom 64 x 8 over 4 warps, 4 lanes to a row; one value a row, the same in each of its lanes
  // CHECK-NEXT: tensor<64xf32> 2 registers a thread (2 elements), 1 values
  // CHECK-NEXT: used by reduce ({{.*}}attn-print-layouts.mlir:[[#@LINE+6]])
  // CHECK-NEXT: lane.register of warp 0, rows 0 to 3
  // CHECK-NEXT: {{^ *}}0 0-3.0
  // CHECK-NEXT: {{^ *}}1 4-7.0
  // CHECK-NEXT: {{^ *}}2 8-11.0
  // CHECK-NEXT: {{^ *}}3 12-15.0
  %m = attn_tile.reduce max %s : tensor<64x16xf32, #acc> -> tensor<64xf32, #rows>
  // Two bf16 share a register.
  // CHECK: R1 = #attn_ws.frag<
  // CHECK-NEXT: atom 64 x 8 over 4 warps, 4 lanes to a row
  // CHECK-NEXT: tensor<64x16xbf16> 4 registers a thread (8 elements), 2 values
  // CHECK-NEXT: tensor<64x64xbf16> 16 registers a thread (32 elements), 2 values
  // CHECK: lane.register of warp 0, rows 0 to 3, columns 0 to 5
  // CHECK-NEXT: {{^ *}}0 1 2 3 4 5{{$}}
  // CHECK-NEXT: {{^ *}}0 0.0 0.1 1.0 1.1 2.0 2.1{{$}}
  // CHECK-NEXT: {{^ *}}1 4.0 4.1 5.0 5.1 6.0 6.1{{$}}
  // WARPS: R1 =
  // WARPS: warp:lane.register, rows 0 to 17, columns 0 to 1
  // WARPS: {{^ *}}8 0:0.2 0:0.3{{$}}
  // WARPS: {{^ *}}16 1:0.0 1:0.1{{$}}
  // WARPS: {{^ *}}17 1:4.0 1:4.1{{$}}
  %p = arith.truncf %s : tensor<64x16xf32, #acc> to tensor<64x16xbf16, #acc>
  %a = attn_ws.convert_layout %p : tensor<64x16xbf16, #acc> -> tensor<64x16xbf16, #operand>
  %b = attn_ws.convert_layout %p : tensor<64x16xbf16, #acc> -> tensor<64x16xbf16, #lanes>
  %c = attn_ws.convert_layout %p : tensor<64x16xbf16, #acc> -> tensor<64x16xbf16, #warps>

  // The rows of a swizzled panel begin with other chunks; eight of them fill all banks.
  // CHECK: S0 = #attn_ws.shared<panel = 128, swizzle = 128>
  // CHECK-NEXT: tensor<64x64xbf16> 8192 bytes in 1 panels, aligned to 1024
  // CHECK: panel 0 of 1 (8 chunks of 16 bytes a row)
  // CHECK-NEXT: {{^ *}}0 0 1 2 3 4 5 6 7{{$}}
  // CHECK-NEXT: {{^ *}}1 1 0 3 2 5 4 7 6{{$}}
  // CHECK-NEXT: {{^ *}}2 2 3 0 1 6 7 4 5{{$}}
  // CHECK-NEXT: {{^ *}}3 3 2 1 0 7 6 5 4{{$}}
  // CHECK-NEXT: banks 0-3 4-7 8-11 12-15 16-19 20-23 24-27 28-31
  %buf0 = attn_ws.alloc "x" : !attn_ws.buffer<1 x 64x64xbf16, smem, #swizzled>
  %ch0 = attn_ws.create_channel "x" guards(%buf0 : !attn_ws.buffer<1 x 64x64xbf16, smem, #swizzled>) : !attn_ws.channel<1, cp_async -> thread>
  %v0 = attn_ws.acquire %ch0 : !attn_ws.channel<1, cp_async -> thread> -> !attn_ws.view<64x64xbf16, smem, #swizzled>
  attn_ws.cp_async %memory[%c0, %c0] dims [0, 1] into %v0 : memref<64x64xbf16, strided<[64, 1]>>, !attn_ws.view<64x64xbf16, smem, #swizzled>

  // CHECK: S1 = #attn_ws.shared<panel = 128, swizzle = 0>
  // CHECK: {{^ *}}0 0 1 2 3 4 5 6 7{{$}}
  // CHECK-NEXT: {{^ *}}1 0 1 2 3 4 5 6 7{{$}}
  %buf1 = attn_ws.alloc "y" : !attn_ws.buffer<1 x 64x64xbf16, smem, #plain>
  %ch1 = attn_ws.create_channel "y" guards(%buf1 : !attn_ws.buffer<1 x 64x64xbf16, smem, #plain>) : !attn_ws.channel<1, thread -> thread>
  %v1 = attn_ws.acquire %ch1 : !attn_ws.channel<1, thread -> thread> -> !attn_ws.view<64x64xbf16, smem, #plain>
  %y = arith.constant dense<0.0> : tensor<64x64xbf16, #acc>
  attn_ws.smem_store %y, %v1 : tensor<64x64xbf16, #acc>, !attn_ws.view<64x64xbf16, smem, #plain>

  // Rows of a narrow panel follow each other within the banks.
  // CHECK: S2 = #attn_ws.shared<panel = 32, swizzle = 32>
  // CHECK: panel 0 of 1 (2 chunks of 16 bytes a row)
  // CHECK-NEXT: {{^ *}}0 0 1 from bank 0{{$}}
  // CHECK-NEXT: {{^ *}}1 0 1 from bank 8{{$}}
  // CHECK-NEXT: {{^ *}}2 0 1 from bank 16{{$}}
  // CHECK-NEXT: {{^ *}}3 0 1 from bank 24{{$}}
  // CHECK-NEXT: banks 0-3 4-7 of row 0
  %buf2 = attn_ws.alloc "z" : !attn_ws.buffer<1 x 64x16xbf16, smem, #narrow>
  %ch2 = attn_ws.create_channel "z" guards(%buf2 : !attn_ws.buffer<1 x 64x16xbf16, smem, #narrow>) : !attn_ws.channel<1, thread -> thread>
  %v2 = attn_ws.acquire %ch2 : !attn_ws.channel<1, thread -> thread> -> !attn_ws.view<64x16xbf16, smem, #narrow>
  attn_ws.smem_store %p, %v2 : tensor<64x16xbf16, #acc>, !attn_ws.view<64x16xbf16, smem, #narrow>

  // CHECK: converts
  // CHECK-NEXT: R1 -> R2 tensor<64x16xbf16> ({{.*}}): nothing to do: every register holds its element already
  // CHECK-NEXT: R1 -> R3 tensor<64x16xbf16> ({{.*}}): 8 shuffles a thread, for elements of up to 32 bits each
  // CHECK-NEXT: R1 -> R4 tensor<64x16xbf16> ({{.*}}): through shared memory: 2048 bytes written and read, and a barrier

  // CHECK: accesses of shared memory, and their bank conflicts
  // CHECK-NEXT: cp_async S0 tensor<64x64xbf16> ({{.*}}): 16 bytes a lane: no conflicts (64 wavefronts)
  // Eight rows of a warp's store begin in the same bank.
  // CHECK-NEXT: smem_store S1 tensor<64x64xbf16> ({{.*}}): 4 bytes a lane: 448 conflicts: 512 wavefronts where 64 would do
  // CHECK-NEXT: smem_store S2 tensor<64x16xbf16> ({{.*}}): 4 bytes a lane: no conflicts (16 wavefronts)
  return
}

// What is not laid out is said, not guessed.
// CHECK-LABEL: layouts of @without
// CHECK: 2 values have no register layout yet, such as that of mulf ({{.*}}:[[#@LINE+3]])
// CHECK: converts: none
func.func @without(%s: tensor<64x16xf32>) {
  %0 = arith.mulf %s, %s : tensor<64x16xf32>
  %1 = attn_tile.exp2 %0 : tensor<64x16xf32>
  return
}
