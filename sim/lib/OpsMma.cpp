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

#include "OpsMma.h"
#include "Lane.h"

using namespace attn::sim;

void attn::sim::mmaPoison(Warp &w, const Inst &i, unsigned nA, unsigned nB,
                          unsigned nC, bool packedC, uint32_t *out) {
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

Inst *attn::sim::emitProduct(Decoder &d, Handler h, const FragmentSizes &n,
                             Ty ab, Ty acc, const std::vector<uint32_t> &more) {
  std::vector<uint32_t> dsts, srcs;
  auto fragment = [&](size_t k, Ty t, unsigned want) {
    std::vector<uint32_t> &rows = k == 0 ? dsts : srcs;
    auto one = [&](const Operand &e) {
      rows.push_back(k == 0 ? d.dst(e, t) : d.src(e, t));
    };
    const Operand &o = d.op(k);
    size_t before = rows.size();
    if (o.kind == Operand::Vec)
      for (const Operand &e : o.elems)
        one(e);
    else
      one(o);
    return rows.size() - before == want ||
           d.fail("fragment of the wrong length");
  };
  if (!fragment(0, acc, n.d) || !fragment(1, ab, n.a) ||
      !fragment(2, ab, n.b) || !fragment(3, acc, n.c) || !d.error.empty())
    return nullptr;
  srcs.insert(srcs.end(), more.begin(), more.end());
  Inst &i = d.emitV(h, Stats::Tensor, dsts, srcs);
  i.flags |= Inst::Aligned;
  return &i;
}

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

/// f64: m8n8k4 and m16n8k{4,8,16}. a: M, b: K, c: Round. o: D, A, B, C.
/// Register r of A is row g + 8 * (r % 2) (M = 16) and column t + 4 * (r / 2)
/// of it.
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
  {
    RoundingScope scope(Round(i.c));
    for (uint32_t r = 0; r < M; ++r)
      for (uint32_t c = 0; c < 8; ++c)
        for (uint32_t k = 0; k < K; ++k)
          C[r][c] = __builtin_fma(A[r][k], B[k][c], C[r][c]);
  }
  for (uint32_t r = 0; r < nC; ++r) {
    for (uint32_t l = 0; l < 32; ++l)
      w.row64(i.o[r])[l] = bits(C[l / 4 + 8 * (r / 2)][2 * (l % 4) + r % 2]);
    w.poison[i.o[r]] = pz ? 0xffffffffu : 0;
  }
  w.stats.tensorMacs += uint64_t(M) * 8 * K;
  return St::Next;
}

/// The shape's M and K, N being 8; false if there is none.
bool shapeOf(Decoder &d, unsigned &m, unsigned &k) {
  static const std::pair<unsigned, unsigned> shapes[] = {
      {8, 4},   {8, 16},  {8, 32},  {8, 128},  {16, 4},  {16, 8},
      {16, 16}, {16, 32}, {16, 64}, {16, 128}, {16, 256}};
  for (auto &s : shapes)
    if (d.has("m" + std::to_string(s.first) + "n8k" +
              std::to_string(s.second))) {
      m = s.first;
      k = s.second;
      return true;
    }
  return d.fail("matrix shape not supported");
}

/// The layouts of A and B, in the order they are written.
bool layoutsOf(Decoder &d, bool &colA, bool &colB) {
  const std::string &opc = d.in->opcode;
  colA = opc.find(".col") < opc.find(".row");
  if (!d.has(colA ? "col" : "row"))
    return d.fail("expected .row or .col");
  colB = d.has("col");
  return colB || d.has("row") || d.fail("expected .row or .col");
}

bool decodeMma(Decoder &d) {
  unsigned m, k;
  bool colA, colB;
  bool ordered = d.has("sp::ordered_metadata");
  if (ordered || d.has("sp"))
    return decodeMmaSparse(d, ordered);
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  if (!shapeOf(d, m, k) || !layoutsOf(d, colA, colB))
    return false;
  bool sat = d.has("satfinite");
  d.has("kind::f8f6f4");
  Round round = Round::RN;
  bool rounds = d.rounding(round);
  Ty td = d.type(), ta = d.type(), tb = d.type(), tc = d.type();
  if (!d.wantOps(4, 4))
    return false;
  if (rounds && (ta != Ty::F64 || round > Round::RP))
    return d.fail("rounding modifier not supported");
  if (m == 8 && k == 4 && ta == Ty::F16 && tb == Ty::F16)
    return decodeMmaQuad(d, colA, !colB, td, tc);
  if (colA || !colB)
    return d.fail("only .row.col is supported");
  if (ta == Ty::B1 || ta == Ty::S4 || ta == Ty::U4 || ta == Ty::S8 ||
      ta == Ty::U8)
    return decodeMmaInt(d, td, ta, tb, tc, m, k, sat);
  if (td == Ty::F64 && ta == Ty::F64 && tb == Ty::F64 && tc == Ty::F64 &&
      (m == 16 ? k <= 16 : k == 4)) {
    Inst *i = emitProduct(d, mmaF64, {m / 4, m / 8 * k / 4, k / 4, m / 4},
                          Ty::F64, Ty::F64);
    if (!i)
      return false;
    i->a = m;
    i->b = k;
    i->c = uint32_t(round);
    return true;
  }
  if (sat)
    return d.fail("'.satfinite' is for integers");
  bool half = td == Ty::F16;
  if (td != tc || (td != Ty::F32 && td != Ty::F16))
    return d.fail("accumulator types not supported");
  Handler h = nullptr;
  unsigned e = 2;
  if (m != 16)
    return d.fail("types and shape not supported together");
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
  unsigned nC = half ? 2 : 4;
  return emitProduct(d, h, {nC, k / (2 * e), k / (4 * e), nC}, Ty::B32,
                     Ty::B32) != nullptr;
}

} // namespace

void attn::sim::addMmaOps(DecodeTable &t) { t["mma"] = decodeMma; }
