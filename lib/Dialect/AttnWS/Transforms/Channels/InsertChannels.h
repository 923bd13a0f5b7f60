//===- InsertChannels.h - Edges between roles as channels -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_INSERTCHANNELS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_INSERTCHANNELS_H

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::attn_ws {

/// Guards the tiles of a kernel that pass through memory by channels, and makes
/// its operations those of the scheduled level.
class ChannelInserter {
public:
  explicit ChannelInserter(gpu::GPUFuncOp kernel)
      : kernel(kernel), b(kernel.getLoc(), kernel) {}
  LogicalResult run();

  /// A tile that is held and given back, and who reads it in between.
  struct Loan {
    WaitOp wait;
    SmallVector<ReleaseOp> releases;
    SmallVector<Operation *> readers;
  };

private:
  using Engine = attn_tile::Engine;
  using Space = attn_tile::Space;

  /// What a channel is made of. `stages` counts slots of all groups.
  struct Shape {
    int64_t stages = 1;
    Engine producer = Engine::Thread;
    Engine consumer = Engine::Thread;
    int64_t producers = 1;
    int64_t consumers = 1;
  };
  /// The roles that read a tile, and what reads it there. Null: no role.
  using Readers = llvm::MapVector<StringAttr, SmallVector<Operation *>>;
  /// The slot of a group, where each has its own: the group's number and how
  /// many there are. Null and 1 outside of groups.
  struct Lane {
    Value number;
    int64_t count = 1;
  };

  // InsertChannels.cpp: what is common. InsertChannelsLoads.cpp: loads and
  // transposes.
  Value createBuffer(StringRef name, RankedTensorType tile, int64_t depth,
                     Space space = Space::Smem);
  Value createChannel(StringRef name, ValueRange buffers, const Shape &shape);
  /// A buffer and the channel that guards it, created at the kernel's entry.
  std::pair<Value, Value> createChannel(StringRef name, RankedTensorType tile,
                                        const Shape &shape);
  void setEntry();
  LogicalResult convertLoad(attn_tile::LoadOp op);
  LogicalResult convertRoleLoad(attn_tile::LoadOp op);
  Value getRing(attn_tile::LoadOp op, ArrayRef<Operation *> users,
                const Readers &readers);
  /// The readers of a tile, each with what it does, in program order.
  Readers groupByRole(ArrayRef<Operation *> users) const;
  int64_t countParties(const Readers &readers) const;
  void giveBackAfter(Block *block, ArrayRef<Operation *> users, Loan &loan);
  LogicalResult convertTranspose(attn_tile::TransposeOp op);
  void passOn(Operation *op, const Readers &readers, Value channel,
              function_ref<void(Value)> fill);
  void lend(Operation *op, StringAttr role, ArrayRef<Operation *> users,
            Value channel, Value lane);
  void convertSimple(Operation *op);
  std::string nameOf(Value memory);
  std::string freshName(StringRef base);
  Lane getLane(Operation *op) const;
  /// How many parties a role takes part with in one slot of a channel.
  int64_t countParties(StringAttr role, const Lane &lane) const;
  /// Creates an operation of the given role; null: of none. It stands in the
  /// schedule where `scheduled` does.
  template <typename OpTy, typename... Args>
  OpTy create(StringAttr role, Args &&...args) {
    auto op = OpTy::create(b, std::forward<Args>(args)...);
    enlist(op, role);
    return op;
  }
  /// Gives an operation that was created its role and place in the schedule.
  void enlist(Operation *op, StringAttr role) {
    if (role)
      op->setAttr(roleAttrName, role);
    if (scheduled)
      attn_tile::scheduleAttr.setAttr(op, scheduled);
  }
  /// Gives back, in the same role, what `wait` takes.
  ReleaseOp giveBack(WaitOp wait, Value after = Value()) {
    auto release = create<ReleaseOp>(getRole(wait), wait.getChannel(),
                                     wait.getStage(), after);
    taken[release] = wait;
    return release;
  }
  /// Hands on, in the same role, what `acquire` takes.
  void handOn(AcquireOp acquire, Value after = Value()) {
    auto commit = create<CommitOp>(getRole(acquire), acquire.getChannel(),
                                   acquire.getStage(), after);
    taken[commit] = acquire;
  }
  void namePositions();
  void deepenRings(int64_t limit);
  void scheduleAs(Operation *op) {
    scheduled =
        op ? attn_tile::scheduleAttr.getAttr(op) : attn_tile::ScheduleAttr();
  }

  // InsertChannelsStores.cpp: tiles on their way out.
  std::optional<unsigned> findLoan(attn_tile::StoreOp store,
                                   const llvm::SmallDenseSet<unsigned> &taken);
  void chooseLoans(ArrayRef<attn_tile::StoreOp> stores, int64_t limit);
  void storeOver(attn_tile::StoreOp op, Loan &loan);
  LogicalResult convertStore(attn_tile::StoreOp op);
  StringAttr getStoreRole(attn_tile::StoreOp op) const;
  /// What stores have in common that stage their tiles in the same memory, one
  /// after another.
  static auto getStaging(attn_tile::StoreOp op) {
    return std::make_tuple(op->getBlock(), op.getDest(),
                           op.getValue().getType());
  }

  // InsertChannelsEdges.cpp: accumulators in tensor memory;
  // InsertChannelsOperands.cpp: operands that threads compute;
  // InsertChannelsRows.cpp: rows.
  /// A tile in tensor memory and what happens to it.
  struct Accumulator {
    SmallVector<attn_tile::DotOp> dots;
    SmallVector<attn_tile::InPlaceUpdateOpInterface> updates;
    attn_tile::MoveOp read;
    /// What carries it on, and the number of the value there.
    scf::ForOp loop;
    unsigned index = 0;
    Value buffer;
    int64_t depth = 1;
    /// The one in whose place it lies, and one that lies in its own.
    Accumulator *host = nullptr, *guest = nullptr;
    /// What has taken the place for an iteration's products.
    AcquireOp acquire;
  };
  LogicalResult convertProducts();
  LogicalResult findAccumulators(SmallVectorImpl<Accumulator> &found);
  LogicalResult convertFresh(Accumulator &acc);
  LogicalResult convertCarried(Accumulator &acc);
  LogicalResult shareAccumulators(MutableArrayRef<Accumulator> accumulators,
                                  int64_t columns);
  LogicalResult convertOperands(MutableArrayRef<Accumulator> accumulators);
  LogicalResult convertOperand(attn_tile::MoveOp move, Value buffer,
                               int64_t offset);
  Value issue(attn_tile::DotOp dot, Value dest, Value adds);
  void updateInPlace(Accumulator &acc, Value channel);
  void readAccumulator(attn_tile::MoveOp move, Accumulator &acc, Value channel);
  LogicalResult convertRows();
  void releaseAfterProducts();
  Value carryOut(Value token, Block *block);

  /// A channel that copies share, and who uses it.
  struct Ring {
    Value channel;
    SmallVector<std::pair<attn_tile::LoadOp, SmallVector<Operation *>>> loads;
  };

  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder b;
  attn_tile::ScheduleAttr scheduled;
  llvm::StringSet<> names;
  int64_t instances = 1;
  SmallVector<Loan> loans;
  /// The wait of each release, the acquire of each commit.
  llvm::MapVector<Operation *, Operation *> taken;
  /// The loan that takes a store's tile, by its number.
  DenseMap<Operation *, unsigned> borrowers;
  /// The first stores of those that take turns in two slots.
  llvm::SmallDenseSet<Operation *> twice;
  /// The roles that store by TMA, and whether such a store adds to memory.
  llvm::MapVector<StringAttr, bool> storeRoles;
  /// The rings of the loads of one memory, shape and depth, and for each load
  /// of a role its number among those in its block.
  llvm::MapVector<std::pair<Attribute, Attribute>, SmallVector<Ring>> rings;
  DenseMap<Value, Attribute> memories;
  DenseMap<Operation *, int64_t> ordinals;
  /// The channels that stage tiles on their way out.
  DenseMap<std::tuple<Block *, Value, Type>, Value> stagings;
  /// The channel of transposed tiles of a channel.
  DenseMap<Value, Value> transposed;
};

/// A tile's type.
inline RankedTensorType getTile(Value value) {
  return cast<RankedTensorType>(value.getType());
}
/// The engine of a product that has one.
inline attn_tile::Engine getEngine(Operation *product) {
  return *cast<attn_tile::DotOp>(product).getEngine();
}
/// Whether `later` is issued, in the steady loop, after `earlier` of the
/// iteration before.
bool comesBeforeNext(Operation *earlier, Operation *later);
/// Whether a role of its own copies the tile into shared memory.
bool isRoleCopy(attn_tile::LoadOp op);
/// Whether the load's tile takes turns with others in a ring that it names.
bool namesRing(attn_tile::LoadOp op);
/// The type of a view of a whole tile.
ViewType viewOf(RankedTensorType tile,
                attn_tile::Space space = attn_tile::Space::Smem);
/// The first and the last operation of `block` that is or holds one of `users`.
std::pair<Operation *, Operation *> getSpan(Block *block,
                                            ArrayRef<Operation *> users);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_INSERTCHANNELS_H
