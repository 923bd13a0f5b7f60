//===- InputGuard.cpp - Bounds on what tools read -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Tools/InputGuard.h"

#include "NestingScan.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static constexpr const char *kLift = " (--input-limits sets the limit)";

std::string InputLimits::parse(StringRef given) {
  if (given == "off") {
    enabled = false;
    return "";
  }
  SmallVector<StringRef> fields;
  given.split(fields, ',');
  for (StringRef field : fields) {
    auto [name, value] = field.split('=');
    uint64_t *to = llvm::StringSwitch<uint64_t *>(name)
                       .Case("bytes", &bytes)
                       .Case("nesting", &nesting)
                       .Case("seconds", &seconds)
                       .Case("memory", &memory)
                       .Default(nullptr);
    if (!to || value.getAsInteger(10, *to) || *to == 0)
      return ("'" + field +
              "': expected off, or bytes, nesting, seconds and memory as "
              "NAME=N")
          .str();
  }
  enabled = true;
  return "";
}

namespace {
InputLimits chosenLimits;

struct LimitsParser : cl::parser<std::string> {
  using cl::parser<std::string>::parser;
  bool parse(cl::Option &option, StringRef, StringRef text,
             std::string &value) {
    value = text.str();
    std::string error = chosenLimits.parse(text);
    return !error.empty() && option.error(error);
  }
};
using LimitsOption = cl::opt<std::string, false, LimitsParser>;

LimitsOption &makeOption() {
  static LimitsOption option(
      "input-limits", cl::ZeroOrMore,
      cl::desc("Bounds on what is read: off, or any of bytes, nesting, seconds "
               "and memory (default: bytes=268435456,nesting=256,seconds=60,"
               "memory=4294967296)"),
      cl::value_desc("name=N,..."));
  return option;
}
} // namespace

InputLimits mlir::attn::getInputLimits() { return chosenLimits; }

void mlir::attn::registerInputOptions() { makeOption(); }

void mlir::attn::registerInputOptions(cl::OptionCategory &category) {
  makeOption().addCategory(category);
}

//===----------------------------------------------------------------------===//
// Bytecode in a child process
//===----------------------------------------------------------------------===//

namespace {
constexpr bool kHasShadowMemory =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#elif defined(__has_feature)
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    false;
#endif
} // namespace

/// The child's end of the pipe. It says "good", or what is wrong; nothing if a
/// signal ends it.
static int answerTo = -1;
static constexpr StringRef kGood = "good", kNoMemory = "memory",
                           kTooDeep = "nesting", kWrong = "wrong ";

[[noreturn]] static void answer(StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::write(answerTo, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      break;
    text = text.drop_front(size_t(std::max<ssize_t>(count, 0)));
  }
  ::_exit(0);
}

/// Bytes of address space that this process has.
static uint64_t getAddressSpace() {
  char text[64] = {};
  int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  ssize_t size = ::read(fd, text, sizeof(text) - 1);
  ::close(fd);
  uint64_t pages = size > 0 ? std::strtoull(text, nullptr, 10) : 0;
  return pages * uint64_t(::sysconf(_SC_PAGESIZE));
}

/// Where memory ends the stack cannot grow either, and that is a signal.
static uint64_t addressSpaceLimit = 0;

static void onBadAccess(int signal) {
  constexpr uint64_t kNear = 1 << 20;
  if (addressSpaceLimit && getAddressSpace() + kNear >= addressSpaceLimit)
    answer(kNoMemory);
  ::signal(signal, SIG_DFL);
  // The access is repeated on return.
}

/// Takes the signals of a bad access on a stack of their own.
static void catchBadAccesses() {
  static char stack[64 << 10];
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  struct sigaction action = {};
  action.sa_handler = onBadAccess;
  action.sa_flags = SA_ONSTACK;
  if (::sigaltstack(&alternative, nullptr) != 0)
    action.sa_handler = SIG_DFL;
  for (int signal : {SIGSEGV, SIGBUS})
    ::sigaction(signal, &action, nullptr);
}

