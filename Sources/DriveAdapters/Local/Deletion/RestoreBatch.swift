// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// Brings deleted items back, in steps that may be broken off at any point and begun again. Used
/// by one thread.
struct RestoreBatch: ~Copyable {
    private let driveName: String
    let calls: DiskCalls
    var search: DeletedItemSearch
    private var syncs: DiskSync
    /// Notes whose items are back.
    var notes: [(trash: TrashFolder, name: KernelName)] = []
    /// Folders of the quarantine from which something was taken.
    var emptied: Set<[UInt8]> = []

    /// The trash folders that are open, by their paths.
    var trashes: [[UInt8]: TrashFolder] = [:]

    /// How many trash folders are kept open.
    static let trashMax = 16
    /// How many names are tried for an item whose own is taken.
    private static let attemptMax = 1_000

    /// A batch on an open drive.
    init(drive: LocalDrive, finder: consuming ItemFinder) {
        driveName = drive.name
        calls = drive.calls
        syncs = DiskSync(root: finder.root, state: finder.rootState)
        search = DeletedItemSearch(drive: drive, finder: finder)
    }

    /// Carries out `orders`; `shouldStop` is asked before each.
    mutating func run(_ orders: [RestoreOrder], shouldStop: () -> Bool) -> [RestoreOutcome] {
        var outcomes = [RestoreOutcome](repeating: .notAttempted, count: orders.count)
        for index in RestoreBatch.sequence(of: orders) {
            if shouldStop() { break }
            do throws(Obstacle) {
                outcomes[index] = try restore(orders[index])
            } catch {
                outcomes[index] = error.outcome
            }
        }
        // What is left of items goes after they are back. Where the disk does not confirm them, a
        // file system that keeps a journal still keeps that order.
        let failure = bringToDisk()
        removeTraces()
        if let failure = failure ?? bringToDisk() {
            let why = systemMessage(failure.code)
            for index in outcomes.indices {
                outcomes[index] = outcomes[index].unconfirmed(why)
            }
        }
        return outcomes
    }

    private mutating func bringToDisk() -> SystemError? {
        do throws(SystemError) {
            try syncs.sync(calls)
            return nil
        } catch {
            return error
        }
    }

    /// Folders first, the higher ones before the lower ones, so that a file does not have its
    /// folder made anew while the old one still waits.
    private static func sequence(of orders: [RestoreOrder]) -> [Int] {
        let folders = orders.indices.filter { orders[$0].item.type == .folder }
        let sorted = folders.sorted {
            let left = orders[$0].item.path.utf8
            let right = orders[$1].item.path.utf8
            return left.count != right.count
                ? left.count < right.count : left.lexicographicallyPrecedes(right)
        }
        return sorted + orders.indices.filter { orders[$0].item.type == .file }
    }

    /// Removes what is left of items that are back on the disk.
    private mutating func removeTraces() {
        for note in notes {
            syncs.add(note.trash.info)
            try? calls.unlink(TrashFolder.infoName(note.name), in: note.trash.info.number)
        }
        for path in emptied {
            syncs.addRoot()
            Quarantine.prune(path[...], below: &search.finder, calls)
        }
    }

    /// Why an item is not brought back.
    struct Obstacle: Error {
        var outcome: RestoreOutcome

        init(_ outcome: RestoreOutcome) { self.outcome = outcome }
        init(_ error: SystemError) { outcome = .failed(systemMessage(error.code)) }
    }

    // MARK: - One item

    private mutating func restore(_ order: RestoreOrder) throws(Obstacle) -> RestoreOutcome {
        if order.receipt?.method == DeletionMethod.permanent.rawValue {
            throw Obstacle(.impossible(DeletionText.deletedForGood))
        }
        guard order.item.isOn(driveName), let item = ExpectedItem(order.item) else {
            throw Obstacle(.failed(DeletionText.notAPath))
        }
        let token = order.receipt?.token.flatMap(DeletionToken.init(_:))
        if let place = isBack(item, token) {
            // An interrupted run may have left a second name, or the note.
            if let found = try? whereabouts(of: item, order.receipt) {
                try removeSecondName(found, place)
            }
            forgetPlace(order.receipt, item)
            return restored(item, place.folder, item.name, path: item.path)
        }
        if let found = try whereabouts(of: item, order.receipt) {
            return try moveBack(item, found, token)
        }
        if let beside = backBeside(item, token) {
            forgetPlace(order.receipt, item)
            return beside
        }
        if let path = token.flatMap({ doubtfulPath(of: item, $0) }) {
            throw Obstacle(.impossible(DeletionText.notTold(at: path)))
        }
        guard let place = order.receipt?.place else {
            throw Obstacle(.impossible(DeletionText.placeUnknown))
        }
        throw Obstacle(.impossible(DeletionText.noLonger(in: place)))
    }

    /// What stands at the path of `item`, if it is the item itself: of the size and dates that it
    /// had, or made when it was made. Its number alone may be that of a newer file.
    private func isBack(_ item: ExpectedItem, _ token: DeletionToken?) -> ItemFinder.Found? {
        guard item.inode != nil, let found = try? search.finder.look(item) else { return nil }
        let device = search.finder.rootState.device
        let isSame =
            item.mismatch(found.state, rootDevice: device) == nil
            && token?.mayBeBorn(with: found.state) ?? true
        let isEdited =
            item.isSurely(found.state, by: token)
            && item.device(rootDevice: device) == found.state.device
        return isSame || isEdited ? found : nil
    }

