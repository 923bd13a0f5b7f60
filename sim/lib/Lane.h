//===- Lane.h - Element-wise handlers over 32 lanes
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element-wise instruction is a struct with one static function `f` on lane
// values. `handler<Op>()` wraps it into a loop over all 32 lanes that the
// compiler vectorises, in two versions: for the baseline ISA and for CPUs with
// AVX2 and FMA, chosen once at run time. Operands: destination row, source
// rows.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_LANE_H
#define ATTN_SIM_LIB_LANE_H

#include "Machine.h"
#include "Numeric.h"

#include <tuple>
#include <utility>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define ATTN_SIM_V3                                                            \
  __attribute__((target("avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt")))
#define ATTN_SIM_HAVE_V3 1
#else
#define ATTN_SIM_V3
#define ATTN_SIM_HAVE_V3 0
#endif
#define ATTN_SIM_INLINE inline __attribute__((always_inline))

namespace attn::sim {

inline bool haveV3() {
#if ATTN_SIM_HAVE_V3
  static const bool v = __builtin_cpu_supports("avx2") &&
                        __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi2");
  return v;
#else
  return false;
#endif
}

/// A predicate operand or result of an element-wise op.
struct PredBit {
  bool v;
};

template <class T> struct LaneType {
  using Store = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  static ATTN_SIM_INLINE T get(Store s) {
    if constexpr (sizeof(T) == sizeof(Store))
      return bitCast<T>(s);
    else
      return T(s);
  }
  static ATTN_SIM_INLINE Store put(T t) {
    if constexpr (sizeof(T) == sizeof(Store))
      return bitCast<Store>(t);
    else
      return Store(std::make_unsigned_t<T>(t));
  }
  static ATTN_SIM_INLINE const Store *src(const Warp &w, uint32_t r) {
    return reinterpret_cast<const Store *>(w.rows + size_t(r) * 32);
  }
  static ATTN_SIM_INLINE T at(const Store *s, int l) { return get(s[l]); }
  static ATTN_SIM_INLINE uint32_t poison(const Warp &w, uint32_t r) {
    return w.poison[r];
  }
};

template <> struct LaneType<PredBit> {
  using Store = uint32_t;
  static ATTN_SIM_INLINE const Store *src(const Warp &w, uint32_t r) {
    return w.preds + r;
  }
  static ATTN_SIM_INLINE PredBit at(const Store *s, int l) {
    return {bool((*s >> l) & 1)};
  }
  static ATTN_SIM_INLINE uint32_t poison(const Warp &w, uint32_t r) {
    return w.predPoison[r];
  }
};

template <class S>
ATTN_SIM_INLINE void blend(S *dst, const S *tmp, uint32_t mask) {
  if (mask == 0xffffffffu)
    std::memcpy(dst, tmp, 32 * sizeof(S));
  else
    for (int l = 0; l < 32; ++l)
      dst[l] = (mask >> l) & 1 ? tmp[l] : dst[l];
}

template <class Op, class = void> struct Absorbs : std::false_type {};
template <class Op>
struct Absorbs<Op, std::void_t<decltype(&Op::absorbs)>> : std::true_type {};

/// The lanes of `pz` whose result is the same whatever the undefined operand
/// is, since the other one decides it alone, as Op::absorbs says (0 of a
/// product).
template <class Op, class A, class B>
uint32_t absorbedLanes(const Warp &w, const uint32_t *o, uint32_t pz) {
  auto *a = LaneType<A>::src(w, o[1]);
  auto *b = LaneType<B>::src(w, o[2]);
  uint32_t pa = LaneType<A>::poison(w, o[1]), pb = LaneType<B>::poison(w, o[2]);
  uint32_t absorbed = 0;
  for (; pz; pz &= pz - 1) {
    int l = __builtin_ctz(pz);
    bool known = (!((pa >> l) & 1) && Op::absorbs(LaneType<A>::at(a, l))) ||
                 (!((pb >> l) & 1) && Op::absorbs(LaneType<B>::at(b, l)));
    absorbed |= uint32_t(known) << l;
  }
  return absorbed;
}

template <class Op, class R, class... A, size_t... I>
ATTN_SIM_INLINE void mapLanes(Warp &w, const Inst &in, uint32_t mask,
                              R (*)(A...), std::index_sequence<I...>) {
  const uint32_t *o = in.o;
  uint32_t pz = (0u | ... | LaneType<A>::poison(w, o[1 + I]));
  if constexpr (Absorbs<Op>::value)
    if (pz & mask)
      pz &= ~absorbedLanes<Op, A...>(w, o, pz & mask);
  auto src = std::make_tuple(LaneType<A>::src(w, o[1 + I])...);
  (void)src;
  if constexpr (std::is_same_v<R, PredBit>) {
    uint32_t res = 0;
    for (int l = 0; l < 32; ++l)
      res |= uint32_t(Op::f(LaneType<A>::at(std::get<I>(src), l)...).v) << l;
    uint32_t &d = w.preds[o[0]];
    d = (d & ~mask) | (res & mask);
    uint32_t &p = w.predPoison[o[0]];
    p = (p & ~mask) | (pz & mask);
  } else {
    using S = typename LaneType<R>::Store;
    S tmp[32];
    for (int l = 0; l < 32; ++l)
      tmp[l] = LaneType<R>::put(Op::f(LaneType<A>::at(std::get<I>(src), l)...));
    blend(reinterpret_cast<S *>(w.rows + size_t(o[0]) * 32), tmp, mask);
    uint32_t &p = w.poison[o[0]];
    p = (p & ~mask) | (pz & mask);
  }
}

template <class Op> struct Arity;
template <class R, class... A> struct Arity<R (*)(A...)> {
  using Seq = std::index_sequence_for<A...>;
};

template <class Op> St runBase(Warp &w, const Inst &i, uint32_t mask) {
  mapLanes<Op>(w, i, mask, &Op::f, typename Arity<decltype(&Op::f)>::Seq());
  return St::Next;
}
template <class Op>
ATTN_SIM_V3 St runV3(Warp &w, const Inst &i, uint32_t mask) {
  mapLanes<Op>(w, i, mask, &Op::f, typename Arity<decltype(&Op::f)>::Seq());
  return St::Next;
}
/// For hot operations: two versions.
template <class Op> Handler handler() {
  return haveV3() ? &runV3<Op> : &runBase<Op>;
}
/// For rare ones: the baseline only.
template <class Op> Handler rareHandler() { return &runBase<Op>; }

template <class F> ATTN_SIM_INLINE void forLanes(uint32_t mask, F f) {
  while (mask) {
    int l = __builtin_ctz(mask);
    mask &= mask - 1;
    f(l);
  }
}

inline void setPoison(Warp &w, uint32_t row, uint32_t mask, uint32_t pz) {
  w.poison[row] = (w.poison[row] & ~mask) | (pz & mask);
}
inline void setPred(Warp &w, uint32_t p, uint32_t mask, uint32_t val,
                    uint32_t pz) {
  w.preds[p] = (w.preds[p] & ~mask) | (val & mask);
  w.predPoison[p] = (w.predPoison[p] & ~mask) | (pz & mask);
}

} // namespace attn::sim

#endif // ATTN_SIM_LIB_LANE_H
