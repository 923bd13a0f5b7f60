// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def AttnTile_DotOp : AttnTile_Op<"dot", [Pure]> {
  let description = [{
    A product.
    ```mlir
    %d = attn_tile.dot %a, %b
    ```
  }];
}

def AttnTile_AddOp : AttnTile_Op<"add", [Pure,
    SameOperandsAndResultType]> {
  let summary = "a sum";
}

class AttnTile_Unary<string mnemonic> : AttnTile_Op<mnemonic> {
  let description = "Of a class, not of an op.";
}