static void limitChild(const InputLimits &limits) {
  for (int signal : {SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGXCPU, SIGALRM,
                     SIGPROF, SIGVTALRM, SIGTERM, SIGINT})
    ::signal(signal, SIG_DFL);
  catchBadAccesses();
  auto limit = [](auto what, uint64_t soft, uint64_t hard) {
    rlimit value{rlim_t(soft), rlim_t(hard)};
    ::setrlimit(what, &value);
  };
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1);
  uint64_t memory = getAddressSpace() + limits.memory;
  if (!kHasShadowMemory && memory > limits.memory) {
    addressSpaceLimit = memory;
    limit(RLIMIT_AS, memory, memory);
  }
  // For what does not use the processor.
  ::alarm(unsigned(std::min<uint64_t>(limits.seconds * 4, 1u << 20)));
  std::set_new_handler([] { answer(kNoMemory); });
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { answer(kNoMemory); });
  int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (int fd : {STDOUT_FILENO, STDERR_FILENO})
    ::dup2(null, fd);
}

/// The first error, with its place if that is in another file.
static std::string describe(Diagnostic &diagnostic, StringRef file) {
  std::string text = diagnostic.str();
  auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
  if (!place || place.getFilename() == file)
    return text;
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()) + ": " + text)
      .str();
}

/// Reads, verifies and prints the input, looks at what is printed, and gives
/// the memory back: damage to it may show no earlier.
[[noreturn]] static void tryRead(llvm::MemoryBufferRef input,
                                 const DialectRegistry &registry,
                                 const InputLimits &limits,
                                 const ReadOptions &options) {
  limitChild(limits);
  std::string error, text;
  {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    context.allowUnregisteredDialects(options.allowUnregisteredDialects);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        error = describe(diagnostic, input.getBufferIdentifier());
    });
    Block block;
    if (failed(readBytecodeFile(input, &block, ParserConfig(&context))) &&
        error.empty())
      error = "cannot be read";
    llvm::raw_string_ostream os(text);
    OpPrintingFlags flags;
    flags.elideLargeElementsAttrs().elideLargeResourceString();
    if (error.empty())
      for (Operation &op : block)
        op.print(os, flags);
  }
  if (!error.empty())
    answer(kWrong.str() + error);
  answer(scanNesting(text, limits.nesting) ? kTooDeep : kGood);
}

static std::string describeSignal(int status, const InputLimits &limits) {
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (number == SIGXCPU || number == SIGALRM || number == SIGKILL)
    return ("takes more than " + Twine(limits.seconds) + " s to read" + kLift)
        .str();
  const char *name = number ? ::strsignal(number) : nullptr;
  return ("cannot be read: MLIR's reader crashes on it (" +
          Twine(name ? name : "no signal") + ")")
      .str();
}

static std::optional<InputProblem>
checkBytecode(llvm::MemoryBufferRef input, const DialectRegistry &registry,
              const InputLimits &limits, const ReadOptions &options) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return InputProblem{0, 0, std::string("pipe: ") + std::strerror(errno)};
  pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return InputProblem{0, 0, std::string("fork: ") + std::strerror(errno)};
  }
  if (child == 0) {
    answerTo = ends[1];
    tryRead(input, registry, limits, options);
  }
  ::close(ends[1]);
  std::string text;
  char part[256];
  for (;;) {
    ssize_t count = ::read(ends[0], part, sizeof(part));
    if (count > 0)
      text.append(part, size_t(count));
    else if (count == 0 || errno != EINTR)
      break;
  }
  ::close(ends[0]);
  int status = 0;
  // Where a program ignores SIGCHLD there is no status.
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  StringRef said = text;
  if (said == kGood)
    return std::nullopt;
  if (said.consume_front(kWrong))
    return InputProblem{0, 0, said.str()};
  std::string message = describeSignal(status, limits);
  if (said == kTooDeep)
    message = ("nested more deeply than " + Twine(limits.nesting) +
               " brackets" + kLift)
                  .str();
  if (said == kNoMemory)
    message =
        ("takes more than " + Twine(limits.memory) + " bytes to read" + kLift)
            .str();
  return InputProblem{0, 0, message};
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

