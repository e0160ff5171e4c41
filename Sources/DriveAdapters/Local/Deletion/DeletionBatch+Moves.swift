// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine

extension DeletionBatch {
    /// Looks at one item again, and deletes it if it and its copies are still what they were.
    mutating func carryOut(_ ready: Prepared) throws(Refusal) -> DeletionReceipt {
        let item = ready.item
        let found = try finder.find(item)
        guard found.state.isSameEntry(as: ready.state) else {
            throw Refusal(.changed(DeletionText.modified))
        }
        // Whoever writes to a file and sets its date back leaves this one trace. A name more or
        // less of the same file does so too, hence the second comparison.
        let isTouched =
            ready.companions.comparedBytes && found.state.changed != ready.state.changed
        if isTouched || !companions.holds(ready.companions, &finder) {
            _ = try companions.choose(for: orders[ready.index], item, found, &finder)
        }
        switch ready.target {
        case .trash(let trash, _, let name):
            try move(item, found, to: name, in: trash.files, trash.place)
            return moved(ready, name, place: trash.place, folder: trash.path, .trash, found.state)
        case .quarantine(let path):
            let name = try moveIntoQuarantine(item, found, path)
            let place = "/" + String(decoding: PathBytes.joined(path, name.bytes), as: UTF8.self)
            return moved(ready, name, place: place, folder: path, .quarantine, found.state)
        case .nothing:
            syncs.add(containing: found.folder)
            try removeForGood(item, found)
            return DeletionReceipt(method: .permanent)
        }
    }

    private mutating func moved(
        _ ready: Prepared, _ name: KernelName, place: String, folder: [UInt8],
        _ kind: DeletionToken.Kind, _ state: EntryState
    ) -> DeletionReceipt {
        moves.append(
            Move(index: ready.index, item: ready.item, target: ready.target, name: name))
        let token = DeletionToken(
            kind: kind, folder: String(decoding: folder, as: UTF8.self), name: name.text,
            state: state)
        return DeletionReceipt(
            method: kind == .trash ? .recycle : .quarantine, place: place, token: token.text)
    }

    private mutating func moveIntoQuarantine(
        _ item: ExpectedItem, _ found: ItemFinder.Found, _ path: [UInt8]
    ) throws(Refusal) -> KernelName {
        let target: OpenFolder
        do throws(SystemError) {
            target = try finder.folder(path[...])
        } catch {
            throw Refusal(.failed(DeletionText.noQuarantine(systemMessage(error.code))))
        }
        syncs.addRoot()
        let name = names.free(
            item.name, in: target.state.key, byteMax: 255, isTaken: target.mayHold)
        guard let name else { throw Refusal(.failed(DeletionText.nameTaken(item.name.text))) }
        do throws(Refusal) {
            try move(item, found, to: name, in: target, "/.cleanrules/quarantine")
        } catch {
            if error.isOutOfReach { throw Refusal(.failed(DeletionText.quarantineElsewhere)) }
            throw error
        }
        return name
    }

    // MARK: - Moving

    /// Moves an item, and moves it back if what arrived is not what was found: between a look and
    /// a move there is always a moment in which another program can put its own file there.
    private mutating func move(
        _ item: ExpectedItem, _ found: ItemFinder.Found, to name: KernelName,
        in target: OpenFolder, _ place: String
    ) throws(Refusal) {
        let opened = try item.type == .folder ? openEmpty(item, found) : nil
        do throws(SystemError) {
            try calls.moveAside(
                item.name, in: found.folder.number, to: name, in: target.number)
        } catch {
            if error.code == EEXIST { throw Refusal(.failed(DeletionText.nameTaken(name.text))) }
            // No longer there: the item, or the folder that it was to be moved into.
            if error.code == ENOENT, found.folder.mayHold(item.name) {
                throw Refusal(.failed(DeletionText.targetGone(place)))
            }
            throw Refusal(changing: error)
        }
        syncs.add(containing: target)
        let arrived = arrival(of: found.state, opened, as: name, in: target)
        guard let fault = arrived.fault else { return }
        do throws(SystemError) {
            try calls.moveBack(
                name, in: target.number, to: item.name, in: found.folder.number,
                isFolder: arrived.isFolder)
        } catch {
            var refusal = Refusal(.changed(DeletionText.keptAside(fault, place)))
            refusal.keepsNote = true
            throw refusal
        }
        throw Refusal(.changed(fault))
    }

    /// What is wrong with what arrived as `name`, nil if it is what was to be moved; and whether it
    /// is a folder.
    private mutating func arrival(
        of state: EntryState, _ opened: OpenFolder?, as name: KernelName, in target: OpenFolder
    ) -> (fault: String?, isFolder: Bool) {
        do throws(SystemError) {
            let arrived = try EntryState.read(name, in: target.number)
            let isFolder = arrived.type == .folder
            if !arrived.isSameEntry(as: state) { return (DeletionText.swapped, isFolder) }
            if let opened, try !contents.isEmpty(opened) {
                return (DeletionText.filledMeanwhile, isFolder)
            }
            return (nil, isFolder)
        } catch {
            // Whoever empties the trash at this moment has taken it from there.
            let fault = error.code == ENOENT ? nil : systemMessage(error.code)
            return (fault, state.type == .folder)
        }
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
            throw Refusal(finding: item, error)
        }
        guard opened.state.isSameEntry(as: found.state) else {
            throw Refusal(.changed(DeletionText.otherItem))
        }
        guard isEmpty else { throw Refusal(.changed(DeletionText.folderNotEmpty)) }
        return opened
    }

    // MARK: - For good

    private mutating func removeForGood(
        _ item: ExpectedItem, _ found: ItemFinder.Found
    ) throws(Refusal) {
        if item.type == .folder { return try removeFolder(item, found) }
        // No call removes a name only if it leads to a certain file. Under a name that nobody else
        // uses it can be looked at and removed with nothing in between.
        let aside = DeletionBatch.asideName(found.state.inode)
        try move(item, found, to: aside, in: found.folder, "its folder as '\(aside.text)'")
        do throws(SystemError) {
            try calls.unlink(aside, in: found.folder.number)
        } catch {
            if error.code == ENOENT { return }
            try? calls.moveBack(
                aside, in: found.folder.number, to: item.name, in: found.folder.number,
                isFolder: false)
            throw Refusal(.failed(systemMessage(error.code)))
        }
    }

    private func removeFolder(
        _ item: ExpectedItem, _ found: ItemFinder.Found
    ) throws(Refusal) {
        do throws(SystemError) {
            try calls.removeFolder(item.name, in: found.folder.number)
        } catch {
            if error.code == ENOTEMPTY || error.code == EEXIST {
                throw Refusal(.changed(DeletionText.folderNotEmpty))
            }
            throw Refusal(changing: error)
        }
    }

    /// The name under which a file stands, in its own folder, just before it is removed for good.
    static func asideName(_ inode: UInt64) -> KernelName {
        KernelName(".cleanrules-" + String(inode, radix: 16))
    }
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
