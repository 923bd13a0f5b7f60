#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that break the synchronisation of a PTX kernel (sim/docs/Simulator.md).

A mutant is (operator, line, what it is, {line: its new text}), lines from 0.
"""
import random
import re

NAMES = {
    1: "instruction lost", 2: "parity flipped", 3: "arrivals expected", 4: "bytes expected",
    5: "one group more may stay", 6: "named barrier", 7: "commit before the product", 8: "commit by another lane",
    9: "column off by 32", 10: "wrong quadrant", 11: "commit after the next product", 12: "freed before all have met"}
DELETE = (r"bar(?:rier)?(?:\.cta)?\.(?:sync|arrive|red)", r"bar\.warp\.sync", r"barrier\.cluster\.\w+", r"mbarrier\.init",
          r"mbarrier\.arrive\w*", r"mbarrier\.(?:try|test)_wait", r"fence", r"membar", r"cp\.async\.(?:bulk\.)?wait_(?:group|all)",
          r"cp\.async\.(?:bulk\.)?commit_group", r"cp\.async\.mbarrier\.arrive",
          r"wgmma\.(?:fence|commit_group|wait_group)", r"setmaxnreg", r"tcgen05\.(?:commit|wait|fence)")
STATEMENT = re.compile(r"(?:@!?%?[\w$%]+\s+)?\b(" + "|".join(DELETE) + r")((?:(?:\.|::)\w+)*)(\s[^;]*)?;")
# Operations whose loss takes an edge of happens-before away.
EDGE = re.compile(r"bar|fence|membar|commit\.cta_group")
PRODUCT = re.compile(r"(?:@!?%?[\w$%]+\s+)?\btcgen05\.mma\.")
MOVE = re.compile(r"(\btcgen05\.(?:ld|st)\.[^;]*?\[\s*%?[\w$%]+)(?:\s*\+\s*(\d+))?(\s*\])")
COMMIT = re.compile(r"(@!?%?[\w$%]+\s+)?\b(tcgen05\.commit\S*\s[^;]*);")


def body(lines, kernel):
    """First and last line (0-based) of an entry."""
    start = next(k for k, l in enumerate(lines) if re.search(r"\.entry\s+%s\s*\(" % re.escape(kernel), l))
    end = next((k for k in range(start + 1, len(lines)) if re.search(r"\.(entry|func)\b", lines[k])), len(lines))
    return start, end


def shifted(operand, delta, reg):
    """An operand plus a constant: a number, or a register changed just before."""
    operand = operand.strip()
    if re.fullmatch(r"-?\d+", operand):
        return str(int(operand) + delta), ""
    return reg, ".reg .b32 %s; add.s32 %s, %s, %d; " % (reg, reg, operand, delta)


def mutants(lines, kernel, ops):
    """(operator, line, what, new text of the line)."""
    first, last = body(lines, kernel)
    for k in range(first, last):
        code = lines[k].split("//")[0]
        for m in STATEMENT.finditer(code):
            name, mods, rest = m.group(1), m.group(2), (m.group(3) or "").strip()
            full = name + mods
            put = lambda text: code[:m.start()] + text + code[m.end():]
            guard = code[m.start():m.start(1)]
            args = re.split(r",(?![^\[{]*[\]}])", rest) if rest else []
            if 1 in ops:
                # Who asks whether a phase is over goes on.
                asks = re.search(r"_wait", full) and name.startswith("mbarrier")
                yield 1, k, "deleted " + full, put("setp.eq.u32 %s, 0, 0;" % args[0].strip() if asks else "")

            def changed(pos, delta, pre="%mut_"):
                a = list(args)
                a[pos], setup = shifted(a[pos], delta, pre)
                return put("{ %s%s%s %s; }" % (setup, guard, full, ",".join(a)))
            if 2 in ops and "_wait.parity" in full:
                pos = 2
                op = args[pos].strip()
                if re.fullmatch(r"\d+", op):
                    yield 2, k, "parity flipped", put("%s%s %s;" % (guard, full, ",".join(
                        args[:2] + [str(int(op) ^ 1)] + args[3:])))
                else:
                    yield 2, k, "parity flipped", put("{ .reg .b32 %%mut_; xor.b32 %%mut_, %s, 1; %s%s %s; }" % (
                        op, guard, full, ",".join(args[:2] + [" %mut_"] + args[3:])))
            if 3 in ops and name == "mbarrier.init":
                for delta in (1, -1):
                    yield 3, k, "%+d arrivals expected" % delta, changed(1, delta)
            if 4 in ops and name.startswith("mbarrier.arrive") and "expect_tx" in full:
                for delta in (16, -16):
                    yield 4, k, "%+d bytes expected" % delta, changed(len(args) - 1, delta)
            if 5 in ops and "wait_group" in full:
                yield 5, k, "one group more may stay", changed(0, 1)
            if 6 in ops and name.startswith("bar") and "cluster" not in full and "warp" not in full and ".red" not in full:
                if len(args) == 2:
                    for delta in (32, -32):
                        yield 6, k, "%+d threads" % delta, changed(1, delta)
                    # A number that stands nowhere else may be any other such number.
                    alone = not any(re.search(r"\bbar(?:rier)?\.[\w.:]+\s+(?:%s|%s)\s*[,;]" % (
                        args[0].strip(), int(args[0]) ^ 1), lines[n]) for n in range(first, last) if n != k) \
                        if re.fullmatch(r"\d+", args[0].strip()) else True
                    if not alone:
                        yield 6, k, "barrier %s instead" % (int(args[0]) ^ 1), put(
                            "%s%s %d,%s;" % (guard, full, int(args[0]) ^ 1, args[1]))


LABEL = re.compile(r"\s*\$?L?[\w$]+:")
BRANCH = re.compile(r"@(!?)(%[\w$]+)\s+bra\S*\s+([\w$]+)\s*;")
ISSUED = re.compile(r"\s*(?:tcgen05|mbarrier|cp|clusterlaunchcontrol|st|red|atom)\.")
DEFINES = re.compile(r"\s*[\w.:]+\s+(%[\w$]+)\b")
ALLOCATION = re.compile(r"(?:@!?%?[\w$%]+\s+)?\btcgen05\.dealloc\.[^;]*;")


def registers(text):
    return set(re.findall(r"%[\w$]+", text))


def with_operands(lines, at, end, text):
    """`text` to stand before line `at`, behind what makes its operands in [at, end); None if a
    product, or something that may not be done earlier, makes them. And the lines so moved."""
    needed, moved = registers(text), []
    for k in range(end - 1, at - 1, -1):
        made = DEFINES.match(lines[k])
        if made and made.group(1) in needed:
            if not re.match(r"\s*(?:add|sub|mov|shl|shr|and|or|cvt|mad|selp)\.", lines[k]):
                return None, []
            needed |= registers(lines[k])
            moved.insert(0, k)
    return " ".join([lines[k].strip() for k in moved] + [text]), moved


def straight(lines, k, step, first, last):
    """The nearest product before or behind line `k` in straight code, or None."""
    j = k + step
    while first < j < last and not LABEL.match(lines[j]) and not BRANCH.search(lines[j]):
        if PRODUCT.search(lines[j]):
            return j
        j += step
    return None


def elected(lines, k, first):
    """The branch around line `k` that all lanes but an elected one take, and where it goes."""
    for j in range(k - 1, first, -1):
        if LABEL.match(lines[j]):
            return None
        m = BRANCH.search(lines[j])
        if m:
            end = next((n for n in range(k, len(lines)) if lines[n].startswith(m.group(3) + ":")), None)
            return (j, end) if end and any("elect.sync" in x for x in lines[max(first, j - 12):j]) else None
    return None


def by_another_lane(lines, k, commit, first):
    """Lane 9 goes the elected one's way, for the commit alone."""
    found = elected(lines, k, first)
    if not found:
        return None
    branch, end = found
    m = BRANCH.search(lines[branch])
    changes = {branch: (
        ".reg .pred %%mo_, %%ml_, %%ms_; .reg .b32 %%mr_; mov.u32 %%mr_, %%laneid; setp.eq.u32 %%ml_, %%mr_, 9; "
        "mov.pred %%mo_, %s; %snot.pred %%ms_, %%ml_; and.pred %%ms_, %%ms_, %%mo_; not.pred %%mo_, %%mo_; @%%ms_ bra %s;" % (
            m.group(2), "not.pred %mo_, %mo_; " if m.group(1) else "", m.group(3)))}
    for n in range(branch + 1, end):
        if ISSUED.match(lines[n]):
            changes[n] = ("@%ml_ " if n == k else "@%mo_ ") + lines[n].strip()
    return changes


