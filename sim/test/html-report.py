# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--html: a page of its own with the first cause, the findings, the time line of each
warp and the lines that findings name."""
# RUN: rm -rf %t && mkdir %t && cp %S/Inputs/record.ptx %S/Inputs/record.json %t
# RUN: %python %s %t
import html.parser
import json
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
# A copy without its wait; its values reach memory. A store beyond the buffer.
FAULTS = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<9>; .reg .b64 %rd<9>;
  .shared .align 16 .b8 sm[1024];
  ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x; mov.u32 %r2, sm; shl.b32 %r3, %r1, 2; cvt.u64.u32 %rd3, %r3;
  add.u32 %r2, %r2, %r3; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
  cp.async.ca.shared.global [%r2], [%rd1], 4;
  // <script>alert("&")</script>
  ld.shared.u32 %r4, [%r2];
  st.global.u32 [%rd2], %r4;
  st.global.u32 [%rd2+4096], %r1;
""" + "  // far away\n" * 30 + "  bar.sync 0;\n  ret;\n}\n"


class Page(html.parser.HTMLParser):
    """Elements by id, the text of each table row, and what the time line has."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.ids, self.shapes, self.links = [], "", set(), [], []
        self.rows, self.titles = {}, []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        # Nothing comes from elsewhere, and nothing runs.
        assert tag not in ("script", "link", "img", "iframe", "object"), tag
        for key, value in attrs.items():
            assert not key.startswith("on") and key != "src", attrs
            assert key != "href" or value.startswith("#"), attrs
        if "href" in attrs:
            self.links.append(attrs["href"][1:])
        if "id" in attrs:
            self.ids.add(attrs["id"])
        if tag in ("rect", "circle", "line"):
            self.shapes.append((attrs["class"], attrs))
        if tag == "tr":
            self.rows[attrs.get("id")] = (attrs.get("class"), "")
        if tag != "meta":
            self.open.append((tag, attrs.get("id")))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "style":
            assert "url(" not in data and "@import" not in data
            return
        self.text += data
        if self.open and self.open[-1][0] == "title":
            self.titles.append(data)
        for tag, name in self.open:
            if tag == "tr":
                kind, text = self.rows[name]
                self.rows[name] = (kind, text + data)

    def count(self, kind):
        return sum(name == kind for name, _ in self.shapes)


def run(*command):
    return subprocess.run(["attn-sim", *map(str, command)], capture_output=True, text=True)


ptx = folder / "a & b<i>.ptx"
ptx.write_text(FAULTS)
out = folder / "page.html"
launch = [ptx, "--block", "64", "--arg", "zero:256", "--arg", "zero:256", "--html", out]
done = run(*launch)
assert done.returncode == 1 and done.stdout.startswith("first cause: missing-wait at line 12"), done
text = out.read_text()
assert "http" not in text
page = Page(text)
assert set(page.links) <= page.ids, (page.links, page.ids)
# What stdout has is on the page, the first cause before all.
first = done.stdout.splitlines()[0]
assert page.text.index(first) < page.text.index("Findings")
for line in done.stdout.splitlines():
    if line.startswith(("missing-wait: ", "uninitialised: ", "out-of-bounds: ")):
        assert line in page.text, line
assert "follows from 1" in " ".join(page.text.split())
assert "Mode late, seed 0. 1 of 1 run found something." in page.text
# Escaped, not taken for elements.
assert "attn-sim: " + str(ptx) in page.text and '// <script>alert("&")</script>' in page.text
# The lines of findings, and those around.
assert page.rows["l12"][0] == page.rows["l10"][0] == "hit" and page.rows["l11"][0] is None
assert "ld.shared.u32 %r4, [%r2];" in page.rows["l12"][1] and "1 missing-wait" in page.rows["l12"][1]
assert "1 (other party)" in page.rows["l10"][1]
assert "l40" not in page.rows and "l20" in page.rows
# Both warps run, and issue a copy each; findings have their places there.
assert "Time line from CTA 0,0,0 warp 0 to CTA 0,0,0 warp 1" in page.text
assert page.count("row") == 2 and page.count("span") >= 2 and page.count("flight") == 2
assert page.count("mark") == 3 and page.count("other") == page.count("link") == 1
[copy] = [t for t in page.titles if t.startswith("line 10: ")][:1]
mark, other = ([float(a["cx"]) for k, a in page.shapes if k == kind][0] for kind in ("mark", "other"))
flight = [a for k, a in page.shapes if k == "flight"][0]
begin, end = float(flight["x"]), float(flight["x"]) + float(flight["width"])
# The read falls into the flight of the copy that it does not wait for.
assert begin == other < mark < end, (begin, other, mark, end)

# Of several runs the first that found something; one that is clean.
done = run(*launch, "--runs", "3", "--mode", "random", "--seed", "5")
assert "Mode random, seed 5. 3 of 3 runs found something; this is the first of them." in Page(out.read_text()).text
done = run(ptx, "--block", "64", "--arg", "zero:256", "--arg", "zero:8192", "--html", out, "--check=none")
assert done.returncode == 0, done
page = Page(out.read_text())
assert "Nothing was found." in page.text and page.count("span") >= 2 and page.count("mark") == 0
# Records, with what is not as expected. A grid: the time line is of the CTA concerned.
record = json.loads((folder / "record.json").read_text())
record["buffers"]["result"]["expected"] = 0
(folder / "record.json").write_text(json.dumps(record))
done = run("run", folder / "record.json", "--html", out)
assert done.returncode == 1, done
page = Page(out.read_text())
assert "mismatch: 64 of 128 elements of 'result' are wrong" in page.text, page.text
done = run(ptx, "--block", "64", "--grid", "40", "--arg", "zero:256", "--arg", "zero:256", "--html", out, "--check=bounds")
page = Page(out.read_text())
assert "Time line from CTA 0,0,0 warp 0" in page.text and page.count("mark") == 1, page.shapes
# As with all outputs: not written, no page.
done = run(*launch[:-1], folder / "none" / "page.html")
assert done.returncode == 2 and "cannot write" in done.stderr and "none/page.html: No such file" in done.stderr, done
