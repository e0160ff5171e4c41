// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import HTTPTransport
package import RuleEngine
internal import Text

/// A notice in the form that a service takes.
package enum NoticeRequest {
    /// The request that brings `notice` to `target`, at `address` with `key`; `time` is the present
    /// second. Nil for a mail, which is none.
    package static func request(
        _ notice: Notice, to target: NotificationTarget, address: String, key: String?,
        time: Int64
    ) -> HTTPRequest? {
        switch target.channel {
        case .webhook: signed(notice.json, address, key ?? "", time)
        case .slack: post(.object(["text": .text(slackText(notice.lines))]), address)
        case .teams: post(teamsCard(notice), address)
        case .ntfy: ntfy(notice, address, key)
        case .matrix: matrix(notice, address, room: target.room ?? "", key ?? "")
        case .heartbeat: HTTPRequest(.get, address + (notice.exit == 0 ? "" : "/fail"))
        case .email: nil
        }
    }

    /// A request that says that a round begins.
    package static func start(_ address: String) -> HTTPRequest {
        HTTPRequest(.get, address + "/start")
    }

    private static let json = HTTPField("Content-Type", "application/json")

    private static func post(_ body: JSONValue, _ address: String) -> HTTPRequest {
        HTTPRequest(.post, address, headers: [json], body: body.bytes(.hidden))
    }

    /// The time is signed with the body, so that whoever takes it can refuse an old one.
    private static func signed(
        _ body: JSONValue, _ address: String, _ key: String, _ time: Int64
    ) -> HTTPRequest {
        var request = post(body, address)
        let text = Array("\(time).".utf8) + (request.body ?? [])
        let digest = SignedDigest.sha256(text, key: Array(key.utf8))
        request.headers += [
            HTTPField("X-Cleanrules-Timestamp", String(time)),
            HTTPField("X-Cleanrules-Signature", "sha256=" + digest),
        ]
        return request
    }

    /// Slack's own marks begin with these, links and mentions among them.
    private static func slackText(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// An adaptive card of runs of text, in which nothing is a mark.
    private static func teamsCard(_ notice: Notice) -> JSONValue {
        let block: JSONValue = .object([
            "type": .text("RichTextBlock"),
            "inlines": .list([.object(["type": .text("TextRun"), "text": .text(notice.lines)])]),
        ])
        return .object([
            "type": .text("message"),
            "attachments": .list([
                .object([
                    "contentType": .text("application/vnd.microsoft.card.adaptive"),
                    "content": .object([
                        "type": .text("AdaptiveCard"), "version": .text("1.4"),
                        "body": .list([block]),
                    ]),
                ])
            ]),
        ])
    }

    private static func ntfy(_ notice: Notice, _ address: String, _ key: String?) -> HTTPRequest {
        var headers = [
            HTTPField("Content-Type", "text/plain; charset=utf-8"),
            HTTPField("Title", "cleanrules"),
            HTTPField("Priority", notice.isTrouble ? "high" : "default"),
        ]
        if let key { headers.append(HTTPField("Authorization", "Bearer \(key)")) }
        return HTTPRequest(.post, address, headers: headers, body: Array(notice.lines.utf8))
    }

    /// The round is the number of the message, so that one that is sent twice appears once.
    private static func matrix(
        _ notice: Notice, _ address: String, room: String, _ key: String
    ) -> HTTPRequest {
        var base = address
        while base.hasSuffix("/") { base.removeLast() }
        let body: JSONValue = .object(["msgtype": .text("m.notice"), "body": .text(notice.lines)])
        return HTTPRequest(
            .put,
            base + "/_matrix/client/v3/rooms/\(segment(room))/send/m.room.message/\(notice.round)",
            headers: [json, HTTPField("Authorization", "Bearer \(key)")], body: body.bytes(.hidden),
            isIdempotent: true)
    }

    /// `text` as one part of a path (RFC 3986).
    private static func segment(_ text: String) -> String {
        var segment = ""
        for byte in text.utf8 {
            if byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "-._~".utf8.contains(byte) {
                segment.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                segment += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return segment
    }
}

extension JSONValue {
    /// An object, keys sorted.
    fileprivate static func object(_ members: [String: JSONValue]) -> JSONValue {
        .sorted(members.map { ($0.key, $0.value) })
    }
}
