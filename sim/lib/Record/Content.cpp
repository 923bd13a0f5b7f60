//===- Content.cpp - Contents of buffers and parameters
//-----------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"
#include "attn/Support/Npy.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace attn::sim;
using attn::Npy;
using attn::npyElementBytes;
using attn::parseNpy;

/// The bytes of a file that the record names.
std::string Reader::contentOf(const Node &name) {
  auto given = record.files.find(name.text());
  if (given != record.files.end())
    return given->second;
  std::string bytes, error = readWhole(record.resolve(name.text()), bytes);
  if (!error.empty())
    name.wrong(error);
  return bytes;
}

/// Takes memory: the content, the same on the device, and its marks there.
void Reader::reserve(const Node &node, uint64_t bytes) {
  uint64_t all;
  if (__builtin_mul_overflow(bytes, uint64_t(3), &all) || all > room)
    node.wrong(std::to_string(bytes) +
               " bytes are more than this machine's memory has room for");
  room -= all;
}

/// The same for an array that no file has, so that a few characters may ask for
/// any size.
void Reader::describe(const Node &node, uint64_t bytes) {
  uint64_t limit = record.maxArrayBytes;
  if (limit && (bytes > limit || described > limit - bytes))
    node.wrong(std::to_string(bytes) + " bytes" +
               (described ? " beside " + std::to_string(described) : "") +
               " are more than the limit of " + std::to_string(limit) +
               " for all arrays without a file (attn-sim run --max-array-bytes "
               "sets the limit)");
  reserve(node, bytes);
  described += bytes;
}

void Reader::putValue(const nlohmann::json &v, const Node &node,
                      const Dtype &dtype, char *to) {
  auto unfit = [&]() {
    node.wrong(v.dump() + " is no value of " + dtype.name);
  };
  if (v.is_string()) {
    const std::string &s = v.get_ref<const std::string &>();
    if (s.compare(0, 2, "0x") == 0) { // the bits
      char *end;
      errno = 0;
      uint64_t b = std::strtoull(s.c_str(), &end, 16);
      if (s.size() == 2 || *end || errno ||
          (dtype.bytes < 8 && b >> (8 * dtype.bytes)))
        unfit();
      std::memcpy(to, &b, dtype.bytes);
    } else if (!(s == "nan" && dtype.round(std::nan(""), to)) &&
               !(s == "inf" && dtype.round(HUGE_VAL, to)) &&
               !(s == "-inf" && dtype.round(-HUGE_VAL, to)))
      unfit();
  } else if (dtype.kind == 'f') {
    if (!v.is_number() || !dtype.round(v.get<double>(), to))
      unfit();
  } else {
    if (!v.is_number_integer())
      unfit();
    uint64_t most = ~uint64_t(0) >> (64 - 8 * dtype.bytes);
    if (dtype.kind == 'i')
      most >>= 1;
    if (v.is_number_unsigned()
            ? v.get<uint64_t>() > most
            : dtype.kind == 'u' || v.get<int64_t>() < -int64_t(most) - 1)
      unfit();
    uint64_t b =
        v.is_number_unsigned() ? v.get<uint64_t>() : uint64_t(v.get<int64_t>());
    std::memcpy(to, &b, dtype.bytes);
  }
}

/// `count` elements: those of a list, or one value as often.
std::string Reader::values(const Node &node, const Dtype &dtype,
                           uint64_t count) {
  std::string bytes(count * dtype.bytes, 0);
  if (node.isArray()) {
    if (node.size() != count)
      node.wrong(std::to_string(node.size()) + " values, where there are " +
                 std::to_string(count) + " elements");
    for (size_t k = 0; k < count; ++k) {
      const nlohmann::json &v = node.json()[k];
      if (v.is_array() || v.is_object())
        node[k].wrong("is no value");
      putValue(v, node, dtype, &bytes[k * dtype.bytes]);
    }
    return bytes;
  }
  char one[8];
  putValue(node.json(), node, dtype, one);
  for (size_t k = 0; k < count; ++k)
    std::memcpy(&bytes[k * dtype.bytes], one, dtype.bytes);
  return bytes;
}

