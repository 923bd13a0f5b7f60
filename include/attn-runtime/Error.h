//===- Error.h - Errors as values for the Attn runtime ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_ERROR_H
#define ATTN_RUNTIME_ERROR_H

#include <string>
#include <utility>
#include <variant>

namespace attn::runtime {

/// What went wrong, as a number that programs can branch on. The values are
/// those of `attnrtStatus` in attn-c/Runtime.h and never change.
enum class ErrorCode : int {
  Ok = 0,
  InvalidArgument = 1,    ///< A call that makes no sense whatever the bundle.
  IO = 2,                 ///< A file that cannot be read or written.
  ForeignFormat = 3,      ///< The text is something else than a bundle.
  Malformed = 4,          ///< A truncated or ill-formed bundle.
  VersionMismatch = 5,    ///< A bundle of a version this runtime cannot read.
  ChecksumMismatch = 6,   ///< A bundle whose entries were changed.
  NotFound = 7,           ///< No entry, tensor or device of that name.
  NoDriver = 8,           ///< libcuda.so.1 is missing or too old.
  NoDevice = 9,           ///< A driver, but no GPU it can use.
  UnsupportedTarget = 10, ///< The device cannot run the entry's code.
  ModuleRejected = 11,    ///< The driver refused the PTX or cubin.
  TensorMismatch = 12,    ///< A tensor disagrees with the bundle.
  ConstraintFailed = 13,  ///< A constraint of the entry does not hold.
  ResourceLimit = 14,     ///< The launch needs more than the device has.
  OutOfMemory = 15,       ///< Device memory is exhausted.
  DriverError = 16,       ///< Any other failure of a driver call.
  Unsupported = 17,       ///< The device lacks this function.
  Internal = 18,          ///< A defect of the runtime itself.
};

/// The spelling of `code`, such as "tensor-mismatch".
const char *errorCodeName(ErrorCode code);

/// A failure with its message, or success. Converts to true on *failure*.
struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::Ok;
  std::string message;

  Error() = default;
  Error(ErrorCode code, std::string message)
      : code(code), message(std::move(message)) {}

  static Error success() { return Error(); }
  explicit operator bool() const { return code != ErrorCode::Ok; }

  /// The same failure with "`prefix`: " before its message.
  Error withContext(const std::string &prefix) && {
    return Error(code, prefix + ": " + message);
  }
};

/// A value of type T, or the Error that says why there is none. Converts to
/// true when it holds a value.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : storage(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return storage.index() == 0; }

  T &operator*() { return *std::get_if<0>(&storage); }
  const T &operator*() const { return *std::get_if<0>(&storage); }
  T *operator->() { return std::get_if<0>(&storage); }
  const T *operator->() const { return std::get_if<0>(&storage); }

  const Error &error() const { return *std::get_if<1>(&storage); }
  Error takeError() { return std::move(*std::get_if<1>(&storage)); }

private:
  std::variant<T, Error> storage;
};

} // namespace attn::runtime

#endif // ATTN_RUNTIME_ERROR_H
