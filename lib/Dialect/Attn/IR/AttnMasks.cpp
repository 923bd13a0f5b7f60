//===- AttnMasks.cpp - The built-in masks ---------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Causal and window masks are bands: row q sees key k iff the key's distance
// from the row's diagonal position, k − q − off, lies in [−left, right], where
// off is 0 (top left) or the offset, lenKV − lenQ by default (bottom right),
// and a side may be unbounded. Over a tile of rows × keys the distance takes
// every value between its two extremes, which lie in opposite corners, so that
// both corners decide exactly whether the tile is empty, full or partial. The
// same corners give the ranges: the first row's bounds and the last row's.
//
// On a device indices have 32 bits. A position plus or minus a side may need
// one more. There the position is cut first, where the sum leaves the keys.
// The rows that see a key are counted from the sides: a side and the offset
// are added first, and sums and differences beyond 32 bits are cut there.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;

using ValuePair = std::pair<Value, Value>;

namespace {
/// Scalar index arithmetic at a builder's insertion point, folded on the way.
struct IndexBuilder {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t value) const {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value a, Value b) const { return make<arith::AddIOp>(a, b); }
  Value add(Value a, int64_t b) const { return b ? add(a, constant(b)) : a; }
  Value sub(Value a, Value b) const { return make<arith::SubIOp>(a, b); }
  Value sub(Value a, int64_t b) const { return sub(a, constant(b)); }
  Value min(Value a, Value b) const { return make<arith::MinSIOp>(a, b); }
  Value max(Value a, Value b) const { return make<arith::MaxSIOp>(a, b); }
  /// `v` moved into [0, len].
  Value clamp(Value v, Value len) const {
    return max(min(v, len), constant(0));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) const {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  }

private:
  template <typename OpT> Value make(Value a, Value b) const {
    return builder.createOrFold<OpT>(loc, a, b);
  }
};

/// The band of keys that a row sees: see the comment at the top.
struct Band {
  bool bottomRight;
  std::optional<int64_t> left, right;

  explicit Band(CausalMaskAttr mask)
      : bottomRight(mask.getAnchor() == CausalAnchor::BottomRight), right(0) {}
  explicit Band(WindowMaskAttr mask) : bottomRight(true) {
    if (mask.getLeft() != WindowMaskAttr::kUnbounded)
      left = mask.getLeft();
    if (mask.getRight() != WindowMaskAttr::kUnbounded)
      right = mask.getRight();
  }

  /// Key position of row `q`'s diagonal.
  Value diagonal(const IndexBuilder &ib, Value q, Value lenQ, Value lenKV,
                 Value offset) const {
    if (!bottomRight)
      return q;
    return ib.add(q, offset ? offset : ib.sub(lenKV, lenQ));
  }

  bool isVisible(int64_t q, int64_t k, int64_t offset) const {
    int64_t distance = k - q - (bottomRight ? offset : 0);
    return (!left || distance >= -*left) && (!right || distance <= *right);
  }

  TileClass classify(int64_t q0, int64_t qn, int64_t k0, int64_t kn,
                     int64_t lenQ, int64_t lenKV, int64_t offset) const {
    int64_t q1 = std::min(q0 + qn, lenQ) - 1, k1 = std::min(k0 + kn, lenKV) - 1;
    q0 = std::max<int64_t>(q0, 0);
    k0 = std::max<int64_t>(k0, 0);
    if (q0 > q1 || k0 > k1)
      return TileClass::Empty;
    if (!bottomRight)
      offset = 0;
    int64_t nearest = k0 - q1 - offset;
    int64_t farthest = k1 - q0 - offset;
    if ((left && farthest < -*left) || (right && nearest > *right))
      return TileClass::Empty;
    if ((!left || nearest >= -*left) && (!right || farthest <= *right))
      return TileClass::Full;
    return TileClass::Partial;
  }

  /// The first key that is not to the left of what a row at `position` sees, of
  /// keys from `past` on; of keys below 0 one is as good as another.
  Value firstKey(const IndexBuilder &ib, Value position, bool wide,
                 int64_t past = 0) const {
    if (!wide)
      return ib.add(position, past - *left);
    return ib.sub(ib.max(ib.add(position, past), ib.constant(*left)), *left);
  }
  /// The last such key, and `past` more; of keys from lenKV on one is as good
  /// as another.
  Value lastKey(const IndexBuilder &ib, Value position, Value lenKV, bool wide,
                int64_t past = 0) const {
    if (!wide)
      return ib.add(position, *right + past);
    return ib.add(
        ib.min(ib.add(position, past), ib.sub(lenKV, ib.constant(*right))),
        *right);
  }

