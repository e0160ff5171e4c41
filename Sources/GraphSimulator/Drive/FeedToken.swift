// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Where a feed goes on; clients see it as an opaque text.
struct FeedToken: Hashable {
    /// What is being given.
    enum Kind: String {
        /// Everything there is.
        case everything = "e"
        /// What has changed.
        case changes = "c"
        /// Nothing: the link itself fails.
        case broken = "x"
    }

    var kind: Kind
    /// The age of the tokens of the drive.
    var age: Int
    /// The place in the log from which the next round goes on.
    var start: Int
    /// The place in the log or among the items at which this round goes on.
    var position: Int
    /// How many items a page shall have; 0 for the usual number.
    var top = 0
    /// The item below which the feed lies; 0 for the whole drive.
    var scope = 0
    /// The members that were asked for, as the client wrote them.
    var select = ""

    /// The text; `mark` is the id of the drive, for no other drive takes the token.
    func text(mark: String) -> String {
        let fields = [
            "1", kind.rawValue, String(age), String(start), String(position), String(top),
            String(scope), select,
        ]
        let plain = fields.joined(separator: ";")
        return Base64.text(Array((Self.check(plain, mark) + ";" + plain).utf8), forURL: true)
    }

    /// The token that `text` is for the drive `mark`; nil if it is none.
    init?(_ text: String, mark: String) {
        guard let bytes = Base64.bytes(text),
            let whole = String(validating: bytes, as: UTF8.self),
            let cut = whole.firstIndex(of: ";")
        else { return nil }
        let plain = String(whole[whole.index(after: cut)...])
        let fields = plain.split(separator: ";", maxSplits: 7, omittingEmptySubsequences: false)
        guard whole[..<cut] == Self.check(plain, mark), fields.count == 8, fields[0] == "1",
            let kind = Kind(rawValue: String(fields[1])), let age = Int(fields[2]),
            let start = Int(fields[3]), let position = Int(fields[4]), let top = Int(fields[5]),
            let scope = Int(fields[6])
        else { return nil }
        self.init(
            kind: kind, age: age, start: start, position: position, top: top, scope: scope,
            select: String(fields[7]))
    }

    init(
        kind: Kind, age: Int, start: Int, position: Int, top: Int = 0, scope: Int = 0,
        select: String = ""
    ) {
        self.kind = kind
        self.age = age
        self.start = start
        self.position = position
        self.top = top
        self.scope = scope
        self.select = select
    }

    private static func check(_ plain: String, _ mark: String) -> String {
        var digits: [UInt8] = []
        let sum = SeededRandom.seed(of: mark.lowercased() + plain)
        HexDigits.append(sum, digits: 8, to: &digits, upper: false)
        return String(decoding: digits, as: UTF8.self)
    }
}
