// SPDX-License-Identifier: Apache-2.0

/// Finds deleted items again, without being told where they went. Used by one thread.
struct DeletedItemSearch: ~Copyable {
    var finder: ItemFinder
    private var trashes: TrashFinder
    private var indexes: [FileKey: FolderIndex] = [:]
    private var orphans: [FileKey: [Orphan]] = [:]
    private var recent: [FileKey: RecentNotes] = [:]

    /// A note without an item.
    private struct Orphan {
        var name: KernelName
        var note: [UInt8]
        var path: [UInt8]?
    }

    /// The notes of a trash that were written at an instant or later.
    private struct RecentNotes {
        var since: UInt64
        var notes: [[UInt8]: [(name: KernelName, written: UInt64)]]
    }

    /// A search that looks into the trash folders that there are, and makes none.
    init(drive: LocalDrive, finder: consuming ItemFinder) {
        self.finder = finder
        trashes = TrashFinder(homeTrash: drive.options.homeTrash, making: nil, trying: drive.calls)
    }

    /// The item in one of the trash folders that it could have gone into; with a `token` also what
    /// that knows as the item, whatever was written to it since.
    mutating func inTrash(
        _ item: ExpectedItem, _ token: DeletionToken? = nil
    ) -> Whereabouts? {
        guard let inode = item.inode else { return nil }
        for trash in trashFolders(for: item) {
            for name in index(trash.files).names[inode] ?? [] {
                guard let state = try? EntryState.read(name, in: trash.files.number),
                    item.mismatch(state, rootDevice: nil) == nil
                        || item.isSurely(state, by: token),
                    isNoted(item, name, in: trash)
                else { continue }
                return Whereabouts(trash: trash, folder: trash.files, name: name, state: state)
            }
        }
        return nil
    }

    /// Whether the note of `name` says that it came from the path of `item`; where there is no
    /// note, the name has to tell.
    func isNoted(_ item: ExpectedItem, _ name: KernelName, in trash: TrashFolder) -> Bool {
        guard let note = TrashNote.read(TrashFolder.infoName(name), in: trash.info.number) else {
            return NumberedNames.isForm(name, of: item.name, byteMax: trash.nameByteMax)
        }
        return TrashNote.path(in: note) == notePath(of: item, in: trash)
    }

    /// How a note in `trash` would write where `item` came from.
    func notePath(of item: ExpectedItem, in trash: TrashFolder) -> [UInt8]? {
        guard let root = finder.rootPath else { return nil }
        return trash.notePath((root == [47] ? root : root + [47]) + item.path)
    }

    /// The trash folders of the file system that `item` lies on, or lay on.
    mutating func trashFolders(for item: ExpectedItem) -> [TrashFolder] {
        guard let root = finder.rootPath else { return [] }
        var path = item.parent
        var folder = try? finder.folder(path)
        // Its own folder may be gone; the next one above it is on the same file system.
        while folder == nil, !path.isEmpty {
            path = PathBytes.parent(of: path)
            folder = try? finder.folder(path)
        }
        guard let folder else { return [] }
        let place = path.isEmpty ? root : (root == [47] ? root : root + [47]) + path
        return TrashFinder.Kind.allCases.compactMap {
            try? trashes.trash($0, for: folder, at: place).get()
        }
    }

    /// What lies in `folder`; read once.
    mutating func index(_ folder: OpenFolder) -> FolderIndex {
        if let known = indexes[folder.state.key] { return known }
        let opened = try? OpenFolder(KernelName("."), in: folder.number, isRead: true)
        let index = opened.flatMap { try? FolderIndex($0.descriptor) } ?? .nothing
        indexes[folder.state.key] = index
        return index
    }

