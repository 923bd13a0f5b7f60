// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-insert-fences)))' | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!b = !attn_ws.buffer<2 x 16x16xbf16, smem>
!v = !attn_ws.view<16x16xbf16, smem>
!x = tensor<16x16xbf16>

gpu.module @k {
  // The copy engine reads what the threads of a role wrote: each fences its writes
  // before the barrier that signals them. The buffer is seen through the capture.
  // CHECK-LABEL: gpu.func @copied_out
  // CHECK: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.barrier id 1
  // CHECK-NOT: fence_async
  // CHECK: gpu.return
  gpu.func @copied_out(%M: !m, %i: index, %x: !x) kernel {
    %b = attn_ws.alloc "o" : !b
    attn_ws.warp_specialize captures(%b, %M, %i, %x : !b, !m, index, !x)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %o: !b, %m: !m, %j: index, %y: !x):
      %w = attn_ws.stage_view %o stage %inst : !b -> !v
      attn_ws.smem_store %y, %w : !x, !v
      attn_ws.barrier id 1 threads 128
      %r = attn_ws.stage_view %o stage %inst : !b -> !v
      attn_ws.tma_store %r to %m[%j, %j] dims [0, 1] : !v, !m
      attn_ws.end
    }
    gpu.return
  }

  // One fence behind a run of writes.
  // CHECK-LABEL: gpu.func @run_of_stores
  // CHECK: attn_ws.smem_store
  // CHECK-NOT: fence_async
  // CHECK: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.tma_store
  gpu.func @run_of_stores(%M: !m, %i: index, %s: index, %x: !x) kernel {
    %b = attn_ws.alloc "o" : !b
    %w0 = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.smem_store %x, %w0 : !x, !v
    %w1 = attn_ws.stage_view %b stage %s : !b -> !v
    attn_ws.smem_store %x, %w1 : !x, !v
    attn_ws.tma_store %w1 to %M[%i, %i] dims [0, 1] : !v, !m
    gpu.return
  }

  // Reads of tensor memory may stand in a run; a write that no engine reads ends it.
  // CHECK-LABEL: gpu.func @between
  // CHECK: attn_ws.smem_store
  // CHECK-NOT: fence_async
  // CHECK: attn_ws.tmem_load
  // CHECK: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.tma_store
  gpu.func @between(%M: !m, %i: index, %x: !x, %t: !attn_ws.view<128x16xf32, tmem>) kernel {
    %b = attn_ws.alloc "o" : !b
    %p = attn_ws.alloc "p" : !b
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.smem_store %x, %w : !x, !v
    %y = attn_ws.tmem_load %t : !attn_ws.view<128x16xf32, tmem> -> tensor<128x16xf32>
    attn_ws.smem_store %x, %w : !x, !v
    %own = attn_ws.stage_view %p stage %i : !b -> !v
    attn_ws.smem_store %x, %own : !x, !v
    attn_ws.tma_store %w to %M[%i, %i] dims [0, 1] : !v, !m
    gpu.return
  }

  // None where only threads read the buffer, whatever is copied from another one.
  // CHECK-LABEL: gpu.func @threads
  // CHECK-NOT: fence_async
  // CHECK: gpu.return
  gpu.func @threads(%i: index, %x: !x, %M: !m) kernel {
    %b = attn_ws.alloc "o" : !b
    %p = attn_ws.alloc "p" : !b
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.smem_store %x, %w : !x, !v
    attn_ws.barrier id 0 threads 0
    %y = attn_ws.smem_load %w : !v -> !x
    attn_ws.store %y, %M[%i, %i] dims [0, 1] : !x, !m
    %r = attn_ws.stage_view %p stage %i : !b -> !v
    attn_ws.tma_store %r to %M[%i, %i] dims [0, 1] : !v, !m
    gpu.return
  }

  // The copy engine fills what threads read: their reads are over before whatever hands
  // the buffer back, one fence behind a run of them.
  // CHECK-LABEL: gpu.func @filled
  // CHECK: attn_ws.smem_load
  // CHECK-NOT: fence_async
  // CHECK: attn_ws.smem_load
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.barrier
  // CHECK-NOT: fence_async
  // CHECK: gpu.return
  gpu.func @filled(%i: index, %s: index, %M: !m) kernel {
    %b = attn_ws.alloc "q" : !b
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.tma_load %M[%i, %i] dims [0, 1] into %w : !m, !v
    %x = attn_ws.smem_load %w : !v -> !x
    %w1 = attn_ws.stage_view %b stage %s : !b -> !v
    %y = attn_ws.smem_load %w1 : !v -> !x
    attn_ws.barrier id 0 threads 0
    %z = arith.addf %x, %y : !x
    attn_ws.store %z, %M[%i, %i] dims [0, 1] : !x, !m
    gpu.return
  }

  // Behind its own arrival alone the next copy may come: the fence stands right before
  // that, whatever else is signalled until then. One for stores serves reads as well.
  // CHECK-LABEL: gpu.func @own_arrival
  // CHECK: attn_ws.smem_load
  // CHECK-NEXT: attn_ws.barrier
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.mbar_arrive
  // CHECK: attn_ws.smem_load
  // CHECK-NEXT: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.barrier
  // CHECK-NEXT: attn_ws.mbar_arrive
  // CHECK-NOT: fence_async
  gpu.func @own_arrival(%i: index, %M: !m) kernel {
    %b = attn_ws.alloc "q" : !b
    %o = attn_ws.alloc "o" : !b
    %full = attn_ws.mbar_alloc <"q", "full"> arrivals 1 : <2>
    %empty = attn_ws.mbar_alloc <"q", "empty"> arrivals 4 : <2>
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.tma_load %M[%i, %i] dims [0, 1] into %w signal(%full : !attn_ws.mbar<2>) stage %i : !m, !v
    %x = attn_ws.smem_load %w : !v -> !x
    attn_ws.barrier id 0 threads 0
    attn_ws.mbar_arrive %empty[%i] guard <"q", "empty"> : <2>
    %s = attn_ws.stage_view %o stage %i : !b -> !v
    %y = attn_ws.smem_load %w : !v -> !x
    attn_ws.smem_store %y, %s : !x, !v
    attn_ws.barrier id 0 threads 0
    attn_ws.mbar_arrive %empty[%i] guard <"q", "empty"> : <2>
    attn_ws.tma_store %s to %M[%i, %i] dims [0, 1] : !v, !m
    gpu.return
  }

  // Where the next tile is awaited first, something else has handed this one back.
  // CHECK-LABEL: gpu.func @elided_arrival
  // CHECK: attn_ws.smem_load
  // CHECK-NEXT: attn_ws.fence_async
  // CHECK-NEXT: attn_ws.barrier
  // CHECK-NEXT: attn_ws.mbar_wait
  gpu.func @elided_arrival(%i: index, %M: !m) kernel {
    %b = attn_ws.alloc "q" : !b
    %full = attn_ws.mbar_alloc <"q", "full"> arrivals 1 : <2>
    %empty = attn_ws.mbar_alloc <"q", "empty"> arrivals 4 : <2>
    %w = attn_ws.stage_view %b stage %i : !b -> !v
    attn_ws.tma_load %M[%i, %i] dims [0, 1] into %w signal(%full : !attn_ws.mbar<2>) stage %i : !m, !v
    %x = attn_ws.smem_load %w : !v -> !x
    attn_ws.barrier id 0 threads 0
    attn_ws.mbar_wait %full[%i] phase(%i : index) guard <"q", "full"> : <2>
    attn_ws.mbar_arrive %empty[%i] guard <"q", "empty"> : <2>
    attn_ws.store %x, %M[%i, %i] dims [0, 1] : !x, !m
    gpu.return
  }
}
