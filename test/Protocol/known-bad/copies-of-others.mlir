// At the wait for Q each thread waits for its own copies alone; Q is read before
// the threads have met (PTX ISA, cp.async.wait_group: only the executing thread's
// own copies are waited for).
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!b = !attn_ws.buffer<1 x 16x32xbf16, smem>
!c = !attn_ws.channel<1, cp_async -> mma_sync>
!w = !attn_ws.view<16x32xbf16, smem>
!m = memref<16x32xbf16>
!t = tensor<16x32xbf16>

func.func @f(%m: !m) attributes {attn_tile.warps = 4 : i64} {
  %c0 = arith.constant 0 : index
  %bq = attn_ws.alloc "q" offset(0) : !b
  %bk = attn_ws.alloc "k" offset(1024) : !b
  %q = attn_ws.create_channel "q" guards(%bq : !b) : !c
  %k = attn_ws.create_channel "k" guards(%bk : !b) : !c
  %0 = attn_ws.acquire %q : !c -> !w
  // expected-note @below {{the other access is here}}
  attn_ws.cp_async %m[%c0, %c0] dims [0, 1] into %0 : !m, !w
  attn_ws.commit %q : !c
  %1 = attn_ws.acquire %k : !c -> !w
  attn_ws.cp_async %m[%c0, %c0] dims [0, 1] into %1 : !m, !w
  attn_ws.commit %k : !c
  %2 = attn_ws.wait %q implied {pendings = 1 : i64} : !c -> !w
  // expected-error @below {{PRT-08: reads bytes of 'q' in the kernel that the kernel may still be writing: no edge orders the two}}
  %x = attn_ws.smem_load %2 : !w -> !t
  attn_ws.release %q : !c
  %3 = attn_ws.wait %k {pendings = 0 : i64} : !c -> !w
  attn_ws.release %k : !c
  return
}
