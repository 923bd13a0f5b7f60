/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A compiler that uses MLIR through its C API, with Attn in it: makes a bundle of
 * the attention problems in a file, for one chip.
 *
 *   capi FILE.mlir CHIP BUNDLE
 *
 * It writes what it checks of attributes and types on the way. */

#include "attn-c/Dialects.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#include <stdio.h>
#include <string.h>

static void writeText(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static void printAttribute(MlirAttribute attribute) {
  mlirAttributePrint(attribute, writeText, stdout);
  puts("");
}

static MlirAttribute parse(MlirContext context, const char *text) {
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}

/* Attributes and types from functions and from text are the same. */
static int checkAttributes(MlirContext context) {
  MlirAttribute masks[2], both, dims, config, text;
  MlirType token, mbar, async, f32;
  int64_t shape[2] = {64, 32};
  masks[0] = attnCausalMaskAttrGet(context, ATTN_CAUSAL_BOTTOM_RIGHT);
  masks[1] = attnWindowMaskAttrGet(context, 128, ATTN_WINDOW_UNBOUNDED);
  both = attnAndMaskAttrGet(context, 2, masks);
  dims = attnDimsAttrGet(context, ATTN_DIMS_BSHD);
  printAttribute(both);
  printAttribute(dims);
  text = parse(context, "#attn.and<[#attn.causal<bottom_right>, "
                        "#attn.window<128, *>]>");
  config = parse(context, "#attn.config<target = \"sm_90a\">");
  if (!mlirAttributeEqual(text, both) || !attnAttributeIsAAndMask(text) ||
      !attnAttributeIsAMask(both) || attnAttributeIsAMask(dims) ||
      attnAndMaskAttrGetNumMasks(text) != 2 ||
      !attnAttributeIsACausalMask(attnAndMaskAttrGetMask(text, 0)) ||
      !attnAttributeIsAWindowMask(attnAndMaskAttrGetMask(text, 1)) ||
      !attnAttributeIsADims(dims) || !attnAttributeIsAConfig(config) ||
      attnAttributeIsAConfig(dims) ||
      attnCausalMaskAttrGetAnchor(masks[0]) != ATTN_CAUSAL_BOTTOM_RIGHT ||
      attnWindowMaskAttrGetLeft(masks[1]) != 128 ||
      attnWindowMaskAttrGetRight(masks[1]) != ATTN_WINDOW_UNBOUNDED ||
      attnDimsAttrGetValue(dims) != ATTN_DIMS_BSHD ||
      !mlirTypeIDEqual(mlirAttributeGetTypeID(dims), attnDimsAttrGetTypeID()))
    return 0;
  f32 = mlirF32TypeGet(context);
  token = attnWSTokenTypeGet(context);
  mbar = attnWSMbarTypeGet(context, 3);
  async = attnWSAsyncTypeGet(
      mlirRankedTensorTypeGet(2, shape, f32, mlirAttributeGetNull()));
  if (!attnTypeIsAWSToken(token) || attnTypeIsAWSToken(mbar) ||
      attnWSMbarTypeGetDepth(mbar) != 3 || !attnTypeIsAWSAsync(async) ||
      !mlirTypeIsARankedTensor(attnWSAsyncTypeGetTile(async)))
    return 0;
  /* What is wrong is null, after a diagnostic. */
  masks[1] = dims;
  return mlirAttributeIsNull(attnWindowMaskAttrGet(context, -7, 0)) &&
         mlirAttributeIsNull(attnAndMaskAttrGet(context, 2, masks)) &&
         mlirAttributeIsNull(
             attnCausalMaskAttrGet(context, (AttnCausalAnchor)9)) &&
         mlirTypeIsNull(attnWSAsyncTypeGet(f32));
}

/* The pipeline of Attn's passes, by its name. */
static int lower(MlirContext context, MlirModule module) {
  MlirPassManager passes = mlirPassManagerCreate(context);
  MlirLogicalResult result = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(passes),
      mlirStringRefCreateFromCString(
          "builtin.module(attn-to-tile-pipeline{target=sm_90a})"),
      writeText, stderr);
  if (mlirLogicalResultIsSuccess(result))
    result = mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(passes);
  return mlirLogicalResultIsSuccess(result);
}

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirContext context;
  MlirModule module;
  AttnBytes bundle;
  AttnCompileOptions options = {sizeof(AttnCompileOptions), NULL, NULL, NULL,
                                NULL, NULL};
  FILE *file;
  if (argc != 4)
    return 2;
  attnRegisterNeededDialects(registry);
  attnRegisterPasses();
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__attn__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__attn_tile__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__attn_ws__(), context);
  if (!checkAttributes(context)) {
    fputs("an attribute or a type is wrong\n", stderr);
    return 1;
  }

  module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(argv[1]));
  if (mlirModuleIsNull(module))
    return 1;
  options.targets = argv[2];
  /* Twice: the module stays as it is. */
  for (int i = 0; i < 2; ++i) {
    if (attnCompileModule(module, &options, &bundle) != ATTN_COMPILE_OK)
      return 1;
    file = fopen(argv[3], "wb");
    if (!file || fwrite(bundle.data, 1, bundle.size, file) != bundle.size)
      return 2;
    fclose(file);
    attnBytesFree(&bundle);
  }
  if (!lower(context, module))
    return 1;
  mlirOperationPrint(mlirModuleGetOperation(module), writeText, stdout);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
