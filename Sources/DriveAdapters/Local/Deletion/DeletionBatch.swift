// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine

/// Deletes the items of some orders, in steps that may be broken off at any point.
///
/// First every item is looked at, its copies too, and its place in the trash is made ready: the
/// note that says where it came from. Then all notes are brought to the disk. Then each item is
/// looked at again and moved at once, and looked at a last time where it arrived. At the end the
/// moves are brought to the disk. Used by one thread.
struct DeletionBatch: ~Copyable {
    let orders: [DeletionOrder]
    let driveName: String
    let calls: DiskCalls
    var finder: ItemFinder
    var companions: CompanionCheck
    var trashes: TrashFinder
    var names: NumberedNames
    var contents = FolderContents()
    var syncs: DiskSync
    var moves: [Move] = []
    private let date = TrashNote.now()
    private var outcomes: [DeletionOutcome?]
    /// Folders of the quarantine that were made and may not be needed.
    private var unused: Set<[UInt8]> = []

    /// One item that is ready to go.
    struct Prepared {
        /// The place of its order.
        var index: Int
        /// What it must be.
        var item: ExpectedItem
        /// What it was when it was looked at.
        var state: EntryState
        /// The copies that have to stay.
        var companions: CompanionCheck.Chosen
        /// Where it goes.
        var target: Target
    }

    /// Where an item goes.
    enum Target {
        /// Into a trash, which has a note for it under this name.
        case trash(TrashFolder, TrashFinder.Kind, KernelName)
        /// Into the folder at this path below the root.
        case quarantine([UInt8])
        /// Nowhere.
        case nothing
    }

    /// One item that was moved, as far as it must be known to move it back.
    struct Move {
        var index: Int
        var item: ExpectedItem
        var target: Target
        var name: KernelName
    }

    /// A batch of `orders` on an open drive.
    init(_ orders: [DeletionOrder], drive: LocalDrive, finder: consuming ItemFinder) {
        self.orders = orders
        driveName = drive.name
        calls = drive.calls
        // Taken out, so that a change does not copy them all; they are put back in the end.
        names = drive.trashNames.withLock { names in
            defer { names = NumberedNames() }
            return names
        }
        syncs = DiskSync(root: finder.root, state: finder.rootState)
        self.finder = finder
        companions = CompanionCheck(driveName: drive.name)
        trashes = TrashFinder(homeTrash: drive.options.homeTrash, making: drive.calls)
        outcomes = Array(repeating: nil, count: orders.count)
    }

    /// Carries out the orders; `shouldStop` is asked before each, and again before each move.
    mutating func run(shouldStop: () -> Bool) -> [DeletionOutcome] {
        var ready: [Prepared] = []
        for index in orders.indices {
            if shouldStop() { break }
            do throws(Refusal) {
                ready.append(try prepare(index))
            } catch {
                outcomes[index] = error.outcome
            }
        }
        // A trash on the item's file system may still be out of reach for the kernel's move; the
        // items that showed so are tried with the next kind of trash.
        while !ready.isEmpty { ready = moveAll(ready, shouldStop: shouldStop) }
        bringMovesToDisk()
        for path in unused { Quarantine.prune(path[...], below: &finder, calls) }
        return outcomes.map { $0 ?? .notAttempted }
    }

    /// Moves all items of `ready`; gives those that have to be tried with another trash.
    private mutating func moveAll(
        _ ready: [Prepared], shouldStop: () -> Bool
    ) -> [Prepared] {
        do throws(SystemError) {
            try syncs.sync(calls)
        } catch {
            for item in ready {
                discard(item.target)
                outcomes[item.index] = .failed(systemMessage(error.code))
            }
            takeBackMoves(after: error)
            return []
        }
        // From here on paths are resolved anew: what was prepared may have been moved meanwhile.
        finder.forget()
        var again: [Prepared] = []
        for item in ready {
            if shouldStop() {
                discard(item.target)
                outcomes[item.index] = .notAttempted
                continue
            }
            do throws(Refusal) {
                outcomes[item.index] = .deleted(try carryOut(item))
            } catch {
                if !error.keepsNote { discard(item.target) }
                outcomes[item.index] = error.outcome
                guard error.isOutOfReach, let next = nextTarget(after: item) else { continue }
                again.append(next)
            }
        }
        return again
    }

    // MARK: - Making ready

    private mutating func prepare(_ index: Int) throws(Refusal) -> Prepared {
        let order = orders[index]
        if let clause = order.planFault { throw Refusal(.failed(clause)) }
        guard order.item.isOn(driveName), let item = ExpectedItem(order.item) else {
            throw Refusal(.failed(DeletionText.notAPath))
        }
        let found = try finder.find(item)
        let chosen = try companions.choose(for: order, item, found, &finder)
        let target = try target(of: order, item, in: found.folder)
        return Prepared(
            index: index, item: item, state: found.state, companions: chosen, target: target)
    }

