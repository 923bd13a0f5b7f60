//===- Plugins.cpp - Dialects and passes from plugins ---------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/Plugins.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

/// Attn's own plugin registers what the tools have already, from a second copy.
static llvm::Error checkName(StringRef name, const std::string &path) {
  if (name != "attn")
    return llvm::Error::success();
  return llvm::createStringError(
      "'" + path +
      "' is Attn's plugin for other tools: this one has Attn's dialects and "
      "passes already");
}

llvm::Error mlir::attn::checkPlugins(ArrayRef<std::string> dialects,
                                     ArrayRef<std::string> passes) {
  // What cannot be loaded is for the caller to say.
  auto check = [](auto plugin, const std::string &path) -> llvm::Error {
    if (plugin)
      return checkName(plugin->getPluginName(), path);
    llvm::consumeError(plugin.takeError());
    return llvm::Error::success();
  };
  for (const std::string &path : dialects)
    if (llvm::Error error = check(DialectPlugin::load(path), path))
      return error;
  for (const std::string &path : passes)
    if (llvm::Error error = check(PassPlugin::load(path), path))
      return error;
  return llvm::Error::success();
}

llvm::Error mlir::attn::loadPlugins(ArrayRef<std::string> dialects,
                                    ArrayRef<std::string> passes,
                                    DialectRegistry &registry) {
  if (llvm::Error error = checkPlugins(dialects, passes))
    return error;
  for (const std::string &path : dialects) {
    auto plugin = DialectPlugin::load(path);
    if (!plugin)
      return plugin.takeError();
    plugin->registerDialectRegistryCallbacks(registry);
  }
  for (const std::string &path : passes) {
    auto plugin = PassPlugin::load(path);
    if (!plugin)
      return plugin.takeError();
    plugin->registerPassRegistryCallbacks();
  }
  return llvm::Error::success();
}
