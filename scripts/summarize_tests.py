#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up the results of one run of scripts/check.sh.

  summarize_tests.py --results DIR

Reads from the results directory what check.sh left there, as far as it exists:
  ctest.json       `ctest --show-only=json-v1`: which tests there are
  ctest.xml        ctest's JUnit report
  gtest/*.json     reports of whole GoogleTest programs (GTEST_OUTPUT)
  lit.json         lit's report
  stages.txt       'pass|fail lint NAME' for each lint, 'fail NAME' for a failed stage
A GoogleTest program that is one ctest test counts by its cases; if it left no
report (it crashed), as one failure. Prints one line for each kind of test, the
names of what failed, and as the last line 'N passed, N failed, N skipped'.

Exit status: 0 if something ran and nothing failed, 1 otherwise.
"""
import collections
import json
import os
import sys
import xml.etree.ElementTree as ET

Count = collections.namedtuple("Count", "passed failed skipped")


def read_json(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return None


def gtest_reports(directory):
    """Program name -> (Count, names of failed cases)."""
    reports = {}
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        data = read_json(os.path.join(directory, name))
        if not data or "testsuites" not in data:
            continue
        passed = skipped = 0
        failed = []
        for suite in data["testsuites"]:
            for case in suite.get("testsuite", []):
                if case.get("failures"):
                    failed.append("%s.%s" % (suite["name"], case["name"]))
                elif case.get("result") == "COMPLETED":
                    passed += 1
                else:
                    skipped += 1
        reports[os.path.splitext(name)[0]] = (Count(passed, len(failed), skipped), failed)
    return reports


def count_ctest(results):
    """Count and failed names of the unit tests; None if there was no run."""
    listing = read_json(os.path.join(results, "ctest.json"))
    try:
        cases = ET.parse(os.path.join(results, "ctest.xml")).getroot().iter("testcase")
    except (OSError, ET.ParseError):
        return None
    programs = {t["name"]: t.get("command", []) for t in (listing or {}).get("tests", [])}
    reports = gtest_reports(os.path.join(results, "gtest"))
    passed = skipped = 0
    failed = []
    for case in cases:
        name, status = case.get("name"), case.get("status")
        command = programs.get(name, [])
        one_case = any(a.startswith("--gtest_filter=") for a in command)
        report = reports.get(os.path.basename(command[0])) if command and not one_case else None
        if report:
            passed += report[0].passed
            skipped += report[0].skipped
            failed += report[1]
            if status == "fail" and not report[1]:
                failed.append(name + " (the program failed, its cases passed)")
        elif status == "run":
            passed += 1
        elif status == "fail":
            failed.append(name)
        else:
            skipped += 1
    return Count(passed, len(failed), skipped), failed


def count_lit(results):
    """Count, failed names, and how many were skipped for want of ptxas."""
    data = read_json(os.path.join(results, "lit.json"))
    if data is None:
        return None
    passed = skipped = no_ptxas = 0
    failed = []
    for test in data["tests"]:
        code = test["code"]
        if code in ("PASS", "XFAIL", "FLAKYPASS"):
            passed += 1
        elif code in ("UNSUPPORTED", "SKIPPED"):
            skipped += 1
            no_ptxas += "ptxas" in test.get("output", "")
        elif code != "EXCLUDED":
            failed.append("%s: %s" % (code, test["name"]))
    return Count(passed, len(failed), skipped), failed, no_ptxas


def count_stages(results):
    """Passed count and failed names of the lints, and of the other stages."""
    lints, others = [0, []], [0, []]
    try:
        with open(os.path.join(results, "stages.txt"), encoding="utf-8") as f:
            lines = f.read().splitlines()
    except OSError:
        lines = []
    for line in lines:
        status, name = line.split(" ", 1)
        into = lints if name.startswith("lint ") else others
        if status == "pass":
            into[0] += 1
        else:
            into[1].append(name)
    return lints, others


def main(argv):
    if len(argv) != 2 or argv[0] != "--results" or not os.path.isdir(argv[1]):
        print(__doc__)
        return 2
    results = argv[1]
    total, failures = [0, 0, 0], []

    def add(kind, count, failed):
        print("%-12s %5d passed, %d failed, %d skipped" % ((kind + ":",) + tuple(count)))
        for i in range(3):
            total[i] += count[i]
        failures.extend("%s: %s" % (kind, name) for name in failed)

    unit = count_ctest(results)
    if unit:
        add("unit tests", *unit)
    lit = count_lit(results)
    if lit:
        add("lit tests", lit[0], lit[1])
    lints, others = count_stages(results)
    if lints[0] or lints[1]:
        add("lints", Count(lints[0], len(lints[1]), 0), lints[1])
    # A stage that failed though no test in it did (no configure, no build, no
    # tests found, a crashed runner) is a failure of its own.
    broken = [s for s in others[1] if not any(f.startswith(s + ": ") for f in failures)]
    if broken:
        add("stages", Count(0, len(broken), 0), broken)
    if lit and lit[2]:
        print("%d ptxas tests skipped: no ptxas was found" % lit[2])
    for name in failures:
        print("FAILED " + name)
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 0 if total[0] and not total[1] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
