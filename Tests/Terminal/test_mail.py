# SPDX-License-Identifier: Apache-2.0
"""What a round tells by e-mail: to a server on this machine, and to a program."""
import email
import email.policy
import json
import time

import pytest

from mailserver import MailServer, authority
from rounds import KEY

PEOPLE = "from: cleanup@example.org"


def read(mail):
    return email.message_from_bytes(mail["bytes"], policy=email.policy.default)


def entry(server, more="", recipients="anna@example.org"):
    return f"  - {{to: email, url: '{server.url}', recipients: {recipients}, {PEOPLE}{more}}}\n"


@pytest.fixture
def mail():
    servers = []

    def make(**options):
        servers.append(MailServer(**options))
        return servers[-1]
    yield make
    for server in servers:
        server.close()


def why(made):
    return [one["why"] for one in made.report()["notices"]["unsent"]]


def test_a_mail_says_what_a_round_came_to_and_names_no_file(rounds, mail):
    server = mail(offers=["SIZE 1000000", "8BITMIME"])
    made = rounds(entry(server))
    run = made.run("--stage")
    assert run.returncode == 0 and "could not" not in run.stderr, run.stderr
    one, = server.mails
    assert one["to"] == ["<anna@example.org>"] and "<cleanup@example.org>" in one["from"]
    # The name of this machine is nobody's business.
    assert server.commands[0] == "EHLO example.org"
    text = one["bytes"]
    assert all(len(line) <= 78 and line.isascii() for line in text.split(b"\r\n"))
    assert b"\n" not in text.replace(b"\r\n", b"")
    message = read(one)
    assert message["From"] == "cleanup@example.org" and message["To"] == "anna@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["MIME-Version"] == "1.0"
    assert message.get_content_type() == "text/plain"
    assert message.get_content_charset() == "utf-8"
    assert message["Message-ID"].endswith("@example.org>")
    ended = made.report()["ended"]
    assert message["Date"].datetime.strftime("%Y-%m-%dT%H:%M:%SZ") == ended
    assert message["Subject"].startswith("cleanrules (")
    body = message.get_content()
    assert "12" in body and "cleanrules undo p-" in body
    assert "IMG_" not in body and str(made.folder) not in text.decode()
    assert made.report()["notices"] == {"given_up": 0, "sent": 1, "unsent": []}


def test_everybody_gets_a_mail_of_their_own(rounds, mail):
    server = mail()
    made = rounds(entry(server, recipients="[anna@example.org, ben@example.org]"))
    assert made.run("--stage").returncode == 0
    assert [one["to"] for one in server.mails] == [["<anna@example.org>"], ["<ben@example.org>"]]
    assert "ben" not in str(read(server.mails[0]))
    assert len({read(one)["Message-ID"] for one in server.mails}) == 2
    assert made.report()["notices"]["sent"] == 2


def test_who_is_refused_is_told_and_not_tried_again(rounds, mail):
    server = mail()
    server.answers["RCPT TO:<ben"] = "550 5.1.1 nobody \x07here"
    made = rounds(entry(server, recipients="[ben@example.org, anna@example.org]"))
    run = made.run("--stage")
    assert run.returncode == 0, "a message never fails a round"
    assert "that is not tried again" in run.stderr
    assert why(made) == ["the mail server answered with '550 5.1.1 nobody ?here'"]
    assert made.report()["notices"]["given_up"] == 1
    assert [one["to"] for one in server.mails] == [["<anna@example.org>"]]
    server.answers.clear()
    server.mails.clear()
    made.run("--execute-only")
    # What is new goes to both, and what was refused to nobody.
    assert sorted(one["to"] for one in server.mails) == [
        ["<anna@example.org>"], ["<ben@example.org>"]]
    assert made.report()["notices"] == {"given_up": 0, "sent": 2, "unsent": []}


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA", "END"])
def test_what_is_refused_for_now_is_tried_again_as_the_same_mail(rounds, mail, stage):
    server = mail()
    server.answers[stage] = "451 4.7.1 later"
    made = rounds(entry(server, ", details: true"))
    run = made.run("--stage")
    assert run.returncode == 0 and "the next round tries again" in run.stderr
    assert why(made) == ["the mail server answered with '451 4.7.1 later'"]
    first = made.report()
    server.answers.clear()
    assert made.run().returncode == 0
    again = [read(one) for one in server.mails]
    assert again[0]["Date"].datetime.strftime("%Y-%m-%dT%H:%M:%SZ") == first["ended"]
    # One whose answer is lost arrives twice, and is seen as one.
    assert [read(one)["Message-ID"] for one in server.refused] in (
        [], [again[0]["Message-ID"]])
    assert (stage == "END") == bool(server.refused)
    # By then nobody may want details any more.
    assert "IMG_" not in again[0].get_content()
    server.mails.clear()
    made.run("--execute-only")
    assert again[0]["Message-ID"] not in [read(one)["Message-ID"] for one in server.mails]


