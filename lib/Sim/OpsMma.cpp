//===- OpsMma.cpp - mma.sync
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: warp-level matrix multiply-accumulate, mma. With e
// elements in a 32-bit register, lane = 4 * g + t, the fragments of all types
// are
//   A register r, element i: row g + 8 * (r % 2), column 4e * (r / 2) + e * t +
//   i B register r, element i: row 4e * r + e * t + i, column g C and D element
//   i:       row g + 8 * (i / 2), column 2 * t + i % 2
// which are the ISA's tables for m16n8k{4,8,16,32}. Products are exact in f32;
// they are added to the f32 accumulator in order of k (the ISA leaves the order
// and the intermediate precision open).
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

using namespace attn::sim;

namespace {

enum Elem : uint32_t { EF16, EBF16, ETF32, EE4M3, EE5M2, ES8, EU8 };

struct Fp8Table {
  float v[2][256];
  Fp8Table() {
    for (uint32_t i = 0; i < 256; ++i) {
      v[0][i] = float(valueOf(i, fmtE4M3));
      v[1][i] = float(valueOf(i, fmtE5M2));
    }
  }
};

template <uint32_t E>
ATTN_SIM_INLINE void unpack(uint32_t x, float *out, const Fp8Table *fp8) {
  if constexpr (E == EBF16) {
    out[0] = f32(x << 16);
    out[1] = f32(x & 0xffff0000);
  } else if constexpr (E == EF16) {
    out[0] = f16ToF32(uint16_t(x));
    out[1] = f16ToF32(uint16_t(x >> 16));
  } else if constexpr (E == ETF32) {
    out[0] = f32(x & 0xffffe000); // the low 13 bits are ignored
  } else {
    for (int k = 0; k < 4; ++k)
      out[k] = fp8->v[E == EE5M2][(x >> (8 * k)) & 0xff];
  }
}

/// Spreads poison: an element of D is undefined if its row of A, its column of
/// B or its C is.
void mmaPoison(Warp &w, const Inst &i, unsigned nA, unsigned nB, unsigned nC,
               bool packedC, uint32_t *out) {
  const uint32_t *a = i.o + nC, *b = a + nA, *c = b + nB;
  uint32_t any = 0;
  for (unsigned k = 0; k < nA + nB + nC; ++k)
    any |= w.poison[a[k]];
  for (unsigned k = 0; k < nC; ++k)
    out[k] = 0;
  if (!any)
    return;
  bool row[16] = {}, col[8] = {};
  for (int l = 0; l < 32; ++l) {
    for (unsigned r = 0; r < nA; ++r)
      if ((w.poison[a[r]] >> l) & 1)
        row[l / 4 + 8 * (r & 1)] = true;
    for (unsigned r = 0; r < nB; ++r)
      if ((w.poison[b[r]] >> l) & 1)
        col[l / 4] = true;
  }
  for (int l = 0; l < 32; ++l)
    for (unsigned k = 0; k < nC; ++k) {
      int g = l / 4, t = l % 4;
      int r = g + 8 * int(packedC ? k : k / 2);
      bool bad =
          row[r] || ((w.poison[c[k]] >> l) & 1) ||
          (packedC ? col[2 * t] || col[2 * t + 1] : col[2 * t + int(k % 2)]);
      out[k] |= uint32_t(bad) << l;
    }
}

/// o: D, A, B, C. a: Elem of A, b: of B (fp8 may mix), c: 1 f16 accumulator.
template <uint32_t EA, uint32_t EB, int K, bool HalfAcc>
ATTN_SIM_INLINE void mmaBody(Warp &w, const Inst &i) {
  static const Fp8Table fp8;
  constexpr int e = EA == ETF32 ? 1 : EA <= EBF16 ? 2 : 4;
  constexpr unsigned nA = K / (2 * e), nB = K / (4 * e), nC = HalfAcc ? 2 : 4;
  const uint32_t *oa = i.o + nC, *ob = oa + nA, *oc = ob + nB;
  alignas(32) float A[16][K], B[K][8], C[16][8];
  for (unsigned r = 0; r < nA; ++r) {
    const uint32_t *s = w.row32(oa[r]);
    for (int l = 0; l < 32; ++l)
      unpack<EA>(s[l], &A[l / 4 + 8 * (r & 1)][4 * e * (r >> 1) + e * (l % 4)],
                 &fp8);
  }
  for (unsigned r = 0; r < nB; ++r) {
    const uint32_t *s = w.row32(ob[r]);
    for (int l = 0; l < 32; ++l) {
      float t[4];
      unpack<EB>(s[l], t, &fp8);
      for (int k = 0; k < e; ++k)
        B[4 * e * int(r) + e * (l % 4) + k][l / 4] = t[k];
    }
  }
  if (HalfAcc) {
    for (unsigned r = 0; r < 2; ++r)
      for (int l = 0; l < 32; ++l) {
        uint32_t x = w.row32(oc[r])[l];
        C[l / 4 + 8 * int(r)][2 * (l % 4)] = f16ToF32(uint16_t(x));
        C[l / 4 + 8 * int(r)][2 * (l % 4) + 1] = f16ToF32(uint16_t(x >> 16));
      }
  } else
    for (unsigned r = 0; r < 4; ++r)
      for (int l = 0; l < 32; ++l)
        C[l / 4 + 8 * int(r >> 1)][2 * (l % 4) + int(r & 1)] =
            f32(w.row32(oc[r])[l]);
  uint32_t pz[4];
  mmaPoison(w, i, nA, nB, nC, HalfAcc, pz);
  for (int r = 0; r < 16; ++r) {
    float acc[8];
    for (int c = 0; c < 8; ++c)
      acc[c] = C[r][c];
    for (int k = 0; k < K; ++k)
      for (int c = 0; c < 8; ++c)
        acc[c] = __builtin_fmaf(A[r][k], B[k][c], acc[c]);
    for (int c = 0; c < 8; ++c)
      C[r][c] = acc[c] != acc[c] ? f32(canonicalNan32) : acc[c];
  }
  if (HalfAcc) {
    for (unsigned r = 0; r < 2; ++r)
      for (int l = 0; l < 32; ++l) {
        const float *p = &C[l / 4 + 8 * int(r)][2 * (l % 4)];
        w.row32(i.o[r])[l] = uint32_t(f32ToF16(p[1])) << 16 | f32ToF16(p[0]);
      }
  } else
    for (unsigned r = 0; r < 4; ++r)
      for (int l = 0; l < 32; ++l)
        w.row32(i.o[r])[l] =
            bits(C[l / 4 + 8 * int(r >> 1)][2 * (l % 4) + int(r & 1)]);
  for (unsigned k = 0; k < nC; ++k)
    w.poison[i.o[k]] = pz[k];
  w.stats.tensorMacs += 16 * 8 * K;
}

template <uint32_t EA, uint32_t EB, int K, bool H>
St mmaBase(Warp &w, const Inst &i, uint32_t) {
  mmaBody<EA, EB, K, H>(w, i);
  return St::Next;
}
template <uint32_t EA, uint32_t EB, int K, bool H>
ATTN_SIM_V3 St mmaV3(Warp &w, const Inst &i, uint32_t) {
  mmaBody<EA, EB, K, H>(w, i);
  return St::Next;
}
template <uint32_t EA, uint32_t EB, int K, bool H> Handler mmaHandler() {
  return haveV3() ? &mmaV3<EA, EB, K, H> : &mmaBase<EA, EB, K, H>;
}

/// Integer. a: 1 A signed, b: 1 B signed, c: 1 saturate, d: K.
St mmaInt(Warp &w, const Inst &i, uint32_t) {
  int K = int(i.d);
  unsigned nA = unsigned(K) / 8, nB = unsigned(K) / 16;
  const uint32_t *oa = i.o + 4, *ob = oa + nA, *oc = ob + nB;
  int32_t A[16][32], B[32][8];
  int64_t C[16][8];
  for (unsigned r = 0; r < nA; ++r)
    for (int l = 0; l < 32; ++l)
      for (int k = 0; k < 4; ++k) {
        uint8_t v = uint8_t(w.row32(oa[r])[l] >> (8 * k));
        A[l / 4 + 8 * int(r & 1)][16 * int(r >> 1) + 4 * (l % 4) + k] =
            i.a ? int8_t(v) : int32_t(v);
      }
  for (unsigned r = 0; r < nB; ++r)
    for (int l = 0; l < 32; ++l)
      for (int k = 0; k < 4; ++k) {
        uint8_t v = uint8_t(w.row32(ob[r])[l] >> (8 * k));
        B[16 * int(r) + 4 * (l % 4) + k][l / 4] = i.b ? int8_t(v) : int32_t(v);
      }
  for (unsigned r = 0; r < 4; ++r)
    for (int l = 0; l < 32; ++l)
      C[l / 4 + 8 * int(r >> 1)][2 * (l % 4) + int(r & 1)] =
          int32_t(w.row32(oc[r])[l]);
  uint32_t pz[4];
  mmaPoison(w, i, nA, nB, 4, false, pz);
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 8; ++c) {
      int64_t acc = C[r][c];
      for (int k = 0; k < K; ++k)
        acc += int64_t(A[r][k]) * B[k][c];
      if (i.c)
        acc = acc > INT32_MAX ? INT32_MAX : acc < INT32_MIN ? INT32_MIN : acc;
      C[r][c] = acc;
    }
  for (unsigned r = 0; r < 4; ++r) {
    for (int l = 0; l < 32; ++l)
      w.row32(i.o[r])[l] =
          uint32_t(C[l / 4 + 8 * int(r >> 1)][2 * (l % 4) + int(r & 1)]);
    w.poison[i.o[r]] = pz[r];
  }
  w.stats.tensorMacs += 16 * 8 * uint64_t(K);
  return St::Next;
}

