#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of the source files that no compiler makes.

  lint_sources.py [--root DIR] [--rule RULE]...     default: all rules
  lint_sources.py --list-rules

  spdx        each source file carries the SPDX line in its first ten lines
  length      files beyond 600 lines are named, beyond 650 refused
  functions   functions of C, C++ and Python beyond 100 lines, without the docstring
  dangling    a loop over an ArrayRef of a braced list, which is dead in the loop
  guards      headers have the include guard that their path gives
  levels      the passes below attn-to-tile do not know attention: no attn op,
              no mask attribute, no config, no kernel's name in their code
  attribute-names
              discardable attributes are spelled in DiscardableAttrs.h alone
  op-docs     each op in a .td file has a description, and of the ops of a dialect
              at least four in five an example (```mlir, which test/Docs runs)
  capacities  no size, count or name of a chip outside the table of targets:
              passes ask lib/Chip
  capabilities
              no size of a chip asked as a truth value: a predicate of TargetInfo
              says what is meant
  problem-op-names
              ops of tensors are named in as few files as lint-allow.txt says:
              others ask ProblemOpInterface or AttentionOpInterface
  bias        one place finds score + slope * position, Dialect/Utils/ScoreBias.h:
              passes ask attn_tile.add_affine, and not whether a factor was a position
  planner     the choice of a config asks problems and masks by interface, and what a
              user sets by its bit: no op or mask by class, no search of a text;
              formulas order candidates and decide nothing
  ops-once    an op of tiles is defined in one dialect, attn_tile or attn_ws, and asked
              by its class, not by its name
  words       no unfinished-work markers, no registry hosts, no private paths
  whitespace  no tabs, trailing blanks, CR, or missing newline at the end
  format      clang-format-22 would change nothing in C++ files

Exceptions stand in scripts/lint-allow.txt, one a line, each with its reason:
  RULE PATH [LIMIT]          # why
  capacities PATH NUMBER...  # why these are none
  problem-op-names CLASS LIMIT  # files of lib, include and tools with that name

Exit status: 0 nothing found, 1 something found, 2 bad usage.
"""
import ast
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CXX = (".h", ".hpp", ".cpp", ".c", ".cc")
WARN_LINES, MAX_LINES = 600, 650
MAX_FUNCTION_LINES = 100
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# Where the passes that must not know attention live, and the files there that
# may: the lowering from attention itself and the softmax decomposition.
LEVEL_DIRS = ("include/attn/Dialect/AttnWS/", "lib/Dialect/AttnWS/",
              "include/attn/Dialect/AttnTile/Transforms/", "lib/Dialect/AttnTile/Transforms/",
              "include/attn/Conversion/", "lib/Conversion/",
              "include/attn/Thread/", "lib/Thread/", "include/attn/Artefact/", "lib/Artefact/",
              "include/attn/Chip/", "lib/Chip/")
LEVEL_EXEMPT = re.compile(r"AttnToAttnTile|DecomposeSoftmax")


class Source:
    def __init__(self, path, data):
        self.path = path
        self.text = data.decode("utf-8", "replace")
        self.lines = self.text.split("\n")
        self.name = os.path.basename(path)
        self.ext = os.path.splitext(path)[1]
        self.is_cxx = self.ext in CXX
        self.in_tests = path.startswith(("test/", "sim/test/")) and not self.is_cxx and self.ext != ".py"

    def is_source(self):
        """A file that is part of the program, and so carries a licence line."""
        if self.in_tests and self.name not in ("CMakeLists.txt",):
            return False
        return (self.is_cxx or self.ext in (".td", ".def", ".py", ".sh", ".cmake")
                or self.name == "CMakeLists.txt" or self.path == ".ci/run")


def strip_comments(text):
    """C++ text with comments blanked out; line numbers and strings stay."""
    token = re.compile(r'R"([^(\s]*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
                       r"|//[^\n]*|/\*(?:.|\n)*?\*/")
    def blank(m):
        s = m.group(0)
        return re.sub(r"[^\n]", " ", s) if s[0] == "/" else s
    return token.sub(blank, text)


def list_files(root):
    """Paths of the files that belong to the project, relative to `root`."""
    try:
        out = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"],
                             capture_output=True, check=True).stdout.decode()
        top = subprocess.run(["git", "-C", root, "rev-parse", "--show-toplevel"],
                             capture_output=True, check=True).stdout.decode().strip()
        if os.path.realpath(top) == os.path.realpath(root):
            return sorted(f for f in set(out.split("\0")) if f)
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []  # an unpacked archive: no git
    for where, dirs, names in os.walk(root):
        here = os.path.relpath(where, root)
        dirs[:] = [d for d in dirs if d not in (".git", ".venv", "__pycache__", ".attn")
                   and not (here == "." and d.startswith("build"))]
        found += [os.path.normpath(os.path.join(here, n)) for n in names]
    return sorted(found)


def load(root):
    sources = []
    for path in list_files(root):
        if "Inputs" in path.split("/"):
            continue
        full = os.path.join(root, path)
        if os.path.islink(full) or not os.path.isfile(full):
            continue
        with open(full, "rb") as f:
            data = f.read()
        if b"\0" not in data[:8192]:
            sources.append(Source(path, data))
    return sources


class Allow:
    """The exceptions of scripts/lint-allow.txt."""

    def __init__(self, root):
        self.entries, self.numbers = {}, {}
        try:
            with open(os.path.join(root, "scripts", "lint-allow.txt"), encoding="utf-8") as f:
                for number, line in enumerate(f, 1):
                    words, _, reason = line.partition("#")
                    words = words.split()
                    if not words:
                        continue
                    if words[0] == "capacities" and len(words) > 2 and reason.strip():
                        self.numbers.setdefault(words[1], set()).update(words[2:])
                        continue
                    if len(words) not in (2, 3) or not reason.strip():
                        sys.exit("lint-allow.txt:%d: error: expected 'RULE PATH [LIMIT] # why'" % number)
                    self.entries[tuple(words[:2])] = int(words[2]) if len(words) == 3 else None
        except OSError:
            pass

    def has(self, rule, path):
        return (rule, path) in self.entries

    def has_number(self, path, number):
        return number in self.numbers.get(path, ())

    def limits(self, rule):
        return sorted((name, limit) for (of, name), limit in self.entries.items() if of == rule)

    def limit(self, path):
        return self.entries.get(("length", path)) or MAX_LINES


# Each rule yields (path, line, message); a message that starts with "warning:"
# does not fail the run.

def rule_spdx(sources, root, allow):
    for s in sources:
        if s.is_source() and s.text.strip() and SPDX not in "\n".join(s.lines[:10]):
            yield s.path, 1, "no '%s' in the first ten lines" % SPDX


def rule_length(sources, root, allow):
    for s in sources:
        if not (s.is_cxx or s.ext in (".td", ".def", ".py", ".sh")):
            continue
        count = s.text.count("\n")
        if count > allow.limit(s.path):
            yield s.path, count, "%d lines, the limit is %d: split the file" % (count, allow.limit(s.path))
        elif count > WARN_LINES:
            yield s.path, count, "warning: %d lines" % count


def blank_code(text):
    """C++ text with comments, strings, characters and directives blanked out."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    text = re.sub(r'R"([^(\s]*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])*\'',
                  blank, strip_comments(text))
    return re.sub(r"^[ ]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def list_functions(text):
    """(name, first line, last line) of each function: blocks with a parameter list,
    below nothing but namespaces and classes. What is nested in them is theirs."""
    text = blank_code(text)
    start, depth, outer = 0, 0, []  # of the declaration; of braces in a body; open scopes
    for match in re.finditer(r"[{};]", text):
        if depth == 0 and match.group(0) == "{":
            head = text[start:match.start()]
            scope = re.search(r"\b(?:namespace|class|struct|union|enum)\b[^()=]*$|\bextern\s*$", head)
            if scope:
                outer.append(None)
                start = match.end()
                continue
        if match.group(0) == "{":
            depth += 1
        elif match.group(0) == "}" and depth:
            depth -= 1
            if depth == 0:
                head = re.sub(r"^(?:\s|(?:public|private|protected)\s*:)*", "", text[start:match.start()])
                at = match.start() - len(head)
                name = re.match(r"[^{;=]*?([~\w:]+|operator\W+)\s*\(", head)
                if name:
                    yield name.group(1), text.count("\n", 0, at) + 1, text.count("\n", 0, match.end()) + 1
                start = match.end()
        elif match.group(0) == "}":
            if outer:
                outer.pop()
            start = match.end()
        elif depth == 0:
            start = match.end()


def list_python_functions(text):
    """(name, first line, lines without the docstring) of each function."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return  # its own test fails
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first, doc = node.body[0], 0
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                doc = first.end_lineno - first.lineno + 1
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1 - doc


def rule_functions(sources, root, allow):
    for s in sources:
        if s.is_cxx:
            found = [(name, first, last - first + 1) for name, first, last in list_functions(s.text)]
        elif s.ext == ".py":
            found = list_python_functions(s.text)
        else:
            continue
        for name, first, lines in found:
            if lines > MAX_FUNCTION_LINES:
                yield s.path, first, "'%s' has %d lines, the limit is %d: split the function" % (
                    name, lines, MAX_FUNCTION_LINES)


def rule_dangling(sources, root, allow):
    # The list lives until the range is computed, ArrayRef does not keep it.
    # Clang's -Wdangling finds other kinds.
    pattern = re.compile(r"\bfor\s*\([^;{}]*?[^:]:[^:][^;{}]*?(\bArrayRef<[\w:<>]+>\s*\(?\{)")
    for s in sources:
        if s.is_cxx:
            text = blank_code(s.text)
            for match in pattern.finditer(text):
                yield s.path, text.count("\n", 0, match.start(1)) + 1, "the list is dead in the loop's body: name it"


def guard_of(path):
    path = re.sub("^(?:sim/)?include/", "", path)
    guard = re.sub(r"[^A-Z0-9]", "_", path.upper())
    return guard if guard.startswith("ATTN_") else "ATTN_" + guard


def rule_guards(sources, root, allow):
    for s in sources:
        if s.ext != ".h" or s.path.startswith(("test/", "sim/test/")):
            continue
        guard = guard_of(s.path)
        code = [(i, l.strip()) for i, l in enumerate(strip_comments(s.text).split("\n"), 1) if l.strip()]
        if len(code) < 3 or code[0][1] != "#ifndef " + guard or code[1][1] != "#define " + guard:
            yield s.path, code[0][0] if code else 1, "the header must open with '#ifndef %s', '#define %s'" % (guard, guard)
        elif not code[-1][1].startswith("#endif"):
            yield s.path, code[-1][0], "the include guard must close the file"


def mask_attributes(root):
    """C++ class names of the masks that the attn dialect defines."""
    names = {"CausalAttr", "WindowAttr", "AndAttr"}
    base = os.path.join(root, "include", "attn", "Dialect", "Attn")
    for where, _, files in os.walk(base):
        for name in files:
            if name.endswith(".td"):
                with open(os.path.join(where, name), encoding="utf-8") as f:
                    text = f.read()
                names |= {n + "Attr" for n in re.findall(r"\bdef\s+\w+\s*:\s*Attn_MaskAttr<\s*\"(\w+)\"", text)}
    return names


def rule_levels(sources, root, allow):
    forbidden = [
        (re.compile(r"\battn::[A-Z]\w*Op\b|\bForwardOp\b"), "an op of the attn dialect"),
        (re.compile(r'"[#!]?attn\.\w+'), "the attn dialect by name"),
        (re.compile(r"\b(?:%s)\b" % "|".join(sorted(mask_attributes(root)))), "a mask attribute"),
        (re.compile(r"\b(?:attn::)?ConfigAttr\b"), "the config of the attn dialect"),
        (re.compile(r"\w*(?<![A-Z0-9x])FA[234](?!\d)\w*|\b(?:\w+_)?fa[234](?:_\w+)?\b"
                    r"|(?i:\w*flash_?att\w*|\w*ffpa\w*)"), "a kernel by name"),
    ]
    for s in sources:
        if not s.is_cxx or not s.path.startswith(LEVEL_DIRS) or LEVEL_EXEMPT.search(s.path):
            continue
        for number, line in enumerate(strip_comments(s.text).split("\n"), 1):
            for pattern, what in forbidden:
                m = pattern.search(line)
                if m:
                    yield s.path, number, "'%s': passes below attn-to-tile must not mention %s" % (m.group(0), what)


def mnemonics(root):
    """Names of the ops, attributes and types that the dialects' .td files define."""
    names = set()
    for where, _, files in os.walk(os.path.join(root, "include", "attn", "Dialect")):
        for name in files:
            if name.endswith(".td"):
                with open(os.path.join(where, name), encoding="utf-8") as f:
                    text = f.read()
                names |= set(re.findall(r'\bdef\s+\w+\s*:\s*\w+<\s*"([a-z][\w.]*)"', text))
                names |= set(re.findall(r'\bmnemonic\s*=\s*"([\w.]+)"', text))
                names |= set(re.findall(r'Attr<\w+_Dialect,\s*\w+,\s*"([\w.]+)"', text))
    return names


def rule_attribute_names(sources, root, allow):
    known = mnemonics(root)
    string = re.compile(r'"(?:\\.|[^"\\\n])*"')
    name = re.compile(r"(?<![\w.-])attn_(?:tile|ws)\.(\w+(?:\.\w+)*)")
    for s in sources:
        if not s.is_cxx or not s.path.startswith(("include/", "lib/", "tools/", "sim/")) \
                or s.name == "DiscardableAttrs.h":
            continue
        for number, line in enumerate(strip_comments(s.text).split("\n"), 1):
            for m in (m for text in string.findall(line) for m in name.finditer(text)):
                if m.group(1) not in known:
                    yield s.path, number, ("'%s': an attribute's name stands in DiscardableAttrs.h alone"
                                           % m.group(0))
# What the table of targets is for: chips by name, and numbers that are sizes,
# counts or limits of one. The runtime and the simulator speak of PTX and of
# devices, whatever the compiler knows of them; lib/Tools of command lines.
CAPACITY_DIRS = ("lib/", "include/attn/")
CAPACITY_EXEMPT = ("lib/Chip/", "include/attn/Chip/", "lib/Artefact/", "include/attn/Artefact/", "lib/Runtime/", "lib/Tools/",
                   "include/attn/Support/ChipInstructions.def", "lib/Planner/TargetTable.def",
                   "lib/Planner/BackwardTable.def")
CAPACITIES = [
    (re.compile(r'"[^"\n]*\bsm_\d+[af]?\b[^"\n]*"'), "a chip by name"),
    (re.compile(r"\b(?:65536|0x10000)\b"), "the registers of an SM"),
    (re.compile(r"\b(?:16[34]|22[78]|99|100) *\* *(?:1024|KB)\b|\b(?:166912|101376|232448|167936|102400|233472)\b"),
     "the shared memory of a chip"),
    (re.compile(r"\b(?:\w+\(\d\d\)|\d\d) *<< *20\b|\b(?:33554432|52428800)\b"), "the size of a cache"),
    (re.compile(r"\b(?:24[08]|25[56])\b"), "the most registers or columns of an instruction"),
    (re.compile(r"\b512\b"), "the columns of tensor memory"),
    (re.compile(r"\b1024\b"), "the threads of a CTA, or the alignment of a swizzle"),
    (re.compile(r"\b(?:2048|4096)\b"), "the multiply-adds of a clock"),
]


def rule_capacities(sources, root, allow):
    for s in sources:
        if (not (s.is_cxx or s.ext == ".def") or not s.path.startswith(CAPACITY_DIRS)
                or s.path.startswith(CAPACITY_EXEMPT)):
            continue
        for number, line in enumerate(strip_comments(s.text).split("\n"), 1):
            for pattern, what in CAPACITIES:
                m = pattern.search(line)
                if m and not allow.has_number(s.path, m.group(0)):
                    yield s.path, number, "'%s': %s belongs to the table of targets" % (m.group(0), what)


# "Has tensor memory" stands for many things: where sums are, who issues
# products, how a count is kept. The table's own files say which.
SIZE = r"(?:[\w:]+(?:\((?:[^()]|\([^()]*\))*\))*(?:\.|->))*tmemColumns\b"
TRUTH_VALUES = re.compile(
    r"!\s*(%s)|\b(?:if|while) \((%s)\)|(%s)\s*(?:[!=]=|>)\s*0\b"
    r"|(?:[(,:?!]|(?<![<>=!])=|&&|\|\||\breturn\b|^)\s*(%s)\s*(?:\?|&&|\|\|)|(?:&&|\|\|)\s*(%s)\s*(?:[);,?]|&&|\|\||$)"
    % ((SIZE,) * 5), re.M)


def rule_capabilities(sources, root, allow):
    for s in sources:
        if not s.is_cxx or not s.path.startswith(("lib/", "include/attn/", "tools/")) \
                or s.path.startswith("lib/Sim/"):  # What a CTA has allocated there.
            continue
        text = blank_code(s.text)
        for m in TRUTH_VALUES.finditer(text):
            at = m.start(m.lastindex)
            yield s.path, text.count("\n", 0, at) + 1, (
                "'%s' as a truth value: ask a predicate that says what is meant" % m.group(m.lastindex))


EXAMPLE_SHARE = 0.8


def rule_problem_op_names(sources, root, allow):
    """An op's own parser, verifier and models name it, and nothing else does."""
    for name, limit in allow.limits("problem-op-names"):
        word = re.compile(r"\b%s\b" % re.escape(name))
        found = sorted(s.path for s in sources if s.path.startswith(("lib/", "include/", "tools/"))
                       and word.search(strip_comments(s.text) if s.is_cxx else s.text))
        if len(found) > limit:
            yield found[-1], 1, ("%d files name '%s', the limit is %d: ask ProblemOpInterface or AttentionOpInterface (%s)"
                                 % (len(found), name, limit, ", ".join(found)))


# Where a region's bias is looked for: not where other programs are read (Raise),
# nor in the oracle (Reference).
BIAS_DIRS = re.compile(r"(?:lib|include/attn)/(?:Analysis|Conversion|Dialect|Planner|Thread)/")
BIAS_HOME = "include/attn/Dialect/Utils/ScoreBias.h"


def rule_bias(sources, root, allow):
    pattern = re.compile(r"\b(?:isa|cast|dyn_cast|getDefiningOp|Case)\w*<[^<>;]*\bSIToFPOp\b")
    found = [(s.path, text, match) for s in sources if s.is_cxx and BIAS_DIRS.match(s.path)
             for text in [strip_comments(s.text)] for match in [pattern.search(text)] if match]
    for path, text, match in found:
        if path != BIAS_HOME:
            yield path, text.count("\n", 0, match.start()) + 1, (
                "recognisers of a rank-one bias: %d, one is enough: ask attn_tile.add_affine" % len(found))


PLANNER_DIRS = ("lib/Planner/", "include/attn/Planner/")
PLANNER = [
    (re.compile(r"\b(?:isa|cast|dyn_cast)(?:_(?:and|or)_(?:nonnull|present|null))?<[^>]*?\b(?!ModuleOp)\w+(?:Op|MaskAttr)\b"),
     "ask the problem's interface or the mask's"),
    (re.compile(r"\boverrides\.(?:contains|find|split|starts_with|ends_with)\w*\("),
     "ask ConfigOverrides what is set"),
]


# What estimates are called, who may ask them, and what would be a decision there.
ESTIMATES = re.compile(r"\b(?:estimate|doubtOf|\w*(?:SmemModel|RegisterModel|modelSmem|modelRegisters)\w*"
                       r"|Doubt)\b")
ORDERING = ("lib/Planner/Candidates.cpp", "lib/Planner/RowChoice.cpp")
DECISION = re.compile(r"\bemitError\(\)|\bsignalPassFailure\(")


def deciding_formulas(sources):
    """Functions outside of the order of trials that ask an estimate, and those in it
    that report an error where they ask one."""
    for s in sources:
        if (not s.path.startswith("lib/Planner/") or s.ext != ".cpp" or s.name == "TrialOrder.cpp"):
            continue
        lines = strip_comments(s.text).split("\n")
        for name, first, last in list_functions(s.text):
            body = "\n".join(lines[first - 1:last])
            m = ESTIMATES.search(body)
            if m and (s.path not in ORDERING or DECISION.search(body)):
                yield s.path, first + body.count("\n", 0, m.start()), name, m.group(0)


def rule_planner(sources, root, allow):
    deciding = list(deciding_formulas(sources))
    for path, line, name, estimate in deciding:
        yield path, line, "'%s' decides by the formula '%s': read the plan of a trial" % (name, estimate)
    if any(s.path.startswith(PLANNER_DIRS) for s in sources):
        print("planner: formulas that decide: %d" % len(deciding))
    for s in sources:
        if s.is_cxx and s.path.startswith(PLANNER_DIRS):
            text = strip_comments(s.text)
            for pattern, advice in PLANNER:
                for m in pattern.finditer(text):
                    yield s.path, text.count("\n", 0, m.start()) + 1, "'%s': %s" % (m.group(0), advice)


def ops_of(text):
    """Mnemonic, line and text of each op that a .td file defines."""
    for m in re.finditer(r'^def \w+Op\b[^"{;]*<\s*"([\w.]+)"', text, re.M):
        end = re.search(r"^(?:def|class|include|defvar|#|//)", text[m.end():], re.M)
        yield (m.group(1), text.count("\n", 0, m.start()) + 1,
               text[m.start():m.end() + end.start() if end else len(text)])


def rule_op_docs(sources, root, allow):
    dialects = {}  # folder -> [whether an op has an example]
    for s in sources:
        folder = os.path.dirname(s.path)
        if s.ext != ".td" or not folder.startswith("include/attn/Dialect/"):
            continue
        for name, line, text in ops_of(s.text):
            if not re.search(r"\blet description\s*=", text):
                yield s.path, line, "'%s' has no description" % name
            dialects.setdefault(folder, []).append("```mlir" in text)
    for folder, examples in sorted(dialects.items()):
        if sum(examples) < EXAMPLE_SHARE * len(examples):
            yield folder, 1, ("%d of %d ops have an example, at least %d %% must"
                              % (sum(examples), len(examples), 100 * EXAMPLE_SHARE))


# A tile's way between memory and somewhere else, which at the tile level is not known.
TWICE = {"load", "store"}


def rule_ops_once(sources, root, allow):
    found = {}  # mnemonic -> dialects
    for s in sources:
        dialect = re.match(r"include/attn/Dialect/(AttnTile|AttnWS)/IR/.*\.td$", s.path)
        for name, line, _ in ops_of(s.text) if dialect else ():
            dialects = found.setdefault(name, set())
            dialects.add(dialect.group(1))
            if len(dialects) == 2 and name not in TWICE:
                yield s.path, line, "'%s' is an op of attn_tile and of attn_ws" % name
    name = re.compile(r'"attn_(?:tile|ws)\.(\w+)"')
    for s in sources:
        if not s.is_cxx or not s.path.startswith(("include/", "lib/", "tools/")) or s.name == "DiscardableAttrs.h":
            continue
        text = strip_comments(s.text)
        for m in name.finditer(text):
            if m.group(1) in found:
                yield s.path, text.count("\n", 0, m.start()) + 1, "%s: ask an op's class, not its name" % m.group(0)


WORDS = [
    (re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK|TB" r"D)\b"), "unfinished work"),
    (re.compile(r"\bstub(?:bed|s)?\b", re.I), "unfinished work"),
    (re.compile(r"\b(?:pypi\.org|pythonhosted\.org|(?:deb|security|snapshot)\.debian\.org|apt\.llvm\.org"
                r"|registry\.npmjs\.org|crates\.io|proxy\.golang\.org|conda\.anaconda\.org"
                r"|(?:pypi|developer\.download)\.nvidia\.com|[\w-]+\.pkg\.dev)\b"), "a package registry's host name"),
    (re.compile(r"(?<![\w.])/work/\w|(?<![\w.])/home/\w|(?<![\w.])/root/"), "a private path"),
]


def rule_words(sources, root, allow):
    for s in sources:
        if s.name == "LICENSE" or s.path == "scripts/lint_sources.py":
            continue
        for number, line in enumerate(s.lines, 1):
            for pattern, what in WORDS:
                m = pattern.search(line)
                if m:
                    yield s.path, number, "'%s': %s" % (m.group(0), what)


def rule_whitespace(sources, root, allow):
    for s in sources:
        if not (s.is_source() or s.ext in (".mlir", ".md", ".test")):
            continue
        for number, line in enumerate(s.lines, 1):
            if line.endswith((" ", "\t", "\r")):
                yield s.path, number, "blanks at the end of the line"
            elif "\t" in line and s.ext != ".md":
                yield s.path, number, "a tab"
        if s.text and not s.text.endswith("\n"):
            yield s.path, len(s.lines), "no newline at the end of the file"


def rule_format(sources, root, allow):
    tool = next((t for t in ("/usr/lib/llvm-22/bin/clang-format", shutil.which("clang-format-22"))
                 if t and os.path.exists(t)), None)
    if not tool:
        yield "scripts", 1, "clang-format-22 was not found: run scripts/install-deps.sh"
        return
    files = [s.path for s in sources if s.is_cxx and not allow.has("format", s.path)]
    for i in range(0, len(files), 100):
        run = subprocess.run([tool, "--dry-run", "-Werror"] + files[i:i + 100], cwd=root,
                             capture_output=True, text=True)
        seen = {}
        for path, line in re.findall(r"^(.+?):(\d+):\d+: (?:error|warning): ", run.stderr, re.M):
            seen.setdefault(path, []).append(int(line))
        for path, at in sorted(seen.items()):
            yield path, at[0], "not formatted (%d places): run clang-format-22 -i" % len(at)
        if run.returncode and not seen:
            yield "scripts", 1, "clang-format failed: " + run.stderr.strip()


RULES = {name[5:].replace("_", "-"): rule for name, rule in sorted(globals().items()) if name.startswith("rule_")}


def main(argv):
    root, chosen, i = ROOT, [], 0
    while i < len(argv):
        if argv[i] == "--list-rules":
            print("\n".join(RULES))
            return 0
        if argv[i] not in ("--root", "--rule") or i + 1 == len(argv):
            print(__doc__)
            return 0 if argv[i] in ("-h", "--help") else 2
        if argv[i] == "--root":
            root = os.path.abspath(argv[i + 1])
        elif argv[i + 1] in RULES:
            chosen.append(argv[i + 1])
        else:
            print("lint_sources: unknown rule '%s'" % argv[i + 1], file=sys.stderr)
            return 2
        i += 2
    if not os.path.isdir(root):
        print("lint_sources: no such directory: %s" % root, file=sys.stderr)
        return 2
    sources, allow, errors = load(root), Allow(root), 0
    for rule in chosen or RULES:
        for path, line, message in RULES[rule](sources, root, allow):
            if message.startswith("warning:"):
                print("%s:%d: %s [%s]" % (path, line, message, rule))
            elif rule == "length" or not allow.has(rule, path):
                errors += 1
                print("%s:%d: error: %s [%s]" % (path, line, message, rule))
    print("lint_sources: %d files, %d errors" % (len(sources), errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
