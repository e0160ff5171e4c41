// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Writes the items of one drive as the service does.
///
/// Listings of 100,000 items go through here, so members are written straight into the bytes, and
/// what all items share is prepared once.
struct ItemWriter {
    /// In what an item stands.
    enum Form {
        /// By itself.
        case single
        /// In the listing of a folder.
        case child
        /// In the feed.
        case feed
        /// In the feed, as gone.
        case tombstone
        /// By itself, out of the recycle bin.
        case binned
    }

    let selection: ItemSelection
    private let addresses: SimulatorAddresses
    private let owner: [UInt8]
    private let parentStart: [UInt8]
    private let siteEnd: [UInt8]
    private let webStart: [UInt8]
    private let downloads: DownloadAddress
    /// Until when addresses for downloads are good, in seconds since 1970.
    private let expiry: Int64
    private let hasFractions: Bool
    private let linksDownloads: Bool

    /// A writer for items of `drive`.
    init(
        _ drive: DriveState, _ selection: ItemSelection, addresses: SimulatorAddresses,
        downloads: DownloadAddress, now: Double
    ) {
        self.selection = selection
        self.addresses = addresses
        self.downloads = downloads
        owner = GraphJSON.object([.init("user", drive.owner.json)]).bytes
        var start = JSONWriter()
        start.raw("{\"driveType\":")
        start.text(drive.kind.driveType)
        start.raw(",\"driveId\":")
        start.text(drive.ids.driveID)
        parentStart = start.bytes
        let site = drive.kind == .personalLegacy ? "" : ",\"siteId\":\"\(drive.ids.site.text)\""
        siteEnd = Array(site.utf8)
        webStart = Array("\(addresses.graph)/web/\(drive.ids.driveID)?id=".utf8)
        expiry = Int64(now) + DownloadAddress.lifeSeconds
        hasFractions = drive.kind == .personalLegacy
        linksDownloads = drive.settings.givesDownloadURLs && !selection.isMade
    }

    // MARK: - An item

    /// Writes the item `index` of `drive`; `extra` are members that come last.
    func write(
        _ index: Int, of drive: DriveState, _ form: Form, to writer: inout JSONWriter,
        extra: [UInt8] = []
    ) {
        let node = drive.nodes[index]
        let facets = node.facetBox?.facets
        writer.separate()
        writer.raw("{")
        start(index, node, of: drive, form, facets, to: &writer)
        if form == .tombstone {
            tombstone(index, node, of: drive, to: &writer)
        } else {
            head(index, node, of: drive, form, facets, to: &writer)
            people(facets, form, index, to: &writer)
            if selection.has(.parentReference) {
                parent(index, node, of: drive, form, to: &writer)
            }
            kind(node, index, form, drive, facets, to: &writer)
            if let facets { rare(facets, drive, to: &writer) }
            if selection.has(.sharepointIds), !drive.kind.isPersonal {
                listPlace(index, node, of: drive, to: &writer)
            }
            if index == 0, selection.has(.root) {
                writer.key("root")
                writer.raw("{}")
            }
        }
        if form == .tombstone || form == .binned, selection.has(.deleted) {
            writer.key("deleted")
            writer.raw("{\"state\":\"deleted\"}")
        }
        if !extra.isEmpty {
            writer.separate()
            writer.raw(extra)
        }
        writer.raw("}")
    }

    private func start(
        _ index: Int, _ node: Node, of drive: DriveState, _ form: Form, _ facets: SimulatedFacets?,
        to writer: inout JSONWriter
    ) {
        switch form {
        case .feed, .tombstone: writer.raw("\"@odata.type\":\"#microsoft.graph.driveItem\"")
        case .single, .binned:
            writer.key("@odata.context")
            writer.raw("\"")
            writer.escaped("\(addresses.graph)/v1.0/$metadata#drives('\(drive.ids.driveID)')")
            writer.raw("/items/$entity\"")
        case .child: break
        }
        guard form == .single || form == .child, linksDownloads, node.content != nil,
            facets?.malware == nil
        else { return }
        writer.key("@microsoft.graph.downloadUrl")
        writer.text(downloads.url(of: drive, index, expiry: expiry))
    }

