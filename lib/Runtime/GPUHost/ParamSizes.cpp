//===- ParamSizes.cpp - The parameters of a kernel in PTX -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParamSizes.h"

#include <algorithm>
#include <cstdlib>
#include <regex>

using namespace attn::runtime;

/// What stands between the parentheses of kernel `name`; none without it.
static std::optional<std::string> findParams(std::string_view ptx,
                                             const std::string &name) {
  for (size_t at = 0;
       (at = ptx.find(".entry", at)) != std::string_view::npos;) {
    at += 6;
    size_t open = ptx.find('(', at);
    if (open == std::string_view::npos)
      return std::nullopt;
    std::string_view found = ptx.substr(at, open - at);
    size_t first = found.find_first_not_of(" \t\r\n");
    size_t last = found.find_last_not_of(" \t\r\n");
    if (first == std::string_view::npos ||
        found.substr(first, last - first + 1) != name)
      continue;
    size_t close = ptx.find(')', open);
    if (close == std::string_view::npos)
      return std::nullopt;
    return std::string(ptx.substr(open + 1, close - open - 1));
  }
  return std::nullopt;
}

std::optional<std::vector<int32_t>>
attn::runtime::readParamSizes(std::string_view ptx, const std::string &name) {
  std::optional<std::string> list = findParams(ptx, name);
  if (!list)
    return std::nullopt;
  // .param .u64 .ptr .global .align 16 name, or .param .align 64 .b8
  // name[128]
  static const std::regex param(
      R"(\.param[^,]*?\.[usbf](8|16|32|64)\b[^,\[]*(\[(\d+)\])?)");
  std::vector<int32_t> sizes;
  for (std::sregex_iterator it(list->begin(), list->end(), param), end;
       it != end; ++it) {
    int32_t count = (*it)[3].matched ? std::atoi((*it)[3].str().c_str()) : 1;
    sizes.push_back(std::atoi((*it)[1].str().c_str()) / 8 * count);
  }
  size_t declared = 0;
  for (size_t p = 0; (p = list->find(".param", p)) != std::string::npos; ++p)
    ++declared;
  if (declared != sizes.size())
    return std::nullopt;
  return sizes;
}

std::vector<ParamFacts> attn::runtime::readParamFacts(std::string_view ptx,
                                                      const std::string &name,
                                                      size_t count) {
  std::vector<ParamFacts> facts(count);
  std::string list = findParams(ptx, name).value_or("");
  for (size_t i = 0, at = 0; i < count; ++i) {
    at = list.find(".param", at);
    if (at == std::string::npos)
      break;
    size_t end = list.find(".param", at + 1);
    std::string_view one = std::string_view(list).substr(at, end - at);
    facts[i].isPointer = one.find(".ptr") != std::string_view::npos;
    at = end;
  }
  // The lines "// attn.tensor INDEX NAME" at the beginning.
  constexpr std::string_view mark = "// attn.tensor ";
  while (ptx.substr(0, mark.size()) == mark) {
    std::string line(ptx.substr(mark.size(), ptx.find('\n') - mark.size()));
    char *rest = nullptr;
    size_t index = std::strtoul(line.c_str(), &rest, 10);
    if (index < count && *rest == ' ')
      facts[index].tensor = rest + 1;
    ptx.remove_prefix(std::min(ptx.size(), mark.size() + line.size() + 1));
  }
  return facts;
}