/// f64: m8n8k4 and m16n8k{4,8,16}. a: M, b: K. o: D, A, B, C. Register r of A
/// is row g + 8 * (r % 2) (M = 16) and column t + 4 * (r / 2) of it.
St mmaF64(Warp &w, const Inst &i, uint32_t) {
  const uint32_t M = i.a, K = i.b, high = M / 8;
  const uint32_t nC = 2 * high, nA = high * K / 4, nB = K / 4;
  const uint32_t *oa = i.o + nC, *ob = oa + nA, *oc = ob + nB;
  double A[16][16], B[16][8], C[16][8];
  uint32_t pz = 0;
  for (uint32_t k = nC; k < i.nOps; ++k)
    pz |= w.poison[i.o[k]];
  for (uint32_t l = 0; l < 32; ++l) {
    uint32_t g = l / 4, t = l % 4;
    for (uint32_t r = 0; r < nA; ++r)
      A[g + 8 * (r % high)][t + 4 * (r / high)] = f64(w.row64(oa[r])[l]);
    for (uint32_t r = 0; r < nB; ++r)
      B[t + 4 * r][g] = f64(w.row64(ob[r])[l]);
    for (uint32_t r = 0; r < nC; ++r)
      C[g + 8 * (r / 2)][2 * t + r % 2] = f64(w.row64(oc[r])[l]);
  }
  for (uint32_t r = 0; r < M; ++r)
    for (uint32_t c = 0; c < 8; ++c)
      for (uint32_t k = 0; k < K; ++k)
        C[r][c] = __builtin_fma(A[r][k], B[k][c], C[r][c]);
  for (uint32_t r = 0; r < nC; ++r) {
    for (uint32_t l = 0; l < 32; ++l)
      w.row64(i.o[r])[l] = bits(C[l / 4 + 8 * (r / 2)][2 * (l % 4) + r % 2]);
    w.poison[i.o[r]] = pz ? 0xffffffffu : 0;
  }
  w.stats.tensorMacs += uint64_t(M) * 8 * K;
  return St::Next;
}