@pytest.mark.parametrize("stage", ["greeting", "RCPT"])
def test_a_silent_server_holds_nothing_up_for_long(rounds, mail, stage):
    server = mail()
    server.silent = stage
    made = rounds(entry(server))
    run = made.run("--stage")
    assert run.returncode == 0 and why(made) == ["127.0.0.1 took too long"]


def test_a_mail_that_was_taken_is_sent_whatever_comes_then(rounds, mail):
    server = mail()
    server.silent = "QUIT"
    made = rounds(entry(server))
    assert made.run("--stage").returncode == 0
    assert made.report()["notices"] == {"given_up": 0, "sent": 1, "unsent": []}


def test_a_user_signs_in_with_a_key_of_a_private_file(rounds, mail):
    server = mail(offers=["AUTH PLAIN LOGIN"], user="cleanup", password="päss word")
    made = rounds(entry(server, ", user: cleanup, key: 'file:key.notify'"))
    made.key.write_text("päss word\n")
    assert made.run("--stage").returncode == 0
    assert len(server.mails) == 1 and any(c.startswith("AUTH") for c in server.commands)


def test_a_key_that_is_wrong_is_told_without_the_key(rounds, mail):
    server = mail(offers=["AUTH PLAIN"], user="cleanup", password="another")
    made = rounds(entry(server, ", user: 'env:CLEANRULES_NOTIFY_U', key: 'file:key.notify'"))
    run = made.run("--stage", CLEANRULES_NOTIFY_U="cleanup")
    assert run.returncode == 0 and server.mails == []
    assert why(made) == ["127.0.0.1 does not let 'user' sign in with 'key'"]
    assert "535" not in run.stderr
    assert made.report()["notices"]["given_up"] == 0
    made.key.chmod(0o644)
    run = made.run("--stage", CLEANRULES_NOTIFY_U="cleanup")
    assert "its 'key' cannot be had" in why(made)[-1]


def test_nothing_is_said_in_the_open_where_tls_is_required(rounds, mail):
    server = mail(offers=["AUTH PLAIN"], user="cleanup", password=KEY)
    made = rounds(entry(server, ", tls: required, user: cleanup, key: 'file:key.notify'"))
    assert made.run("--stage").returncode == 0
    assert why(made) == ["127.0.0.1 offers no TLS, and nothing was said to it"]
    assert {command.split(" ")[0] for command in server.commands} <= {"EHLO", "QUIT"}
    # Nor where the server takes back what it offered.
    server.offers = ["STARTTLS", "AUTH PLAIN"]
    server.answers["STARTTLS"] = "454 not now"
    server.commands.clear()
    assert made.run("--execute-only").returncode == 0
    assert {c.split(" ")[0] for c in server.commands} <= {"EHLO", "STARTTLS", "QUIT"}
    assert server.mails == []


@pytest.mark.parametrize("wrapped", [False, True])
def test_tls_is_checked_and_used(rounds, mail, tmp_path, wrapped):
    folder = tmp_path / "authority"
    folder.mkdir()
    context, trusted = authority(folder)
    server = mail(context=context, wrapped=wrapped, offers=["STARTTLS", "AUTH PLAIN"],
                  user="cleanup", password=KEY)
    made = rounds(entry(server, ", tls: required, user: cleanup, key: 'file:key.notify'"))
    assert made.run("--stage").returncode == 0
    assert server.mails == [] and "127.0.0.1 cannot be trusted" in why(made)[0]
    assert not any(c.startswith(("AUTH", "MAIL")) for c in server.commands)
    assert made.run("--execute-only", CURL_CA_BUNDLE=trusted).returncode == 0
    assert server.mails and all(one["safe"] for one in server.mails)


def test_another_machine_is_told_nothing_in_the_open(rounds, mail):
    made = rounds(
        "  - {to: email, url: 'env:CLEANRULES_NOTIFY_U', recipients: anna@example.org, "
        f"{PEOPLE}, tls: none, user: cleanup, key: 'file:key.notify'}}\n")
    assert made.run("--stage", CLEANRULES_NOTIFY_U="smtp://192.0.2.1:25").returncode == 0
    assert why(made) == ["192.0.2.1 is on another machine, and no key goes there in the open"]


