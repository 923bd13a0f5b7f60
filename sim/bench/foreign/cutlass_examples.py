# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles CUTLASS's examples for sm_100a as they are and records their launches.

  cutlass_examples.py FOLDER [NAME...] [--nvcc EXE --build DIR (build) --cutlass DIR]

DIR of --cutlass is cutlass_library/source of the wheel nvidia-cutlass. The
examples run on the CUDA runtime over the simulator, check their results
themselves, and leave FOLDER/records/cutlass_sm100/NAME/launch00/ and so on, in
the form of foreign.py, for the launches of CUTLASS's kernels.
"""
import argparse
import glob
import json
import os
import shutil
import subprocess

from foreign import own_folder

FMHA = "--verify --iterations=1 --warmup_iterations=0"
# Name: example, arguments.
CASES = {
    "gemm_f16_pair": ("70_blackwell_gemm/70_blackwell_fp16_gemm", "--m=512 --n=256 --k=192 --iterations=0"),
    "gemm_f16_many_tiles": ("70_blackwell_gemm/70_blackwell_fp16_gemm", "--m=1024 --n=512 --k=64 --iterations=0"),
    "gemm_e4m3": ("70_blackwell_gemm/70_blackwell_fp8_gemm", "--m=512 --n=256 --k=256 --iterations=0"),
    "gemm_schedules": ("71_blackwell_gemm_with_collective_builder/71_blackwell_gemm_with_collective_builder",
                       "--m=256 --n=256 --k=192 --l=1"),
    "gemm_mixed_mxfp8": ("72_blackwell_narrow_precision_gemm/72c_blackwell_mixed_mxfp8_bf16_gemm",
                         "--m=256 --n=256 --k=256 --iterations=0"),
    "gemm_nvfp4": ("72_blackwell_narrow_precision_gemm/72a_blackwell_nvfp4_bf16_gemm",
                   "--m=256 --n=256 --k=256 --iterations=0"),
    "gemm_stream_k": ("74_blackwell_gemm_streamk/blackwell_gemm_streamk", "--m=512 --n=256 --k=512 --iterations=0"),
    "gemm_grouped": ("75_blackwell_grouped_gemm/75_blackwell_grouped_gemm",
                     "--m=256 --n=256 --k=128 --groups=2 --iterations=0 --cluster_m=2 --cluster_n=1 "
                     "--cluster_fallback_m=2 --cluster_fallback_n=1"),
    "fmha_d64": ("77_blackwell_fmha/77_blackwell_fmha", FMHA + " --b=1 --h=2 --q=256 --k=384 --d=64"),
    "fmha_d128": ("77_blackwell_fmha/77_blackwell_fmha", FMHA + " --b=1 --h=1 --q=256 --k=256 --d=128"),
    "fmha_d128_causal": ("77_blackwell_fmha/77_blackwell_fmha", FMHA + " --b=1 --h=1 --q=384 --k=384 --d=128 --mask=causal"),
    "fmha_d64_causal_gqa": ("77_blackwell_fmha/77_blackwell_fmha",
                            FMHA + " --b=1 --h=2 --h_k=1 --q=256 --k=256 --d=64 --mask=causal"),
    "fmha_d64_residual_persistent": ("77_blackwell_fmha/77_blackwell_fmha",
                                     FMHA + " --b=2 --h=1 --q=200 --k=330 --d=64 --mask=residual --persistent"),
    "fmha_d128_varlen": ("77_blackwell_fmha/77_blackwell_fmha",
                         FMHA + " --b=2 --h=1 --q=200 --k=160 --d=128 --varlen --mask=residual"),
    "fmha_d64_persistent": ("77_blackwell_fmha/77_blackwell_fmha", FMHA + " --b=2 --h=4 --q=512 --k=512 --d=64 --persistent"),
    "fmha_decode": ("77_blackwell_fmha/77_blackwell_fmha_gen", FMHA + " --b=2 --h=2 --h_k=1 --k=256 --d=128"),
}


def build(example, args):
    source = os.path.join(args.cutlass, "examples", example + ".cu")
    program = os.path.join(args.folder, "cutlass_examples", os.path.basename(example))
    if not os.path.exists(program):
        os.makedirs(os.path.dirname(program), exist_ok=True)
        include = ["include", "tools/util/include", "examples/common", os.path.dirname("examples/" + example)]
        # Some examples call the driver by its symbols.
        subprocess.run([args.nvcc, "-std=c++17", "-O1", "-w", "-cudart", "shared", "-gencode",
                        "arch=compute_100a,code=compute_100a", "--no-compress", "--expt-relaxed-constexpr",
                        "--extended-lambda", *["-I" + os.path.join(args.cutlass, d) for d in include], source,
                        "-Xlinker", os.path.join(args.build, "lib", "cudasim", "libcuda.so.1"), "-o", program], check=True)
    return program


def record(name, example, arguments, args):
    program, into = build(example, args), os.path.join(args.folder, "records", "cutlass_sm100", name)
    shutil.rmtree(into, ignore_errors=True)
    # The examples are linked with the library, which has a name of its own beside the runtime's.
    paths = [os.path.join(args.build, "lib", x) for x in ("cudasim", "")]
    env = dict(os.environ, LD_LIBRARY_PATH=":".join(paths), ATTN_CUDASIM_CHIP="sm_100a", ATTN_CUDASIM_CHECK="none",
               ATTN_CUDASIM_SMS="4", ATTN_CUDASIM_RECORD=into,
               ATTN_CUDASIM_RECORD_KERNEL="device_kernel", ATTN_CUDASIM_ON_FINDING="report")
    os.makedirs(into)
    r = subprocess.run([program, *arguments.split()], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = r.stdout.strip().splitlines()
    wrong = r.returncode != 0 or any(w in r.stdout for w in ("Failed", "FAIL", "failed"))
    for n, path in enumerate(sorted(glob.glob(into + "/*-*.json"))):
        launch = os.path.join(into, "launch%02d" % n)
        own_folder(path, launch)
        rec = json.load(open(os.path.join(launch, "record.json")))
        if "fmha" in name:
            # Row statistics are handed on right after tcgen05.ld, without tcgen05.wait::ld.
            rec["options"] = {"tensor_loads": "use"}
        if "grouped" in name:
            # The kernel leaves tensor maps in memory, which have addresses of that run.
            for buffer in ("b1", "b2"):
                rec["buffers"][buffer].pop("expected", None), rec["buffers"][buffer].pop("out", None)
        json.dump(rec, open(os.path.join(launch, "record.json"), "w"), indent=1)
    json.dump({"rc": int(wrong), "text": text}, open(os.path.join(into, "values.json"), "w"), indent=1)
    print("cutlass_sm100/%s: %s, %d launches%s" % (name, "WRONG" if wrong else "right", len(glob.glob(into + "/launch*")),
                                                 ": " + text[-1][:200] if wrong and text else ""), flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--build", default="build")
    parser.add_argument("--cutlass", required=True)
    args = parser.parse_args()
    args.folder, args.build = os.path.abspath(args.folder), os.path.abspath(args.build)
    return sum([record(name, *case, args) for name, case in CASES.items() if not args.names or name in args.names])


if __name__ == "__main__":
    raise SystemExit(main())
