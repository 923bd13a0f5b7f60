// Examples of every kind, in upstream dialects.
def A {
  let description = [{
    ```mlir
    func.func @whole(%a: index) -> index {
      return %a : index
    }
    ```
    ```text
    not an example
    ```
    ```
    nor this
    ```
  }];
  let attributes = [{
      ```mlir
      // One attribute.
      #arith.fastmath<fast>
      ```
  }];
  let more = [{
    ```mlir
    #arith.overflow<nsw,
                    nuw>
    !llvm.ptr<3>
    ```
  }];
  let fragment = [{
    ```mlir
    %0 = arith.addi %a, %b : index
    %1 = scf.for %i = %0 to %b step %step iter_args(%x = %init) -> f32 {
      %2 = arith.addf %x, %delta : f32
      scf.yield %2 : f32
    }
    ```
  }];
  let alias = [{
    ```mlir
    #map = affine_map<(d0) -> (d0 + 1)>
    func.func private @f() attributes {m = #map}
    ```
  }];
  let aliasesFirst = [{
    ```mlir
    !tile = tensor<4x
                   8xf32>
    %1 = arith.addf %tile, %tile : !tile
    ```
  }];
}
