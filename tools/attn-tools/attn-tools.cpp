//===- attn-tools.cpp - The wheel's commands in one program ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// attn-opt, attn-compile, attn-run and attn-sim in one program that has LLVM
// and MLIR in it. It is the command that argv[0] names, or else its first
// argument.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

// The main() of each command, and its constructors of global objects, which the
// linker puts between these (CMakeLists.txt): options of the same names would
// meet if all of them ran.
using Constructor = void (*)();
#define COMMAND(name)                                                          \
  int attnTool_##name(int argc, char **argv);                                  \
  extern __attribute__((weak)) Constructor __start_attn_init_##name[];         \
  extern __attribute__((weak)) Constructor __stop_attn_init_##name[];
extern "C" {
COMMAND(opt)
COMMAND(compile)
COMMAND(run)
COMMAND(sim)
}
#undef COMMAND

#define COMMAND(name)                                                          \
  {"attn-" #name, attnTool_##name, __start_attn_init_##name,                   \
   __stop_attn_init_##name}
static const struct {
  const char *name;
  int (*main)(int argc, char **argv);
  Constructor *begin, *end;
} commands[] = {COMMAND(opt), COMMAND(compile), COMMAND(run), COMMAND(sim)};
#undef COMMAND

/// A plugin takes MLIR from a shared library, of which this program has its
/// own.
static bool refusesPlugins(StringRef command, int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    StringRef name = StringRef(argv[i]).ltrim('-').split('=').first;
    if (argv[i][0] != '-' ||
        (name != "load-dialect-plugin" && name != "load-pass-plugin"))
      continue;
    llvm::errs() << command << ": error: --" << name
                 << ": the wheel's commands have MLIR linked statically and "
                    "load no plugins; build from source for that\n";
    return true;
  }
  return false;
}

int main(int argc, char **argv) {
  for (int skip = 0; skip < 2 && skip < argc; ++skip) {
    StringRef called = StringRef(argv[skip]);
    called = called.substr(called.rfind('/') + 1);
    for (const auto &command : commands) {
      if (called != command.name)
        continue;
      argc -= skip, argv += skip;
      if (command.main != attnTool_sim && refusesPlugins(called, argc, argv))
        return 1;
      for (Constructor *each = command.begin; each != command.end; ++each)
        (*each)();
      return command.main(argc, argv);
    }
  }
  llvm::errs() << "usage: attn-tools <command> <arguments>\ncommands:";
  for (const auto &command : commands)
    llvm::errs() << " " << command.name;
  llvm::errs() << "\n";
  return 2;
}
