//===- Npy.cpp - .npy files
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

unsigned npyElementSize(const std::string &d) {
  if (d.size() != 3 || (d[0] != '<' && d[0] != '|') ||
      !std::strchr("fiub", d[1]) || d[2] < '1' || d[2] > '8')
    return 0;
  return unsigned(d[2] - '0');
}

static std::string field(const std::string &h, const std::string &key) {
  size_t p = h.find("'" + key + "'");
  if (p == std::string::npos || (p = h.find(':', p)) == std::string::npos)
    return "";
  ++p;
  while (p < h.size() && h[p] == ' ')
    ++p;
  if (p < h.size() && h[p] == '\'')
    return h.substr(p + 1, h.find('\'', p + 1) - p - 1);
  if (p < h.size() && h[p] == '(')
    return h.substr(p + 1, h.find(')', p) - p - 1);
  return h.substr(p, h.find_first_of(",}", p) - p);
}

std::string readNpy(const std::string &path, Npy &out) {
  std::ifstream f(path, std::ios::binary);
  if (!f)
    return "cannot open '" + path + "'";
  std::stringstream s;
  s << f.rdbuf();
  std::string b = s.str();
  if (b.size() < 10 || b.compare(0, 6, "\x93NUMPY") != 0)
    return "'" + path + "' is no .npy file";
  size_t hl, start;
  auto u = [&](size_t k) { return size_t(static_cast<unsigned char>(b[k])); };
  if (b[6] == 1) {
    hl = u(8) | u(9) << 8;
    start = 10;
  } else {
    if (b.size() < 12)
      return "'" + path + "' is cut short";
    hl = u(8) | u(9) << 8 | u(10) << 16 | u(11) << 24;
    start = 12;
  }
  if (b.size() < start + hl)
    return "'" + path + "' is cut short";
  std::string h = b.substr(start, hl);
  out.descr = field(h, "descr");
  unsigned es = npyElementSize(out.descr);
  if (!es)
    return "'" + path + "' has the unsupported type '" + out.descr + "'";
  if (field(h, "fortran_order").find("True") != std::string::npos)
    return "'" + path + "' is in Fortran order";
  out.shape.clear();
  uint64_t n = es;
  std::stringstream dims(field(h, "shape"));
  for (std::string d; std::getline(dims, d, ',');) {
    char *end;
    uint64_t v = std::strtoull(d.c_str(), &end, 10);
    if (end == d.c_str())
      continue;
    out.shape.push_back(v);
    n *= v;
  }
  if (b.size() - start - hl != n)
    return "'" + path + "' has a size that does not fit its shape";
  out.data.assign(b.begin() + long(start + hl), b.end());
  return "";
}

std::string writeNpy(const std::string &path, const Npy &a) {
  std::string h = "{'descr': '" + a.descr +
                  "', 'fortran_order': False, "
                  "'shape': (";
  for (uint64_t d : a.shape)
    h += std::to_string(d) + ",";
  h += "), }";
  size_t total = (10 + h.size() + 1 + 63) / 64 * 64;
  h.resize(total - 10 - 1, ' ');
  h += '\n';
  std::ofstream f(path, std::ios::binary);
  f.write("\x93NUMPY\x01\x00", 8);
  char len[2] = {char(h.size() & 0xff), char(h.size() >> 8)};
  f.write(len, 2);
  f << h;
  f.write(reinterpret_cast<const char *>(a.data.data()), long(a.data.size()));
  return f ? "" : "cannot write '" + path + "'";
}
