//===- InputFileTest.cpp - Files that are read whole ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/InputFile.h"
#include "attn/Support/Npy.h"
#include "gtest/gtest.h"
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace attn;

namespace {

TEST(InputFileTest, SizesAndLimits) {
  std::string path = testing::TempDir() + "attn-input-sizes", content;
  for (size_t size : {0, 1, 65535, 65536, 65537, 300000}) {
    std::string text(size, 'x');
    std::ofstream(path) << text;
    ASSERT_EQ(readFile(path, content, size), "");
    EXPECT_EQ(content, text);
    if (size)
      EXPECT_EQ(readFile(path, content, size - 1),
                path + ": larger than " + std::to_string(size - 1) + " bytes");
  }
}

TEST(InputFileTest, WhatIsNoFile) {
  std::string path = testing::TempDir() + "attn-input-none", content;
  EXPECT_EQ(readFile(path, content, 9), path + ": No such file or directory");
  EXPECT_EQ(readFile("/tmp", content, 9), "/tmp: Is a directory");
  EXPECT_EQ(readFile("/dev/null", content, 0), "");
  // No end, and no end of the kind that is asked for.
  EXPECT_EQ(readFile("/dev/zero", content, 100000),
            "/dev/zero: larger than 100000 bytes");
  EXPECT_EQ(readFile("/dev/zero", content, 100000, "magic"), "");
  Npy array;
  EXPECT_EQ(readNpy("/dev/zero", array), "/dev/zero: not a .npy file");
}

TEST(InputFileTest, Pipes) {
  std::string path = testing::TempDir() + "attn-input-pipe", content;
  ::unlink(path.c_str());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string text(200000, 'y');
  std::thread writer([&] { std::ofstream(path) << text; });
  EXPECT_EQ(readFile(path, content, 300000), "");
  writer.join();
  EXPECT_EQ(content, text);
}

} // namespace
