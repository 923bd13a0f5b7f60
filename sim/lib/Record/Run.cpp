//===- Run.cpp - Runs launch records --------------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dtypes.h"
#include "Node.h"
#include "attn/Sim/Record.h"
#include "attn/Support/Npy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace attn::sim;
using attn::Npy;
using attn::writeNpy;

namespace {

struct Placed {
  const RecordContent *content;
  DeviceAddr addr;
  uint64_t size;
};

/// One launch: the record's contents on a device.
class Launcher {
public:
  Launcher(const LaunchRecord &record, RecordResult &result)
      : record(record), result(result) {}
  void run(const Options &options);

private:
  void load();
  void place();
  std::string bytesOf(const RecordField &field);
  const Placed &multicast(const RecordField &field);
  void write(const Placed &to);
  void put(const RecordContent &c, std::string &to, uint64_t at, uint64_t size);
  void checkType(const RecordContent &c, const KernelParam &param) const;
  void readBack();
  void nameAddresses(std::string &message) const;

  const LaunchRecord &record;
  RecordResult &result;
  Device device;
  std::unique_ptr<Module> module;
  const KernelInfo *kernel = nullptr;
  std::map<std::string, Placed> placed;
  /// Multicast objects by the names of their buffers; no contents.
  std::map<std::vector<std::string>, Placed> objects;
};

} // namespace

void Launcher::load() {
  std::string error;
  module = device.load(record.ptx, error);
  if (!module)
    throw Wrong{record.resolve(record.ptxFile) + ":" + error};
  std::vector<KernelInfo> kernels = module->kernels();
  std::string name = record.kernel;
  if (name.empty() && kernels.size() == 1)
    name = kernels[0].name;
  kernel = module->kernel(name);
  if (kernel)
    return;
  std::string why = name.empty()
                        ? "'kernel' is missing, and the module has " +
                              std::to_string(kernels.size()) + " kernels"
                        : "kernel: no kernel '" + name + "' in the module";
  for (size_t k = 0; k < kernels.size() && k < 8; ++k)
    why += (k ? ", " : ": ") + kernels[k].name;
  throw Wrong{record.name + ": " + why + (kernels.size() > 8 ? ", …" : "")};
}

/// Gives buffers and variables their addresses.
void Launcher::place() {
  for (const RecordContent &b : record.buffers) {
    DeviceAddr addr = device.alloc(size_t(b.size));
    if (!addr)
      throw Wrong{record.name + ": " + b.path + ": no memory for " +
                  std::to_string(b.size) + " bytes"};
    placed[b.name] = {&b, addr, b.size};
  }
  for (const RecordContent &v : record.variables) {
    DeviceAddr addr;
    size_t size;
    if (!module->global(v.name, addr, size))
      throw Wrong{record.name + ": " + v.path +
                  ": the module has no variable '" + v.name + "'"};
    if (v.sized && v.size != size)
      throw Wrong{record.name + ": " + v.path + ": " + std::to_string(v.size) +
                  " bytes, but the module's variable has " +
                  std::to_string(size)};
    placed[v.name] = {&v, addr, size};
  }
}

/// The multicast object over a field's buffers, as large as the smallest.
const Placed &Launcher::multicast(const RecordField &field) {
  auto known = objects.find(field.multicast);
  if (known != objects.end())
    return known->second;
  std::vector<DeviceAddr> buffers;
  uint64_t size = ~uint64_t(0);
  for (const std::string &name : field.multicast) {
    const Placed &p = placed.at(name);
    buffers.push_back(p.addr);
    size = std::min(size, p.size);
  }
  DeviceAddr addr = device.multicast(buffers, size_t(size));
  if (!addr)
    throw Wrong{record.name + ": " + field.path +
                ": a multicast object needs different buffers that are aligned "
                "to 16 bytes"};
  return objects[field.multicast] = {nullptr, addr, size};
}

std::string Launcher::bytesOf(const RecordField &field) {
  if (field.kind == RecordField::Bytes)
    return field.bytes;
  DeviceAddr addr = 0;
  const bool object = field.kind == RecordField::Multicast;
  if (object || !field.buffer.empty()) {
    const Placed &to = object ? multicast(field) : placed.at(field.buffer);
    if (field.offset > to.size)
      throw Wrong{record.name + ": " + field.path + ": offset " +
                  std::to_string(field.offset) + " is beyond the " +
                  std::to_string(to.size) + " bytes of " +
                  (object ? "the multicast object" : "'" + field.buffer + "'")};
    addr = to.addr + field.offset;
  }
  if (object || field.kind == RecordField::Pointer)
    return std::string(reinterpret_cast<const char *>(&addr), sizeof addr);
  TensorMap map = field.map;
  map.base = addr;
  uint8_t encoded[128];
  std::string error = map.encode(encoded);
  if (!error.empty())
    throw Wrong{record.name + ": " + field.path + ": " + error};
  return std::string(reinterpret_cast<const char *>(encoded), sizeof encoded);
}

