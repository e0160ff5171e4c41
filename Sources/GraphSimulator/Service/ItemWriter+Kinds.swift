// SPDX-License-Identifier: Apache-2.0

/// What an item is: a file with its hashes, a folder, something rare, or gone.
extension ItemWriter {
    func kind(
        _ node: Node, _ index: Int, _ form: Form, _ drive: DriveState, _ facets: SimulatedFacets?,
        to writer: inout JSONWriter
    ) {
        if node.content != nil, selection.has(.file) { file(node, facets, to: &writer) }
        if selection.has(.fileSystemInfo) {
            writer.key("fileSystemInfo")
            writer.raw("{\"createdDateTime\":")
            instant(node.fileCreated, to: &writer)
            writer.raw(",\"lastModifiedDateTime\":")
            instant(node.fileModified, to: &writer)
            writer.raw("}")
        }
        guard let folder = node.folder, selection.has(.folder) else { return }
        writer.key("folder")
        writer.raw("{\"childCount\":")
        // The feed counts nothing.
        let isCounted = form != .feed || index == 0 && !drive.kind.isPersonal
        writer.number(isCounted ? Int64(folder.children.count) : 0)
        writer.raw("}")
    }

    private func file(_ node: Node, _ facets: SimulatedFacets?, to writer: inout JSONWriter) {
        writer.key("file")
        writer.raw("{\"mimeType\":")
        writer.text(facets?.mimeType ?? MimeTypes.type(ofName: node.name))
        writer.raw(",\"hashes\":{")
        for hash in SimulatedFacets.Hash.allCases {
            let value: String?
            if let given = facets?.givenHashes[hash] {
                value = given
            } else if let facets, !facets.hashes.contains(hash) {
                value = nil
            } else {
                switch hash {
                case .quickXor: value = node.content?.quickXorHash
                case .sha1: value = facets == nil ? nil : node.content?.sha1Hash
                case .sha256: value = facets == nil ? nil : node.content?.sha256Hash
                }
            }
            guard let value else { continue }
            switch hash {
            case .quickXor: writer.key("quickXorHash")
            case .sha1: writer.key("sha1Hash")
            case .sha256: writer.key("sha256Hash")
            }
            writer.text(value)
        }
        writer.raw("}}")
    }

    func tombstone(
        _ index: Int, _ node: Node, of drive: DriveState, to writer: inout JSONWriter
    ) {
        if selection.has(.id) { id(node, of: drive, to: &writer) }
        if drive.kind.isPersonal {
            if selection.has(.name) {
                writer.key("name")
                writer.text(node.name)
            }
        } else if selection.has(.size) {
            writer.key("size")
            writer.number(Int64(0))
        }
        if selection.has(.parentReference) {
            parent(index, node, of: drive, .tombstone, to: &writer)
        }
        if node.isFolder {
            if selection.has(.folder) {
                writer.key("folder")
                writer.raw("{\"childCount\":0}")
            }
        } else if selection.has(.file) {
            writer.key("file")
            if drive.kind.isPersonal {
                // Consumers' drives tell a hash of nothing for what is gone.
                writer.raw("{\"mimeType\":")
                writer.text(MimeTypes.type(ofName: node.name))
                writer.raw(",\"hashes\":{\"quickXorHash\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}}")
            } else {
                writer.raw("{}")
            }
        }
    }

    /// Where SharePoint keeps the item, which it tells only where that is asked for.
    func listPlace(
        _ index: Int, _ node: Node, of drive: DriveState, to writer: inout JSONWriter
    ) {
        writer.key("sharepointIds")
        writer.raw("{\"listId\":")
        writer.text(drive.ids.list.text)
        writer.raw(",\"listItemId\":")
        writer.text(String(index))
        writer.raw(",\"listItemUniqueId\":")
        writer.text(node.guid.text)
        writer.raw(",\"siteId\":")
        writer.text(drive.ids.site.text)
        writer.raw(",\"webId\":")
        writer.text(drive.ids.web.text)
        writer.raw("}")
    }

    func rare(
        _ facets: SimulatedFacets, _ drive: DriveState, to writer: inout JSONWriter
    ) {
        for member in facets.members(of: drive.kind) where selection.has(member.0) {
            writer.separate()
            writer.text(String(describing: member.0))
            writer.raw(":")
            writer.value(member.1)
        }
    }
}
