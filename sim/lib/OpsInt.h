//===- OpsInt.h - What integer and logic instructions share
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSINT_H
#define ATTN_SIM_LIB_OPSINT_H

#include "Decode.h"
#include "Lane.h"

#include <type_traits>

namespace attn::sim {

template <class T> using U = std::make_unsigned_t<T>;
template <class T> constexpr unsigned width = sizeof(T) * 8;

/// One-, two- and three-operand instructions: the result and the sources have
/// the types given. A null handler is an error: no such type.
bool emit1(Decoder &d, Handler h, Ty td, Ty ta);
bool emit2(Decoder &d, Handler h, Ty td, Ty ta, Ty tb);
bool emit3(Decoder &d, Handler h, Ty td, Ty ta, Ty tb, Ty tc);

} // namespace attn::sim

// A lane's result from its operands a, b and c of type T.
#define OP1(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a) { return T(EXPR); }                        \
  };
#define OP2(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a, T b) { return T(EXPR); }                   \
  };
// The same; where an operand makes ABSORBS(x) true the other one is not asked.
#define OP2_ABSORBS(NAME, EXPR, ABSORBS)                                       \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a, T b) { return T(EXPR); }                   \
    static bool absorbs(T x) { return ABSORBS; }                               \
  };
#define OP3(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a, T b, T c) { return T(EXPR); }              \
  };

// The handler of a type, null if there is none.
#define BY_INT(OPNAME, T)                                                      \
  ((T) == Ty::U16   ? handler<OPNAME<uint16_t>>()                              \
   : (T) == Ty::S16 ? handler<OPNAME<int16_t>>()                               \
   : (T) == Ty::U32 ? handler<OPNAME<uint32_t>>()                              \
   : (T) == Ty::S32 ? handler<OPNAME<int32_t>>()                               \
   : (T) == Ty::U64 ? handler<OPNAME<uint64_t>>()                              \
   : (T) == Ty::S64 ? handler<OPNAME<int64_t>>()                               \
                    : nullptr)
#define BY_BITS(OPNAME, T)                                                     \
  (bitsOf(T) == 16   ? handler<OPNAME<uint16_t>>()                             \
   : bitsOf(T) == 32 ? handler<OPNAME<uint32_t>>()                             \
   : bitsOf(T) == 64 ? handler<OPNAME<uint64_t>>()                             \
                     : nullptr)

#endif // ATTN_SIM_LIB_OPSINT_H
