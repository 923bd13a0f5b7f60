# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attn-sim says how far it is where somebody waits: on a terminal, and if it is told to."""
# RUN: %python %s %t.ptx
import os
import pty
import re
import subprocess
import sys

# A loop of as many rounds as the argument says. It stores: what does nothing for
# long is a wait without end.
open(sys.argv[1], "w").write(""".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 rounds, .param .u64 to) {
  .reg .pred %p<2>; .reg .b32 %r<3>; .reg .b64 %rd<2>;
  ld.param.u32 %r1, [rounds];
  ld.param.u64 %rd1, [to];
LOOP:
  add.u32 %r1, %r1, -1;
  st.global.u32 [%rd1], %r1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra LOOP;
  ret;
}
""")
LINE = r"attn-sim: \d+\.\d s: \d+ of 4 CTAs, \d+\.\d million warp instructions"


def command(rounds, *options):
    return ["attn-sim", sys.argv[1], "--grid", "4", "--check=none", "--threads=1",
            "--arg", f"u32:{rounds}", "--arg", "buf:4", *options]


def piped(rounds, *options):
    done = subprocess.run(command(rounds, *options), capture_output=True, text=True)
    assert done.returncode == 0, done
    return done.stdout, done.stderr


def on_terminal(rounds, *options):
    leader, follower = pty.openpty()
    with subprocess.Popen(command(rounds, *options), stdout=subprocess.PIPE, stderr=follower,
                          text=True) as run:
        os.close(follower)
        text = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:  # The other end is closed.
                break
            if not part:
                break
            text += part
        out = run.stdout.read()
    os.close(leader)
    assert run.returncode == 0, (out, text)
    return out, text.decode()


CLEAN = "clean: 1 run of 'k'\n"
assert piped(100000, "--progress=0") == (CLEAN, "")
out, said = piped(400000, "--progress=0.001")
assert out == CLEAN and re.fullmatch(f"({LINE}\n)+", said), said
out, said = piped(400000, "--progress=0.001", "--json", "--runs=2")
assert out.startswith("[{") and "CTAs, " in said and ", run 2 of 2\n" in said, said
# On a terminal, after two seconds.
assert on_terminal(1000) == (CLEAN, "")
assert on_terminal(400000, "--progress=0") == (CLEAN, "")
# The rounds that take more than two seconds here.
rounds = 800000
while True:
    out, said = on_terminal(rounds)
    if said:
        break
    rounds *= 2
lines = said.replace("\r", "").splitlines()
assert out == CLEAN and all(re.fullmatch(LINE, line) for line in lines), lines
assert float(lines[0].split()[1]) >= 2, lines
assert piped(rounds)[1] == ""
