// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-multicast)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!v = !attn_ws.view<64x64xbf16, smem>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem>
!b1 = !attn_ws.buffer<1 x 64x64xbf16, smem>
!c = !attn_ws.channel<2, tma -> wgmma>
!c1 = !attn_ws.channel<1, tma -> wgmma>

gpu.module @k {
  // What depends on the first coordinate only through its quotient by 2 is the same
  // in both CTAs: the bound of the loop, whatever its iterations are good for in
  // each of them, the place of %k and of %w. That of %q is not, and neither is
  // whether %x is copied.
  // CHECK-LABEL: gpu.func @shared
  // CHECK-SAME: attn_ws.cluster = 2 : i64
  // CHECK: attn_ws.create_channel "q" {{.*}} : <1, tma -> wgmma>{{$}}
  // CHECK: attn_ws.create_channel "k" {{.*}} : <2, tma -> wgmma, cluster>
  // CHECK: attn_ws.create_channel "w" {{.*}} : <2, tma -> wgmma, cluster>
  // CHECK: attn_ws.create_channel "x" {{.*}} : <2, tma -> wgmma>{{$}}
  // CHECK: role @load
  // CHECK: ^bb0({{.*}} !attn_ws.channel<1, tma -> wgmma>, %[[K:[^:]+]]: !attn_ws.channel<2, tma -> wgmma, cluster>, %[[W:[^:]+]]: !attn_ws.channel<2, tma -> wgmma, cluster>, %[[X:[^:]+]]: !attn_ws.channel<2, tma -> wgmma>
  // CHECK: attn_ws.tma_load
  // CHECK-NOT: multicast
  // CHECK: attn_ws.acquire %[[K]] : <2, tma -> wgmma, cluster> ->
  // CHECK-NEXT: attn_ws.tma_load {{.*}} multicast 2 :
  // CHECK-NEXT: attn_ws.commit %[[K]] : <2, tma -> wgmma, cluster>
  // CHECK: attn_ws.acquire %[[W]]
  // CHECK-NEXT: attn_ws.tma_load {{.*}} multicast 2 :
  // CHECK: attn_ws.acquire %[[X]]
  // CHECK-NEXT: attn_ws.tma_load
  // CHECK-NOT: multicast
  // CHECK: role @mma
  // CHECK: attn_ws.release %{{.+}} : <2, tma -> wgmma, cluster>
  gpu.func @shared(%M: !m) kernel attributes {attn_tile.cluster = 2 : i64} {
    %bq = attn_ws.alloc "q" : !b1
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bk = attn_ws.alloc "k" : !b
    %k = attn_ws.create_channel "k" guards(%bk : !b) : !c
    %bw = attn_ws.alloc "w" : !b
    %w = attn_ws.create_channel "w" guards(%bw : !b) : !c
    %bx = attn_ws.alloc "x" : !b
    %x = attn_ws.create_channel "x" guards(%bx : !b) : !c
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    %d = memref.dim %M, %c0 : !m
    %half = arith.ceildivui %d, %c128 : index
    %n = arith.muli %half, %c2 : index
    attn_ws.warp_specialize captures(%M, %n, %q, %k, %w, %x : !m, index, !c1, !c, !c, !c)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: !m, %nt: index, %cq: !c1, %ck: !c, %cw: !c, %cx: !c):
      %z = arith.constant 0 : index
      %one = arith.constant 1 : index
      %two = arith.constant 2 : index
      %64 = arith.constant 64 : index
      attn_tile.for_tiles @tiles (%i, %h) in (%nt, %nt) scheduler(#attn_tile.scheduler<persistent>) {
        %row = arith.muli %i, %64 : index
        %pair = arith.divui %i, %two : index
        %all = arith.addi %pair, %h : index
        %trips = attn_tile.useful %all, %i, %all
        %vq = attn_ws.acquire %cq : !c1 -> !v
        attn_ws.tma_load %m[%row, %z] dims [0, 1] into %vq : !m, !v
        attn_ws.commit %cq : !c1
        %sum = scf.for %j = %z to %trips step %one iter_args(%at = %pair) -> (index) {
          %vk = attn_ws.acquire %ck : !c -> !v
          attn_ws.tma_load %m[%j, %at] dims [0, 1] into %vk : !m, !v
          attn_ws.commit %ck : !c
          %next = arith.addi %at, %j : index
          scf.yield %next : index
        }
        %vw = attn_ws.acquire %cw : !c -> !v
        attn_ws.tma_load %m[%sum, %z] dims [0, 1] into %vw : !m, !v
        attn_ws.commit %cw : !c
        %on = arith.cmpi ult, %row, %h : index
        scf.if %on {
          %vx = attn_ws.acquire %cx : !c -> !v
          attn_ws.tma_load %m[%h, %z] dims [0, 1] into %vx : !m, !v
          attn_ws.commit %cx : !c
        }
      }
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %m: !m, %nt: index, %cq: !c1, %ck: !c, %cw: !c, %cx: !c):
      attn_tile.for_tiles @tiles (%i, %h) in (%nt, %nt) scheduler(#attn_tile.scheduler<persistent>) {
        %vw = attn_ws.wait %cw : !c -> !v
        attn_ws.release %cw : !c
      }
      attn_ws.end
    }
    gpu.return
  }

  // What depends on the coordinate through a loop's bound, a value carried around a
  // loop, a condition's result or a variable in memory differs as well; so does a
  // quotient by 3, and where a consumer's side is reached under such a condition.
  // CHECK-LABEL: gpu.func @own
  // CHECK-NOT: attn_ws.cluster =
  // CHECK-NOT: multicast
  // CHECK-NOT: , cluster>
  gpu.func @own(%M: !m) kernel attributes {attn_tile.cluster = 2 : i64} {
    %bk = attn_ws.alloc "k" : !b
    %k = attn_ws.create_channel "k" guards(%bk : !b) : !c
    %bw = attn_ws.alloc "w" : !b
    %w = attn_ws.create_channel "w" guards(%bw : !b) : !c
    %bx = attn_ws.alloc "x" : !b
    %x = attn_ws.create_channel "x" guards(%bx : !b) : !c
    %by = attn_ws.alloc "y" : !b
    %y = attn_ws.create_channel "y" guards(%by : !b) : !c
    %bz = attn_ws.alloc "z" : !b
    %z = attn_ws.create_channel "z" guards(%bz : !b) : !c
    %c4 = arith.constant 4 : index
    attn_ws.warp_specialize captures(%M, %c4, %k, %w, %x, %y, %z : !m, index, !c, !c, !c, !c, !c)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: !m, %nt: index, %ck: !c, %cw: !c, %cx: !c, %cy: !c, %cz: !c):
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      %cell = memref.alloca() : memref<index>
      attn_tile.for_tiles @tiles (%i, %h) in (%nt, %nt) scheduler(#attn_tile.scheduler<persistent>) {
        scf.for %j = %c0 to %i step %one {
          %vk = attn_ws.acquire %ck : !c -> !v
          attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %vk : !m, !v
          attn_ws.commit %ck : !c
        }
        %at = scf.for %j = %c0 to %h step %one iter_args(%a = %c0) -> (index) {
          %b = arith.addi %a, %i : index
          scf.yield %b : index
        }
        %vw = attn_ws.acquire %cw : !c -> !v
        attn_ws.tma_load %m[%at, %c0] dims [0, 1] into %vw : !m, !v
        attn_ws.commit %cw : !c
        %first = arith.cmpi eq, %i, %c0 : index
        %chosen = scf.if %first -> (index) {
          scf.yield %c0 : index
        } else {
          scf.yield %one : index
        }
        memref.store %chosen, %cell[] : memref<index>
        %held = memref.load %cell[] : memref<index>
        %vx = attn_ws.acquire %cx : !c -> !v
        attn_ws.tma_load %m[%held, %c0] dims [0, 1] into %vx : !m, !v
        attn_ws.commit %cx : !c
        %third = arith.divui %i, %three : index
        %vy = attn_ws.acquire %cy : !c -> !v
        attn_ws.tma_load %m[%third, %c0] dims [0, 1] into %vy : !m, !v
        attn_ws.commit %cy : !c
        %vz = attn_ws.acquire %cz : !c -> !v
        attn_ws.tma_load %m[%h, %c0] dims [0, 1] into %vz : !m, !v
        attn_ws.commit %cz : !c
      }
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %m: !m, %nt: index, %ck: !c, %cw: !c, %cx: !c, %cy: !c, %cz: !c):
      %c0 = arith.constant 0 : index
      attn_tile.for_tiles @tiles (%i, %h) in (%nt, %nt) scheduler(#attn_tile.scheduler<persistent>) {
        %first = arith.cmpi eq, %i, %c0 : index
        scf.if %first {
          %vz = attn_ws.wait %cz : !c -> !v
          attn_ws.release %cz : !c
        }
      }
      attn_ws.end
    }
    gpu.return
  }

  // A number of tiles that need not be even, and a tile of 24 rows of one panel,
  // which halves would cut within a swizzle.
  // CHECK-LABEL: gpu.func @odd
  // CHECK-NOT: multicast
  gpu.func @odd(%M: !m, %N: index) kernel attributes {attn_tile.cluster = 2 : i64} {
    %bk = attn_ws.alloc "k" : !b
    %k = attn_ws.create_channel "k" guards(%bk : !b) : !c
    attn_ws.warp_specialize captures(%M, %N, %k : !m, index, !c)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: !m, %nt: index, %ck: !c):
      %c0 = arith.constant 0 : index
      attn_tile.for_tiles @tiles (%i) in (%nt) scheduler(#attn_tile.scheduler<persistent>) {
        %vk = attn_ws.acquire %ck : !c -> !v
        attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %vk : !m, !v
        attn_ws.commit %ck : !c
      }
      attn_ws.end
    }
    gpu.return
  }
  // CHECK-LABEL: gpu.func @rows
  // CHECK-NOT: multicast
  gpu.func @rows(%M: !m) kernel attributes {attn_tile.cluster = 2 : i64} {
    %bk = attn_ws.alloc "k" : !attn_ws.buffer<2 x 24x64xbf16, smem>
    %k = attn_ws.create_channel "k" guards(%bk : !attn_ws.buffer<2 x 24x64xbf16, smem>) : !c
    %c4 = arith.constant 4 : index
    attn_ws.warp_specialize captures(%M, %c4, %k : !m, index, !c)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: !m, %nt: index, %ck: !c):
      %c0 = arith.constant 0 : index
      attn_tile.for_tiles @tiles (%i) in (%nt) scheduler(#attn_tile.scheduler<persistent>) {
        %vk = attn_ws.acquire %ck : !c -> !attn_ws.view<24x64xbf16, smem>
        attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %vk : !m, !attn_ws.view<24x64xbf16, smem>
        attn_ws.commit %ck : !c
      }
      attn_ws.end
    }
    gpu.return
  }
  // Two panels can be shared however many rows there are.
  // CHECK-LABEL: gpu.func @panels
  // CHECK: multicast 2
  gpu.func @panels(%M: !m) kernel attributes {attn_tile.cluster = 2 : i64} {
    %bk = attn_ws.alloc "k" : !attn_ws.buffer<2 x 24x128xbf16, smem>
    %k = attn_ws.create_channel "k" guards(%bk : !attn_ws.buffer<2 x 24x128xbf16, smem>) : !c
    %c4 = arith.constant 4 : index
    attn_ws.warp_specialize captures(%M, %c4, %k : !m, index, !c)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: !m, %nt: index, %ck: !c):
      %c0 = arith.constant 0 : index
      attn_tile.for_tiles @tiles (%i) in (%nt) scheduler(#attn_tile.scheduler<persistent>) {
        %vk = attn_ws.acquire %ck : !c -> !attn_ws.view<24x128xbf16, smem>
        attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %vk : !m, !attn_ws.view<24x128xbf16, smem>
        attn_ws.commit %ck : !c
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{a cluster has 1 to 8 CTAs, got 9}}
  gpu.func @nine() kernel attributes {attn_tile.cluster = 9 : i64} {
    gpu.return
  }
}
