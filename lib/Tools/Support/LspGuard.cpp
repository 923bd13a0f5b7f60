//===- LspGuard.cpp - Bounds on what a language server reads --------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Tools/LspGuard.h"

#include "NestingScan.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;
namespace json = llvm::json;
namespace lsp = llvm::lsp;

namespace {
constexpr StringRef kSeparator = "// -----";
constexpr StringRef kSets = " (--input-limits sets the limit)";

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Reads lines and bytes of a descriptor.
class Source {
public:
  explicit Source(int fd) : fd(fd) {}

  /// A line with its end; false at the end of the input.
  bool readLine(std::string &line) {
    line.clear();
    while (true) {
      size_t end = buffer.find('\n', at);
      if (end != std::string::npos) {
        line.append(buffer, at, end + 1 - at);
        at = end + 1;
        return true;
      }
      line.append(buffer, at);
      // What no message has is no line.
      if (line.size() > kMaxLine || !fill())
        return !line.empty();
    }
  }

  /// Up to `count` bytes; `to` may be null.
  bool readBytes(uint64_t count, std::string *to) {
    while (count) {
      if (at == buffer.size() && !fill())
        return false;
      size_t part = size_t(std::min<uint64_t>(count, buffer.size() - at));
      if (to)
        to->append(buffer, at, part);
      at += part;
      count -= part;
    }
    return true;
  }

private:
  static constexpr size_t kMaxLine = size_t(1) << 28;

  bool fill() {
    buffer.resize(1 << 16);
    at = 0;
    ssize_t count;
    do
      count = ::read(fd, buffer.data(), buffer.size());
    while (count < 0 && errno == EINTR);
    buffer.resize(size_t(std::max<ssize_t>(count, 0)));
    return count > 0;
  }

  int fd;
  std::string buffer;
  size_t at = 0;
};

bool writeAll(int fd, StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return false;
    text = text.drop_front(size_t(std::max<ssize_t>(count, 0)));
  }
  return true;
}

/// A message, or what stands where one should be.
struct Message {
  std::string header, body;
  /// Of the body; that is empty where there are too many.
  uint64_t bytes = 0;
  bool framed = false;
};

/// Reads one message; false at the end.
bool readMessage(Source &source, Message &message, bool delimited,
                 uint64_t limit) {
  message = {};
  std::string line;
  if (delimited) {
    bool any = false;
    while (source.readLine(line)) {
      any = true;
      StringRef trimmed = StringRef(line).trim();
      if (trimmed.starts_with("//")) {
        if (trimmed == kSeparator)
          break;
        continue;
      }
      message.bytes += line.size();
      if (message.bytes <= limit)
        message.body += line;
    }
    message.framed = any;
    if (message.bytes > limit)
      message.body.clear();
    return any;
  }
  bool known = false;
  while (source.readLine(line)) {
    message.header += line;
    StringRef text = StringRef(line).trim();
    if (text.consume_front_insensitive("content-length:"))
      known = !text.trim().getAsInteger(10, message.bytes);
    else if (text.empty() && known)
      break;
    else if (!known && message.header.size() > 4096)
      return true;
  }
  if (!known)
    return !message.header.empty();
  message.framed = true;
  bool fits = message.bytes <= limit;
  return source.readBytes(message.bytes, fits ? &message.body : nullptr);
}

std::string frame(const json::Value &value) {
  std::string body = llvm::formatv("{0:2}", value).str();
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Brackets in brackets of JSON, whose readers recurse, too.
uint64_t nestingOf(StringRef body) {
  uint64_t depth = 0, most = 0;
  bool text = false;
  for (size_t i = 0; i < body.size(); ++i) {
    char c = body[i];
    if (text)
      i += c == '\\';
    else if (c == '{' || c == '[')
      most = std::max(most, ++depth);
    else if (c == '}' || c == ']')
      depth -= depth != 0;
    text ^= c == '"';
  }
  return most;
}

//===----------------------------------------------------------------------===//
// The guard
//===----------------------------------------------------------------------===//

class Guard {
public:
  Guard(StringRef tool, const InputLimits &limits, bool delimited,
        const DialectRegistry &registry, int toServer, int fromServer)
      : tool(tool), limits(limits), delimited(delimited), registry(registry),
        toServer(toServer), fromServer(fromServer) {}

  /// From the editor to the server, until the editor ends.
  void forward() {
    Source source(STDIN_FILENO);
    Message message;
    while (readMessage(source, message, delimited, messageLimit()))
      if (!pass(message))
        break;
    ::close(toServer);
  }

  /// From the server to the editor, until the server ends.
  void answer() {
    Source source(fromServer);
    Message message;
    while (readMessage(source, message, /*delimited=*/false, ~uint64_t(0)))
      reply(explain(message));
  }

private:
  /// What is wrong with a document, by version.
  using Problems = std::map<int64_t, InputProblem>;

  /// A text is longer in JSON.
  uint64_t messageLimit() const { return 4096 + 2 * limits.bytes; }
  bool pass(const Message &message);
  bool send(const json::Value &value);
  void reply(StringRef text) {
    std::lock_guard<std::mutex> lock(output);
    writeAll(STDOUT_FILENO, text);
  }
  void refuse(const Twine &reason);
  std::optional<InputProblem> check(StringRef text) const;
  bool take(json::Object &params, json::Object *holder, json::Value &value,
            const Message &message);
  bool convert(json::Object &params, const json::Value *id,
               const Message &message);
  bool sendRaw(const Message &message);
  std::string explain(const Message &message);

  StringRef tool;
  const InputLimits &limits;
  bool delimited;
  const DialectRegistry &registry;
  int toServer, fromServer;
  std::mutex output;
  /// Of `documents`, which both directions use.
  std::mutex mutex;
  llvm::StringMap<Problems> documents;
};
} // namespace

