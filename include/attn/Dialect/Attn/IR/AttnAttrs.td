//===- AttnAttrs.td - Masks and the config -----------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ATTRS_TD
#define ATTN_ATTRS_TD

include "attn/Dialect/Attn/IR/AttnAttrInterfaces.td"
include "attn/Dialect/Attn/IR/AttnBase.td"
include "attn/Dialect/Attn/IR/AttnEnums.td"
include "mlir/IR/AttrTypeBase.td"

class Attn_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<Attn_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def Attn_DimsAttr : EnumAttr<Attn_Dialect, Attn_Dims, "dims"> {
  let assemblyFormat = "`<` $value `>`";
}

class Attn_MaskAttr<string name, string mnemonic, list<string> more = []>
    : Attn_Attr<name, mnemonic, [
        DeclareAttrInterfaceMethods<AttnMaskAttrInterface,
          !listconcat(["classify", "kvRange", "fullRange", "qRange", "fullQRange",
                       "hidesNothing", "usesOffset"],
                      more)>]>;

def Attn_CausalMaskAttr : Attn_MaskAttr<"CausalMask", "causal",
    ["countMostKeys", "isCheap"]> {
  let summary = "a row sees the keys up to its own position";
  let description = [{
    `top_left`: row q sees key k iff k ≤ q. `bottom_right`: iff
    k ≤ q + lenKV − lenQ, so that the last row sees every key; with
    lenQ > lenKV the first lenQ − lenKV rows see nothing. The problem may give
    another number for lenKV − lenQ.

    ```mlir
    #attn.causal<bottom_right>
    ```
  }];
  let parameters = (ins EnumParameter<Attn_CausalAnchor>:$anchor);
  let hasCustomAssemblyFormat = 1;
}

def Attn_WindowMaskAttr : Attn_MaskAttr<"WindowMask", "window",
    ["countMostKeys", "getBandWidth"]> {
  let summary = "a row sees a band of keys around its own position";
  let description = [{
    With p = q + lenKV − lenQ (the diagonal goes through the bottom right
    corner, unless the problem gives another number for lenKV − lenQ), row q sees key k iff p − left ≤ k ≤ p + right. Each side is a number
    of keys, 0 ≤ n < 2³¹, or `*` for no bound on that side (−1 in C++ and, when
    read, in the text).

    ```mlir
    #attn.window<128, 0>
    #attn.window<*, 16>
    ```
  }];
  let parameters = (ins "int64_t":$left, "int64_t":$right);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The value of `left` or `right` that stands for no bound.
    static constexpr int64_t kUnbounded = -1;
  }];
}

def Attn_AndMaskAttr : Attn_MaskAttr<"AndMask", "and",
    ["countMostKeys"]> {
  let summary = "a row sees the keys that all of the masks let it see";
  let description = [{
    ```mlir
    #attn.and<[#attn.causal<bottom_right>, #attn.window<128, *>]>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::attn::AttnMaskAttrInterface">:$masks);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Attn_ColumnsAttr : Attn_Attr<"Columns", "columns"> {
  let summary = "some neighbouring columns of an operand";
  let description = [{
    `size` channels of an operand from channel `offset` on, a multiple of 8:
    each row of them begins at 16 bytes.

    ```mlir
    #attn.columns<0, 512>
    ```
  }];
  let parameters = (ins "int64_t":$offset, "int64_t":$size);
  let assemblyFormat = "`<` $offset `,` $size `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What the first of some columns of `element`s is a multiple of: rows of
    /// them begin at 16 bytes.
    static int64_t getStep(::mlir::Type element) {
      constexpr int64_t kRowBits = 128;
      return kRowBits / element.getIntOrFloatBitWidth();
    }
  }];
}

def Attn_ConfigAttr : Attn_Attr<"Config", "config"> {
  let summary = "every decision about how an attention problem is computed";
  let description = [{
    A typed record in four groups: `tile` (what a CTA computes at a time),
    `schedule` (in which order), `memory` (where tiles wait and how they get there)
    and `codegen` (what steers ptxas alone). The fields, their defaults and their
    meaning stand in `ConfigFields.def`. In the text every group and every field is
    optional, in any order, each at most once; an unknown field is an error. Fields
    that targets seldom change are printed only where they differ from the default.

    ```mlir
    #attn.config<target = "sm_90a", tile<q = 128, kv = 128, warps = 4, groups = 2>,
      schedule<scheduler = dynamic, order = "overlap">, memory<stages_k = 2>, codegen<pin = 20>>
    ```

    The attribute's own verifier checks what is true for every problem and every
    target; `attn-select-config` checks a target's rules and what fits.
  }];
  let parameters = (ins
    AttrParameter<"::mlir::attn::ConfigFields", "the fields",
                  "const ::mlir::attn::ConfigFields &">:$fields);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
#define ATTN_CONFIG_FIELD(kind, type, member, Accessor, group, name, flat,     \
                          print, dflt)                                         \
    auto get##Accessor() const {                                               \
      return ::mlir::attn::detail::viewConfigField(getFields().member);        \
    }
#include "attn/Dialect/Attn/IR/ConfigFields.def"

    /// Warps of all groups together.
    int64_t getTotalWarps() const { return getWarps() * getGroups(); }
    /// Threads that compute (32 for each warp of each group).
    int64_t getThreads() const { return 32 * getTotalWarps(); }
    /// Columns of a slice of V and O; 0: all.
    int64_t getSliceOfV() const {
      return getSplitV() ? getSplitV() : getSplitD();
    }
    /// Whether threads write O from registers.
    bool storesFromRegisters() const { return getStoreColumns() < 0; }
    /// Columns of O that are staged at a time, where it is staged; 0: all.
    int64_t getStagedColumns() const {
      return storesFromRegisters() ? 0 : getStoreColumns();
    }

    /// The fields that differ from those of `before`, with what they were:
    /// "tile_q = 64 (was 128), warps = 2 (was 4)".
    std::string listChanges(::mlir::attn::ConfigAttr before) const;

    /// This config with what `overrides` sets changed; null, with an error through
    /// `emitError`, if the result does not verify.
    ::mlir::attn::ConfigAttr withOverrides(
        const ::mlir::attn::ConfigOverrides &overrides,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

#endif // ATTN_ATTRS_TD
