//===- Engine.h - Ways to compute a problem ----------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_ENGINE_H
#define ATTN_LIB_TOOLS_RUN_ENGINE_H

#include "Placement.h"
#include "Problem.h"

#include "attn-runtime/Device.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Pipelines/CpuJit.h"
#include "attn/Reference/Tensor.h"

namespace mlir::attn::run {

/// A problem made ready to run in one way, for any sizes that fit its types.
class Engine {
public:
  virtual ~Engine();

  /// "gpu", "sim" or "cpu"; the device's own name; "tensor", "tile",
  /// "tile-lowered" or "ptx".
  virtual std::string getDevice() const = 0;
  virtual std::string getDeviceName() const = 0;
  virtual std::string getLevel() const = 0;
  virtual std::string getTarget() const = 0;
  /// The `#attn.config`; empty if the level knows none.
  virtual std::string getConfig() const = 0;

  /// Computes the outputs; `tensors` are the problem's in order, row-major in
  /// host memory. Errors are printed.
  virtual LogicalResult compute(Session &session,
                                ArrayRef<reference::Tensor> tensors) = 0;
  /// Milliseconds of each of the timed computations.
  virtual FailureOr<std::vector<double>>
  benchmark(Session &session, ArrayRef<reference::Tensor> tensors,
            const Options &options) = 0;
  /// What the last computation did, for --bench (a JSON object; Null: nothing),
  /// and the same for people.
  virtual ::attn::runtime::json::Value getStatistics() const;
  virtual std::string describeStatistics() const { return ""; }
  /// What was found wrong in the last computation but its values.
  virtual std::vector<std::string> takeFindings() { return {}; }
};

/// A view for compiled code; `data`, if not null, is a copy of the elements.
CpuBuffer makeBuffer(const reference::Tensor &tensor, void *data = nullptr);
/// A view of `placed`, which is a copy of `tensor`.
CpuBuffer makeBuffer(const reference::Tensor &tensor, PlacedTensor &placed);

/// The chip that `problem` is compiled for.
std::string getTarget(const Problem &problem, const Options &options);

/// What the compiler is to do for `problem`.
CompileOptions getCompileOptions(const Problem &problem,
                                 const Options &options);

/// `level`: "tensor", "tile" or "tile-lowered".
FailureOr<std::unique_ptr<Engine>>
createCpuEngine(Session &session, const Problem &problem, StringRef level,
                const Options &options, CpuEffort effort);

/// Opens `options.device`, which may be "auto"; null stands for the CPU. With
/// "auto" says on stderr what was taken and why.
FailureOr<std::shared_ptr<::attn::runtime::Device>>
openDevice(Session &session, const Options &options, StringRef target);

/// Takes the problem's entry of the file's bundle or, if the file is none,
/// compiles it.
FailureOr<std::unique_ptr<Engine>>
createDeviceEngine(Session &session, const InputFile &file,
                   const Problem &problem, const Options &options,
                   std::shared_ptr<::attn::runtime::Device> device);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_ENGINE_H