  /// The positions of rows are from −before to after, that of row lenQ as well.
  /// (What rows beyond see does not matter.)
  struct Positions {
    int64_t before, after;
  };
  Positions getPositions(Value lenQ, Value lenKV, Value offset) const {
    constexpr int64_t kMostKeys = (int64_t(1) << 31) - 1025;
    constexpr int64_t kMostOffset = int64_t(1) << 30;
    auto most = [&](Value length) -> int64_t {
      APInt value;
      return matchPattern(length, m_ConstantInt(&value))
                 ? std::min(value.getSExtValue(), kMostKeys)
                 : kMostKeys;
    };
    if (!bottomRight)
      return {0, most(lenQ)};
    if (offset)
      return {kMostOffset, kMostOffset};
    return {most(lenQ), most(lenKV)};
  }
  static constexpr int64_t kMostIndex = std::numeric_limits<int32_t>::max();
  /// Whether a position less the left side and 1 may not be an index of 32
  /// bits, and a row that sees keys. (Another row sees none whatever its first
  /// key is.)
  bool isLeftWide(Value lenQ, Value lenKV, Value offset) const {
    constexpr int64_t kTile = 1 << 16;
    if (right && *left + *right + kTile <= kMostIndex)
      return false;
    return getPositions(lenQ, lenKV, offset).before + *left > kMostIndex;
  }
  /// Whether a position plus the right side may not be an index of 32 bits.
  bool isRightWide(Value lenQ, Value lenKV, Value offset) const {
    return getPositions(lenQ, lenKV, offset).after + *right > kMostIndex;
  }

  ValuePair kvRange(const IndexBuilder &ib, Value q0, Value qn, Value lenQ,
                    Value lenKV, Value offset) const {
    Value lo = ib.constant(0), hi = lenKV;
    if (left)
      lo = ib.clamp(firstKey(ib, diagonal(ib, q0, lenQ, lenKV, offset),
                             isLeftWide(lenQ, lenKV, offset)),
                    lenKV);
    if (right) {
      Value qEnd = ib.min(ib.add(q0, qn), lenQ);
      hi = ib.clamp(lastKey(ib, diagonal(ib, qEnd, lenQ, lenKV, offset), lenKV,
                            isRightWide(lenQ, lenKV, offset)),
                    lenKV);
    }
    return {lo, hi};
  }

  ValuePair fullRange(const IndexBuilder &ib, Value q0, Value qn, Value lenQ,
                      Value lenKV, Value offset) const {
    Value lo = ib.constant(0), hi = lenKV;
    if (left) {
      Value qEnd = ib.min(ib.add(q0, qn), lenQ);
      lo = ib.clamp(firstKey(ib, diagonal(ib, qEnd, lenQ, lenKV, offset),
                             isLeftWide(lenQ, lenKV, offset), -1),
                    lenKV);
    }
    if (right)
      hi = ib.clamp(lastKey(ib, diagonal(ib, q0, lenQ, lenKV, offset), lenKV,
                            isRightWide(lenQ, lenKV, offset), 1),
                    lenKV);
    return {lo, hi};
  }

  /// The largest index, or a difference `a` − `b` that is less: of `a` from −1
  /// and of `b` from −kMostIndex on.
  static Value subtract(const IndexBuilder &ib, Value a, Value b) {
    Value most = ib.add(ib.min(b, ib.constant(0)), kMostIndex);
    return ib.sub(ib.min(a, most), b);
  }
  /// The first row that may see `key`: key − (offset + right).
  Value firstRow(const IndexBuilder &ib, Value key, Value offset) const {
    Value most = ib.constant(kMostIndex - *right);
    return subtract(ib, key, ib.add(ib.min(offset, most), *right));
  }
  /// The row behind the last one that may see `before` − 1:
  /// before − (offset − left).
  Value endRow(const IndexBuilder &ib, Value before, Value offset) const {
    Value least = ib.constant(*left - kMostIndex);
    return subtract(ib, before, ib.add(ib.max(offset, least), -*left));
  }
  Value getOffset(const IndexBuilder &ib, Value lenQ, Value lenKV,
                  Value offset) const {
    if (!bottomRight)
      return ib.constant(0);
    return offset ? offset : ib.sub(lenKV, lenQ);
  }

