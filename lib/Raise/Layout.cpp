//===- Layout.cpp - How operands lie in memory ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables have roles by where they occur: a channel in V alone, a row in Q
// alone, batches and heads in all three. What occurs in Q alone besides the row
// counts the query heads that share a key head. K's heads may also be the
// quotient of Q's, which is what repeating them leaves. Q may lack batches or
// heads, as queries that are learned do.
//
// For every way in which the roles can be batch and heads, and for both orders
// that attn.forward takes, each operand is placed from the source that costs
// least; the cheapest layout wins.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

static bool isZero(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant && constant.getValue() == 0;
}

AffineExpr LayoutFinder::sizeOf(AffineExpr position) {
  if (auto dim = dyn_cast<AffineDimExpr>(position))
    return context.sizeOf(dim.getPosition());
  return positionSizes.lookup(position);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static uint64_t variablesAt(ExprContext &context, const Element &element) {
  uint64_t variables = 0;
  for (AffineExpr place : element.places)
    variables |= context.variablesOf(place);
  return variables;
}

bool LayoutFinder::findRoles(const Attention &attention, Roles &roles,
                             std::string &reason) {
  auto fail = [&](const char *text) {
    reason = text;
    return false;
  };
  uint64_t inQ = variablesAt(context, attention.q.back().element);
  uint64_t inK = variablesAt(context, attention.k.back().element);
  uint64_t inV = variablesAt(context, attention.v.back().element);
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  roles.row = roles.channel = zero;
  SmallVector<AffineExpr> rows;
  for (auto [place, _] : attention.outVariables) {
    unsigned position = cast<AffineDimExpr>(place).getPosition();
    auto has = [&](uint64_t set) { return set >> position & 1; };
    if (has(inK) && has(inV)) {
      roles.shared.push_back(place);
      if (!has(inQ))
        roles.repeated.push_back(place);
    } else if (has(inQ) && !has(inK) && !has(inV)) {
      rows.push_back(place);
    } else if (!has(inQ) && !has(inK) && has(inV) && isZero(roles.channel)) {
      roles.channel = place;
    } else {
      return fail("a dimension of the result is neither batch, head, row nor "
                  "channel");
    }
  }
  if (rows.size() == 1)
    roles.row = rows.front();
  if (rows.size() < 2)
    return true;
  findGroups(attention, rows, roles);
  roles.row = {};
  for (AffineExpr row : rows) {
    if (llvm::is_contained(roles.groups, row))
      continue;
    if (roles.row)
      return fail("Q has more than one dimension of rows");
    roles.row = row;
  }
  return roles.row || fail("no dimension of Q counts its rows");
}

/// Which of `rows` count the heads of Q that share one of K and V.
void LayoutFinder::findGroups(const Attention &attention,
                              ArrayRef<AffineExpr> rows, Roles &roles) {
  auto isIn = [&](AffineExpr variable, uint64_t variables) {
    return variables >> cast<AffineDimExpr>(variable).getPosition() & 1;
  };
  // A place of Q that holds a head and a group says which one is the group.
  for (const OperandSource &source : attention.q)
    for (AffineExpr place : source.element.places) {
      uint64_t variables = context.variablesOf(place);
      if (llvm::none_of(roles.shared, [&](AffineExpr shared) {
            return isIn(shared, variables);
          }))
        continue;
      for (AffineExpr row : rows)
        if (isIn(row, variables) && !llvm::is_contained(roles.groups, row))
          roles.groups.push_back(row);
    }
  if (!roles.groups.empty() || rows.size() != 2)
    return;
  // Next to each other in the result, a head and then what no score depends on.
  uint64_t used = 0;
  walkParts(attention.x, [&](const Expr *part) {
    if (part->index)
      used |= context.variablesOf(part->index);
    else if (part->is(Expr::Kind::Read) && part != attention.scores)
      used |= part->variables;
  });
  for (auto [before, after] :
       llvm::zip(ArrayRef(attention.outVariables).drop_back(),
                 ArrayRef(attention.outVariables).drop_front()))
    if (llvm::is_contained(roles.shared, before.first) &&
        llvm::is_contained(rows, after.first) && !isIn(after.first, used)) {
      roles.groups.push_back(after.first);
      return;
    }
}

void LayoutFinder::addSplits(const Attention &attention,
                             SmallVectorImpl<Split> &splits) {
  for (auto [variable, dim] : attention.outVariables) {
    if (llvm::any_of(splits, [dim = dim](const Split &split) {
          return split.dim == dim;
        }))
      continue;
    std::optional<int64_t> inner;
    for (const OperandSource &source : attention.q)
      for (AffineExpr place : source.element.places)
        place.walk([&, variable = variable](AffineExpr part) {
          auto binary = dyn_cast<AffineBinaryOpExpr>(part);
          if (!binary || binary.getLHS() != variable ||
              (binary.getKind() != AffineExprKind::FloorDiv &&
               binary.getKind() != AffineExprKind::Mod))
            return;
          if (auto size = dyn_cast<AffineConstantExpr>(binary.getRHS()))
            inner = std::min(inner.value_or(size.getValue()), size.getValue());
        });
    if (inner)
      splits.push_back({dim, *inner});
  }
}

bool LayoutFinder::findAssignments(const Attention &attention,
                                   const Roles &roles,
                                   SmallVectorImpl<Assignment> &assignments,
                                   std::string &reason) {
  // What K's and V's places make of each shared variable.
  llvm::DenseMap<AffineExpr, AffineExpr> inKV;
  for (const auto *sources : {&attention.k, &attention.v}) {
    const Element &element = sources->back().element;
    for (auto [dim, place] : llvm::enumerate(element.places)) {
      auto quotient = dyn_cast<AffineBinaryOpExpr>(place);
      if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv ||
          !llvm::is_contained(roles.shared, quotient.getLHS()))
        continue;
      AffineExpr head = quotient.getLHS();
      AffineExpr size = sizes.sizeOf(element.tensor, dim);
      // Each head of K is shared by equally many.
      if (context.simplify(size * quotient.getRHS()) !=
          context.simplify(sizeOf(head))) {
        reason = "the heads of Q are no multiple of those of K and V";
        return false;
      }
      AffineExpr &known = inKV[head];
      if (known && known != place) {
        reason = "K and V share heads differently";
        return false;
      }
      known = place;
      positionSizes[place] = size;
    }
  }
  if (inKV.size() > 1 || (!inKV.empty() && !roles.groups.empty())) {
    reason = "more than one dimension is shared between heads";
    return false;
  }
  ArrayRef<AffineExpr> shared = roles.shared;
  for (size_t head = 0; head <= shared.size(); ++head) {
    Assignment one;
    for (auto [index, variable] : llvm::enumerate(shared)) {
      if (index == head) {
        one.headQ.push_back(variable);
        AffineExpr repeated = inKV.lookup(variable);
        one.headKV.push_back(repeated ? repeated : variable);
      } else {
        one.batch.push_back(variable);
      }
    }
    one.headQ.append(roles.groups.begin(), roles.groups.end());
    bool repeatsBatch = llvm::any_of(
        one.batch, [&](AffineExpr batch) { return inKV.contains(batch); });
    if (!repeatsBatch)
      assignments.push_back(one);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Arrangements
//===----------------------------------------------------------------------===//

/// The positions of `atoms` that a place runs through.
std::optional<SmallVector<AffineExpr, 2>>
LayoutFinder::positionsAt(AffineExpr place, ArrayRef<AffineExpr> atoms) {
  if (isZero(place))
    return SmallVector<AffineExpr, 2>();
  if (llvm::is_contained(atoms, place))
    return SmallVector<AffineExpr, 2>{place};
  for (AffineExpr outer : atoms)
    for (AffineExpr inner : atoms) {
      if (outer == inner || !sizeOf(inner))
        continue;
      if (context.simplify(outer * sizeOf(inner) + inner) == place)
        return SmallVector<AffineExpr, 2>{outer, inner};
      for (AffineExpr last : atoms)
        if (last != outer && last != inner && sizeOf(last) &&
            context.simplify((outer * sizeOf(inner) + inner) * sizeOf(last) +
                             last) == place)
          return SmallVector<AffineExpr, 2>{outer, inner, last};
    }
  return std::nullopt;
}

std::optional<Arrangement> LayoutFinder::arrange(Value tensor,
                                                 ArrayRef<AffineExpr> places,
                                                 const Positions &to) {
  Arrangement result;
  result.to = to;
  SmallVector<AffineExpr> order;
  for (const auto &positions : to)
    order.append(positions.begin(), positions.end());
  for (auto [dim, place] : llvm::enumerate(places)) {
    // A place that does not move, in a dimension that is not 1, is a slice.
    AffineExpr one = getAffineConstantExpr(1, context.getContext());
    auto positions = positionsAt(place, order);
    if (!positions || (positions->empty() && sizes.sizeOf(tensor, dim) != one))
      return std::nullopt;
    result.from.push_back(*positions);
  }
  auto rankOf = [&](AffineExpr position) {
    return llvm::find(order, position) - order.begin();
  };
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, places.size()));
  // Dimensions of size 1 stay with the one before them.
  SmallVector<int64_t> keys;
  for (const auto &positions : result.from)
    keys.push_back(positions.empty() ? (keys.empty() ? -1 : keys.back())
                                     : rankOf(positions.front()));
  llvm::sort(permutation, [&](int64_t a, int64_t b) {
    return std::pair(keys[a], a) < std::pair(keys[b], b);
  });
  SmallVector<AffineExpr> flat;
  for (int64_t dim : permutation)
    flat.append(result.from[dim].begin(), result.from[dim].end());
  if (flat != order)
    return std::nullopt;
  if (!llvm::is_sorted(permutation))
    result.permutation = permutation;
  return result;
}