    /// Removes what an interrupted deletion of `item`, which was not moved, has left in the
    /// trash: a note that speaks of this item, or the beginning of one. Gives the trash.
    mutating func removeNotes(of item: ExpectedItem, _ calls: DiskCalls) -> TrashFolder? {
        var changed: TrashFolder?
        for trash in trashFolders(for: item) {
            guard let path = notePath(of: item, in: trash) else { continue }
            for orphan in orphans(in: trash) {
                let isBegun =
                    TrashNote.isBegun(orphan.note, path: path)
                    && NumberedNames.isForm(
                        orphan.name, of: item.name, byteMax: trash.nameByteMax)
                // Something may have come under that name since the folders were read.
                guard isBegun || orphan.path == path,
                    (try? trash.files.holds(orphan.name)) == false
                else {
                    continue
                }
                try? calls.unlink(TrashFolder.infoName(orphan.name), in: trash.info.number)
                changed = trash
            }
        }
        return changed
    }

    /// The notes in `trash` whose items are not there: their writer was interrupted between the
    /// note and the move. Looked for once.
    private mutating func orphans(in trash: TrashFolder) -> [Orphan] {
        if let known = orphans[trash.info.state.key] { return known }
        let suffix = TrashFolder.infoSuffix
        let held = Set(index(trash.files).names.values.joined())
        var found: [Orphan] = []
        for infoName in index(trash.info).names.values.joined() {
            let bytes = infoName.bytes
            guard bytes.count > suffix.count, bytes.suffix(suffix.count).elementsEqual(suffix)
            else { continue }
            let name = KernelName(bytes.dropLast(suffix.count))
            guard !held.contains(name), let note = TrashNote.read(infoName, in: trash.info.number)
            else { continue }
            found.append(Orphan(name: name, note: note, path: TrashNote.path(in: note)))
        }
        orphans[trash.info.state.key] = found
        return found
    }

    /// The notes in `trash` that were written at `since` or later, newest first, by the paths that
    /// they speak of. All that are as new as the oldest that was asked for are read once.
    mutating func recentNotes(
        in trash: TrashFolder, since: UInt64
    ) -> [[UInt8]: [(name: KernelName, written: UInt64)]] {
        if let known = recent[trash.info.state.key], known.since <= since { return known.notes }
        let suffix = TrashFolder.infoSuffix
        var found: [[UInt8]: [(name: KernelName, written: UInt64)]] = [:]
        for infoName in index(trash.info).names.values.joined() {
            let bytes = infoName.bytes
            guard bytes.count > suffix.count, bytes.suffix(suffix.count).elementsEqual(suffix),
                let state = try? EntryState.read(infoName, in: trash.info.number),
                state.modified.nanosecondsSinceEpoch >= since,
                let path = TrashNote.read(infoName, in: trash.info.number)
                    .flatMap(TrashNote.path(in:))
            else { continue }
            let name = KernelName(bytes.dropLast(suffix.count))
            found[path, default: []].append((name, state.modified.nanosecondsSinceEpoch))
        }
        for path in found.keys { found[path]?.sort { $0.written > $1.written } }
        recent[trash.info.state.key] = RecentNotes(since: since, notes: found)
        return found
    }

    /// The item in the quarantine of `plan`, or of any plan.
    mutating func inQuarantine(_ item: ExpectedItem, plan: String?) -> Whereabouts? {
        guard let inode = item.inode else { return nil }
        for plan in plan.map({ [$0] }) ?? plans() {
            let path = Quarantine.folder(of: item, plan: plan)
            guard let folder = try? finder.folder(path[...]) else { continue }
            for name in index(folder).names[inode] ?? [] {
                guard
                    NumberedNames.isForm(name, of: item.name, byteMax: 255)
                        || name == DeletionBatch.asideName(inode),
                    let state = try? EntryState.read(name, in: folder.number),
                    item.mismatch(state, rootDevice: nil) == nil
                else { continue }
                return Whereabouts(
                    quarantinePath: path, folder: folder, name: name, state: state)
            }
        }
        return nil
    }

    private mutating func plans() -> [String] {
        guard let folder = try? finder.folder(Quarantine.path[...]) else { return [] }
        return index(folder).names.values.joined().map(\.text).sorted()
    }
}