@pytest.mark.parametrize("address", [
    "http://127.0.0.1/", "smtp://u:p@127.0.0.1", "smtp://127.0.0.1/x",
    "smtp://127.0.0.1\r\nRCPT TO:<x@example.org>"])
def test_only_mail_servers_are_used(rounds, mail, address):
    made = rounds("  - {to: email, url: 'env:CLEANRULES_NOTIFY_U', recipients: anna@example.org, "
                  f"{PEOPLE}}}\n")
    run = made.run("--stage", CLEANRULES_NOTIFY_U=address)
    assert run.returncode == 0
    assert "no mail server" in why(made)[0] or "'url' cannot be had" in why(made)[0]


def test_a_name_that_would_be_a_header_is_text(rounds, mail):
    server = mail()
    made = rounds(entry(server, ", details: true"),
                  names=["a\r\nBcc: x@example.org\r\n\r\n.\r\nMAIL FROM:<y@example.org>.png",
                         "Übermäßig \u202e.png", ".png"])
    assert made.run("--stage").returncode == 0
    one, = server.mails
    message = read(one)
    assert message["Bcc"] is None and one["to"] == ["<anna@example.org>"]
    body = message.get_content()
    assert "Bcc: x@example.org" in body and "\nBcc" not in body
    assert "Übermäßig" in body and "\u202e" not in body
    assert len([c for c in server.commands if c.startswith("MAIL")]) == 1


def test_a_subject_has_the_letters_of_its_language(rounds, mail):
    server = mail()
    made = rounds(entry(server))
    assert made.run("--stage", LC_ALL="fr_FR.UTF-8").returncode == 0
    one, = server.mails
    head = one["bytes"].split(b"\r\n\r\n")[0]
    assert b"Subject: =?utf-8?B?" in head and head.isascii()
    assert all(len(line) <= 76 for line in head.split(b"\r\n"))
    message = read(one)
    assert any(letter in message["Subject"] for letter in "éèàô’"), message["Subject"]
    said = message["Subject"].rstrip("…")
    assert message.get_content().replace("\n", " ").startswith(said)


# MARK: By a program

PROGRAM = """#!/bin/sh
printf '%s\\n' "$@" > "{folder}/words"
env > "{folder}/surroundings"
ls -l /proc/self/fd > "{folder}/files"
cat > "{folder}/mail"
{then}
"""


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "programs"
    folder.mkdir(mode=0o755)

    def make(then="", name="sendmail"):
        path = folder / name
        path.write_text(PROGRAM.format(folder=tmp_path, then=then))
        path.chmod(0o755)
        return path
    return make


def by(path, more=""):
    return f"  - {{to: email, sendmail: {path}, recipients: anna@example.org, {PEOPLE}{more}}}\n"


def test_a_program_gets_addresses_and_a_mail_and_nothing_else(rounds, program, tmp_path):
    made = rounds(by(program()))
    run = made.run("--stage", CLEANRULES_NOTIFY_SECRET="hidden", LC_ALL="C.UTF-8")
    assert run.returncode == 0 and "could not" not in run.stderr, run.stderr
    words = (tmp_path / "words").read_text().split("\n")[:-1]
    assert words == ["-i", "-f", "cleanup@example.org", "--", "anna@example.org"]
    text = (tmp_path / "mail").read_bytes()
    assert b"\r" not in text
    message = email.message_from_bytes(text, policy=email.policy.default)
    assert message["To"] == "anna@example.org" and "cleanrules undo p-" in message.get_content()
    assert "hidden" not in (tmp_path / "surroundings").read_text()
    files = (tmp_path / "files").read_text()
    assert "sqlite" not in files and ".lock" not in files
    assert made.report()["notices"] == {"given_up": 0, "sent": 1, "unsent": []}


def test_a_program_that_fails_is_told_and_tried_again(rounds, program, tmp_path):
    path = program("echo 'no such \\007queue' >&2; exit 75")
    made = rounds(by(path))
    assert made.run("--stage").returncode == 0
    assert why(made) == [f"{path} ended with 75: no such queue"]
    first = (tmp_path / "mail").read_bytes()
    program()
    assert made.run("--execute-only").returncode == 0
    assert made.report()["notices"]["sent"] >= 1
    assert first.split(b"Message-ID")[0].startswith(b"Date: ")


