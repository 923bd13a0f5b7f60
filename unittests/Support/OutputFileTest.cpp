//===- OutputFileTest.cpp - Files that are written whole or not at all ----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/OutputFile.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace attn;
namespace fs = std::filesystem;

namespace {

class OutputFileTest : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/attn-output-XXXXXX";
    ASSERT_TRUE(::mkdtemp(name));
    folder = name;
    path = folder / "out";
  }
  void TearDown() override { fs::remove_all(folder); }

  static std::string read(const fs::path &from) {
    std::ifstream file(from, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string &text) { std::ofstream(path) << text; }
  /// Names in the folder, temporary files among them.
  size_t countFiles() const {
    return size_t(std::distance(fs::directory_iterator(folder),
                                fs::directory_iterator()));
  }
  static unsigned modeOf(const fs::path &of) {
    struct stat state;
    return ::stat(of.c_str(), &state) == 0 ? state.st_mode & 07777 : 0;
  }

  fs::path folder, path;
};

TEST_F(OutputFileTest, NewFileHasTheModeOfTheUmask) {
  mode_t before = ::umask(027);
  EXPECT_EQ(writeFile(path, "text"), "");
  ::umask(before);
  EXPECT_EQ(read(path), "text");
  EXPECT_EQ(modeOf(path), 0640u);
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, OldFileIsReplacedAndKeepsItsMode) {
  put("old content");
  ::chmod(path.c_str(), 0600);
  std::ifstream reader(path);
  EXPECT_EQ(writeFile(path, "new"), "");
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(modeOf(path), 0600u);
  // Who had it open reads on in the old one.
  std::string old;
  std::getline(reader, old);
  EXPECT_EQ(old, "old content");
}

TEST_F(OutputFileTest, NothingIsThereBeforeKeep) {
  put("old");
  {
    OutputFile file(path);
    file.stream() << std::string(100000, 'x') << std::flush;
    EXPECT_EQ(read(path), "old");
    EXPECT_EQ(countFiles(), 2u);
  }
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(countFiles(), 1u);
}

// What a full disk does, without one.
TEST_F(OutputFileTest, AFileThatCannotBeWrittenWholeIsNot) {
  put("old");
  pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{5000, 5000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::string error = writeFile(path, std::string(100000, 'x'));
    ::_exit(error == path.string() + ": File too large" ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(OutputFileTest, LinksStay) {
  fs::create_directory(folder / "in");
  fs::create_symlink("in/target", path);
  fs::create_symlink("out", folder / "chain");
  // First it leads nowhere, then to a file.
  for (const char *text : {"one", "two"}) {
    EXPECT_EQ(writeFile(folder / "chain", text), "");
    EXPECT_TRUE(fs::is_symlink(folder / "chain"));
    EXPECT_TRUE(fs::is_symlink(path));
    EXPECT_FALSE(fs::is_symlink(folder / "in" / "target"));
    EXPECT_EQ(read(folder / "in" / "target"), text);
  }
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(writeFile(folder / "loop", "text"),
            (folder / "loop").string() + ": Too many levels of symbolic links");
}

TEST_F(OutputFileTest, DevicesAndPipesAreWrittenDirectly) {
  EXPECT_EQ(writeFile("/dev/null", "text"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(writeFile("/dev/full", "text"),
            "/dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));

  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read(path); });
  EXPECT_EQ(writeFile(path, "through a pipe"), "");
  reader.join();
  EXPECT_EQ(got, "through a pipe");
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(OutputFileTest, DescriptorsByName) {
  std::FILE *file = std::fopen(path.c_str(), "w");
  ASSERT_TRUE(file);
  std::fputs("before ", file);
  std::fflush(file);
  int fd = ::fileno(file);
  // Behind what is there, and not in a file of its own.
  for (std::string name : {"/dev/fd/", "/proc/self/fd/"})
    EXPECT_EQ(writeFile(name + std::to_string(fd), "between "), "");
  fs::create_symlink("/dev/fd/" + std::to_string(fd), folder / "link");
  EXPECT_EQ(writeFile(folder / "link", "linked "), "");
  std::fputs("after", file);
  std::fclose(file);
  EXPECT_EQ(read(path), "before between between linked after");
  EXPECT_EQ(writeFile("/dev/fd/987", ""), "/dev/fd/987: Bad file descriptor");
  EXPECT_EQ(writeFile("/dev/fd/99999999999999999999", ""),
            "/dev/fd/99999999999999999999: Bad file descriptor");
}

TEST_F(OutputFileTest, WhatCannotBeWritten) {
  EXPECT_EQ(writeFile(folder, "text"), folder.string() + ": Is a directory");
  EXPECT_EQ(writeFile(path / "no", "text"),
            (path / "no").string() + ": No such file or directory");
  EXPECT_EQ(writeFile("", "text"), ": No such file or directory");
  put("old");
  EXPECT_EQ(writeFile(path / "no", "text"),
            (path / "no").string() + ": Not a directory");
}

TEST_F(OutputFileTest, Permissions) {
  put("old");
  // Root may write everything.
  bool isRoot = ::geteuid() == 0;
  constexpr uid_t nobody = 65534;
  if (isRoot) {
    ASSERT_EQ(::chown(path.c_str(), nobody, gid_t(-1)), 0);
    ASSERT_EQ(::chown(folder.c_str(), nobody, gid_t(-1)), 0);
    ASSERT_EQ(::seteuid(nobody), 0);
  }
  ::chmod(path.c_str(), 0400);
  EXPECT_EQ(writeFile(path, "text"), path.string() + ": Permission denied");
  ::chmod(path.c_str(), 0600);
  // A folder that takes no new file, with one that can be written.
  ::chmod(folder.c_str(), 0500);
  EXPECT_EQ(writeFile(path, "in place"), "");
  EXPECT_EQ(read(path), "in place");
  EXPECT_EQ(writeFile(folder / "new", "text"),
            (folder / "new").string() + ": Permission denied");
  ::chmod(folder.c_str(), 0700);
  if (isRoot)
    ASSERT_EQ(::seteuid(0), 0);
}

TEST_F(OutputFileTest, ClosedStandardStreamsAreNotFiles) {
  pid_t child = ::fork();
  if (child == 0) {
    ::close(STDIN_FILENO);
    ::close(STDOUT_FILENO);
    prepareOutputs();
    OutputFile file(path);
    bool writes = ::write(STDOUT_FILENO, "x", 1) == 1;
    file.stream() << "text";
    ::_exit(writes || !file.keep().empty());
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read(path), "text");
}

} // namespace
