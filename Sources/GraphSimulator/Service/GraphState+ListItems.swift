// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Items by the ids that they have in the list in which SharePoint keeps their library.
extension GraphState {
    /// `GET /drives/{id}/list/items/{id}/driveItem`: the item itself, as if it was asked for by its
    /// own id.
    mutating func listItem(
        _ id: String, _ number: Int, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        guard let id = drives[number].itemID(ofListItem: id) else { throw .itemNotFound }
        var call = call
        call.path.item = GraphPath.Item(id: id)
        call.path.action = []
        return try item(number, call)
    }
}

extension GraphPath {
    /// The id in the list of the library, where the path names an item by it.
    var listItem: String? {
        guard item == nil, action.count == 4, action[0] == "list", action[1] == "items",
            action[3] == "driveItem"
        else { return nil }
        return action[2]
    }
}

extension DriveState {
    /// The id of the item, dead or alive, which the list of the library knows by `text`; nil where
    /// there is none. Consumers' drives have no lists.
    func itemID(ofListItem text: String) -> String? {
        guard !kind.isPersonal, text.utf8.count == 36,
            let guid = GUID(digits: text.filter { $0 != "-" })
        else { return nil }
        let id = ids.text(guid, number: 0)
        return index(ofID: id) == nil ? nil : id
    }

    /// What the list of the library knows an item by: the same 16 bytes that are in its id and its
    /// tags, as SharePoint has it.
    func listItemID(of index: Int) -> String? {
        kind.isPersonal ? nil : nodes[index].guid.text
    }
}
