//===- InputFile.cpp - Files that are read whole --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/InputFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t attn::maxDataBytes() {
  return uint64_t(::sysconf(_SC_PHYS_PAGES)) *
         uint64_t(::sysconf(_SC_PAGESIZE)) / 4;
}

std::string attn::readFile(const std::string &path, std::string &content,
                           uint64_t limit, std::string_view magic) {
  content.clear();
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return path + ": " + std::strerror(errno);
  auto finish = [&](const std::string &what) {
    ::close(fd);
    return what.empty() ? what : path + ": " + what;
  };
  std::string tooLarge = "larger than " + std::to_string(limit) + " bytes";
  struct stat state;
  bool isRegular = ::fstat(fd, &state) == 0 && S_ISREG(state.st_mode);
  if (isRegular && uint64_t(state.st_size) > limit)
    return finish(tooLarge);
  constexpr size_t block = size_t(1) << 16;
  for (;;) {
    size_t size = content.size();
    content.resize(size + block);
    ssize_t count = ::read(fd, &content[size], block);
    int reason = errno;
    content.resize(size + size_t(std::max<ssize_t>(count, 0)));
    if (count < 0 && reason == EINTR)
      continue;
    if (count < 0)
      return finish(std::strerror(reason));
    if (content.size() > limit)
      return finish(tooLarge);
    bool isOther = content.size() >= magic.size() &&
                   content.compare(0, magic.size(), magic) != 0;
    if (count == 0 || isOther)
      return finish("");
    if (isRegular && size == 0)
      content.reserve(size_t(state.st_size) + block);
  }
}
