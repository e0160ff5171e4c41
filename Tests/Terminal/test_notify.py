# SPDX-License-Identifier: Apache-2.0
"""What a round tells others, taken by a service on this machine."""
import hashlib
import hmac
import http.server
import json
import threading

import pytest

from rounds import KEY


class Service:
    """Takes requests, and answers with the status that is asked for."""

    def __init__(self):
        self.requests = []
        self.status = 200
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                service.requests.append((self.command, self.path, dict(self.headers), body))
                self.send_response(service.status)
                if service.status in (301, 302, 307, 308):
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST = do_PUT = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def paths(self):
        return [path for _, path, _, _ in self.requests]


@pytest.fixture
def service():
    service = Service()
    yield service
    service.server.shutdown()
    service.server.server_close()


def test_a_webhook_is_signed_and_names_no_file(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    run = made.run("--stage")
    assert run.returncode == 0, run.stderr
    (method, path, headers, body), = service.requests
    assert (method, path) == ("POST", "/hook")
    time = headers["X-Cleanrules-Timestamp"]
    wanted = hmac.new(KEY.encode(), time.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["X-Cleanrules-Signature"] == "sha256=" + wanted
    told = json.loads(body)
    assert told["staged"] == 12 and "staged" in told["events"]
    assert told["undo"].startswith("cleanrules undo p-") and "IMG_" not in body.decode()
    # Commands lead to no state and no rules: those would be paths.
    assert str(made.folder) not in body.decode() and "--state" not in body.decode()
    assert told["round"] == made.report()["round"]
    assert made.report()["notices"] == {"given_up": 0, "sent": 1, "unsent": []}


def test_details_are_told_where_that_is_asked_for(rounds, service):
    made = rounds(
        f"  - {{to: webhook, url: '{service.url}/hook', key: 'env:CLEANRULES_NOTIFY_K', details: true}}\n",
        names=["2021/<b>&`x` \u202e.png"])
    assert made.run("--stage", CLEANRULES_NOTIFY_K=KEY).returncode == 0
    item, = json.loads(service.requests[0][3])["items"]
    assert item.startswith("staged photos:/2021/<b>&") and "\u202e" not in item


@pytest.mark.parametrize("channel", ["slack", "teams", "ntfy", "matrix"])
def test_each_service_has_its_form(rounds, service, channel):
    extra = ", key: 'env:CLEANRULES_NOTIFY_K', room: '!a:b.example'" if channel == "matrix" else ""
    made = rounds(f"  - {{to: {channel}, url: 'env:CLEANRULES_NOTIFY_U', details: true{extra}}}\n",
                  names=["<!channel>.png"])
    run = made.run("--stage", CLEANRULES_NOTIFY_U=service.url, CLEANRULES_NOTIFY_K=KEY)
    assert run.returncode == 0 and "could not" not in run.stderr, run.stderr
    (method, path, headers, body), = service.requests
    text = body.decode()
    if channel == "ntfy":
        assert text.startswith("cleanrules (") and headers["Title"] == "cleanrules"
        return
    told = json.loads(text)
    if channel == "slack":
        assert "&lt;!channel&gt;" in told["text"] and "<" not in told["text"]
    elif channel == "teams":
        card = told["attachments"][0]["content"]
        assert "<!channel>.png" in card["body"][0]["inlines"][0]["text"]
        assert card["body"][0]["type"] == "RichTextBlock"
    else:
        assert method == "PUT" and headers["Authorization"] == "Bearer " + KEY
        assert path.startswith("/_matrix/client/v3/rooms/%21a%3Ab.example/send/m.room.message/r-")


def test_heartbeats_begin_and_end(rounds, service):
    made = rounds(f"  - {{to: heartbeat, url: '{service.url}/beat'}}\n")
    assert made.run("--stage").returncode == 0
    assert service.paths() == ["/beat/start", "/beat"]
    service.requests.clear()
    made.world.files.rename(made.folder / "away")
    assert made.run().returncode == 1
    assert service.paths()[-1] == "/beat/fail"


def test_what_cannot_be_sent_is_told_and_tried_again(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    service.status = 503
    run = made.run("--stage")
    assert run.returncode == 0, "a message never fails a round"
    assert "webhook could not be told" in run.stderr
    assert made.report()["notices"]["unsent"][0]["why"] == "the service answered with 503"
    first = json.loads(service.requests[0][3])
    service.status = 200
    service.requests.clear()
    assert made.run().returncode == 0
    rounds_told = [json.loads(body)["round"] for _, _, _, body in service.requests]
    assert rounds_told[0] == first["round"]
    service.requests.clear()
    assert made.run("--execute-only").returncode == 0
    assert first["round"] not in [json.loads(b)["round"] for _, _, _, b in service.requests]


def test_what_waits_is_sent_without_details(rounds, service):
    made = rounds(
        f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify', details: true}}\n")
    service.status = 503
    made.world.files.rename(made.folder / "away")
    assert made.run().returncode == 1
    first = json.loads(service.requests[0][3])
    made.rules.write_text(made.rules.read_text().replace(", details: true", ""))
    service.status = 200
    service.requests.clear()
    made.run()
    again = json.loads(service.requests[0][3])
    assert again["round"] == first["round"]
    assert again["summary"] != first["summary"] and "the report says why" in again["summary"]


def test_an_outbox_is_bounded_and_everything_is_accounted_for(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    service.status = 500
    given_up, count = 0, 14
    for _ in range(count):
        assert made.run("--stage").returncode == 0
        given_up += made.report()["notices"]["given_up"]
    waiting = len(made.report()["notices"]["unsent"])
    assert given_up > 0 and waiting <= count
    service.status = 200
    service.requests.clear()
    made.run()
    assert len(service.requests) + given_up == count + 1


def test_no_redirect_is_followed(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    service.status = 307
    assert made.run("--stage").returncode == 0
    assert service.paths() == ["/hook"]
    assert "307" in made.report()["notices"]["unsent"][0]["why"]


@pytest.mark.parametrize("address", ["http://192.0.2.1/", "https://u:p@host/", "ftp://127.0.0.1/"])
def test_only_safe_addresses_are_used(rounds, service, address):
    made = rounds("  - {to: slack, url: 'env:CLEANRULES_NOTIFY_U'}\n")
    run = made.run("--stage", CLEANRULES_NOTIFY_U=address)
    assert run.returncode == 0 and "no https address" in run.stderr


def test_secrets_must_be_private_and_stand_elsewhere(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    made.key.chmod(0o644)
    run = made.run("--stage")
    assert run.returncode == 0 and "'key' cannot be had" in run.stderr
    assert service.requests == []
    for entry, line in [
        (f"{{to: webhook, url: '{service.url}', key: '{KEY}'}}", "no secret stands in a rules file"),
        ("{to: slack, url: 'https://hooks.example/x'}", "gives access by itself"),
        ("{to: ntfy, url: 'http://example.org/x'}", "begins with 'https://'"),
        ("{to: ntfy, url: 'https://example.org/x', room: a}", "only 'to: matrix'"),
        ("{to: ntfy, url: 'https://example.org/x', key: 'env:AWS_SECRET_ACCESS_KEY'}",
         "no other secret is handed"),
        ("{to: ntfy, url: 'https://example.org/x', key: 'file:~/.ssh/id_ed25519'}",
         "no other secret is handed"),
        ("{to: pager, url: 'https://example.org/x'}", "takes 'webhook'"),
    ]:
        made.rules.write_text("version: 1\nrules: []\nnotify:\n  - " + entry + "\n")
        run = made.world.run("check", made.rules, check=False)
        assert run.returncode == 3 and line in run.stderr, run.stderr
        assert "own.yaml:4:" in run.stderr


@pytest.mark.parametrize("how", ["link", "second name"])
def test_a_name_makes_no_other_secret_one_for_messages(rounds, service, how):
    made = rounds(f"  - {{to: ntfy, url: '{service.url}/t', key: 'file:key.notify'}}\n")
    made.key.unlink()
    secret = made.folder / ".git-credentials"
    secret.write_text("https://ada:token@example.org")
    secret.chmod(0o600)
    if how == "link":
        made.key.symlink_to(secret)
    else:
        made.key.hardlink_to(secret)
    run = made.run("--stage")
    assert run.returncode == 0 and "ntfy could not be told" in run.stderr
    assert service.requests == []
    # One with that name behind a link is what it says.
    made.key.unlink()
    real = made.folder / "deep.notify"
    real.write_text("key")
    real.chmod(0o600)
    made.key.symlink_to(real)
    assert made.run().returncode == 0
    assert service.requests != []


def test_an_included_file_brings_nobody_in(rounds, service):
    made = rounds(f"  - {{to: webhook, url: '{service.url}/hook', key: 'file:key.notify'}}\n")
    (made.folder / "more.yaml").write_text(
        f"version: 1\nnotify:\n  - {{to: ntfy, url: '{service.url}/evil'}}\n")
    made.rules.write_text(made.rules.read_text() + "include: [more.yaml]\n")
    assert made.run("--stage").returncode == 3
    assert service.requests == []


def test_a_dry_run_tells_nobody(rounds, service):
    made = rounds(f"  - {{to: heartbeat, url: '{service.url}/beat'}}\n")
    assert made.run("--dry-run").returncode == 0
    assert service.requests == []
