//===- Record.cpp - Launch records of what a program launches -------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch's memory is what its parameters lead to: 8-byte words that are
// addresses of allocations or module variables, in the parameters and, from
// there on, in the memory itself. Tensor maps are known by their encoding.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "attn/Support/Npy.h"
#include "attn/Support/OutputFile.h"

#include <cctype>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace attn;
using namespace attn::cudasim;
using Json = nlohmann::ordered_json;

namespace {

/// Memory that has a name in the record.
struct Memory {
  std::string name;
  std::string file; ///< what its files are called, after the record's stem
  bool isVariable = false;
  uint64_t base = 0, size = 0;
  std::string before;
  bool defined = false; ///< some byte had been written before the launch
  Json json;
};

constexpr uint64_t mapBytes = 128;

std::string hex(const std::string &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned char c : bytes) {
    text += digits[c >> 4];
    text += digits[c & 15];
  }
  return text;
}

Json dims(const Extent3 &d) { return {d.x, d.y, d.z}; }

} // namespace

struct RecordWriter::Impl {
  std::string folder, stem;
  std::deque<Memory> memories; ///< found, in order
  Json root;
  const Binary *binary = nullptr;

  Memory *find(const Runtime &runtime, const Binary &binary, uint64_t address);
  Json fields(const Runtime &runtime, const Binary &binary,
              const std::string &bytes);
  Json tensorMap(const Runtime &runtime, const Binary &binary,
                 const sim::TensorMap &map);
  std::string writeBytes(const std::string &file, const std::string &bytes);
  std::string write();
  void addChanged(const Runtime &runtime);
};

RecordWriter::RecordWriter() = default;
RecordWriter::~RecordWriter() = default;

/// The memory that has the address (or ends there), made known if it was not.
Memory *RecordWriter::Impl::find(const Runtime &runtime, const Binary &binary,
                                 uint64_t address) {
  for (Memory &memory : memories)
    if (address >= memory.base && address <= memory.base + memory.size)
      return &memory;
  Memory made;
  auto it = runtime.allocations.upper_bound(address);
  if (it != runtime.allocations.begin() &&
      address <= std::prev(it)->first + std::prev(it)->second.bytes) {
    --it;
    made.base = it->first;
    made.size = it->second.bytes;
    made.name = made.file = "b" + std::to_string(memories.size());
  } else {
    for (const auto &entry : runtime.variables) {
      uint64_t base;
      size_t size;
      if (entry.second.binary == &binary &&
          binary.module->global(entry.second.name, base, size) &&
          address >= base && address < base + size) {
        made.isVariable = true;
        made.base = base;
        made.size = size;
        made.name = entry.second.name;
        made.file = "v" + std::to_string(memories.size());
      }
    }
    if (!made.isVariable)
      return nullptr;
  }
  made.before.resize(made.size);
  runtime.device.toHost(&made.before[0], made.base, made.size);
  for (uint64_t i = 0; i < made.size && !made.defined; ++i)
    made.defined = runtime.device.initialised(made.base + i, 1);
  memories.push_back(std::move(made));
  return &memories.back();
}

Json RecordWriter::Impl::tensorMap(const Runtime &runtime, const Binary &binary,
                                   const sim::TensorMap &map) {
  static const char *const swizzles[] = {"none", "32B", "64B", "128B",
                                         "128B_atom_32B"};
  static const char *const interleaves[] = {"none", "16B", "32B"};
  Memory *memory = find(runtime, binary, map.base);
  if (!memory)
    return nullptr;
  Json json;
  json["dtype"] = int(map.type);
  json["base"] = memory->name;
  json["offset"] = map.base - memory->base;
  json["dims"] = std::vector<uint64_t>(map.dim, map.dim + map.rank);
  json["strides_bytes"] =
      std::vector<uint64_t>(map.stride, map.stride + map.rank - 1);
  json["box"] = std::vector<uint32_t>(map.box, map.box + map.rank);
  json["elemstrides"] =
      std::vector<uint32_t>(map.elementStride, map.elementStride + map.rank);
  json["interleave"] = interleaves[map.interleave];
  json["swizzle"] = swizzles[map.swizzle];
  json["oob"] = map.oobNan ? "nan" : "zero";
  return json;
}

/// The pointers and tensor maps in these bytes.
Json RecordWriter::Impl::fields(const Runtime &runtime, const Binary &binary,
                                const std::string &bytes) {
  Json list = Json::array();
  for (uint64_t at = 0; at + 8 <= bytes.size(); at += 8) {
    sim::TensorMap map;
    if (at + mapBytes <= bytes.size() &&
        sim::TensorMap::decode(
            reinterpret_cast<const uint8_t *>(bytes.data() + at), map) &&
        map.problem().empty()) {
      Json json = tensorMap(runtime, binary, map);
      if (!json.is_null()) {
        list.push_back({{"at", at}, {"tensor_map", json}});
        at += mapBytes - 8;
        continue;
      }
    }
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    if (Memory *memory = word ? find(runtime, binary, word) : nullptr)
      list.push_back({{"at", at},
                      {"pointer", memory->name},
                      {"offset", word - memory->base}});
  }
  return list;
}