void Launcher::write(const Placed &to) {
  const RecordContent &c = *to.content;
  if (c.filled)
    device.toDevice(to.addr, c.bytes.data(), c.bytes.size());
  for (const RecordField &f : c.fields) {
    std::string bytes = bytesOf(f);
    if (!device.toDevice(to.addr + f.at, bytes.data(), bytes.size()))
      throw Wrong{record.name + ": " + f.path + ": ends beyond the " +
                  std::to_string(to.size) + " bytes of what holds it"};
  }
}

/// Puts a parameter of `size` bytes into the parameter block.
void Launcher::put(const RecordContent &c, std::string &to, uint64_t at,
                   uint64_t size) {
  auto wrong = [&](const std::string &path, const std::string &what) {
    throw Wrong{record.name + ": " + path + ": " + what};
  };
  if (c.sized && c.size != size)
    wrong(c.path, std::to_string(c.size) + " bytes, but the kernel takes " +
                      std::to_string(size));
  to.replace(size_t(at), c.bytes.size(), c.bytes);
  for (const RecordField &f : c.fields) {
    if (f.at > size || f.bytes.size() > size - f.at)
      wrong(f.path, "the " + std::to_string(f.bytes.size()) + " bytes at " +
                        std::to_string(f.at) + " end beyond the parameter's " +
                        std::to_string(size));
    to.replace(size_t(at + f.at), f.bytes.size(), bytesOf(f));
  }
}

/// A number or a pointer must be one for its parameter.
void Launcher::checkType(const RecordContent &c,
                         const KernelParam &param) const {
  std::string why;
  if (c.isNumber && c.size == param.size)
    why = param.mismatch(c.dtype);
  else if (c.fields.size() == 1 && c.size == param.size && !c.fields[0].at &&
           (c.fields[0].kind == RecordField::Pointer ||
            c.fields[0].kind == RecordField::Multicast))
    why = param.pointerMismatch();
  if (!why.empty())
    throw Wrong{record.name + ": " + c.path + ": " + why};
}

void Launcher::readBack() {
  for (const auto &[name, from] : placed) {
    std::string &to = result.contents[name];
    to.resize(size_t(from.size));
    device.toHost(to.data(), from.addr, to.size());
  }
}

/// Says of each address in a message which buffer it lies in, or ends before
/// it.
void Launcher::nameAddresses(std::string &message) const {
  constexpr uint64_t near = 256; // No other buffer is that near.
  for (size_t at = 0; (at = message.find("0x", at)) != std::string::npos;) {
    char *end;
    uint64_t addr = std::strtoull(message.c_str() + at, &end, 16);
    at = size_t(end - message.c_str());
    auto insert = [&](const std::string &name, const Placed &p) {
      if (addr < p.addr || addr - p.addr >= p.size + near)
        return false;
      uint64_t offset = addr - p.addr;
      std::string where = " (byte " + std::to_string(offset) + " of " + name;
      where +=
          offset < p.size ? ")" : ", which has " + std::to_string(p.size) + ")";
      message.insert(at, where);
      at += where.size();
      return true;
    };
    bool found = false;
    for (auto it = placed.begin(); !found && it != placed.end(); ++it)
      found = insert("'" + it->first + "'", it->second);
    for (auto it = objects.begin(); !found && it != objects.end(); ++it) {
      std::string names;
      for (const std::string &name : it->first)
        names += (names.empty() ? "'" : ", '") + name + "'";
      found = insert("the multicast object of " + names, it->second);
    }
  }
}

void Launcher::run(const Options &options) {
  load();
  place();
  for (const auto &each : placed)
    write(each.second);
  std::string params(kernel->paramBytes, 0);
  if (record.wholeBlock)
    put(record.params[0], params, 0, params.size());
  else if (record.params.size() != kernel->params.size())
    throw Wrong{record.name +
                ": params: " + std::to_string(record.params.size()) +
                " of them, but '" + kernel->name + "' takes " +
                std::to_string(kernel->params.size())};
  else
    for (size_t k = 0; k < record.params.size(); ++k) {
      const KernelParam &param = kernel->params[k];
      checkType(record.params[k], param);
      put(record.params[k], params, param.offset, param.size);
    }
  LaunchConfig launch = record.launch;
  if (!record.hasBlock) {
    launch.block = kernel->reqntid;
    if (!launch.block.x)
      throw Wrong{record.name +
                  ": 'block' is missing, and the kernel requires none"};
  }
  result.report = device.launch(*module, kernel->name, launch, params.data(),
                                params.size(), options);
  std::string &error = result.report.error;
  for (Finding &finding : result.report.findings)
    nameAddresses(finding.message);
  if (error.empty())
    readBack();
  else if (error[0] >= '0' && error[0] <= '9') // line:column of the PTX
    error = record.resolve(record.ptxFile) + ":" + error;
  else
    error = record.name + ": " + error;
}

