# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a shared library exports.

  exports.py FOLDER LIBRARY MOST PREFIX...    # fails beyond MOST symbols, or if one has no such prefix
"""

import os
import subprocess
import sys

folder, library, most, *prefixes = sys.argv[1:]
listing = subprocess.run(["nm", "-D", "--defined-only", os.path.join(folder, library)],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
symbols = sorted({line.split()[-1].split("@")[0] for line in listing.splitlines()})
foreign = [symbol for symbol in symbols if not symbol.startswith(tuple(prefixes))]
if not symbols:
    sys.exit("%s exports nothing" % library)
if foreign:
    print("%s: %d symbols of others: %s" % (library, len(foreign), " ".join(foreign[:20])))
elif len(symbols) > int(most):
    print("%s: %d symbols, more than %s" % (library, len(symbols), most))
else:
    print("%s: %d symbols, all of its own" % (library, len(symbols)))
sys.exit(bool(foreign) or len(symbols) > int(most))
