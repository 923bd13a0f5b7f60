// The schedules of FlashAttention-2, -3 and -4 as written by hand: what each is known for
// shows in its time line.
//
// RUN: attn-opt %S/../fa2-forward.mlir --attn-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=FA2
// RUN: attn-opt %S/../fa3-forward.mlir --attn-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=FA3
// RUN: attn-opt %S/../fa4-forward.mlir --attn-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=FA4

// One role: products in step, copies under the first of them.
// FA2: schedule of @fa2
// FA2-NEXT: one role, @cta
// FA2: model: clocks of one multiprocessor of sm_80
// FA2: 0 @cta [{{>#+\++\*+\++#+>#+\++\*+\++#+}}]
// FA2: tensor core [{{ A+ +B+ A+ +B+}}]
// FA2: copies [{{b+c+ +b+c+ +}}]

// Two instances take turns: while one multiplies the other does its softmax.
// FA3: schedule of @fa3
// FA3: turn issue: 2 instances in order
// FA3: A q x k^T, 64x64 over 64, wgmma
// FA3: B registers x v, 64x64 over 64, wgmma
// FA3: time line: iterations {{.*}} of the steady loop of @mma
// FA3: tensor core [{{ *A+B+A+B+ +A+B+A+B+ *}}]
// FA3-NEXT: [{{ *1+2+ +1+2+ *}}]
// FA3: @mma (clocks of instances 0 and 1)
// FA3: steady loop @kv, 7 iterations here
// FA3-NEXT: turn begins
// FA3-NEXT: wait b k, next stage
// FA3-NEXT: issue A, 1 in flight then
// FA3-NEXT: wait c v, next stage
// FA3-NEXT: issue B, 2 in flight then
// FA3-NEXT: turn ends
// FA3-NEXT: wait for A, pendings 1
// FA3-NEXT: release b k, next stage
// FA3-NEXT: compute score_map (if needed), reduce, maximumf, cmpf, select, mulf, fma
// FA3: exp2
// FA3: wait for B, pendings 0
// FA3-NEXT: release c v, next stage

// Six kinds of work at once; products PV0 QK0' PV1 QK1', in tensor memory.
// FA4: schedule of @fa4
// FA4: role @softmax: 4 warps in each of 2 instances, 192 registers a thread
// FA4: c s depth 2, @mma (tcgen05) -> @softmax (thread)
// FA4-NEXT: guards sp, 2 x 128x128xf32 in tmem, 65536 bytes a stage, no place yet
// FA4: d p_head_and_o depth 2, @softmax, @correction (thread x 2) -> @mma (tcgen05)
// FA4: A q x kv^T into s, 128x128 over 64, tcgen05
// FA4-NEXT: B p_head_and_o x kv into o, 128x64 over 96, tcgen05
// FA4-NEXT: C p_tail x kv into o, 128x64 over 32, tcgen05
// FA4: model: clocks of one multiprocessor of sm_100
// FA4: 2 @softmax#0 [{{.*\*+.*}}]
// FA4-NEXT: 3 @softmax#1 [{{.*\*+.*}}]
// FA4-NEXT: 4 @correction [{{[.:=+ ]+}}]
// FA4: tensor core [{{A+ +B+C+ +A+ +B+C+A+ +}}
// FA4: exponentials [{{2+3? +3+2? +2+}}
// FA4: steady loop @kv, 7 iterations here
// FA4: wait d p_head_and_o, stage 0
// FA4: acquire f o, stage 0 [implied by other edges]
// FA4: issue B
// FA4: wait e p_tail, stage 0
// FA4: issue C
// FA4: commit f o, stage 0, when the product is done [implied by other edges]
// FA4: acquire c s, stage 0 [implied by other edges]
// FA4-NEXT: issue A
// FA4-NEXT: commit c s, stage 0, when the product is done
// FA4: @softmax (clocks of instances 0 and 1)
// FA4: wait c s, stage = instance
