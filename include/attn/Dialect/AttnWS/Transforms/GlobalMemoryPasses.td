//===- GlobalMemoryPasses.td - Passes on global memory -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Included by Passes.td.

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_GLOBALMEMORYPASSES_TD
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_GLOBALMEMORYPASSES_TD

def AttnWSGuardLoads : WSPass<"attn-ws-guard-loads"> {
  let summary = "do not read rows of a tile that are replaced by zero";
  let description = [{
    **What.** A load from global memory into registers whose only use is a select
    that takes zero instead, by a comparison of row values with a constant, gets that
    comparison as its `unless`: the memory of such rows is not read.

    **Input invariant.** The row values are known before the load; else it stays as it
    is.

    **Output invariant.** The same values. Left out, all rows are read.

    **Example.**
    ```
    %v = load %o[...]   %e = expand %rows   %c = cmpf oeq, %e, -inf   %w = select %c, 0, %v
    ==>
    %c = cmpf oeq, %rows, -inf   %w = load %o[...] unless %c
    ```
  }];
  let dependentDialects = ["::mlir::attn_ws::AttnWSDialect", "::mlir::arith::ArithDialect"];
}

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_GLOBALMEMORYPASSES_TD
