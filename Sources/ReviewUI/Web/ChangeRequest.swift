// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text

/// What the page sends with a change; which of it is needed depends on the change.
struct ChangeRequest: Decodable, Sendable {
    private var card: String?
    private var cards: [String]?
    private var stay: [String]?
    private var go: [String]?
    private var from: String?
    private var verdict: String?
    private var until: String?
    private var key: String?
    private var milliseconds: Int64?
    private var blind: Bool?
    private var seen: Int64?
    private var alone: Bool?
    private var accepts_last_copy: Bool?
    private var typed: Int?
    /// The step to take back.
    private(set) var act: Int64?
    private var reviews: Int64?
    private var items: Int64?
    private var answer: String?
    private var drive: String?
    private var step: Int?
    private var over: Bool?
    private var code: String?
    private var agreed: String?
    private var issuer: String?

    /// Reads the body of a request.
    init(_ body: [UInt8]) throws(PageRefusal) {
        try PageJSON.checkDepth(body)
        do {
            self = try JSONDecoder().decode(ChangeRequest.self, from: Data(body))
        } catch {
            throw PageRefusal(
                400, "invalid", Message("the request is no JSON of the kind that is needed"))
        }
    }

    /// The card that is meant.
    func theCard() throws(PageRefusal) -> String { try Self.needed("card", card) }
    /// The cards that are meant.
    func theCards() throws(PageRefusal) -> [String] { try Self.needed("cards", cards) }
    /// Which members of a group stay, and which go.
    func theChoice() throws(PageRefusal) -> ReviewSession.GroupChoice {
        ReviewSession.GroupChoice(
            stay: try Self.needed("stay", stay), go: try Self.needed("go", go))
    }
    /// A member that is another picture than the one of that look; nil where that is taken back.
    func theDifferent() throws(PageRefusal) -> (card: String, look: String)? {
        if card == nil, from == nil { return nil }
        return (try theCard(), try Self.needed("from", from))
    }
    /// The number that a person typed.
    func theTyped() throws(PageRefusal) -> Int { try Self.needed("typed", typed) }
    /// How many reviews more.
    func theReviews() throws(PageRefusal) -> Int64 { try Self.needed("reviews", reviews) }
    /// How many items.
    func theItems() throws(PageRefusal) -> Int64 { try Self.needed("items", items) }

    /// A step of the tour, and whether it was the last that was looked at.
    func theTourStep() throws(PageRefusal) -> (step: Int, isOver: Bool) {
        let step = try Self.needed("step", step)
        guard (1...9).contains(step) else {
            throw PageRefusal(400, "invalid", Message("there is no such step"))
        }
        return (step, over ?? false)
    }

    /// The name of the drive that is meant.
    func theDrive() throws(PageRefusal) -> String { try Self.needed("drive", drive) }

    /// The code of an issuer, without white space, and what a person agrees to that it brings.
    func theCode() throws(PageRefusal) -> PageCodeRequest {
        let text = try Self.needed("code", code)
        return PageCodeRequest(
            code: String(text.filter { !$0.isWhitespace }), agreed: agreed, issuer: issuer)
    }

    /// What a person says to an offer; nil where none was said.
    func theAnswer() throws(PageRefusal) -> PageOffer.Answer? {
        guard let answer else { return nil }
        guard let said = PageOffer.Answer(rawValue: answer) else {
            throw PageRefusal(400, "invalid", Message("the answer is later or never"))
        }
        return said
    }

    /// What is said of the card.
    func theVerdict() throws(PageRefusal) -> ReviewVerdict {
        let text = try Self.needed("verdict", verdict)
        guard let verdict = ReviewVerdict(rawValue: text) else {
            throw PageRefusal(
                400, "invalid", Message("the verdict is keep, pin, delete, snooze or later"))
        }
        return verdict
    }

    /// The terms of a step. The key is needed: without it a repeated request would count twice.
    func terms() throws(PageRefusal) -> ReviewSession.Terms {
        let key = try Self.needed("key", key)
        guard (8...64).contains(key.utf8.count),
            key.utf8.allSatisfy({ PageFiles.isNamePart($0) })
        else { throw PageRefusal(400, "invalid", Message("the key is a UUID")) }
        var terms = ReviewSession.Terms()
        terms.key = key
        if let until {
            do {
                terms.until = try Timestamp.parse(until)
            } catch {
                throw PageRefusal(400, "invalid", error.clause)
            }
        }
        terms.milliseconds = milliseconds
        terms.isBlind = blind ?? false
        terms.seenDecision = seen
        terms.isAlone = alone ?? false
        terms.acceptsLastCopy = accepts_last_copy ?? false
        return terms
    }

    private static func needed<Value>(
        _ name: String, _ value: Value?
    ) throws(PageRefusal) -> Value {
        guard let value else { throw PageRefusal(400, "invalid", Message("\(name) is missing")) }
        return value
    }
}

/// What JSON has to be like before anything reads it.
enum PageJSON {
    /// How deep objects and lists may lie in each other; the page needs three.
    static let depthMax = 8

    /// Refuses what lies deeper: decoding it takes more than its length. O(bytes).
    static func checkDepth(_ body: [UInt8]) throws(PageRefusal) {
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in body {
            if isText {
                if !isEscaped, byte == 0x22 { isText = false }
                isEscaped = !isEscaped && byte == 0x5C
                continue
            }
            switch byte {
            case 0x22: isText = true
            case 0x5B, 0x7B: depth += 1
            case 0x5D, 0x7D: depth -= 1
            // Other encodings than UTF-8 have these; the page never sends them.
            case 0: throw PageRefusal(400, "invalid", Message("the request is no JSON in UTF-8"))
            default: break
            }
            if depth > depthMax {
                throw PageRefusal(400, "invalid", Message("the request is nested too deeply"))
            }
        }
    }
}

/// Any JSON that the page wants to be kept.
struct KeptJSON: Decodable {
    let value: JSONValue

    /// The most bytes of it.
    static let byteCountMax = 16 << 10

    /// Reads an object.
    static func object(_ body: [UInt8]) throws(PageRefusal) -> [UInt8] {
        guard body.count <= byteCountMax else {
            throw PageRefusal(413, "invalid", Message("settings have at most 16 KiB"))
        }
        try PageJSON.checkDepth(body)
        do {
            let object = try JSONDecoder().decode([String: KeptJSON].self, from: Data(body))
            return Self.sorted(object).bytes()
        } catch {
            throw PageRefusal(400, "invalid", Message("settings are a JSON object"))
        }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? [String: KeptJSON](from: decoder) {
            value = Self.sorted(object)
            return
        }
        if let list = try? [KeptJSON](from: decoder) {
            value = .list(list.map(\.value))
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let truth = try? container.decode(Bool.self) {
            value = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            value = .number(number)
        } else if let number = try? container.decode(Double.self), number.isFinite {
            value = .raw(Array("\(number)".utf8))
        } else {
            value = .text(try container.decode(String.self))
        }
    }

    private static func sorted(_ object: [String: KeptJSON]) -> JSONValue {
        .object(
            object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { ($0.key, $0.value.value) })
    }
}
