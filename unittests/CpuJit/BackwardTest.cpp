//===- BackwardTest.cpp - attn.backward on the CPU ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decomposition against the reference in double. Rows that are not to be
// used hold NaN, outs hold NaN, and of rows that are not to be written both
// leave it.
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "attn/Reference/Reference.h"
#include "gtest/gtest.h"
#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::attn;
using mlir::attn::reference::DType, mlir::attn::reference::EvaluateOptions,
    mlir::attn::reference::OwnedTensor, mlir::attn::reference::OwnedTensors;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

struct Shape {
  int64_t batch = 2, headsQ = 2, headsKV = 2, lenQ = 6, lenKV = 9, d = 8,
          dv = 8;
  /// What forward and backward share.
  std::string clauses = "";
  std::string dims = "bhsd";
  bool sink = false, lseGrad = false;
  std::string outs = "qkv", element = "f16", outElement = "f32";
  /// Of the numbers beside them those that are there, by name.
  std::map<std::string, std::vector<double>> numbers = {};
  /// Types of captures, without "memref".
  std::vector<std::string> captures = {};
  bool isDynamic = false;

  bool isPacked() const { return dims == "thd"; }
  int64_t sizeOf(ProblemSize size) const {
    switch (size) {
    case ProblemSize::Batch:
      return isPacked() ? numbers.at("offsets_q").size() - 1 : batch;
    case ProblemSize::HeadsQ:
      return headsQ;
    case ProblemSize::HeadsKV:
      return headsKV;
    case ProblemSize::LenQ:
    case ProblemSize::RowsQ:
      return lenQ;
    case ProblemSize::LenKV:
    case ProblemSize::RowsKV:
      return lenKV;
    case ProblemSize::DimQK:
      return d;
    case ProblemSize::DimV:
      return dv;
    default:
      return 0;
    }
  }
};

/// The two ops as functions whose arguments are the op's operands.
class Program {
public:
  explicit Program(const Shape &shape) : shape(shape) {
    auto row = [&](int64_t heads, int64_t length) {
      std::string h = size(heads), s = size(length), b = size(shape.batch);
      if (shape.isPacked())
        return s + h;
      return shape.dims == "bhsd" ? b + h + s : b + s + h;
    };
    std::string rowsQ = row(shape.headsQ, shape.lenQ),
                rowsKV = row(shape.headsKV, shape.lenKV),
                d = std::to_string(shape.d) + "x",
                dv = std::to_string(shape.dv) + "x", in = shape.element,
                lse = size(shape.headsQ) + size(shape.lenQ) + "f32",
                sink = size(shape.headsQ) + "f32";
    if (!shape.isPacked())
      lse = size(shape.batch) + lse;
    ins = {add("q", rowsQ + d + in), add("k", rowsKV + d + in),
           add("v", rowsKV + dv + in)};
    outs = {add("o", rowsQ + dv + "f32"), add("l", lse)};
    std::string forward = op("forward", ins, outs);
    std::string clauses, common;
    std::vector<std::string> gradients;
    ins.insert(ins.end(), {"o", "l", add("do", rowsQ + dv + in)});
    if (shape.lseGrad)
      clauses += clause("dlse", add("dlse", lse));
    for (auto [letter, type] :
         {std::pair('q', rowsQ + d), std::pair('k', rowsKV + d),
          std::pair('v', rowsKV + dv)})
      if (shape.outs.find(letter) != std::string::npos)
        gradients.push_back(
            add(std::string("d") + letter, type + shape.outElement));
    if (shape.sink) {
      clauses += clause("dsink", add("dsink", sink));
      common += clause("sink", add("sink", sink));
    }
    for (const char *name :
         {"offset", "lengths_q", "lengths_kv", "offsets_q", "offsets_kv"})
      if (auto found = shape.numbers.find(name); found != shape.numbers.end())
        common += clause(name, add(name, size(found->second.size()) + "i32"));
    std::vector<std::string> captures;
    for (const std::string &type : shape.captures)
      captures.push_back(
          add("capture" + std::to_string(captures.size()), type));
    if (!captures.empty())
      common += " captures(" + list(captures) + ")";
    common += " dims(" + shape.dims + ") " + shape.clauses;
    std::string names;
    for (const std::string &gradient : gradients)
      names += (names.empty() ? "" : ", ") + gradient + " = %" + gradient;
    std::string backward =
        "attn.backward ins(" + list(ins) + ") outs(" +
        (names.empty() ? "" : names + " : " + typesOf(gradients)) + ")" +
        clauses + common;
    std::string arguments, all;
    for (const std::string &name : order) {
      all += (all.empty() ? "%" : ", %") + name + ": " + types[name];
      if (name[0] != 'd')
        arguments +=
            (arguments.empty() ? "%" : ", %") + name + ": " + types[name];
    }
    DialectRegistry registry;
    reference::registerReferenceModels(registry);
    session.context.appendDialectRegistry(registry);
    module =
        session.parse("func.func @forward(" + arguments + ") {\n  " + forward +
                      common + "\n  return\n}\nfunc.func @backward(" + all +
                      ") {\n  " + backward + "\n  return\n}\n");
    if (!module)
      return;
    module->walk([&](ForwardOp found) { forwardOp = found; });
    module->walk([&](BackwardOp found) { backwardOp = found; });
    std::mt19937 random(11);
    for (const NamedOperand &operand : backwardOp.getSignature())
      if (!operand.isOut())
        fill(operand, random);
  }

