// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import RuleEngine
internal import Text
internal import Wording

/// A notice as a mail (RFC 5322): plain text in UTF-8, of ASCII alone on its way.
package struct MailMessage: Sendable {
    /// The names and values of the header, in their order; the values are ASCII.
    private let fields: [(name: String, value: String)]
    /// The text, its lines apart.
    private let text: [String]

    /// What ends a line.
    package enum LineEnd: String {
        /// As mails have it on their way (RFC 5321 section 2.3.8).
        case network = "\r\n"
        /// As programs of this machine take them.
        case local = "\n"
    }

    /// The most characters of a subject; the text has all of it.
    private static let subjectCountMax = 120

    /// A mail that says `text` under `subject`, at `time`. `id` is what tells it from others: a mail
    /// that is sent twice has the same, so that it is seen as one.
    package init(
        _ text: String, subject: String, _ mail: NotificationTarget.Mail, time: Timestamp,
        id: String
    ) {
        let digest = SHA256Text.of(Array(id.utf8)).prefix(40)
        fields = [
            ("Date", Self.date(time)), ("From", mail.sender.text), ("To", mail.recipient.text),
            ("Message-ID", "<\(digest)@\(mail.sender.domain)>"),
            ("Subject", EncodedWords.text(Self.cut(subject))), ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
            // RFC 3834 section 5: nobody's machine answers it.
            ("Auto-Submitted", "auto-generated"),
        ]
        self.text = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// `notice` to the person of `target`; `name` tells that from others. Nil for another target.
    init?(_ notice: Notice, to target: NotificationTarget, named name: String) {
        guard let mail = target.mail, let time = try? Timestamp.parse(notice.ended) else {
            return nil
        }
        var lines = notice.lines
        if let undo = notice.undo {
            let words = Words(Host.words.language)
            lines += "\n\n\(words(.nextUndo)) \(undo)"
        }
        self.init(
            lines, subject: "cleanrules (\(notice.profile)): \(notice.text)", mail, time: time,
            id: notice.round + "\n" + name)
    }

    /// Header and text, with `end` behind each line.
    package func bytes(_ end: LineEnd) -> [UInt8] {
        let head = fields.map { "\($0.name): \($0.value)" }
        // What folds a line of the header is written as on the network.
        let lines = head.flatMap { $0.split(separator: "\r\n").map(String.init) }
        return Array(
            (lines + [""] + text.flatMap(QuotedPrintable.lines)).map { $0 + end.rawValue }.joined()
                .utf8)
    }

    /// Section 3.3, in UTC.
    private static func date(_ time: Timestamp) -> String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let seconds = time.secondsSinceEpoch
        let second = (seconds % 86_400 + 86_400) % 86_400
        let number = (seconds - second) / 86_400
        let day = CivilTime.day(daysSinceEpoch: number)
        func pad(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        let clock = "\(pad(second / 3_600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
        // The first of January of 1970 was a Thursday.
        let name = days[Int((number % 7 + 7) % 7)]
        return "\(name), \(day.day) \(months[day.month - 1]) \(day.year) \(clock) +0000"
    }

    /// `text` on one line, with nothing hidden in it.
    private static func cut(_ text: String) -> String {
        let shown = VisibleText.guarded(text)
        return shown.count > subjectCountMax ? String(shown.prefix(subjectCountMax)) + "…" : shown
    }
}

/// Text in the header of a mail (RFC 2047).
package enum EncodedWords {
    /// How many bytes of text are in a word: a line is of 76 characters at most (section 2), and holds
    /// `Subject: `, `=?utf-8?B?` and `?=` beside the base64.
    private static let bytesMax = (76 - 9 - 12) / 4 * 3
    /// What may stand on a line with the name of its field.
    private static let plainBytesMax = 900

    /// `text` as it is where it is printable ASCII and does not look encoded, and else as words of
    /// base64, one a line, none of which ends within a character.
    package static func text(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain, text.utf8.count <= plainBytesMax, text.firstRange(of: "=?") == nil {
            return text
        }
        return words(text).map { "=?utf-8?B?\(Base64.text($0))?=" }.joined(separator: "\r\n ")
    }

    private static func words(_ text: String) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if word.count + bytes.count > bytesMax {
                words.append(word)
                word = []
            }
            word += bytes
        }
        return words + [word]
    }
}

/// Text in the body of a mail (RFC 2045 section 6.7).
package enum QuotedPrintable {
    /// The most characters of a line, the sign that it goes on included.
    private static let lineCountMax = 76

    /// The lines that `line` becomes, of printable ASCII.
    package static func lines(_ line: String) -> [String] {
        var lines: [String] = []
        var current = ""
        let bytes = Array(line.utf8)
        for (index, byte) in bytes.enumerated() {
            let piece = piece(byte, isLast: index == bytes.count - 1)
            // A full stop alone, and `From ` at the beginning, mean something to those on the way.
            let isMark = current.isEmpty && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
            let text = isMark ? Self.escaped(byte) : piece
            if current.utf8.count + text.utf8.count > lineCountMax - 1 {
                lines.append(current + "=")
                current = ""
            }
            current += text
        }
        return lines + [current]
    }

    private static func piece(_ byte: UInt8, isLast: Bool) -> String {
        let isBlank = byte == 0x20 || byte == 0x09
        let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
        if isPlain || isBlank && !isLast { return String(UnicodeScalar(byte)) }
        return escaped(byte)
    }

    private static func escaped(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "=" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
}
