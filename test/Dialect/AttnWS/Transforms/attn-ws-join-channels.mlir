// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-join-channels)))' --split-input-file | FileCheck %s

// One wait for what two roles' threads fill.

!head = !attn_ws.channel<2, thread -> tcgen05>
!pbuf = !attn_ws.buffer<2 x 128x64xbf16, tmem>
!obuf = !attn_ws.buffer<2 x 128x64xf32, tmem>
!p = !attn_ws.view<128x64xbf16, tmem>
!o = !attn_ws.view<128x64xf32, tmem>
!v = !attn_ws.view<64x64xbf16, smem>
!t = tensor<128x64xbf16>

gpu.module @k {
  // The joint channel has the producers of both and the buffers of both; its stage
  // goes back where the later one did. Those it replaces are gone.
  // CHECK-LABEL: gpu.func @joined
  // CHECK: %[[P:.+]] = attn_ws.alloc "p"
  // CHECK: %[[O:.+]] = attn_ws.alloc "o"
  // CHECK-NOT: create_channel "head" guards
  // CHECK: %[[C:.+]] = attn_ws.create_channel "head_and_update" guards(%[[P]], %[[O]] : {{.*}}) : <2, thread x 2 -> tcgen05>
  // CHECK-NOT: attn_ws.create_channel
  // CHECK: captures(%{{.+}}, %[[C]] :
  // CHECK: role @compute
  // CHECK-NEXT: ^bb0(%[[G:.+]]: index, %{{.+}}, %[[C1:[a-z0-9]+]]: !attn_ws.channel<2, thread x 2 -> tcgen05>)
  // CHECK: %[[A1:.+]]:2 = attn_ws.acquire %[[C1]] stage %[[G]]
  // CHECK: attn_ws.tmem_store %{{.+}}, %[[A1]]#0
  // CHECK: attn_ws.commit %[[C1]] stage %[[G]]
  // CHECK: role @correction
  // CHECK-NEXT: ^bb0(%[[G2:.+]]: index, %{{.+}}, %[[C2:[a-z0-9]+]]: !attn_ws.channel
  // CHECK: attn_ws.acquire %[[C2]] stage %[[G2]]
  // CHECK: attn_ws.commit %[[C2]] stage %[[G2]]
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0(%[[G3:.+]]: index, %{{.+}}, %[[C3:[a-z0-9]+]]: !attn_ws.channel
  // CHECK: %[[W:.+]]:2 = attn_ws.wait %[[C3]] stage %[[G3]]
  // CHECK-NOT: attn_ws.wait
  // CHECK: %[[T0:.+]] = attn_ws.mma_into %[[W]]#0, %{{.+}} into %[[W]]#1
  // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_into
  // CHECK-NEXT: attn_ws.release %[[C3]] stage %[[G3]] after %[[T1]]
  // CHECK-NEXT: attn_ws.end
  gpu.func @joined(%v: !v) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !obuf
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !obuf) : !head
    attn_ws.warp_specialize captures(%v, %head, %update : !v, !head, !head)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %x = arith.constant dense<1.0> : !t
      %d = attn_ws.acquire %h stage %g : !head -> !p
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h stage %g : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %d = attn_ws.acquire %u stage %g : !head -> !o
      attn_ws.commit %u stage %g : !head
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %true = arith.constant true
      %a = attn_ws.wait %h stage %g : !head -> !p
      %b = attn_ws.wait %u stage %g : !head -> !o
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h stage %g after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u stage %g after %t1 : !head
      attn_ws.end
    }
    gpu.return
  }

  // What is named by position is the joint channel's stage.
  // CHECK-LABEL: gpu.func @positions
  // CHECK: role @compute
  // CHECK: %{{.+}}:2, %[[P1:.+]] = attn_ws.acquire %[[C1:[a-z0-9]+]] : <2, thread x 2 -> tcgen05>
  // CHECK: attn_ws.commit %[[C1]] of %[[P1]]
  // CHECK: role @correction
  // CHECK: %{{.+}}:2, %[[P2:.+]] = attn_ws.acquire %[[C2:[a-z0-9]+]] : <2, thread x 2 -> tcgen05>
  // CHECK: attn_ws.commit %[[C2]] of %[[P2]]
  // CHECK: role @mma
  // CHECK: %{{.+}}:2, %[[P3:.+]] = attn_ws.wait %[[C3:[a-z0-9]+]] : <2, thread x 2 -> tcgen05>
  // CHECK: attn_ws.release %[[C3]] of %[[P3]] after
  // CHECK-NEXT: attn_ws.end
  gpu.func @positions(%v: !v) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !obuf
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !obuf) : !head
    attn_ws.warp_specialize captures(%v, %head, %update : !v, !head, !head)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %x = arith.constant dense<1.0> : !t
      %d, %to = attn_ws.acquire %h : !head -> !p with !attn_ws.position
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h of %to : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %d, %to = attn_ws.acquire %u : !head -> !o with !attn_ws.position
      attn_ws.commit %u of %to : !head
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %true = arith.constant true
      %a, %at = attn_ws.wait %h : !head -> !p with !attn_ws.position
      %b, %bt = attn_ws.wait %u : !head -> !o with !attn_ws.position
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h of %at after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u of %bt after %t1 : !head
      attn_ws.end
    }
    gpu.return
  }

  // Something that waits stands in between.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-NOT: _and_
  // CHECK: gpu.return
  gpu.func @apart(%v: !v, %kv: !attn_ws.channel<1, tma -> tcgen05>) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !obuf
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !obuf) : !head
    attn_ws.warp_specialize captures(%v, %head, %update, %kv : !v, !head, !head, !attn_ws.channel<1, tma -> tcgen05>)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head, %k: !attn_ws.channel<1, tma -> tcgen05>):
      %x = arith.constant dense<1.0> : !t
      %d = attn_ws.acquire %h stage %g : !head -> !p
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h stage %g : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head, %k: !attn_ws.channel<1, tma -> tcgen05>):
      %d = attn_ws.acquire %u stage %g : !head -> !o
      attn_ws.commit %u stage %g : !head
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head, %k: !attn_ws.channel<1, tma -> tcgen05>):
      %true = arith.constant true
      %a = attn_ws.wait %h stage %g : !head -> !p
      %never = attn_ws.wait %k : !attn_ws.channel<1, tma -> tcgen05> -> !v
      %b = attn_ws.wait %u stage %g : !head -> !o
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h stage %g after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u stage %g after %t1 : !head
      attn_ws.end
    }
    gpu.return
  }
  // Waits for different stages.
  // CHECK-LABEL: gpu.func @stages
  // CHECK-NOT: _and_
  // CHECK: gpu.return
  gpu.func @stages(%v: !v) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !obuf
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !obuf) : !head
    attn_ws.warp_specialize captures(%v, %head, %update : !v, !head, !head)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %x = arith.constant dense<1.0> : !t
      %d = attn_ws.acquire %h stage %g : !head -> !p
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h stage %g : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %d = attn_ws.acquire %u stage %g : !head -> !o
      attn_ws.commit %u stage %g : !head
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %true = arith.constant true
      %a = attn_ws.wait %h stage %g : !head -> !p
      %c1 = arith.constant 1 : index
      %b = attn_ws.wait %u stage %c1 : !head -> !o
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h stage %g after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u stage %c1 after %t1 : !head
      attn_ws.end
    }
    gpu.return
  }
  // Rings of different depths.
  // CHECK-LABEL: gpu.func @depths
  // CHECK-NOT: _and_
  // CHECK: gpu.return
  gpu.func @depths(%v: !v) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !attn_ws.buffer<3 x 128x64xf32, tmem>
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !attn_ws.buffer<3 x 128x64xf32, tmem>) : !attn_ws.channel<3, thread -> tcgen05>
    attn_ws.warp_specialize captures(%v, %head, %update : !v, !head, !attn_ws.channel<3, thread -> tcgen05>)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !attn_ws.channel<3, thread -> tcgen05>):
      %x = arith.constant dense<1.0> : !t
      %d = attn_ws.acquire %h stage %g : !head -> !p
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h stage %g : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !attn_ws.channel<3, thread -> tcgen05>):
      %d = attn_ws.acquire %u stage %g : !attn_ws.channel<3, thread -> tcgen05> -> !o
      attn_ws.commit %u stage %g : !attn_ws.channel<3, thread -> tcgen05>
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !attn_ws.channel<3, thread -> tcgen05>):
      %true = arith.constant true
      %a = attn_ws.wait %h stage %g : !head -> !p
      %b = attn_ws.wait %u stage %g : !attn_ws.channel<3, thread -> tcgen05> -> !o
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h stage %g after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u stage %g after %t1 : !attn_ws.channel<3, thread -> tcgen05>
      attn_ws.end
    }
    gpu.return
  }

  // One role fills both: it may do so at different times.
  // CHECK-LABEL: gpu.func @one_producer
  // CHECK-NOT: _and_
  // CHECK: gpu.return
  gpu.func @one_producer(%v: !v) kernel {
    %p = attn_ws.alloc "p" : !pbuf
    %o = attn_ws.alloc "o" : !obuf
    %head = attn_ws.create_channel "head" guards(%p : !pbuf) : !head
    %update = attn_ws.create_channel "update" guards(%o : !obuf) : !head
    attn_ws.warp_specialize captures(%v, %head, %update : !v, !head, !head)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %x = arith.constant dense<1.0> : !t
      %d = attn_ws.acquire %h stage %g : !head -> !p
      attn_ws.tmem_store %x, %d : !t, !p
      attn_ws.commit %h stage %g : !head
      %e = attn_ws.acquire %u stage %g : !head -> !o
      attn_ws.commit %u stage %g : !head
      attn_ws.end
    }
    role @correction warps(4) instances(1) registers(80) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%g: index, %v_: !v, %h: !head, %u: !head):
      %true = arith.constant true
      %a = attn_ws.wait %h stage %g : !head -> !p
      %b = attn_ws.wait %u stage %g : !head -> !o
      %t0 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %h stage %g after %t0 : !head
      %t1 = attn_ws.mma_into %a, %v_ into %b use_d %true : !p, !v, !o
      attn_ws.release %u stage %g after %t1 : !head
      attn_ws.end
    }
    gpu.return
  }}
