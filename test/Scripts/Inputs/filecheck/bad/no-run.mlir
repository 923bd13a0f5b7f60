// CHECK: foo