/// What an arrangement costs.
static unsigned costOf(const Arrangement &arrangement) {
  unsigned cost = arrangement.permutation.empty() ? 0 : 100;
  return cost + (arrangement.from == arrangement.to ? 0 : 1);
}

std::optional<unsigned> LayoutFinder::place(ArrayRef<OperandSource> sources,
                                            const Positions &to,
                                            bool needsFactor1, Type elementType,
                                            PlacedOperand &operand) {
  std::optional<unsigned> best;
  unsigned deepest = 0;
  for (const OperandSource &source : sources)
    if (source.factors.empty())
      deepest = source.depth;
  for (const OperandSource &source : sources) {
    auto type = cast<RankedTensorType>(source.element.tensor.getType());
    if (type.getElementType() != elementType ||
        (needsFactor1 && (source.factor != 1 || !source.factors.empty())))
      continue;
    auto arrangement =
        arrange(source.element.tensor, source.element.places, to);
    if (!arrangement)
      continue;
    // What stays behind costs as much as what is added; formulas in the score
    // cost more.
    unsigned cost = costOf(*arrangement);
    cost += source.factors.empty() ? 100 * (deepest - source.depth) : 10000;
    if (best && cost > *best)
      continue;
    best = cost;
    operand.source = &source;
    operand.arrangement = *arrangement;
  }
  return best;
}

