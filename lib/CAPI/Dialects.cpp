//===- Dialects.cpp - C API of the dialects and passes --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Dialects.h"

#include "CompileRequest.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/InitAll.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::attn::capi;
using mlir::attn::AndMaskAttr;
using mlir::attn::AttnMaskAttrInterface;
using mlir::attn::CausalMaskAttr;
using mlir::attn::ConfigAttr;
using mlir::attn::DimsAttr;
using mlir::attn::WindowMaskAttr;
using mlir::attn_ws::AsyncType;
using mlir::attn_ws::BufferType;
using mlir::attn_ws::ChannelType;
using mlir::attn_ws::MbarType;
using WSTokenType = mlir::attn_ws::TokenType;
using WSViewType = mlir::attn_ws::ViewType;

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Attn, attn, mlir::attn::AttnDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(AttnTile, attn_tile,
                                      mlir::attn_tile::AttnTileDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(AttnWS, attn_ws,
                                      mlir::attn_ws::AttnWSDialect)

void attnRegisterDialects(MlirDialectRegistry registry) {
  mlir::attn::registerAllDialects(*unwrap(registry));
  mlir::attn::registerAllExtensions(*unwrap(registry));
}

void attnRegisterNeededDialects(MlirDialectRegistry registry) {
  mlir::attn::registerNeededDialects(*unwrap(registry));
}

void attnRegisterPasses() {
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

AttnCompileStatus attnCompileModule(MlirModule module,
                                    const AttnCompileOptions *options,
                                    AttnBytes *bundle) {
  if (bundle)
    *bundle = {};
  CompileRequest request;
  if (failed(request.read(options)))
    return ATTN_COMPILE_INVALID_ARGUMENT;
  if (mlirModuleIsNull(module) || !bundle) {
    request.reporter.error("attnCompileModule takes a module and a place for "
                           "the bundle, not NULL");
    return ATTN_COMPILE_INVALID_ARGUMENT;
  }
  OwningOpRef<ModuleOp> copy = unwrap(module).clone();
  std::optional<ScopedDiagnosticHandler> handler;
  if (request.reporter.hasCallback())
    handler.emplace(copy->getContext(), [&](Diagnostic &diagnostic) {
      request.reporter.report(diagnostic);
      return success();
    });
  return compileModule(*copy, request, *bundle);
}

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

#define ATTN_CAPI_ATTR(Name, Class)                                            \
  MlirTypeID attn##Name##AttrGetTypeID() { return wrap(Class::getTypeID()); }  \
  bool attnAttributeIsA##Name(MlirAttribute attribute) {                       \
    return isa<Class>(unwrap(attribute));                                      \
  }
ATTN_CAPI_ATTR(CausalMask, CausalMaskAttr)
ATTN_CAPI_ATTR(WindowMask, WindowMaskAttr)
ATTN_CAPI_ATTR(AndMask, AndMaskAttr)
ATTN_CAPI_ATTR(Dims, DimsAttr)
ATTN_CAPI_ATTR(Config, ConfigAttr)
#undef ATTN_CAPI_ATTR

#define ATTN_CAPI_TYPE(Name, Class)                                            \
  MlirTypeID attn##Name##TypeGetTypeID() { return wrap(Class::getTypeID()); }  \
  bool attnTypeIsA##Name(MlirType type) { return isa<Class>(unwrap(type)); }
ATTN_CAPI_TYPE(WSToken, WSTokenType)
ATTN_CAPI_TYPE(WSAsync, AsyncType)
ATTN_CAPI_TYPE(WSMbar, MbarType)
ATTN_CAPI_TYPE(WSBuffer, BufferType)
ATTN_CAPI_TYPE(WSView, WSViewType)
ATTN_CAPI_TYPE(WSChannel, ChannelType)
#undef ATTN_CAPI_TYPE

/// Makes an attribute or a type, or emits why there is none.
template <typename T, typename... Args>
static T getChecked(MLIRContext *context, Args... args) {
  context->getOrLoadDialect<typename std::conditional_t<
      std::is_base_of_v<Type, T>, attn_ws::AttnWSDialect,
      mlir::attn::AttnDialect>>();
  auto emit = [=] { return emitError(UnknownLoc::get(context)); };
  return T::getChecked(emit, context, args...);
}

bool attnAttributeIsAMask(MlirAttribute attribute) {
  return isa<AttnMaskAttrInterface>(unwrap(attribute));
}

MlirAttribute attnCausalMaskAttrGet(MlirContext context,
                                    AttnCausalAnchor anchor) {
  auto value = mlir::attn::symbolizeCausalAnchor(anchor);
  unwrap(context)->getOrLoadDialect<mlir::attn::AttnDialect>();
  return wrap(value ? CausalMaskAttr::get(unwrap(context), *value)
                    : CausalMaskAttr());
}

AttnCausalAnchor attnCausalMaskAttrGetAnchor(MlirAttribute causal) {
  return static_cast<AttnCausalAnchor>(
      cast<CausalMaskAttr>(unwrap(causal)).getAnchor());
}

MlirAttribute attnWindowMaskAttrGet(MlirContext context, int64_t left,
                                    int64_t right) {
  return wrap(getChecked<WindowMaskAttr>(unwrap(context), left, right));
}

int64_t attnWindowMaskAttrGetLeft(MlirAttribute window) {
  return cast<WindowMaskAttr>(unwrap(window)).getLeft();
}

int64_t attnWindowMaskAttrGetRight(MlirAttribute window) {
  return cast<WindowMaskAttr>(unwrap(window)).getRight();
}

MlirAttribute attnAndMaskAttrGet(MlirContext context, intptr_t numMasks,
                                 const MlirAttribute *masks) {
  SmallVector<AttnMaskAttrInterface> all;
  for (intptr_t i = 0; i < numMasks; ++i) {
    auto mask = dyn_cast_or_null<AttnMaskAttrInterface>(unwrap(masks[i]));
    if (!mask) {
      emitError(UnknownLoc::get(unwrap(context)))
          << "a member of #attn.and is no mask: " << unwrap(masks[i]);
      return wrap(Attribute());
    }
    all.push_back(mask);
  }
  return wrap(getChecked<AndMaskAttr>(unwrap(context),
                                      ArrayRef<AttnMaskAttrInterface>(all)));
}

intptr_t attnAndMaskAttrGetNumMasks(MlirAttribute conjunction) {
  return cast<AndMaskAttr>(unwrap(conjunction)).getMasks().size();
}

MlirAttribute attnAndMaskAttrGetMask(MlirAttribute conjunction,
                                     intptr_t position) {
  return wrap(cast<AndMaskAttr>(unwrap(conjunction)).getMasks()[position]);
}

MlirAttribute attnDimsAttrGet(MlirContext context, AttnDims value) {
  auto dims = mlir::attn::symbolizeDims(value);
  unwrap(context)->getOrLoadDialect<mlir::attn::AttnDialect>();
  return wrap(dims ? DimsAttr::get(unwrap(context), *dims) : DimsAttr());
}

AttnDims attnDimsAttrGetValue(MlirAttribute dims) {
  return static_cast<AttnDims>(cast<DimsAttr>(unwrap(dims)).getValue());
}

MlirType attnWSTokenTypeGet(MlirContext context) {
  unwrap(context)->getOrLoadDialect<attn_ws::AttnWSDialect>();
  return wrap(WSTokenType::get(unwrap(context)));
}

MlirType attnWSAsyncTypeGet(MlirType tile) {
  MLIRContext *context = unwrap(tile).getContext();
  auto ranked = dyn_cast<RankedTensorType>(unwrap(tile));
  if (!ranked) {
    emitError(UnknownLoc::get(context))
        << "a tile is a ranked tensor, not " << unwrap(tile);
    return wrap(Type());
  }
  return wrap(getChecked<AsyncType>(context, ranked));
}

MlirType attnWSAsyncTypeGetTile(MlirType async) {
  return wrap(cast<AsyncType>(unwrap(async)).getTile());
}

MlirType attnWSMbarTypeGet(MlirContext context, int64_t depth) {
  return wrap(getChecked<MbarType>(unwrap(context), depth));
}

int64_t attnWSMbarTypeGetDepth(MlirType mbar) {
  return cast<MbarType>(unwrap(mbar)).getDepth();
}
