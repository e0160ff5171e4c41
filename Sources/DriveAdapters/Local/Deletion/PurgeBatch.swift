// SPDX-License-Identifier: Apache-2.0

import Glibc
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
            return try remove(item, found.name, in: found.folder, at: found.quarantinePath)
        }
        guard token.kind == .quarantine else {
            throw Obstacle(clause: DeletionText.notInQuarantine)
        }
        let path = Array(token.folder.utf8)
        // An interrupted run may have left empty folders behind.
        emptied.insert(path)
        guard let folder = try folder(path) else { return }
        try remove(item, KernelName(token.name), in: folder, at: path)
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

    /// Removes what is called `name` in a folder of the quarantine, if it is `item`.
    private mutating func remove(
        _ item: ExpectedItem, _ name: KernelName, in folder: OpenFolder, at path: [UInt8]
    ) throws(Obstacle) {
        emptied.insert(path)
        var objection: String?
        do throws(SystemError) {
            let state = try EntryState.read(name, in: folder.number)
            objection = item.mismatch(state, rootDevice: nil)
            if objection != nil {
                // It stays, and its order fails below.
            } else if item.type == .folder {
                try calls.removeFolder(name, in: folder.number)
            } else {
                try calls.unlink(name, in: folder.number)
            }
        } catch {
            switch error.code {
            case ENOENT: return
            case ENOTEMPTY, EEXIST: throw Obstacle(clause: DeletionText.folderNotEmpty)
            default: throw Obstacle(clause: systemMessage(error.code))
            }
        }
        switch objection {
        case nil: return
        case DeletionText.otherSize, DeletionText.modified:
            throw Obstacle(clause: DeletionText.editedInQuarantine)
        default: throw Obstacle(clause: DeletionText.otherInQuarantine)
        }
    }
}