    /// The answer about an item that is back beside its old place, from an interrupted run.
    private mutating func backBeside(
        _ item: ExpectedItem, _ token: DeletionToken?
    ) -> RestoreOutcome? {
        guard let inode = item.inode, let folder = try? search.finder.folder(item.parent) else {
            return nil
        }
        for name in search.index(folder).names[inode] ?? [] {
            let path = PathBytes.joined(item.parent, name.bytes)
            guard RestoredName.isForm(name.bytes, of: item.name.bytes),
                let state = try? EntryState.read(name, in: folder.number),
                item.mismatch(state, rootDevice: nil) == nil
                    || item.isSurely(state, by: token)
            else { continue }
            return restored(item, folder, name, path: path)
        }
        return nil
    }

    private mutating func moveBack(
        _ item: ExpectedItem, _ found: Whereabouts, _ token: DeletionToken?
    ) throws(Obstacle) -> RestoreOutcome {
        var made: [ArraySlice<UInt8>] = []
        do throws(Obstacle) {
            let folder = try folder(of: item, token?.ancestry, &made)
            let name = try calls.keepingDate(of: folder) { () throws(Obstacle) in
                try place(item, found, in: folder)
            }
            syncs.add(containing: folder)
            syncs.add(containing: found.folder)
            try checkPlace(item, found, name, in: folder)
            forget(found)
            return restored(
                item, folder, name, path: PathBytes.joined(item.parent, name.bytes))
        } catch {
            search.finder.removeFolders(made, calls)
            throw error
        }
    }

    /// Sees to it that the item is in its place, looked for from the root again: its folder may
    /// have been moved away at that moment. Then it is put back to where it was found.
    private func checkPlace(
        _ item: ExpectedItem, _ found: Whereabouts, _ name: KernelName, in folder: OpenFolder
    ) throws(Obstacle) {
        var reason = DeletionText.folderMoved
        do throws(SystemError) {
            let now = try EntryState.read(name, in: folder.number)
            // Whoever has it open may write to it at this very moment, and it is the item all the same.
            if try search.finder.isInPlace(folder, at: item.parent),
                now.key == found.state.key && now.type == found.state.type
                    || (now.type == .folder && item.type == .folder)
            {
                return
            }
        } catch {
            if error.code != ENOENT { reason = systemMessage(error.code) }
        }
        do throws(SystemError) {
            try calls.keepingDate(of: folder) { () throws(SystemError) in
                try calls.moveAside(
                    name, in: folder.number, to: found.name, in: found.folder.number)
            }
        } catch {
            throw Obstacle(.failed(DeletionText.leftInFolder(name.text)))
        }
        throw Obstacle(.failed(reason))
    }

    /// The folder that the item lay in, made anew as it was where it is gone.
    private func folder(
        of item: ExpectedItem, _ ancestry: Ancestry?, _ made: inout [ArraySlice<UInt8>]
    ) throws(Obstacle) -> OpenFolder {
        func depth(_ path: ArraySlice<UInt8>) -> Int { path.count { $0 == 47 } }
        do throws(SystemError) {
            return try search.finder.folder(item.parent, making: calls, made: &made) { path in
                ancestry?.attributes(height: depth(item.parent) - depth(path))
            }
        } catch {
            throw Obstacle(.failed(DeletionText.noFolder(systemMessage(error.code))))
        }
    }

    /// Moves the item to its own name, or to the first free one beside it; gives the name.
    private mutating func place(
        _ item: ExpectedItem, _ found: Whereabouts, in folder: OpenFolder
    ) throws(Obstacle) -> KernelName {
        for attempt in 0...RestoreBatch.attemptMax {
            let name =
                attempt == 0
                ? item.name
                : KernelName(RestoredName.name(item.name.bytes, attempt: attempt))
            do throws(SystemError) {
                try calls.moveBack(
                    found.name, in: found.folder.number, to: name, in: folder.number,
                    isFolder: item.type == .folder)
                return name
            } catch {
                guard error.code == EEXIST else { throw Obstacle(error) }
                if isSecondName(name, in: folder, of: found) {
                    try unlink(found)
                    return name
                }
                if attempt == 0, merge(item, found, into: folder) { return name }
            }
        }
        throw Obstacle(.failed(DeletionText.nameTaken(item.name.text)))
    }

    /// Whether the item is an empty folder in whose place another folder stands: then that one
    /// serves, and the old one goes.
    private func merge(
        _ item: ExpectedItem, _ found: Whereabouts, into folder: OpenFolder
    ) -> Bool {
        guard item.type == .folder,
            let present = try? EntryState.read(item.name, in: folder.number),
            present.type == .folder
        else { return false }
        do throws(SystemError) {
            try calls.removeFolder(found.name, in: found.folder.number)
            return true
        } catch {
            return false
        }
    }

    /// The answer about `item`, which is back as `name`, by what it is there.
    private mutating func restored(
        _ item: ExpectedItem, _ folder: OpenFolder, _ name: KernelName, path: [UInt8]
    ) -> RestoreOutcome {
        let status = unsafe name.withPointer { unsafe FileStatus.read($0, in: folder.number) }
        let device = search.finder.rootState.device
        let tag = try? FileTag(status.get(), rootDevice: device).text
        let text = "/" + String(decoding: path, as: UTF8.self)
        let state = try? EntryState.read(name, in: folder.number)
        return state.map(item.isEdited) ?? false
            ? .restoredEdited(path: text, tag: tag) : .restored(path: text, tag: tag)
    }
}

extension RestoreOutcome {
    /// The same of a drive that did not confirm, for that reason, what it did.
    fileprivate func unconfirmed(_ why: String) -> RestoreOutcome {
        switch self {
        case .restored(let path, let tag): .restoredUnconfirmed(path: path, tag: tag, why: why)
        case .restoredEdited(let path, let tag):
            .restoredUnconfirmed(path: path, tag: tag, why: DeletionText.editedSince(why))
        default: self
        }
    }
}
