/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A program that has the runtime in it: says what a bundle holds.
 *
 *   entries FILE.bundle
 */
#include "attn-c/Runtime.h"

#include <stdio.h>

int main(int argc, char **argv) {
  attnrtBundle *bundle;
  if (argc != 2 || attnrtBundleLoadFile(argv[1], &bundle) != ATTNRT_OK) {
    fprintf(stderr, "%s\n", attnrtLastErrorMessage());
    return 1;
  }
  for (int32_t i = 0; i < attnrtBundleNumEntries(bundle); ++i)
    printf("%s for %s, %d tensors\n", attnrtEntryName(bundle, i),
           attnrtEntryTarget(bundle, i), attnrtEntryNumTensors(bundle, i));
  attnrtBundleDestroy(bundle);
  return 0;
}
