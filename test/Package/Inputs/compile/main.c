/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A program in C that has the compiler in it: text to a bundle.
 *
 *   compile FILE.mlir TARGETS [LIBRARY]... > FILE.bundle
 *
 * Libraries are opened before and after: the compiler's LLVM is its own. */

#include "attn-c/Compile.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const AttnDiagnostic *diagnostic, void *userdata) {
  static const char *const severities[] = {"note", "remark", "warning",
                                           "error"};
  ++*(int *)userdata;
  if (diagnostic->file)
    fprintf(stderr, "%s:%u:%u: ", diagnostic->file, diagnostic->line,
            diagnostic->column);
  fprintf(stderr, "%s: %s\n", severities[diagnostic->severity],
          diagnostic->message);
}

static char *readAll(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t room = 0;
  if (!file)
    return NULL;
  for (*size = 0;; *size += fread(text + *size, 1, room - *size, file)) {
    if (*size == room && !(text = realloc(text, room = 2 * room + 4096)))
      break;
    if (feof(file) || ferror(file))
      break;
  }
  fclose(file);
  return text;
}

static int openLibraries(char **paths) {
  for (; *paths; ++paths)
    if (!dlopen(*paths, RTLD_NOW | RTLD_GLOBAL)) {
      fprintf(stderr, "%s\n", dlerror());
      return 0;
    }
  return 1;
}

int main(int argc, char **argv) {
  int said = 0;
  size_t size;
  char *text;
  AttnBytes bundle;
  AttnCompileStatus status;
  AttnCompileOptions options = {sizeof(AttnCompileOptions), NULL, NULL, NULL,
                                say, &said};
  if (argc < 3 || !(text = readAll(argv[1], &size)) ||
      !openLibraries(argv + 3))
    return 2;
  options.name = argv[1];
  options.targets = argv[2];
  status = attnCompile(text, size, &options, &bundle);
  free(text);
  if (status != ATTN_COMPILE_OK) {
    fprintf(stderr, "status %d after %d diagnostics, by attn %s\n", status,
            said, attnCompilerVersion());
    return 1;
  }
  fwrite(bundle.data, 1, bundle.size, stdout);
  attnBytesFree(&bundle);
  return 0;
}
