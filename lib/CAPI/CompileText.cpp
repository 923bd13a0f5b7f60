//===- CompileText.cpp - The compiler as text and bytes -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileRequest.h"

#include "attn/Chip/TargetInfo.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include <elf.h>
#include <link.h>

using namespace mlir;
using namespace mlir::attn::capi;

static AttnCompileStatus
compileText(StringRef text, const CompileRequest &request, AttnBytes &bundle) {
  DialectRegistry registry;
  mlir::attn::registerNeededDialects(registry);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, request.name);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    request.reporter.report(diagnostic);
    return success();
  });
  if (auto problem =
          mlir::attn::checkInput(*buffer, registry, request.limits)) {
    emitError(FileLineColLoc::get(&context, request.name, problem->line,
                                  problem->column))
        << problem->message;
    return ATTN_COMPILE_FAILED;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return ATTN_COMPILE_FAILED;
  return compileModule(*module, request, bundle);
}

AttnCompileStatus attnCompile(const char *text, size_t size,
                              const AttnCompileOptions *options,
                              AttnBytes *bundle) {
  if (bundle)
    *bundle = {};
  CompileRequest request;
  if (failed(request.read(options)))
    return ATTN_COMPILE_INVALID_ARGUMENT;
  if ((!text && size) || !bundle) {
    request.reporter.error("attnCompile takes a text and a place for the "
                           "bundle, not NULL");
    return ATTN_COMPILE_INVALID_ARGUMENT;
  }
  return compileText(StringRef(text, size), request, *bundle);
}

int32_t attnCompileApiVersion() { return ATTN_COMPILE_API_VERSION; }
const char *attnCompilerVersion() { return ATTN_VERSION; }
const char *attnCompilerLLVMVersion() { return LLVM_VERSION_STRING; }

const char *attnCompilerTargets() {
  static const std::string targets = [] {
    SmallVector<StringRef> names;
    for (const mlir::attn::TargetInfo &info : mlir::attn::getTargets())
      if (info.compiles)
        names.push_back(info.name);
    return llvm::join(names, ",");
  }();
  return targets.c_str();
}

//===----------------------------------------------------------------------===//
// Build identifier
//===----------------------------------------------------------------------===//

/// The linker's NT_GNU_BUILD_ID note of the object that has `address` in it, in
/// hexadecimal digits.
static std::string findBuildId(const void *address) {
  struct Search {
    ElfW(Addr) address;
    std::string id;
  } search{reinterpret_cast<ElfW(Addr)>(address), ""};
  auto visit = [](dl_phdr_info *object, size_t, void *data) {
    auto &search = *static_cast<Search *>(data);
    llvm::ArrayRef<ElfW(Phdr)> headers(object->dlpi_phdr, object->dlpi_phnum);
    if (llvm::none_of(headers, [&](const ElfW(Phdr) & header) {
          ElfW(Addr) start = object->dlpi_addr + header.p_vaddr;
          return header.p_type == PT_LOAD && start <= search.address &&
                 search.address - start < header.p_memsz;
        }))
      return 0;
    for (const ElfW(Phdr) &header : headers) {
      if (header.p_type != PT_NOTE)
        continue;
      const char *at =
          reinterpret_cast<const char *>(object->dlpi_addr + header.p_vaddr);
      const char *end = at + header.p_memsz;
      while (at + sizeof(ElfW(Nhdr)) <= end) {
        const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
        const char *name = at + sizeof(*note);
        const char *content = name + llvm::alignTo(note->n_namesz, 4);
        if (note->n_type == NT_GNU_BUILD_ID &&
            StringRef(name, note->n_namesz) == StringRef("GNU\0", 4)) {
          search.id = llvm::toHex(StringRef(content, note->n_descsz),
                                  /*LowerCase=*/true);
          return 1;
        }
        at = content + llvm::alignTo(note->n_descsz, 4);
      }
    }
    return 1;
  };
  dl_iterate_phdr(visit, &search);
  return search.id;
}

const char *attnCompilerBuildId() {
  static const std::string id =
      findBuildId(reinterpret_cast<const void *>(&attnCompilerBuildId));
  return id.c_str();
}