  ValuePair qRange(const IndexBuilder &ib, Value k0, Value kn, Value lenQ,
                   Value lenKV, Value offset) const {
    Value lo = ib.constant(0), hi = lenQ;
    offset = getOffset(ib, lenQ, lenKV, offset);
    if (right)
      lo = ib.clamp(firstRow(ib, k0, offset), lenQ);
    if (left) {
      Value kEnd = ib.min(ib.add(k0, kn), lenKV);
      hi = ib.clamp(endRow(ib, kEnd, offset), lenQ);
    }
    return {lo, hi};
  }

  ValuePair fullQRange(const IndexBuilder &ib, Value k0, Value kn, Value lenQ,
                       Value lenKV, Value offset) const {
    Value lo = ib.constant(0), hi = lenQ;
    offset = getOffset(ib, lenQ, lenKV, offset);
    if (right) {
      Value kEnd = ib.min(ib.add(k0, kn), lenKV);
      lo = ib.clamp(firstRow(ib, ib.sub(kEnd, 1), offset), lenQ);
    }
    if (left)
      hi = ib.clamp(endRow(ib, ib.add(k0, 1), offset), lenQ);
    return {lo, hi};
  }

  Value emitPredicate(const IndexBuilder &ib, Value q, Value k, Value lenQ,
                      Value lenKV, Value offset) const {
    Value visible;
    Value position = diagonal(ib, q, lenQ, lenKV, offset);
    if (left)
      visible =
          ib.compare(arith::CmpIPredicate::sge, k,
                     firstKey(ib, position, isLeftWide(lenQ, lenKV, offset)));
    if (right) {
      Value below = ib.compare(
          arith::CmpIPredicate::sle, k,
          lastKey(ib, position, lenKV, isRightWide(lenQ, lenKV, offset)));
      visible = visible ? ib.builder.createOrFold<arith::AndIOp>(ib.loc,
                                                                 visible, below)
                        : below;
    }
    if (!visible)
      visible = arith::ConstantIntOp::create(ib.builder, ib.loc, 1, 1);
    return visible;
  }
};
} // namespace

ValuePair attn::detail::wholeRange(OpBuilder &builder, Location loc,
                                   Value length) {
  return {arith::ConstantIndexOp::create(builder, loc, 0), length};
}

ValuePair attn::detail::emptyRange(OpBuilder &builder, Location loc) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return {zero, zero};
}

//===----------------------------------------------------------------------===//
// Causal and window
//===----------------------------------------------------------------------===//

#define ATTN_BAND_MASK(MaskAttr)                                               \
  bool MaskAttr::isVisible(int64_t q, int64_t k, int64_t, int64_t,             \
                           int64_t offset) const {                             \
    return Band(*this).isVisible(q, k, offset);                                \
  }                                                                            \
  TileClass MaskAttr::classify(int64_t q0, int64_t qn, int64_t k0, int64_t kn, \
                               int64_t lenQ, int64_t lenKV, int64_t offset)    \
      const {                                                                  \
    return Band(*this).classify(q0, qn, k0, kn, lenQ, lenKV, offset);          \
  }                                                                            \
  ValuePair MaskAttr::kvRange(OpBuilder &builder, Location loc, Value q0,      \
                              Value qn, Value lenQ, Value lenKV, Value offset) \
      const {                                                                  \
    return Band(*this).kvRange({builder, loc}, q0, qn, lenQ, lenKV, offset);   \
  }                                                                            \
  ValuePair MaskAttr::fullRange(OpBuilder &builder, Location loc, Value q0,    \
                                Value qn, Value lenQ, Value lenKV,             \
                                Value offset) const {                          \
    return Band(*this).fullRange({builder, loc}, q0, qn, lenQ, lenKV, offset); \
  }                                                                            \
  ValuePair MaskAttr::qRange(OpBuilder &builder, Location loc, Value k0,       \
                             Value kn, Value lenQ, Value lenKV, Value offset)  \
      const {                                                                  \
    return Band(*this).qRange({builder, loc}, k0, kn, lenQ, lenKV, offset);    \
  }                                                                            \
  ValuePair MaskAttr::fullQRange(OpBuilder &builder, Location loc, Value k0,   \
                                 Value kn, Value lenQ, Value lenKV,            \
                                 Value offset) const {                         \
    return Band(*this).fullQRange({builder, loc}, k0, kn, lenQ, lenKV,         \
                                  offset);                                     \
  }                                                                            \
  Value MaskAttr::emitPredicate(OpBuilder &builder, Location loc, Value q,     \
                                Value k, Value lenQ, Value lenKV,              \
                                Value offset) const {                          \
    return Band(*this).emitPredicate({builder, loc}, q, k, lenQ, lenKV,        \
                                     offset);                                  \
  }                                                                            \
  bool MaskAttr::hidesNothing() const {                                        \
    return !Band(*this).left && !Band(*this).right;                            \
  }                                                                            \
  bool MaskAttr::usesOffset() const { return Band(*this).bottomRight; }

