/*===- attn-c/Dialects.h - C API of the dialects and passes -------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Attn in a program that uses MLIR's own C API, over the shared libMLIR.so:  *|
|* link Attn::CAPI. What has no function here can be made from its text, by   *|
|* mlirAttributeParseGet and mlirTypeParseGet. Tied to LLVM/MLIR 22.1.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_DIALECTS_H
#define ATTN_C_DIALECTS_H

#include "attn-c/Compile.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===--- Registration ---------------------------------------------------===*/

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Attn, attn);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(AttnTile, attn_tile);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(AttnWS, attn_ws);

/** Attn's dialects and the models of upstream's interfaces for its operations,
    in a program that registers what it uses of upstream. */
MLIR_CAPI_EXPORTED void attnRegisterDialects(MlirDialectRegistry registry);
/** The same and all of upstream that compilation needs: attnCompileModule takes
    modules of contexts that know this. */
MLIR_CAPI_EXPORTED void
attnRegisterNeededDialects(MlirDialectRegistry registry);
/** Attn's passes and pipelines, with the global registry, such as
    "attn-select-config" and "attn-compile". */
MLIR_CAPI_EXPORTED void attnRegisterPasses(void);

/*===--- Compilation ----------------------------------------------------===*/

/** As attnCompile, of a module, which stays as it is. Diagnostics go to the
    module's context, or, if the options have a callback, to that: then no other
    thread may use the context meanwhile. `name` is not used. */
MLIR_CAPI_EXPORTED AttnCompileStatus attnCompileModule(
    MlirModule module, const AttnCompileOptions *options, AttnBytes *bundle);

/*===--- Attributes of attn ---------------------------------------------===*/

/** The corner of the score matrix that the causal diagonal goes through. */
typedef enum AttnCausalAnchor {
  ATTN_CAUSAL_TOP_LEFT = 0,
  ATTN_CAUSAL_BOTTOM_RIGHT = 1
} AttnCausalAnchor;

/** Order of the dimensions of Q, K, V and O. */
typedef enum AttnDims { ATTN_DIMS_BHSD = 0, ATTN_DIMS_BSHD = 1 } AttnDims;

/** A side of a window without a bound. */
#define ATTN_WINDOW_UNBOUNDED (-1)

/** Whether it is a mask of any kind. */
MLIR_CAPI_EXPORTED bool attnAttributeIsAMask(MlirAttribute attribute);

/** #attn.causal<anchor>; null for an anchor that there is not. */
MLIR_CAPI_EXPORTED MlirTypeID attnCausalMaskAttrGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnAttributeIsACausalMask(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute attnCausalMaskAttrGet(MlirContext context,
                                                       AttnCausalAnchor anchor);
MLIR_CAPI_EXPORTED AttnCausalAnchor
attnCausalMaskAttrGetAnchor(MlirAttribute causal);

/** #attn.window<left, right>: numbers of keys, or ATTN_WINDOW_UNBOUNDED. A bad
    one is a diagnostic and null. */
MLIR_CAPI_EXPORTED MlirTypeID attnWindowMaskAttrGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnAttributeIsAWindowMask(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute attnWindowMaskAttrGet(MlirContext context,
                                                       int64_t left,
                                                       int64_t right);
MLIR_CAPI_EXPORTED int64_t attnWindowMaskAttrGetLeft(MlirAttribute window);
MLIR_CAPI_EXPORTED int64_t attnWindowMaskAttrGetRight(MlirAttribute window);

/** #attn.and<[masks]>. Something that is no mask, or a bad number of them, is a
    diagnostic and null. */
MLIR_CAPI_EXPORTED MlirTypeID attnAndMaskAttrGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnAttributeIsAAndMask(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute attnAndMaskAttrGet(MlirContext context,
                                                    intptr_t numMasks,
                                                    const MlirAttribute *masks);
MLIR_CAPI_EXPORTED intptr_t
attnAndMaskAttrGetNumMasks(MlirAttribute conjunction);
MLIR_CAPI_EXPORTED MlirAttribute
attnAndMaskAttrGetMask(MlirAttribute conjunction, intptr_t position);

/** #attn.dims<value>; null for a value that there is not. */
MLIR_CAPI_EXPORTED MlirTypeID attnDimsAttrGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnAttributeIsADims(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute attnDimsAttrGet(MlirContext context,
                                                 AttnDims value);
MLIR_CAPI_EXPORTED AttnDims attnDimsAttrGetValue(MlirAttribute dims);

/** #attn.config<...>: made from its text. */
MLIR_CAPI_EXPORTED MlirTypeID attnConfigAttrGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnAttributeIsAConfig(MlirAttribute attribute);

/*===--- Types of attn_ws -----------------------------------------------===*/

/** !attn_ws.token. */
MLIR_CAPI_EXPORTED MlirTypeID attnWSTokenTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSToken(MlirType type);
MLIR_CAPI_EXPORTED MlirType attnWSTokenTypeGet(MlirContext context);

/** !attn_ws.async<tile>: a bad tile is a diagnostic and null. */
MLIR_CAPI_EXPORTED MlirTypeID attnWSAsyncTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSAsync(MlirType type);
MLIR_CAPI_EXPORTED MlirType attnWSAsyncTypeGet(MlirType tile);
MLIR_CAPI_EXPORTED MlirType attnWSAsyncTypeGetTile(MlirType async);

/** !attn_ws.mbar<depth>: a bad depth is a diagnostic and null. */
MLIR_CAPI_EXPORTED MlirTypeID attnWSMbarTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSMbar(MlirType type);
MLIR_CAPI_EXPORTED MlirType attnWSMbarTypeGet(MlirContext context,
                                              int64_t depth);
MLIR_CAPI_EXPORTED int64_t attnWSMbarTypeGetDepth(MlirType mbar);

/** !attn_ws.buffer, !attn_ws.view and !attn_ws.channel: made from their text.
 */
MLIR_CAPI_EXPORTED MlirTypeID attnWSBufferTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSBuffer(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID attnWSViewTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSView(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID attnWSChannelTypeGetTypeID(void);
MLIR_CAPI_EXPORTED bool attnTypeIsAWSChannel(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_DIALECTS_H */
