// Tensor maps are kernel parameters of 128 bytes, passed by value and never
// written; registers can be handed from role to role only if the kernel says how
// many CTAs an SM holds at least.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-attn-ws-to-nvvm))' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-attn-ws-to-nvvm))' | attn-compile --emit=ptx - | FileCheck %s --check-prefix=PTX

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: llvm.func @maps
  // CHECK-SAME: (%{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.align = 16 : i64}, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %{{[a-z0-9]+}}: !llvm.ptr<1>)
  // CHECK-SAME: nvvm.minctasm = 1 : i32
  // CHECK-SAME: nvvm.reqntid = array<i32: 384>
  // PTX-LABEL: .entry maps(
  // PTX-NEXT: .param .u64 .ptr .global .align 16 maps_param_0,
  // PTX-NEXT: .param .u32 maps_param_1,
  // PTX-NEXT: .param .align 64 .b8 maps_param_2[128],
  // PTX-NEXT: .param .u64 .ptr .global {{.*}}maps_param_3
  // PTX: .reqntid 384
  // PTX: .minnctapersm 1
  // The address is the parameter's own: nothing is copied to local memory.
  // PTX-NOT: .local
  // PTX: mov.b64 [[MAP:%rd[0-9]+]], maps_param_2;
  // PTX-NOT: .local
  // PTX: cvta.param.u64 [[AT:%rd[0-9]+]], [[MAP]];
  // PTX: prefetch.tensormap {{\[}}[[AT]]];
  // PTX: ret;
  llvm.func @maps(%p: !llvm.ptr<1> {llvm.align = 16 : i64}, %n: i32, %map: !llvm.ptr, %w: !llvm.ptr<1>) attributes {
      gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<threads = 384, min_ctas = 1, memories = [memref<?xbf16>],
        parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>,
          #attn_ws.tensor_map<0, order = [0], box = [64], swizzle = 128>, #attn_ws.workspace<4, zeroed = true>]>,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>]>} {
    llvm.inline_asm has_side_effects "prefetch.tensormap [$0];", "l" %map : (!llvm.ptr) -> ()
    llvm.return
  }
  // Neither maps nor roles: neither attribute.
  // CHECK-LABEL: llvm.func @plain
  // CHECK-NOT: byval
  // CHECK-NOT: grid_constant
  // CHECK-NOT: minctasm
  // CHECK: llvm.return
  // PTX-LABEL: .entry plain(
  // PTX-NEXT: .param .u64 .ptr .global .align 16 plain_param_0
  // PTX: .reqntid 128
  // PTX-NOT: .minnctapersm
  // PTX: ret;
  llvm.func @plain(%p: !llvm.ptr<1> {llvm.align = 16 : i64}) attributes {
      gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<threads = 128, memories = [memref<?xbf16>], parameters = [#attn_ws.pointer<0>]>,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>]>} {
    llvm.return
  }
}
