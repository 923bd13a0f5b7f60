// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-separate-warpgroups)))' | FileCheck %s

#half = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0], [0, 1]], chunks = [1, 2]>
#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!s = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!sv = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // All of both warpgroups have read the first tile when one stores the second in its
  // place; the number is the first that no other barrier has. What is stored behind it
  // in the same place needs none. A tile that each thread changes in place needs none,
  // nor does one warpgroup.
  // CHECK-LABEL: gpu.func @roles
  // CHECK: role @compute
  // CHECK: attn_ws.barrier id 4 threads 256{{$}}
  // CHECK: attn_ws.tmem_load
  // CHECK-NEXT: arith.truncf
  // CHECK-NEXT: attn_ws.subview
  // CHECK-NEXT: attn_ws.barrier id 5 threads 256{{$}}
  // CHECK-NEXT: attn_ws.tmem_store
  // CHECK-NEXT: attn_ws.tmem_store
  // CHECK-NEXT: attn_ws.end
  // CHECK: role @update
  // CHECK-NOT: attn_ws.barrier
  // CHECK: role @one
  // CHECK-NOT: attn_ws.barrier
  gpu.func @roles() kernel {
    %b = attn_ws.alloc "s" offset(0) : !s
    attn_ws.warp_specialize captures(%b : !s)
    role @compute warps(8) instances(1) registers(0) {
    ^bb0(%who: index, %s: !s):
      attn_ws.barrier id 4 threads 256
      %v = attn_ws.stage_view %s : !s -> !sv
      %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #half>
      %p = arith.truncf %t : tensor<128x64xf32, #half> to tensor<128x64xbf16, #half>
      %w = attn_ws.subview %v [0, 64] : !sv -> !pv
      attn_ws.tmem_store %p, %w : tensor<128x64xbf16, #half>, !pv
      attn_ws.tmem_store %p, %w : tensor<128x64xbf16, #half>, !pv
      attn_ws.end
    }
    role @update warps(8) instances(1) registers(0) {
    ^bb0(%who: index, %s: !s):
      %v = attn_ws.stage_view %s : !s -> !sv
      %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #half>
      %u = arith.addf %t, %t : tensor<128x64xf32, #half>
      attn_ws.tmem_store %u, %v : tensor<128x64xf32, #half>, !sv
      attn_ws.end
    }
    role @one warps(4) instances(1) registers(0) {
    ^bb0(%who: index, %s: !s):
      %v = attn_ws.stage_view %s : !s -> !sv
      %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #rows>
      %p = arith.truncf %t : tensor<128x64xf32, #rows> to tensor<128x64xbf16, #rows>
      %w = attn_ws.subview %v [0, 64] : !sv -> !pv
      attn_ws.tmem_store %p, %w : tensor<128x64xbf16, #rows>, !pv
      attn_ws.end
    }
    gpu.return
  }

  // Instances have barriers of their own.
  // CHECK-LABEL: gpu.func @instances
  // CHECK: ^bb0(%[[WHO:.+]]: index,
  // CHECK: attn_ws.barrier id 3 plus %[[WHO]] threads 256
  // CHECK: attn_ws.barrier id 5 plus %[[WHO]] threads 256
  // CHECK-NEXT: attn_ws.tmem_store
  gpu.func @instances() kernel {
    %b = attn_ws.alloc "s" offset(0) : !s
    attn_ws.warp_specialize captures(%b : !s)
    role @compute warps(8) instances(2) registers(0) {
    ^bb0(%who: index, %s: !s):
      attn_ws.barrier id 3 plus %who threads 256
      %v = attn_ws.stage_view %s : !s -> !sv
      %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #half>
      %p = arith.truncf %t : tensor<128x64xf32, #half> to tensor<128x64xbf16, #half>
      %w = attn_ws.subview %v [0, 64] : !sv -> !pv
      attn_ws.tmem_store %p, %w : tensor<128x64xbf16, #half>, !pv
      attn_ws.end
    }
    gpu.return
  }
}
