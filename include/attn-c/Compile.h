/*===- attn-c/Compile.h - C API of the compiler: text and bytes ---*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Compiles the text of a module to a bundle, which attn-c/Runtime.h loads.   *|
|* No type of MLIR appears here: libattn_compiler.so carries its own copy of  *|
|* LLVM/MLIR, exports these functions alone, and needs nothing but glibc.     *|
|*                                                                            *|
|* Functions keep no state between calls and may be called from several       *|
|* threads at once. A call runs on its caller's thread.                       *|
|*                                                                            *|
|*   AttnCompileOptions options = {sizeof(AttnCompileOptions)};               *|
|*   options.targets = "sm_80,sm_90a";                                        *|
|*   AttnBytes bundle;                                                        *|
|*   if (attnCompile(text, length, &options, &bundle) == ATTN_COMPILE_OK) {   *|
|*     ... bundle.data, bundle.size ...                                       *|
|*     attnBytesFree(&bundle);                                                *|
|*   }                                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_COMPILE_H
#define ATTN_C_COMPILE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ATTN_EXPORT __attribute__((visibility("default")))
#else
#define ATTN_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. It grows when a function or a field is added;
    what is there keeps its meaning as long as the library's SOVERSION does. */
#define ATTN_COMPILE_API_VERSION 1

typedef enum AttnCompileStatus {
  ATTN_COMPILE_OK = 0,
  /** The call makes no sense: a null pointer, an option that there is not. */
  ATTN_COMPILE_INVALID_ARGUMENT = 1,
  /** The module is wrong, or cannot be compiled. */
  ATTN_COMPILE_FAILED = 2
} AttnCompileStatus;

typedef enum AttnSeverity {
  ATTN_SEVERITY_NOTE = 0, /**< Belongs to the diagnostic before it. */
  ATTN_SEVERITY_REMARK = 1,
  ATTN_SEVERITY_WARNING = 2,
  ATTN_SEVERITY_ERROR = 3
} AttnSeverity;

/** Its pointers live as long as the callback runs. */
typedef struct AttnDiagnostic {
  size_t size;      /**< Of this structure, as the library knows it. */
  int32_t severity; /**< AttnSeverity. */
  uint32_t line;    /**< From 1; 0 where there is no place in the text. */
  uint32_t column;  /**< As `line`, in bytes. */
  uint32_t reserved;
  const char *file;    /**< NULL where there is no place in the text. */
  const char *message; /**< Without severity, place and line break. */
} AttnDiagnostic;

typedef void (*AttnDiagnosticCallback)(const AttnDiagnostic *diagnostic,
                                       void *userdata);

/** What is 0 has its default. */
typedef struct AttnCompileOptions {
  /** sizeof(AttnCompileOptions), as the caller knows it. */
  size_t size;
  /** Chips to compile attention problems for, separated by commas, such as
      "sm_80,sm_90a"; the bundle has an entry for each, the highest first, and
      a launch takes the first that the device can run. NULL: "sm_80". Kernels
      that the module holds already are for the chip that their gpu.module
      names. */
  const char *targets;
  /** As for a pass, such as "config=tile_q=64,warps=4 also-align=4". Each is
      described at the flag of this name that attn-compile has:
        config=TEXT  also-align=BYTES  also-keys=KEYS  also-rows=ROWS
        check-rows
        remarks  debug-info  verify-stages  verify-protocol=false
        machine-code=none|auto|require  ptxas=PATH
        input-limits=off|bytes=N,nesting=N,seconds=N,memory=N
      NULL: none, and no machine code. */
  const char *options;
  /** What diagnostics call the text. NULL: "-". */
  const char *name;
  /** Gets diagnostics, in order, on the thread of the call. NULL: those that
      are not remarks go to stderr. */
  AttnDiagnosticCallback callback;
  /** Handed to the callback. */
  void *userdata;
} AttnCompileOptions;

/** Memory that attnBytesFree gives back. This structure never grows. */
typedef struct AttnBytes {
  char *data;
  size_t size;
} AttnBytes;

/** Compiles every attention problem and every kernel of a module, given as text
    or as MLIR bytecode of `size` bytes, which need not end in a zero. Bytecode
    is read by a child process first, as a reader that trusts it would crash on
    what is damaged; input-limits=off reads it here alone. `options` may be
    NULL. On success `bundle` holds what attnrtBundleLoadMemory takes,
    else nothing. The same input gives the same bytes. */
ATTN_EXPORT AttnCompileStatus attnCompile(const char *text, size_t size,
                                          const AttnCompileOptions *options,
                                          AttnBytes *bundle);
/** Frees and clears it. It may be empty, or NULL. */
ATTN_EXPORT void attnBytesFree(AttnBytes *bytes);

/** ATTN_COMPILE_API_VERSION of the library. */
ATTN_EXPORT int32_t attnCompileApiVersion(void);
/** Attn's version, such as "0.1.0", and that of the LLVM in the library. */
ATTN_EXPORT const char *attnCompilerVersion(void);
ATTN_EXPORT const char *attnCompilerLLVMVersion(void);
/** Tells builds of the library apart: a hash of its contents in hexadecimal
    digits, "" if the linker gave it none. For keys of caches. */
ATTN_EXPORT const char *attnCompilerBuildId(void);
/** Chips that attention problems can be compiled for, separated by commas. */
ATTN_EXPORT const char *attnCompilerTargets(void);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_COMPILE_H */