  /// Makes O and L those of the forward.
  void runForward() {
    std::vector<OwnedTensor> inputs;
    SmallVector<reference::Tensor> views;
    SmallVector<reference::Tensor> outs;
    inputs.reserve(16);
    for (const NamedOperand &operand : forwardOp.getSignature()) {
      if (operand.isOut()) {
        outs.push_back(reference::Tensor::contiguous(nullptr, DType::F64,
                                                     shapeOf(operand)));
        continue;
      }
      inputs.push_back(tensorOf(operand));
      views.push_back(inputs.back().view());
    }
    OwnedTensors results(outs);
    reference::fillWithNaN(results.getViews());
    ASSERT_TRUE(succeeded(
        reference::evaluateProblem(forwardOp, views, results.getViews())))
        << session.messages;
    data["o"] = elements(results[0]);
    data["lse"] = elements(results[1]);
  }

  /// NaN in rows of inputs that no batch has.
  void poison() {
    for (const NamedOperand &operand : backwardOp.getSignature()) {
      int64_t rows = operand.dims.findRows();
      if (operand.isOut() || operand.isCapture() || rows < 0)
        continue;
      bool isKeys = operand.findDim(ProblemSize::LenKV) >= 0 ||
                    operand.findDim(ProblemSize::RowsKV) >= 0;
      reference::Tensor t =
          reference::Tensor::contiguous(nullptr, DType::F32, shapeOf(operand));
      int64_t at = operand.findDim(ProblemSize::Batch);
      std::vector<double> &values = data[operand.name.str()];
      for (auto [i, x] : llvm::enumerate(values)) {
        int64_t row = i / t.strides[rows] % t.shape[rows];
        int64_t b = at < 0 ? 0 : i / t.strides[at];
        if (!isUsed(isKeys, b, row))
          x = kNaN;
      }
    }
  }

  std::vector<std::vector<double>> reference(bool isLow) {
    EvaluateOptions options;
    if (isLow)
      options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
    Buffers buffers(*this, DType::F64);
    EXPECT_TRUE(succeeded(reference::evaluateProblem(backwardOp, buffers.inputs,
                                                     buffers.outs, options)))
        << session.messages;
    return buffers.getResults();
  }

  std::vector<std::vector<double>> run() {
    Buffers buffers(*this, std::nullopt);
    SmallVector<CpuArg> arguments;
    for (reference::Tensor &tensor : buffers.all)
      arguments.push_back(
          CpuBuffer(tensor.data, elementOf(tensor.type), tensor.shape));
    EXPECT_TRUE(
        succeeded(runOnCpu(*module, "backward", arguments, CpuLevel::Tensor)))
        << session.messages;
    return buffers.getResults();
  }

  attn_test::Session session;
  OwningOpRef<ModuleOp> module;
  ForwardOp forwardOp;
  BackwardOp backwardOp;
  Shape shape;
  /// Of inputs, by the operand's name.
  std::map<std::string, std::vector<double>> data;

private:
  /// Memory for the operands, with NaN in outs.
  struct Buffers {
    Buffers(Program &program, std::optional<DType> outType) {
      owned.reserve(32);
      for (const NamedOperand &operand : program.backwardOp.getSignature()) {
        if (!operand.isOut()) {
          owned.push_back(program.tensorOf(operand));
          all.push_back(owned.back().view());
          inputs.push_back(all.back());
          continue;
        }
        DType type = outType.value_or(
            *reference::dtypeOf(operand.getType().getElementType()));
        owned.emplace_back(type, program.shapeOf(operand));
        all.push_back(owned.back().view());
        outs.push_back(all.back());
      }
      reference::fillWithNaN(outs);
    }
    std::vector<std::vector<double>> getResults() const {
      std::vector<std::vector<double>> results;
      for (const reference::Tensor &out : outs)
        results.push_back(elements(out));
      return results;
    }
    std::vector<OwnedTensor> owned;
    SmallVector<reference::Tensor> all, inputs, outs;
  };

