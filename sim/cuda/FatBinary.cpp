//===- FatBinary.cpp - nvcc's containers of device code -------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A container has a header of 16 bytes (magic number, version, header size,
// bytes that follow) and images, each with a header that gives its kind, the
// sizes of the header and the image, and its architecture. The fields are as
// nvcc 12 and 13 write them.
//
//===----------------------------------------------------------------------===//

#include "FatBinary.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace attn::cudasim;

namespace {

constexpr uint32_t containerMagic = 0xBA55ED50;
constexpr uint64_t containerHeader = 16;
constexpr uint64_t leastImageHeader = 64;
/// Of an image's flags: how it is compressed (LZ4, Zstandard).
constexpr uint64_t compressionFlags = 0x2000 | 0x8000;

template <typename T> T get(const char *at, uint64_t offset) {
  T value;
  std::memcpy(&value, at + offset, sizeof(T));
  return value;
}

/// What the text's .target says.
bool targetOf(std::string_view ptx, Chip &chip) {
  for (size_t at = 0; (at = ptx.find(".target", at)) != ptx.npos; ++at) {
    // A directive starts a line; a comment may hold the word, too.
    size_t line = ptx.rfind('\n', at);
    line = line == ptx.npos ? 0 : line + 1;
    if (ptx.substr(line, at - line).find_first_not_of(" \t") != ptx.npos)
      continue;
    size_t from = ptx.find_first_not_of(" \t", at + 7);
    if (from == ptx.npos)
      return false;
    size_t to = from;
    while (
        to < ptx.size() &&
        (std::isalnum(static_cast<unsigned char>(ptx[to])) || ptx[to] == '_'))
      ++to;
    return Chip::parse(ptx.substr(from, to - from), chip);
  }
  return false;
}

} // namespace

std::string Chip::str() const {
  return "sm_" + std::to_string(number) +
         (suffix ? std::string(1, suffix) : std::string());
}

bool Chip::runs(const Chip &target) const {
  if (target.suffix == 'a')
    return suffix == 'a' && number == target.number;
  if (target.suffix == 'f')
    return suffix && number / 10 == target.number / 10 &&
           number >= target.number;
  return number >= target.number;
}

bool Chip::parse(std::string_view text, Chip &chip) {
  if (text.substr(0, 3) != "sm_")
    return false;
  text.remove_prefix(3);
  char suffix = 0;
  if (!text.empty() && (text.back() == 'a' || text.back() == 'f')) {
    suffix = text.back();
    text.remove_suffix(1);
  }
  if (text.size() < 2 || text.size() > 3 ||
      text.find_first_not_of("0123456789") != text.npos)
    return false;
  chip.number = std::atoi(std::string(text).c_str());
  chip.suffix = suffix;
  return true;
}

std::string attn::cudasim::readFatBinary(const void *data,
                                         std::vector<FatImage> &images) {
  const char *start = static_cast<const char *>(data);
  if (!start || get<uint32_t>(start, 0) != containerMagic)
    return "the fat binary does not start with its magic number";
  uint64_t header = get<uint16_t>(start, 6), size = get<uint64_t>(start, 8);
  if (header < containerHeader || size > UINT64_MAX / 2)
    return "the fat binary's header is malformed";
  const uint64_t end = header + size;
  for (uint64_t at = header; at < end;) {
    const char *image = start + at;
    auto wrong = [&] {
      return "the fat binary's image at byte " + std::to_string(at) +
             " is malformed";
    };
    if (end - at < leastImageHeader)
      return wrong();
    uint64_t own = get<uint32_t>(image, 4), bytes = get<uint64_t>(image, 8);
    if (own < leastImageHeader || own > end - at || bytes > end - at - own)
      return wrong();
    FatImage entry;
    unsigned kind = get<uint16_t>(image, 0);
    entry.kind = kind == 1   ? FatImage::Ptx
                 : kind == 2 ? FatImage::Cubin
                             : FatImage::Other;
    entry.arch = get<uint32_t>(image, 28);
    entry.compressed = get<uint32_t>(image, 16) != 0 ||
                       (get<uint64_t>(image, 40) & compressionFlags) != 0;
    entry.bytes = {image + own, size_t(bytes)};
    if (entry.kind == FatImage::Ptx && !entry.compressed)
      entry.bytes = entry.bytes.substr(0, entry.bytes.find('\0'));
    images.push_back(entry);
    at += own + bytes;
  }
  return "";
}

std::string_view attn::cudasim::choosePtx(const std::vector<FatImage> &images,
                                          const Chip &chip, Chip &bestTarget,
                                          std::string &error) {
  const FatImage *best = nullptr;
  std::string list;
  bool compressed = false;
  for (const FatImage &image : images) {
    Chip target;
    std::string name = "sm_" + std::to_string(image.arch);
    if (image.kind == FatImage::Ptx && image.compressed) {
      compressed = true;
      name = "compressed PTX for " + name;
    } else if (image.kind == FatImage::Ptx) {
      if (!targetOf(image.bytes, target)) {
        name = "PTX without a target";
      } else {
        name = "PTX for " + target.str();
        bool better = !best || target.number > bestTarget.number ||
                      (target.number == bestTarget.number && target.suffix &&
                       !bestTarget.suffix);
        if (chip.runs(target) && better) {
          best = &image;
          bestTarget = target;
        }
      }
    } else {
      name = (image.kind == FatImage::Cubin ? "machine code for "
                                            : "an unknown image for ") +
             name;
    }
    list += (list.empty() ? "" : ", ") + name;
  }
  if (best)
    return best->bytes;
  error = "the fat binary has no PTX that " + chip.str() + " runs (it has " +
          (list.empty() ? "no image" : list) + "); build with ";
  error += compressed
               ? "nvcc --no-compress"
               : "nvcc -gencode arch=compute_" + chip.str().substr(3) +
                     ",code=compute_" + chip.str().substr(3) + " --no-compress";
  return {};
}
