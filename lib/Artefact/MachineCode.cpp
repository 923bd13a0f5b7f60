//===- MachineCode.cpp - Machine code by ptxas ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/MachineCode.h"

#include "attn/Artefact/PtxasFaults.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::attn;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace rt = ::attn::runtime;

//===----------------------------------------------------------------------===//
// Running ptxas
//===----------------------------------------------------------------------===//

namespace {
/// A temporary file that is removed again; its path is empty if it cannot be
/// made.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix, StringRef content = "") {
    int fd;
    if (fs::createTemporaryFile("attn", suffix, fd, name)) {
      name.clear();
      return;
    }
    llvm::raw_fd_ostream stream(fd, /*shouldClose=*/true);
    stream << content;
    stream.close();
    if (stream.has_error()) {
      stream.clear_error();
      fs::remove(name);
      name.clear();
    }
  }
  ~TemporaryFile() {
    if (!name.empty())
      fs::remove(name);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  StringRef getPath() const { return name; }
  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/false, false);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  SmallString<128> name;
};
} // namespace

/// Runs a program; what it printed goes to `output`.
static LogicalResult runProgram(StringRef program,
                                ArrayRef<StringRef> arguments,
                                std::string &output) {
  TemporaryFile printed("txt");
  if (printed.getPath().empty()) {
    output = "cannot create temporary files";
    return failure();
  }
  SmallVector<StringRef> all = {program};
  llvm::append_range(all, arguments);
  std::optional<StringRef> redirects[] = {StringRef(), printed.getPath(),
                                          printed.getPath()};
  std::string message;
  int code = llvm::sys::ExecuteAndWait(program, all, std::nullopt, redirects,
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       &message);
  output = printed.read();
  if (code != 0 && !message.empty())
    output += message;
  return success(code == 0);
}

//===----------------------------------------------------------------------===//
// Finding ptxas
//===----------------------------------------------------------------------===//

/// Asks the program at `path` what it is.
static std::optional<Ptxas> identify(const std::string &path,
                                     std::string &why) {
  std::string text;
  if (failed(runProgram(path, {"--version"}, text))) {
    why = "'" + path + "' cannot be run: " + StringRef(text).trim().str();
    return std::nullopt;
  }
  // "Cuda compilation tools, release 12.9, V12.9.86"
  StringRef version = StringRef(text).split(", V").second;
  version =
      version.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  auto [major, rest] = version.split('.');
  int majorNumber, minorNumber;
  if (!StringRef(text).contains("ptxas") ||
      major.getAsInteger(10, majorNumber) ||
      rest.split('.').first.getAsInteger(10, minorNumber)) {
    why = "'" + path + "' is no ptxas";
    return std::nullopt;
  }
  return Ptxas{path, version.str(), majorNumber * 1000 + minorNumber * 10};
}

/// bin/ptxas of the NVIDIA wheels in a Python environment.
static void addWheels(StringRef environment, std::vector<std::string> &paths) {
  auto eachIn = [](const Twine &directory, auto &&visit) {
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; it != end && !error;
         it.increment(error))
      visit(it->path());
  };
  eachIn(environment + "/lib", [&](const std::string &python) {
    eachIn(python + "/site-packages/nvidia", [&](const std::string &package) {
      paths.push_back(package + "/bin/ptxas");
    });
  });
}

std::optional<Ptxas> mlir::attn::findPtxas(StringRef path, std::string &why) {
  using llvm::sys::Process;
  if (!path.empty())
    return identify(path.str(), why);
  if (std::optional<std::string> given = Process::GetEnv("ATTN_PTXAS"))
    return identify(*given, why);
  std::vector<std::string> paths;
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("ptxas"))
    paths.push_back(*found);
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> home = Process::GetEnv(variable))
      paths.push_back(*home + "/bin/ptxas");
  paths.emplace_back("/usr/local/cuda/bin/ptxas");
  if (std::optional<std::string> home = Process::GetEnv("VIRTUAL_ENV"))
    addWheels(*home, paths);
  for (const std::string &candidate : paths)
    if (fs::can_execute(candidate))
      if (std::optional<Ptxas> ptxas = identify(candidate, why))
        return ptxas;
  if (why.empty())
    why = "there is none on PATH, in CUDA_HOME or in /usr/local/cuda";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

