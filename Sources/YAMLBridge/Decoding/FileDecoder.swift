// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// A value with the key it stands under; elements of lists stand under none.
struct Slot {
    /// The value's node.
    var value: NodeID
    /// The key's node.
    var key: NodeID?
    /// The key of the list that the value is an element of.
    var listKey: NodeID?
}

/// Decodes one file into rules and names, collecting every finding on the way.
///
/// A part that cannot be read is reported and left out; its neighbours are read all the same.
struct FileDecoder {
    let source: SourceText
    let tree: MarkedTree
    /// Whether another file includes this one, which bounds what it may hold.
    let isIncluded: Bool
    /// What was found.
    var findings: [Diagnostic] = []
    /// How items are deleted where a rule does not say; nil where the file does not say either.
    var defaultMethod: DeletionMethod?
    /// The names that were declared and used.
    var names = NameUses()
    /// Finds the words that were meant.
    var suggestion = Suggestion()
    /// How many values may still be guessed at; a file full of wrong ones costs no minutes.
    var repairsLeft = 1_000

    /// Notes an error at `place`.
    mutating func report(
        _ code: DiagnosticCode, _ clause: Message, at place: SourceRange, notes: [Message] = []
    ) {
        findings.append(Diagnostic(.error, code, clause, at: place, notes: notes))
    }

    /// Notes a warning at `place`.
    mutating func warn(_ code: DiagnosticCode, _ clause: Message, at place: SourceRange) {
        findings.append(Diagnostic(.warning, code, clause, at: place))
    }

    // MARK: Places

    /// Where a node stands: what an alias names, not the alias.
    func place(of node: NodeID) -> SourceRange {
        source.range(tree[tree.resolved(node)].range)
    }

    /// Where a key stands.
    func place(ofKey key: NodeID) -> SourceRange {
        source.range(tree[key].range)
    }

    /// Where a value stands; its key, or its dash, when nothing is written.
    func place(of slot: Slot) -> SourceRange {
        let range = tree[tree.resolved(slot.value)].range
        guard range.isEmpty else { return source.range(range) }
        if let key = slot.key { return place(ofKey: key) }
        let dash = tree[slot.value].fullRange.lowerBound - 1
        guard dash >= source.start, source.bytes[dash] == UInt8(ascii: "-") else {
            return source.range(range)
        }
        return source.range(dash..<dash + 1)
    }

    /// A value's key, or its list's, for messages: `'size'`.
    func title(of slot: Slot) -> Message {
        guard let name = (slot.key ?? slot.listKey).flatMap(tree.text) else {
            return Message("an element")
        }
        return Message("'\(name.quotable)'")
    }
}
