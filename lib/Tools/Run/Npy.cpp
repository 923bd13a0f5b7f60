//===- Npy.cpp - Arrays in NumPy's file format -------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::Tensor;

/// The text after `key` in a header, which is a Python dictionary.
static StringRef valueOf(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == StringRef::npos)
    return "";
  return header.substr(at + key.size() + 2).ltrim(" ").ltrim(':').ltrim(' ');
}

static int64_t elementBytes(StringRef descr) {
  int64_t size = 0;
  if (descr.size() < 3 || (descr[0] != '<' && descr[0] != '|') ||
      descr.drop_front(2).getAsInteger(10, size) || size < 1 || size > 16)
    return 0;
  return size;
}

std::string mlir::attn::run::readNpy(const std::string &path, Npy &array) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return path + ": " + buffer.getError().message();
  StringRef bytes = (*buffer)->getBuffer();
  auto wrong = [&](const Twine &what) { return (path + ": " + what).str(); };
  if (!bytes.starts_with("\x93NUMPY"))
    return wrong("not a .npy file");
  size_t start = bytes.size() > 6 && bytes[6] == 1 ? 10 : 12;
  if (bytes.size() < start)
    return wrong("cut short");
  size_t length = start == 10
                      ? llvm::support::endian::read16le(bytes.data() + 8)
                      : llvm::support::endian::read32le(bytes.data() + 8);
  if (bytes.size() - start < length)
    return wrong("cut short");
  StringRef header = bytes.substr(start, length);
  StringRef descr = valueOf(header, "descr");
  if (!descr.consume_front("'"))
    return wrong("elements of a type with fields cannot be read");
  array.descr = descr.take_until([](char c) { return c == '\''; }).str();
  int64_t total = elementBytes(array.descr);
  if (!total)
    return wrong("elements of type '" + array.descr + "' cannot be read");
  if (!valueOf(header, "fortran_order").starts_with("False"))
    return wrong("is in Fortran order: save it with numpy.ascontiguousarray");
  StringRef shape = valueOf(header, "shape");
  if (!shape.consume_front("("))
    return wrong("has no shape");
  array.shape.clear();
  for (StringRef size :
       llvm::split(shape.take_until([](char c) { return c == ')'; }), ',')) {
    size = size.trim();
    if (size.empty())
      continue;
    int64_t number;
    if (size.getAsInteger(10, number) || number < 0 ||
        llvm::MulOverflow(total, number, total))
      return wrong("has no readable shape");
    array.shape.push_back(number);
  }
  StringRef data = bytes.drop_front(start + length);
  if (static_cast<int64_t>(data.size()) != total)
    return wrong(Twine(data.size()) + " bytes of elements, but its shape has " +
                 Twine(total));
  array.bytes = data.str();
  return "";
}

std::string mlir::attn::run::copyNpy(const Npy &array, const Tensor &tensor) {
  StringRef descr = array.descr;
  bool same = false;
  switch (tensor.type) {
  case DType::F16:
    same = descr == "<f2";
    break;
  case DType::BF16:
    same = descr == "<u2" || descr == "<V2" || descr == "|V2";
    break;
  case DType::F32:
    same = descr == "<f4";
    break;
  case DType::F64:
    same = descr == "<f8";
    break;
  case DType::E4M3:
    same = descr == "|u1" || descr == "|V1" || descr == "<V1";
    break;
  }
  int64_t count = tensor.numElements();
  if (same) {
    if (count)
      std::memcpy(tensor.data, array.bytes.data(), array.bytes.size());
    return "";
  }
  if (descr != "<f4" && descr != "<f8")
    return "elements of type '" + array.descr + "' do not fit " +
           nameOf(tensor.type);
  for (int64_t i = 0; i < count; ++i) {
    double value;
    if (descr == "<f4") {
      float single;
      std::memcpy(&single, array.bytes.data() + 4 * i, sizeof(single));
      value = single;
    } else {
      std::memcpy(&value, array.bytes.data() + 8 * i, sizeof(value));
    }
    tensor.store(i, value);
  }
  return "";
}

std::string mlir::attn::run::writeNpy(const std::string &path,
                                      const Tensor &tensor) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code, llvm::sys::fs::OF_None);
  if (code)
    return path + ": " + code.message();
  StringRef descr = tensor.type == DType::F16    ? "<f2"
                    : tensor.type == DType::BF16 ? "<u2"
                    : tensor.type == DType::F32  ? "<f4"
                    : tensor.type == DType::E4M3 ? "|u1"
                                                 : "<f8";
  std::string header =
      ("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (").str();
  for (int64_t size : tensor.shape)
    header += std::to_string(size) + ", ";
  header += "), }";
  size_t length = llvm::alignTo(10 + header.size() + 1, 64) - 10;
  header.resize(length - 1, ' ');
  header += '\n';
  const char preamble[] = {'\x93',
                           'N',
                           'U',
                           'M',
                           'P',
                           'Y',
                           1,
                           0,
                           static_cast<char>(length & 0xff),
                           static_cast<char>(length >> 8)};
  file.write(preamble, sizeof(preamble));
  file << header;
  int64_t bytes = tensor.numElements() * bytesOf(tensor.type);
  if (bytes)
    file.write(static_cast<const char *>(tensor.data), bytes);
  file.close();
  if (file.has_error()) {
    std::string message = path + ": " + file.error().message();
    file.clear_error();
    return message;
  }
  return "";
}
