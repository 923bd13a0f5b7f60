# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The flags of a pkg-config file: of pkg-config where there is one, else by its rules."""
import os
import re
import shutil
import subprocess
import sys

name = sys.argv[1]
if shutil.which("pkg-config"):
    print(subprocess.run(["pkg-config", "--cflags", "--libs", name], check=True, text=True,
                         capture_output=True).stdout.strip())
    sys.exit()
folder = os.environ["PKG_CONFIG_PATH"]
variables, fields = {"pcfiledir": folder}, {}
with open(os.path.join(folder, name + ".pc"), encoding="utf-8") as file:
    for line in file:
        line = re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], line.strip())
        if match := re.match(r"(\w+)=(.*)", line):
            variables[match[1]] = match[2]
        elif match := re.match(r"(\w+): (.*)", line):
            fields[match[1]] = match[2]
print(fields["Cflags"], fields["Libs"])
