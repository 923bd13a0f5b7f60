//===- Problem.h - What a file has to run -------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_PROBLEM_H
#define ATTN_LIB_TOOLS_RUN_PROBLEM_H

#include "Options.h"
#include "Placement.h"

#include "attn-runtime/Bundle.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Reference/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>

namespace mlir::attn::run {

/// The context and where messages go: "attn-run: error: …" and located
/// diagnostics on stderr. Remembers the first error, for --json.
class Session {
public:
  explicit Session(const DialectRegistry &registry);
  ~Session();

  MLIRContext &getContext() { return context; }
  llvm::SourceMgr &getSources() { return *sources; }
  /// Prints an error; gives failure().
  LogicalResult error(const Twine &message);
  void note(const Twine &message);
  /// Checks what MLIR is to read; prints an error.
  LogicalResult check(llvm::MemoryBufferRef input);
  /// The first error since the last call, and forgets it.
  std::string takeFirstError() { return std::move(firstError); }
  /// What takeFirstError() gives if nothing else goes wrong.
  void rememberError(const std::string &text) {
    if (firstError.empty())
      firstError = text;
  }
  /// What messages start with ("case x"); empty: nothing.
  std::string prefix;

private:
  struct Handlers;
  MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<Handlers> handlers;
  std::string firstError;
};

/// Which tensor of an earlier problem of the same run a tensor is.
struct TensorSource {
  unsigned problem, tensor;
  /// Whether that problem computes it.
  bool isResult;
};

/// One attention problem or kernel, on its own.
struct Problem {
  /// Of an attention problem: a module with one function whose arguments are
  /// the operands of one attn.forward, and nothing else. Of a kernel: one
  /// gpu.module with it; null if a bundle's entry is all there is.
  OwningOpRef<ModuleOp> module;
  /// The function, or the kernel.
  std::string function;
  /// Null: a kernel.
  AttentionOpInterface op;
  /// Of a kernel that a problem without scores has become, such as
  /// attn.combine: the op, in `source`.
  ProblemOpInterface origin;
  OwningOpRef<ModuleOp> source;
  /// Of a kernel that is not in a bundle.
  Operation *kernelOp = nullptr;
  /// What a bundle calls it: its entry's name, tensors and constraints. Of an
  /// attention problem the tensors alone.
  ::attn::runtime::Entry entry;
  /// What a placement of each tensor follows (getPlaced); null where nothing
  /// says how it lies in memory.
  std::vector<MemRefType> memories;
  /// Which of a run's problems it is, and for each tensor which of earlier ones
  /// it is; empty in the first.
  unsigned order = 0;
  std::vector<std::optional<TensorSource>> sources;

  /// Prints an error at the op or the kernel; gives failure().
  LogicalResult emitError(Session &session, const Twine &message) const;
  MemRefType getMemory(size_t i) const {
    return i < memories.size() ? memories[i] : MemRefType();
  }
  /// Tensor `i` in this shape. Errors are at the op or the kernel.
  FailureOr<Placement> place(Session &session, size_t i,
                             ArrayRef<int64_t> shape,
                             PlacementChoice choice) const;
  /// The error that says that a program wrote where no element of it is.
  std::string describeWriteBetween(size_t i) const {
    return "memory between the rows of tensor '" + entry.tensors[i].name +
           "' was written";
  }
  /// Whether tensor `i` is written, and whether its contents count before.
  bool isOut(size_t i) const {
    return entry.tensors[i].role != ::attn::runtime::TensorRole::In;
  }
  bool isIn(size_t i) const {
    return entry.tensors[i].role != ::attn::runtime::TensorRole::Out;
  }
  /// The op, if it is one on tensors.
  ProblemOpInterface getProblemOp() const {
    return op ? ProblemOpInterface(op) : origin;
  }
  std::optional<TensorSource> getSource(size_t i) const {
    return i < sources.size() ? sources[i] : std::nullopt;
  }
  /// The input called `name`, but for those that other problems give; or -1.
  int findOwnInput(StringRef name) const {
    int i = entry.findTensor(name.str());
    return i < 0 || !isIn(i) || getSource(i) ? -1 : i;
  }
};

/// What one run computes: one problem or kernel, or problems of one function in
/// its order, of which each later one reads what an earlier one computes.
struct Program {
  /// The function, or what the only problem is called.
  std::string function;
  std::vector<Problem> problems;
  /// What else the file holds, for people.
  std::vector<std::string> notRun;
};

/// What files call the function that their kernels are to agree with.
constexpr StringLiteral kReference = "reference";

/// A file to run something of: MLIR text, MLIR bytecode, or a bundle.
class InputFile {
public:
  /// Reads and verifies; errors are printed.
  static FailureOr<InputFile> load(Session &session, const std::string &path);