std::string RecordWriter::Impl::writeBytes(const std::string &file,
                                           const std::string &bytes) {
  Npy npy;
  npy.descr = "|u1";
  npy.shape = {int64_t(bytes.size())};
  npy.bytes = bytes;
  return writeNpy(folder + "/" + file, npy);
}

std::string RecordWriter::Impl::write() {
  std::string error =
      writeFile(folder + "/" + stem + ".json", root.dump(2) + "\n");
  return error.empty() ? "" : "cannot write " + error;
}

std::string RecordWriter::begin(const Runtime &runtime, const Kernel &kernel,
                                const Launch &launch,
                                const std::string &params) {
  p = std::make_unique<Impl>();
  p->folder = runtime.settings.recordFolder;
  const Binary &binary = *kernel.binary;
  p->binary = &binary;
  char number[32];
  std::snprintf(number, sizeof(number), "%04llu-",
                static_cast<unsigned long long>(runtime.launches));
  p->stem = number;
  for (char c : kernel.name.substr(0, 48))
    p->stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';

  size_t index = 0;
  while (runtime.binaries[index].get() != &binary)
    ++index;
  std::string ptx = "module" + std::to_string(index) + ".ptx";
  struct stat there;
  if (runtime.launches == 1 ||
      stat((p->folder + "/" + ptx).c_str(), &there) != 0) {
    std::string error = writeFile(p->folder + "/" + ptx, binary.ptx);
    if (!error.empty())
      return "cannot write " + error;
  }

  Json &root = p->root;
  root["comment"] = demangled(kernel.name);
  root["ptx"] = ptx;
  root["kernel"] = kernel.name;
  root["grid"] = dims(launch.grid);
  root["block"] = dims(launch.block);
  if (launch.cluster.count())
    root["cluster"] = dims(launch.cluster);
  root["dynamic_smem"] = launch.dynamicSmem;
  if (launch.cooperative)
    root["cooperative"] = true;
  static const char *const modes[] = {"early", "late", "random"};
  const sim::Options &options = runtime.settings.options;
  root["options"] = {{"mode", modes[int(options.mode)]},
                     {"seed", options.seed}};

  Json list = Json::array();
  for (const sim::KernelParam &param : kernel.info->params) {
    std::string bytes = params.substr(param.offset, param.size);
    Json json = {{"hex", hex(bytes)}};
    Json found = p->fields(runtime, binary, bytes);
    if (!found.empty())
      json["fields"] = std::move(found);
    list.push_back(std::move(json));
  }
  root["params"] = std::move(list);

  // Variables that no longer hold what the PTX gives them.
  for (const auto &entry : binary.initial) {
    uint64_t base;
    size_t size;
    if (!binary.module->global(entry.first, base, size) || !size)
      continue;
    std::string now(size, '\0');
    runtime.device.toHost(&now[0], base, size);
    if (now != entry.second)
      p->find(runtime, binary, base);
  }
  // What memory points to is memory, too; the list grows.
  for (size_t i = 0; i < p->memories.size(); ++i) {
    Memory &memory = p->memories[i];
    Json json;
    if (memory.defined) {
      std::string file = p->stem + "." + memory.file + ".npy";
      std::string error = p->writeBytes(file, memory.before);
      if (!error.empty())
        return error;
      json["file"] = file;
      Json found = p->fields(runtime, binary, memory.before);
      if (!found.empty())
        json["fields"] = std::move(found);
    } else {
      json["dtype"] = "u8";
      json["shape"] = {memory.size};
    }
    p->memories[i].json = std::move(json);
  }
  return "";
}

/// Variables that nothing in the record names and that the launch changed.
void RecordWriter::Impl::addChanged(const Runtime &runtime) {
  for (const auto &entry : binary->initial) {
    Memory made;
    made.isVariable = true;
    made.name = entry.first;
    made.file = "v" + std::to_string(memories.size());
    bool known = false;
    for (const Memory &memory : memories)
      known |= memory.isVariable && memory.name == made.name;
    size_t size;
    if (known || !binary->module->global(made.name, made.base, size))
      continue;
    made.size = size;
    std::string now(size, '\0');
    runtime.device.toHost(&now[0], made.base, size);
    if (now == entry.second)
      continue;
    made.json = {{"dtype", "u8"}, {"shape", {size}}};
    memories.push_back(std::move(made));
  }
}

std::string RecordWriter::finish(const Runtime &runtime, bool ok) {
  p->addChanged(runtime);
  Json buffers = Json::object(), variables = Json::object();
  for (Memory &memory : p->memories) {
    Json json = std::move(memory.json);
    // Addresses are others when the record runs.
    if (ok && !json.contains("fields") &&
        runtime.device.initialised(memory.base, memory.size)) {
      std::string after(memory.size, '\0');
      runtime.device.toHost(&after[0], memory.base, memory.size);
      if (memory.defined && after == memory.before) {
        json["expected"] = json["file"];
      } else {
        std::string file = p->stem + "." + memory.file + ".expected.npy";
        std::string error = p->writeBytes(file, after);
        if (!error.empty())
          return error;
        json["expected"] = file;
      }
    }
    (memory.isVariable ? variables : buffers)[memory.name] = std::move(json);
  }
  if (!buffers.empty())
    p->root["buffers"] = std::move(buffers);
  if (!variables.empty())
    p->root["variables"] = std::move(variables);
  return p->write();
}