    private mutating func target(
        of order: DeletionOrder, _ item: ExpectedItem, in folder: OpenFolder
    ) throws(Refusal) -> Target {
        switch order.method {
        case .recycle: return try trashTarget(item, in: folder, from: .home)
        case .quarantine:
            let path = Quarantine.folder(of: item, plan: order.plan)
            if try Quarantine.make(path, below: &finder, calls) { syncs.addRoot() }
            return .quarantine(path)
        case .permanent: return .nothing
        }
    }

    /// A place in the first trash, of that kind or a later one, that takes what lies in `folder`.
    private mutating func trashTarget(
        _ item: ExpectedItem, in folder: OpenFolder, from first: TrashFinder.Kind
    ) throws(Refusal) -> Target {
        guard let root = finder.rootPath else { throw Refusal(.failed(DeletionText.noRootPath)) }
        let path = item.parent.isEmpty ? root : (root == [47] ? root : root + [47]) + item.parent
        let whole = (path == [47] ? [] : path) + [47] + item.name.bytes
        var reason: SystemError?
        for kind in TrashFinder.Kind.allCases where kind.rawValue >= first.rawValue {
            switch trashes.trash(kind, for: folder, at: path) {
            case .failure(let error):
                reason = error
                // A disk that is full or broken is no reason to look for another place on it.
                if !TrashFinder.isRefusal(error) {
                    throw Refusal(.failed(DeletionText.noTrash(systemMessage(error.code))))
                }
            case .success(let trash):
                guard let note = trash.notePath(whole) else { continue }
                return .trash(trash, kind, try writeNote(of: item, note, in: trash))
            }
        }
        guard let reason else { throw Refusal(.failed(DeletionText.noTrash)) }
        throw Refusal(.failed(DeletionText.noTrash(systemMessage(reason.code))))
    }

    /// Writes the note that claims a name in `trash`; gives the name.
    private mutating func writeNote(
        of item: ExpectedItem, _ path: [UInt8], in trash: TrashFolder
    ) throws(Refusal) -> KernelName {
        let text = TrashNote.text(path: path, date: date)
        // Another program may claim the same name at the same time, but not forever.
        for _ in 0..<100 {
            guard
                let name = names.free(
                    item.name, in: trash.files.state.key, byteMax: trash.nameByteMax,
                    isTaken: trash.isTaken)
            else { break }
            let infoName = TrashFolder.infoName(name)
            do throws(SystemError) {
                let file = try calls.createFile(infoName, in: trash.info.number)
                do throws(SystemError) {
                    try calls.write(text, to: file, infoName)
                } catch {
                    try? calls.unlink(infoName, in: trash.info.number)
                    throw error
                }
                syncs.add(trash.info)
                return name
            } catch {
                if error.code == EEXIST { continue }
                throw Refusal(.failed(DeletionText.noNote(systemMessage(error.code))))
            }
        }
        throw Refusal(.failed(DeletionText.noTrashName))
    }

    /// `item` with a place in a trash of a later kind; its outcome stands if there is none.
    private mutating func nextTarget(after item: Prepared) -> Prepared? {
        guard case .trash(_, let kind, _) = item.target,
            let next = TrashFinder.Kind(rawValue: kind.rawValue + 1),
            let folder = try? finder.folder(item.item.parent),
            let target = try? trashTarget(item.item, in: folder, from: next)
        else { return nil }
        var item = item
        item.target = target
        return item
    }

    /// Takes back what was made ready for an item that does not go.
    private mutating func discard(_ target: Target) {
        switch target {
        case .trash(let trash, _, let name):
            try? calls.unlink(TrashFolder.infoName(name), in: trash.info.number)
        case .quarantine(let path): unused.insert(path)
        case .nothing: return
        }
    }

    // MARK: - The end

    /// Brings the moves to the disk.
    private mutating func bringMovesToDisk() {
        do throws(SystemError) {
            try syncs.sync(calls)
        } catch {
            takeBackMoves(after: error)
        }
    }

    /// Moves items back that were not brought to the disk: nobody could promise that they are
    /// where their receipts say. The kernel tells of such an error but once, so that trying again
    /// would seem to succeed.
    private mutating func takeBackMoves(after error: SystemError) {
        for move in moves.reversed() where moveBack(move) {
            outcomes[move.index] = .failed(systemMessage(error.code))
        }
        moves.removeAll()
    }

    private mutating func moveBack(_ move: Move) -> Bool {
        do throws(SystemError) {
            let folder = try finder.folder(move.item.parent)
            switch move.target {
            case .trash(let trash, _, let name):
                try calls.moveBack(
                    name, in: trash.files.number, to: move.item.name, in: folder.number,
                    isFolder: move.item.type == .folder)
            case .quarantine(let path):
                try calls.moveBack(
                    move.name, in: finder.folder(path[...]).number, to: move.item.name,
                    in: folder.number, isFolder: move.item.type == .folder)
            case .nothing: return false
            }
            discard(move.target)
            return true
        } catch {
            return false
        }
    }
}
