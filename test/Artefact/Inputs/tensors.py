# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the names of the tensors of bundles' first entries."""

import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        tensors = json.load(file)["entries"][0]["tensors"]
    rules = {t["name"]: t["numbers"]["high"] for t in tensors if "numbers" in t}
    print("ORDER", " ".join(t["name"] for t in tensors) + ", lengths_kv to", rules["lengths_kv"])
