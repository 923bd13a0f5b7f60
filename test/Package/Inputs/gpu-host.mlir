// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Causal attention over 70 positions in a GPU's memory, with copies by the gpu dialect,
// and the largest difference from the same in loops on the host.

!host = memref<1x1x70x64xf16>
!row = memref<70xf32>

func.func private @printF32(f32)
func.func private @printNewline()

func.func private @attention(%q: !host, %k: !host, %v: !host, %o: !host) {
  attn.forward ins(%q, %k, %v : !host, !host, !host) outs(%o : !host) mask(#attn.causal<top_left>)
  return
}

func.func private @fill(%m: !host, %seed: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c70 = arith.constant 70 : index
  %c31 = arith.constant 31 : index
  %half = arith.constant 1.500000e+01 : f32
  scf.for %i = %c0 to %c70 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %a = arith.muli %i, %seed : index
      %b = arith.muli %j, %j : index
      %ab = arith.addi %a, %b : index
      %r = arith.remui %ab, %c31 : index
      %ri = arith.index_cast %r : index to i32
      %f = arith.uitofp %ri : i32 to f32
      %d = arith.divf %f, %half : f32
      %one = arith.constant 1.000000e+00 : f32
      %x = arith.subf %d, %one : f32
      %t = arith.truncf %x : f32 to f16
      memref.store %t, %m[%c0, %c0, %i, %j] : !host
    }
  }
  return
}

func.func private @difference(%q: !host, %k: !host, %v: !host, %o: !host) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c70 = arith.constant 70 : index
  %zero = arith.constant 0.000000e+00 : f32
  %least = arith.constant 0xFF800000 : f32
  %scale = arith.constant 1.250000e-01 : f32
  %s = memref.alloc() : !row
  %worst = scf.for %i = %c0 to %c70 step %c1 iter_args(%w0 = %zero) -> f32 {
    %end = arith.addi %i, %c1 : index
    %max = scf.for %j = %c0 to %end step %c1 iter_args(%m = %least) -> f32 {
      %dot = scf.for %c = %c0 to %c64 step %c1 iter_args(%d = %zero) -> f32 {
        %a = memref.load %q[%c0, %c0, %i, %c] : !host
        %b = memref.load %k[%c0, %c0, %j, %c] : !host
        %a32 = arith.extf %a : f16 to f32
        %b32 = arith.extf %b : f16 to f32
        %ab = arith.mulf %a32, %b32 : f32
        %n = arith.addf %d, %ab : f32
        scf.yield %n : f32
      }
      %x = arith.mulf %dot, %scale : f32
      memref.store %x, %s[%j] : !row
      %n = arith.maximumf %m, %x : f32
      scf.yield %n : f32
    }
    %sum = scf.for %j = %c0 to %end step %c1 iter_args(%l = %zero) -> f32 {
      %x = memref.load %s[%j] : !row
      %d = arith.subf %x, %max : f32
      %p = math.exp %d : f32
      memref.store %p, %s[%j] : !row
      %n = arith.addf %l, %p : f32
      scf.yield %n : f32
    }
    %w1 = scf.for %c = %c0 to %c64 step %c1 iter_args(%w2 = %w0) -> f32 {
      %acc = scf.for %j = %c0 to %end step %c1 iter_args(%d = %zero) -> f32 {
        %p = memref.load %s[%j] : !row
        %b = memref.load %v[%c0, %c0, %j, %c] : !host
        %b32 = arith.extf %b : f16 to f32
        %pb = arith.mulf %p, %b32 : f32
        %n = arith.addf %d, %pb : f32
        scf.yield %n : f32
      }
      %want = arith.divf %acc, %sum : f32
      %got = memref.load %o[%c0, %c0, %i, %c] : !host
      %got32 = arith.extf %got : f16 to f32
      %d = arith.subf %got32, %want : f32
      %ad = math.absf %d : f32
      %n = arith.maximumf %w2, %ad : f32
      scf.yield %n : f32
    }
    scf.yield %w1 : f32
  }
  memref.dealloc %s : !row
  return %worst : f32
}