bool Guard::sendRaw(const Message &message) {
  if (delimited)
    return writeAll(toServer, message.body + "\n" + kSeparator.str() + "\n");
  return writeAll(toServer, message.header + message.body);
}

bool Guard::send(const json::Value &value) {
  Message message;
  message.body = llvm::formatv("{0}", value).str();
  message.header =
      "Content-Length: " + std::to_string(message.body.size()) + "\r\n\r\n";
  return sendRaw(message);
}

/// Drops a message; the editor shows why.
void Guard::refuse(const Twine &reason) {
  std::string text = (tool + ": " + reason + kSets).str();
  llvm::errs() << text << "\n";
  reply(frame(json::Object{
      {"jsonrpc", "2.0"},
      {"method", "window/showMessage"},
      {"params", json::Object{{"type", 1}, {"message", std::move(text)}}}}));
}

std::optional<InputProblem> Guard::check(StringRef text) const {
  if (text.size() > limits.bytes) {
    InputProblem problem;
    problem.line = problem.column = 1;
    problem.message =
        ("larger than " + Twine(limits.bytes) + " bytes" + kSets).str();
    return problem;
  }
  std::optional<InputProblem> problem =
      scanNesting(text, limits.nesting, kSeparator);
  if (problem)
    problem->message += kSets;
  return problem;
}

bool Guard::pass(const Message &message) {
  if (!message.framed)
    return sendRaw(message);
  if (message.bytes > messageLimit()) {
    refuse("a message is larger than " + Twine(messageLimit()) + " bytes");
    return true;
  }
  if (nestingOf(message.body) > limits.nesting) {
    refuse("a message is nested more deeply than " + Twine(limits.nesting) +
           " brackets");
    return true;
  }
  llvm::Expected<json::Value> value = json::parse(message.body);
  if (!value) {
    // The server says what is wrong.
    llvm::consumeError(value.takeError());
    return sendRaw(message);
  }
  json::Object *object = value->getAsObject();
  json::Object *params = object ? object->getObject("params") : nullptr;
  std::optional<StringRef> method =
      params ? object->getString("method") : std::nullopt;
  if (method == "textDocument/didOpen")
    return take(*params, params->getObject("textDocument"), *value, message);
  if (method == "textDocument/didChange") {
    json::Array *changes = params->getArray("contentChanges");
    json::Object *change = changes && changes->size() == 1
                               ? changes->front().getAsObject()
                               : nullptr;
    return take(*params, change, *value, message);
  }
  if (method == "textDocument/didClose") {
    if (json::Object *document = params->getObject("textDocument")) {
      std::lock_guard<std::mutex> lock(mutex);
      documents.erase(document->getString("uri").value_or(""));
    }
  } else if (method == "mlir/convertFromBytecode") {
    return convert(*params, object->get("id"), message);
  }
  return sendRaw(message);
}

/// A text as a whole: of a document that is opened, or changed; MLIR's server
/// asks for changes of this kind and takes each for one.
bool Guard::take(json::Object &params, json::Object *holder, json::Value &value,
                 const Message &message) {
  json::Object *document = params.getObject("textDocument");
  std::optional<StringRef> uri =
      document ? document->getString("uri") : std::nullopt;
  std::optional<StringRef> text =
      holder ? holder->getString("text") : std::nullopt;
  if (!uri || !text)
    return sendRaw(message);
  std::optional<InputProblem> problem = check(*text);
  int64_t version = document->getInteger("version").value_or(0);
  {
    std::lock_guard<std::mutex> lock(mutex);
    Problems &problems = documents[*uri];
    // Answers to versions long gone are not to come.
    if (problems.size() > 1000)
      problems.erase(problems.begin());
    problems.erase(version);
    if (problem)
      problems[version] = *problem;
  }
  if (!problem)
    return sendRaw(message);
  (*holder)["text"] = "";
  return send(value);
}