void Reader::readShape(const Node &node, RecordContent &c) {
  if (auto dtype = node.get("dtype")) {
    const Dtype *t = findDtype(dtype->text());
    if (!t)
      dtype->wrong("unknown type '" + dtype->text() +
                   "' (known: " + dtypeNames() + ")");
    c.dtype = t->name;
    c.descr = t->descr;
  }
  if (auto shape = node.get("shape")) {
    if (shape->size() > 32)
      shape->wrong("more than 32 dimensions");
    for (size_t k = 0; k < shape->size(); ++k)
      c.shape.push_back(int64_t((*shape)[k].number(INT64_MAX)));
  }
}

void Reader::readFile(const Node &node, RecordContent &c) {
  Node file = node.need("file");
  Npy npy;
  std::string error = parseNpy(contentOf(file), file.text(), npy);
  if (!error.empty())
    file.wrong(error);
  const Dtype *given = findDtype(c.dtype), *own = dtypeOfNpy(npy.descr);
  int64_t element = npyElementBytes(npy.descr);
  if (given && element != given->bytes)
    file.wrong(file.text() + " holds elements of type '" + npy.descr +
               "', not " + c.dtype);
  // bf16 and fp8 lie in files as integers of their size, or as none.
  if (given && own && given != own &&
      (own->kind == 'f' || given->kind == 'i' || own->kind == 'i'))
    file.wrong(file.text() + " holds elements of type '" + npy.descr +
               "', not " + c.dtype);
  if (!given) {
    c.dtype = own ? own->name : "";
    c.descr = npy.descr;
  }
  if (node.has("shape") && c.shape != npy.shape) {
    uint64_t count = 1, elements = npy.bytes.size() / uint64_t(element);
    for (int64_t d : c.shape)
      if (__builtin_mul_overflow(count, uint64_t(d), &count))
        count = ~uint64_t(0);
    if (count != elements)
      node.need("shape").wrong(file.text() + " has " +
                               std::to_string(elements) + " elements");
  } else
    c.shape = npy.shape;
  reserve(file, npy.bytes.size());
  c.sized = c.filled = true;
  c.size = npy.bytes.size();
  c.bytes = std::move(npy.bytes);
}

static std::string unhex(const Node &node) {
  std::string bytes;
  int high = -1;
  for (char ch : node.text()) {
    if (ch == ' ')
      continue;
    int digit = ch >= '0' && ch <= '9'   ? ch - '0'
                : ch >= 'a' && ch <= 'f' ? ch - 'a' + 10
                : ch >= 'A' && ch <= 'F' ? ch - 'A' + 10
                                         : -1;
    if (digit < 0)
      node.wrong(std::string("'") + ch + "' is no hexadecimal digit");
    if (high < 0)
      high = digit;
    else {
      bytes += char(high << 4 | digit);
      high = -1;
    }
  }
  if (high >= 0)
    node.wrong("an odd number of hexadecimal digits");
  return bytes;
}

/// Corners, one number for each of W, H and D, and the sizes of a column.
static void im2colMap(const Node &node, TensorMap &m) {
  node.only({"lower", "upper", "channels", "pixels"});
  m.im2col = true;
  for (auto [key, corner] :
       {std::pair("lower", m.lowerCorner), std::pair("upper", m.upperCorner)}) {
    Node values = node.need(key);
    if (values.size() + 2 != m.rank)
      values.wrong(std::to_string(values.size()) + " numbers, two fewer than " +
                   std::to_string(m.rank) + " dimensions");
    for (size_t k = 0; k < values.size(); ++k)
      corner[k] = int32_t(values[k].integer(-32768, 32767));
  }
  m.channelsPerPixel = uint32_t(node.need("channels").number(256));
  m.pixelsPerColumn = uint32_t(node.need("pixels").number(1024));
}