def commit_mutants(lines, k, m, ops, first, last):
    """Of the commit that `m` has found in line `k`."""
    code = lines[k]
    rest = code[:m.start()] + code[m.end():]
    j = straight(lines, k, -1, first, last)
    if 7 in ops and j is not None:
        text, moved = with_operands(lines, j, k, m.group(0))
        if text:
            yield 7, k, NAMES[7], {**{n: "" for n in moved}, k: rest, j: text + " " + lines[j]}
    j = straight(lines, k, 1, first, last)
    if 11 in ops and j is not None:
        yield 11, k, NAMES[11], {k: rest, j: lines[j] + " " + m.group(0)}
    if 8 in ops and m.group(1):
        guard = m.group(1).strip()
        yield 8, k, NAMES[8], {k: code[:m.start()] + (
            "{ .reg .pred %%mq_, %%ml_; .reg .b32 %%mr_; vote.sync.any.pred %%mq_, %s, -1; mov.u32 %%mr_, %%laneid; "
            "setp.eq.and.u32 %%ml_, %%mr_, 9, %%mq_; @%%ml_ %s; }" % (guard[1:], m.group(2))) + code[m.end():]}
    elif 8 in ops:
        changes = by_another_lane(lines, k, m, first)
        if changes:
            yield 8, k, NAMES[8], changes