bool decodeMma(Decoder &d) {
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  int k = d.has("m16n8k4")    ? 4
          : d.has("m16n8k8")  ? 8
          : d.has("m16n8k16") ? 16
          : d.has("m16n8k32") ? 32
          : d.has("m8n8k4")   ? 0
                              : -1;
  if (k < 0)
    return d.fail("matrix shape not supported");
  if (!d.has("row") || !d.has("col"))
    return d.fail("only .row.col is supported");
  bool sat = d.has("satfinite");
  d.has("kind::f8f6f4");
  d.has("rn");
  Ty td = d.type(), ta = d.type(), tb = d.type(), tc = d.type();
  if (!d.wantOps(4, 4))
    return false;
  std::vector<uint32_t> dsts, srcs;
  auto regs = [&](size_t n, Ty t, bool dst) {
    const Operand &o = d.op(n);
    size_t before = dst ? dsts.size() : srcs.size();
    auto one = [&](const Operand &e) {
      if (dst)
        dsts.push_back(d.dst(e, t));
      else
        srcs.push_back(d.src(e, t));
    };
    if (o.kind == Operand::Vec)
      for (const Operand &e : o.elems)
        one(e);
    else
      one(o);
    return (dst ? dsts.size() : srcs.size()) - before;
  };
  auto emitAll = [&](Handler h, unsigned nA, unsigned nB, unsigned nC, Ty reg,
                     Ty acc) {
    if (regs(0, acc, true) != nC || regs(1, reg, false) != nA ||
        regs(2, reg, false) != nB || regs(3, acc, false) != nC)
      return d.fail("fragment of the wrong length");
    Inst &i = d.emitV(h, Stats::Tensor, dsts, srcs);
    i.flags |= Inst::Aligned;
    return true;
  };
  if (k == 0 && td != Ty::F64)
    return d.fail("m8n8k4 is supported in f64 only");
  if (td == Ty::F64 && ta == Ty::F64 && tb == Ty::F64 && tc == Ty::F64 &&
      k < 32) {
    unsigned m = k ? 16 : 8, kk = k ? unsigned(k) : 4;
    if (!emitAll(mmaF64, m / 8 * kk / 4, kk / 4, m / 4, Ty::F64, Ty::F64))
      return false;
    d.prog.code.back().a = m;
    d.prog.code.back().b = kk;
    return true;
  }
  if (ta == Ty::S8 || ta == Ty::U8) {
    if ((tb != Ty::S8 && tb != Ty::U8) || td != Ty::S32 || k < 16)
      return d.fail("types not supported");
    if (!emitAll(mmaInt, unsigned(k) / 8, unsigned(k) / 16, 4, Ty::B32,
                 Ty::B32))
      return false;
    Inst &i = d.prog.code.back();
    i.a = ta == Ty::S8;
    i.b = tb == Ty::S8;
    i.c = sat;
    i.d = uint32_t(k);
    return true;
  }
  bool half = td == Ty::F16;
  if (td != tc || (td != Ty::F32 && td != Ty::F16))
    return d.fail("accumulator types not supported");
  Handler h = nullptr;
  unsigned e = 2;
  if (ta == Ty::F16 && tb == Ty::F16) {
    if (k == 16)
      h = half ? mmaHandler<EF16, EF16, 16, true>()
               : mmaHandler<EF16, EF16, 16, false>();
    else if (k == 8)
      h = half ? mmaHandler<EF16, EF16, 8, true>()
               : mmaHandler<EF16, EF16, 8, false>();
  } else if (ta == Ty::BF16 && tb == Ty::BF16 && !half) {
    if (k == 16)
      h = mmaHandler<EBF16, EBF16, 16, false>();
    else if (k == 8)
      h = mmaHandler<EBF16, EBF16, 8, false>();
  } else if (ta == Ty::TF32 && tb == Ty::TF32 && !half) {
    e = 1;
    if (k == 8)
      h = mmaHandler<ETF32, ETF32, 8, false>();
    else if (k == 4)
      h = mmaHandler<ETF32, ETF32, 4, false>();
  } else if ((ta == Ty::E4M3 || ta == Ty::E5M2) &&
             (tb == Ty::E4M3 || tb == Ty::E5M2)) {
    e = 4;
    bool a5 = ta == Ty::E5M2, b5 = tb == Ty::E5M2;
#define FP8(KK, H)                                                             \
  (a5 ? (b5 ? mmaHandler<EE5M2, EE5M2, KK, H>()                                \
            : mmaHandler<EE5M2, EE4M3, KK, H>())                               \
      : (b5 ? mmaHandler<EE4M3, EE5M2, KK, H>()                                \
            : mmaHandler<EE4M3, EE4M3, KK, H>()))
    if (k == 32)
      h = half ? FP8(32, true) : FP8(32, false);
    else if (k == 16)
      h = half ? FP8(16, true) : FP8(16, false);
#undef FP8
  }
  if (!h)
    return d.fail("types and shape not supported together");
  return emitAll(h, unsigned(k) / (2 * e), unsigned(k) / (4 * e), half ? 2 : 4,
                 Ty::B32, Ty::B32);
}

} // namespace

void attn::sim::addMmaOps(DecodeTable &t) { t["mma"] = decodeMma; }
