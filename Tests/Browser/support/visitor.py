# SPDX-License-Identifier: Apache-2.0
"""Speaks with the page's server as the page does, without a browser."""

import http.client
import json
import uuid


class Visitor:
    """Somebody whom the server let in."""

    def __init__(self, server):
        self.port = server.port
        answer = self.ask("GET", server.link.removeprefix(server.base))[0]
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.token = self.state()["token"]

    def ask(self, method, path, body=None, **headers):
        """The response to one request over a connection of its own, and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def state(self):
        return json.loads(self.ask("GET", "/api/state", Cookie=self.cookie)[1])

    def change(self, path, **body):
        """The status and the answer to a change."""
        answer, text = self.ask(
            "POST", path, json.dumps(body), **{
                "Cookie": self.cookie, "X-Cleanrules-Token": self.token,
                "Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"})
        return answer.status, json.loads(text)

    def decide(self, card, verdict, key=None, **more):
        return self.change(
            "/api/decide", card=card, verdict=verdict, key=key or str(uuid.uuid4()), **more)
