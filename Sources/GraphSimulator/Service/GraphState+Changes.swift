// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Changing items: deletion, moves, new folders, restoration.
extension GraphState {
    /// Whether the token may change what is on the drive.
    func checkWriting(_ number: Int, _ call: GraphCall) throws(GraphProblem) {
        guard let grant = call.grant else { throw .accessDenied }
        let isOwn = grant.account.map { accounts[$0].drive == number } ?? false
        guard isOwn ? grant.canWrite : grant.canWriteAll else { throw .accessDenied }
    }

    /// Whether the tag that the call expects is the item's, byte for byte.
    func checkTag(_ number: Int, _ index: Int, _ call: GraphCall) throws(GraphProblem) {
        guard let wanted = call.header("If-Match"), wanted != "*" else { return }
        let drive = drives[number]
        let isQuoted = wanted.hasPrefix("\"") && wanted.hasSuffix("\"") && wanted.utf8.count > 1
        let tags = [drive.tag(of: index), drive.tag(of: index, ofContent: true)]
        if drive.kind == .personalLegacy {
            let bare = isQuoted ? String(wanted.dropFirst().dropLast()) : wanted
            if tags.contains(where: { $0.utf8.elementsEqual(bare.utf8) }) { return }
            throw .tagMismatch
        }
        if !isQuoted { throw .malformedTag }
        if !tags.contains(where: { $0.utf8.elementsEqual(wanted.utf8) }) { throw .tagMismatch }
    }

    /// Whether something stands against a change of the item.
    func checkObstacles(
        _ number: Int, _ index: Int, isDeletion: Bool
    ) throws(GraphProblem) {
        let drive = drives[number]
        if index == 0 { throw .invalid("The root cannot be changed") }
        if drive.isVault(index) { throw .accessDenied }
        for one in drive.subtree(of: index) {
            guard let facets = drive.nodes[Int(one)].facetBox?.facets else { continue }
            if facets.isLocked { throw .locked }
            if facets.isHeld, isDeletion { throw .held }
        }
    }

    /// `DELETE`: into the recycle bin.
    mutating func deleteItem(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let index = try liveIndex(number, call)
        try checkWriting(number, call)
        try checkTag(number, index, call)
        try checkObstacles(number, index, isDeletion: true)
        drives[number].bin(index, now: call.milliseconds)
        return SimulatedAnswer(204)
    }

    /// `POST …/permanentDelete`: past the recycle bin, on SharePoint's drives.
    mutating func permanentlyDelete(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        if drives[number].kind.isPersonal { throw .methodNotAllowed }
        if call.body == nil, !call.isInBatch {
            throw GraphProblem(411, "lengthRequired", "Content-Length is needed")
        }
        let index = try liveIndex(number, call)
        try checkWriting(number, call)
        try checkTag(number, index, call)
        try checkObstacles(number, index, isDeletion: true)
        drives[number].destroy(index, now: call.milliseconds)
        return SimulatedAnswer(204)
    }

    // MARK: - Moves

    /// `PATCH`: another name, another folder.
    mutating func patchItem(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let index = try liveIndex(number, call)
        try checkWriting(number, call)
        try checkTag(number, index, call)
        try checkObstacles(number, index, isDeletion: false)
        let body = try call.json()
        let parent = try newParent(of: index, number, body["parentReference"])
        let name = body["name"]?.text ?? drives[number].nodes[index].name
        let free = try freePlace(
            for: index, in: parent, named: name, number, conflictBehavior(call, body),
            now: call.milliseconds)
        drives[number].move(index, to: parent, named: free, now: call.milliseconds)
        if let text = body.at("fileSystemInfo.lastModifiedDateTime")?.text,
            let instant = InstantText.milliseconds(text)
        {
            drives[number].adjust(index) { $0.fileModified = instant }
        }
        return itemAnswer(200, number, index, call)
    }

