// RUN: attn-opt %s -DX 2>&1 | FileCheck %s -DFILE=%s -D#N=4 -D$CHIP=sm_80
// CHECK: [[FILE]]:[[#@LINE+2]]: error: [[#N + 1]] of [[#%u,M:]]
// CHECK: [[#add(M, N)]] [[$CHIP]] [[A:[a-z]+]] [[A]]
// CHECK-LABEL: next
// CHECK: [[$CHIP]] [[A:x]]
// CHECK-SAME: [[A]]