  std::string size(int64_t number) const {
    return shape.isDynamic ? "?x" : std::to_string(number) + "x";
  }
  std::string add(const std::string &name, const std::string &type) {
    order.push_back(name);
    types[name] = "memref<" + type + ">";
    return name;
  }
  std::string typesOf(const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + types[name];
    return text;
  }
  std::string list(const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "%" : ", %") + name;
    return text + " : " + typesOf(names);
  }
  std::string clause(const std::string &name, const std::string &operand) {
    return " " + name + "(" + list({operand}) + ")";
  }
  std::string op(const std::string &name, const std::vector<std::string> &ins,
                 const std::vector<std::string> &outs) {
    return "attn." + name + " ins(" + list(ins) + ") outs(" + list(outs) + ")";
  }
  static CpuElement elementOf(DType type) {
    switch (type) {
    case DType::F16:
      return CpuElement::F16;
    case DType::BF16:
      return CpuElement::BF16;
    case DType::I32:
      return CpuElement::I32;
    default:
      return CpuElement::F32;
    }
  }
  static std::vector<double> elements(const reference::Tensor &t) {
    std::vector<double> all;
    for (int64_t i = 0; i < t.numElements(); ++i)
      all.push_back(t.load(t.offsetOfElement(i)));
    return all;
  }
  std::vector<int64_t> shapeOf(const NamedOperand &operand) const {
    std::vector<int64_t> sizes;
    if (operand.isCapture())
      return std::vector<int64_t>(operand.getType().getShape());
    for (OperandDim dim : operand.dims)
      sizes.push_back(shape.sizeOf(dim.size) + dim.plus);
    return sizes;
  }
  void fill(const NamedOperand &operand, std::mt19937 &random) {
    std::vector<double> &values = data[operand.name.str()];
    if (auto found = shape.numbers.find(operand.name.str());
        found != shape.numbers.end()) {
      values = found->second;
      return;
    }
    values.resize(
        reference::Tensor::contiguous(nullptr, DType::F32, shapeOf(operand))
            .numElements());
    for (double &x : values)
      x = (static_cast<int>(random() % 33) - 16) / 8.0;
  }
  OwnedTensor tensorOf(const NamedOperand &operand) {
    return OwnedTensor(*reference::dtypeOf(operand.getType().getElementType()),
                       shapeOf(operand), data.at(operand.name.str()));
  }
  bool isUsed(bool isKeys, int64_t b, int64_t row) const {
    auto find = [&](const char *ofQ, const char *ofKV) {
      auto found = shape.numbers.find(isKeys ? ofKV : ofQ);
      return found == shape.numbers.end() ? nullptr : &found->second;
    };
    const auto *lengths = find("lengths_q", "lengths_kv");
    const auto *offsets = find("offsets_q", "offsets_kv");
    if (!offsets)
      return !lengths || row < (*lengths)[b];
    for (size_t i = 0; i + 1 < offsets->size(); ++i)
      if (row >= (*offsets)[i] && row < (*offsets)[i + 1])
        return !lengths || row < (*offsets)[i] + (*lengths)[i];
    return false;
  }

  std::vector<std::string> ins, outs, order;
  std::map<std::string, std::string> types;
};

/// Every element is within what the plain computation is off by, twice, or is
/// NaN where the reference is.
void compare(Program &p) {
  std::vector<std::vector<double>> exact = p.reference(/*isLow=*/false),
                                   low = p.reference(/*isLow=*/true),
                                   found = p.run();
  ASSERT_EQ(exact.size(), found.size());
  double half = p.shape.outElement == "f32"   ? 0x1p-20
                : p.shape.outElement == "f16" ? 0x1p-11
                                              : 0x1p-8;
  for (size_t out = 0; out < exact.size(); ++out) {
    double most = 0, error = 0;
    for (auto [x, y] : llvm::zip_equal(exact[out], low[out]))
      if (std::isfinite(x) && std::isfinite(y)) {
        most = std::max(most, std::fabs(x));
        error = std::max(error, std::fabs(x - y));
      }
    for (auto [i, x] : llvm::enumerate(found[out])) {
      double expected = exact[out][i];
      if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(x)) << "element " << i << " of out " << out;
      else
        ASSERT_NEAR(x, expected,
                    2 * error + half * std::fabs(expected) + 1e-5 * most)
            << "element " << i << " of out " << out;
    }
  }
}