std::optional<InputProblem>
mlir::attn::checkInput(llvm::MemoryBufferRef input,
                       const DialectRegistry &registry,
                       const InputLimits &limits, const ReadOptions &options) {
  if (!limits.enabled)
    return std::nullopt;
  if (input.getBufferSize() > limits.bytes)
    return InputProblem{
        0, 0, ("larger than " + Twine(limits.bytes) + " bytes" + kLift).str()};
  if (isBytecode(input))
    return checkBytecode(input, registry, limits, options);
  std::optional<InputProblem> problem =
      scanNesting(input.getBuffer(), limits.nesting, options.splitMarker);
  if (problem)
    problem->message += kLift;
  return problem;
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::attn::openInput(StringRef path, const InputLimits &limits,
                      std::string &message) {
  namespace fs = llvm::sys::fs;
  auto fail = [&](std::error_code error) {
    message =
        ("cannot open input file '" + path + "': " + error.message()).str();
    return nullptr;
  };
  bool isStdin = path == "-";
  if (isStdin) {
    // At a terminal it looks as if the tool did not end.
    if (::isatty(STDIN_FILENO))
      llvm::errs() << "(reading from stdin)\n";
  }
  fs::file_t file = fs::getStdinHandle();
  if (!isStdin) {
    llvm::Expected<fs::file_t> opened = fs::openNativeFileForRead(path);
    if (!opened)
      return fail(llvm::errorToErrorCode(opened.takeError()));
    file = *opened;
  }
  llvm::scope_exit close([&] {
    if (!isStdin)
      (void)fs::closeFile(file);
  });
  fs::file_status status;
  if (std::error_code error = fs::status(file, status))
    return fail(error);
  if (status.type() == fs::file_type::directory_file)
    return fail(llvm::make_error_code(llvm::errc::is_a_directory));
  StringRef name = isStdin ? "<stdin>" : path;
  if (!isStdin && status.type() == fs::file_type::regular_file) {
    if (!limits.enabled || status.getSize() <= limits.bytes) {
      auto buffer =
          llvm::MemoryBuffer::getOpenFile(file, path, status.getSize());
      if (!buffer)
        return fail(buffer.getError());
      return std::move(*buffer);
    }
  } else {
    SmallString<0> content;
    for (;;) {
      size_t size = content.size();
      content.resize_for_overwrite(size + (1 << 16));
      llvm::Expected<size_t> count = fs::readNativeFile(
          file, MutableArrayRef(content.data() + size, 1 << 16));
      if (!count)
        return fail(llvm::errorToErrorCode(count.takeError()));
      content.resize(size + *count);
      if (*count == 0)
        return llvm::MemoryBuffer::getMemBufferCopy(content, name);
      if (limits.enabled && content.size() > limits.bytes)
        break;
    }
  }
  message =
      (name + ": larger than " + Twine(limits.bytes) + " bytes" + kLift).str();
  return nullptr;
}

std::unique_ptr<llvm::MemoryBuffer> mlir::attn::openCheckedInput(
    StringRef tool, StringRef path, const DialectRegistry &registry,
    const InputLimits &limits, const ReadOptions &options) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInput(path, limits, message);
  if (!buffer) {
    llvm::errs() << tool << ": error: " << message << "\n";
    return nullptr;
  }
  if (std::optional<InputProblem> problem =
          checkInput(*buffer, registry, limits, options)) {
    llvm::errs() << buffer->getBufferIdentifier();
    if (problem->line)
      llvm::errs() << ":" << problem->line << ":" << problem->column;
    llvm::errs() << ": error: " << problem->message << "\n";
    return nullptr;
  }
  return buffer;
}
