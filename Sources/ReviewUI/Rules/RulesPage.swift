// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import Text
package import Wording

/// What the page of rules shows and changes: the program supplies it.
///
/// All answers are JSON objects, with what people read in the words that are given.
package protocol RulesPage: Sendable {
    /// The version of the program.
    var version: String { get }

    /// Rises when the rules or what they are held against became others; cheap to ask.
    func revision() async -> Int64

    /// The rules, with what each comes to over the last listing.
    func rules(_ words: Words) async throws(RulesPageError) -> JSONValue

    /// What the rule or protection `id` takes: at most `most` items after the first `offset`.
    func items(
        _ id: String, offset: Int, most: Int, _ words: Words
    ) async throws(RulesPageError) -> JSONValue

    /// What `edits` would come to; nothing is written.
    func preview(
        _ edits: [RulesPageEdit], _ words: Words
    ) async throws(RulesPageError) -> JSONValue

    /// Writes `edits`, if the rules still are those of `digest`.
    func save(
        _ edits: [RulesPageEdit], digest: String, _ words: Words
    ) async throws(RulesPageError) -> JSONValue

    /// Puts back what was there before the last save that was not undone, if the rules still are those
    /// of `digest`, and of that save.
    func undo(digest: String, _ words: Words) async throws(RulesPageError) -> JSONValue
}

/// Why the page of rules does not get what it asked for.
package struct RulesPageError: Error, Sendable {
    /// What kind of a no it is.
    package enum Kind: Sendable {
        /// The rules are others by now.
        case changed
        /// There is no such thing.
        case unknown
        /// The request says nothing that can be done.
        case invalid
        /// It may not be done.
        case refused
        /// It could not be done.
        case failed
    }

    /// What kind of a no it is.
    package let kind: Kind
    /// What a person reads.
    package let message: Phrase

    /// A no of `kind` that says `message`.
    package init(_ kind: Kind, _ message: Phrase) {
        self.kind = kind
        self.message = message
    }

    /// The same as an answer.
    var refusal: PageRefusal {
        switch kind {
        case .changed: PageRefusal(409, "changed", message)
        case .unknown: PageRefusal(404, "unknown", message)
        case .invalid: PageRefusal(422, "invalid", message)
        case .refused: PageRefusal(403, "refused", message)
        case .failed: PageRefusal(500, "failed", message)
        }
    }
}

/// One change of rules as the page asks for it; which of it is needed depends on the change.
package struct RulesPageEdit: Sendable, Hashable, Decodable {
    /// What is to be done.
    package enum Deed: String, Sendable, Decodable, CaseIterable {
        case set, unset, enable, disable, rename, move, remove, add
    }

    /// What is to be done.
    package var deed: Deed
    /// The rule or protection.
    package var id: String
    /// The key, `match.ext` for a key of a key.
    package var key: String?
    /// The value, a text as it stands.
    package var text: String?
    /// The value, a list of texts.
    package var list: [String]?
    /// The value, or the rule to be added, as YAML.
    package var yaml: String?
    /// The new id, or the rule beside which it is to stand.
    package var to: String?
    /// Whether it is to stand before the other one; else behind it.
    package var before: Bool?
    /// Whether a protection is added.
    package var protect: Bool?

    /// The most bytes of an id or a key.
    private static let nameByteCountMax = 1_000
    /// The most elements of a list.
    private static let elementCountMax = 1_000

    /// `deed` on the rule `id`.
    package init(_ deed: Deed, _ id: String) {
        self.deed = deed
        self.id = id
    }

    /// Whether it is no longer than what rules may be.
    var isInBounds: Bool {
        [id, key ?? "", to ?? ""].allSatisfy { $0.utf8.count <= Self.nameByteCountMax }
            && (list?.count ?? 0) <= Self.elementCountMax
    }
}
