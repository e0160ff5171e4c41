// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// The recycle bin of a site, which only the beta version shows.
extension GraphState {
    /// Everything below `/sites/{id}` that is no drive.
    mutating func site(_ id: String, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        let action = call.path.action
        guard call.isBeta, action.starts(with: ["recycleBin", "items"]) else {
            throw GraphProblem(400, "BadRequest", "Resource not found for the segment")
        }
        let number = try driveNumber(.site(id), call)
        drives[number].purgeOld(now: call.milliseconds)
        switch (call.method, action.count, action.last) {
        case (.get, 2, _): return binList(number)
        case (.post, 3, "restore"): return try restoreFromBin(number, call)
        default: throw .methodNotAllowed
        }
    }

    private func binList(_ number: Int) -> SimulatedAnswer {
        let drive = drives[number]
        let entries = drive.bin.sorted { $0.value.time < $1.value.time }.map { index, entry in
            let node = drive.nodes[Int(index)]
            let folder = entry.path.split(separator: "/").dropLast().joined(separator: "/")
            let place = "personal/Documents" + (folder.isEmpty ? "" : "/" + folder)
            let value: GraphJSON = [
                "id": .string(binID(of: Int(index), drive)), "name": .string(node.name),
                "title": .string(node.name), "size": .integer(node.size),
                "deletedDateTime": .string(InstantText.text(milliseconds: entry.time)),
                "deletedFromLocation": .string(place), "createdBy": ["user": drive.owner.json],
                "createdDateTime": .string(InstantText.text(milliseconds: node.created)),
                "lastModifiedDateTime": .string(InstantText.text(milliseconds: node.modified)),
            ]
            return value
        }
        return SimulatedAnswer(
            200,
            json: [
                "@odata.context": .string(context("recycleBin/items")), "value": .array(entries),
            ])
    }

    /// The id of a deletion, which is not that of the item.
    private func binID(of index: Int, _ drive: DriveState) -> String {
        var series = SeededRandom(seed: drive.nodes[index].guid.low)
        return GUID(&series).text
    }

    private mutating func restoreFromBin(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        guard call.grant?.canWriteAll == true else { throw .accessDenied }
        guard let ids = try call.json()["ids"]?.elements else { throw .invalid("No ids") }
        var values: [GraphJSON] = []
        for id in ids.compactMap(\.text) {
            let drive = drives[number]
            let index = drive.bin.keys.first { binID(of: Int($0), drive) == id }
            var value: GraphJSON = ["id": .string(id)]
            do throws(GraphProblem) {
                guard let index else { throw .itemNotFound }
                try putBack(Int(index), number, parentID: nil, name: nil, now: call.milliseconds)
            } catch {
                value.set(
                    "error", ["code": .string(error.code), "message": .string(error.message)])
            }
            values.append(value)
        }
        return SimulatedAnswer(207, json: ["value": .array(values)])
    }
}