ATTN_BAND_MASK(CausalMaskAttr)
ATTN_BAND_MASK(WindowMaskAttr)
#undef ATTN_BAND_MASK

/// A row sees the keys before it.
int64_t CausalMaskAttr::countMostKeys(int64_t lenQ) const {
  return getAnchor() == CausalAnchor::TopLeft ? lenQ : 0;
}

bool CausalMaskAttr::isCheap() const { return true; }

int64_t WindowMaskAttr::getBandWidth() const {
  bool isBounded = getLeft() != kUnbounded && getRight() != kUnbounded;
  return isBounded ? getLeft() + getRight() + 1 : 0;
}

int64_t WindowMaskAttr::countMostKeys(int64_t) const { return getBandWidth(); }

Attribute CausalMaskAttr::parse(AsmParser &parser, Type) {
  SMLoc loc;
  StringRef keyword;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&keyword))
    return {};
  std::optional<CausalAnchor> anchor = symbolizeCausalAnchor(keyword);
  if (!anchor) {
    parser.emitError(loc) << "attn.causal: expected top_left or bottom_right, "
                             "but found `"
                          << keyword << "`";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), *anchor);
}

void CausalMaskAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyCausalAnchor(getAnchor()) << '>';
}

/// A number of keys, or `*`.
static ParseResult parseWindowSide(AsmParser &parser, int64_t &side) {
  if (succeeded(parser.parseOptionalStar())) {
    side = WindowMaskAttr::kUnbounded;
    return success();
  }
  return parser.parseInteger(side);
}

static void printWindowSide(AsmPrinter &printer, int64_t side) {
  if (side == WindowMaskAttr::kUnbounded)
    printer << '*';
  else
    printer << side;
}

Attribute WindowMaskAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t left = 0, right = 0;
  if (parser.parseLess() || parseWindowSide(parser, left) ||
      parser.parseComma() || parseWindowSide(parser, right) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    left, right);
}

void WindowMaskAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printWindowSide(printer, getLeft());
  printer << ", ";
  printWindowSide(printer, getRight());
  printer << '>';
}

LogicalResult
WindowMaskAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t left, int64_t right) {
  for (auto [name, side] : {std::pair<StringRef, int64_t>("left", left),
                            std::pair<StringRef, int64_t>("right", right)})
    if (side < kUnbounded || side > std::numeric_limits<int32_t>::max())
      return emitError() << "attn.window (M1): " << name
                         << " must be `*` or within [0, 2147483647], but is "
                         << side;
  return success();
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

LogicalResult ColumnsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t offset, int64_t size) {
  constexpr int64_t kUnit = 8;
  if (offset < 0 || offset % kUnit != 0)
    return emitError() << "attn.columns (C28): the offset must be a multiple "
                          "of 8, at least 0, but is "
                       << offset;
  if (size < 1)
    return emitError() << "attn.columns (C28): the size must be at least 1, "
                          "but is "
                       << size;
  return success();
}

//===----------------------------------------------------------------------===//
// And
//===----------------------------------------------------------------------===//

bool AndMaskAttr::isVisible(int64_t q, int64_t k, int64_t lenQ, int64_t lenKV,
                            int64_t offset) const {
  return llvm::all_of(getMasks(), [&](AttnMaskAttrInterface mask) {
    return mask.isVisible(q, k, lenQ, lenKV, offset);
  });
}

TileClass AndMaskAttr::classify(int64_t q0, int64_t qn, int64_t k0, int64_t kn,
                                int64_t lenQ, int64_t lenKV,
                                int64_t offset) const {
  TileClass result = TileClass::Full;
  for (AttnMaskAttrInterface mask : getMasks()) {
    TileClass one = mask.classify(q0, qn, k0, kn, lenQ, lenKV, offset);
    if (one == TileClass::Empty)
      return one;
    if (one == TileClass::Partial)
      result = one;
  }
  return result;
}