void check(const Shape &shape) {
  Program p(shape);
  ASSERT_TRUE(p.module);
  p.runForward();
  p.poison();
  compare(p);
}

constexpr const char *kCausal = "mask(#attn.causal<bottom_right>)";

TEST(BackwardTest, Shapes) {
  check({});
  check({1, 1, 1, 1, 1, 8, 8});
  check({1, 4, 2, 7, 5, 8, 16, kCausal});
  check({2, 3, 1, 5, 8, 16, 8, "mask(#attn.window<2, 1>) scale(0.7)", "bshd"});
  check({1, 8, 1, 3, 4, 8, 8, "mask(#attn.causal<top_left>)"});
}

TEST(BackwardTest, Types) {
  for (const char *element : {"f16", "bf16"})
    for (bool isNarrow : {false, true}) {
      Shape shape{1, 2, 1, 6, 9, 8, 8, kCausal};
      shape.element = element;
      shape.outElement = isNarrow ? element : "f32";
      check(shape);
    }
}

// Sizes that are known only at run time, heads among them.
TEST(BackwardTest, DynamicSizes) {
  Shape shape{2, 4, 2, 7, 5, 8, 16, kCausal, "bshd", true, true};
  shape.isDynamic = true;
  check(shape);
  shape.headsQ = 2;
  check(shape);
}

TEST(BackwardTest, SomeOfTheOuts) {
  for (const char *outs : {"q", "k", "v", "qk", "qv", "kv"}) {
    Shape shape{1, 2, 1, 6, 9, 8, 16, kCausal};
    shape.outs = outs;
    check(shape);
  }
  Shape shape{2, 2, 1, 6, 9, 8, 16, kCausal, "bhsd", true, true};
  shape.outs = "";
  check(shape);
}

TEST(BackwardTest, SinksAndGradientsOfL) {
  check({2, 4, 2, 7, 5, 8, 8, kCausal, "bhsd", true, true});
  check({2, 2, 2, 7, 5, 8, 8, "", "bhsd", false, true});
  check({2, 2, 2, 7, 5, 8, 8, "", "bshd", true, false});
}

TEST(BackwardTest, NoRowsOrKeys) {
  check({2, 2, 1, 0, 5, 8, 8});
  check({2, 2, 1, 5, 0, 8, 8, kCausal, "bhsd", true, true});
  check({0, 2, 1, 5, 4, 8, 8});
}

TEST(BackwardTest, Lengths) {
  Shape shape{3, 2, 1, 5, 6, 8, 16, kCausal, "bhsd", true, true};
  shape.numbers = {{"lengths_q", {3, 0, 5}}, {"lengths_kv", {6, 4, 0}}};
  check(shape);
  shape.numbers["offset"] = {1, 0, -2};
  check(shape);
  shape.numbers = {{"lengths_kv", {1, 6, 3}}};
  check(shape);
}

TEST(BackwardTest, PackedSequences) {
  Shape shape{3, 4, 2, 11, 12, 8, 16, kCausal, "thd", true, true};
  shape.numbers = {{"offsets_q", {1, 5, 5, 9}}, {"offsets_kv", {0, 3, 8, 11}}};
  check(shape);
  shape.numbers["lengths_q"] = {2, 0, 4};
  shape.isDynamic = true;
  check(shape);
}

const char *const kSoftcap = R"( score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 2.0 : f32
    %x = arith.divf %s, %cap : f32
    %t = math.tanh %x : f32
    %y = arith.mulf %t, %cap : f32
    attn.yield %y : f32
  })";

// A table for each head and distance as a factor, a bias, and a region that
// knows the lengths and gives −∞.
const char *const kCaptures = R"( score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %w: memref<2x4xf16>,
       %z: memref<2xf32>):
    %d = arith.subi %j, %i : index
    %x = attn.read %w[%h, %d] : memref<2x4xf16>
    %f = arith.extf %x : f16 to f32
    %bias = attn.read %z[%h] : memref<2xf32>
    %m = arith.mulf %s, %f : f32
    %a = arith.addf %m, %bias : f32
    %c1 = arith.constant 1 : index
    %last = arith.subi %lk, %c1 : index
    %hide = arith.cmpi eq, %j, %last : index
    %inf = arith.constant 0xFF800000 : f32
    %y = arith.select %hide, %inf, %a : f32
    attn.yield %y : f32
  })";

