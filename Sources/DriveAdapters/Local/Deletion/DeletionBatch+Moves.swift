// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
import RuleEngine

extension DeletionBatch {
    /// Looks at one item again, and deletes it if it and its copies are still what they were.
    ///
    /// The copies come first, since that may take long: between the last look at the item, from the
    /// root again, and the move there is nothing else.
    mutating func carryOut(_ ready: Prepared) throws(Refusal) -> DeletionReceipt {
        let item = ready.item
        let copies = try checkCompanions(ready)
        let ancestry = ancestry(of: item)
        let found = try finder.find(item)
        guard found.folder.state.key == ready.folder else {
            throw Refusal(.changed(DeletionText.folderReplaced))
        }
        guard found.state.isSameEntry(as: ready.state) else {
            throw Refusal(.changed(DeletionText.modified))
        }
        guard isUntouched(found.state, since: ready.state) else {
            throw Refusal(.changed(DeletionText.touched))
        }
        switch ready.target {
        case .trash(let trash, _, let name):
            let state = try move(item, found, to: name, in: trash.files, trash.place)
            let token = DeletionToken(
                .trash, folder: trash.path, name: name, state: state, ancestry: ancestry)
            return moved(ready, found, name, place: trash.place, token)
        case .quarantine(let path):
            let (name, state) = try moveIntoQuarantine(item, found, path)
            let token = DeletionToken(
                .quarantine, folder: path, name: name, state: state, ancestry: ancestry)
            let place = "/" + String(decoding: PathBytes.joined(path, name.bytes), as: UTF8.self)
            return moved(ready, found, name, place: place, token)
        case .nothing:
            syncs.add(containing: found.folder)
            try removeForGood(item, found, copies)
            return DeletionReceipt(method: .permanent)
        }
    }

    /// Whoever writes to a file and sets its date back leaves one trace, the time of its change. A
    /// name more or less of the same file does so too, hence a second comparison of the bytes.
    private mutating func checkCompanions(
        _ ready: Prepared
    ) throws(Refusal) -> CompanionCheck.Chosen {
        let found = try finder.find(ready.item)
        let isTouched =
            ready.companions.comparedBytes && found.state.changed != ready.state.changed
        if !isTouched, companions.holds(ready.companions, &finder) { return ready.companions }
        return try companions.choose(for: orders[ready.index], ready.item, found, &finder)
    }

    /// Whether nobody but this drive did anything to a file since it was `before`.
    private func isUntouched(_ state: EntryState, since before: EntryState) -> Bool {
        state.type == .folder
            || finder.touches.explain(
                state.key, since: before.changed.nanosecondsSinceEpoch, state.changed)
    }

    private mutating func moved(
        _ ready: Prepared, _ found: ItemFinder.Found, _ name: KernelName, place: String,
        _ token: DeletionToken
    ) -> DeletionReceipt {
        moves.append(
            Move(
                index: ready.index, item: ready.item, target: ready.target, name: name,
                folder: found.folder))
        return DeletionReceipt(
            method: token.kind == .trash ? .recycle : .quarantine, place: place,
            token: token.text)
    }

    private mutating func moveIntoQuarantine(
        _ item: ExpectedItem, _ found: ItemFinder.Found, _ path: [UInt8]
    ) throws(Refusal) -> (name: KernelName, state: EntryState) {
        let target: OpenFolder
        let free: KernelName?
        do throws(SystemError) {
            target = try finder.folder(path[...])
            syncs.addRoot()
            free = try names.free(item.name, in: target.state.key, byteMax: 255) {
                name throws(SystemError) in try target.holds(name)
            }
        } catch {
            throw Refusal(.failed(DeletionText.noQuarantine(systemMessage(error.code))))
        }
        guard let free else { throw Refusal(.failed(DeletionText.nameTaken(item.name.text))) }
        do throws(Refusal) {
            return (free, try move(item, found, to: free, in: target, "/.cleanrules/quarantine"))
        } catch {
            if error.isOutOfReach { throw Refusal(.failed(DeletionText.quarantineElsewhere)) }
            throw error
        }
    }

    // MARK: - Moving

    /// Moves an item, and moves it back if what arrived is not what was found, or if its folder was
    /// moved away: between a look and a move there is always a moment in which another program can
    /// do that. Gives what arrived.
    private mutating func move(
        _ item: ExpectedItem, _ found: ItemFinder.Found, to name: KernelName,
        in target: OpenFolder, _ place: String
    ) throws(Refusal) -> EntryState {
        let opened = try item.type == .folder ? openEmpty(item, found) : nil
        do throws(SystemError) {
            try calls.keepingDate(of: found.folder) { () throws(SystemError) in
                try calls.moveAside(
                    item.name, in: found.folder.number, to: name, in: target.number)
            }
        } catch {
            if error.code == EEXIST { throw Refusal(.failed(DeletionText.nameTaken(name.text))) }
            // No longer there: the item, or the folder that it was to be moved into.
            if error.code == ENOENT, (try? found.folder.holds(item.name)) == true {
                throw Refusal(.failed(DeletionText.targetGone(place)))
            }
            throw Refusal(changing: error)
        }
        syncs.add(containing: target)
        let fault: Refusal
        do throws(Refusal) {
            return try checkArrival(item, found, opened, as: name, in: target)
        } catch {
            fault = error
        }
        do throws(SystemError) {
            let isFolder = (try? EntryState.read(name, in: target.number).type) == .folder
            try moveBack(name, in: target, to: item.name, in: found.folder, isFolder: isFolder)
        } catch {
            var refusal = Refusal(.changed(DeletionText.keptAside(fault.clause, place)))
            refusal.keepsNote = true
            throw refusal
        }
        throw fault
    }

