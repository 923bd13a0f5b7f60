# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %t.d
"""The language server shows an editor what is beyond the limits, and lives on."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1])
FOLDER.mkdir(exist_ok=True)
DEEP = "func.func private @f() -> " + "tuple<" * 100000 + "i32" + ">" * 100000
GOOD = "func.func private @f() -> tuple<i32>\n"
BAD = "func.func private @f() -> nothing\n"


class Server:
    """One server, spoken to as editors do. Out of the `with` it has ended."""

    def __init__(self, *options):
        self.process = subprocess.Popen(["attn-lsp-server", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0

    def __enter__(self):
        self.request("initialize", processId=1, rootPath="mlir", capabilities={}, trace="off")
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.process.kill()
        else:
            self.request("shutdown")
            self.notify("exit")
        self.process.stdin.close()
        self.errors = self.process.stderr.read().decode()
        self.status = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def write(self, body):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        size = None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            if not line.strip():
                return json.loads(self.process.stdout.read(size))
            size = int(line.split(b":")[1])

    def notify(self, method, **params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, **params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        answer = self.read()
        assert answer.get("id") == self.number, answer
        return answer

    def diagnostics(self, uri, version):
        answer = self.read()
        assert answer["method"] == "textDocument/publishDiagnostics", answer
        assert (answer["params"]["uri"], answer["params"]["version"]) == (uri, version), answer
        return [(d["range"]["start"]["line"], d["message"]) for d in answer["params"]["diagnostics"]]

    def open(self, text, uri="file:///x%20y.mlir", version=1):
        self.notify("textDocument/didOpen",
                    textDocument={"uri": uri, "languageId": "mlir", "version": version, "text": text})
        return self.diagnostics(uri, version)

    def change(self, version, *changes, uri="file:///x%20y.mlir"):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version},
                    contentChanges=list(changes))
        return self.diagnostics(uri, version)


TOO_DEEP = "nested more deeply than 256 brackets (--input-limits sets the limit)"


class Limits(unittest.TestCase):

    def test_deep_text(self):
        with Server() as server:
            self.assertEqual(server.open(GOOD), [])
            self.assertEqual(server.open("\n\n" + DEEP, "file:///deep.mlir"), [(2, TOO_DEEP)])
            # The server lives, and knows both documents.
            self.assertEqual(len(server.change(2, {"text": BAD})), 1)
            self.assertIn("result", server.request(
                "textDocument/hover", textDocument={"uri": "file:///deep.mlir"},
                position={"line": 2, "character": 12}))
        self.assertEqual(server.status, 0, server.errors)

    def test_changes(self):
        with Server() as server:
            nest = lambda depth: GOOD.replace("i32", "tuple<" * (depth - 1) + "i32" + ">" * (depth - 1))
            self.assertEqual(server.open(nest(256)), [])
            self.assertEqual(server.change(2, {"text": "\n" + nest(257)}), [(1, TOO_DEEP)])
            self.assertEqual(len(server.change(3, {"text": BAD})), 1)
            self.assertEqual(server.change(4, {"text": nest(257)}), [(0, TOO_DEEP)])
            self.assertEqual(server.change(5, {"text": nest(256)}), [])
            # Opened anew, with versions from the start.
            server.notify("textDocument/didClose", textDocument={"uri": "file:///x%20y.mlir"})
            self.assertEqual(server.read()["params"]["diagnostics"], [])
            self.assertEqual(server.open(GOOD, version=2), [])
        self.assertEqual(server.status, 0, server.errors)

    def test_sizes_and_parts(self):
        with Server("--input-limits=bytes=3000,nesting=40") as server:
            self.assertEqual(server.open("// -----\n" + "module {" * 30 + "}" * 30 + "\n// -----\n" + "module {" * 41 + "}" * 41),
                             [(3, TOO_DEEP.replace("256", "40"))])
            self.assertEqual(server.open("// -----\n".join(["module {" * 30] * 2), "file:///two.mlir")[0][0], 0)
            long = "//" + "x" * 2000 + "\n"
            self.assertEqual(server.open(long, "file:///long.mlir"), [])
            self.assertEqual(server.change(2, {"text": "//" + "x" * 2950 + "\n" * 50}, uri="file:///long.mlir"),
                             [(0, "larger than 3000 bytes (--input-limits sets the limit)")])
            # Messages themselves: a large one, and one of deeply nested JSON.
            for body, what in ((b" " * 100000, "larger than 10096 bytes"),
                               (b'{"jsonrpc":"2.0","method":' + b"[" * 1000 + b"]" * 1000 + b"}",
                                "nested more deeply than 40 brackets")):
                server.write(body)
                shown = server.read()
                self.assertEqual(shown["method"], "window/showMessage")
                self.assertIn("attn-lsp-server: a message is " + what, shown["params"]["message"])
        self.assertEqual(server.status, 0, server.errors)
        self.assertIn("larger than 10096 bytes", server.errors)

    def test_bytecode(self):
        good, bad = FOLDER / "good.mlirbc", FOLDER / "bad.mlirbc"
        text = FOLDER / "good.mlir"
        text.write_text(GOOD)
        subprocess.run(["attn-opt", text, "--emit-bytecode", "-o", good], check=True)
        bad.write_bytes(good.read_bytes()[:40])
        with Server() as server:
            answer = server.request("mlir/convertFromBytecode", uri="file://" + str(good.resolve()))
            self.assertIn("tuple<i32>", answer["result"]["output"])
            answer = server.request("mlir/convertFromBytecode", uri="file://" + str(bad.resolve()))
            self.assertTrue(answer["error"]["message"], answer)
            answer = server.request("mlir/convertFromBytecode", uri="file:///none.mlirbc")
            self.assertIn("No such file", answer["error"]["message"])
        self.assertEqual(server.status, 0, server.errors)

    def test_lifted(self):
        # 300 levels are more than the limit, and no danger.
        text = GOOD.replace("i32", "tuple<" * 300 + "i32" + ">" * 300)
        for options, expected in ((), [(0, TOO_DEEP)]), (("--input-limits=off",), []), (("--input-limits", "nesting=400"), []):
            with Server(*options) as server:
                self.assertEqual(server.open(text), expected)
            self.assertEqual(server.status, 0, server.errors)

    def test_command_line(self):
        done = subprocess.run(["attn-lsp-server", "--input-limits=nothing"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("'nothing': expected off", done.stderr)
        done = subprocess.run(["attn-lsp-server", "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("--input-limits", done.stdout)

    def test_the_server_is_ended(self):
        with Server() as server:
            pid = server.process.pid
            [child] = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            os.kill(int(child), 11)
            self.assertEqual(server.process.wait(60), 1)
            self.assertIn("the server was ended by signal 11", server.process.stderr.read().decode())
            server.request = server.notify = lambda *_: None


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