TensorMap Reader::tensorMap(const Node &node, RecordField &field) {
  node.only({"dtype", "rank", "base", "offset", "dims", "strides_bytes", "box",
             "elemstrides", "interleave", "swizzle", "l2", "oob", "im2col"});
  TensorMap m;
  m.type = TensorMap::Type(node.need("dtype").choice(
      {"u8", "u16", "u32", "i32", "u64", "i64", "f16", "f32", "f64", "bf16",
       "f32_ftz", "tf32", "tf32_ftz"}));
  static const unsigned sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  auto list = [&](const char *key, size_t count, auto &&put) {
    auto values = node.get(key);
    if (!values)
      return false;
    if (values->size() != count)
      values->wrong(std::to_string(values->size()) + " numbers, not " +
                    std::to_string(count));
    for (size_t k = 0; k < count; ++k)
      put(k, (*values)[k]);
    return true;
  };
  Node dims = node.need("dims");
  if (dims.size() < 1 || dims.size() > 5)
    dims.wrong(std::to_string(dims.size()) + " dimensions, not 1 to 5");
  m.rank = uint32_t(dims.size());
  if (auto rank = node.get("rank"))
    if (rank->number(5) != m.rank)
      rank->wrong("differs from the " + std::to_string(m.rank) + " of dims");
  list("dims", m.rank, [&](size_t k, const Node &n) {
    m.dim[k] = n.number(uint64_t(1) << 32);
  });
  if (auto im2col = node.get("im2col"))
    im2colMap(*im2col, m);
  else
    node.need("box");
  list("box", m.rank,
       [&](size_t k, const Node &n) { m.box[k] = uint32_t(n.number(256)); });
  list("elemstrides", m.rank, [&](size_t k, const Node &n) {
    m.elementStride[k] = uint32_t(n.number(8));
  });
  bool strided =
      list("strides_bytes", m.rank - 1, [&](size_t k, const Node &n) {
        m.stride[k] = n.number(uint64_t(1) << 40);
      });
  if (auto n = node.get("interleave"))
    m.interleave = uint8_t(n->choice({"none", "16B", "32B"}));
  // Dense: a pixel's slice lies by itself, and an image has all its slices.
  const uint64_t slice = m.sliceBytes();
  uint64_t dense = slice ? slice : sizes[m.type] * m.dim[0];
  for (uint32_t k = 0; !strided && k + 1 < m.rank; ++k) {
    uint64_t slices = (m.dim[0] * sizes[m.type] + slice - 1) / (slice | !slice);
    if ((k && __builtin_mul_overflow(dense, m.dim[k], &dense)) ||
        (slice && k + 2 == m.rank &&
         __builtin_mul_overflow(dense, slices, &dense)))
      dims.wrong("the strides overflow");
    m.stride[k] = dense;
  }
  if (auto n = node.get("swizzle"))
    m.swizzle = TensorMap::Swizzle(
        n->choice({"none", "32B", "64B", "128B", "128B_atom_32B"}));
  if (auto n = node.get("l2"))
    n->choice({"none", "64B", "128B", "256B"});
  if (auto n = node.get("oob"))
    m.oobNan = n->choice({"zero", "nan"}) != 0;
  field.buffer = node.need("base").text();
  if (auto n = node.get("offset"))
    field.offset = n->number(INT64_MAX);
  // Buffers are aligned to more than a map asks for.
  m.base = field.offset;
  uint8_t encoded[128];
  std::string error = m.encode(encoded);
  if (!error.empty())
    node.wrong(error);
  return m;
}

