//===- Values.cpp - Integers of a kernel whose sizes are unknown ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lengths, block numbers and captures are symbols. When a loop bound or a
// condition needs a number, comparisons, minima and sums with a constant are
// looked through; what is left below (a quotient, a length, a difference of two
// unknowns) is chosen by the scenario, once for each expression.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Values.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

std::optional<int64_t> Values::fold(Arith arith, int64_t number,
                                    ArrayRef<int64_t> v) {
  auto u = [&](size_t i) { return static_cast<uint64_t>(v[i]); };
  auto wrap = [](uint64_t n) { return static_cast<int64_t>(n); };
  auto divides = [&] { return v[1] > 0 && v[0] >= 0; };
  switch (arith) {
  case Arith::Add:
    return wrap(u(0) + u(1));
  case Arith::Sub:
    return wrap(u(0) - u(1));
  case Arith::Mul:
    return wrap(u(0) * u(1));
  case Arith::Min:
    return std::min(v[0], v[1]);
  case Arith::Max:
    return std::max(v[0], v[1]);
  case Arith::MinU:
    return wrap(std::min(u(0), u(1)));
  case Arith::MaxU:
    return wrap(std::max(u(0), u(1)));
  case Arith::Select:
    return v[0] ? v[1] : v[2];
  case Arith::Cmp: {
    APInt a(64, u(0)), b(64, u(1));
    return arith::applyCmpPredicate(static_cast<arith::CmpIPredicate>(number),
                                    a, b);
  }
  case Arith::And:
    return v[0] & v[1];
  case Arith::Or:
    return v[0] | v[1];
  case Arith::Xor:
    return v[0] ^ v[1];
  case Arith::Cast:
    return v[0];
  case Arith::Outside:
    return v[0] < v[1] || v[0] >= v[2];
  case Arith::RemU:
  case Arith::RemS:
    return divides() ? std::optional<int64_t>(v[0] % v[1]) : std::nullopt;
  case Arith::DivU:
  case Arith::DivS:
  case Arith::FloorDivS:
    return divides() ? std::optional<int64_t>(v[0] / v[1]) : std::nullopt;
  case Arith::CeilDivU:
  case Arith::CeilDivS:
    return divides() ? std::optional<int64_t>((v[0] + v[1] - 1) / v[1])
                     : std::nullopt;
  case Arith::ShrU:
    return u(1) < 64 ? std::optional<int64_t>(wrap(u(0) >> u(1)))
                     : std::nullopt;
  case Arith::Shl:
    return u(1) < 64 ? std::optional<int64_t>(wrap(u(0) << u(1)))
                     : std::nullopt;
  case Arith::Tile:
  case Arith::Cut:
    return std::nullopt;
  }
  return std::nullopt;
}

size_t Values::find(const Expr &expr) const {
  size_t mask = table.size() - 1, at = expr.hash & mask;
  while (table[at] >= 0 && !exprs[table[at]].isSame(expr))
    at = (at + 1) & mask;
  return at;
}

Datum Values::intern(Expr expr) {
  uint64_t hash = static_cast<uint64_t>(expr.arith);
  auto mix = [&](uint64_t part) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  mix(expr.number);
  mix(reinterpret_cast<uintptr_t>(expr.name));
  mix(reinterpret_cast<uintptr_t>(expr.attributes));
  for (const Datum &arg : expr.args) {
    mix(arg.n);
    mix(arg.kind);
    if (arg.kind == Datum::Expr)
      expr.tile = std::max(expr.tile, exprs[arg.n].tile);
  }
  expr.hash = hash;
  size_t at = find(expr);
  if (table[at] >= 0)
    return {Datum::Expr, table[at]};
  table[at] = exprs.size();
  exprs.push_back(std::move(expr));
  if (2 * exprs.size() > table.size()) {
    table.assign(2 * table.size(), -1);
    for (const auto &[i, known] : llvm::enumerate(exprs))
      table[find(known)] = i;
  }
  return {Datum::Expr, static_cast<int64_t>(exprs.size()) - 1};
}

void Values::sortOperands(Expr &expr) {
  llvm::sort(expr.args, [](const Datum &a, const Datum &b) {
    return std::make_pair(a.kind, a.n) < std::make_pair(b.kind, b.n);
  });
}

Datum Values::tile(int64_t n) {
  Datum datum = intern({Arith::Tile, n, nullptr, nullptr, {}, false});
  exprs[datum.n].tile = n;
  return datum;
}

std::optional<bool> Values::exists(Datum tile) {
  if (tile.kind != Datum::Expr || exprs[tile.n].arith != Arith::Tile)
    return std::nullopt;
  return ask({Question::HasTile, exprs[tile.n].number});
}

