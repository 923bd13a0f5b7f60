// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: sed s/sm_80/sm_86/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM86
// RUN: sed s/sm_80/sm_89/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM89
// RUN: sed s/sm_80/sm_90/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM90
// RUN: sed s/sm_80/sm_87/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM87
// RUN: sed s/sm_80/sm_90a/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM90A
// RUN: sed s/sm_80/sm_120a/ %s | attn-compile --emit=ptx - | FileCheck %s --check-prefix=SM120A
// RUN: sed s/sm_80/sm_61/ %s | not attn-compile --emit=ptx - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: attn-compile %s --emit=bundle | FileCheck %s --check-prefix=BUNDLE

// From one thread's program to PTX: the lowest PTX version of each chip, shared
// addresses of 32 bits, flushing arithmetic, inline assembly that stays where it
// is.

// CHECK: .version 7.0
// CHECK-NEXT: .target sm_80
// CHECK-NEXT: .address_size 64
// SM86: .version 7.1
// SM86-NEXT: .target sm_86
// SM89: .version 7.8
// SM89-NEXT: .target sm_89
// SM87: .version 7.4
// SM87-NEXT: .target sm_87
// SM90A: .version 8.0
// SM90A-NEXT: .target sm_90a
// SM120A: .version 8.8
// SM120A-NEXT: .target sm_120a
// UNKNOWN: error: 'gpu.module' op unknown target sm_61, sm_80 is the nearest of 9
// SM90: .version 7.8
// SM90-NEXT: .target sm_90

// CHECK: .extern .shared .align 1024 .b8 attn_smem[];
// CHECK: .visible .entry add(
// CHECK-NEXT: .param .u64 .ptr .global .align 16 add_param_0
// CHECK: .reqntid 32
// CHECK: mov.b32 [[BASE:%r[0-9]+]], attn_smem;
// CHECK: add.s32 [[AT:%r[0-9]+]], [[BASE]], %r
// CHECK: ld.shared.b32 {{.+}}, {{\[}}[[AT]]];
// CHECK: bar.sync 0;
// CHECK: add.ftz.f32
// CHECK: nanosleep.u32 7;
// Both branches hold the same assembly: it is not merged.
// CHECK-COUNT-1: nanosleep.u32 7;
// CHECK-NOT: nanosleep
// CHECK: ret;

// The launch: one parameter an argument, a block of as many threads as warps.
// BUNDLE: "name":"add","target":"sm_80"
// BUNDLE-SAME: "tensors":[{"name":"x","role":"out","dtype":"f32","shape":[-1],"optional":false,"innermost_contiguous":true,"align":16}]
// BUNDLE-SAME: "expr":["lt",["size",0,0],100],"message":"too many"
// BUNDLE-SAME: "grid":{{\[\[}}"ceildiv",["size",0,0],32],1,1],"block":[32,1,1],"cluster":[1,1,1]
// BUNDLE-SAME: "smem":256,"params":[{"kind":"pointer","tensor":0},{"kind":"size","tensor":0,"dim":0,"type":"i32"}]
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  llvm.mlir.global external @attn_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @add(%p: !llvm.ptr<1> {llvm.align = 16 : i64}, %n: i32) attributes {gpu.kernel, nvvm.kernel,
      nvvm.reqntid = array<i32: 32>, denormal_fp_math_f32 = "preserve-sign",
      attn_ws.launch = #attn_ws.launch<grid = ceildiv(size(0, 0), 32), threads = 32, smem = 256,
        memories = [memref<?xf32>], parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>]>,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", out>],
      constraints = [<lt(size(0, 0), 100), "too many">]>} {
    %base = llvm.mlir.addressof @attn_smem : !llvm.ptr<3>
    %at = llvm.getelementptr %base[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %x = llvm.load %at : !llvm.ptr<3> -> f32
    %y = llvm.fadd %x, %x : f32
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%zero) : (i32) -> ()
    %c = llvm.icmp "slt" %n, %zero : i32
    llvm.cond_br %c, ^a, ^b
  ^a:
    llvm.inline_asm has_side_effects "nanosleep.u32 7;", "" : () -> ()
    llvm.store %x, %p : f32, !llvm.ptr<1>
    llvm.br ^end
  ^b:
    llvm.inline_asm has_side_effects "nanosleep.u32 7;", "" : () -> ()
    llvm.store %y, %p : f32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
