// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension SimulatedDrive {
    /// Puts `items` on the drive as they are described: folders and files with their sizes, dates,
    /// people, cameras and hashes, under ids of the drive's own.
    ///
    /// Contents are made up: equal for files of equal hashes, as long as their size, and not
    /// the bytes that the hashes belong to. What the items do not say, the drive does not tell.
    package func load(_ items: [ItemValues]) throws(SimulatorError) {
        // Folders first, the upper ones before those in them.
        let folders = items.filter { $0.type == .folder }
            .sorted { $0.path.utf8.count < $1.path.utf8.count }
        for item in folders where !Self.names(item.path).isEmpty {
            try addFolder(item.path) { $0 = SimulatedFacets(item) }
        }
        for item in items where item.type != .folder {
            let facets = SimulatedFacets(item)
            if item.isShortcut {
                try addSpecial(
                    item.path,
                    .shortcut(
                        driveID: "b!elsewhere", itemID: "01ELSEWHERE", size: 0, isFolder: true))
                continue
            }
            let name = item.sha256 ?? item.quickXor ?? item.sha1 ?? item.path
            let content = SimulatedContent.generated(
                size: max(0, item.size ?? 0), seed: SeededRandom.seed(of: name.lowercased()))
            try addFile(item.path, content) { $0 = facets }
        }
    }
}

extension SimulatedFacets {
    /// What `item` says of itself.
    init(_ item: ItemValues) {
        func seconds(_ instant: Timestamp?) -> Double {
            instant.map { Double($0.secondsSinceEpoch) } ?? Self.noDate
        }
        created = seconds(item.created)
        modified = seconds(item.modified)
        fileCreated = created
        fileModified = modified
        mimeType = item.mime
        hashes = []
        givenHashes[.quickXor] = item.quickXor
        givenHashes[.sha1] = item.sha1?.uppercased()
        givenHashes[.sha256] = item.sha256?.uppercased()
        imageWidth = item.width
        imageHeight = item.height
        taken = item.taken.map { Double($0.secondsSinceEpoch) }
        // The service divides what one text names.
        let words = item.camera?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        cameraMake = words.count > 1 ? words.first : nil
        cameraModel = words.last
        sharedScope = item.shared == true ? "users" : nil
        creator = item.owner.map { Person(name: $0, address: item.ownerAddress) }
        tellsSize = item.type == .folder || item.size != nil
    }
}