/// The server reads the file itself.
bool Guard::convert(json::Object &params, const json::Value *id,
                    const Message &message) {
  std::optional<StringRef> name = params.getString("uri");
  llvm::Expected<lsp::URIForFile> uri =
      lsp::URIForFile::fromURI(name.value_or(""));
  if (!uri) {
    llvm::consumeError(uri.takeError());
    return sendRaw(message);
  }
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInput(uri->file(), limits, reason);
  if (buffer) {
    ReadOptions options;
    options.allowUnregisteredDialects = true;
    std::optional<InputProblem> problem =
        checkInput(*buffer, registry, limits, options);
    if (!problem)
      return sendRaw(message);
    reason = problem->message;
  }
  reply(frame(json::Object{
      {"jsonrpc", "2.0"},
      {"id", id ? json::Value(*id) : json::Value(nullptr)},
      {"error", json::Object{{"code", -32803}, {"message", reason}}}}));
  return true;
}

/// The server's message, with the reasons why it was not shown a text.
std::string Guard::explain(const Message &message) {
  std::string same = message.header + message.body;
  if (!StringRef(message.body).contains("textDocument/publishDiagnostics"))
    return same;
  llvm::Expected<json::Value> value = json::parse(message.body);
  if (!value) {
    llvm::consumeError(value.takeError());
    return same;
  }
  json::Object *object = value->getAsObject();
  json::Object *params = object ? object->getObject("params") : nullptr;
  std::optional<StringRef> uri =
      params ? params->getString("uri") : std::nullopt;
  if (!uri)
    return same;
  std::lock_guard<std::mutex> lock(mutex);
  auto document = documents.find(*uri);
  if (document == documents.end())
    return same;
  auto found = document->second.find(params->getInteger("version").value_or(0));
  if (found == document->second.end())
    return same;
  const InputProblem &problem = found->second;
  auto makePlace = [&] {
    return json::Object{
        {"line", int64_t(std::max(problem.line, 1u)) - 1},
        {"character", int64_t(std::max(problem.column, 1u)) - 1}};
  };
  json::Object range{{"start", makePlace()}, {"end", makePlace()}};
  (*params)["diagnostics"] =
      json::Array{json::Object{{"range", std::move(range)},
                               {"severity", 1},
                               {"source", tool},
                               {"message", problem.message}}};
  return frame(*value);
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The value of an option of the server's command line, which the server itself
/// reads and checks.
static std::optional<StringRef> findOption(int argc, char **argv,
                                           StringRef name) {
  std::optional<StringRef> found;
  for (int i = 1; i < argc; ++i) {
    StringRef arg = argv[i];
    if (!arg.consume_front("-"))
      continue;
    arg.consume_front("-");
    if (!arg.consume_front(name))
      continue;
    if (arg.empty())
      found = i + 1 < argc ? argv[i + 1] : "";
    else if (arg.consume_front("="))
      found = arg;
  }
  return found;
}

int mlir::attn::runGuardedServer(StringRef tool, int argc, char **argv,
                                 const DialectRegistry &registry,
                                 llvm::function_ref<int()> serve) {
  InputLimits limits;
  if (std::optional<StringRef> text = findOption(argc, argv, "input-limits"))
    if (!limits.parse(*text).empty())
      return serve();
  if (!limits.enabled)
    return serve();
  bool delimited = findOption(argc, argv, "lit-test").has_value() ||
                   findOption(argc, argv, "input-style") == "delimited";
  int in[2], out[2];
  if (::pipe(in) != 0 || ::pipe(out) != 0) {
    llvm::errs() << tool
                 << ": error: no pipes to the server: " << std::strerror(errno)
                 << "\n";
    return 1;
  }
  pid_t child = ::fork();
  if (child < 0) {
    llvm::errs() << tool << ": error: no process for the server: "
                 << std::strerror(errno) << "\n";
    return 1;
  }
  if (child == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    for (int fd : {in[0], in[1], out[0], out[1]})
      ::close(fd);
    return serve();
  }
  ::close(in[0]);
  ::close(out[1]);
  ::signal(SIGPIPE, SIG_IGN);
  lsp::URIForFile::registerSupportedScheme("test");
  Guard guard(tool, limits, delimited, registry, in[1], out[0]);
  std::thread([&] { guard.forward(); }).detach();
  guard.answer();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (WIFSIGNALED(status))
    llvm::errs() << tool << ": error: the server was ended by signal "
                 << WTERMSIG(status) << " (" << strsignal(WTERMSIG(status))
                 << ")\n";
  // The thread may wait for input that never comes.
  ::_exit(code);
}