    /// Moves an entry back to where it was, and takes note that nobody else has changed it.
    func moveBack(
        _ name: KernelName, in aside: OpenFolder, to oldName: KernelName, in folder: OpenFolder,
        isFolder: Bool
    ) throws(SystemError) {
        let before = try? EntryState.read(name, in: aside.number)
        try calls.keepingDate(of: folder) { () throws(SystemError) in
            try calls.moveBack(
                name, in: aside.number, to: oldName, in: folder.number, isFolder: isFolder)
        }
        if let before, let after = try? EntryState.read(oldName, in: folder.number) {
            finder.touches.add(after.key, from: before.changed, to: after.changed)
        }
    }

    /// What arrived as `name`, if it is what was to be moved, and was taken from where it should.
    private mutating func checkArrival(
        _ item: ExpectedItem, _ found: ItemFinder.Found, _ opened: OpenFolder?,
        as name: KernelName, in target: OpenFolder
    ) throws(Refusal) -> EntryState {
        let arrived: EntryState
        var isFilled = false
        do throws(SystemError) {
            arrived = try EntryState.read(name, in: target.number)
            if let opened { isFilled = try !contents.isEmpty(opened) }
        } catch {
            // Whoever empties the trash at this moment has taken it from there.
            if error.code == ENOENT { return found.state }
            throw Refusal(.failed(systemMessage(error.code)))
        }
        guard arrived.isSameEntry(as: found.state) else {
            throw Refusal(.changed(DeletionText.swapped))
        }
        // Its other names are still there, and so is the file itself if it is moved back.
        finder.touches.add(arrived.key, from: found.state.changed, to: arrived.changed)
        if isFilled { throw Refusal(.changed(DeletionText.filledMeanwhile)) }
        let isInPlace: Bool
        do throws(SystemError) {
            isInPlace = try finder.isInPlace(found.folder, at: item.parent)
        } catch {
            throw Refusal(.failed(systemMessage(error.code)))
        }
        guard isInPlace else { throw Refusal(.changed(DeletionText.folderMoved)) }
        return arrived
    }

    /// Opens a folder that has to be empty.
    private mutating func openEmpty(
        _ item: ExpectedItem, _ found: ItemFinder.Found
    ) throws(Refusal) -> OpenFolder {
        let opened: OpenFolder
        let isEmpty: Bool
        do throws(SystemError) {
            opened = try OpenFolder(item.name, in: found.folder.number, isRead: true)
            isEmpty = try contents.isEmpty(opened)
        } catch {
            throw Refusal(finding: item, error, below: finder.root)
        }
        guard opened.state.isSameEntry(as: found.state) else {
            throw Refusal(.changed(DeletionText.otherItem))
        }
        guard isEmpty else { throw Refusal(.changed(DeletionText.folderNotEmpty)) }
        return opened
    }

    // MARK: - For good

    /// No call removes a name only if it leads to a certain file or folder. Under a name that
    /// nobody else uses it can be looked at, its copies too, and removed with nothing in between.
    private mutating func removeForGood(
        _ item: ExpectedItem, _ found: ItemFinder.Found, _ copies: CompanionCheck.Chosen
    ) throws(Refusal) {
        let isFolder = item.type == .folder
        let aside = DeletionBatch.asideName(found.state.inode)
        let arrived = try move(
            item, found, to: aside, in: found.folder,
            String(clause: "its folder as '\(aside.text)'"))
        var refusal: Refusal?
        do throws(SystemError) {
            if companions.holds(copies, &finder) {
                return try calls.keepingDate(of: found.folder) { () throws(SystemError) in
                    try calls.remove(aside, arrived, in: found.folder, finder.touches)
                }
            }
            refusal = Refusal(.changed(DeletionText.copiesMissing))
        } catch {
            switch error.code {
            case ENOENT: return
            case ENOTEMPTY, EEXIST: refusal = Refusal(.changed(DeletionText.folderNotEmpty))
            default: refusal = Refusal(.failed(systemMessage(error.code)))
            }
        }
        try? moveBack(aside, in: found.folder, to: item.name, in: found.folder, isFolder: isFolder)
        if let refusal { throw refusal }
    }

    /// The name under which a file or folder stands, in its own folder, just before it is removed
    /// for good.
    static func asideName(_ inode: UInt64) -> KernelName {
        KernelName(asidePrefix + Array(String(inode, radix: 16).utf8))
    }

    /// What such names begin with.
    static let asidePrefix = Array(".cleanrules-".utf8)
}

/// Looks whether folders are empty. Used by one thread.
struct FolderContents: ~Copyable {
    private var reader = DirectoryReader()

    /// Whether nothing lies in `folder`, which is open for reading.
    mutating func isEmpty(_ folder: OpenFolder) throws(SystemError) -> Bool {
        guard lseek(folder.number, 0, SEEK_SET) == 0 else { throw SystemError(code: errno) }
        guard try reader.readFirst(folder.descriptor) else { return true }
        repeat {
            if reader.nextEntry() != nil { return false }
        } while try reader.readNext(folder.descriptor)
        return true
    }
}
