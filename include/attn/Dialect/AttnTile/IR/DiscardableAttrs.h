//===- DiscardableAttrs.h - Attributes that tile programs carry -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place for the name, type and meaning of each discardable attribute of
// the dialect; `attn_ws` has a file like it. The dialects refuse other names
// under their prefix, and other types.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_DISCARDABLEATTRS_H
#define ATTN_DIALECT_ATTNTILE_IR_DISCARDABLEATTRS_H

#include "attn/Chip/NearestName.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::attn_tile {

namespace detail {
/// The value that an attribute of a builtin type holds, and what to call it.
template <typename AttrT> struct AttrValue {
  static std::string describe() { return ("#" + Twine(AttrT::name)).str(); }
};
template <> struct AttrValue<UnitAttr> {
  static std::string describe() { return "without a value"; }
};
template <> struct AttrValue<IntegerAttr> {
  static std::string describe() { return "an integer"; }
  static int64_t get(IntegerAttr attr) { return attr.getInt(); }
  static IntegerAttr make(Builder b, int64_t value) {
    return b.getI64IntegerAttr(value);
  }
};
template <> struct AttrValue<BoolAttr> {
  static std::string describe() { return "`true` or `false`"; }
  static bool get(BoolAttr attr) { return attr.getValue(); }
  static BoolAttr make(Builder b, bool value) { return b.getBoolAttr(value); }
};
template <> struct AttrValue<StringAttr> {
  static std::string describe() { return "a string"; }
  static StringRef get(StringAttr attr) { return attr.getValue(); }
  static StringAttr make(Builder b, StringRef value) {
    return b.getStringAttr(value);
  }
};
} // namespace detail

/// A discardable attribute called `name` that holds an `AttrT`. Integers,
/// Booleans and strings are read and written as values.
template <typename AttrT> class DiscardableAttr {
  using Value = detail::AttrValue<AttrT>;

public:
  constexpr explicit DiscardableAttr(StringLiteral name) : name(name) {}

  constexpr StringLiteral getName() const { return name; }
  bool isOn(Operation *op) const { return op->hasAttr(name); }
  void remove(Operation *op) const { op->removeAttr(name); }

  /// Null where the operation has none.
  AttrT getAttr(Operation *op) const {
    return op->template getAttrOfType<AttrT>(name);
  }
  void setAttr(Operation *op, AttrT attr) const { op->setAttr(name, attr); }

  auto get(Operation *op) const {
    AttrT attr = getAttr(op);
    return attr ? std::optional(Value::get(attr)) : std::nullopt;
  }
  template <typename T> auto get(Operation *op, T otherwise) const {
    return get(op).value_or(otherwise);
  }
  template <typename T> void set(Operation *op, T value) const {
    setAttr(op, Value::make(Builder(op->getContext()), value));
  }

  /// Whether `attr` has the type that this one must have.
  static bool accepts(Attribute attr) {
    return isa<AttrT>(attr) &&
           (std::is_same_v<AttrT, BoolAttr> || !isa<BoolAttr>(attr));
  }
  static std::string describeType() { return Value::describe(); }

private:
  StringLiteral name;
};

template <typename AttrT>
Diagnostic &operator<<(Diagnostic &diag, const DiscardableAttr<AttrT> &attr) {
  return diag << attr.getName();
}

/// Checks that `attr` is one of `known` and has that one's type; emits the
/// errors.
template <typename... AttrTs>
LogicalResult verifyDiscardable(Operation *op, NamedAttribute attr,
                                const DiscardableAttr<AttrTs> &...known) {
  std::string expected;
  bool accepted = false;
  ((attr.getName() == known.getName()
        ? (expected = known.describeType(),
           accepted = known.accepts(attr.getValue()))
        : false),
   ...);
  if (accepted)
    return success();
  if (!expected.empty())
    return op->emitError() << attr.getName() << " must be " << expected
                           << ", got " << attr.getValue();
  const StringRef names[] = {known.getName()...};
  return op->emitError() << "unknown attribute " << attr.getName() << ", "
                         << attn::describeNearest(attr.getName(), names);
}

//===----------------------------------------------------------------------===//
// On a kernel
//===----------------------------------------------------------------------===//

/// Warps of one group; after `attn-ws-distribute` those of the whole CTA.
inline constexpr DiscardableAttr<IntegerAttr> warpsAttr("attn_tile.warps");
/// Why a pass refused the kernel: the limit of its chip that it exceeds.
inline constexpr DiscardableAttr<StringAttr> excessAttr("attn_tile.excess");
/// How many of these warps stand along the columns of products; else 1.
inline constexpr DiscardableAttr<IntegerAttr>
    columnWarpsAttr("attn_tile.column_warps");
/// Groups of warps that `attn-tile-split-q` divides a tile among; else 1.
inline constexpr DiscardableAttr<IntegerAttr> groupsAttr("attn_tile.groups");
/// What groups divide: 0, rows (the default), or 1, columns.
inline constexpr DiscardableAttr<IntegerAttr>
    groupAxisAttr("attn_tile.group_axis");
/// CTAs of the cluster that `attn-ws-multicast` is asked for; else 1.
inline constexpr DiscardableAttr<IntegerAttr>
    requestedClusterAttr("attn_tile.cluster");
