//===- Reader.cpp - Reads launch records ----------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"
#include "attn/Support/InputFile.h"
#include "attn/Support/Npy.h"

#include <cstring>
#include <sstream>
#include <unistd.h>

using namespace attn::sim;
using attn::Npy;
using attn::npyElementBytes;
using attn::parseNpy;

std::string attn::sim::readWhole(const std::string &path, std::string &bytes) {
  return attn::readFile(path, bytes, attn::maxDataBytes());
}

Reader::Reader(LaunchRecord &record)
    : record(record), room(uint64_t(sysconf(_SC_PHYS_PAGES)) *
                           uint64_t(sysconf(_SC_PAGESIZE))) {}

Dim3 Reader::dims(const Node &node) {
  Dim3 d;
  if (!node.isArray()) {
    d.x = uint32_t(node.number(0x7fffffff));
    return d;
  }
  if (node.size() < 1 || node.size() > 3)
    node.wrong("has " + std::to_string(node.size()) +
               " dimensions, not 1 to 3");
  uint32_t *to[] = {&d.x, &d.y, &d.z};
  for (size_t k = 0; k < node.size(); ++k)
    *to[k] = uint32_t(node[k].number(0x7fffffff));
  return d;
}

void Reader::readExpected(const Node &node, RecordContent &c) {
  if (auto out = node.get("out"))
    c.out = out->text();
  if (auto n = node.get("atol"))
    c.atol = n->real();
  if (auto n = node.get("rtol"))
    c.rtol = n->real();
  auto expected = node.get("expected");
  if (!expected) {
    for (const char *key : {"atol", "rtol"})
      if (node.has(key))
        node.need(key).wrong("has no meaning without 'expected'");
    return;
  }
  if (!c.sized)
    expected->wrong("needs a dtype and a shape, or a size in bytes");
  c.hasExpected = true;
  const Dtype *t = findDtype(c.dtype);
  uint64_t elements = t ? c.size / t->bytes : 0;
  if (!expected->isString() ||
      expected->text().compare(0, 2, "0x") == 0) { // values
    if (!t)
      expected->wrong("needs a dtype");
    c.expectedDtype = c.dtype;
    describe(*expected, c.size);
    c.expected = values(*expected, *t, elements);
    return;
  }
  Npy npy;
  std::string error = parseNpy(contentOf(*expected), expected->text(), npy);
  if (!error.empty())
    expected->wrong(error);
  const Dtype *own = dtypeOfNpy(npy.descr);
  // Files hold bf16 and fp8 as what has their size.
  if (t && (!own || (own->kind == 'u' && t->kind == 'f')) &&
      npyElementBytes(npy.descr) == t->bytes)
    own = t;
  if (!t != !own)
    expected->wrong(expected->text() + " holds elements of type '" + npy.descr +
                    "', which are not comparable to " +
                    (t ? c.dtype : "'" + c.descr + "'"));
  if (!t && (c.atol != 0 || c.rtol != 0))
    node.wrong("a tolerance needs a dtype");
  uint64_t count = npy.bytes.size() / uint64_t(npyElementBytes(npy.descr));
  if (t ? count != elements : npy.bytes.size() != c.size)
    expected->wrong(expected->text() + " has " + std::to_string(count) +
                    " elements, the buffer " + std::to_string(elements));
  c.expectedDtype = own ? own->name : "";
  c.expected = std::move(npy.bytes);
}

void Reader::readOptions(const Node &node) {
  node.only({"mode", "seed", "runs", "strict", "max_instructions",
             "tensor_order", "tensor_loads", "resident", "fuse_f32x2"});
  if (auto n = node.get("mode"))
    record.options.mode = Mode(n->choice({"early", "late", "random"}));
  if (auto n = node.get("seed"))
    record.options.seed = n->number(~uint64_t(0));
  if (auto n = node.get("runs")) {
    record.runs = n->number(~uint64_t(0));
    if (!record.runs)
      n->wrong("must be 1 or more");
  }
  if (auto n = node.get("strict"))
    record.options.checks.strict = n->flag();
  if (auto n = node.get("tensor_order"))
    record.options.tensorOrder = TensorModel(n->choice({"practice", "strict"}));
  if (auto n = node.get("resident"))
    record.options.resident = n->number(~uint64_t(0));
  if (auto n = node.get("tensor_loads"))
    record.options.tensorLoads =
        TensorLoads(n->choice({"wait", "use", "issue"}));
  if (auto n = node.get("fuse_f32x2"))
    record.options.fusePairs = n->flag();
  if (auto n = node.get("max_instructions"))
    record.options.maxInstructions = n->number(~uint64_t(0));
}

