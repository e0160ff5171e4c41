# SPDX-License-Identifier: Apache-2.0
"""A server on this machine that takes mails, or does not, as a test wants it to."""
import base64
import socketserver
import ssl
import subprocess
import threading


class MailServer:
    """Speaks as much of SMTP (RFC 5321) as is needed, and keeps what it was told."""

    def __init__(self, context=None, wrapped=False, offers=(), user=None, password=None):
        self.context, self.wrapped = context, wrapped
        self.offers = list(offers)
        self.user, self.password = user, password
        # Answers by the beginning of a command, and before which the server falls silent.
        self.answers = {}
        self.silent = None
        self.commands, self.mails, self.refused, self.greetings = [], [], [], 0
        self.ending = threading.Event()
        mailserver = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                try:
                    Session(mailserver, self.request).run()
                except (OSError, ValueError, ssl.SSLError):
                    pass

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"{'smtps' if self.wrapped else 'smtp'}://127.0.0.1:{self.port}"

    def close(self):
        self.ending.set()
        self.server.shutdown()
        self.server.server_close()


class Session:
    """One connection."""

    def __init__(self, server, connection):
        connection.settimeout(60)
        if server.wrapped:
            connection = server.context.wrap_socket(connection, server_side=True)
        self.server, self.connection = server, connection
        self.file = connection.makefile("rb")
        self.is_safe = server.wrapped
        self.mail = {}

    def say(self, text):
        self.connection.sendall(text.encode() + b"\r\n")

    def line(self):
        line = self.file.readline()
        if not line:
            raise ValueError("closed")
        return line.rstrip(b"\r\n").decode()

    def run(self):
        self.server.greetings += 1
        if self.server.silent == "greeting":
            self.server.ending.wait(600)
            return
        self.say("220 mail.example.org ESMTP")
        while True:
            command = self.line()
            verb = command.split(" ")[0].upper()
            self.server.commands.append(command)
            if self.server.silent == verb:
                self.server.ending.wait(600)
                return
            answer = next((text for start, text in self.server.answers.items()
                           if command.upper().startswith(start.upper())), None)
            if answer:
                self.say(answer)
            elif not self.obey(verb, command):
                return

    def obey(self, verb, command):
        """Does as it is told; whether the connection goes on."""
        if verb == "EHLO":
            lines = ["mail.example.org", *self.server.offers]
            for line in lines[:-1]:
                self.say("250-" + line)
            self.say("250 " + lines[-1])
        elif verb == "STARTTLS":
            self.say("220 go ahead")
            self.connection = self.server.context.wrap_socket(self.connection, server_side=True)
            self.file = self.connection.makefile("rb")
            self.is_safe = True
        elif verb == "AUTH":
            self.sign_in(command)
        elif verb == "MAIL":
            self.mail = {"from": command, "safe": self.is_safe, "to": []}
            self.say("250 fine")
        elif verb == "RCPT":
            self.mail["to"].append(command.split(":", 1)[1])
            self.say("250 fine")
        elif verb == "DATA":
            self.say("354 go ahead")
            self.take()
        elif verb == "QUIT":
            self.say("221 bye")
            return False
        else:
            self.say("250 fine")
        return True

    def sign_in(self, command):
        words = command.split(" ")
        if len(words) < 3:
            self.say("334 ")
            words.append(self.line())
        _, user, password = base64.b64decode(words[2]).decode().split("\0")
        is_known = (user, password) == (self.server.user, self.server.password)
        self.say("235 welcome" if is_known else "535 5.7.8 not with " + words[2])

    def take(self):
        lines = []
        while (line := self.file.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        mail = self.mail | {"bytes": b"".join(lines)}
        if "END" in self.server.answers:
            self.server.refused.append(mail)
            self.say(self.server.answers["END"])
            return
        self.server.mails.append(mail)
        self.say("250 taken")


def authority(folder):
    """An authority of one's own in `folder`, and what a server of this machine needs to show it."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
            "-days", "2", "-subj", "/CN=An authority",
            "-addext", "basicConstraints=critical,CA:TRUE")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "host.key", "-out", "host.csr",
            "-subj", "/CN=127.0.0.1")
    (folder / "host.ext").write_text("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "host.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-out", "host.pem", "-days", "2", "-extfile", "host.ext")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "host.pem", folder / "host.key")
    return context, str(folder / "ca.pem")
