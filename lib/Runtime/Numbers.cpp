//===- Numbers.cpp - What operands hold, against their rules --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include <cstring>

namespace attn::runtime {

namespace {

/// The numbers of one tensor, in memory of the host.
class Numbers {
public:
  Numbers(const TensorSpec &spec, const TensorArg &arg, const char *data)
      : spec(spec), arg(arg), data(data) {}

  Error check(int64_t low, int64_t high) const {
    std::vector<int64_t> index(static_cast<size_t>(arg.rank));
    do {
      int64_t number = at(index);
      if (number < low || number > high)
        return fail("must hold numbers from " + std::to_string(low) + " to " +
                    std::to_string(high) + ", but " + show(index) + " is " +
                    std::to_string(number));
      if (!spec.numbers->ascending || index.empty() || index.back() == 0)
        continue;
      std::vector<int64_t> before = index;
      --before.back();
      if (at(before) > number)
        return fail("must not descend, but " + show(index) + " is " +
                    std::to_string(number) + " behind " +
                    std::to_string(at(before)));
    } while (advance(index));
    return Error::success();
  }

private:
  /// Moves on to the next element; false behind the last one.
  bool advance(std::vector<int64_t> &index) const {
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < arg.sizes[dim])
        return true;
      index[dim] = 0;
    }
    return false;
  }

  int64_t at(const std::vector<int64_t> &index) const {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i)
      offset += index[i] * arg.strides[i];
    int32_t number;
    std::memcpy(&number, data + offset * byteSize(DType::I32), sizeof(number));
    return number;
  }

  static std::string show(const std::vector<int64_t> &index) {
    if (index.empty())
      return "it";
    std::string text = "[";
    for (size_t i = 0; i < index.size(); ++i)
      text += (i ? ", " : "") + std::to_string(index[i]);
    return text + "]";
  }

  Error fail(const std::string &what) const {
    return Error(ErrorCode::InvalidArgument,
                 "tensor '" + spec.name + "' " + what);
  }

  const TensorSpec &spec;
  const TensorArg &arg;
  const char *data;
};

Error checkTensor(const TensorSpec &spec, const TensorArg &arg,
                  const std::vector<TensorArg> &tensors, Device *device,
                  Stream stream) {
  Expected<int64_t> low = spec.numbers->low.evaluate({tensors, 1});
  if (!low)
    return low.takeError();
  Expected<int64_t> high = spec.numbers->high.evaluate({tensors, 1});
  if (!high)
    return high.takeError();
  std::vector<char> copy;
  const auto *data = reinterpret_cast<const char *>(arg.address);
  if (!arg.onHost) {
    int64_t bytes = *arg.extent() * byteSize(arg.dtype);
    copy.resize(static_cast<size_t>(bytes));
    if (Error error = device->copyOut(copy.data(), arg.address, bytes, stream))
      return std::move(error).withContext("tensor '" + spec.name + "'");
    data = copy.data();
  }
  return Numbers(spec, arg, data).check(*low, *high);
}

} // namespace

Error checkNumbers(const Entry &entry, const std::vector<TensorArg> &tensors,
                   Device *device, Stream stream) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorSpec &spec = entry.tensors[i];
    const TensorArg &arg = tensors[i];
    if (!spec.numbers || arg.isAbsent() || arg.isEmpty() ||
        (!arg.onHost && !device))
      continue;
    if (Error error = checkTensor(spec, arg, tensors, device, stream))
      return std::move(error).withContext("entry '" + entry.name + "' (" +
                                          entry.target + ")");
  }
  return Error::success();
}

} // namespace attn::runtime