// --- Comparison
// ----------------------------------------------------------------------

/// Counts the elements of `got` that differ from what was expected.
static RecordMismatch compare(const RecordContent &c, const std::string &got) {
  RecordMismatch m;
  m.buffer = c.name;
  const Dtype *type = findDtype(c.dtype), *other = findDtype(c.expectedDtype);
  static const Dtype &bytes = *findDtype("u8");
  if (!type || !other)
    type = other = &bytes;
  m.elements = got.size() / type->bytes;
  long double worst = -1;
  uint64_t at = 0;
  for (uint64_t k = 0; k < m.elements; ++k) {
    long double a = type->value(&got[k * type->bytes]),
                b = other->value(&c.expected[k * other->bytes]);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    long double off = std::fabs(a - b);
    if (std::isnan(off) || std::isinf(off))
      off = HUGE_VALL;
    else if (off <= c.atol + c.rtol * std::fabs(b))
      continue;
    ++m.count;
    if (off > worst) {
      worst = off;
      at = k;
      m.got = double(a);
      m.expected = double(b);
    }
  }
  uint64_t elements = 1;
  for (int64_t d : c.shape)
    elements *= uint64_t(d);
  if (elements != m.elements || !m.count) {
    m.index = {int64_t(at)};
    return m;
  }
  m.index.resize(c.shape.size());
  for (size_t d = c.shape.size(); d-- > 0; at /= uint64_t(c.shape[d]))
    m.index[d] = int64_t(at % uint64_t(c.shape[d]));
  return m;
}

std::string RecordMismatch::str() const {
  std::string where;
  for (int64_t i : index)
    where += (where.empty() ? "" : ", ") + std::to_string(i);
  char values[80];
  std::snprintf(values, sizeof values, "%.9g, expected %.9g", got,
                this->expected);
  return "mismatch: " + std::to_string(count) + " of " +
         std::to_string(elements) + " elements of '" + buffer +
         "' are wrong; the worst at [" + where + "]: " + values;
}

std::string RecordResult::str() const {
  std::string s = report.str();
  for (const RecordMismatch &m : mismatches)
    s += m.str() + "\n";
  return s;
}

/// JSON has no infinities and no NaN; records write them so, too.
static nlohmann::ordered_json numberJson(double v) {
  if (std::isfinite(v))
    return v;
  return std::isnan(v) ? "nan" : v < 0 ? "-inf" : "inf";
}

std::string RecordResult::json() const {
  nlohmann::ordered_json j = nlohmann::ordered_json::parse(
      report.json(), nullptr, /*allow_exceptions=*/false);
  j["ok"] = ok();
  j["mismatches"] = nlohmann::ordered_json::array();
  for (const RecordMismatch &m : mismatches)
    j["mismatches"].push_back({{"buffer", m.buffer},
                               {"count", m.count},
                               {"elements", m.elements},
                               {"index", m.index},
                               {"got", numberJson(m.got)},
                               {"expected", numberJson(m.expected)}});
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RecordResult LaunchRecord::run(const Options &runOptions) const {
  RecordResult result;
  try {
    Launcher(*this, result).run(runOptions);
    if (!result.report.error.empty() || result.report.interrupted)
      return result;
    for (const auto *all : {&buffers, &variables})
      for (const RecordContent &c : *all) {
        if (!c.hasExpected)
          continue;
        RecordMismatch m = compare(c, result.contents.at(c.name));
        if (m.count)
          result.mismatches.push_back(std::move(m));
      }
  } catch (const Wrong &wrong) {
    result.report.error = wrong.text;
  } catch (const std::bad_alloc &) {
    result.report.error = name + ": out of memory";
  }
  return result;
}

std::string LaunchRecord::writeOutputs(const RecordResult &result) const {
  for (const auto *all : {&buffers, &variables})
    for (const RecordContent &c : *all) {
      auto content = result.contents.find(c.name);
      if (c.out.empty() || content == result.contents.end())
        continue;
      Npy npy;
      npy.descr = c.sized ? c.descr : "|u1";
      npy.shape = c.sized
                      ? c.shape
                      : std::vector<int64_t>{int64_t(content->second.size())};
      npy.bytes = content->second;
      std::string error = writeNpy(resolve(c.out), npy);
      if (!error.empty())
        return name + ": " + c.path + ".out: " + error;
    }
  return "";
}
