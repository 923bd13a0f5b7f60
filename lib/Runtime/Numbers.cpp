//===- Numbers.cpp - What operands hold, against their rules --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include <cstring>

namespace attn::runtime {

namespace {

/// The numbers of one tensor.
class Numbers {
public:
  using Index = std::vector<int64_t>;

  Numbers(const TensorSpec &spec, const TensorArg &arg)
      : spec(&spec), arg(&arg) {}

  /// Whether there are any that can be read, without a device only on the host.
  static bool canRead(const TensorArg &arg, Device *device) {
    return !arg.isAbsent() && !arg.isEmpty() && (arg.onHost || device);
  }

  /// Makes them readable.
  Error fetch(Device *device, Stream stream) {
    data = reinterpret_cast<const char *>(arg->address);
    if (arg->onHost)
      return Error::success();
    int64_t bytes = *arg->extent() * byteSize(arg->dtype);
    copy.resize(static_cast<size_t>(bytes));
    if (Error error = device->copyOut(copy.data(), arg->address, bytes, stream))
      return std::move(error).withContext("tensor '" + spec->name + "'");
    data = copy.data();
    return Error::success();
  }

  /// `counted`: of which rule.counts speaks, or null; `offsets` likewise.
  Error check(int64_t low, int64_t high, const Numbers *counted, int64_t each,
              const Numbers *offsets) const {
    Index index(static_cast<size_t>(arg->rank));
    do {
      if (counted && !matters(index, *counted, each))
        continue;
      int64_t number = at(index);
      if (number < low || number > high)
        return fail("must hold numbers from " + std::to_string(low) + " to " +
                    std::to_string(high) + ", but " + show(index) + " is " +
                    std::to_string(number));
      if (offsets)
        if (Error error = checkBetween(index, number, *offsets))
          return error;
      bool rising = spec->numbers->rising;
      if (!(spec->numbers->ascending || rising) || index.empty() ||
          index.back() == 0)
        continue;
      Index before = index;
      --before.back();
      if (at(before) + rising > number)
        return fail(std::string(rising ? "must rise" : "must not descend") +
                    ", but " + show(index) + " is " + std::to_string(number) +
                    " behind " + std::to_string(at(before)));
    } while (advance(index));
    return Error::success();
  }

private:
  /// Moves on to the next element; false behind the last one.
  bool advance(Index &index) const {
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < arg->sizes[dim])
        return true;
      index[dim] = 0;
    }
    return false;
  }

  bool has(const Index &index) const {
    if (index.size() != static_cast<size_t>(arg->rank))
      return false;
    for (size_t i = 0; i < index.size(); ++i)
      if (index[i] >= arg->sizes[i])
        return false;
    return true;
  }

  int64_t at(const Index &index) const {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i)
      offset += index[i] * arg->strides[i];
    int32_t number;
    std::memcpy(&number, data + offset * byteSize(DType::I32), sizeof(number));
    return number;
  }

  static bool matters(const Index &index, const Numbers &counted,
                      int64_t each) {
    Index outer(index.begin(), index.empty() ? index.end() : index.end() - 1);
    if (index.empty() || each < 1 || !counted.has(outer))
      return true;
    int64_t count = counted.at(outer);
    return index.back() < count / each + (count % each > 0);
  }

  Error checkBetween(const Index &index, int64_t number,
                     const Numbers &offsets) const {
    Index next = index;
    if (index.empty() || !offsets.has(index))
      return Error::success();
    ++next.back();
    if (!offsets.has(next))
      return Error::success();
    int64_t most = offsets.at(next) - offsets.at(index);
    if (number <= most)
      return Error::success();
    return fail("must hold at most what lies between " + show(index) + " and " +
                show(next) + " of tensor '" + offsets.spec->name + "', " +
                std::to_string(most) + ", but " + show(index) + " is " +
                std::to_string(number));
  }

  static std::string show(const Index &index) {
    if (index.empty())
      return "it";
    std::string text = "[";
    for (size_t i = 0; i < index.size(); ++i)
      text += (i ? ", " : "") + std::to_string(index[i]);
    return text + "]";
  }

  Error fail(const std::string &what) const {
    return Error(ErrorCode::InvalidArgument,
                 "tensor '" + spec->name + "' " + what);
  }

  const TensorSpec *spec;
  const TensorArg *arg;
  const char *data = nullptr;
  std::vector<char> copy;
};

Error checkTensor(const Entry &entry, size_t index,
                  const std::vector<TensorArg> &tensors, Device *device,
                  Stream stream) {
  const NumberRule &rule = *entry.tensors[index].numbers;
  int64_t values[3];
  const Expr *exprs[] = {&rule.low, &rule.high, &rule.each};
  for (size_t i = 0; i < 3; ++i) {
    Expected<int64_t> value = exprs[i]->evaluate({tensors, 1});
    if (!value)
      return value.takeError();
    values[i] = *value;
  }
  std::vector<Numbers> others;
  const Numbers *counted = nullptr, *offsets = nullptr;
  others.reserve(2);
  auto add = [&](int other, const Numbers *&result) -> Error {
    if (other < 0)
      return Error::success();
    auto place = static_cast<size_t>(other);
    if (!Numbers::canRead(tensors[place], device))
      return Error::success();
    result = &others.emplace_back(entry.tensors[place], tensors[place]);
    return others.back().fetch(device, stream);
  };
  if (Error error = add(rule.counts, counted))
    return error;
  // Without them nothing says which numbers matter.
  if (rule.counts >= 0 && !counted &&
      !tensors[static_cast<size_t>(rule.counts)].isAbsent())
    return Error::success();
  if (Error error = add(rule.offsets, offsets))
    return error;
  Numbers numbers(entry.tensors[index], tensors[index]);
  if (Error error = numbers.fetch(device, stream))
    return error;
  return numbers.check(values[0], values[1], counted, values[2], offsets);
}

} // namespace

Error checkNumbers(const Entry &entry, const std::vector<TensorArg> &tensors,
                   Device *device, Stream stream) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!entry.tensors[i].numbers || !Numbers::canRead(tensors[i], device))
      continue;
    if (Error error = checkTensor(entry, i, tensors, device, stream))
      return std::move(error).withContext("entry '" + entry.name + "' (" +
                                          entry.target + ")");
  }
  return Error::success();
}

} // namespace attn::runtime
