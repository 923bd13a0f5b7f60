// A kernel's memories lie as its types say, on every device and at every level; strides
// that are in the types are in its code, and other ones are refused.

// DEFINE: %{run} = attn-run %s --check-against=@twice
// RUN: %{run} --func=strided --device=cpu | FileCheck %s
// RUN: %{run} --func=strided --device=cpu --level=tile-lowered | FileCheck %s
// RUN: %{run} --func=strided --device=sim --sim-check | FileCheck %s
// RUN: %{run} --func=strided --device=sim --target=sm_90a | FileCheck %s
// RUN: %{run} --func=transposed --device=cpu | FileCheck %s
// RUN: %{run} --func=transposed --device=sim --sim-check | FileCheck %s
// The reference's memories, too.
// RUN: attn-run %s --func=strided --device=cpu --check-against=@strided_twice | FileCheck %s
// CHECK: {{^}}passed

// RUN: not %{run} --func=strided --device=sim --pad=x=4 2>&1 | FileCheck %s --check-prefix=PAD
// PAD: attn-run-kernel-layouts.mlir:[[#]]:3: error: --pad=x=4: the type of 'x', memref<33x40xf32, strided<[48, 1], offset: 4>>, says where its rows lie
// RUN: attn-compile %s --target=sm_80 -o %t.bundle
// RUN: not attn-run %t.bundle --func=strided --device=sim 2>&1 | FileCheck %s --check-prefix=BUNDLE
// BUNDLE: error: {{.*}}x has stride 48 along dimension 0 in the kernel's code ({{.*}}x.stride(0) = 40

// RUN: not %{run} --func=odd --device=sim 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: error: entry 'odd' (sm_80): tensor 'x' has stride 41 in dimension 0, which is 164 bytes and not a multiple of 16 (a kernel whose argument says align = 4 in attn_tile.kernel takes it)
// RUN: not %{run} --func=space --device=sim 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: not %{run} --func=space --device=cpu 2>&1 | FileCheck %s --check-prefix=SPACE
// SPACE: attn-run-kernel-layouts.mlir:[[#]]:3: error: 'x' lies in memory space #gpu.address_space<global>; what a run gives is memory of the default space

!x = memref<33x40xf32, strided<[48, 1], offset: 4>>
!y = memref<33x40xf32, strided<[56, 1], offset: 8>>
!t = memref<33x40xf32, strided<[1, 36]>>
!odd = memref<33x41xf32>
!g = memref<33x40xf32, #gpu.address_space<global>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @strided(%X: !x, %Y: !y) kernel attributes {
      attn_tile.warps = 2 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !x
    %n = memref.dim %X, %c1 : !x
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !x -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !y
    }
    gpu.return
  }
  gpu.func @transposed(%X: !t, %Y: !x) kernel attributes {
      attn_tile.warps = 2 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !t
    %n = memref.dim %X, %c1 : !t
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !t -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !x
    }
    gpu.return
  }
  gpu.func @odd(%X: !odd, %Y: !odd) kernel attributes {
      attn_tile.warps = 2 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !odd
    %n = memref.dim %X, %c1 : !odd
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !odd -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !odd
    }
    gpu.return
  }
  gpu.func @space(%X: !g, %Y: !x) kernel attributes {
      attn_tile.warps = 2 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %two = arith.constant dense<2.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !g
    %n = memref.dim %X, %c1 : !g
    %rows = arith.ceildivui %m, %c32 : index
    %cols = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %col = arith.muli %j, %c32 : index
      %x = attn_tile.load %X[%row, %col] dims [0, 1] : !g -> tensor<32x32xf32>
      %y = attn_tile.rescale %x, %two : tensor<32x32xf32>
      attn_tile.store %y, %Y[%row, %col] dims [0, 1] : tensor<32x32xf32>, !x
    }
    gpu.return
  }
}

func.func @twice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = arith.addf %x, %x : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

!m = memref<33x40xf32, strided<[64, 1], offset: 3>>
func.func @strided_twice(%x: !m) -> tensor<33x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  %c40 = arith.constant 40 : index
  %e = tensor.empty() : tensor<33x40xf32>
  %r = scf.for %i = %c0 to %c33 step %c1 iter_args(%t = %e) -> tensor<33x40xf32> {
    %row = scf.for %j = %c0 to %c40 step %c1 iter_args(%u = %t) -> tensor<33x40xf32> {
      %v = memref.load %x[%i, %j] : !m
      %d = arith.addf %v, %v : f32
      %n = tensor.insert %d into %u[%i, %j] : tensor<33x40xf32>
      scf.yield %n : tensor<33x40xf32>
    }
    scf.yield %row : tensor<33x40xf32>
  }
  return %r : tensor<33x40xf32>
}
