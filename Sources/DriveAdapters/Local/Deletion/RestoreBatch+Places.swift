// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

extension RestoreBatch {
    /// Where the item lies now; nil if it is in none of the places where it could.
    mutating func whereabouts(
        of item: ExpectedItem, _ receipt: DeletionReceipt?
    ) throws(Obstacle) -> Whereabouts? {
        if let token = receipt?.token.flatMap(DeletionToken.init(_:)) {
            do throws(Obstacle) {
                if let found = try place(of: token, item) { return found }
            } catch {
                // Where the trash itself is out of reach, it may still be found elsewhere.
                guard token.kind == .trash, let found = search.inTrash(item, token) else {
                    throw error
                }
                return found
            }
            return token.kind == .trash ? search.inTrash(item, token) : nil
        }
        switch receipt?.method {
        case DeletionMethod.recycle.rawValue: return search.inTrash(item)
        case DeletionMethod.quarantine.rawValue: return search.inQuarantine(item, plan: nil)
        default: return search.inTrash(item) ?? search.inQuarantine(item, plan: nil)
        }
    }

    private mutating func place(
        of token: DeletionToken, _ item: ExpectedItem
    ) throws(Obstacle) -> Whereabouts? {
        let path = Array(token.folder.utf8)
        var trash: TrashFolder?
        do throws(SystemError) {
            let folder: OpenFolder
            if token.kind == .trash {
                let opened = try trashFolder(path)
                trash = opened
                folder = opened.files
            } else {
                folder = try search.finder.folder(path[...])
            }
            let (name, state) = try entry(token, in: folder)
            let isSame = item.mismatch(state, rootDevice: nil) == nil
            guard
                isSame || item.mayBeRenumbered(state)
                    || item.isSurely(state, by: token),
                isSame && item.type == .file || isNoted(item, name, in: trash)
            else { return nil }
            return Whereabouts(
                trash: trash, quarantinePath: trash == nil ? path : [], folder: folder,
                name: name, state: state)
        } catch {
            if error.code == ENOENT, trash != nil || token.kind == .quarantine { return nil }
            let place = token.kind == .trash ? token.folder : "/" + token.folder
            throw Obstacle(
                .failed(DeletionText.placeUnreachable(place, systemMessage(error.code))))
        }
    }

    /// The path of what lies where the token leads, has come from the path of `item`, and cannot be
    /// told to be the item; nil if there is nothing of the kind.
    mutating func doubtfulPath(of item: ExpectedItem, _ token: DeletionToken) -> String? {
        let path = Array(token.folder.utf8)
        guard token.kind == .trash else {
            guard let folder = try? search.finder.folder(path[...]),
                let (name, _) = try? entry(token, in: folder)
            else { return nil }
            let root = search.finder.rootPath.map { $0 == [47] ? [] : $0 } ?? []
            return String(
                decoding: root + [47] + PathBytes.joined(path, name.bytes), as: UTF8.self)
        }
        let name = KernelName(token.name)
        guard let trash = try? trashFolder(path), (try? trash.files.holds(name)) == true,
            isNoted(item, name, in: trash)
        else { return nil }
        return String(
            decoding: path + Array("/files/".utf8) + name.bytes, as: UTF8.self)
    }

    /// What lies under the token's name; in the quarantine also what a purge that was interrupted
    /// has set aside.
    private func entry(
        _ token: DeletionToken, in folder: OpenFolder
    ) throws(SystemError) -> (name: KernelName, state: EntryState) {
        let name = KernelName(token.name)
        do throws(SystemError) {
            return (name, try EntryState.read(name, in: folder.number))
        } catch {
            guard error.code == ENOENT, token.kind == .quarantine else { throw error }
            let aside = DeletionBatch.asideName(token.inode)
            return (aside, try EntryState.read(aside, in: folder.number))
        }
    }

    /// Whether the note of `name` speaks of `item`; the quarantine has its path instead.
    private func isNoted(
        _ item: ExpectedItem, _ name: KernelName, in trash: TrashFolder?
    ) -> Bool {
        guard let trash else { return true }
        return search.isNoted(item, name, in: trash)
    }

    /// The trash at `path`; opened once.
    private mutating func trashFolder(_ path: [UInt8]) throws(SystemError) -> TrashFolder {
        if let known = trashes[path] { return known }
        let trash = try TrashFolder(openAt: path)
        if trashes.count >= RestoreBatch.trashMax { trashes.removeAll() }
        trashes[path] = trash
        return trash
    }

    mutating func forget(_ found: Whereabouts) {
        if let trash = found.trash {
            notes.append((trash, found.name))
        } else {
            emptied.insert(found.quarantinePath)
        }
    }

    /// Removes the second name of an item that is back under its first.
    mutating func removeSecondName(
        _ found: Whereabouts, _ place: ItemFinder.Found
    ) throws(Obstacle) {
        guard found.state.key == place.state.key, found.state.type == .file else { return }
        try unlink(found)
        forget(found)
    }

    /// Whether `name` leads to the file itself already: without a call that moves and never
    /// replaces, a file has two names for a moment, and an interrupted run leaves both.
    func isSecondName(
        _ name: KernelName, in folder: OpenFolder, of found: Whereabouts
    ) -> Bool {
        guard found.state.type == .file, let state = try? EntryState.read(name, in: folder.number)
        else { return false }
        return state.key == found.state.key
    }

    func unlink(_ found: Whereabouts) throws(Obstacle) {
        do throws(SystemError) {
            try calls.unlink(found.name, in: found.folder.number)
        } catch {
            throw Obstacle(error)
        }
    }

    /// Sees to it that nothing is left of the place where an item lay that is back.
    mutating func forgetPlace(_ receipt: DeletionReceipt?, _ item: ExpectedItem) {
        guard let token = receipt?.token.flatMap(DeletionToken.init(_:)) else { return }
        let path = Array(token.folder.utf8)
        if token.kind == .quarantine {
            emptied.insert(path)
        } else if let trash = try? trashFolder(path) {
            let name = KernelName(token.name)
            if (try? trash.files.holds(name)) == false, search.isNoted(item, name, in: trash) {
                notes.append((trash, name))
            }
        }
    }
}
