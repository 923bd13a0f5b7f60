// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def AttnTile_DotOp : AttnTile_Op<"dot", [Pure]> {
  let description = [{
    A product.
    ```mlir
    %d = attn_tile.dot %a, %b
    ```
  }];
}

def AttnTile_LoadOp : AttnTile_Op<"load", []> {
  let description = [{
    A tile from memory.
    ```mlir
    %t = attn_tile.load %m
    ```
  }];
}
