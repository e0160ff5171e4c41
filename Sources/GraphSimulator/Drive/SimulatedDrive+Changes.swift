// SPDX-License-Identifier: Apache-2.0

/// What people do with the items of a drive, on other devices than the client's.
extension SimulatedDrive {
    /// Puts an item at another path; its folder must be there.
    package func move(_ item: String, to path: String) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            let index = try drive.live(item)
            var names = Self.names(path)
            guard let name = names.popLast(), let parent = drive.index(at: names),
                drive.nodes[parent].isFolder, !drive.isWithin(parent, index), drive.isName(name)
            else { throw SimulatorError("nothing can be moved to '\(path)'") }
            if let other = drive.index(at: [name], from: parent), other != index {
                throw SimulatorError("there is something at '\(path)' already")
            }
            drive.move(index, to: parent, named: name, now: now)
        }
    }

    /// Gives an item another name.
    package func rename(_ item: String, to name: String) throws(SimulatorError) {
        guard let found = self.item(item) else {
            throw SimulatorError("there is no item '\(item)'")
        }
        let folder = Self.names(found.path).dropLast().joined(separator: "/")
        try move(found.id, to: "/\(folder)/\(name)")
    }

    /// Gives a file another content.
    package func edit(_ item: String, _ content: SimulatedContent) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            let index = try drive.live(item)
            guard drive.nodes[index].content != nil else {
                throw SimulatorError("'\(item)' is no file")
            }
            drive.edit(index, content, now: now)
        }
    }

    /// Changes what an item says of itself; its tag changes, but not that of its content.
    package func adjust(
        _ item: String, _ body: (inout SimulatedFacets) -> Void
    ) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            let index = try drive.live(item)
            var facets = drive.nodes[index].facets
            body(&facets)
            drive.change(index, at: now) { node in
                node.facetBox = FacetBox(facets)
                if let instant = facets.created { node.created = DriveState.milliseconds(instant) }
                if let instant = facets.modified {
                    node.modified = DriveState.milliseconds(instant)
                }
                if let instant = facets.fileCreated {
                    node.fileCreated = DriveState.milliseconds(instant)
                }
                if let instant = facets.fileModified {
                    node.fileModified = DriveState.milliseconds(instant)
                }
            }
        }
    }

    /// Collects `items` in the album `name`, in place of what was in it; an album of no items is
    /// deleted. The items themselves do not change. Only consumers' drives have albums.
    package func setAlbum(_ name: String, _ items: [String]) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            guard drive.kind.isPersonal else {
                throw SimulatorError("only personal drives have albums")
            }
            var members: [Int32] = []
            for item in items { members.append(Int32(try drive.live(item))) }
            let place = drive.albums.firstIndex { $0.name == name }
            if members.isEmpty {
                if let place { drive.albums.remove(at: place) }
            } else if let place {
                drive.albums[place].members = members
            } else {
                drive.albums.append(
                    .init(
                        id: drive.ids.driveID + "!a\(drive.albums.count + 1)", name: name,
                        members: members, time: now))
            }
        }
    }

    /// Changes the tag of an item and nothing else, as indexing does.
    package func touch(_ item: String) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            drive.change(try drive.live(item), at: now) { _ in }
        }
    }

    /// Whether somebody has the item open, so that changes of it are refused.
    package func setLocked(_ item: String, _ isLocked: Bool) throws(SimulatorError) {
        try quietly(item) { $0.isLocked = isLocked }
    }

    /// Whether a policy holds the item, so that its deletion is refused.
    package func setHeld(_ item: String, _ isHeld: Bool) throws(SimulatorError) {
        try quietly(item) { $0.isHeld = isHeld }
    }

    private func quietly(
        _ item: String, _ body: (inout SimulatedFacets) -> Void
    ) throws(SimulatorError) {
        try changing { drive, _ throws(SimulatorError) in
            let index = try drive.live(item)
            var facets = drive.nodes[index].facets
            body(&facets)
            drive.adjust(index) { $0.facetBox = FacetBox(facets) }
        }
    }

    /// Deletes an item with everything in it into the recycle bin.
    package func delete(_ item: String) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            let index = try drive.live(item)
            if index == 0 { throw SimulatorError("the top cannot be deleted") }
            drive.bin(index, now: now)
        }
    }

    /// Brings a deleted item back where it was.
    package func restore(id: String) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            guard let index = drive.index(ofID: id), drive.bin[Int32(index)] != nil else {
                throw SimulatorError("'\(id)' is not in the recycle bin")
            }
            let node = drive.nodes[index]
            let parent = Int(node.parent)
            guard drive.nodes[parent].stage == .live,
                drive.index(at: [node.name], from: parent) == nil
            else { throw SimulatorError("there is no room for '\(node.name)'") }
            drive.restore(index, to: parent, named: node.name, now: now)
        }
    }

    /// Takes a deleted item out of the recycle bin for good.
    package func purge(id: String) {
        change { drive, _ in
            if let index = drive.index(ofID: id) { drive.purge(index) }
        }
    }

    /// Empties the recycle bin.
    package func emptyBin() {
        change { drive, _ in for index in drive.bin.keys { drive.purge(Int(index)) } }
    }

    /// Opens or closes the vault; at first it is closed.
    package func setVault(open isOpen: Bool) {
        change { drive, now in drive.setVault(open: isOpen, now: now) }
    }

    /// Refuses all feed tokens that were given out so far with 410.
    package func loseFeedTokens(_ answer: LostFeedToken = .replace) {
        change { drive, _ in
            drive.feedAge += 1
            drive.lostTokenAnswer = answer
        }
    }

    /// How lost feed tokens are refused.
    package enum LostFeedToken: String, Sendable, Hashable, CaseIterable {
        /// `resyncChangesApplyDifferences`.
        case replace
        /// `resyncChangesUploadDifferences`.
        case keepOwn = "keep-own"
        /// `resyncRequired`.
        case plain
    }
}
