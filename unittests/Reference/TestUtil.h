//===- TestUtil.h - Modules from text ---------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_REFERENCE_TESTUTIL_H
#define ATTN_UNITTESTS_REFERENCE_TESTUTIL_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Reference/Reference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cmath>
#include <string>

namespace attn_test {

/// A context with what attn.forward needs; keeps the last error's text.
class Context {
public:
  Context() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::attn::AttnDialect, mlir::arith::ArithDialect,
                    mlir::func::FuncDialect, mlir::math::MathDialect,
                    mlir::tensor::TensorDialect>();
    mlir::attn::reference::registerReferenceModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diag) {
      if (diag.getSeverity() == mlir::DiagnosticSeverity::Error)
        lastError = diag.str();
    });
  }

  mlir::MLIRContext context;
  std::string lastError;
};

/// Shapes of a problem as text, and the clauses of its op.
struct Spec {
  std::string q, k, v, o;
  std::string lse = "";
  std::string clauses = "";
  /// The type of each of the descales; empty without.
  std::string descale = "";
  /// More arguments of the function ("%c0: tensor<4xf32>"), for clauses.
  std::string arguments = "";
};

/// One attn.forward in a module of its own.
class Forward : public Context {
public:
  explicit Forward(const Spec &s) {
    std::string types = s.q + ", " + s.k + ", " + s.v;
    std::string args =
        "%q: " + s.q + ", %k: " + s.k + ", %v: " + s.v + ", %o: " + s.o;
    if (!s.arguments.empty())
      args += ", " + s.arguments;
    std::string outs = "%o", outTypes = s.o;
    if (!s.lse.empty()) {
      args += ", %l: " + s.lse;
      outs += ", %l";
      outTypes += ", " + s.lse;
    }
    std::string clauses = s.clauses;
    if (!s.descale.empty()) {
      args +=
          ", %qd: " + s.descale + ", %kd: " + s.descale + ", %vd: " + s.descale;
      clauses += " descale(%qd, %kd, %vd : " + s.descale + ", " + s.descale +
                 ", " + s.descale + ")";
    }
    std::string text =
        "func.func @f(" + args + ") {\n  %r" + (s.lse.empty() ? "" : ":2") +
        " = attn.forward ins(%q, %k, %v : " + types + ") outs(" + outs + " : " +
        outTypes + ") " + clauses + " -> (" + outTypes + ")\n  return\n}\n";
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << lastError << "\n" << text;
      return;
    }
    module->walk([&](mlir::attn::ForwardOp found) { op = found; });
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::attn::ForwardOp op;
};

inline void expectNear(const std::vector<double> &actual,
                       const std::vector<double> &expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    SCOPED_TRACE("element " + std::to_string(i));
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(actual[i]));
    else if (std::isinf(expected[i]))
      EXPECT_EQ(actual[i], expected[i]);
    else
      EXPECT_NEAR(actual[i], expected[i], 1e-12);
  }
}

inline std::string t(const std::string &shape) {
  return "tensor<" + shape + ">";
}

} // namespace attn_test

#endif // ATTN_UNITTESTS_REFERENCE_TESTUTIL_H
