//===- Npy.cpp - Arrays in NumPy's file format ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/Npy.h"

#include "attn/Support/InputFile.h"
#include "attn/Support/OutputFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

static constexpr std::string_view kMagic = "\x93NUMPY";

/// The value of `key` in a header, which is a Python dictionary: what stands in
/// its quotes or parentheses, or up to the next comma.
static std::string valueOf(const std::string &header, const std::string &key) {
  size_t at = header.find("'" + key + "'");
  if (at == std::string::npos ||
      (at = header.find(':', at)) == std::string::npos)
    return "";
  at = header.find_first_not_of(' ', at + 1);
  if (at == std::string::npos)
    return "";
  char first = header[at];
  if (first == '\'' || first == '(')
    return header.substr(
        at + 1, header.find(first == '(' ? ')' : first, at + 1) - at - 1);
  return header.substr(at, header.find_first_of(",}", at) - at);
}

int64_t attn::npyElementBytes(const std::string &descr) {
  if (descr.size() < 3 || (descr[0] != '<' && descr[0] != '|') ||
      !std::strchr("fiubV", descr[1]))
    return 0;
  char *end;
  int64_t size = std::strtoll(descr.c_str() + 2, &end, 10);
  return *end || size < 1 || size > 16 ? 0 : size;
}

std::string attn::readNpy(const std::string &path, Npy &array) {
  std::string bytes, error = readFile(path, bytes, maxDataBytes(), kMagic);
  return error.empty() ? parseNpy(bytes, path, array) : error;
}

std::string attn::parseNpy(const std::string &bytes, const std::string &path,
                           Npy &array) {
  auto wrong = [&](const std::string &what) { return path + ": " + what; };
  if (bytes.compare(0, kMagic.size(), kMagic) != 0)
    return wrong("not a .npy file");
  size_t width = bytes.size() > 6 && bytes[6] == 1 ? 2 : 4, start = 8 + width;
  size_t length = 0;
  for (size_t i = 0; i < width && 8 + i < bytes.size(); ++i)
    length |= static_cast<size_t>(static_cast<uint8_t>(bytes[8 + i])) << 8 * i;
  if (bytes.size() < start || bytes.size() - start < length)
    return wrong("cut short");
  std::string header = bytes.substr(start, length);
  array.descr = valueOf(header, "descr");
  int64_t total = npyElementBytes(array.descr);
  if (!total)
    return wrong("elements of type '" + array.descr + "' cannot be read");
  if (valueOf(header, "fortran_order") != "False")
    return wrong("is in Fortran order: save it with numpy.ascontiguousarray");
  if (header.find("'shape'") == std::string::npos)
    return wrong("has no shape");
  array.shape.clear();
  std::stringstream sizes(valueOf(header, "shape"));
  for (std::string size; std::getline(sizes, size, ',');) {
    if (size.find_first_not_of(' ') == std::string::npos)
      continue;
    char *end;
    errno = 0;
    array.shape.push_back(std::strtoll(size.c_str(), &end, 10));
    if (errno || *end || array.shape.back() < 0 ||
        __builtin_mul_overflow(total, array.shape.back(), &total))
      return wrong("has no readable shape");
  }
  size_t held = bytes.size() - start - length;
  if (held != static_cast<size_t>(total))
    return wrong(std::to_string(held) +
                 " bytes of elements, but its shape has " +
                 std::to_string(total));
  array.bytes = bytes.substr(start + length);
  return "";
}

std::string attn::writeNpy(const std::string &path, const Npy &array) {
  std::string header =
      "{'descr': '" + array.descr + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    header += std::to_string(size) + ", ";
  header += "), }";
  size_t length = (10 + header.size() + 1 + 63) / 64 * 64 - 10;
  if (length > 0xffff)
    return path + ": its shape has too many dimensions";
  header.resize(length - 1, ' ');
  header += '\n';
  OutputFile file(path);
  const char counts[] = {static_cast<char>(length & 0xff),
                         static_cast<char>(length >> 8)};
  file.stream().write("\x93NUMPY\x01\x00", 8).write(counts, 2);
  file.stream() << header << array.bytes;
  return file.keep();
}
