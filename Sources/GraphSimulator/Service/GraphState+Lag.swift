// SPDX-License-Identifier: Apache-2.0

/// An item that a replica does not know yet.
struct LaggingItem: Hashable {
    /// The number of the drive.
    let drive: Int
    /// The item's place among those of the drive.
    let index: Int
}

/// Replicas that lag behind: they say "not found" of what is there, and show what has left.
extension GraphState {
    /// The place of the item that `call` names by its id, if it went into the bin so short a time
    /// ago that it is still shown.
    func laggingIndex(_ number: Int, _ call: GraphCall) -> Int? {
        let drive = drives[number]
        guard let path = call.path.item, path.names.isEmpty, let id = path.id,
            let index = drive.index(ofID: id), let entry = drive.bin[Int32(index)]
        else { return nil }
        let lag = DriveState.milliseconds(drive.settings.deletionLagSeconds)
        return call.milliseconds < entry.time + lag ? index : nil
    }

    /// Refuses a call that asks for an item which the replica does not know; `fault` may be what
    /// makes it so.
    mutating func checkLag(_ call: GraphCall, _ fault: SimulatedFault?) throws(GraphProblem) {
        guard let item = laggingItem(of: call) else { return }
        if case .lagging(let seconds)? = fault {
            lags[item] = max(lags[item] ?? 0, call.now + seconds)
            throw .itemNotFound
        }
        if let end = lags[item], call.now < end { throw .itemNotFound }
    }

    /// The item that a call names, by its id or its path, live or in the bin; the root is known
    /// everywhere.
    private func laggingItem(of call: GraphCall) -> LaggingItem? {
        guard case .drive(let reference) = call.path.head, call.kind != .delta,
            let number = try? driveNumber(reference, call)
        else { return nil }
        let drive = drives[number]
        let listed = call.path.listItem.flatMap { drive.itemID(ofListItem: $0) }
        guard let path = call.path.item ?? listed.map({ GraphPath.Item(id: $0) }) else {
            return nil
        }
        var start = 0
        if let id = path.id, id != "root" {
            guard let index = drive.index(ofID: id) else { return nil }
            start = index
        }
        guard let index = drive.index(at: path.names, from: start), index != 0 else { return nil }
        return LaggingItem(drive: number, index: index)
    }
}
