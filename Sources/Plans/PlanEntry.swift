// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// One entry of a plan with all its texts, its members named as in a plan's JSON document.
///
/// For whoever needs few entries, or all of one; a plan's own form is `PlanRecord`.
package struct PlanEntry: Sendable, Hashable, Decodable {
    /// A hash and what made it.
    package struct Hash: Sendable, Hashable, Decodable {
        package let algorithm: String
        package let value: String
    }

    /// A member of a group that stays.
    package struct Survivor: Sendable, Hashable, Decodable {
        package let drive: String
        package var id: String
        package var path: String
        package var etag: String?
        package var size: Int64?
        package var modified: String?
        /// Of one that a picture looks like, by which it is known what was called different.
        package let created: String?
        package var hash: Hash?
        package var sha256: String?
    }

    /// What another set rule that gave the deletion too asks for.
    package struct Group: Sendable, Hashable, Decodable {
        package let rule: String
        package let group: String
        package let kind: String
        package let needed: Int
        package let verify: String
        package var survivors: [Survivor]
        package let survivors_total: Int?
    }

    /// How the item looks like the one that stays in its place.
    package struct Like: Sendable, Hashable, Decodable {
        package let drive: String
        package let id: String
        package let path: String
        package let marks: Int
        package let correlation: Double
        package let block: Double
    }

    /// Another entry's item.
    package struct Place: Sendable, Hashable, Decodable {
        package let drive: String
        package var id: String
        package let path: String
    }

    package let drive: String
    package var id: String
    package var path: String
    package let type: String
    package let verdict: String
    package let reason: String
    package let rule: String?
    package let rule_digest: String?
    package let applied: [String]?
    package var size: Int64?
    package var modified: String?
    package var created: String?
    package let first_seen: String?
    package var etag: String?
    package var ctag: String?
    package var hash: Hash?
    package var sha256: String?
    package let method: String?
    package let undo_window: String?
    package let reversible: Bool?
    package let taken_back: String?
    package var companion_of: Place?
    package let group: String?
    package let kind: String?
    package let like: Like?
    package let needed: Int?
    package let verify: String?
    package var survivors: [Survivor]?
    package let survivors_total: Int?
    package var also: [Group]?

    /// The seconds since 1970 of a date that an entry names; nil for none, and for what is no date.
    package static func seconds(_ text: String?) -> Int64? {
        guard let text, let instant = try? Timestamp.parse(text) else { return nil }
        return instant.secondsSinceEpoch
    }
}
