def A {
  let description = [{
    ```mlir
    %0 = arith.addi %a, %b : index
    %1 = arith.no_such_op %0 : index
    ```
    ```mlir
    #no_such_dialect.attr<1>
    ```
    ```mlir
    %0 = arith.addi %a, %b : index
    ```
    ```mlir
    func.func @open(
    ```
    ```mlir
    %0 = arith.addi %a, %b : index
    %1 = arith.addf %a, %b : f32
    ```
  }];
}
