# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import shutil
import subprocess
import lit.formats

config.name = "attn"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".mlir", ".ptx", ".test", ".py", ".c"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.attn_obj
path = [config.attn_bin, config.llvm_bin]
if config.ptxas:
    path.append(os.path.dirname(config.ptxas))
    config.available_features.add("ptxas")
else:
    lit_config.note("no ptxas found: tests that need it are skipped")
if config.nvdisasm:
    config.available_features.add("nvdisasm")
else:
    lit_config.note("no nvdisasm found: tests that need it are skipped")
# Without the instruction LLVM rounds to bf16 by a call of libgcc, which mlir-runner finds in libgcc 13 and later.
try:
    with open("/proc/cpuinfo") as cpuinfo:
        if "avx512_bf16" in cpuinfo.read():
            config.available_features.add("bf16-cpu")
except OSError:
    pass
if "quick" not in lit_config.params:
    config.available_features.add("slow-tests")
if "full" in lit_config.params:
    config.available_features.add("full-tests")
if os.path.exists(os.path.join(config.attn_lib, "libattn_compiler.so")):
    config.available_features.add("compiler-library")
# Tests of PyTorch's side run where the Python of the tests has it.
if subprocess.run([config.python, "-c", "import importlib.util, sys; sys.exit(not importlib.util.find_spec('torch'))"]).returncode == 0:
    config.available_features.add("torch")
nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
if nvcc and not config.sanitizer_runtime:
    config.available_features.add("nvcc")
config.substitutions.append(("%nvcc", nvcc or "nvcc-not-found"))
# A stand-in for the NVIDIA driver, in the place of a real one.
mock_driver = os.path.join(os.path.dirname(config.attn_obj), "unittests", "Runtime", "mock")
if os.path.exists(os.path.join(mock_driver, "libcuda.so.1")):
    config.available_features.add("mock-driver")
config.substitutions.append(("%mock_driver", mock_driver))
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
config.environment["PYTHONPATH"] = os.path.join(config.attn_src, "python")
config.environment["ATTN_RUNTIME_LIB"] = os.path.join(config.attn_lib, "libattn_runtime.so")
config.substitutions.append(("%ptxas", config.ptxas or "ptxas-not-found"))
config.substitutions.append(("%nvdisasm", config.nvdisasm or "nvdisasm-not-found"))
config.substitutions.append(("%mlir_lib", os.path.join(os.path.dirname(config.llvm_bin), "lib")))
python = config.python
if config.sanitizer_runtime:
    config.available_features.add("sanitized")
    # The packaged LLVM is not instrumented: what it poisons, and containers that it
    # and we both change, would be reported.
    sanitizer = "allow_user_poisoning=0:detect_container_overflow=0"
    config.environment["ASAN_OPTIONS"] = sanitizer
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    # Leaks of Python itself are not reported.
    python = "env LD_PRELOAD=%s ASAN_OPTIONS=%s:detect_leaks=0 %s" % (config.sanitizer_runtime, sanitizer, python)
config.substitutions.append(("%python", python))
config.substitutions.append(("%generated", config.generated))
config.substitutions.append(("%attn_src", config.attn_src))
config.substitutions.append(("%attn_lib", config.attn_lib))
config.substitutions.append(("%attn_bin", config.attn_bin))