def test_a_program_that_never_ends_is_ended_with_what_it_started(rounds, program, tmp_path):
    made = rounds(by(program(f"sleep 300 & echo $! > {tmp_path}/child; sleep 300")))
    run = made.run("--stage")
    assert run.returncode == 0 and "took too long and was ended" in why(made)[0]
    child = (tmp_path / "child").read_text().strip()
    for _ in range(100):
        try:
            state = open(f"/proc/{child}/stat").read().split(") ")[1][0]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        time.sleep(0.1)
    raise AssertionError("what it started goes on")


def test_a_program_that_others_could_change_is_not_run(rounds, program, tmp_path):
    path = program()
    made = rounds(by(path))
    path.chmod(0o777)
    assert made.run("--stage").returncode == 0
    assert "is not run: others can write it" in why(made)[0]
    path.chmod(0o755)
    path.parent.chmod(0o777)
    made.run("--stage")
    assert "others can write into its folder" in why(made)[0]
    assert not (tmp_path / "words").exists()


# MARK: What the rules may say

@pytest.mark.parametrize("line, said", [
    ("url: smtp://mail.example.org, recipients: 'Anna <anna@example.org>'", "no address of e-mail"),
    ('url: smtp://mail.example.org, recipients: "anna@example.org\\r\\nBcc: x@example.org"',
     "no address of e-mail"),
    ("url: smtp://mail.example.org, recipients: ['-oQ/tmp@example.org']", "no address of e-mail"),
    ("url: smtp://mail.example.org, recipients: []", "at least one"),
    ("url: smtp://mail.example.org", "needs 'recipients'"),
    ("recipients: anna@example.org", "needs 'url'"),
    ("url: https://mail.example.org, recipients: anna@example.org", "takes 'smtps://HOST'"),
    ("url: 'smtp://u:p@mail.example.org', recipients: anna@example.org", "takes 'smtps://HOST'"),
    ("url: smtp://mail.example.org, recipients: anna@example.org, user: a, key: secret",
     "no secret stands in a rules file"),
    ("url: smtp://mail.example.org, recipients: anna@example.org, user: a", "needs a 'key'"),
    ("url: smtp://mail.example.org, recipients: anna@example.org, key: 'file:a.notify'",
     "goes with a 'user'"),
    ("url: smtp://mail.example.org, recipients: anna@example.org, user: a, key: 'file:a.notify', "
     "tls: none", "over TLS only"),
    ("url: smtps://mail.example.org, recipients: anna@example.org, tls: none", "always over TLS"),
    ("sendmail: /bin/sh, recipients: anna@example.org", "called 'sendmail' or"),
    ("sendmail: bin/sendmail, recipients: anna@example.org", "called 'sendmail' or"),
    ("sendmail: false, recipients: anna@example.org", "takes 'true'"),
    ("sendmail: true, url: smtp://a, recipients: anna@example.org", "there is no 'url'"),
])
def test_a_check_says_what_is_wrong_with_the_line(rounds, line, said):
    made = rounds("  []\n")
    made.rules.write_text(
        "version: 1\nrules: []\nnotify:\n  - {to: email, " + PEOPLE + ", " + line + "}\n")
    run = made.world.run("check", made.rules, check=False)
    assert run.returncode == 3 and said in run.stderr, run.stderr
    assert "own.yaml:4:" in run.stderr and "\r" not in run.stderr


def test_the_doctor_says_what_sending_lacks(rounds, mail, program):
    server = mail()
    made = rounds(entry(server, ", user: cleanup, key: 'file:key.notify'"))

    def look():
        run = made.world.run("doctor", "--rules", made.rules, "--format", "json", check=False)
        return [one for one in json.loads(run.stdout)["checks"] if one["check"] == "notify"]

    assert [one["code"] for one in look()] == ["well"]
    assert look()[0]["subject"] == "email anna@example.org"
    made.key.chmod(0o644)
    assert [one["code"] for one in look()] == ["no_value"]
    path = program()
    made.rules.write_text("version: 1\nrules: []\nnotify:\n" + by(path))
    assert [one["code"] for one in look()] == ["well"]
    path.unlink()
    found, = look()
    assert found["code"] == "no_program" and found["outcome"] == "look" and "url" in found["fix"]
    assert server.greetings == 0, "nobody is asked"


def test_a_timer_is_told_that_its_program_may_be_unable_to_send(rounds, program):
    made = rounds(by(program()))
    for form, is_warned in [("systemd", True), ("cron", False)]:
        run = made.world.run("schedule", "--print", form, "--rules", made.rules)
        assert ("'sendmail'" in run.stderr) == is_warned