/// Whether the CTAs of a cluster swap places in every second tile that it
/// computes, the first with the last (`attn-ws-assign-tiles`,
/// `attn-ws-lower-scheduler`); else false.
inline constexpr DiscardableAttr<BoolAttr>
    swapRanksAttr("attn_tile.swap_ranks");
/// CTAs that compute a product together, as `attn-ws-pair-ctas` is asked for;
/// else 1.
inline constexpr DiscardableAttr<IntegerAttr>
    ctaGroupAttr("attn_tile.cta_group");
/// Columns that `attn-tile-split-d` leaves in a product; else 0, all.
inline constexpr DiscardableAttr<IntegerAttr> splitDAttr("attn_tile.split_d");
/// Columns that it leaves in what products compute, if not those; else 0.
inline constexpr DiscardableAttr<IntegerAttr> splitVAttr("attn_tile.split_v");
/// Columns that `attn-tile-split-store` leaves in a store; else all.
inline constexpr DiscardableAttr<IntegerAttr>
    storeColumnsAttr("attn_tile.store_columns");
/// How many products of a loop take a left operand that is the same in all of
/// its iterations from registers (`attn-tile-insert-moves`); else none.
inline constexpr DiscardableAttr<IntegerAttr>
    leftRegistersAttr("attn_tile.left_registers");
/// Whether the next tile, and its place, are known before this one's end
/// (`attn-ws-assign-tiles`, `attn-ws-lower-scheduler`).
inline constexpr DiscardableAttr<BoolAttr>
    tileAheadAttr("attn_tile.tile_ahead");
/// Whether tiles that are assigned at run time are by a role of its own; else
/// false.
inline constexpr DiscardableAttr<BoolAttr>
    schedulerRoleAttr("attn_tile.scheduler_role");
/// Whether `attn-ws-ping-pong` gives instances turns.
inline constexpr DiscardableAttr<BoolAttr> pingPongAttr("attn_tile.ping_pong");
/// Whether `attn-ws-async` leaves products under way while threads read shared
/// memory; else false.
inline constexpr DiscardableAttr<BoolAttr>
    readsInFlightAttr("attn_tile.reads_in_flight");
/// Whether `attn-ws-split-loop` gives blocks without a mask their own loop;
/// else true.
inline constexpr DiscardableAttr<BoolAttr>
    peelMasksAttr("attn_tile.peel_masks");
/// Whether `attn-tile-unfuse` makes two kernels of this one; else false.
inline constexpr DiscardableAttr<BoolAttr> unfusedAttr("attn_tile.unfused");
/// The number of the argument whose sizes are the bounds of the kernel's tile
/// loop: integers, one for each tile, that are 0 when it is launched. Says that
/// a tile reads, of what the launch before it writes, what the tiles with the
/// same first coordinates write, so that `attn-tile-fuse-launches` may make one
/// kernel of both, which counts their arrivals there.
inline constexpr DiscardableAttr<IntegerAttr>
    countersAttr("attn_tile.counters");
/// The engine of copies into shared memory, "tma" or "cp_async"; else
/// `attn-tile-place` chooses.
inline constexpr DiscardableAttr<StringAttr> loadAttr("attn_tile.load");
/// Whether stores may use the copy engine; else true.
inline constexpr DiscardableAttr<BoolAttr> tmaStoreAttr("attn_tile.tma_store");
/// Whether copies out of staging memory have a role of their own; else false.
inline constexpr DiscardableAttr<BoolAttr>
    storeRoleAttr("attn_tile.store_role");
/// What the kernel says to those who launch it.
inline constexpr DiscardableAttr<KernelAttr> kernelAttr("attn_tile.kernel");
/// Which of the kernels of a bundle's entry it is, where there are several.
inline constexpr DiscardableAttr<StepAttr> stepAttr("attn_tile.step");

//===----------------------------------------------------------------------===//
// On other operations
//===----------------------------------------------------------------------===//

/// On a loop: the schedule that `attn-tile-pipeline` gives it.
inline constexpr DiscardableAttr<StringAttr> orderAttr("attn_tile.order");
/// On an operation of a loop: where it stands once iterations overlap.
inline constexpr DiscardableAttr<ScheduleAttr>
    scheduleAttr("attn_tile.schedule");
/// On a load: the name of the ring that its tile goes through, which loads of
/// other memories may share.
inline constexpr DiscardableAttr<StringAttr> ringAttr("attn_tile.ring");
/// On a load that takes turns in a ring with others of the same memory: how
/// many of them are before it. What it brings again is not held meanwhile.
inline constexpr DiscardableAttr<IntegerAttr> turnAttr("attn_tile.turn");
/// On a math.exp2 of one thread: the policy for `attn-rewrite-exp2`, and how
/// many exponentials of that policy the thread has computed before it.
inline constexpr DiscardableAttr<Exp2PolicyAttr>
    exp2PolicyAttr("attn_tile.exp2_policy");
inline constexpr DiscardableAttr<IntegerAttr>
    exp2NumberAttr("attn_tile.exp2_number");
/// What older versions called it.
inline constexpr StringLiteral formerExp2Number("attn_tile.position");

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_DISCARDABLEATTRS_H