    private func newParent(
        of index: Int, _ number: Int, _ reference: GraphJSON?
    ) throws(GraphProblem) -> Int {
        let drive = drives[number]
        guard let reference, reference != .null else { return Int(drive.nodes[index].parent) }
        if let driveID = reference["driveId"]?.text, !drive.ids.isDrive(driveID) {
            throw .invalid("Items cannot be moved between drives")
        }
        guard let id = reference["id"]?.text else {
            // Only the top can be named by a path here, as the service's own examples do.
            return Int(drive.nodes[index].parent)
        }
        // The literal `root` is no id.
        guard let parent = drive.index(ofID: id), drive.isVisible(parent) else {
            throw .itemNotFound
        }
        guard drive.nodes[parent].isFolder else { throw .invalid("The parent is not a folder") }
        if drive.isWithin(parent, index) { throw .invalid("A folder cannot be moved into itself") }
        return parent
    }

    func conflictBehavior(_ call: GraphCall, _ body: GraphJSON) -> String {
        call.parameter("@microsoft.graph.conflictBehavior")
            ?? body["@microsoft.graph.conflictBehavior"]?.text ?? "fail"
    }

    /// A name under which the item can lie in the folder.
    mutating func freePlace(
        for index: Int?, in parent: Int, named name: String, _ number: Int, _ behavior: String,
        now: Int64
    ) throws(GraphProblem) -> String {
        guard drives[number].isName(name) else { throw .invalid("The name is not allowed") }
        let other = drives[number].index(at: [name], from: parent)
        guard let other, other != index else { return name }
        switch behavior {
        case "rename": return drives[number].freeName(like: name, in: parent)
        case "replace":
            if let index, drives[number].isWithin(index, other) { throw .nameExists }
            drives[number].bin(other, now: now)
            return name
        default: throw .nameExists
        }
    }

    // MARK: - Folders

    /// `POST …/children`: a new folder.
    mutating func createFolder(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let parent = try liveIndex(number, call)
        try checkWriting(number, call)
        let body = try call.json()
        guard drives[number].nodes[parent].isFolder, body["folder"]?.members != nil,
            let name = body["name"]?.text
        else { throw .invalid("Only folders can be made here") }
        let free = try freePlace(
            for: nil, in: parent, named: name, number, conflictBehavior(call, body),
            now: call.milliseconds)
        let index = drives[number].add(
            name: free, parent: parent, content: nil, isFolder: true, facets: nil,
            now: call.milliseconds)
        return itemAnswer(201, number, index, call)
    }

    // MARK: - Restoration

    /// `POST …/restore`: back from the recycle bin, on consumers' drives.
    mutating func restoreItem(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let drive = drives[number]
        if !drive.kind.isPersonal { throw .restoreNotSupported }
        guard call.grant?.canWriteAll == true else { throw .accessDenied }
        guard let item = call.path.item, item.names.isEmpty, let id = item.id,
            let index = drive.index(ofID: id), drive.bin[Int32(index)] != nil
        else { throw .itemNotFound }
        let body = try call.json()
        try putBack(
            index, number, parentID: body.at("parentReference.id")?.text,
            name: body["name"]?.text, now: call.milliseconds)
        return itemAnswer(200, number, index, call)
    }

    /// Puts what is in the recycle bin back where it was, or where it is wanted.
    mutating func putBack(
        _ index: Int, _ number: Int, parentID: String?, name: String?, now: Int64
    ) throws(GraphProblem) {
        let drive = drives[number]
        var parent = Int(drive.nodes[index].parent)
        if let parentID {
            guard let wanted = drive.index(ofID: parentID), drive.isVisible(wanted),
                drive.nodes[wanted].isFolder
            else { throw .itemNotFound }
            parent = wanted
        }
        guard drive.nodes[parent].stage == .live else { throw .parentIsGone }
        let free = try freePlace(
            for: index, in: parent, named: name ?? drive.nodes[index].name, number, "fail",
            now: now)
        drives[number].restore(index, to: parent, named: free, now: now)
    }

    /// `GET …/retentionLabel`.
    func retentionLabel(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let index = try liveIndex(number, call)
        guard let facets = drives[number].nodes[index].facetBox?.facets,
            let label = facets.retentionLabel
        else { throw .itemNotFound }
        return SimulatedAnswer(
            200,
            json: [
                "@odata.context": .string(context("retentionLabel")), "name": .string(label),
                "isLabelAppliedExplicitly": true,
                "retentionSettings": [
                    "behaviorDuringRetentionPeriod": "retain",
                    "isDeleteAllowed": .bool(!facets.isHeld),
                    "isRecordLocked": .bool(facets.isHeld),
                ],
            ])
    }
}
