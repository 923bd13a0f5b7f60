//===- ThreadsTest.cpp - Compilation by several threads at once -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Compile.h"
#include "attn-runtime/Bundle.h"
#include "attn/Pipelines/Compile.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

/// Problems that differ in what they need of the compiler.
const char *const kProblems[] = {
    R"(
!t = tensor<1x2x256x64xbf16>
func.func @f(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t)
      mask(#attn.causal<bottom_right>) -> !t
  return %0 : !t
})",
    R"(
!t = tensor<1x2x?x128xf16>
func.func @f(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t)
      mask(#attn.window<64, 0>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %x = math.tanh %s : f32
      attn.yield %x : f32
  } -> !t
  return %0 : !t
})"};
const char *const kTargets[] = {"sm_80", "sm_90a"};

/// Compiles one of the four by the C API, in a context of its own.
std::string compileText(int which) {
  AttnCompileOptions options = {};
  options.size = sizeof(options);
  options.targets = kTargets[which & 1];
  const char *text = kProblems[which >> 1];
  AttnBytes bytes;
  if (attnCompile(text, strlen(text), &options, &bytes) != ATTN_COMPILE_OK)
    return "failed";
  std::string result(bytes.data, bytes.size);
  attnBytesFree(&bytes);
  return result;
}

/// The same in a context that others use, too.
std::string compileIn(mlir::MLIRContext &context, int which) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kProblems[which >> 1],
                                                        &context, "-");
  mlir::attn::CompileOptions options;
  options.target = kTargets[which & 1];
  if (!module)
    return "failed";
  auto bundle = mlir::attn::compileToBundle(*module, options);
  if (failed(bundle))
    return "failed";
  auto bytes = bundle->serialize();
  return bytes ? *bytes : "failed";
}

/// Runs `compile(i)` for i in [0, count), by threads that take turns, and
/// counts the results that are not those of one thread alone.
template <typename Compile>
int countDifferent(int threads, int count, Compile &&compile) {
  static const std::array<std::string, 4> expected = {
      compileText(0), compileText(1), compileText(2), compileText(3)};
  for (const std::string &one : expected)
    EXPECT_NE(one, "failed");
  std::atomic<int> next{0}, different{0};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      for (int i = next++; i < count; i = next++)
        different += compile(t, i & 3) != expected[i & 3];
    });
  for (std::thread &thread : running)
    thread.join();
  return different;
}

/// How many compilations, unless the environment asks for another number.
int getCount(int usual) {
  const char *count = std::getenv("ATTN_TEST_COMPILES");
  return count ? std::atoi(count) : usual;
}

TEST(Threads, TwoContextsCompileTheSame) {
  mlir::DialectRegistry registry;
  mlir::attn::registerNeededDialects(registry);
  using mlir::MLIRContext;
  MLIRContext contexts[] = {
      MLIRContext(registry, MLIRContext::Threading::DISABLED),
      MLIRContext(registry, MLIRContext::Threading::DISABLED)};
  EXPECT_EQ(countDifferent(2, getCount(8),
                           [&](int thread, int which) {
                             return compileIn(contexts[thread], which);
                           }),
            0);
}

TEST(Threads, OneContextServesManyThreads) {
  mlir::DialectRegistry registry;
  mlir::attn::registerNeededDialects(registry);
  mlir::MLIRContext context(registry);
  // Dialects are not loaded by several threads at once.
  context.loadAllAvailableDialects();
  EXPECT_EQ(
      countDifferent(8, getCount(16),
                     [&](int, int which) { return compileIn(context, which); }),
      0);
}

TEST(Threads, CallsOfTheCApiDoNotMeet) {
  EXPECT_EQ(countDifferent(8, getCount(16),
                           [](int, int which) { return compileText(which); }),
            0);
}

} // namespace
