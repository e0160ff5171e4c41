// SPDX-License-Identifier: Apache-2.0

/// What an interrupted deletion has moved in the place of its item: in the last instant before the
/// move somebody put another file there, or wrote to it, and the process did not live to see that.
extension DeletedItemSearch {
    /// What lies in a trash under a note about the path of `item` that was written when the item
    /// stood there, and is not the item as it was.
    ///
    /// A note of an earlier deletion from the same path is older than the item.
    mutating func strayInTrash(_ item: ExpectedItem) -> Whereabouts? {
        guard let since = item.stoodAt else { return nil }
        for trash in trashFolders(for: item) {
            guard let path = notePath(of: item, in: trash) else { continue }
            for (name, written) in recentNotes(in: trash, since: since)[path] ?? []
            where written >= since {
                guard let state = try? EntryState.read(name, in: trash.files.number),
                    item.mismatch(state, rootDevice: nil) != nil, !item.mayBeRenumbered(state)
                else { continue }
                return Whereabouts(trash: trash, folder: trash.files, name: name, state: state)
            }
        }
        return nil
    }

    /// What lies in the quarantine of `plan` in the place of `item`, and is not the item as it was.
    mutating func strayInQuarantine(_ item: ExpectedItem, plan: String) -> Whereabouts? {
        let path = Quarantine.folder(of: item, plan: plan)
        guard let folder = try? finder.folder(path[...]),
            let state = try? EntryState.read(item.name, in: folder.number),
            item.mismatch(state, rootDevice: nil) != nil, !item.mayBeRenumbered(state),
            item.stoodAt.map({ $0 <= state.changed.nanosecondsSinceEpoch }) ?? true
        else { return nil }
        return Whereabouts(quarantinePath: path, folder: folder, name: item.name, state: state)
    }
}