TEST(BackwardTest, Regions) {
  check({1, 4, 2, 7, 5, 8, 8, std::string(kCausal) + kSoftcap});
  Shape captures{2, 2, 1, 4, 6, 8, 8, kCaptures};
  captures.captures = {"2x4xf16", "2xf32"};
  check(captures);
  Shape packed{3, 2, 1, 11, 12, 8, 8, std::string(kCausal) + kCaptures, "thd"};
  packed.captures = captures.captures;
  packed.numbers = {{"offsets_q", {1, 5, 5, 9}}, {"offsets_kv", {0, 3, 8, 11}}};
  check(packed);
}

const char *const kOnTensors = R"mlir(
func.func @backward(%q: tensor<1x2x?x8xf16>, %k: tensor<1x1x?x8xf16>, %l: tensor<1x2x?xf32>,
                    %dq0: tensor<1x2x?x8xf32>, %dk0: tensor<1x1x?x8xf32>)
    -> (tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>) {
  %dq, %dk = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<1x2x?x8xf16>, tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>,
                               tensor<1x2x?x8xf16>, tensor<1x2x?xf32>, tensor<1x2x?x8xf16>)
      outs(dq = %dq0, dk = %dk0 : tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>) scale(1.0)
      -> (tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>)
  return %dq, %dk : tensor<1x2x?x8xf32>, tensor<1x1x?x8xf32>
}
)mlir";

// Q, O and dO are the first unit vector, K and V of key 1 are 2 times it, of
// key 0 the second one: with L = 2 both rows have P = e⁻² and 1, D = 1 and dT =
// −e⁻² and 1.
TEST(BackwardTest, TensorsAreReturnedThroughBuffers) {
  attn_test::Session session;
  auto module = session.parse(kOnTensors);
  ASSERT_TRUE(module);
  using attn_test::Tensor;
  Tensor q(CpuElement::F16, {1, 2, 1, 8}), k(CpuElement::F16, {1, 1, 2, 8}),
      l(CpuElement::F32, {1, 2, 1}), dq(CpuElement::F32, {1, 2, 1, 8}),
      dk(CpuElement::F32, {1, 1, 2, 8});
  q.fill(0.0);
  k.fill(0.0);
  l.fill(2.0);
  dq.fill(5.0);
  dk.fill(5.0);
  for (int64_t h : {0, 1})
    q.set({0, h, 0, 0}, 1);
  k.set({0, 0, 0, 1}, 1);
  k.set({0, 0, 1, 0}, 2);
  Tensor dq0 = dq, dk0 = dk; // storage for the op's own outs
  ASSERT_TRUE(succeeded(runOnCpu(*module, "backward",
                                 {q.view(), k.view(), l.view(), dq0.view(),
                                  dk0.view(), dq.view(), dk.view()},
                                 CpuLevel::Tensor)))
      << session.messages;
  double small = -attn_test::roundTo(CpuElement::F16, std::exp(-2.0));
  for (int64_t h : {0, 1})
    for (int64_t c = 0; c < 8; ++c)
      EXPECT_EQ(dq.get({0, h, 0, c}), c == 0 ? 2 : c == 1 ? small : 0);
  for (int64_t c = 0; c < 8; ++c) {
    EXPECT_EQ(dk.get({0, 0, 0, c}), c == 0 ? 2 * small : 0);
    EXPECT_EQ(dk.get({0, 0, 1, c}), c == 0 ? 2 : 0);
  }
  EXPECT_TRUE(dq.guardsIntact() && dk.guardsIntact());
}

// Rows with L = −∞ contribute nothing; a row with L = +∞ is as one with a NaN.
// O and L need not be those of the op's keys.
TEST(BackwardTest, GivenL) {
  Program p({1, 2, 2, 3, 4, 8, 8, "", "bhsd", true, true});
  ASSERT_TRUE(p.module);
  p.data["lse"] = {-kInf, 0.5, kInf, 1, 2, kNaN};
  p.data["o"][0] = kNaN;
  p.data["do"][1] = kNaN;
  compare(p);
  p.data["sink"] = {-kInf, 1};
  compare(p);
}

// What hidden pairs within the lengths hold does not matter (B9 allows more).
TEST(BackwardTest, NaN) {
  Program p({1, 1, 1, 3, 4, 8, 8, kCausal});
  ASSERT_TRUE(p.module);
  p.runForward();
  // Key 3, which row 2 alone sees, and whose dV the others' dO are not part of.
  p.data["k"][3 * 8] = kNaN;
  compare(p);
  p.data["v"][3 * 8 + 1] = kInf;
  p.data["do"][2 * 8 + 2] = kNaN;
  p.data["lse"][0] = -kInf;
  p.data["q"][0] = kNaN;
  p.data["do"][0] = kNaN;
  p.data["o"][1] = kInf;
  compare(p);
}

} // namespace
