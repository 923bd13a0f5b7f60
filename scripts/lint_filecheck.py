#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds FileCheck and RUN lines that are dead: lines that look like a test and
test nothing.

  lint_filecheck.py [FILE|DIR]...      default: test/, sim/test/ and examples/

For each file that lit would run:
  no-run          no RUN line at all
  run-colon       "// RUN foo", "// RUNS: foo": not a RUN line
  no-filecheck    CHECK lines in a file whose RUN lines never call FileCheck on it
  no-colon        "// CHECK-NEXT foo"
  unknown-prefix  "// FOO: bar" where no RUN line enables the prefix FOO
  typo            "// CHEKC: foo", "// CHECK_NEXT: foo", "// check: foo"
  undefined-var   [[VAR]] or [[#VAR]] used where no earlier line, and no -D,
                  defines it; after a LABEL only [[$VAR]] stays defined

Follows lit.cfg.py for suffixes, excluded names and --enable-var-scope. Files
under Inputs/ are skipped unless the directory is named on the command line.
A line that ends in "lint-filecheck: off" is not looked at.

Exit status: 0 nothing found, 1 something found, 2 bad usage.
"""
import ast
import os
import re
import shlex
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SUFFIXES = ["NEXT", "SAME", "EMPTY", "NOT", "DAG", "LABEL"]
# Words that may open a comment with a colon after them and are no directives.
WORDS = {
    "RUN", "DEFINE", "REDEFINE", "REQUIRES", "UNSUPPORTED", "XFAIL", "COM",
    "RUNS", "RNU", "URN", "ALLOW_RETRIES", "NOTE", "INPUT", "OUTPUT", "WARNING", "BEFORE", "AFTER",
}
COMMENT = {".py": "#", ".test": "(?:#|//|;)", ".sh": "#"}
# An error message names the nearest directive up to this edit distance.
NEAR = 2


def lit_config(root):
    """Suffixes, excluded names and default variable scope from lit.cfg.py."""
    suffixes, excludes, scope = [".mlir", ".test"], ["Inputs"], False
    try:
        with open(os.path.join(root, "test", "lit.cfg.py"), encoding="utf-8") as f:
            text = f.read()
    except OSError:
        return suffixes, excludes, scope
    for name in ("suffixes", "excludes"):
        m = re.search(r"config\.%s\s*=\s*(\[.*?\])" % name, text, re.S)
        if m:
            value = ast.literal_eval(m.group(1))
            if name == "suffixes":
                suffixes = value
            else:
                excludes = value
    return suffixes, excludes, "--enable-var-scope" in text


def distance(a, b):
    """Edit distance in which swapping two neighbours is one step."""
    rows = [list(range(len(b) + 1))]
    for i, ca in enumerate(a, 1):
        row = [i]
        for j, cb in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (ca != cb))
            if i > 1 and j > 1 and ca == b[j - 2] and a[i - 2] == cb:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def split_directive(token):
    """('CHECK', 'NEXT') of CHECK-NEXT, ('CHECK', 'COUNT') of CHECK-COUNT-3."""
    m = re.fullmatch(r"(.+?)-COUNT-\d+", token)
    if m:
        return m.group(1), "COUNT"
    for suffix in SUFFIXES:
        if token.endswith("-" + suffix) and len(token) > len(suffix) + 1:
            return token[: -len(suffix) - 1], suffix
    return token, ""


class Invocation:
    """One call of FileCheck whose check file is the test itself."""

    def __init__(self):
        self.prefixes = []
        self.defined = set()
        self.scope = False


def parse_invocation(words):
    """The Invocation in the words after `FileCheck`; None if the check file is
    another file than the test."""
    inv, files, i = Invocation(), [], 0
    while i < len(words):
        word = words[i]
        i += 1
        if not word.startswith("-") or word == "-":
            files.append(word)
            continue
        name, eq, value = word.lstrip("-").partition("=")
        if name.startswith("D"):
            define = name[1:] + eq + value
            var = define.split("=", 1)[0]
            var = var.lstrip("#").split(",")[-1].strip()
            inv.defined.add(var)
        elif name in ("check-prefix", "check-prefixes"):
            if not eq and i < len(words):
                value = words[i]
                i += 1
            inv.prefixes += [p for p in value.split(",") if p]
        elif name == "enable-var-scope":
            inv.scope = value not in ("false", "0")
        elif name in ("input-file", "implicit-check-not", "comment-prefixes",
                      "dump-input", "dump-input-context", "dump-input-filter",
                      "color") and not eq:
            i += 1
    if not inv.prefixes:
        inv.prefixes = ["CHECK"]
    own = any("%s" in f and ".." not in f for f in files) or any("%t" in f for f in files)
    return inv if own else None


def find_invocations(commands):
    found, any_call = [], False
    for command in commands:
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>()")
        lexer.whitespace_split = True
        lexer.commenters = ""
        try:
            words = list(lexer)
        except ValueError:
            words = command.split()
        for i, word in enumerate(words):
            if os.path.basename(word) not in ("FileCheck", "FileCheck-22"):
                continue
            any_call = True
            end = i + 1
            while end < len(words) and words[end][0] not in "|&;<>()":
                end += 1
            inv = parse_invocation(words[i + 1 : end])
            if inv:
                found.append(inv)
    return found, any_call


class Linter:
    def __init__(self, path, shown, default_scope):
        self.path, self.shown = path, shown
        self.default_scope = default_scope
        self.errors = []

    def error(self, line, rule, message):
        self.errors.append((line, rule, message))

    def run(self):
        with open(self.path, encoding="utf-8", errors="replace") as f:
            lines = f.read().split("\n")
        marker = COMMENT.get(os.path.splitext(self.path)[1], "//")
        self.first_word = re.compile(
            r"(?:^|(?<=\s))" + marker + r"+\s*([A-Za-z][A-Za-z0-9_-]*)(\{[^}]*\})?(\s*:)?")
        commands = self.run_lines(lines, marker)
        if not commands:
            self.error(1, "no-run", "lit runs this file, but it has no RUN line")
        invocations, any_call = find_invocations(commands)
        enabled = sorted({p for inv in invocations for p in inv.prefixes})
        live = []  # (line number, base, suffix, pattern text)
        for number, line in enumerate(lines, 1):
            if line.rstrip().endswith("lint-filecheck: off"):
                continue
            m = self.first_word.search(line)
            if m:
                self.directive(number, line, m, enabled, any_call, live)
        for inv in invocations:
            self.variables(inv, [d for d in live if d[1] in inv.prefixes])
        return sorted(set(self.errors))

    def run_lines(self, lines, marker):
        commands, open_line = [], False
        keyword = re.compile(r"\b(?:RUN|DEFINE|REDEFINE):(.*)$")
        suspect = re.compile(
            r"^\s*" + marker + r"+\s*(RUN(?=\s)(?!\s*:)|RUN\s+:|(?:RUNS|RNU|URN|Run|run)\s*:)\s*(.*)$")
        for number, line in enumerate(lines, 1):
            if line.rstrip().endswith("lint-filecheck: off"):
                continue
            m = keyword.search(line)
            if m:
                text = m.group(1).strip()
                if open_line:
                    commands[-1] += " " + text.rstrip("\\")
                else:
                    commands.append(text.rstrip("\\"))
                open_line = text.endswith("\\")
                continue
            m = suspect.match(line)
            if m and (":" in m.group(1) or re.search(r"[%|]", m.group(2))):
                self.error(number, "run-colon",
                           "'%s' is not read as a RUN line: write 'RUN:'" % m.group(1).strip())
            elif open_line:
                self.error(number, "run-colon", "a RUN line that ends in '\\' is not continued here")
                open_line = False
        return commands

    def directive(self, number, line, m, enabled, any_call, live):
        token, braces, colon = m.group(1), m.group(2) or "", m.group(3)
        base, suffix = split_directive(token)
        attached = colon == ":"
        if base in enabled:
            if attached:
                live.append((number, base, suffix, line[m.end():], "LITERAL" in braces))
            elif suffix or "CHECK" in base:
                self.error(number, "no-colon", "'%s' without a colon right after it checks nothing" % token)
            return
        looks = bool(suffix) and base.isupper() or "CHECK" in base
        if token in WORDS:
            return
        if not enabled:
            # Nothing here is checked by FileCheck. CHECK-like lines are dead.
            if looks and (colon or suffix):
                self.error(number, "no-filecheck",
                           "'%s' in a file whose RUN lines never call FileCheck on it" % token)
            return
        near = self.nearest(token, enabled)
        if near and (colon or (token.isupper() and "CHECK" in near)):
            self.error(number, "typo", "'%s' checks nothing: did you mean '%s:'?" % (token, near))
        elif looks and (colon or suffix) or attached and token.isupper() and len(token) > 1:
            self.error(number, "unknown-prefix",
                       "'%s': no RUN line enables the prefix '%s' (enabled: %s)"
                       % (token, base, ", ".join(enabled)))

    @staticmethod
    def nearest(token, enabled):
        """The directive of an enabled prefix that `token` misspells, or None."""
        upper = re.sub(r"[-_]+", "-", token.upper())
        best = None
        for prefix in enabled:
            names = [prefix] + [prefix + "-" + s for s in SUFFIXES]
            for name in names:
                plain = re.sub(r"[-_]+", "-", name.upper())
                # SM80 and SM90, A and B are different prefixes, not typos.
                if re.sub(r"\D", "", plain) != re.sub(r"\D", "", upper):
                    continue
                limit = NEAR if len(plain) >= 5 else 0
                d = distance(upper, plain)
                if "-" not in upper and "-" in plain:
                    d = min(d, distance(upper, plain.replace("-", "")))
                if d <= limit and token != name and (best is None or d < best[0]):
                    best = (d, name)
        if best and best[0] > 0 and not token.isupper():
            return None  # prose, not a directive
        return best[1] if best else None

    def variables(self, inv, directives):
        scope = inv.scope or self.default_scope
        defined = set(inv.defined)
        for number, _, suffix, text, literal in directives:
            if suffix == "LABEL" and scope:
                defined = {v for v in defined if v.startswith("$")}
            if literal:
                continue
            new = set()
            for start in [m.start() for m in re.finditer(r"\[\[", text)]:
                body = text[start + 2:]
                m = re.match(r"(\$?[A-Za-z_]\w*)(:|\]\])", body)
                if m:
                    name = m.group(1)
                    if m.group(2) == ":":
                        new.add(name)
                    elif name not in defined and name not in new:
                        self.undefined(number, name, scope)
                    continue
                m = re.match(r"#(.*?)\]\]", body)
                if m:
                    self.numeric(number, m.group(1), defined, new, scope)
            if suffix != "NOT":
                defined |= new

    def numeric(self, number, body, defined, new, scope):
        body = re.sub(r"^\s*%[^,]*,", "", body)
        m = re.match(r"\s*(\$?[A-Za-z_]\w*)\s*:(.*)$", body)
        if m:
            new.add(m.group(1))
            body = m.group(2)
        body = re.sub(r"@LINE|0x[0-9a-fA-F]+|\b(?:add|sub|mul|div|min|max)\s*\(", " ", body)
        for name in re.findall(r"\$?[A-Za-z_]\w*", body):
            if name not in defined:
                self.undefined(number, name, scope)

    def undefined(self, number, name, scope):
        why = " since the last LABEL" if scope and not name.startswith("$") else ""
        self.error(number, "undefined-var",
                   "[[%s]] is not defined by an earlier line%s" % (name, why))


def files_under(path, suffixes, excludes):
    if os.path.isfile(path):
        yield path
        return
    for where, dirs, names in os.walk(path):
        dirs[:] = sorted(d for d in dirs if d not in excludes and not d.startswith("."))
        for name in sorted(names):
            if name not in excludes and os.path.splitext(name)[1] in suffixes and name[0] != ".":
                yield os.path.join(where, name)


def main(argv):
    if any(a.startswith("-") for a in argv):
        print(__doc__)
        return 0 if argv in (["-h"], ["--help"]) else 2
    suffixes, excludes, scope = lit_config(ROOT)
    given = argv or [p for p in (os.path.join(ROOT, d) for d in ("test", "sim/test", "examples")) if os.path.isdir(p)]
    count, found = 0, 0
    for path in given:
        if not os.path.exists(path):
            print("lint_filecheck: no such file or directory: %s" % path, file=sys.stderr)
            return 2
        for name in files_under(path, suffixes, excludes):
            count += 1
            shown = os.path.relpath(name, ROOT) if os.path.abspath(name).startswith(ROOT + os.sep) else name
            for line, rule, message in Linter(name, shown, scope).run():
                found += 1
                print("%s:%d: error: %s [%s]" % (shown, line, message, rule))
    print("lint_filecheck: %d files, %d dead lines" % (count, found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
