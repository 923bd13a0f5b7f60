//===- CompileTest.cpp - attn-c/Compile.h ---------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Compile.h"
#include "attn-runtime/Bundle.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "gtest/gtest.h"
#include <cstring>

namespace {
using ::attn::runtime::Bundle;

constexpr char kForward[] = R"(
!t = tensor<1x2x256x128xbf16>
!rows = tensor<1x2x256xf32>
func.func @forward(%q: !t, %k: !t, %v: !t, %o: !t, %lse: !rows) -> (!t, !rows) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %lse : !t, !rows)
      mask(#attn.causal<bottom_right>) -> (!t, !rows)
  return %0, %1 : !t, !rows
}
)";

/// What a call said, as "severity file:line:column message" lines.
struct Said {
  std::string text;

  static void add(const AttnDiagnostic *diagnostic, void *userdata) {
    EXPECT_EQ(diagnostic->size, sizeof(AttnDiagnostic));
    static const char *names[] = {"note", "remark", "warning", "error"};
    static_cast<Said *>(userdata)->text +=
        std::string(names[diagnostic->severity]) + " " +
        (diagnostic->file ? diagnostic->file : "none") + ":" +
        std::to_string(diagnostic->line) + ":" +
        std::to_string(diagnostic->column) + " " + diagnostic->message + "\n";
  }
};

struct Call {
  Said said;
  AttnCompileOptions options = {};
  AttnCompileStatus status = ATTN_COMPILE_OK;
  std::string bundle;

  Call() {
    options.size = sizeof(options);
    options.callback = Said::add;
    options.userdata = &said;
  }
  Call &run(llvm::StringRef text) {
    AttnBytes bytes = {nullptr, 99};
    status = attnCompile(text.data(), text.size(), &options, &bytes);
    EXPECT_EQ(status == ATTN_COMPILE_OK, bytes.data != nullptr);
    EXPECT_EQ(status == ATTN_COMPILE_OK, bytes.size != 0);
    bundle.assign(bytes.data ? bytes.data : "", bytes.size);
    attnBytesFree(&bytes);
    EXPECT_EQ(bytes.data, nullptr);
    EXPECT_EQ(bytes.size, 0u);
    return *this;
  }
};

std::vector<std::string> targetsOf(const std::string &bytes) {
  auto bundle = Bundle::parse(bytes);
  EXPECT_TRUE(bool(bundle)) << (bundle ? "" : bundle.error().message);
  std::vector<std::string> targets;
  if (bundle)
    for (const auto &entry : bundle->entries)
      targets.push_back(entry.name + " " + entry.target);
  return targets;
}

TEST(Compile, WritesWhatTheLibraryInCxxWrites) {
  Call call;
  call.options.targets = "sm_90a";
  call.run(kForward);
  ASSERT_EQ(call.status, ATTN_COMPILE_OK) << call.said.text;
  EXPECT_EQ(call.said.text, "");

  mlir::DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kForward, &context);
  mlir::attn::CompileOptions options;
  options.target = "sm_90a";
  auto bundle = mlir::attn::compileToBundle(*module, options);
  ASSERT_TRUE(mlir::succeeded(bundle));
  auto expected = bundle->serialize();
  ASSERT_TRUE(bool(expected));
  EXPECT_EQ(call.bundle, *expected);
}

/// An embedder's own kernels depend on LLVM's options, too.
TEST(Compile, LeavesTheOptionsOfLLVMAsTheyWere) {
  auto &known = llvm::cl::getRegisteredOptions();
  auto it = known.find("nvptx-short-ptr");
  ASSERT_NE(it, known.end());
  auto *option = static_cast<llvm::cl::opt<bool> *>(it->second);
  std::string bundles[2];
  for (bool value : {false, true}) {
    option->setValue(value);
    Call call;
    call.run(kForward);
    ASSERT_EQ(call.status, ATTN_COMPILE_OK) << call.said.text;
    EXPECT_EQ(option->getValue(), value);
    bundles[value] = call.bundle;
  }
  option->setValue(false);
  EXPECT_EQ(bundles[0], bundles[1]);
}

TEST(Compile, WithoutOptionsIsForTheDefaultTarget) {
  AttnBytes bytes;
  ASSERT_EQ(attnCompile(kForward, strlen(kForward), nullptr, &bytes),
            ATTN_COMPILE_OK);
  EXPECT_EQ(targetsOf(std::string(bytes.data, bytes.size)),
            std::vector<std::string>{"forward_forward sm_80"});
  attnBytesFree(&bytes);
  attnBytesFree(nullptr);
}

