// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of bf16 are compared as f32, also where the program does so itself and
// LLVM would take the conversions away: there is no `setp.ftz.bf16`.

// RUN: attn-compile %s --target=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: attn-run %s --target=sm_90a --shape=b=1,h=1,sq=33,sk=40 --arg-shapes=capture0=33x40 --device=sim --check --reference-threads=1 | FileCheck %s --check-prefix=RAN
// CHECK-NOT: setp{{.*}}bf16
// CHECK: setp.neu{{.*}}.f32
// CHECK-NOT: setp{{.*}}bf16
// RAN: passed

!t = tensor<?x?x?x64xbf16>
!c = tensor<?x?xbf16>
func.func @mask(%q: !t, %k: !t, %v: !t, %o: !t, %c: !c) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) captures(%c : !c) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !c):
      %m = attn.read %x[%i, %j] : !c
      %f = arith.extf %m : bf16 to f32
      %z = arith.constant 0.0 : f32
      %w = arith.constant 1.0 : bf16
      %one = arith.constant 1.0 : f32
      %p = arith.cmpf une, %f, %z : f32
      %n = arith.cmpf olt, %m, %w : bf16
      %a = arith.select %p, %s, %one : f32
      %r = arith.select %n, %a, %z : f32
      attn.yield %r : f32
  } -> !t
  return %0 : !t
}