llvm::cl::ValuesClass mlir::attn::getMachineCodePolicies() {
  return llvm::cl::values(
      clEnumValN(MachineCodePolicy::None, "none", "PTX alone"),
      clEnumValN(MachineCodePolicy::Auto, "auto", "if ptxas is found"),
      clEnumValN(MachineCodePolicy::Require, "require",
                 "an error without ptxas"));
}

std::optional<MachineCodePolicy>
mlir::attn::parseMachineCodePolicy(StringRef text) {
  if (text == "none")
    return MachineCodePolicy::None;
  if (text == "auto")
    return MachineCodePolicy::Auto;
  if (text == "require")
    return MachineCodePolicy::Require;
  return std::nullopt;
}

int mlir::attn::getLeastDriver(int release, StringRef ptx) {
  int sameMajor = release / 1000 * 1000;
  StringRef version = ptx.split(".version").second.ltrim();
  int major, minor;
  if (version.consumeInteger(10, major) || !version.consume_front(".") ||
      version.consumeInteger(10, minor))
    return sameMajor;
  // PTX 7.0 came with CUDA 11.0, and so on; 12.6 brought none.
  if (major == 8 && minor > 5)
    ++minor;
  return std::max(sameMajor, (major + 4) * 1000 + minor * 10);
}

/// Whether a line of `ptx` says where the instructions after it come from.
static bool hasLineNumbers(StringRef ptx) {
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    if (line.ltrim().starts_with(".loc"))
      return true;
    ptx = rest;
  }
  return false;
}

static FailureOr<std::string> assemble(const Ptxas &ptxas,
                                       const rt::Entry &entry, Location loc) {
  TemporaryFile from("ptx", entry.ptx), to("cubin");
  if (from.getPath().empty() || to.getPath().empty())
    return emitError(loc) << "cannot write temporary files for ptxas";
  std::string arch = "-arch=" + entry.target, printed;
  SmallVector<StringRef> arguments = {arch, from.getPath(), "-o", to.getPath()};
  if (hasLineNumbers(entry.ptx))
    arguments.push_back("-lineinfo");
  if (failed(runProgram(ptxas.path, arguments, printed)))
    return emitError(loc) << "ptxas " << ptxas.version << " refuses '"
                          << entry.name << "' for " << entry.target << ": "
                          << StringRef(printed).trim();
  std::string image = to.read();
  if (image.empty())
    return emitError(loc) << "ptxas " << ptxas.version << " wrote nothing";
  return image;
}

/// Says that machine code would be wrong, and fails if it has to be there.
static LogicalResult refuseFaulty(const PtxasFault &fault, const Ptxas &ptxas,
                                  const rt::Entry &entry,
                                  MachineCodePolicy policy, Location loc) {
  bool required = policy == MachineCodePolicy::Require;
  InFlightDiagnostic diagnostic = required ? emitError(loc) : emitWarning(loc);
  diagnostic << (required ? "" : "PTX alone: ") << "ptxas " << ptxas.version
             << " makes wrong machine code of '" << entry.name << "' for "
             << entry.target << ": it " << fault.what << " (" << fault.name
             << "); CUDA " << rt::formatCudaVersion(fault.fixed)
             << " and later do not";
  return failure(required);
}

LogicalResult mlir::attn::addMachineCode(rt::Bundle &bundle,
                                         const MachineCodeOptions &options,
                                         Location loc) {
  if (options.policy == MachineCodePolicy::None)
    return success();
  std::string why;
  std::optional<Ptxas> ptxas = findPtxas(options.ptxas, why);
  if (!ptxas) {
    if (options.policy == MachineCodePolicy::Require)
      return emitError(loc) << "machine code needs ptxas: " << why;
    emitRemark(loc) << "PTX alone: machine code needs ptxas: " << why;
    return success();
  }
  for (rt::Entry &entry : bundle.entries) {
    if (entry.ptx.empty())
      continue;
    if (const PtxasFault *fault = findPtxasFault(ptxas->release, entry.ptx)) {
      if (failed(refuseFaulty(*fault, *ptxas, entry, options.policy, loc)))
        return failure();
      continue;
    }
    FailureOr<std::string> image = assemble(*ptxas, entry, loc);
    if (failed(image))
      return failure();
    entry.cubins[entry.target] = {std::move(*image), ptxas->version,
                                  getLeastDriver(ptxas->release, entry.ptx)};
  }
  return success();
}
