// SPDX-License-Identifier: Apache-2.0

/// What devices say about one item: the lines of which no other one knew.
///
/// Whatever the order in which lines arrive, and however often, the same lines come to the same
/// register: what somebody said who knew of a line takes its place, and nothing else does.
package struct SyncRegister: Sendable, Hashable {
    /// The lines, by device and number.
    package private(set) var records: [SyncRecord]

    /// A register of lines that were those of one before; by default of none.
    package init(_ records: [SyncRecord] = []) {
        self.records = records
    }

    /// Takes a line; whether anything changed.
    @discardableResult
    package mutating func take(_ record: SyncRecord) -> Bool {
        if records.contains(where: { $0.dot == record.dot || $0.knew(record) }) { return false }
        records.removeAll { record.knew($0) }
        records.append(record)
        records.sort {
            ($0.dot.device, $0.dot.number) < ($1.dot.device, $1.dot.number)
        }
        return true
    }

    /// All that is known by now, for who says something next.
    package var context: [String: Int64] {
        var context: [String: Int64] = [:]
        for record in records {
            context.merge(record.over) { max($0, $1) }
            context.merge([record.dot.device: record.dot.number]) { max($0, $1) }
        }
        return context
    }

    /// What of `context` a line may name. Of devices that are left out nothing is known then, so that
    /// what they said stands beside the line.
    static func bounded(_ context: [String: Int64]) -> [String: Int64] {
        if context.count <= SyncLimits.contextMax { return context }
        let named = context.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return Dictionary(uniqueKeysWithValues: named.prefix(SyncLimits.contextMax).map { $0 })
    }

    /// The line that holds; nil in an empty register. `clock` says when a line counts as said.
    ///
    /// Of lines that did not know of each other, one that keeps goes before all that do not: no word
    /// to delete, and none that takes a word back, beats a keep that its author had not seen. Among
    /// those that keep, the last one holds, at the same instant the one of the higher rank, then that
    /// of the later device. A delete holds only where nothing else was said beside it.
    package func winner(_ clock: (SyncRecord) -> HybridClock) -> SyncRecord? {
        records.max { left, right in
            let (one, other) = (left.value.verdict, right.value.verdict)
            if Self.class(one) != Self.class(other) { return Self.class(one) < Self.class(other) }
            let (before, after) = (clock(left), clock(right))
            if before != after { return before < after }
            if one.rank != other.rank { return one.rank < other.rank }
            return (left.dot.device, left.dot.number) < (right.dot.device, right.dot.number)
        }
    }

    private static func `class`(_ verdict: SyncVerdict) -> Int {
        verdict.keeps ? 2 : verdict == .none ? 1 : 0
    }
}
