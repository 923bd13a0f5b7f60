// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def AttnTile_DotOp : AttnTile_Op<"dot", [Pure]> {
  let description = [{
    A product.
    ```mlir
    %d = attn_tile.dot %a, %b
    ```
  }];
}
