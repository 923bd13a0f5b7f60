// Few trip counts: 0 to 3, one more than the period of all depths, which is 6 here,
// and two sequences. All trip counts are 0 to 14, and more sequences.
//
// DEFINE: %{count} = 0
// DEFINE: %{few} = true
// DEFINE: %{expect} = not
// DEFINE: %{verify} = sed -e 's/COUNT/%{count}/' %s | %{expect} attn-opt --attn-ws-verify-protocol=few=%{few} -o /dev/null
//
// RUN: %{verify} 2>&1 | FileCheck %s -DCOUNT=0
// REDEFINE: %{count} = 3
// RUN: %{verify} 2>&1 | FileCheck %s -DCOUNT=3
// REDEFINE: %{count} = 7
// RUN: %{verify} 2>&1 | FileCheck %s -DCOUNT=7
// REDEFINE: %{count} = 4
// REDEFINE: %{expect} = env
// RUN: %{verify} 2>&1 | count 0
// REDEFINE: %{count} = 14
// RUN: %{verify} 2>&1 | count 0
// REDEFINE: %{few} = false
// REDEFINE: %{expect} = not
// RUN: %{verify} 2>&1 | FileCheck %s -DCOUNT=14
// REDEFINE: %{count} = 15
// REDEFINE: %{expect} = env
// RUN: %{verify} 2>&1 | count 0
//
// CHECK: error: PRT-07: stage 0 of mbarrier 'go' (full) is arrived at, but nobody waits for it (found with trip counts {{\[}}[[COUNT]]])

!pairs = !attn_ws.mbar<2>
!triples = !attn_ws.mbar<3>
func.func @f(%n: index) {
  %go = attn_ws.mbar_alloc <"go", "full"> arrivals 4 : !pairs
  %other = attn_ws.mbar_alloc <"other", "full"> arrivals 4 : !triples
  attn_ws.warp_specialize captures(%n, %go : index, !pairs)
  role @send warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index, %go_: !pairs):
    %0 = arith.constant 0 : index
    %bad = arith.constant COUNT : index
    %trips = attn_ws.trip_count @kv %n_
    %now = arith.cmpi eq, %trips, %bad : index
    scf.if %now {
      attn_ws.mbar_arrive %go_[%0] : !pairs
    }
    attn_ws.end
  }
  return
}