    private func head(
        _ index: Int, _ node: Node, of drive: DriveState, _ form: Form, _ facets: SimulatedFacets?,
        to writer: inout JSONWriter
    ) {
        if selection.has(.createdDateTime) {
            writer.key("createdDateTime")
            instant(node.created, to: &writer)
        }
        let isFeedTop = index == 0 && form == .feed
        if selection.has(.eTag), !isFeedTop { tag(node, of: drive, ofContent: false, to: &writer) }
        if selection.has(.id) { id(node, of: drive, to: &writer) }
        if selection.has(.lastModifiedDateTime) {
            writer.key("lastModifiedDateTime")
            instant(node.modified, to: &writer)
        }
        if selection.has(.name) {
            writer.key("name")
            writer.text(node.name)
        }
        if selection.has(.webUrl) {
            writer.key("webUrl")
            writer.raw("\"")
            writer.raw(webStart)
            drive.ids.append(node.guid, number: node.number, to: &writer.bytes)
            writer.raw("\"")
        }
        // SharePoint's drives leave the tag of the content out of the feed.
        let hasContentTag = form == .feed ? drive.kind.isPersonal && index > 0 : true
        if selection.has(.cTag), hasContentTag {
            tag(node, of: drive, ofContent: true, to: &writer)
        }
        if selection.has(.size), facets?.tellsSize ?? true {
            writer.key("size")
            writer.number(facets?.givenSize ?? node.size)
        }
    }

    func id(_ node: Node, of drive: DriveState, to writer: inout JSONWriter) {
        writer.key("id")
        writer.raw("\"")
        drive.ids.append(node.guid, number: node.number, to: &writer.bytes)
        writer.raw("\"")
    }

    private func tag(
        _ node: Node, of drive: DriveState, ofContent: Bool, to writer: inout JSONWriter
    ) {
        if ofContent { writer.key("cTag") } else { writer.key("eTag") }
        var bytes: [UInt8] = []
        drive.ids.appendTag(
            node.guid, number: node.number,
            version: ofContent ? node.contentVersion : node.version, ofContent: ofContent,
            to: &bytes)
        writer.raw("\"")
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { writer.bytes.append(UInt8(ascii: "\\")) }
            writer.bytes.append(byte)
        }
        writer.raw("\"")
    }

    func instant(_ milliseconds: Int64, to writer: inout JSONWriter) {
        writer.raw("\"")
        InstantText.append(
            milliseconds: milliseconds, fraction: hasFractions, to: &writer.bytes)
        writer.raw("\"")
    }

    private func people(
        _ facets: SimulatedFacets?, _ form: Form, _ index: Int, to writer: inout JSONWriter
    ) {
        if index == 0 { return }
        if selection.has(.createdBy) {
            writer.key("createdBy")
            if let creator = facets?.creator {
                writer.value(.object([.init("user", creator.json)]))
            } else {
                writer.raw(owner)
            }
        }
        if selection.has(.lastModifiedBy) {
            writer.key("lastModifiedBy")
            writer.raw(owner)
        }
    }

    func parent(
        _ index: Int, _ node: Node, of drive: DriveState, _ form: Form, to writer: inout JSONWriter
    ) {
        writer.key("parentReference")
        writer.raw(parentStart)
        if node.parent >= 0 {
            let parent = drive.nodes[Int(node.parent)]
            id(parent, of: drive, to: &writer)
            if form != .tombstone {
                writer.key("name")
                writer.text(node.parent == 0 ? "Documents" : parent.name)
                if form != .feed || drive.settings.feedHasPaths {
                    writer.key("path")
                    path(to: Int(node.parent), of: drive, to: &writer)
                }
                writer.raw(siteEnd)
            }
        }
        writer.raw("}")
    }

    private func path(to index: Int, of drive: DriveState, to writer: inout JSONWriter) {
        writer.raw("\"")
        if drive.kind.isPersonal {
            writer.raw("/drive/root:")
        } else {
            writer.escaped("/drives/\(drive.ids.driveID)/root:")
        }
        for name in drive.names(of: index) {
            writer.raw("/")
            writer.escaped(PercentText.encoded(name))
        }
        writer.raw("\"")
    }
}