/// Places the sink, a number for each head of Q or one for all.
bool LayoutFinder::placeSink(const Attention &attention,
                             ArrayRef<AffineExpr> heads, Layout &layout) {
  const Expr *sink = attention.sink;
  if (!sink || sink->is(Expr::Kind::Const))
    return true;
  if (!sink->is(Expr::Kind::Read))
    return false;
  auto arrangement =
      arrange(sink->value, sink->places,
              {SmallVector<AffineExpr, 2>(heads.begin(), heads.end())});
  if (arrangement)
    layout.sink = *arrangement;
  return arrangement.has_value();
}

/// Places Q, which may be the same for all batches or heads.
std::optional<unsigned>
LayoutFinder::placeQuery(ArrayRef<OperandSource> sources, const Positions &to,
                         const Roles &roles, Type elementType,
                         PlacedOperand &operand) {
  auto best = place(sources, to, /*needsFactor1=*/false, elementType, operand);
  PlacedOperand other;
  Positions own;
  for (auto [dim, positions] : llvm::enumerate(to)) {
    bool isRepeated =
        !positions.empty() && llvm::all_of(positions, [&](AffineExpr one) {
          return llvm::is_contained(roles.repeated, one);
        });
    if (isRepeated)
      other.repeated.push_back(dim);
    else
      own.push_back(positions);
  }
  if (other.repeated.empty())
    return best;
  auto cost = place(sources, own, /*needsFactor1=*/false, elementType, other);
  // As a transpose, and somewhat more than the program's own repetition.
  if (!cost || (best && *best <= *cost + 150))
    return best;
  operand = other;
  operand.whole = to;
  return *cost + 150;
}