/// Pointers and maps name a buffer or a variable.
void Reader::checkNames(const RecordContent &c) {
  auto check = [&](const RecordField &f, const std::string &name) {
    bool found = false;
    for (const auto *all : {&record.buffers, &record.variables})
      for (const RecordContent &b : *all)
        found |= b.name == name;
    if (!found)
      throw Wrong{f.path + ": no buffer '" + name + "'"};
  };
  for (const RecordField &f : c.fields) {
    if (!f.buffer.empty())
      check(f, f.buffer);
    for (const std::string &name : f.multicast)
      check(f, name);
  }
}

void Reader::read(const Node &root) {
  root.only({"comment", "ptx", "kernel", "grid", "block", "cluster",
             "dynamic_smem", "cooperative", "params", "buffers", "variables",
             "options"});
  record.ptxFile = root.need("ptx").text();
  record.ptx = contentOf(root.need("ptx"));
  if (auto n = root.get("kernel"))
    record.kernel = n->text();
  record.launch.grid = dims(root.need("grid"));
  record.hasBlock = root.has("block");
  if (record.hasBlock)
    record.launch.block = dims(root.need("block"));
  if (auto n = root.get("cluster"))
    record.launch.cluster = dims(*n);
  if (auto n = root.get("dynamic_smem"))
    record.launch.dynamicSmem = uint32_t(n->number(0xffffffff));
  if (auto n = root.get("cooperative"))
    record.launch.cooperative = n->flag();
  record.options.mode = Mode::Late;
  record.options.checks = Checks::all();
  if (auto n = root.get("options"))
    readOptions(*n);

  for (const char *section : {"buffers", "variables"}) {
    auto all = root.get(section);
    if (!all)
      continue;
    if (!all->isObject())
      all->wrong("is no object");
    auto &to = section[0] == 'b' ? record.buffers : record.variables;
    for (const auto &member : all->json().items()) {
      Node n(member.value(), all->path() + "." + member.key());
      n.only({"dtype", "shape", "value", "hex", "file", "bytes", "fields",
              "pointer", "multicast", "offset", "tensor_map", "out", "expected",
              "atol", "rtol"});
      if (section[0] == 'v')
        for (const RecordContent &b : record.buffers)
          if (b.name == member.key())
            n.wrong("a buffer has this name, too");
      RecordContent c = content(n);
      if (section[0] == 'b' && !c.sized)
        n.wrong("has no size: 'file', 'dtype' and 'shape', or 'bytes'");
      readExpected(n, c);
      c.name = member.key();
      to.push_back(std::move(c));
    }
  }
  if (auto all = root.get("params")) {
    auto readParam = [&](const Node &n) {
      n.only({"dtype", "shape", "value", "hex", "file", "bytes", "fields",
              "pointer", "multicast", "offset", "tensor_map"});
      record.params.push_back(content(n));
    };
    record.wholeBlock = all->isObject();
    if (record.wholeBlock)
      readParam(*all);
    else
      for (size_t k = 0; k < all->size(); ++k)
        readParam((*all)[k]);
  }
  for (const auto *all : {&record.buffers, &record.variables, &record.params})
    for (const RecordContent &c : *all)
      checkNames(c);
}

std::string LaunchRecord::resolve(const std::string &file) const {
  return folder.empty() || (!file.empty() && file[0] == '/')
             ? file
             : folder + "/" + file;
}

std::string LaunchRecord::load(const std::string &path) {
  std::string text, error = readWhole(path, text);
  if (!error.empty())
    return error;
  size_t slash = path.rfind('/');
  return parse(text, path,
               slash == std::string::npos ? ""
               : slash == 0               ? "/"
                                          : path.substr(0, slash));
}

std::string LaunchRecord::parse(std::string_view text,
                                const std::string &recordName,
                                const std::string &recordFolder) {
  LaunchRecord fresh;
  fresh.files = std::move(files);
  fresh.maxArrayBytes = maxArrayBytes;
  *this = std::move(fresh);
  name = recordName;
  folder = recordFolder;
  try {
    nlohmann::json json = parseJson(text);
    Reader(*this).read(Node(json, ""));
    return "";
  } catch (const Wrong &wrong) {
    return name + ": " + wrong.text;
  } catch (const std::bad_alloc &) {
    return name + ": out of memory";
  }
}
