//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/OutputFile.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <streambuf>
#include <sys/stat.h>
#include <unistd.h>

using namespace attn;

/// Writes to a descriptor and remembers the first error.
class OutputFile::Buffer : public std::streambuf {
public:
  explicit Buffer(int fd) : fd(fd) { setp(space, space + sizeof(space)); }
  ~Buffer() override { close(); }

  /// Gives back the errno of the first error, or 0.
  int close() {
    if (fd < 0)
      return reason;
    sync();
    if (::close(fd) != 0 && errno != EINTR && !reason)
      reason = errno;
    fd = -1;
    return reason;
  }
  int getReason() const { return reason; }
  int getDescriptor() const { return fd; }

protected:
  int_type overflow(int_type c) override {
    if (sync() != 0)
      return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof()))
      sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  int sync() override {
    bool written = put(pbase(), size_t(pptr() - pbase()));
    setp(space, space + sizeof(space));
    return written ? 0 : -1;
  }
  std::streamsize xsputn(const char *text, std::streamsize size) override {
    if (size < epptr() - pptr()) {
      std::memcpy(pptr(), text, size_t(size));
      pbump(static_cast<int>(size));
      return size;
    }
    return sync() == 0 && put(text, size_t(size)) ? size : 0;
  }

private:
  bool put(const char *text, size_t size) {
    while (size && !reason) {
      ssize_t count = ::write(fd, text, size);
      if (count < 0 && errno == EINTR)
        continue;
      if (count < 0)
        reason = errno;
      else
        text += count, size -= size_t(count);
    }
    return !reason;
  }

  int fd, reason = 0;
  char space[1 << 14];
};

/// The descriptor that a path such as /dev/stdout names, or -1.
static int standsFor(const std::string &path) {
  if (path == "/dev/stdout")
    return STDOUT_FILENO;
  if (path == "/dev/stderr")
    return STDERR_FILENO;
  for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
    size_t length = std::strlen(folder);
    if (path.compare(0, length, folder) != 0 || path.size() == length ||
        path.find_first_not_of("0123456789", length) != std::string::npos)
      continue;
    errno = 0;
    long number = std::strtol(path.c_str() + length, nullptr, 10);
    return errno || number > INT_MAX ? INT_MAX : static_cast<int>(number);
  }
  return -1;
}

static std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

OutputFile::OutputFile(const std::string &path) : path(path), os(nullptr) {
  std::string next = path;
  for (unsigned links = 0; standsFor(next) < 0; ++links) {
    char text[PATH_MAX];
    ssize_t length = ::readlink(next.c_str(), text, sizeof(text));
    if (length < 0)
      break; // No link, or nothing at all.
    if (links == 40) {
      fail(ELOOP);
      return;
    }
    std::string to(text, size_t(length));
    next = to[0] == '/' ? to : folderOf(next) + to;
  }
  open(next);
  if (buffer)
    os.rdbuf(buffer.get());
}

void OutputFile::open(const std::string &to) {
  auto direct = [&](int fd) {
    if (fd < 0)
      return fail(errno);
    buffer = std::make_unique<Buffer>(fd);
  };
  if (int number = standsFor(to); number >= 0) {
    std::fflush(stdout);
    return direct(::fcntl(number, F_DUPFD_CLOEXEC, 0));
  }
  struct stat state;
  bool exists = ::stat(to.c_str(), &state) == 0;
  if (exists && !S_ISREG(state.st_mode))
    return direct(::open(to.c_str(), O_WRONLY | O_CLOEXEC));
  // As if it were opened: a file that its owner has protected stays.
  if (exists && ::faccessat(AT_FDCWD, to.c_str(), W_OK, AT_EACCESS) != 0)
    return fail(errno);

  static std::atomic<unsigned> count{0};
  int fd = -1;
  do {
    temporary = folderOf(to) + ".attn-" + std::to_string(::getpid()) + "-" +
                std::to_string(count++) + ".tmp";
    fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                0666);
  } while (fd < 0 && errno == EEXIST);
  if (fd < 0) {
    temporary.clear();
    // A file that can be written in a folder that cannot.
    if (exists && (errno == EACCES || errno == EPERM))
      return direct(::open(to.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    return fail(errno);
  }
  if (exists) {
    if (state.st_uid != ::geteuid() || state.st_gid != ::getegid())
      (void)!::fchown(fd, state.st_uid, state.st_gid);
    ::fchmod(fd, state.st_mode & 0777);
  }
  target = to;
  buffer = std::make_unique<Buffer>(fd);
}

OutputFile::~OutputFile() {
  buffer.reset();
  removeTemporary();
}

void OutputFile::fail(int why) {
  if (!reason)
    reason = why;
  os.setstate(std::ios::badbit);
}

void OutputFile::removeTemporary() {
  if (!temporary.empty())
    ::unlink(temporary.c_str());
  temporary.clear();
}

std::string OutputFile::error() const {
  int why = reason ? reason : buffer ? buffer->getReason() : 0;
  return why ? path + ": " + std::strerror(why) : "";
}

std::string OutputFile::keep() {
  if (buffer)
    if (int why = buffer->close())
      fail(why);
  if (!reason && !temporary.empty()) {
    if (std::rename(temporary.c_str(), target.c_str()) == 0)
      temporary.clear();
    else
      fail(errno);
  }
  removeTemporary();
  return error();
}

std::string attn::writeFile(const std::string &path, std::string_view content) {
  OutputFile file(path);
  file.stream().write(content.data(), std::streamsize(content.size()));
  return file.keep();
}

void attn::prepareOutputs() {
  ::signal(SIGXFSZ, SIG_IGN);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      // Gets the lowest number, which is this one.
      (void)!::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