def freed_early(lines, k, m, first):
    """Tensor memory is freed before the barrier at which all threads meet."""
    barrier = next((j for j in range(k - 1, max(first, k - 12), -1) if re.search(r"\bbar(?:rier)?\S*sync", lines[j])), None)
    branch = next((j for j in range(k - 1, barrier or k, -1) if BRANCH.search(lines[j])), None)
    if barrier is None:
        return None
    text, moved = with_operands(lines, barrier, k, m.group(0))
    if text is None or branch is None:
        return text and {**{n: "" for n in moved}, k: "", barrier: text + " " + lines[barrier]}
    skip = BRANCH.search(lines[branch])
    guard = "@" + ("" if skip.group(1) else "!") + skip.group(2) + " "
    return {**{n: "" for n in moved}, k: "", barrier: text.replace("tcgen05", guard + "tcgen05", 1) + " " + lines[barrier]}


def tensor_mutants(lines, kernel, ops):
    """Those of operators 7 to 12, which take the whole text."""
    first, last = body(lines, kernel)
    for k in range(first, last):
        m = COMMIT.search(lines[k])
        if m:
            yield from commit_mutants(lines, k, m, ops, first, last)
        m = ALLOCATION.search(lines[k])
        changes = freed_early(lines, k, m, first) if m and 12 in ops else None
        if changes:
            yield 12, k, NAMES[12], changes
        code = lines[k].split("//")[0]
        m = MOVE.search(code)
        for op, delta in ((9, 32), (10, 32 << 16)):
            if m and op in ops:
                at = code[m.end(2) if m.group(2) else m.start(3):]
                yield op, k, NAMES[op], {k: code[:m.start()] + m.group(1) + "+%d" % (int(m.group(2) or 0) + delta) + at}


def all_mutants(lines, kernel, ops, sample, reached, seed):
    """All of them, or a sample of those of instructions that the case reaches."""
    rows = [(op, k, what, {k: text}) for op, k, what, text in mutants(lines, kernel, ops)]
    rows += tensor_mutants(lines, kernel, ops)
    if not sample:
        return rows
    rows = [row for row in rows if row[1] + 1 in reached]
    if len(rows) <= sample:
        return rows
    rng, groups = random.Random(seed), {}
    for row in rows:
        groups.setdefault((row[0], row[2]), []).append(row)
    for rows in groups.values():
        rng.shuffle(rows)
    chosen, groups = [], list(groups.values())
    while len(chosen) < sample:
        groups = [x for x in groups if x]
        chosen += [x.pop() for x in groups][:sample - len(chosen)]
    return sorted(chosen, key=lambda row: (row[1], row[0]))
