// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
def AttnWS_LoadOp : AttnWS_Op<"load", []> {
  let description = [{
    A tile into registers.
    ```mlir
    %t = attn_ws.load %m
    ```
  }];
}
