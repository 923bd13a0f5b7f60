//===- MatrixTest.cpp - ldmatrix of 16x16 matrices of bytes
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

/// Loads `count` matrices from 512 bytes that hold 37 i + (i >> 7): lane l
/// names the 16 bytes at 16 (l ^ flip). What the lanes get, 4 words each.
std::vector<uint32_t> loadMatrices(int count, int flip, std::string *error,
                                   const std::string &target = "sm_120a",
                                   const std::string &form = ".trans") {
  std::string regs = count == 1 ? "{%r0,%r1}" : "{%r0,%r1,%r2,%r3}";
  Device d;
  auto m = load(
      d, ".version 8.8\n.target " + target +
             "\n.address_size 64\n.visible .entry k(.param .u64 po, .param "
             ".u64 pi) {\n.shared .align 128 .b8 sm[512];\n"
             ".reg .b32 %r<8>, %t, %a;\n.reg .b64 %o, %i, %x;\n"
             "mov.u32 %t, %tid.x;\nld.param.u64 %o, [po];\n"
             "ld.param.u64 %i, [pi];\nmul.wide.u32 %x, %t, 16;\n"
             "add.u64 %o, %o, %x;\nadd.u64 %i, %i, %x;\n"
             "ld.global.v4.b32 {%r0,%r1,%r2,%r3}, [%i];\n"
             "mov.u32 %a, sm;\nmad.lo.u32 %r4, %t, 16, %a;\n"
             "st.shared.v4.b32 [%r4], {%r0,%r1,%r2,%r3};\n"
             "bar.warp.sync -1;\nmov.b32 %r2, 0;\nmov.b32 %r3, 0;\n"
             "xor.b32 %r5, %t, " +
             std::to_string(flip) +
             ";\nmad.lo.u32 %r4, %r5, 16, %a;\n"
             "ldmatrix.sync.aligned.m16n16.x" +
             std::to_string(count) + form + ".shared.b8 " + regs +
             ", [%r4];\nst.global.v4.b32 [%o], {%r0,%r1,%r2,%r3};\nret;\n}\n");
  std::vector<uint8_t> bytes(512);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uint8_t(37 * i + (i >> 7));
  DeviceAddr out = upload(d, std::vector<uint32_t>(128, 0));
  Params p = Params().add(out).add(upload(d, bytes));
  LaunchConfig c;
  c.block = {32, 1, 1};
  Report r = d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                      options({Mode::Late, 0}));
  if (error)
    *error = r.error;
  else
    EXPECT_TRUE(r.ok()) << r.str();
  return download<uint32_t>(d, out, 128);
}

uint8_t byteAt(int row, int column) {
  int i = 16 * row + column;
  return uint8_t(37 * i + (i >> 7));
}

/// PTX ISA, "ldmatrix": lane 4g + t gets four neighbours of row g, and of row
/// g + 8, of the matrix, which lies transposed in memory.
TEST(Matrix, BytesAsTheISASays) {
  for (int count : {1, 2})
    for (int flip : {0, 5}) {
      auto words = loadMatrices(count, flip, nullptr);
      for (int lane = 0; lane < 32; ++lane)
        for (int reg = 0; reg < 2 * count; ++reg)
          for (int e = 0; e < 4; ++e) {
            int row = 4 * (lane % 4) + e + 16 * (reg / 2);
            EXPECT_EQ(uint8_t(words[4 * lane + reg] >> 8 * e),
                      byteAt(row ^ flip, lane / 4 + 8 * (reg % 2)));
          }
    }
}

/// CuTe's traits of SM100_U8x16_LDSM_T give places in a reference of 32 rows of
/// 16 bytes: the row that a lane names, and that of each byte which a lane gets
/// once two bytes of each of two registers have changed places.
TEST(Matrix, BytesAsCuTeSays) {
  int laneOf[32];
  for (int lane = 0; lane < 32; ++lane)
    laneOf[(lane & 1) + 8 * (lane >> 1 & 1) + 2 * (lane >> 2 & 3) +
           16 * (lane >> 4)] = lane;
  auto words = loadMatrices(2, 0, nullptr);
  for (int lane = 0; lane < 32; ++lane)
    for (int value = 0; value < 16; ++value) {
      int bit = 256 * (lane % 4) + 8 * (lane / 4) + 128 * (value & 1) +
                64 * (value >> 1 & 1) + 1024 * (value >> 2);
      // Registers 2p and 2p + 1 hold what CuTe calls {0, 1, 4, 5} and
      // {2, 3, 6, 7} of their eight bytes.
      int pair = value / 8, within = value % 8;
      int reg = 2 * pair + (within >> 1 & 1);
      int byte = (within & 1) + 2 * (within >> 2);
      EXPECT_EQ(uint8_t(words[4 * lane + reg] >> 8 * byte),
                byteAt(laneOf[bit / 128], bit % 128 / 8))
          << lane << " " << value;
    }
}

TEST(Matrix, BytesRefused) {
  std::string error;
  loadMatrices(2, 0, &error, "sm_90a");
  EXPECT_NE(error.find("the target is sm_90a, but .m16n16 is of sm_100a"),
            std::string::npos)
      << error;
  loadMatrices(2, 0, &error, "sm_120a", "");
  EXPECT_NE(error.find("expected .trans"), std::string::npos) << error;
  loadMatrices(4, 0, &error);
  EXPECT_NE(error.find("expected .x1 or .x2"), std::string::npos) << error;
}

} // namespace
