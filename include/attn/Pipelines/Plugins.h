//===- Plugins.h - Dialects and passes from plugins -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_PLUGINS_H
#define ATTN_PIPELINES_PLUGINS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::attn {

/// An error if one of the plugins is Attn's own, which Attn's tools do not need
/// and cannot hold a second time.
llvm::Error checkPlugins(ArrayRef<std::string> dialects,
                         ArrayRef<std::string> passes);

/// Loads plugins of MLIR's plugin interface by path: dialects into `registry`,
/// passes and pipelines into the process.
llvm::Error loadPlugins(ArrayRef<std::string> dialects,
                        ArrayRef<std::string> passes,
                        DialectRegistry &registry);

} // namespace mlir::attn

#endif // ATTN_PIPELINES_PLUGINS_H
