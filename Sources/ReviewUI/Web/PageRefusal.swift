// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Wording

/// Why the page does not get what it asked for.
struct PageRefusal: Error {
    /// The status of the answer.
    let status: Int
    /// What the page goes by.
    let code: String
    /// What a person reads.
    let message: Phrase
    /// Whether the answer shows how things stand now.
    let showsState: Bool

    /// A request that the page never makes: `detail` is for who wrote it.
    init(_ status: Int, _ code: String, _ detail: Message) {
        self.init(status, code, .refuseRequest(detail: detail))
    }

    init(_ status: Int, _ code: String, _ message: Phrase, showsState: Bool = false) {
        self.status = status
        self.code = code
        self.message = message
        self.showsState = showsState
    }

    /// The same that a session said.
    init(_ error: ReviewError) {
        let (status, code): (Int, String) =
            switch error.kind {
            case .failed: (500, "failed")
            case .noPlan: (404, "no-plan")
            case .staleCard: (409, "stale-card")
            // The page has words of its own for windows; which device it was, it is told.
            case .decidedElsewhere:
                (409, error.isOfDevice ? "decided-on-device" : "decided-elsewhere")
            case .protected: (403, "protected")
            case .overQuota: (429, "over-quota")
            case .wrongCount: (422, "wrong-count")
            case .lastCopy: (422, "last-copy")
            case .invalid: (400, "invalid")
            case .refused: (403, "refused")
            case .tooLate: (410, "too-late")
            case .busy: (503, "busy")
            }
        self.init(
            status, code, error.message, showsState: [404, 409, 410, 429].contains(status))
    }

    /// The refusal as an answer.
    func answer(_ words: Words, state: JSONValue? = nil) -> PageAnswer {
        var members: [(name: String, value: JSONValue)] = [
            ("error", .object([("code", .text(code)), ("message", .text(words(message)))]))
        ]
        if let state { members.append(("state", state)) }
        return .json(.object(members), status: status)
    }
}

extension PageAnswer {
    /// JSON, which no cache keeps.
    static func json(_ value: JSONValue, status: Int = 200) -> PageAnswer {
        PageAnswer(status, value.bytes(), type: "application/json")
    }

    /// The bytes, if it is nothing but bytes.
    var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }
}
