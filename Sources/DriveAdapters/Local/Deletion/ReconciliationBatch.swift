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
    private var contents = FolderContents()

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
        if order.method == .permanent, let clause = moveBack(item) { return .changed(clause) }
        do throws(Refusal) {
            _ = try search.finder.find(item)
            cleanUp(order, item)
            return .unchanged
        } catch {
            return answer(error.outcome, order, item)
        }
    }

    /// The answer about an item that is not at its path, or not as it was.
    private mutating func answer(
        _ outcome: DeletionOutcome, _ order: DeletionOrder, _ item: ExpectedItem
    ) -> Reconciliation {
        if let found = whereabouts(order, item) {
            if isFilled(found) { return putBack(found, item) }
            return .deleted(found.receipt(Ancestry(of: item, search.finder)), by: Absence(found))
        }
        if let stray = stray(order, item) { return putBack(stray, item) }
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

    /// What lies where `item` was to go, under its name or note, and is not the item as it was.
    private mutating func stray(_ order: DeletionOrder, _ item: ExpectedItem) -> Whereabouts? {
        switch order.method {
        case .recycle: search.strayInTrash(item)
        case .quarantine: search.strayInQuarantine(item, plan: order.plan)
        case .permanent: nil
        }
    }

    /// Whether a folder that was moved, which was empty, holds something now.
    private mutating func isFilled(_ found: Whereabouts) -> Bool {
        guard found.state.type == .folder,
            let opened = try? OpenFolder(found.name, in: found.folder.number, isRead: true),
            let isEmpty = try? contents.isEmpty(opened)
        else { return false }
        return !isEmpty
    }

    /// Moves what was not to go back to the path of `item`, from which it was taken; nothing that
    /// stands there by now is replaced. Says what was found.
    private mutating func putBack(_ found: Whereabouts, _ item: ExpectedItem) -> Reconciliation {
        let clause =
            found.state.inode != item.inode
            ? DeletionText.swapped
            : item.type == .folder ? DeletionText.filledMeanwhile : DeletionText.modified
        do throws(SystemError) {
            let folder = try search.finder.folder(item.parent)
            try calls.keepingDate(of: folder) { () throws(SystemError) in
                try calls.moveBack(
                    found.name, in: found.folder.number, to: item.name, in: folder.number,
                    isFolder: found.state.type == .folder)
            }
            syncs.add(containing: folder)
        } catch {
            return .changed(DeletionText.keptAside(clause, "'\(path(of: found))'"))
        }
        if let trash = found.trash {
            try? calls.unlink(TrashFolder.infoName(found.name), in: trash.info.number)
            syncs.add(trash.info)
        } else {
            Quarantine.prune(found.quarantinePath[...], below: &search.finder, calls)
        }
        return .changed(clause)
    }

    /// The whole path of what was found.
    private func path(of found: Whereabouts) -> String {
        let root = search.finder.rootPath.map { $0 == [47] ? [] : $0 } ?? []
        let folder =
            found.trash.map { $0.path + Array("/files".utf8) } ?? root + [47] + found.quarantinePath
        return String(decoding: folder + [47] + found.name.bytes, as: UTF8.self)
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

    /// Moves what was set aside to be removed for good and was not back to the path of `item`. Says
    /// what was found if it is not the item as it was, or if its place is taken; nil if all is well.
    private mutating func moveBack(_ item: ExpectedItem) -> String? {
        guard let inode = item.inode, let folder = try? search.finder.folder(item.parent) else {
            return nil
        }
        let aside = DeletionBatch.asideName(inode)
        guard let state = try? EntryState.read(aside, in: folder.number) else { return nil }
        syncs.add(containing: folder)
        do throws(SystemError) {
            try calls.keepingDate(of: folder) { () throws(SystemError) in
                try calls.moveBack(
                    aside, in: folder.number, to: item.name, in: folder.number,
                    isFolder: state.type == .folder)
            }
        } catch {
            // Without a call that moves and never replaces, a file has two names for a moment.
            let there = try? EntryState.read(item.name, in: folder.number)
            guard state.type == .file, there?.key == state.key,
                (try? calls.unlink(aside, in: folder.number)) != nil
            else { return DeletionText.leftAside(aside.text) }
        }
        let device = search.finder.rootState.device
        if item.mismatch(state, rootDevice: device) == nil { return nil }
        return state.inode == inode ? DeletionText.modified : DeletionText.swapped
    }
}
