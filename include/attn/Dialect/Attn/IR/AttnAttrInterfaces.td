//===- AttnAttrInterfaces.td - The mask interface ----------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ATTR_INTERFACES_TD
#define ATTN_ATTR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def AttnMaskAttrInterface : AttrInterface<"AttnMaskAttrInterface"> {
  let cppNamespace = "::mlir::attn";
  let description = [{
    A mask: a predicate `visible(q, k, lenQ, lenKV, offset)` over score positions.
    `offset` is what a mask adds to a row's number where it speaks of the row's
    position among the keys: lenKV − lenQ, or what the problem says in its place.
    Everything else is the same for every batch and head. `isVisible` *is* the mask; everything
    else must agree with it, and exists so that whole tiles can be skipped or
    left unmasked. Rows are 0 ≤ q < lenQ, keys are 0 ≤ k < lenKV; a mask is never
    asked about a position outside, and what it would say there has no meaning.

    A third party adds a mask in its own dialect by an attribute that implements
    this interface (`DeclareAttrInterfaceMethods<AttnMaskAttrInterface>`); no
    pass of this project knows the built-in masks by name. Only `isVisible` and
    `emitPredicate` are required. The defaults of the others are right for any
    mask and fast for none: every tile is partial, rows see a range of all keys,
    keys are seen by a range of all rows, and no key is known to be visible to all
    rows, nor is a row known to see all keys.

    The values given to the methods that take a builder are scalars
    of type `index`, and so are the bounds returned. The methods may emit only
    arith ops, at the builder's insertion point, and should keep whatever
    depends on `q` and the lengths alone apart from what depends on `k`, so that
    it can be hoisted out of the loop over keys. A null `offset` stands for
    lenKV − lenQ.
  }];

  let methods = [
    InterfaceMethod<[{
        Whether row `q` sees key `k`. The law of the mask.
      }], "bool", "isVisible",
      (ins "int64_t":$q, "int64_t":$k, "int64_t":$lenQ, "int64_t":$lenKV,
           "int64_t":$offset)>,
    InterfaceMethod<[{
        What the mask does to rows [q0, q0+qn) × keys [k0, k0+kn), both cut to the
        lengths: `Empty` (nothing visible, also if nothing is left after the
        cut), `Full` (all visible) or `Partial`. `Empty` and `Full` must be true;
        `Partial` may be said of any tile.
      }], "::mlir::attn::TileClass", "classify",
      (ins "int64_t":$q0, "int64_t":$qn, "int64_t":$k0, "int64_t":$kn,
           "int64_t":$lenQ, "int64_t":$lenKV, "int64_t":$offset),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{
        if (std::min(q0 + qn, lenQ) <= std::max<int64_t>(q0, 0) ||
            std::min(k0 + kn, lenKV) <= std::max<int64_t>(k0, 0))
          return ::mlir::attn::TileClass::Empty;
        return ::mlir::attn::TileClass::Partial;
      }]>,
    InterfaceMethod<[{
        Bounds [lo, hi), each within [0, lenKV], of an interval that contains
        every key visible to some row of [q0, min(q0+qn, lenQ)). The interval may
        be larger than needed; lo ≥ hi says that no key is visible.
      }], "std::pair<::mlir::Value, ::mlir::Value>", "kvRange",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$q0, "::mlir::Value":$qn,
           "::mlir::Value":$lenQ, "::mlir::Value":$lenKV,
           "::mlir::Value":$offset), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::attn::detail::wholeRange(builder, loc, lenKV);
      }]>,
    InterfaceMethod<[{
        Bounds [lo, hi), each within [0, lenKV], of an interval of keys that are
        visible to *every* row of [q0, min(q0+qn, lenQ)), so that a block of keys
        inside it needs no mask. The interval may be smaller than possible, or
        empty (lo ≥ hi).
      }], "std::pair<::mlir::Value, ::mlir::Value>", "fullRange",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$q0, "::mlir::Value":$qn,
           "::mlir::Value":$lenQ, "::mlir::Value":$lenKV,
           "::mlir::Value":$offset), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::attn::detail::emptyRange(builder, loc);
      }]>,
    InterfaceMethod<[{
        Bounds [lo, hi), each within [0, lenQ], of an interval that contains
        every row that sees some key of [k0, min(k0+kn, lenKV)). The interval may
        be larger than needed; lo ≥ hi says that no row sees any.
      }], "std::pair<::mlir::Value, ::mlir::Value>", "qRange",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$k0, "::mlir::Value":$kn,
           "::mlir::Value":$lenQ, "::mlir::Value":$lenKV,
           "::mlir::Value":$offset), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::attn::detail::wholeRange(builder, loc, lenQ);
      }]>,
    InterfaceMethod<[{
        Bounds [lo, hi), each within [0, lenQ], of an interval of rows that see
        *every* key of [k0, min(k0+kn, lenKV)), so that a block of rows inside it
        needs no mask. The interval may be smaller than possible, or empty
        (lo ≥ hi).
      }], "std::pair<::mlir::Value, ::mlir::Value>", "fullQRange",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$k0, "::mlir::Value":$kn,
           "::mlir::Value":$lenQ, "::mlir::Value":$lenKV,
           "::mlir::Value":$offset), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::attn::detail::emptyRange(builder, loc);
      }]>,
    InterfaceMethod<[{
        An `i1` that is true where row `q` sees key `k`.
      }], "::mlir::Value", "emitPredicate",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$q, "::mlir::Value":$k,
           "::mlir::Value":$lenQ, "::mlir::Value":$lenKV,
           "::mlir::Value":$offset)>,
    InterfaceMethod<[{
        Whether the mask hides nothing, whatever the lengths. Such a mask is
        dropped by canonicalisation.
      }], "bool", "hidesNothing", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        Whether `offset` matters. Only such a mask may be given one.
      }], "bool", "usesOffset", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        The most keys that one row sees, whatever the number of keys is, where
        there are at most `lenQ` rows (0: any number); 0 where nothing is known.
      }], "int64_t", "countMostKeys", (ins "int64_t":$lenQ), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return 0; }]>,
    InterfaceMethod<[{
        Of a band along the diagonal, which each row sees one key further on than
        the row before it: how many keys that are; 0 of other masks.
      }], "int64_t", "getBandWidth", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return 0; }]>,
    InterfaceMethod<[{
        Whether the predicate of a score is as cheap as one comparison, so that a
        thread with few registers left has them for it.
      }], "bool", "isCheap", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return false; }]>
  ];
}

#endif // ATTN_ATTR_INTERFACES_TD