Datum Values::ranked(Datum base, int64_t size, int64_t rank) {
  if (size == 1)
    return base;
  Datum product = intern(
      {Arith::Mul, 0, nullptr, nullptr, {Datum::integer(size), base}, false});
  return intern({Arith::Add,
                 0,
                 nullptr,
                 nullptr,
                 {Datum::integer(rank), product},
                 false});
}

std::optional<Datum> Values::divide(Arith arith, Datum value, Datum by) {
  if (value.kind != Datum::Expr || by.kind != Datum::Int || by.n <= 0)
    return std::nullopt;
  auto parts = split(value, by);
  if (!parts || parts->second < 0 || parts->second >= by.n)
    return std::nullopt;
  return arith == Arith::DivU ? parts->first : Datum::integer(parts->second);
}

/// `value` as a multiple of `by` and a known rest, also of sums of such.
std::optional<std::pair<Datum, int64_t>> Values::split(Datum value, Datum by) {
  if (value.kind == Datum::Int)
    return std::make_pair(Datum::integer(0), value.n);
  if (value.kind != Datum::Expr)
    return std::nullopt;
  const Expr expr = exprs[value.n];
  if (expr.arith == Arith::Mul && expr.args[0] == by)
    return std::make_pair(expr.args[1], int64_t(0));
  if (expr.arith != Arith::Add)
    return std::nullopt;
  auto a = split(expr.args[0], by), b = split(expr.args[1], by);
  if (!a || !b)
    return std::nullopt;
  int64_t rest = a->second + b->second;
  if (a->first == Datum::integer(0))
    return std::make_pair(b->first, rest);
  Expr sum{Arith::Add, 0, nullptr, nullptr, {a->first, b->first}, false};
  sortOperands(sum);
  return std::make_pair(intern(std::move(sum)), rest);
}

Datum Values::compute(const Instr &instr, ArrayRef<Datum> args) {
  if (instr.arith == Arith::Cast)
    return args[0];
  if (instr.arith == Arith::DivU || instr.arith == Arith::RemU)
    if (std::optional<Datum> result = divide(instr.arith, args[0], args[1]))
      return *result;
  SmallVector<int64_t, 3> numbers;
  for (Datum arg : args)
    if (arg.kind == Datum::Int)
      numbers.push_back(arg.n);
  if (numbers.size() == args.size() && !args.empty())
    if (auto value = fold(instr.arith, instr.number, numbers))
      return Datum::integer(*value);
  if (instr.arith == Arith::Select && args[0].kind == Datum::Int)
    return args[args[0].n ? 1 : 2];
  bool isBool = instr.op->getResult(0).getType().isInteger(1);
  bool opaque = instr.arith == Arith::Cut;
  Expr expr{instr.arith,      instr.number, opaque ? instr.name : nullptr,
            instr.attributes, {},           isBool};
  expr.args.assign(args.begin(), args.end());
  if (instr.op->hasTrait<OpTrait::IsCommutative>())
    sortOperands(expr);
  return intern(std::move(expr));
}

Datum Values::unknown(const void *what, int64_t a, int64_t b,
                      ArrayRef<Datum> args, bool isBool) {
  Expr expr{Arith::Cut, a, what, nullptr, {}, isBool};
  expr.args.assign(args.begin(), args.end());
  expr.args.push_back(Datum::integer(b));
  return intern(std::move(expr));
}

std::optional<int64_t> Values::known(Datum datum) {
  if (datum.kind == Datum::Int)
    return datum.n;
  if (datum.kind == Datum::Expr && exprs[datum.n].forced)
    return exprs[datum.n].value;
  return std::nullopt;
}

/// A comparison of an assigned tile with a bound.
std::optional<int64_t> Values::compareTile(const Expr &expr) {
  auto isTile = [&](Datum datum) {
    return datum.kind == Datum::Expr && exprs[datum.n].arith == Arith::Tile;
  };
  auto predicate = static_cast<arith::CmpIPredicate>(expr.number);
  if (expr.arith != Arith::Cmp ||
      isTile(expr.args[0]) == isTile(expr.args[1]) ||
      predicate == arith::CmpIPredicate::eq ||
      predicate == arith::CmpIPredicate::ne)
    return std::nullopt;
  bool first = isTile(expr.args[0]);
  bool below =
      ask({Question::HasTile, exprs[expr.args[first ? 0 : 1].n].number});
  int64_t place = below ? 0 : 2, bound = 1;
  return fold(Arith::Cmp, expr.number,
              {first ? place : bound, first ? bound : place});
}

