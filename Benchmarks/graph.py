#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists a simulated OneDrive and deletes a third of it, over HTTP on this machine.

usage: graph.py FOLDER-OF-BINARIES [ITEMS]

Starts cleanrules-graphsim with ITEMS generated files (100,000 by default), behind a counting relay, signs in,
and prints for each command: wall time, processor time, peak memory, requests (and how many of them were batches), and
bytes in both directions.
"""
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time


class Relay:
    """Passes connections on and counts requests and bytes; links in answers lead to it as well."""

    def __init__(self, port):
        self.target = port
        self.requests = self.batches = self.sent = self.received = 0
        # A port of as many digits, so that no length changes.
        while True:
            self.socket = socket.create_server(("127.0.0.1", 0))
            self.port = self.socket.getsockname()[1]
            if len(str(self.port)) == len(str(port)):
                break
        self.theirs, self.ours = (f"127.0.0.1:{number}".encode() for number in (port, self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.socket.accept()
            server = socket.create_connection(("127.0.0.1", self.target))
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.pump, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, False), daemon=True).start()

    def pump(self, source, target, is_request):
        held = b""
        while data := source.recv(1 << 16):
            if not is_request:
                data = (held + data).replace(self.theirs, self.ours)
                # An address may go on in the next piece.
                cut = next((n for n in range(len(self.theirs) - 1, 0, -1) if data.endswith(self.theirs[:n])), 0)
                held = data[len(data) - cut:]
                data = data[:len(data) - cut]
            if is_request:
                self.sent += len(data)
                self.requests += sum(data.startswith(verb) for verb in (b"GET ", b"POST ", b"DELETE ", b"PATCH "))
                self.batches += data.startswith(b"POST ") and b"/$batch " in data[:200]
            else:
                self.received += len(data)
            target.sendall(data)
        target.sendall(held)
        target.close()


def timed(label, relay, command, env):
    before = (relay.requests, relay.sent, relay.received, relay.batches)
    begin = time.monotonic()
    child = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    print(
        f"{label:26} {wall:8.2f} s wall {usage.ru_utime + usage.ru_stime:8.2f} s processor"
        f" {usage.ru_maxrss / 1024:8.1f} MiB {relay.requests - before[0]:7} requests"
        f" ({relay.batches - before[3]} batches)"
        f" {(relay.sent - before[1]) / 1e6:8.2f} MB up {(relay.received - before[2]) / 1e6:8.2f} MB down"
        f"   exit {child.returncode}", flush=True)
    return output


def main():
    folder = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as top:
        service = subprocess.Popen(
            [f"{folder}/cleanrules-graphsim", "--scenario", "personal", "--items", str(count)],
            stdout=subprocess.PIPE, text=True)
        try:
            address = service.stdout.readline().strip()
            relay = Relay(int(address.rsplit(":", 1)[1]))
            env = dict(
                os.environ, HOME=top, XDG_STATE_HOME=top, CLEANRULES_TOKEN_STORE="file",
                CLEANRULES_CLIENT_ID="bench", CLEANRULES_LOGIN_URL=f"http://127.0.0.1:{relay.port}",
                CLEANRULES_GRAPH_URL=f"http://127.0.0.1:{relay.port}")
            rules = f"{top}/rules.yaml"
            with open(rules, "w") as file:
                file.write(
                    "version: 1\ndrives:\n  cloud: {kind: onedrive, account: me, root: /}\n"
                    "defaults: {undo_window: none}\n"
                    "limits: {items: unlimited, bytes: unlimited, percent: unlimited, listing_drop: unlimited}\n"
                    "rules:\n  - {id: third, match: {name_regex: '[0-9]*0[^0-9]*'}, then: delete}\n")
            program = f"{folder}/cleanrules"
            subprocess.run(
                [program, "login", "cloud", "--rules", rules, "--device-code", "--no-browser", "--restore"], env=env,
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            common = ["--rules", rules, "--quiet"]
            timed("sync, everything", relay, [program, "sync", *common], env)
            timed("sync, nothing new", relay, [program, "sync", *common], env)
            plan = timed("plan", relay, [program, "plan", *common, "--format", "json"], env)
            print("to be deleted:", json.loads(plan)["totals"]["delete"]["items"], flush=True)
            timed("stage", relay, [program, "stage", *common, "--yes", "--no-undo-window"], env)
            timed("execute", relay, [program, "execute", *common, "--yes"], env)
            timed("sync, a third gone", relay, [program, "sync", *common], env)
            timed("restore", relay, [program, "restore", "--all", "--yes", "--quiet"], env)
        finally:
            service.kill()


if __name__ == "__main__":
    main()