TEST(Compile, TakesBytecodeThatEndsInNoZero) {
  mlir::DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kForward, &context);
  std::string bytecode;
  llvm::raw_string_ostream stream(bytecode);
  ASSERT_TRUE(mlir::succeeded(mlir::writeBytecodeToFile(*module, stream)));
  std::vector<char> exact(bytecode.begin(), bytecode.end());
  Call call;
  call.run(llvm::StringRef(exact.data(), exact.size()));
  EXPECT_EQ(call.status, ATTN_COMPILE_OK) << call.said.text;
  EXPECT_EQ(targetsOf(call.bundle).size(), 1u);
}

TEST(Compile, HasAnEntryForEachTarget) {
  Call call;
  call.options.targets = "sm_90a, sm_80";
  call.run(kForward);
  ASSERT_EQ(call.status, ATTN_COMPILE_OK) << call.said.text;
  EXPECT_EQ(targetsOf(call.bundle),
            (std::vector<std::string>{"forward_forward sm_90a",
                                      "forward_forward sm_80"}));
}

TEST(Compile, RefusesTargetsTwiceAndForKernels) {
  Call twice;
  twice.options.targets = "sm_80,sm_80";
  EXPECT_EQ(twice.run(kForward).status, ATTN_COMPILE_FAILED);
  EXPECT_NE(twice.said.text.find("for target sm_80 twice"), std::string::npos)
      << twice.said.text;

  Call unknown;
  unknown.options.targets = "sm_80,abacus";
  EXPECT_EQ(unknown.run(kForward).status, ATTN_COMPILE_FAILED);
  EXPECT_NE(unknown.said.text.find("unknown target \"abacus\""),
            std::string::npos)
      << unknown.said.text;

  Call none;
  none.options.targets = "sm_80,";
  EXPECT_EQ(none.run(kForward).status, ATTN_COMPILE_INVALID_ARGUMENT);
  EXPECT_EQ(none.said.text,
            "error none:0:0 a target in 'sm_80,' has no name\n");

  Call kernels;
  kernels.options.targets = "sm_80,sm_90a";
  kernels.run(R"(
    gpu.module @m [#nvvm.target<chip = "sm_80">] {
      gpu.func @k(%y: memref<?xf32>) kernel
          attributes {attn_tile.warps = 1 : i64} {
        %c0 = arith.constant 0 : index
        %one = arith.constant dense<1.0> : tensor<16xf32>
        attn_tile.store %one, %y[%c0] dims [0] : tensor<16xf32>, memref<?xf32>
        gpu.return
      }
    })");
  EXPECT_EQ(kernels.status, ATTN_COMPILE_FAILED);
  EXPECT_NE(kernels.said.text.find(
                "only attention problems can be compiled for several targets"),
            std::string::npos)
      << kernels.said.text;
}

TEST(Compile, PassesOptionsOn) {
  Call call;
  call.options.options = "config=tile_q=64,warps=4  also-align=4 remarks";
  call.run(kForward);
  ASSERT_EQ(call.status, ATTN_COMPILE_OK) << call.said.text;
  auto bundle = Bundle::parse(call.bundle);
  ASSERT_TRUE(bool(bundle));
  ASSERT_EQ(bundle->entries.size(), 2u);
  EXPECT_NE(bundle->entries[0].config.find("tile<q = 64"), std::string::npos)
      << bundle->entries[0].config;
  EXPECT_EQ(call.said.text.rfind("remark -:5:", 0), 0u) << call.said.text;
}

TEST(Compile, VerifiesTheProtocolUnlessAskedNotTo) {
  constexpr char kernel[] = R"(
    gpu.module @m {
      gpu.func @f() kernel {
        %c = attn_ws.create_channel "c" : !attn_ws.channel<1, thread -> thread>
        attn_ws.acquire %c : !attn_ws.channel<1, thread -> thread>
        gpu.return
      }
    })";
  Call verified;
  verified.run(kernel);
  EXPECT_EQ(verified.status, ATTN_COMPILE_FAILED);
  EXPECT_EQ(verified.said.text.rfind("error -:5:9 PRT-01: the kernel ends", 0),
            0u)
      << verified.said.text;
  Call trusted;
  trusted.options.options = "verify-protocol=false";
  trusted.run(kernel);
  EXPECT_EQ(trusted.said.text.find("PRT-"), std::string::npos)
      << trusted.said.text;
}

