// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Reads the members of what was signed, each with its bound.
struct Claims {
    let tree: JSONTree

    /// The most bytes of a text.
    static let textMax = 256
    /// The most elements of a list and members of an object.
    static let countMax = 1_000
    /// The latest instant that is taken, in the year 9999.
    static let instantMax: Int64 = 253_402_300_799

    /// A text that is not empty.
    func text(_ name: String, most: Int = textMax) throws(EntitlementRefusal) -> String {
        guard let text = try textIfAny(name, most: most) else { throw .claimMissing(name) }
        return text
    }

    /// The same, where it is said at all.
    func textIfAny(
        _ name: String, most: Int = textMax
    ) throws(EntitlementRefusal) -> String? {
        guard let value = tree[name] else { return nil }
        guard let text = value.text, Self.isFit(text, most) else { throw .claimInvalid(name) }
        return text
    }

    /// Whether `text` may be kept and shown.
    static func isFit(_ text: String, _ most: Int = textMax) -> Bool {
        !text.isEmpty && text.utf8.count <= most
            && !text.unicodeScalars.contains { $0.value < 0x20 }
    }

    /// A whole number that is not negative.
    func number(_ name: String) throws(EntitlementRefusal) -> Int64 {
        guard let number = try numberIfAny(name) else { throw .claimMissing(name) }
        return number
    }

    /// The same, where it is said at all.
    func numberIfAny(_ name: String) throws(EntitlementRefusal) -> Int64? {
        guard let value = tree[name] else { return nil }
        guard let number = value.number, number >= 0 else { throw .claimInvalid(name) }
        return number
    }

    /// A truth; false where nothing is said.
    func bool(_ name: String) throws(EntitlementRefusal) -> Bool {
        try boolIfAny(name) ?? false
    }

    /// A truth, where it is said at all.
    func boolIfAny(_ name: String) throws(EntitlementRefusal) -> Bool? {
        guard let value = tree[name] else { return nil }
        guard let bool = value.bool else { throw .claimInvalid(name) }
        return bool
    }

    /// An instant in seconds since the epoch.
    func instant(_ name: String) throws(EntitlementRefusal) -> Timestamp {
        guard let instant = try instantIfAny(name) else { throw .claimMissing(name) }
        return instant
    }

    /// The same, where it is said at all.
    func instantIfAny(_ name: String) throws(EntitlementRefusal) -> Timestamp? {
        guard let seconds = try numberIfAny(name) else { return nil }
        guard seconds <= Self.instantMax else { throw .claimInvalid(name) }
        return Timestamp(secondsSinceEpoch: seconds)
    }

    /// An instant in milliseconds since the epoch, as the App Store has them; whole seconds of it.
    func milliseconds(_ name: String) throws(EntitlementRefusal) -> Timestamp? {
        guard let number = try numberIfAny(name) else { return nil }
        guard number / 1_000 <= Self.instantMax else { throw .claimInvalid(name) }
        return Timestamp(secondsSinceEpoch: number / 1_000)
    }

    /// Texts; none where nothing is said.
    func texts(_ name: String) throws(EntitlementRefusal) -> [String] {
        guard let value = tree[name] else { return [] }
        guard let list = value.list, list.count <= Self.countMax else { throw .claimInvalid(name) }
        var texts: [String] = []
        for element in list {
            guard let text = element.text, Self.isFit(text) else { throw .claimInvalid(name) }
            texts.append(text)
        }
        return texts
    }

    /// The members of an object, by name; none where nothing is said.
    func members(_ name: String) throws(EntitlementRefusal) -> [String: JSONTree] {
        guard let value = tree[name] else { return [:] }
        guard let members = value.members, members.count <= Self.countMax,
            members.keys.allSatisfy({ Self.isFit($0) })
        else { throw .claimInvalid(name) }
        return members
    }
}
