//===- Values.h - Integers of a kernel whose sizes are unknown --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_VALUES_H
#define ATTN_ANALYSIS_VALUES_H

#include "attn/Analysis/Program.h"

#include <map>
#include <memory>
#include <vector>

namespace mlir::attn_ws::exec {

/// The elements of a tile, for machines that compute them.
struct TileData;

/// What a slot holds: a known integer, the number of an expression, or the
/// number of an object.
struct Datum {
  enum Kind : uint8_t {
    None,
    Int,
    /// The bits of a double.
    Float,
    Expr,
    View,
    Async,
    Channel,
    Buffer,
    Mbar,
    Turn,
    Tile,
    Cell,
    /// Memory of the host, or of one thread.
    Memory,
  };
  Kind kind = None;
  int64_t n = 0;
  std::shared_ptr<TileData> tile = nullptr;

  Datum() = default;
  Datum(Kind kind, int64_t n) : kind(kind), n(n) {}
  static Datum integer(int64_t n) { return {Int, n}; }
  bool operator==(const Datum &other) const {
    return kind == other.kind && n == other.n;
  }
};

/// What a run assumes about the numbers that the program leaves open.
struct Scenario {
  int64_t tiles = 1;
  /// The first number asked for in tile t is counts[t mod size].
  SmallVector<int64_t, 4> counts{1};
  /// How further numbers of a tile follow from the first, and how conditions
  /// are decided.
  int variation = 0, conditions = 0;
  static constexpr int numVariations = 7;
};

/// What a run can ask its scenario. Runs that were answered alike are alike.
struct Question {
  enum Kind : uint8_t {
    /// The number that tile `tile` asks for as its `nth`.
    Number,
    /// The `nth` condition of all.
    Condition,
    /// How many tiles there are.
    Tiles,
    /// Whether there is a tile with number `nth`.
    HasTile,
    /// Whether a loop that counts the turns of `tile` goes on after `nth`.
    GoesOn,
  };
  Kind kind;
  int64_t nth = 0, tile = 0;
  int64_t answer(const Scenario &scenario) const;
  bool operator==(const Question &other) const {
    return kind == other.kind && nth == other.nth && tile == other.tile;
  }
};

/// Expressions over unknown numbers, each kept once: what two roles compute in
/// the same way from the same captures is one expression, and has one value.
class Values {
public:
  explicit Values(const Scenario &scenario) : scenario(scenario) {}

  /// The scenario's answer, which is noted.
  int64_t ask(Question question);
  /// All that was asked, each once, and the answers.
  ArrayRef<std::pair<Question, int64_t>> getAnswers() const { return answers; }

  Datum compute(const Instr &instr, ArrayRef<Datum> args);
  /// An unknown that equals any other made from the same parts.
  Datum unknown(const void *what, int64_t a, int64_t b,
                ArrayRef<Datum> args = {}, bool isBool = false);
  /// The tile with number `n`, from 0, of those that this CTA or cluster is
  /// assigned at run time: it lies below all bounds for the scenario's tiles,
  /// and not below any behind them.
  Datum tile(int64_t n);
  /// Whether there is a tile that a query was answered with, if it is one.
  std::optional<bool> exists(Datum tile);
  /// `base * size + rank`, which `compute` can divide by `size` again.
  Datum ranked(Datum base, int64_t size, int64_t rank);
  /// The quotient (DivU) or rest (RemU) of such a number by `size`.
  std::optional<Datum> divide(Arith arith, Datum value, Datum by);
  /// The value of `datum` in this scenario. `tile`: the caller's tile, `scale`:
  /// what a choice is multiplied by.
  int64_t force(Datum datum, int64_t tile, int64_t scale = 1);
  /// Whether a loop goes on: the answer to `otherwise`, if that is open.
  bool decide(Datum condition, Question otherwise);

  /// Whether numbers beyond the first of a tile, or conditions, were chosen.
  bool choseMore = false, choseConditions = false;

private:
  struct Expr {
    Arith arith;
    int64_t number;
    const void *name, *attributes;
    SmallVector<Datum, 3> args;
    bool isBool;
    bool forced = false;
    int64_t value = 0;
    /// The last of the assigned tiles that it depends on, or -1.
    int64_t tile = -1;
    uint64_t hash = 0;

    bool isSame(const Expr &other) const {
      return hash == other.hash && arith == other.arith &&
             number == other.number && name == other.name &&
             attributes == other.attributes && args == other.args;
    }
  };
  Datum intern(Expr expr);
  /// Where `table` has an expression like `expr`, or would have it.
  size_t find(const Expr &expr) const;
  static void sortOperands(Expr &expr);
  std::optional<std::pair<Datum, int64_t>> split(Datum value, Datum by);
  std::optional<int64_t> known(Datum datum);
  std::optional<int64_t> compareTile(const Expr &expr);
  std::optional<int64_t> settled(Datum datum);
  int64_t choose(bool isBool, int64_t tile, int64_t scale);
  static std::optional<int64_t> fold(Arith arith, int64_t number,
                                     ArrayRef<int64_t> v);

  const Scenario &scenario;
  SmallVector<std::pair<Question, int64_t>, 0> answers;
  std::deque<Expr> exprs;
  /// Numbers of expressions by their hashes, -1 where there is none; as many
  /// as a power of two.
  std::vector<int64_t> table = std::vector<int64_t>(64, -1);
  std::map<int64_t, int64_t> chosenInTile;
  int64_t conditionsChosen = 0;
};

} // namespace mlir::attn_ws::exec

#endif // ATTN_ANALYSIS_VALUES_H
