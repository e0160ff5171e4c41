// SPDX-License-Identifier: Apache-2.0

import POSIX
import RuleEngine

/// Finds out what became of orders whose outcome nobody recorded, and ends what was left half done
/// by bringing things back to how they were before. Used by one thread.
struct ReconciliationBatch: ~Copyable {
    private let driveName: String
    private let calls: DiskCalls
    private var search: DeletedItemSearch
    private var syncs: DiskSync

    /// A batch on an open drive.
    init(drive: LocalDrive, finder: consuming ItemFinder) {
        driveName = drive.name
        calls = drive.calls
        syncs = DiskSync(root: finder.root, state: finder.rootState)
        search = DeletedItemSearch(drive: drive, finder: finder)
    }

    /// What became of each of `orders`.
    mutating func run(_ orders: [DeletionOrder]) -> [Reconciliation] {
        let answers = orders.map { reconcile($0) }
        // What was put right is not needed to be on the disk: after the next crash it is done
        // again.
        try? syncs.sync(calls)
        return answers
    }

    private mutating func reconcile(_ order: DeletionOrder) -> Reconciliation {
        guard order.item.isOn(driveName), order.planFault == nil,
            // What was begun may have been moved, be it only there and back.
            let item = ExpectedItem(order.item)?.afterMove
        else { return .unanswered(order.planFault ?? DeletionText.notAPath) }
        let aside = order.method == .permanent ? moveBack(item) : nil
        do throws(Refusal) {
            _ = try search.finder.find(item)
            cleanUp(order, item)
            return .unchanged
        } catch {
            if let aside { return .changed(DeletionText.leftAside(aside.text)) }
            return answer(error.outcome, order, item)
        }
    }

    /// The answer about an item that is not at its path, or not as it was.
    private mutating func answer(
        _ outcome: DeletionOutcome, _ order: DeletionOrder, _ item: ExpectedItem
    ) -> Reconciliation {
        if let found = whereabouts(order, item) {
            return .deleted(found.receipt(Ancestry(of: item, search.finder)), by: Absence(found))
        }
        cleanUp(order, item)
        switch outcome {
        case .gone(let proof):
            // What was removed for good leaves nothing that could be found; all else lies in the
            // trash, unless somebody else has taken it.
            return order.method == .permanent
                ? .deleted(DeletionReceipt(method: .permanent), by: proof) : .gone(proof)
        case .changed(let clause): return .changed(clause)
        case .failed(let clause), .missing(let clause), .unanswered(let clause),
            .postponed(let clause):
            return .unanswered(clause)
        case .deleted, .notAttempted: preconditionFailure("a look deletes nothing")
        }
    }

    private mutating func whereabouts(
        _ order: DeletionOrder, _ item: ExpectedItem
    ) -> Whereabouts? {
        switch order.method {
        case .recycle: search.inTrash(item)
        case .quarantine: search.inQuarantine(item, plan: order.plan)
        case .permanent: nil
        }
    }

    /// Removes what was made ready for an item that was not moved.
    private mutating func cleanUp(_ order: DeletionOrder, _ item: ExpectedItem) {
        switch order.method {
        case .recycle:
            if let trash = search.removeNotes(of: item, calls) { syncs.add(trash.info) }
        case .quarantine:
            let path = Quarantine.folder(of: item, plan: order.plan)
            Quarantine.prune(path[...], below: &search.finder, calls)
        case .permanent: return
        }
    }

    /// Moves what was set aside to be removed for good and was not back; gives its name if its
    /// place is taken.
    private mutating func moveBack(_ item: ExpectedItem) -> KernelName? {
        guard let inode = item.inode,
            let folder = try? search.finder.folder(item.parent)
        else { return nil }
        let aside = DeletionBatch.asideName(inode)
        guard let state = try? EntryState.read(aside, in: folder.number),
            item.mismatch(state, rootDevice: search.finder.rootState.device) == nil
        else { return nil }
        syncs.add(containing: folder)
        do throws(SystemError) {
            try calls.keepingDate(of: folder) { () throws(SystemError) in
                try calls.moveBack(
                    aside, in: folder.number, to: item.name, in: folder.number,
                    isFolder: item.type == .folder)
            }
            return nil
        } catch {
            return aside
        }
    }
}
