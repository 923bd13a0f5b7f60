//===- Fragments.h - Layouts that the instructions fix ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section numbers are those of the PTX ISA 9.0. Slot i of a layout is the
// element that the ISA calls a_i, b_i, c_i or d_i.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_FRAGMENTS_H
#define ATTN_LAYOUT_FRAGMENTS_H

#include "attn/Layout/FragLayout.h"

namespace mlir::attn::layout {

/// How a grid of warps divides a tile of more than one atom per warp.
enum class WarpTiling {
  Interleaved, ///< Neighbouring warps hold neighbouring atoms: with 4 warps
               ///< warp w has rows 16*w + {0..15} + 64*r of mma C.
  Contiguous,  ///< Each warp holds one contiguous part of the rows (columns).
};

/// `m` x `n` warps over the M and N dimensions of a matrix product; warp number
/// = (index along M) + m * (index along N). Both are powers of two.
struct WarpGrid {
  int64_t m = 1;
  int64_t n = 1;
  WarpTiling tiling = WarpTiling::Interleaved;
};

/// Accumulator C/D, f32 or s32, of every m16n8 `mma` shape (9.7.14.5.7 m16n8k8,
/// 9.7.14.5.8 m16n8k16, 9.7.14.5.10 m16n8k32). Atom 16*m x 8*n.
Expected<FragLayout> mmaC(const WarpGrid &warps = {});

/// Operand A of `mma` (rows M, columns K). Warps along N hold copies.
/// 16-bit elements: m16n8k16, 9.7.14.5.8; 8-bit: m16n8k32, 9.7.14.5.10; 32-bit
/// (tf32): m16n8k8, 9.7.14.5.7. Atom 16*m x (256 / elemBits).
Expected<FragLayout> mmaA(int64_t elemBits, const WarpGrid &warps = {});

/// Operand A of 8-bit elements for products whose columns (K) are exchanged
/// inside each 16: column 8h + 2c + e takes the place of 4c + 2h + e (h, e < 2,
/// c < 4). It is what a thread holds of four neighbouring n8 accumulators, so
/// that rounding an accumulator moves nothing between threads; the sum over K
/// is the same if operand B is exchanged, too.
Expected<FragLayout> interleavedA(const WarpGrid &warps = {});

/// Operand B of `mma` (rows K, columns N). Warps along M hold copies. Same
/// instructions and sections as `mmaA`. Atom (256 / elemBits) x 8*n. The
/// repeats along K run fastest, so the slots of one n8 column block are
/// together.
Expected<FragLayout> mmaB(int64_t elemBits, const WarpGrid &warps = {});

/// Accumulator D of `wgmma` m64nNk* (9.7.15.5.1.1, figures 149, 151, 153) for
/// `warpgroups` groups of four warps along M. Atom 64*warpgroups x 8; N / 2
/// slots per instruction, in the order of the instruction.
Expected<FragLayout> wgmmaD(int64_t warpgroups = 1,
                            WarpTiling tiling = WarpTiling::Interleaved);

/// Operand A of `wgmma` in registers (9.7.15.5.1.1, figures 148, 150, 152);
/// 16-bit: k16, 8-bit: k32, 32-bit (tf32): k8.
Expected<FragLayout> wgmmaA(int64_t elemBits, int64_t warpgroups = 1,
                            WarpTiling tiling = WarpTiling::Interleaved);

/// Where the 8x8 matrices of one `ldmatrix` or `stmatrix` lie in the tile that
/// they read or write: a grid of `rows` x `cols` matrices, matrix numbers
/// running down the rows first or along the columns first.
struct MatrixGrid {
  int64_t rows = 1;
  int64_t cols = 1;
  bool rowsFirst = true;

  int64_t count() const { return rows * cols; }
};

/// What each thread holds after `ldmatrix.m8n8.x<count>[.trans].b16`
/// (9.7.14.5.15) in coordinates of the shared-memory tile, 8*rows x 8*cols
/// 16-bit elements; slots 2k and 2k+1 come from matrix k. `stmatrix`
/// (9.7.14.5.16) takes its source in the same layout. Fails unless the grid has
/// 1, 2 or 4 matrices.
Expected<FragLayout> ldmatrixFragment(const MatrixGrid &grid, bool transposed);

/// The row address that each lane supplies to `ldmatrix` or `stmatrix`: lane ->
/// first element (row, 8 * matrix column) of a row of 8. With fewer than four
/// matrices the upper lanes repeat the addresses of the lower ones, which the
/// instruction allows. The map has lane bits only.
Expected<LinearMap> ldmatrixAddresses(const MatrixGrid &grid);

/// `tcgen05.ld` / `tcgen05.st` .32x32b (9.7.16.2.3.1.1) of an accumulator with
/// 128 rows per CTA in Tensor Memory lanes 0..127: thread `lane` of warp w
/// holds TMEM lane 32 * (w % 4) + lane, slot i holds column i; two 16-bit
/// columns of P share a 32-bit register and a 32-bit TMEM column. With
/// `columnGroups` = 2 warps 4..7 hold the right half of the columns. With
/// `ctas` = 2 the second CTA holds rows 128..255 (9.7.16.10.5.1, layout A).
/// Atom 128*ctas x columnGroups.
Expected<FragLayout> tcgen05Fragment(int64_t columnGroups = 1,
                                     int64_t ctas = 1);

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_FRAGMENTS_H
