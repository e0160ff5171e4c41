// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// Removes items from quarantine for good. Used by one thread.
struct PurgeBatch: ~Copyable {
    private let driveName: String
    private let calls: DiskCalls
    private var search: DeletedItemSearch
    private var syncs: DiskSync
    /// Folders of the quarantine from which something was taken.
    private var emptied: Set<[UInt8]> = []

    /// A batch on an open drive.
    init(drive: LocalDrive, finder: consuming ItemFinder) {
        driveName = drive.name
        calls = drive.calls
        syncs = DiskSync(root: finder.root, state: finder.rootState)
        search = DeletedItemSearch(drive: drive, finder: finder)
    }

    /// Carries out `orders`; `shouldStop` is asked before each.
    mutating func run(_ orders: [RestoreOrder], shouldStop: () -> Bool) -> [PurgeOutcome] {
        var outcomes = [PurgeOutcome](repeating: .notAttempted, count: orders.count)
        for index in orders.indices {
            if shouldStop() { break }
            do throws(Obstacle) {
                try purge(orders[index])
                outcomes[index] = .purged
            } catch {
                outcomes[index] = .failed(error.clause)
            }
        }
        for path in emptied { Quarantine.prune(path[...], below: &search.finder, calls) }
        do throws(SystemError) {
            if !emptied.isEmpty { syncs.addRoot() }
            try syncs.sync(calls)
        } catch {
            for index in outcomes.indices where outcomes[index] == .purged {
                outcomes[index] = .failed(systemMessage(error.code))
            }
        }
        return outcomes
    }

    private struct Obstacle: Error {
        var clause: String
    }

    private mutating func purge(_ order: RestoreOrder) throws(Obstacle) {
        switch order.receipt?.method {
        case DeletionMethod.permanent.rawValue: return
        case DeletionMethod.recycle.rawValue:
            throw Obstacle(clause: DeletionText.notInQuarantine)
        default: break
        }
        guard order.item.isOn(driveName), let item = ExpectedItem(order.item) else {
            throw Obstacle(clause: DeletionText.notAPath)
        }
        guard let token = order.receipt?.token.flatMap(DeletionToken.init(_:)) else {
            guard let found = search.inQuarantine(item, plan: nil) else {
                throw Obstacle(clause: DeletionText.placeUnknown)
            }
            return try remove(
                item, found.name, nil, in: found.folder, at: found.quarantinePath)
        }
        guard token.kind == .quarantine else {
            throw Obstacle(clause: DeletionText.notInQuarantine)
        }
        let path = Array(token.folder.utf8)
        // An interrupted run may have left empty folders behind.
        emptied.insert(path)
        guard let folder = try folder(path) else { return }
        try remove(item, KernelName(token.name), token, in: folder, at: path)
    }

    /// The folder of the quarantine at `path`; nil if it is gone.
    private mutating func folder(_ path: [UInt8]) throws(Obstacle) -> OpenFolder? {
        do throws(SystemError) {
            return try search.finder.folder(path[...])
        } catch {
            if error.code == ENOENT { return nil }
            throw Obstacle(clause: systemMessage(error.code))
        }
    }

    /// Removes what is called `name` in a folder of the quarantine, if it is `item` and was left
    /// alone there: moved aside, where nobody else takes its place, and looked at once more.
    private mutating func remove(
        _ item: ExpectedItem, _ name: KernelName, _ token: DeletionToken?, in folder: OpenFolder,
        at path: [UInt8]
    ) throws(Obstacle) {
        emptied.insert(path)
        guard let state = try state(of: name, in: folder) else {
            // A run that was interrupted may have left it aside.
            let aside = DeletionBatch.asideName(token?.inode ?? item.inode ?? 0)
            guard let state = try self.state(of: aside, in: folder) else { return }
            // What was written to since stays, as it does under its own name.
            try check(item, state, token, isAside: true)
            return try removeForGood(aside, state, in: folder)
        }
        try check(item, state, token)
        let aside = DeletionBatch.asideName(state.inode)
        try changing { () throws(SystemError) in
            try calls.moveAside(name, in: folder.number, to: aside, in: folder.number)
        }
        guard let now = try self.state(of: aside, in: folder) else { return }
        search.finder.touches.add(now.key, from: state.changed, to: now.changed)
        do throws(Obstacle) {
            guard now.isSameEntry(as: state) else {
                throw Obstacle(clause: DeletionText.otherInQuarantine)
            }
            try removeForGood(aside, now, in: folder)
        } catch {
            // What could not be removed is looked for there by the next run, and by a restore.
            if !now.isSameEntry(as: state) || now.type == .folder {
                try? calls.moveBack(
                    aside, in: folder.number, to: name, in: folder.number,
                    isFolder: now.type == .folder)
            }
            throw error
        }
    }

    /// Throws unless `state` is that of the item as it arrived; under the name aside as it was moved
    /// there.
    private func check(
        _ item: ExpectedItem, _ state: EntryState, _ token: DeletionToken?, isAside: Bool = false
    ) throws(Obstacle) {
        switch item.mismatch(state, rootDevice: nil) {
        case nil: break
        case DeletionText.otherSize, DeletionText.modified:
            throw Obstacle(clause: DeletionText.editedInQuarantine)
        default: throw Obstacle(clause: DeletionText.otherInQuarantine)
        }
        guard let token else { return }
        guard token.mayBeBorn(with: state) else {
            throw Obstacle(clause: DeletionText.otherInQuarantine)
        }
        // An edit that keeps size and date shows here alone; the move aside has changed that time.
        guard !isAside, state.type == .file, let changed = token.changed else { return }
        if !search.finder.touches.explain(state.key, since: changed, state.changed) {
            throw Obstacle(clause: DeletionText.editedInQuarantine)
        }
    }

    private func removeForGood(
        _ name: KernelName, _ state: EntryState, in folder: OpenFolder
    ) throws(Obstacle) {
        try changing { () throws(SystemError) in
            try calls.remove(name, state, in: folder, search.finder.touches)
        }
    }

    /// What `name` is; nil if it is not there.
    private func state(
        of name: KernelName, in folder: OpenFolder
    ) throws(Obstacle) -> EntryState? {
        do throws(SystemError) {
            return try EntryState.read(name, in: folder.number)
        } catch {
            if error.code == ENOENT { return nil }
            throw Obstacle(clause: systemMessage(error.code))
        }
    }

    /// Calls `change`; what is gone already need not be removed.
    private func changing(_ change: () throws(SystemError) -> Void) throws(Obstacle) {
        do throws(SystemError) {
            try change()
        } catch {
            switch error.code {
            case ENOENT: return
            case ENOTEMPTY, EEXIST: throw Obstacle(clause: DeletionText.folderNotEmpty)
            default: throw Obstacle(clause: systemMessage(error.code))
            }
        }
    }
}
