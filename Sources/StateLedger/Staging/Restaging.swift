// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An item that waited already and was staged anew, under what the newer plan says of it.
package struct Restaging: Sendable, Hashable {
    /// What it waited by.
    package let before: StagingOrder
    /// What it waits by now.
    package let after: StagingOrder

    /// Whether it waits longer than before.
    package var isLater: Bool { after.due > before.due }
    /// Whether it goes another way than before.
    package var hasOtherMethod: Bool { after.method != before.method }
}

/// What became of orders that were staged.
package struct StagingResult: Sendable, Hashable {
    /// How many items began to wait.
    package private(set) var staged = 0
    /// How many waited already.
    package internal(set) var skipped = 0
    /// Of these, those that wait by other terms now.
    package internal(set) var restaged: [Restaging] = []
    /// Of these, how many were staged a gentler way than the newer plan says, and keep it.
    package internal(set) var gentler = 0
    /// The bytes that are known of those that began to wait; the largest number where they do not fit
    /// into one.
    package private(set) var bytes: Int64 = 0
    /// When the first of their windows ends; nil where none began to wait.
    package private(set) var firstDue: Timestamp?
    /// When the last of their windows ends.
    package private(set) var lastDue: Timestamp?

    /// Counts `order`, whose item began to wait and is due at `due`.
    mutating func add(_ order: StagingOrder, due: Timestamp) {
        staged += 1
        let (sum, isOver) = bytes.addingReportingOverflow(max(0, order.item.size ?? 0))
        bytes = isOver ? .max : sum
        firstDue = min(firstDue ?? due, due)
        lastDue = max(lastDue ?? due, due)
    }
}

extension StagingOrder {
    /// What an item waits by once it is staged anew by this order, while it waits by `waiting`; nil
    /// where nothing changes.
    ///
    /// Never sooner or harsher than either of the two says: the later end, and no deletion for good
    /// that one of them does not want. Where nothing about the rule, its window or the way to go has
    /// changed, the item keeps its time: else one that is staged every night would wait for ever.
    func takingOver(_ waiting: StagingOrder, due: Timestamp) -> StagingOrder? {
        var order = self
        order.due = max(due, waiting.due)
        if keepsGentler(waiting) { order.method = waiting.method }
        let isSame =
            order.rule == waiting.rule && order.ruleDigest == waiting.ruleDigest
            && order.undoWindow == waiting.undoWindow && order.method == waiting.method
        return isSame ? nil : order
    }

    /// `waiting` with what this order, by the same rule, says has to stay when the item goes; nil
    /// where that is the same.
    ///
    /// What was to stay when the item was staged may be staged itself by now, as the oldest of what a
    /// surplus leaves is night after night: by what is long past, nothing of it would ever go. Left
    /// as it is where something of it stays on another drive, which is known by the plan.
    func renewing(_ waiting: StagingOrder) -> StagingOrder? {
        func isHere(_ name: String) -> Bool { name.utf8.elementsEqual(waiting.item.drive.utf8) }
        guard !obligations.isEmpty, obligations != waiting.obligations,
            driveIdentity.utf8.elementsEqual(waiting.driveIdentity.utf8), isHere(item.drive),
            obligations.allSatisfy({ $0.survivors.allSatisfy { isHere($0.drive) } })
        else { return nil }
        var order = waiting
        order.obligations = obligations
        return order
    }

    /// Whether this order would delete for good what is to go in a way that can be taken back.
    func keepsGentler(_ waiting: StagingOrder) -> Bool {
        let lasting = DeletionMethod.permanent.rawValue
        return method == lasting && waiting.method != lasting
    }
}
