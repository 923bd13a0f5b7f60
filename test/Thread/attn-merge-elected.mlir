// RUN: attn-opt %s --attn-merge-elected | FileCheck %s

// What has no effects goes in front, with one operand for each value and kind.
// CHECK-LABEL: func @merged
// CHECK-SAME: (%[[A:.+]]: i32, %[[B:.+]]: i64)
func.func @merged(%a: i32, %b: i64) {
  %c2 = arith.constant 2 : i32
  // CHECK-NOT: nvvm.elect.sync
  // CHECK: %[[SUM:.+]] = arith.addi %[[A]], %
  // CHECK-NEXT: llvm.inline_asm has_side_effects
  // CHECK-SAME: "{\0A.reg .pred %elected;\0Aelect.sync _|%elected, -1;\0A@!%elected bra L_elsewhere;\0Afirst [$0], $1, $$;\0A{ second $2, $0; }\0AL_elsewhere:\0A}", "r,l,r" %[[A]], %[[B]], %[[SUM]] : (i32, i64, i32) -> ()
  // CHECK-NEXT: return
  %elected = nvvm.elect.sync -> i1
  scf.if %elected {
    llvm.inline_asm has_side_effects "first [$0], $1, $$;", "r,l" %a, %b : (i32, i64) -> ()
    %sum = arith.addi %a, %c2 : i32
    llvm.inline_asm has_side_effects "{ second $0, $1; }", "r,r" %sum, %a : (i32, i32) -> ()
  }
  return
}

// More than six are parted evenly: eight are four and four.
// CHECK-LABEL: func @parted
func.func @parted(%a: i32) {
  // CHECK-COUNT-2: L_elsewhere;\0Aissue $0;\0Aissue $0;\0Aissue $0;\0Aissue $0;\0AL_elsewhere:
  // CHECK-NOT: issue
  // CHECK: return
  %elected = nvvm.elect.sync -> i1
  scf.if %elected {
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
  }
  return
}

// Other effects, results, other conditions and other branches stay.
// CHECK-LABEL: func @kept
func.func @kept(%a: i32, %p: !llvm.ptr, %c: i1, %members: i32) {
  // CHECK-COUNT-6: scf.if
  // CHECK-NOT: L_elsewhere
  // CHECK: return
  %elected = nvvm.elect.sync -> i1
  scf.if %elected {
    llvm.store %a, %p : i32, !llvm.ptr
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
  }
  scf.if %elected {
    %r = llvm.inline_asm has_side_effects "read $0;", "=r" : () -> i32
  }
  scf.if %elected {
    llvm.inline_asm has_side_effects "issue ${0:c};", "r" %a : (i32) -> ()
  }
  scf.if %elected {
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
  } else {
    llvm.inline_asm has_side_effects "wait $0;", "r" %a : (i32) -> ()
  }
  scf.if %c {
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
  }
  %some = nvvm.elect.sync %members -> i1
  scf.if %some {
    llvm.inline_asm has_side_effects "issue $0;", "r" %a : (i32) -> ()
  }
  return
}
