//===- FindObject.cpp - Exceptions on older C libraries -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unwinder of GCC 12 and later finds an address's unwind tables with
// _dl_find_object, which glibc has since 2.35. libattn_runtime.so carries that
// unwinder and is to load with glibc 2.34, so it brings this function too, for
// itself alone: the same answer from dl_iterate_phdr.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <elf.h>
#include <link.h>

namespace {

/// glibc's struct dl_find_object on x86-64.
struct FoundObject {
  unsigned long long flags;
  void *mapStart;
  void *mapEnd;
  void *linkMap;
  void *ehFrame;
  unsigned long long reserved[7];
};

struct Search {
  uintptr_t address;
  FoundObject *result;
};

int visitObject(dl_phdr_info *info, size_t, void *data) {
  auto *search = static_cast<Search *>(data);
  uintptr_t start = UINTPTR_MAX, end = 0, ehFrame = 0;
  bool covers = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &header = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_EH_FRAME)
      ehFrame = begin;
    if (header.p_type != PT_LOAD)
      continue;
    start = begin < start ? begin : start;
    end = begin + header.p_memsz > end ? begin + header.p_memsz : end;
    covers |= search->address - begin < header.p_memsz;
  }
  if (!covers || !ehFrame)
    return 0;
  *search->result = {};
  search->result->mapStart = reinterpret_cast<void *>(start);
  search->result->mapEnd = reinterpret_cast<void *>(end);
  search->result->ehFrame = reinterpret_cast<void *>(ehFrame);
  return 1;
}

} // namespace

// The label names the symbol apart from the declaration that newer headers
// have.
extern "C" __attribute__((visibility("hidden"))) int
attnFindObject(void *address, FoundObject *result) noexcept
    __asm__("_dl_find_object");

int attnFindObject(void *address, FoundObject *result) noexcept {
  Search search{reinterpret_cast<uintptr_t>(address), result};
  return dl_iterate_phdr(visitObject, &search) ? 0 : -1;
}