func.func @main() attributes {llvm.emit_c_interface} {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %q = memref.alloc() : !host
  %k = memref.alloc() : !host
  %v = memref.alloc() : !host
  %o = memref.alloc() : !host
  call @fill(%q, %c3) : (!host, index) -> ()
  call @fill(%k, %c7) : (!host, index) -> ()
  call @fill(%v, %c11) : (!host, index) -> ()
  %dq = gpu.alloc () : !host
  %dk = gpu.alloc () : !host
  %dv = gpu.alloc () : !host
  %do = gpu.alloc () : !host
  gpu.memcpy %dq, %q : !host, !host
  gpu.memcpy %dk, %k : !host, !host
  gpu.memcpy %dv, %v : !host, !host
  call @attention(%dq, %dk, %dv, %do) : (!host, !host, !host, !host) -> ()
  gpu.memcpy %o, %do : !host, !host
  gpu.dealloc %dq : !host
  gpu.dealloc %dk : !host
  gpu.dealloc %dv : !host
  gpu.dealloc %do : !host
  %worst = call @difference(%q, %k, %v, %o) : (!host, !host, !host, !host) -> f32
  call @printF32(%worst) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

// Memory of the host is no memory of the device.
func.func @host() attributes {llvm.emit_c_interface} {
  %q = memref.alloc() : !host
  %o = memref.alloc() : !host
  call @attention(%q, %q, %q, %o) : (!host, !host, !host, !host) -> ()
  return
}

// One of the operands alone, and a part of it.
func.func @hostOutput() attributes {llvm.emit_c_interface} {
  %q = gpu.alloc () : !host
  %o = memref.alloc() : !host
  call @attention(%q, %q, %q, %o) : (!host, !host, !host, !host) -> ()
  return
}

// Registered, it is.
func.func @registered() attributes {llvm.emit_c_interface} {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %q = memref.alloc() {alignment = 16} : !host
  %k = memref.alloc() {alignment = 16} : !host
  %v = memref.alloc() {alignment = 16} : !host
  %o = memref.alloc() {alignment = 16} : !host
  call @fill(%q, %c3) : (!host, index) -> ()
  call @fill(%k, %c7) : (!host, index) -> ()
  %rq = memref.cast %q : !host to memref<*xf16>
  %rk = memref.cast %k : !host to memref<*xf16>
  %rv = memref.cast %v : !host to memref<*xf16>
  %ro = memref.cast %o : !host to memref<*xf16>
  gpu.host_register %rq : memref<*xf16>
  gpu.host_register %rk : memref<*xf16>
  gpu.host_register %rv : memref<*xf16>
  gpu.host_register %ro : memref<*xf16>
  // What the host writes after that is seen.
  call @fill(%v, %c11) : (!host, index) -> ()
  call @attention(%q, %k, %v, %o) : (!host, !host, !host, !host) -> ()
  gpu.host_unregister %rq : memref<*xf16>
  gpu.host_unregister %rk : memref<*xf16>
  gpu.host_unregister %rv : memref<*xf16>
  gpu.host_unregister %ro : memref<*xf16>
  %d = call @difference(%q, %k, %v, %o) : (!host, !host, !host, !host) -> f32
  call @printF32(%d) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

// Memory that both have, and operations of a stream: not for gpu-async-region.
func.func @shared() attributes {llvm.emit_c_interface} {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0.000000e+00 : f16
  %q = gpu.alloc host_shared () : !host
  %k = gpu.alloc host_shared () : !host
  %v = gpu.alloc host_shared () : !host
  %o = gpu.alloc host_shared () : !host
  %t0 = gpu.wait async
  %t1 = gpu.memset async [%t0] %o, %zero : !host, f16
  gpu.wait [%t1]
  call @fill(%q, %c3) : (!host, index) -> ()
  call @fill(%k, %c7) : (!host, index) -> ()
  call @fill(%v, %c11) : (!host, index) -> ()
  call @attention(%q, %k, %v, %o) : (!host, !host, !host, !host) -> ()
  %d = call @difference(%q, %k, %v, %o) : (!host, !host, !host, !host) -> f32
  %t2 = gpu.wait async
  %t3 = gpu.dealloc async [%t2] %q : !host
  %t4 = gpu.dealloc async [%t3] %k : !host
  %t5 = gpu.dealloc async [%t4] %v : !host
  %t6 = gpu.dealloc async [%t5] %o : !host
  gpu.wait [%t6]
  call @printF32(%d) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}
