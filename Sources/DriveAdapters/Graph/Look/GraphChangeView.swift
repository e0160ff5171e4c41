// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// What the feed has told of changes since the listing that is kept, up to a moment ago.
///
/// It spares the look at an item of which the feed says nothing and whose deletion is bound to its
/// tag. The feed may lag behind: the tag is what tells that the item is the same, and the service
/// compares it at the moment of the deletion.
struct GraphChangeView {
    /// All that was told.
    private var changes = GraphChanges()
    /// The ids, for comparison, of the remembered folders of which something new was told last.
    private(set) var changedFolders: [String] = []
    /// From where the feed goes on; nil where it could not be read.
    private var link: String?
    /// When it was asked last, in seconds of the client's clock.
    private(set) var instant: Double

    /// What the feed of `drive` says now, after what `known` has heard already.
    init(after known: GraphChangeView?, of drive: GraphDrive, _ info: GraphDriveInfo) async {
        instant = drive.client.seconds
        var first = known?.link
        if let known, first != nil {
            changes = known.changes
        } else {
            first = await GraphChanges.beginning(of: drive, info)
        }
        guard let first, !first.isEmpty else { return }
        // The folders above all that has changed are told of as well, as they were before.
        let folders = drive.known.withLock { $0.folders }
        var latest = GraphChanges()
        latest.watched = folders.ids
        let next = await latest.read(from: first, drive.client, isBatched: true)
        changedFolders = folders.ids.filter { id in
            latest.word(on: id) != nil
                && !folders.isSame(id, latest.bodies[id].flatMap(GraphItemReader.item))
        }
        changes.take(latest)
        link = next.flatMap { drive.client.address.isOrigin(of: $0) ? $0 : nil }
    }

    /// Whether the feed was read to its end.
    var isWhole: Bool { link != nil }

    /// Whether the feed has anything to say of the item with that id.
    func names(_ id: String) -> Bool { changes.word(on: id) != nil }

    /// Whether the last that it says of the item with that id is that it is there, new or changed.
    func shows(_ id: String) -> Bool { changes.word(on: id) == .there }
}

extension GraphDrive {
    /// What has changed since the listing that is kept; nil where nobody can tell. A folder of which
    /// it tells something new is remembered no longer. `asksAnew` where what was told a few seconds
    /// ago does not do.
    func changeView(_ info: GraphDriveInfo, asksAnew: Bool = false) async -> GraphChangeView? {
        let known = known.withLock { $0.changes }
        if !asksAnew, let known, client.seconds - known.instant < GraphDrive.recentSeconds {
            return known.isWhole ? known : nil
        }
        let view = await GraphChangeView(after: known, of: self, info)
        self.known.withLock { state in
            state.changes = view
            for id in view.changedFolders { state.folders.forget(id) }
        }
        return view.isWhole ? view : nil
    }

    /// What is known of `item` without asking for it, from `listed` and from what has changed
    /// since: as a look would see it. Nil if it has to be asked for.
    func unnamed(
        _ item: ItemValues, _ listed: ListedItem?, _ view: GraphChangeView?
    ) -> GraphItemState? {
        guard settings.sendsIfMatch, let listed, let view, item.type == .file,
            listed.values.type == .file, let id = item.id, let listedID = listed.values.id,
            GraphID.isSame(item: id, listedID), !view.names(id),
            let tag = item.eTag, !tag.isEmpty, let listedTag = listed.values.eTag,
            tag.utf8.elementsEqual(listedTag.utf8),
            let name = GraphItemPath(listed.values.path)?.components.last
        else { return nil }
        // What lies at the top of the drive hangs below its root; of another top nothing is known.
        let isAtTop = listed.folderIDs.isEmpty
        let root = isAtTop && settings.root.isEmpty ? known.withLock { $0.folders.rootID } : nil
        guard let parent = listed.folderIDs.first ?? root else { return nil }
        return GraphItemState(
            values: listed.values, name: String(decoding: name, as: UTF8.self), id: id,
            driveID: nil, parentID: parent, facets: [.file])
    }
}
