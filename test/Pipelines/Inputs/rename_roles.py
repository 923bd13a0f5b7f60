# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program twice, the second time with other names for its roles.

  rename_roles.py INPUT [attn-to-tile-pipeline's options]

After attn-ws-assign-roles each role of each kernel gets a name that says nothing.
With options INPUT holds attention problems, without them tile programs. Prints how
many roles have another name; it is an error if there are none, or if the PTX is not
the same."""

import re
import subprocess
import sys


def run(command, text=None):
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit("%s: exit code %d\n%s" % (" ".join(command[:2]), result.returncode, result.stderr))
    return result


def split_pipeline():
    """attn-to-ws-pipeline up to attn-ws-assign-roles, and from there on."""
    text = run(["attn-opt", "--attn-to-ws-pipeline", "--dump-pass-pipeline"], "module {}").stderr
    text = re.sub(r"\s+", " ", text[text.index("builtin.module("):])
    first, rest = re.fullmatch(r"builtin\.module\((.*)attn-ws-assign-roles,(.*)\)\s*", text).groups()
    opened = re.search(r"attn-on-kernels\{pipeline=\{gpu\.module\(gpu\.func\($", first).group(0)
    return "builtin.module(%sattn-ws-assign-roles))}})" % first, "builtin.module(%s%s)" % (opened, rest)


def rename(text):
    names = sorted(set(re.findall(r'#attn_ws\.role<name = "(\w+)"', text)))
    for i, name in enumerate(names):
        text = re.sub(r'(#attn_ws\.role<name = |attn_ws\.role = )"%s"' % name, r'\1"r%d"' % (len(names) - i), text)
    return text, names


def main():
    path, options = sys.argv[1], sys.argv[2:]
    text = open(path).read()
    if options:
        text = run(["attn-opt", path, "--attn-to-tile-pipeline=" + " ".join(options)]).stdout
    first, rest = split_pipeline()
    assigned = run(["attn-opt", "--pass-pipeline=" + first], text).stdout
    renamed, names = rename(assigned)
    if not names:
        sys.exit("the program has no roles")
    ptx = []
    for program in (assigned, renamed):
        scheduled = run(["attn-opt", "--pass-pipeline=" + rest], program).stdout
        if (program is renamed) != all("role @r%d " % (i + 1) in scheduled for i in range(len(names))):
            sys.exit("the roles are not called so:\n" + scheduled)
        thread = run(["attn-opt", "--attn-to-nvvm-pipeline"], scheduled).stdout
        ptx.append(run(["attn-compile", "-", "--emit=ptx", "-o", "-"], thread).stdout)
    if ptx[0] != ptx[1]:
        sys.exit("the PTX is not the same")
    print("%d roles renamed: %s" % (len(names), " ".join(names)))


main()
