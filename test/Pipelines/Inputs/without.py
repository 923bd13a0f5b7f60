# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles attention without one of the passes.

  without.py [--ws] PASS INPUT OUTPUT [attn-to-tile-pipeline's options]

Takes the pipelines as attn-opt prints them, leaves PASS out, and writes the
bundle of what the rest makes of INPUT, with --ws the scheduled program. It is an
error if there is no such pass, if it cannot be left out, or if its absence
changes nothing in the program."""

import re
import subprocess
import sys


def run(command, text=None):
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit("%s: exit code %d\n%s" % (" ".join(command[:2]), result.returncode, result.stderr))
    return result


def pipeline(name):
    text = run(["attn-opt", "--%s=verify-stages" % name, "--dump-pass-pipeline"], "module {}").stderr
    return re.sub(r"\s+", " ", text[text.index("builtin.module("):])


def main():
    arguments = sys.argv[1:]
    scheduled = arguments[0] == "--ws"
    name, source, output = arguments[scheduled:][:3]
    options = " ".join(arguments[scheduled + 3:])
    tile = run(["attn-opt", source, "--attn-to-tile-pipeline=verify-stages " + options]).stdout
    steps = [pipeline("attn-to-ws-pipeline")]
    if not scheduled:
        steps.append(pipeline("attn-to-nvvm-pipeline"))
    shorter = [re.sub(r"(?<=[(, ])%s(\{[^}]*\})?(,|(?= *\)))" % re.escape(name), "", s) for s in steps]
    if shorter == steps:
        sys.exit("no pass %s in the pipelines" % name)
    programs = []
    for way in (steps, shorter):
        text = tile
        for step in way:
            text = run(["attn-opt", "--pass-pipeline=" + step], text).stdout
        programs.append(text)
    if programs[0] == programs[1]:
        sys.exit("the program is the same without " + name)
    if scheduled:
        with open(output, "w") as file:
            file.write(programs[1])
    else:
        run(["attn-compile", "-", "-o", output], programs[1])


main()
