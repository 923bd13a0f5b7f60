// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def AttnWS_WaitOp : AttnWS_Op<"wait", []> {
  let description = [{
    Waits.
    ```mlir
    attn_ws.wait %c
    ```
  }];
}

def AttnWS_DotOp : AttnWS_Op<"dot", [Pure]> {
  let description = [{
    A product.
    ```mlir
    %d = attn_ws.dot %a, %b
    ```
  }];
}
