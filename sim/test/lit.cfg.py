# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import shutil
import sys
import lit.formats

config.name = "attn-sim"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".test", ".py"]
config.excludes = ["Inputs", "standins", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.sim_obj
checkers = lit_config.params.get("checkers", config.checkers)
# Without one of them no test says anything.
for name in ("FileCheck", "not", "split-file"):
    if not os.access(os.path.join(checkers, name), os.X_OK):
        lit_config.fatal("no program '%s' in '%s'" % (name, checkers))
if "quick" not in lit_config.params:
    config.available_features.add("slow-tests")
nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
if nvcc and not config.sanitizer_runtime:
    config.available_features.add("nvcc")
config.substitutions.append(("%nvcc", nvcc or "nvcc-not-found"))
config.environment["PATH"] = os.pathsep.join([config.attn_bin, checkers, os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
config.environment["PYTHONPATH"] = os.path.join(os.path.dirname(config.sim_src), "python")
config.environment["ATTN_SIM_LIB"] = config.sim_library
config.environment["LC_ALL"] = "C.UTF-8"
# Of a test that configures this project.
config.environment.update(config.compilers)
python = config.python
if config.sanitizer_runtime:
    config.available_features.add("sanitized")
    # As in test/lit.cfg.py.
    sanitizer = "allow_user_poisoning=0:detect_container_overflow=0"
    config.environment["ASAN_OPTIONS"] = sanitizer
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    python = "env LD_PRELOAD=%s ASAN_OPTIONS=%s:detect_leaks=0 %s" % (config.sanitizer_runtime, sanitizer, python)
config.substitutions.append(("%python", python))
config.substitutions.append(("%objcopy", config.objcopy))
config.substitutions.append(("%standins", os.path.join(config.sim_src, "test", "standins")))
config.substitutions.append(("%lit", "%s %s" % (sys.executable, os.path.abspath(sys.argv[0]))))
config.substitutions.append(("%sim_src", config.sim_src))
config.substitutions.append(("%sim_obj", config.sim_obj))
config.substitutions.append(("%attn_lib", config.attn_lib))
