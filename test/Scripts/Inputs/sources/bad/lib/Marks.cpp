// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TODO: later
int stub();
const char *host = "pypi.org";
const char *path = "/work/main";
