# SPDX-License-Identifier: Apache-2.0
"""Speaks with the page's server as the page does, without a browser."""

import http.client
import json
import uuid


def ask(server, method, path, body=None, **headers):
    """The response to one request over a connection of its own, and its body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    try:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, names)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


class Visitor:
    """A program that the server let in."""

    def __init__(self, server):
        self.server = server
        answer = ask(server, "GET", server.link.removeprefix(server.base))[0]
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.token = self.state()["token"]

    def state(self):
        return json.loads(ask(self.server, "GET", "/api/state", Cookie=self.cookie)[1])

    def change(self, path, **body):
        """The status and the answer to a change."""
        answer, text = ask(
            self.server, "POST", path, json.dumps(body), Cookie=self.cookie,
            X_Cleanrules_Token=self.token, Content_Type="application/json", Origin=self.server.base)
        return answer.status, json.loads(text)

    def decide(self, card, verdict, key=None, **more):
        return self.change(
            "/api/decide", card=card, verdict=verdict, key=key or str(uuid.uuid4()), **more)
