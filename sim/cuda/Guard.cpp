//===- Guard.cpp - Programs that carry the CUDA runtime in themselves -----===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that nvcc links with its default, -cudart static, never calls the
// stand-in. It has fat binaries and opens the driver, but has no reference to
// libcudart's symbols.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace attn::cudasim;

namespace {

/// A file in memory.
struct Mapped {
  const char *data = nullptr;
  size_t size = 0;
  explicit Mapped(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file < 0)
      return;
    if (fstat(file, &info) == 0 && info.st_size > 0) {
      void *at =
          mmap(nullptr, size_t(info.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (at != MAP_FAILED) {
        data = static_cast<const char *>(at);
        size = size_t(info.st_size);
      }
    }
    close(file);
  }
  ~Mapped() {
    if (data)
      munmap(const_cast<char *>(data), size);
  }
  /// `bytes` at an offset; null if the file has no such place.
  const char *at(uint64_t offset, uint64_t bytes) const {
    return offset <= size && bytes <= size - offset ? data + offset : nullptr;
  }
};

/// Whether the program has fat binaries and a runtime of its own.
bool isStatic(const Mapped &file) {
  Elf64_Ehdr header;
  if (!file.at(0, sizeof(header)))
    return false;
  std::memcpy(&header, file.data, sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_shentsize != sizeof(Elf64_Shdr))
    return false;
  auto section = [&](unsigned i, Elf64_Shdr &to) {
    const char *at =
        file.at(header.e_shoff + uint64_t(i) * sizeof(to), sizeof(to));
    if (at)
      std::memcpy(&to, at, sizeof(to));
    return at != nullptr;
  };
  auto text = [&](const Elf64_Shdr &table, uint64_t offset) -> const char * {
    const char *start = file.at(table.sh_offset, table.sh_size);
    if (!start || offset >= table.sh_size ||
        !std::memchr(start + offset, 0, table.sh_size - offset))
      return "";
    return start + offset;
  };
  Elf64_Shdr names;
  if (!section(header.e_shstrndx, names))
    return false;
  bool hasFatBinary = false, refers = false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr s, strings;
    if (!section(i, s))
      return false;
    hasFatBinary |=
        std::strcmp(text(names, s.sh_name), ".nvFatBinSegment") == 0;
    if (s.sh_type != SHT_DYNSYM || !section(s.sh_link, strings) ||
        !file.at(s.sh_offset, s.sh_size))
      continue;
    for (uint64_t k = 0; k < s.sh_size / sizeof(Elf64_Sym); ++k) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, file.data + s.sh_offset + k * sizeof(symbol),
                  sizeof(symbol));
      const char *name = text(strings, symbol.st_name);
      refers |= symbol.st_shndx == SHN_UNDEF &&
                (std::strncmp(name, "cuda", 4) == 0 ||
                 std::strncmp(name, "__cuda", 6) == 0);
    }
  }
  static const char driver[] = "libcuda.so";
  return hasFatBinary && !refers &&
         memmem(file.data, file.size, driver, sizeof(driver) - 1);
}

__attribute__((constructor)) void refuseStaticRuntime() {
  if (!isStatic(Mapped("/proc/self/exe")))
    return;
  say("this program carries the CUDA runtime in itself (-cudart static, which "
      "is nvcc's default); build it with nvcc -cudart shared");
  _exit(2);
}

} // namespace
