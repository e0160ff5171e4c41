#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the language server takes from a change to what is wrong with the file.

usage: lsp.py PATH-OF-CLEANRULES [LINES]

Types a letter a hundred times into a rules file of 1,000 lines, which has a mistake then and not the next time, and
waits for the findings each time. Prints median and maximum, and that of one completion and one hover.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

RULE = """  - id: rule-{0}
    why: Files of project {0} that are old
    match:
      any:
        - {{path: "/Projects/{0}/**", modified_age: over 1y}}
        - {{name: ["*.tmp{0}", "~{0}*"], size: over 10MB}}
    unless: {{name_regex: '(?i)contract{0}'}}
    then: review
"""


class Server:
    def __init__(self, program, home):
        self.process = subprocess.Popen(
            [program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"HOME": home, "PATH": os.environ["PATH"]})
        self.number = 0

    def send(self, method, params, asks=False):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if asks:
            self.number += 1
            message["id"] = self.number
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.send(method, params, asks=True)
        while True:
            message = self.read()
            if message.get("id") == self.number:
                return message["result"]

    def findings(self):
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]


def timed(action, count):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - start))
    return f"median {statistics.median(times):.1f} ms, most {max(times):.1f} ms"


def main():
    program, lines = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    text = "version: 1\nrules:\n" + "".join(RULE.format(number) for number in range((lines - 2) // 8))
    with tempfile.TemporaryDirectory() as home:
        server = Server(program, home)
        server.ask("initialize", {"capabilities": {}})
        server.send("initialized", {})
        document = {"uri": f"file://{home}/rules.yaml"}
        server.send("textDocument/didOpen", {"textDocument": document | {
            "languageId": "yaml", "version": 1, "text": text}})
        assert server.findings() == []
        at = {"line": 9, "character": 10}
        state = {"version": 1}

        def change():
            state["version"] += 1
            isWrong = state["version"] % 2 == 0
            span = {"start": at, "end": at if isWrong else {"line": 9, "character": 11}}
            server.send("textDocument/didChange", {
                "textDocument": document | {"version": state["version"]},
                "contentChanges": [{"range": span, "text": "x" if isWrong else ""}]})
            assert bool(server.findings()) == isWrong

        print(f"{text.count(chr(10))} lines")
        print("findings:  ", timed(change, 100))
        place = {"textDocument": document, "position": at}
        print("completion:", timed(lambda: server.ask("textDocument/completion", place), 20))
        print("hover:     ", timed(lambda: server.ask("textDocument/hover", place), 20))
        server.ask("shutdown", None)
        server.send("exit", None)
        assert server.process.wait() == 0


main()
