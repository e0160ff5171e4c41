// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import TestSupport
import Testing
import Workflow

/// How mails are written; `Tests/Terminal/test_mail.py` has another program read them.
@Suite("A mail")
struct MailMessageTests {
    private func text(
        _ text: String, subject: String = "a", time: Int64 = 0, id: String = "1",
        _ end: MailMessage.LineEnd = .network
    ) throws -> String {
        let mail = NotificationTarget.Mail(
            to: try #require(MailAddress("anna@example.org")),
            from: try #require(MailAddress("cleanup@example.net")))
        let message = MailMessage(
            text, subject: subject, mail, time: Timestamp(secondsSinceEpoch: time), id: id)
        return String(decoding: message.bytes(end), as: UTF8.self)
    }

    @Test("has a header, an empty line, and a text whose lines all end")
    func whole() throws {
        let mail = try text("one\ntwo", subject: "news")
        let id = try #require(mail.firstMatch(of: /Message-ID: <([0-9a-f]{40})@example\.net>/)).1
        #expect(
            mail
                == """
                Date: Thu, 1 Jan 1970 00:00:00 +0000
                From: cleanup@example.net
                To: anna@example.org
                Message-ID: <\(id)@example.net>
                Subject: news
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable
                Auto-Submitted: auto-generated

                one
                two

                """.replacingOccurrences(of: "\n", with: "\r\n"))
        #expect(try text("one", .local).utf8.contains(13) == false)
    }

    @Test(
        "tells its date",
        arguments: [
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_795_438_119, "Mon, 23 Nov 2026 12:48:39 +0000"),
            (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
        ] as [(Int64, String)])
    func dates(seconds: Int64, date: String) throws {
        #expect(try text("a", time: seconds).hasPrefix("Date: \(date)\r\n"))
    }

    @Test("is the same one when it is sent again, and another one for another notice")
    func identity() throws {
        #expect(try text("a", id: "1") == text("a", id: "1"))
        #expect(try text("a", id: "1") != text("a", id: "2"))
    }

    @Test(
        "has no line of a header but its own, whatever the subject holds",
        arguments: [
            "a\r\nBcc: x@example.org", "a\nBcc: x@example.org", "\r\n\r\nbody", "a\u{0}b\u{85}c",
            "=?utf-8?B?QQ==?=", String(repeating: "ä ", count: 400),
        ])
    func injection(subject: String) throws {
        let head = try text("a", subject: subject).components(separatedBy: "\r\n\r\n")[0]
        let lines = head.components(separatedBy: "\r\n")
        let names = lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding", "Auto-Submitted",
            ])
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } })
        #expect(lines.allSatisfy { $0.utf8.count <= 132 })
    }

    @Test("has encoded words of whole characters that say the text again")
    func words() throws {
        let letters: [Unicode.Scalar] = ["a", " ", "ä", "€", "😀", "=", "?"]
        for seed in propertySeeds {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1...150, using: &random)
            var text = String.UnicodeScalarView()
            for _ in 0..<count { text.append(letters.randomElement(using: &random) ?? "a") }
            let written = EncodedWords.text("ü" + String(text))
            let words = written.components(separatedBy: "\r\n ")
            #expect(words.allSatisfy { $0.utf8.count <= 67 })
            let parts = try words.map { word in
                let base64 = try #require(word.wholeMatch(of: /=\?utf-8\?B\?(.*)\?=/)).1
                let data = try #require(Data(base64Encoded: String(base64)))
                return try #require(String(data: data, encoding: .utf8))
            }
            #expect(parts.joined() == "ü" + String(text), "seed \(seed)")
        }
    }

    @Test(
        "writes what others on the way could change or take for theirs as numbers",
        arguments: [
            ("", [""]), (".", ["=2E"]), ("From me", ["=46rom me"]), ("a = b", ["a =3D b"]),
            ("a ", ["a=20"]), ("ü", ["=C3=BC"]), ("a\rb", ["a=0Db"]),
            (String(repeating: "x", count: 75), [String(repeating: "x", count: 75)]),
            (String(repeating: "x", count: 76), [String(repeating: "x", count: 75) + "=", "x"]),
        ])
    func quoted(line: String, lines: [String]) {
        #expect(QuotedPrintable.lines(line) == lines)
    }

    @Test("goes to addresses that need no quotes, and to nothing else")
    func addresses() {
        for text in ["a@b", "anna.b+c@mail.example.org", "o'neil@example.org", "1@2.example"] {
            #expect(MailAddress(text)?.text == text)
        }
        let wrong = [
            "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c", "<a@b>", "a@b\r\nX: y", "a\n@b", "-a@b",
            ".a@b", "a.@b", "a..b@c", "a@-b", "a@b-", "a@b..c", "a@b.", "a@[127.0.0.1]", "\"a\"@b",
            "a,b@c", "ä@b", "a@ä", "a@b\u{0}", String(repeating: "a", count: 65) + "@b",
            "a@" + String(repeating: "b", count: 64),
            "a@" + Array(repeating: "bbbbbbbbb", count: 26).joined(separator: "."),
        ]
        for text in wrong { #expect(MailAddress(text) == nil, "\(text.debugDescription)") }
    }
}
