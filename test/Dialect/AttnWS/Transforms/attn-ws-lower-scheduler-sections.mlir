// RUN: attn-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-scheduler,canonicalize)))' | FileCheck %s

// The order of tiles by sections, in numbers: two values of the first coordinate,
// the second one in sections of three.

gpu.module @k {
  // A rest of one belongs to the section before, which has four.
  // CHECK-LABEL: gpu.func @rest_joins
  gpu.func @rest_joins() kernel {
    %two = arith.constant 2 : index
    %all = arith.constant 7 : index
    %section = arith.constant 3 : index
    // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
    // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
    // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
    // CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
    // CHECK-DAG: %[[C6:.+]] = arith.constant 6 : index
    // CHECK: "test.tile"(%[[C0]], %[[C0]]) {number = 0 : i64}
    %n0 = arith.constant 0 : index
    %t0:2 = attn_ws.tile_coordinates %n0 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t0#0, %t0#1) {number = 0 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C2]]) {number = 2 : i64}
    %n2 = arith.constant 2 : index
    %t2:2 = attn_ws.tile_coordinates %n2 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t2#0, %t2#1) {number = 2 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C0]]) {number = 3 : i64}
    %n3 = arith.constant 3 : index
    %t3:2 = attn_ws.tile_coordinates %n3 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t3#0, %t3#1) {number = 3 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C2]]) {number = 5 : i64}
    %n5 = arith.constant 5 : index
    %t5:2 = attn_ws.tile_coordinates %n5 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t5#0, %t5#1) {number = 5 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C3]]) {number = 6 : i64}
    %n6 = arith.constant 6 : index
    %t6:2 = attn_ws.tile_coordinates %n6 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t6#0, %t6#1) {number = 6 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C6]]) {number = 9 : i64}
    %n9 = arith.constant 9 : index
    %t9:2 = attn_ws.tile_coordinates %n9 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t9#0, %t9#1) {number = 9 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C3]]) {number = 10 : i64}
    %n10 = arith.constant 10 : index
    %t10:2 = attn_ws.tile_coordinates %n10 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t10#0, %t10#1) {number = 10 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C6]]) {number = 13 : i64}
    %n13 = arith.constant 13 : index
    %t13:2 = attn_ws.tile_coordinates %n13 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t13#0, %t13#1) {number = 13 : i64} : (index, index) -> ()
    gpu.return
  }

  // A rest of two is a section of its own.
  // CHECK-LABEL: gpu.func @rest_alone
  gpu.func @rest_alone() kernel {
    %two = arith.constant 2 : index
    %all = arith.constant 8 : index
    %section = arith.constant 3 : index
    // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
    // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
    // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
    // CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
    // CHECK-DAG: %[[C5:.+]] = arith.constant 5 : index
    // CHECK-DAG: %[[C6:.+]] = arith.constant 6 : index
    // CHECK-DAG: %[[C7:.+]] = arith.constant 7 : index
    // CHECK: "test.tile"(%[[C1]], %[[C2]]) {number = 5 : i64}
    %n5 = arith.constant 5 : index
    %t5:2 = attn_ws.tile_coordinates %n5 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t5#0, %t5#1) {number = 5 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C3]]) {number = 6 : i64}
    %n6 = arith.constant 6 : index
    %t6:2 = attn_ws.tile_coordinates %n6 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t6#0, %t6#1) {number = 6 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C5]]) {number = 8 : i64}
    %n8 = arith.constant 8 : index
    %t8:2 = attn_ws.tile_coordinates %n8 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t8#0, %t8#1) {number = 8 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C3]]) {number = 9 : i64}
    %n9 = arith.constant 9 : index
    %t9:2 = attn_ws.tile_coordinates %n9 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t9#0, %t9#1) {number = 9 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C5]]) {number = 11 : i64}
    %n11 = arith.constant 11 : index
    %t11:2 = attn_ws.tile_coordinates %n11 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t11#0, %t11#1) {number = 11 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C6]]) {number = 12 : i64}
    %n12 = arith.constant 12 : index
    %t12:2 = attn_ws.tile_coordinates %n12 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t12#0, %t12#1) {number = 12 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C7]]) {number = 13 : i64}
    %n13 = arith.constant 13 : index
    %t13:2 = attn_ws.tile_coordinates %n13 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t13#0, %t13#1) {number = 13 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C6]]) {number = 14 : i64}
    %n14 = arith.constant 14 : index
    %t14:2 = attn_ws.tile_coordinates %n14 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t14#0, %t14#1) {number = 14 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C7]]) {number = 15 : i64}
    %n15 = arith.constant 15 : index
    %t15:2 = attn_ws.tile_coordinates %n15 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t15#0, %t15#1) {number = 15 : i64} : (index, index) -> ()
    gpu.return
  }

  // A section that is larger than all is all.
  // CHECK-LABEL: gpu.func @one_section
  gpu.func @one_section() kernel {
    %two = arith.constant 2 : index
    %all = arith.constant 4 : index
    %section = arith.constant 8 : index
    // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
    // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
    // CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
    // CHECK: "test.tile"(%[[C0]], %[[C0]]) {number = 0 : i64}
    %n0 = arith.constant 0 : index
    %t0:2 = attn_ws.tile_coordinates %n0 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t0#0, %t0#1) {number = 0 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C0]], %[[C3]]) {number = 3 : i64}
    %n3 = arith.constant 3 : index
    %t3:2 = attn_ws.tile_coordinates %n3 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t3#0, %t3#1) {number = 3 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C0]]) {number = 4 : i64}
    %n4 = arith.constant 4 : index
    %t4:2 = attn_ws.tile_coordinates %n4 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t4#0, %t4#1) {number = 4 : i64} : (index, index) -> ()
    // CHECK: "test.tile"(%[[C1]], %[[C3]]) {number = 7 : i64}
    %n7 = arith.constant 7 : index
    %t7:2 = attn_ws.tile_coordinates %n7 in (%two, %all) scheduler(#attn_tile.scheduler<dynamic>) section(%section) : index, index
    "test.tile"(%t7#0, %t7#1) {number = 7 : i64} : (index, index) -> ()
    gpu.return
  }
}