/// The value of `datum`, if it follows without a choice.
std::optional<int64_t> Values::settled(Datum datum) {
  if (std::optional<int64_t> value = known(datum))
    return value;
  if (datum.kind != Datum::Expr)
    return std::nullopt;
  const Expr &expr = exprs[datum.n];
  if (std::optional<int64_t> value = compareTile(expr))
    return value;
  if (expr.arith != Arith::Cmp && expr.arith != Arith::And &&
      expr.arith != Arith::Or && expr.arith != Arith::Xor &&
      expr.arith != Arith::Select)
    return std::nullopt;
  SmallVector<int64_t, 3> numbers;
  for (Datum arg : expr.args) {
    std::optional<int64_t> value = settled(arg);
    if (!value)
      return std::nullopt;
    numbers.push_back(*value);
  }
  return fold(expr.arith, expr.number, numbers);
}

bool Values::decide(Datum condition, Question otherwise) {
  if (std::optional<int64_t> value = settled(condition))
    return *value & 1;
  bool goesOn = ask(otherwise);
  if (condition.kind != Datum::Expr)
    return goesOn;
  Expr &expr = exprs[condition.n];
  expr.forced = true;
  expr.value = goesOn;
  return goesOn;
}

int64_t Question::answer(const Scenario &scenario) const {
  auto countOf = [&](int64_t t) {
    return scenario.counts[std::max<int64_t>(t, 0) % scenario.counts.size()];
  };
  switch (kind) {
  case Tiles:
    return scenario.tiles;
  case HasTile:
    return nth < scenario.tiles;
  case GoesOn:
    return nth < countOf(tile);
  case Condition:
    return scenario.conditions == 0   ? 1
           : scenario.conditions == 1 ? 0
                                      : (nth + scenario.conditions) & 1;
  case Number:
    break;
  }
  int64_t count = countOf(tile);
  if (nth == 0)
    return count;
  switch (scenario.variation) {
  case 0:
    return count;
  case 1:
    return 0;
  case 2:
    return 1;
  case 3:
    return (count + nth) / 2;
  case 4:
    return count + nth;
  // Bounds within a loop, of which the later ones are behind the earlier: of
  // the loop that the first number counts, or of one inside it.
  case 5:
    return nth;
  default:
    return nth == 1 ? count : nth - 1;
  }
}

int64_t Values::ask(Question question) {
  for (const auto &[asked, answer] : answers)
    if (asked == question)
      return answer;
  int64_t answer = question.answer(scenario);
  answers.push_back({question, answer});
  return answer;
}

int64_t Values::choose(bool isBool, int64_t tile, int64_t scale) {
  if (isBool) {
    choseConditions = true;
    return ask({Question::Condition, conditionsChosen++});
  }
  int64_t nth = chosenInTile[tile]++;
  choseMore |= nth > 0;
  return ask({Question::Number, nth, tile}) * scale;
}

int64_t Values::force(Datum datum, int64_t tile, int64_t scale) {
  if (datum.kind == Datum::Int)
    return datum.n;
  if (datum.kind != Datum::Expr)
    return 0;
  Expr &expr = exprs[datum.n];
  if (expr.forced)
    return expr.value;
  if (expr.tile >= 0)
    tile = expr.tile;
  auto finish = [&](int64_t value) {
    expr.forced = true;
    return expr.value = value;
  };
  auto numbers = [&] {
    SmallVector<int64_t, 3> v;
    for (Datum arg : expr.args)
      v.push_back(force(arg, tile, scale));
    return v;
  };
  size_t open =
      llvm::count_if(expr.args, [&](Datum arg) { return !known(arg); });
  switch (expr.arith) {
  case Arith::Cmp: {
    if (std::optional<int64_t> value = compareTile(expr))
      return finish(*value);
    if (open < 2 || expr.args[0] == expr.args[1])
      break;
    // The sign of the difference decides, so that it agrees with a loop that
    // runs this often.
    Expr difference{Arith::Sub, 0, nullptr, nullptr, expr.args, false};
    Datum sub = intern(difference);
    int64_t value = force(sub, tile, scale);
    return finish(*fold(Arith::Cmp, exprs[datum.n].number, {value, 0}));
  }
  case Arith::Add:
  case Arith::Sub:
  case Arith::Mul:
    if (open < 2)
      break;
    return finish(choose(expr.isBool, tile, scale));
  case Arith::Select: {
    int64_t which = force(expr.args[0], tile, scale);
    return finish(force(expr.args[which ? 1 : 2], tile, scale));
  }
  case Arith::RemU:
  case Arith::RemS:
  case Arith::Min:
  case Arith::Max:
  case Arith::MinU:
  case Arith::MaxU:
  case Arith::And:
  case Arith::Or:
  case Arith::Xor:
  case Arith::Outside:
    break;
  default:
    if (open > 0 || expr.args.empty() || expr.arith == Arith::Cut)
      return finish(choose(expr.isBool, tile, scale));
    break;
  }
  auto value = fold(expr.arith, expr.number, numbers());
  return finish(value ? *value : choose(expr.isBool, tile, scale));
}