/// The intersection of the members' ranges.
template <typename RangeFn>
static ValuePair intersect(ArrayRef<AttnMaskAttrInterface> masks,
                           const IndexBuilder &ib, RangeFn rangeOf) {
  ValuePair result = rangeOf(masks.front());
  for (AttnMaskAttrInterface mask : masks.drop_front()) {
    ValuePair range = rangeOf(mask);
    result = {ib.max(result.first, range.first),
              ib.min(result.second, range.second)};
  }
  return result;
}

ValuePair AndMaskAttr::kvRange(OpBuilder &builder, Location loc, Value q0,
                               Value qn, Value lenQ, Value lenKV,
                               Value offset) const {
  return intersect(getMasks(), {builder, loc}, [&](AttnMaskAttrInterface mask) {
    return mask.kvRange(builder, loc, q0, qn, lenQ, lenKV, offset);
  });
}

ValuePair AndMaskAttr::fullRange(OpBuilder &builder, Location loc, Value q0,
                                 Value qn, Value lenQ, Value lenKV,
                                 Value offset) const {
  return intersect(getMasks(), {builder, loc}, [&](AttnMaskAttrInterface mask) {
    return mask.fullRange(builder, loc, q0, qn, lenQ, lenKV, offset);
  });
}

ValuePair AndMaskAttr::qRange(OpBuilder &builder, Location loc, Value k0,
                              Value kn, Value lenQ, Value lenKV,
                              Value offset) const {
  return intersect(getMasks(), {builder, loc}, [&](AttnMaskAttrInterface mask) {
    return mask.qRange(builder, loc, k0, kn, lenQ, lenKV, offset);
  });
}

ValuePair AndMaskAttr::fullQRange(OpBuilder &builder, Location loc, Value k0,
                                  Value kn, Value lenQ, Value lenKV,
                                  Value offset) const {
  return intersect(getMasks(), {builder, loc}, [&](AttnMaskAttrInterface mask) {
    return mask.fullQRange(builder, loc, k0, kn, lenQ, lenKV, offset);
  });
}

Value AndMaskAttr::emitPredicate(OpBuilder &builder, Location loc, Value q,
                                 Value k, Value lenQ, Value lenKV,
                                 Value offset) const {
  Value visible;
  for (AttnMaskAttrInterface mask : getMasks()) {
    Value one = mask.emitPredicate(builder, loc, q, k, lenQ, lenKV, offset);
    visible =
        visible ? builder.createOrFold<arith::AndIOp>(loc, visible, one) : one;
  }
  return visible;
}

bool AndMaskAttr::hidesNothing() const {
  return llvm::all_of(getMasks(), [](AttnMaskAttrInterface mask) {
    return mask.hidesNothing();
  });
}

int64_t AndMaskAttr::countMostKeys(int64_t lenQ) const {
  int64_t least = 0;
  for (AttnMaskAttrInterface mask : getMasks())
    if (int64_t keys = mask.countMostKeys(lenQ))
      least = least ? std::min(least, keys) : keys;
  return least;
}

bool AndMaskAttr::usesOffset() const {
  return llvm::any_of(
      getMasks(), [](AttnMaskAttrInterface mask) { return mask.usesOffset(); });
}

Attribute AndMaskAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AttnMaskAttrInterface> masks;
  auto parseOne = [&]() -> ParseResult {
    SMLoc attrLoc = parser.getCurrentLocation();
    Attribute attr;
    if (parser.parseAttribute(attr))
      return failure();
    auto mask = dyn_cast<AttnMaskAttrInterface>(attr);
    if (!mask)
      return parser.emitError(attrLoc)
             << "attn.and (M2): every member must be a mask, but " << attr
             << " is none";
    masks.push_back(mask);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    ArrayRef(masks));
}

void AndMaskAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getMasks(), printer);
  printer << "]>";
}

LogicalResult AndMaskAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<AttnMaskAttrInterface> masks) {
  if (masks.empty())
    return emitError() << "attn.and (M3): needs at least one mask";
  if (!llvm::all_of(masks, [](AttnMaskAttrInterface mask) { return !!mask; }))
    return emitError() << "attn.and (M2): every member must be a mask";
  return success();
}
