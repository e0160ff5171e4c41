// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// Looking at items: one, those of a folder, the feed.
extension GraphState {
    /// Everything below an item of the drive `number`.
    mutating func item(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        let action = call.path.action
        switch (call.method, action.first, action.count) {
        case (.get, nil, _): return try getItem(number, call)
        case (.delete, nil, _): return try deleteItem(number, call)
        case (.patch, nil, _): return try patchItem(number, call)
        case (.get, "children", 1): return try children(number, call)
        case (.post, "children", 1): return try createFolder(number, call)
        case (.get, "delta", 1): return try delta(number, call)
        case (.post, "restore", 1): return try restoreItem(number, call)
        case (.post, "permanentDelete", 1): return try permanentlyDelete(number, call)
        case (.get, "content", 1): return try content(number, call)
        case (.put, "content", 1): return try upload(number, call)
        case (.get, "thumbnails", _): return try thumbnails(number, call)
        case (.get, "retentionLabel", 1): return try retentionLabel(number, call)
        default: throw .methodNotAllowed
        }
    }

    /// The live item that the call names.
    func liveIndex(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> Int {
        let drive = drives[number]
        guard let item = call.path.item else { throw .itemNotFound }
        var start = 0
        if let id = item.id, id != "root" {
            guard let index = drive.index(ofID: id) else { throw .itemNotFound }
            start = index
        }
        guard drive.isVisible(start), let index = drive.index(at: item.names, from: start),
            drive.isVisible(index)
        else { throw .itemNotFound }
        return index
    }

    /// A writer for items of the drive, as the call wants them.
    func writer(_ number: Int, _ select: String?, now: Double) -> ItemWriter {
        ItemWriter(
            drives[number], ItemSelection(select), addresses: addresses, downloads: downloads,
            now: now)
    }

    /// An answer with one item.
    func itemAnswer(
        _ status: Int, _ number: Int, _ index: Int, _ call: GraphCall,
        form: ItemWriter.Form = .single
    ) -> SimulatedAnswer {
        var json = JSONWriter()
        let writer = writer(number, call.parameter("$select"), now: call.now)
        writer.write(index, of: drives[number], form, to: &json)
        return SimulatedAnswer(status, headers: [SimulatedAnswer.jsonType], body: json.bytes)
    }

    private func getItem(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        let drive = drives[number]
        // Consumers' drives show by id what is in the recycle bin, if asked to.
        if drive.kind.isPersonal, call.parameter("includeDeletedItems") == "true",
            let item = call.path.item, item.names.isEmpty, let id = item.id,
            let index = drive.index(ofID: id), drive.bin[Int32(index)] != nil
        {
            return itemAnswer(200, number, index, call, form: .binned)
        }
        if let index = laggingIndex(number, call) { return itemAnswer(200, number, index, call) }
        let index = try liveIndex(number, call)
        return itemAnswer(200, number, index, call)
    }

    // MARK: - A folder

    private func children(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let drive = drives[number]
        if let album = album(number, call) { return members(of: album, number, call) }
        let index = try liveIndex(number, call)
        if drive.isVault(index), !drive.vaultIsOpen { throw .objectHandle }
        guard let folder = drive.nodes[index].folder else {
            throw .invalid("The item is not a folder")
        }
        let select = call.parameter("$select")
        let sorted = folder.sortedChildren(nodes: drive.nodes)
        let asked = call.parameter("$top").flatMap { Int($0) } ?? drive.settings.pageItemCount
        let count = max(1, min(asked, drive.settings.pageItemCountMax))
        var start = 0
        if let token = call.parameter("$skiptoken") ?? call.parameter("$skipToken") {
            start = try Self.place(after: token, in: sorted, drive)
        }
        let page = sorted[min(start, sorted.count)..<min(start + count, sorted.count)]
        var json = JSONWriter()
        json.raw("{\"@odata.context\":")
        json.text(context("drives('\(drive.ids.driveID)')/items/children"))
        if start + count < sorted.count, let last = page.last {
            json.key("@odata.nextLink")
            json.text(childrenLink(call, index, number, after: Int(last), top: asked))
        }
        json.key("value")
        json.raw("[")
        let writer = writer(number, select, now: call.now)
        let expands = drive.kind.isPersonal && expandsThumbnails(call)
        for child in page {
            let extra = expands ? expandedThumbnails(number, Int(child), call) : []
            writer.write(Int(child), of: drive, .child, to: &json, extra: extra)
        }
        json.raw("]}")
        return SimulatedAnswer(200, headers: [SimulatedAnswer.jsonType], body: json.bytes)
    }

    private func childrenLink(
        _ call: GraphCall, _ index: Int, _ number: Int, after last: Int, top: Int
    ) -> String {
        let drive = drives[number]
        var link = "\(addresses.graph)/v1.0/drives/\(drive.ids.driveID)/items/"
        link += PercentText.encoded(drive.id(of: index)) + "/children?$top=\(top)"
        for name in ["$select", "$expand"] {
            if let value = call.parameter(name) { link += "&\(name)=\(PercentText.encoded(value))" }
        }
        let token =
            "Paged=TRUE&p_SortBehavior=1&p_FileLeafRef="
            + PercentText.encoded(drive.nodes[last].name) + "&p_ID=\(last)"
        return link + "&$skiptoken=" + Base64.text(Array(token.utf8), forURL: true)
    }

    /// Where the page after `token` begins, whatever happened to the item that it names.
    private static func place(
        after token: String, in sorted: [Int32], _ drive: DriveState
    ) throws(GraphProblem) -> Int {
        guard let bytes = Base64.bytes(token), let text = String(validating: bytes, as: UTF8.self),
            let pairs = PercentText.pairs(text),
            let name = pairs.first(where: { $0.name == "p_FileLeafRef" })?.value,
            let id = pairs.first(where: { $0.name == "p_ID" }).flatMap({ Int32($0.value) })
        else { throw .invalid("The skip token is malformed") }
        let key = FolderIndex.key(name)
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            let other = FolderIndex.key(drive.nodes[Int(sorted[middle])].name)
            let isAfter =
                other == key ? sorted[middle] > id : key.lexicographicallyPrecedes(other)
            if isAfter { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: - The feed

    private mutating func delta(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let index = try liveIndex(number, call)
        let drive = drives[number]
        if index != 0, !drive.kind.isPersonal { throw .deltaNotAtRoot }
        let token = try feedToken(number, index, call)
        if token.kind == .broken {
            throw GraphProblem(500, "generalException", "An unspecified error has occurred.")
        }
        if call.parameter("token") == "latest" || call.path.functionToken == "latest" {
            return feedAnswer(FeedPageItems(next: token, isLast: true), number, call)
        }
        let withParents = call.header("deltaExcludeParent") == nil
        let page = drive.feedPage(at: token, withParents: withParents, now: call.milliseconds)
        return feedAnswer(page, number, call)
    }

    private func feedToken(
        _ number: Int, _ index: Int, _ call: GraphCall
    ) throws(GraphProblem) -> FeedToken {
        let drive = drives[number]
        let select = call.parameter("$select") ?? ""
        let top = call.parameter("$top").flatMap { Int($0) } ?? 0
        var token: FeedToken
        switch call.parameter("token") ?? call.path.functionToken ?? "" {
        case "": token = drive.feedStart(now: call.milliseconds)
        case "latest": token = drive.latestFeedToken(now: call.milliseconds)
        case let text:
            if let known = FeedToken(text, mark: drive.ids.driveID) {
                if known.age < drive.feedAge { throw lostToken(number, drive.lostTokenAnswer) }
                return known
            }
            guard !drive.kind.isPersonal, let instant = InstantText.milliseconds(text) else {
                throw .malformedToken
            }
            let start = drive.changes.firstIndex { $0.time > instant } ?? drive.changes.count
            token = FeedToken(kind: .changes, age: drive.feedAge, start: start, position: start)
        }
        token.select = select
        token.top = max(0, top)
        token.scope = index
        return token
    }

    /// The refusal of a token that is too old.
    func lostToken(
        _ number: Int, _ answer: SimulatedDrive.LostFeedToken, isLocationBroken: Bool = false
    ) -> GraphProblem {
        let drive = drives[number]
        var link = "\(addresses.graph)/v1.0/drives/\(drive.ids.driveID)/root/delta?token="
        if isLocationBroken {
            let token = FeedToken(kind: .broken, age: drive.feedAge, start: 0, position: 0)
            link += token.text(mark: drive.ids.driveID)
        } else if answer != .plain {
            let token = FeedToken(
                kind: .everything, age: drive.feedAge, start: drive.changes.count, position: 0)
            link += token.text(mark: drive.ids.driveID)
        }
        let headers = [HTTPField("Location", link)]
        switch answer {
        case .replace:
            return GraphProblem(
                410, "resyncChangesApplyDifferences",
                "Resync required. The server's version replaces local items.",
                inner: ["resyncApplyDifferences"], headers: headers)
        case .keepOwn:
            return GraphProblem(
                410, "resyncChangesUploadDifferences",
                "Resync required. Local items may be missing on the server.",
                inner: ["resyncUploadDifferences"], headers: headers)
        case .plain:
            return GraphProblem(
                410, "resyncRequired", "Resync required.", isLowerCase: true, headers: headers)
        }
    }

    private func feedAnswer(
        _ page: FeedPageItems, _ number: Int, _ call: GraphCall
    ) -> SimulatedAnswer {
        let drive = drives[number]
        var json = JSONWriter()
        json.bytes.reserveCapacity(page.entries.count * 1_024 + 512)
        json.raw("{\"@odata.context\":")
        json.text(context("Collection(driveItem)"))
        if page.isLast { json.key("@odata.deltaLink") } else { json.key("@odata.nextLink") }
        json.text(feedLink(page.next, number, call))
        json.key("value")
        json.raw("[")
        let writer = writer(number, page.next.select, now: call.now)
        for entry in page.entries {
            writer.write(
                Int(entry.node), of: drive, entry.isGone ? .tombstone : .feed, to: &json)
        }
        json.raw("]}")
        return SimulatedAnswer(200, headers: [SimulatedAnswer.jsonType], body: json.bytes)
    }

    /// The link to the page at `token`, in the words in which the drive was asked for.
    func feedLink(_ token: FeedToken, _ number: Int, _ call: GraphCall) -> String {
        let drive = drives[number]
        var link = "\(addresses.graph)/v1.0"
        if case .drive(.mine) = call.path.head {
            link += "/me/drive"
        } else {
            link += "/drives/\(drive.ids.driveID)"
        }
        if token.scope > 0 {
            link += "/items/" + PercentText.encoded(drive.id(of: token.scope))
        } else {
            link += "/root"
        }
        return link + "/delta?token=" + token.text(mark: drive.ids.driveID)
    }
}