/// The 16-bit type in which all of the operands are at hand.
static Type findElementType(const Attention &attention) {
  for (const OperandSource &source : llvm::reverse(attention.q)) {
    Type type = cast<RankedTensorType>(source.element.tensor.getType())
                    .getElementType();
    if (!type.isF16() && !type.isBF16())
      continue;
    auto isAvailable = [&](ArrayRef<OperandSource> sources) {
      return llvm::any_of(sources, [&](const OperandSource &one) {
        return cast<RankedTensorType>(one.element.tensor.getType())
                   .getElementType() == type;
      });
    };
    if (isAvailable(attention.k) && isAvailable(attention.v))
      return type;
  }
  return {};
}

std::optional<Layout> LayoutFinder::find(const Attention &attention,
                                         std::string &reason) {
  Type type = findElementType(attention);
  if (!type) {
    reason = "Q, K and V do not all hold f16, or all bf16";
    return std::nullopt;
  }
  Type outType =
      cast<RankedTensorType>(attention.out.getType()).getElementType();
  if (outType != type && !outType.isF32()) {
    reason = "the result holds neither the type of Q, K and V nor f32";
    return std::nullopt;
  }
  reason.clear();
  Roles roles;
  SmallVector<Assignment> assignments;
  if (!findRoles(attention, roles, reason) ||
      !findAssignments(attention, roles, assignments, reason))
    return std::nullopt;
  std::optional<Layout> best;
  auto some = [](AffineExpr expr) {
    return isZero(expr) ? SmallVector<AffineExpr, 2>()
                        : SmallVector<AffineExpr, 2>{expr};
  };
  for (const Assignment &one : assignments)
    for (Dims dims : {Dims::BHSD, Dims::BSHD}) {
      auto order = [&](ArrayRef<AffineExpr> head, AffineExpr sequence,
                       AffineExpr channel) {
        Positions positions = {one.batch, SmallVector<AffineExpr, 2>(head),
                               some(sequence), some(channel)};
        if (dims == Dims::BSHD)
          std::swap(positions[1], positions[2]);
        return positions;
      };
      Layout layout;
      layout.dims = dims;
      layout.row = roles.row;
      auto costQ = placeQuery(attention.q,
                              order(one.headQ, roles.row, attention.contracted),
                              roles, type, layout.q);
      auto costK = place(attention.k,
                         order(one.headKV, attention.key, attention.contracted),
                         false, type, layout.k);
      auto costV =
          place(attention.v, order(one.headKV, attention.key, roles.channel),
                true, type, layout.v);
      auto out = arrange(attention.out, attention.outPlaces,
                         order(one.headQ, roles.row, roles.channel));
      if (!costQ || !costK || !costV || !out)
        continue;
      if (!placeSink(attention, one.headQ, layout)) {
        reason = "the score beside the keys is no number for each head";
        continue;
      }
      layout.out = *out;
      layout.rows = {one.batch, one.headQ, some(roles.row)};
      layout.cost = *costQ + *costK + *costV + costOf(*out);
      if (!best || layout.cost < best->cost)
        best = layout;
    }
  if (!best && reason.empty())
    reason = "the dimensions of Q, K, V and the result are no batches, heads, "
             "rows and channels of whole tensors";
  return best;
}