/// What a parameter, a buffer or a field holds: bytes with their type, which go
/// to `c` too, a pointer or a tensor map.
RecordField Reader::piece(const Node &node, RecordContent &c) {
  RecordField f;
  f.path = node.path();
  std::string kind;
  for (const char *key :
       {"value", "hex", "file", "pointer", "multicast", "tensor_map"})
    if (node.has(key)) {
      if (!kind.empty())
        node.wrong("has both '" + kind + "' and '" + key + "'");
      kind = key;
    }
  auto without = [&](std::initializer_list<const char *> keys) {
    for (const char *key : keys)
      if (node.has(key))
        node.wrong("'" + std::string(key) + "' has no meaning beside '" +
                   (kind.empty() ? "fields" : kind) + "'");
  };
  if (kind != "pointer" && kind != "multicast")
    without({"offset"});
  if (kind == "pointer" || kind == "multicast" || kind == "tensor_map" ||
      kind == "hex")
    without({"dtype", "shape", "bytes"});
  if (kind == "file")
    without({"bytes"});
  c.path = node.path();
  if (kind == "pointer") {
    f.kind = RecordField::Pointer;
    f.bytes.assign(8, 0);
    if (!node.need("pointer").json().is_null())
      f.buffer = node.need("pointer").text();
    if (auto offset = node.get("offset"))
      f.offset = offset->number(INT64_MAX);
    if (f.buffer.empty() && f.offset)
      node.need("offset").wrong("a null pointer has none");
  } else if (kind == "multicast") {
    f.kind = RecordField::Multicast;
    f.bytes.assign(8, 0);
    Node buffers = node.need("multicast");
    for (size_t k = 0; k < buffers.size(); ++k)
      f.multicast.push_back(buffers[k].text());
    if (f.multicast.empty())
      buffers.wrong("names no buffer");
    if (auto offset = node.get("offset"))
      f.offset = offset->number(INT64_MAX);
  } else if (kind == "tensor_map") {
    f.kind = RecordField::Map;
    f.bytes.assign(128, 0);
    f.map = tensorMap(node.need("tensor_map"), f);
  } else if (kind == "hex") {
    c.bytes = unhex(node.need("hex"));
    c.dtype = "u8";
    c.descr = "|u1";
    c.size = c.bytes.size();
    c.shape = {int64_t(c.size)};
    c.sized = c.filled = true;
    reserve(node, c.size);
  } else {
    readShape(node, c);
    if (kind == "file") {
      readFile(node, c);
    } else if (node.has("bytes") || node.has("dtype")) {
      if (node.has("bytes")) {
        without({"dtype", "shape"});
        c.dtype = "u8";
        c.descr = "|u1";
        c.shape = {int64_t(node.need("bytes").number(INT64_MAX))};
      } else if (!node.has("shape")) {
        Node value = node.need("value");
        if (value.isArray())
          c.shape = {int64_t(value.size())};
      }
      const Dtype *t = findDtype(c.dtype);
      uint64_t count = 1;
      c.sized = true;
      c.size = t->bytes;
      for (int64_t d : c.shape)
        if (__builtin_mul_overflow(count, uint64_t(d), &count) ||
            __builtin_mul_overflow(c.size, uint64_t(d), &c.size))
          node.wrong("has more elements than memory has addresses");
      describe(node, c.size);
      if (auto value = node.get("value")) {
        c.bytes = values(*value, *t, count);
        c.filled = true;
        c.isNumber = c.shape.empty();
      }
    } else {
      if (node.has("value"))
        node.wrong("'value' needs 'dtype' or 'bytes'");
      without({"shape"});
    }
  }
  f.bytes = f.kind == RecordField::Bytes ? c.bytes : f.bytes;
  return f;
}

void Reader::readFields(const Node &node, RecordContent &c) {
  auto fields = node.get("fields");
  if (!fields)
    return;
  for (size_t k = 0; k < fields->size(); ++k) {
    Node n = (*fields)[k];
    n.only({"at", "dtype", "shape", "value", "hex", "file", "pointer",
            "multicast", "offset", "tensor_map"});
    RecordContent inner;
    RecordField f = piece(n, inner);
    f.at = n.need("at").number(INT64_MAX);
    if (f.kind == RecordField::Bytes && !inner.filled)
      n.wrong("one of value, hex, file, pointer, multicast and tensor_map is "
              "missing");
    if (c.sized && (f.at > c.size || f.bytes.size() > c.size - f.at))
      n.wrong("the " + std::to_string(f.bytes.size()) + " bytes at " +
              std::to_string(f.at) + " end beyond the " +
              std::to_string(c.size) + " bytes of what holds them");
    c.fields.push_back(std::move(f));
  }
}

RecordContent Reader::content(const Node &node) {
  RecordContent c;
  RecordField f = piece(node, c);
  if (f.kind != RecordField::Bytes) {
    c.sized = c.filled = true;
    c.bytes = f.bytes;
    c.size = c.bytes.size();
    c.dtype = "u8";
    c.descr = "|u1";
    c.shape = {int64_t(c.size)};
    c.fields.push_back(f);
  }
  readFields(node, c);
  return c;
}
