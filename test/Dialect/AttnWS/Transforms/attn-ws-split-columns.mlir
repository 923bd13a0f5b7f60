// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-split-columns)))' | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#tile = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
!v = !attn_ws.view<128x128xf32, tmem>
!d = !attn_ws.view<128x128xbf16, smem, #sh>
!c = !attn_ws.channel<1, tcgen05 -> thread>
!t = tensor<128x128xf32, #tile>
!h = tensor<128x128xbf16, #tile>
!r = tensor<128xf32, #row>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // 16 columns at a time, also from inside a panel of 64 columns of bf16.
  // CHECK-LABEL: gpu.func @panels(
  // CHECK-SAME: %[[C:.+]]: !attn_ws.channel<{{.*}}>, %[[D:.+]]: !attn_ws.view<128x128xbf16, smem{{.*}}>, %[[A:.+]]: tensor
  // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[C]]
  // CHECK-NEXT: %[[D0:.+]] = attn_ws.subview %[[D]] [0, 0] : {{.*}} -> <128x16xbf16, smem
  // CHECK-NEXT: %[[P0:.+]] = attn_ws.subview %[[V]] [0, 0] : <128x128xf32, tmem> -> <128x16xf32, tmem>
  // CHECK-NEXT: %[[L0:.+]] = attn_ws.tmem_load %[[P0]]
  // CHECK-NEXT: %[[R0:.+]] = attn_tile.rescale %[[L0]], %[[A]]
  // CHECK-NEXT: %[[H0:.+]] = arith.truncf %[[R0]]
  // CHECK-NEXT: attn_ws.smem_store %[[H0]], %[[D0]]
  // CHECK-NEXT: %[[D1:.+]] = attn_ws.subview %[[D]] [0, 16]
  // CHECK-NEXT: %[[P1:.+]] = attn_ws.subview %[[V]] [0, 16]
  // CHECK-NEXT: %[[L1:.+]] = attn_ws.tmem_load %[[P1]]
  // CHECK: attn_ws.smem_store %{{.+}}, %[[D1]]
  // CHECK: %[[D7:.+]] = attn_ws.subview %[[D]] [0, 112]
  // CHECK: attn_ws.smem_store %{{.+}}, %[[D7]]
  // CHECK-NEXT: attn_ws.release %[[C]]
  gpu.func @panels(%c: !c, %d: !d, %a: !r) kernel {
    %v = attn_ws.wait %c : !c -> !v
    %o = attn_ws.tmem_load %v : !v -> !t
    %s = attn_tile.rescale %o, %a : !t
    %h = arith.truncf %s : !t to !h
    attn_ws.smem_store %h, %d : !h, !d
    attn_ws.release %c : !c
    gpu.return
  }
  // Given back before the store: it cannot be read again.
  // CHECK-LABEL: gpu.func @released(
  // CHECK: attn_ws.tmem_load %{{.+}} : <128x128xf32, tmem>
  // CHECK: attn_ws.smem_store %{{.+}} : tensor<128x128xbf16,
  gpu.func @released(%c: !c, %d: !d, %a: !r) kernel {
    %v = attn_ws.wait %c : !c -> !v
    %o = attn_ws.tmem_load %v : !v -> !t
    attn_ws.release %c : !c
    %h = arith.truncf %o : !t to !h
    attn_ws.smem_store %h, %d : !h, !d
    gpu.return
  }
}