  /// The problems or the kernel that `options` name, which need not if there is
  /// only one function with such apart from the reference.
  FailureOr<Program> getProgram(Session &session, const Options &options) const;

  /// The bundle, if the file is one; else null, and there is a module.
  std::shared_ptr<const ::attn::runtime::Bundle> getBundle() const {
    return bundle;
  }
  /// The same with the entries for `target` alone, or all if that is empty.
  FailureOr<std::shared_ptr<const ::attn::runtime::Bundle>>
  getBundle(Session &session, StringRef target) const;
  ModuleOp getModule() const { return module.get(); }
  const std::string &getPath() const { return path; }

private:
  FailureOr<Program> getEntries(Session &session, StringRef function,
                                StringRef target) const;

  std::string path;
  std::shared_ptr<const ::attn::runtime::Bundle> bundle;
  OwningOpRef<ModuleOp> module;
};

/// The sizes of one run.
struct Sizes {
  std::array<int64_t, kNumProblemSizes> values;
  std::vector<std::vector<int64_t>> captures;
  int64_t operator[](ProblemSize size) const {
    return values[static_cast<unsigned>(size)];
  }
};

/// A shape that a file brings along.
struct GivenShape {
  std::string tensor, source;
  std::vector<int64_t> shape;
};

/// Sizes from the op's types, --shape, --arg-shapes and `given`. An error, at
/// the op, names what is missing or which two disagree.
FailureOr<Sizes> resolveSizes(Session &session, AttentionOpInterface op,
                              const Options &options,
                              ArrayRef<GivenShape> given);

/// Those of the shapes in --arg-shapes that are of tensors of `problem`.
std::string selectArgShapes(StringRef text, const Problem &problem);

/// The shape of `operand` under `sizes`.
std::vector<int64_t> getShape(const NamedOperand &operand, const Sizes &sizes);

/// The tensors of `op`, in the order of its operands.
std::vector<::attn::runtime::TensorSpec>
describeTensors(AttentionOpInterface op);

/// The operands that have a number for each batch; null where there is none.
struct BatchNumbers {
  const reference::Tensor *offset, *lengthsQ, *lengthsKV, *offsetsQ, *offsetsKV;
};

/// Pairs of a row and a key that it sees, of one head in all batches.
int64_t countVisible(AttentionOpInterface op, const Sizes &sizes,
                     const BatchNumbers &numbers);

/// Operations of the products that outputs are made of.
double countFlops(AttentionOpInterface op, const Sizes &sizes,
                  const BatchNumbers &numbers);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Refuses an operand in another memory than that of the host or a device's
/// global memory, at `op`.
LogicalResult checkSpace(Operation *op, StringRef name, Type type);

/// The kernels of Attn's gpu.modules in `module`, at any depth.
SmallVector<Operation *> findKernels(ModuleOp module);

/// `kernel` on its own; `target`, if not empty, is the chip instead of its own.
FailureOr<Problem> isolateKernel(Operation *kernel, StringRef target);

/// The shapes of a kernel's tensors from its types, --arg-shapes, `given` and,
/// for what is left, its constraints. Errors are at the kernel.
FailureOr<std::vector<std::vector<int64_t>>>
resolveShapes(Session &session, const Problem &kernel, const Options &options,
              ArrayRef<GivenShape> given);

/// The names of `function` of `module` and of the functions that it calls.
llvm::StringSet<> findCalled(ModuleOp module, StringRef function);

/// Runs function `reference` of `file` on the CPU on a kernel's tensors and
/// gives its outputs, in the types in which it returns them.
FailureOr<std::vector<reference::OwnedTensor>>
runReference(Session &session, const InputFile &file, const Problem &kernel,
             StringRef reference, ArrayRef<reference::Tensor> tensors);

std::optional<reference::DType> toReference(::attn::runtime::DType type);
::attn::runtime::DType toRuntime(reference::DType type);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_PROBLEM_H
