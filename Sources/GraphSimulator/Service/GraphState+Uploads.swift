// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Contents that are sent in one request.
extension GraphState {
    /// The most bytes that one request may send: the least that any page about the service names.
    static let uploadByteCountMax = 4 << 20

    /// `PUT …/content`: another content of a file, or a new file in a folder that is there.
    mutating func upload(
        _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        try checkWriting(number, call)
        let bytes = call.body ?? []
        if bytes.count > Self.uploadByteCountMax { throw .tooLarge }
        do throws(GraphProblem) {
            return try replace(try liveIndex(number, call), number, bytes, call)
        } catch {
            guard error == .itemNotFound, call.path.item?.names.isEmpty == false else {
                throw error
            }
        }
        return try makeFile(number, bytes, call)
    }

    private mutating func replace(
        _ index: Int, _ number: Int, _ bytes: [UInt8], _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        // By its name a file is made, and its content is replaced unless the call forbids it.
        let isNamed = call.path.item?.names.isEmpty == false
        if isNamed, call.parameter("@microsoft.graph.conflictBehavior") == "fail" {
            throw .nameExists
        }
        guard drives[number].nodes[index].content != nil else {
            throw .invalid("The item has no content")
        }
        try checkTag(number, index, call)
        try checkObstacles(number, index, isDeletion: false)
        drives[number].edit(index, .bytes(bytes), now: call.milliseconds)
        return itemAnswer(200, number, index, call)
    }

    private mutating func makeFile(
        _ number: Int, _ bytes: [UInt8], _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        guard let item = call.path.item, let name = item.names.last else { throw .itemNotFound }
        var start = 0
        if let id = item.id, id != "root" {
            guard let index = drives[number].index(ofID: id) else { throw .itemNotFound }
            start = index
        }
        let parent = drives[number].index(at: Array(item.names.dropLast()), from: start)
        guard let parent, drives[number].isVisible(parent), drives[number].nodes[parent].isFolder
        else { throw .itemNotFound }
        // What has to have a tag has to be there.
        if call.header("If-Match") != nil { throw .tagMismatch }
        guard drives[number].isName(name) else { throw .invalid("The name is not allowed") }
        let index = drives[number].add(
            name: name, parent: parent, content: .bytes(bytes), isFolder: false, facets: nil,
            now: call.milliseconds)
        return itemAnswer(201, number, index, call)
    }
}
