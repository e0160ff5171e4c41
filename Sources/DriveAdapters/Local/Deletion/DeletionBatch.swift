// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
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
    /// Notes that could not be taken back at once.
    private var leftNotes: [(trash: TrashFolder, name: KernelName)] = []
    /// What the folders above items are, by the path of the lowest.
    private var ancestries: [[UInt8]: Ancestry] = [:]

    /// One item that is ready to go.
    struct Prepared {
        /// The place of its order.
        var index: Int
        /// What it must be.
        var item: ExpectedItem
        /// What it was when it was looked at.
        var state: EntryState
        /// The folder that it was seen in.
        var folder: FileKey
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
        var folder: OpenFolder
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
        companions = CompanionCheck(driveName: drive.name, meter: drive.reading)
        trashes = TrashFinder(
            homeTrash: drive.options.homeTrash, making: drive.calls, trying: drive.calls)
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
        for note in leftNotes { try? calls.unlink(note.name, in: note.trash.info.number) }
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
            index: index, item: item, state: found.state, folder: found.folder.state.key,
            companions: chosen, target: target)
    }

    /// What the folders above `item` are; looked at once for neighbours.
    mutating func ancestry(of item: ExpectedItem) -> Ancestry {
        let path = Array(item.parent)
        if let known = ancestries[path] { return known }
        let ancestry = Ancestry(of: item, finder)
        ancestries[path] = ancestry
        return ancestry
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
            do throws(SystemError) {
                let free = try names.free(
                    item.name, in: trash.files.state.key, byteMax: trash.nameByteMax
                ) { name throws(SystemError) in
                    try trash.isTaken(name, forNoteOf: path, calls)
                }
                guard let name = free else { break }
                let infoName = TrashFolder.infoName(name)
                let file = try calls.createFile(infoName, in: trash.info.number)
                do throws(SystemError) {
                    try calls.write(text, to: file, infoName)
                } catch {
                    removeNote(infoName, in: trash)
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
            removeNote(TrashFolder.infoName(name), in: trash)
        case .quarantine(let path): unused.insert(path)
        case .nothing: return
        }
    }

    /// Removes a note, or sees to it that this is tried again at the end.
    private mutating func removeNote(_ name: KernelName, in trash: TrashFolder) {
        do throws(SystemError) {
            try calls.unlink(name, in: trash.info.number)
        } catch {
            leftNotes.append((trash, name))
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
            let aside: OpenFolder
            switch move.target {
            case .trash(let trash, _, _): aside = trash.files
            case .quarantine(let path): aside = try finder.folder(path[...])
            case .nothing: return false
            }
            // Where it was taken from, wherever that lies by now: it is put back, not deleted.
            try moveBack(
                move.name, in: aside, to: move.item.name, in: move.folder,
                isFolder: move.item.type == .folder)
            discard(move.target)
            return true
        } catch {
            return false
        }
    }
}