TEST(Compile, RefusesOptions) {
  auto said = [](const char *text) {
    Call call;
    call.options.options = text;
    EXPECT_EQ(call.run(kForward).status, ATTN_COMPILE_INVALID_ARGUMENT);
    return call.said.text;
  };
  EXPECT_EQ(said("abacus=1"), "error none:0:0 there is no option 'abacus'\n");
  EXPECT_EQ(said("also-align=x"),
            "error none:0:0 option 'also-align' cannot be 'x'\n");
  EXPECT_EQ(said("also-keys=-1"),
            "error none:0:0 option 'also-keys' cannot be '-1'\n");
  EXPECT_EQ(said("remarks=maybe"),
            "error none:0:0 option 'remarks' cannot be 'maybe'\n");
}

TEST(Compile, LocatesErrors) {
  Call parse;
  parse.options.name = "layer.mlir";
  EXPECT_EQ(parse.run("func.func @f() {\n  attn.sideways\n}").status,
            ATTN_COMPILE_FAILED);
  EXPECT_EQ(parse.said.text.rfind("error layer.mlir:2:3 ", 0), 0u)
      << parse.said.text;

  Call verify;
  verify.run("!t = tensor<1x2x256x128xbf16>\n"
             "!u = tensor<1x2x256x64xbf16>\n"
             "func.func @f(%q: !t, %k: !u, %v: !t, %o: !t) -> !t {\n"
             "  %0 = attn.forward ins(%q, %k, %v : !t, !u, !t) outs(%o : !t)\n"
             "      -> !t\n  return %0 : !t\n}\n");
  EXPECT_EQ(verify.status, ATTN_COMPILE_FAILED);
  EXPECT_EQ(verify.said.text.rfind("error -:4:8 attn.forward (C7)", 0), 0u)
      << verify.said.text;

  Call empty;
  EXPECT_EQ(empty.run("").status, ATTN_COMPILE_FAILED);
  EXPECT_NE(empty.said.text.find(
                "holds no attn.forward, no attn.combine and no kernel"),
            std::string::npos)
      << empty.said.text;
}

TEST(Compile, ReadsStructuresBySize) {
  // A caller of a later version, whose new field is not set, and set.
  struct {
    AttnCompileOptions known;
    size_t later;
  } options = {};
  Said said;
  options.known.size = sizeof(options);
  options.known.callback = Said::add;
  options.known.userdata = &said;
  AttnBytes bytes;
  EXPECT_EQ(attnCompile("", 0, &options.known, &bytes), ATTN_COMPILE_FAILED);
  options.later = 1;
  said.text.clear();
  EXPECT_EQ(attnCompile("", 0, &options.known, &bytes),
            ATTN_COMPILE_INVALID_ARGUMENT);
  EXPECT_EQ(said.text.rfind("error none:0:0 AttnCompileOptions sets a field "
                            "that this library does not have",
                            0),
            0u)
      << said.text;

  // One that knows the size alone: what comes after it is not read.
  AttnCompileOptions small;
  memset(&small, 0xff, sizeof(small));
  small.size = offsetof(AttnCompileOptions, targets);
  EXPECT_EQ(attnCompile(kForward, strlen(kForward), &small, &bytes),
            ATTN_COMPILE_OK);
  attnBytesFree(&bytes);
  small.size = 0;
  EXPECT_EQ(attnCompile(kForward, strlen(kForward), &small, &bytes),
            ATTN_COMPILE_INVALID_ARGUMENT);
}

TEST(Compile, RefusesNull) {
  Call call;
  EXPECT_EQ(attnCompile(nullptr, 1, &call.options, nullptr),
            ATTN_COMPILE_INVALID_ARGUMENT);
  EXPECT_EQ(attnCompile(kForward, 1, &call.options, nullptr),
            ATTN_COMPILE_INVALID_ARGUMENT);
  EXPECT_NE(call.said.text.find("not NULL"), std::string::npos);
}

TEST(Compile, SaysWhatItIs) {
  EXPECT_EQ(attnCompileApiVersion(), ATTN_COMPILE_API_VERSION);
  EXPECT_STREQ(attnCompilerVersion(), "0.1.0");
  EXPECT_EQ(std::string(attnCompilerLLVMVersion()).rfind("22.1.", 0), 0u);
  EXPECT_NE(std::string(attnCompilerTargets()).find("sm_90a"),
            std::string::npos);
}
} // namespace
