// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// Finds out what became of orders whose outcome nobody recorded, by asking; changes nothing.
struct GraphReconciliation {
    let drive: GraphDrive
    let info: GraphDriveInfo

    /// What became of each of `orders`.
    func run(_ orders: [DeletionOrder]) async throws(GraphFailure) -> [Reconciliation] {
        var look = GraphLook(drive, info)
        let checks = try await drive.checks(of: orders.map(\.item), &look)
        var answers: [Reconciliation] = []
        for (order, checked) in zip(orders, checks) {
            answers.append(answer(order, checked))
        }
        let recycled = orders.indices.filter { index in
            orders[index].method == .recycle && answers[index] == .deleted(nil)
        }
        let receipts = try await receipts(of: recycled.map { orders[$0].item })
        for (index, answer) in zip(recycled, receipts) { answers[index] = answer }
        return answers
    }

    private func answer(
        _ order: DeletionOrder, _ checked: GraphDrive.CheckedItem
    ) -> Reconciliation {
        if let clause = order.planFault { return .unanswered(clause) }
        switch checked.check {
        case .unchanged: return .unchanged
        case .unanswered(let problem): return .unanswered(problem.reason)
        case .gone:
            return .deleted(
                order.method == .permanent ? DeletionReceipt(method: .permanent) : nil)
        case .changed(let changes, _):
            if order.method == .quarantine, let sighting = checked.sighting,
                GraphQuarantine.holds(sighting.path, plan: order.plan)
            {
                return .deleted(
                    info.quarantined(order.item, as: sighting.state, plan: order.plan))
            }
            return .changed(ItemChange.clause(of: changes))
        }
    }

    /// What is said of items that are not there and were to go into the bin. Of personal accounts
    /// the service tells whether they lie in it; of others they are taken to, for nobody can tell.
    private func receipts(of items: [ItemValues]) async throws(GraphFailure) -> [Reconciliation] {
        if !info.isPersonal { return items.map { .deleted(info.recycled($0)) } }
        let bin = GraphBin(client: drive.client, info: info)
        let found = try await bin.look(for: items.compactMap(\.id))
        return zip(items, found).map { item, place in
            switch place {
            case .inBin, .unclear: .deleted(info.recycled(item))
            case .gone: .deleted(nil)
            // It is back by now, or the first answers were wrong.
            case .live: .unanswered(GraphText.contradiction)
            }
        }
    }
}

/// The recycle bin of a personal account, as far as the service tells of it: item by item.
struct GraphBin {
    let client: GraphClient
    let info: GraphDriveInfo

    /// Where an item is.
    enum Place {
        /// In the bin; what it was.
        case inBin(GraphItemState)
        /// Not in the bin but where items are.
        case live
        /// Neither.
        case gone
        /// Nobody knows; why, one clause.
        case unclear(String)
    }

    /// Where the items with these ids are.
    func look(for ids: [String]) async throws(GraphFailure) -> [Place] {
        let requests = ids.map { id in
            // The parameter counts only where an item is asked for by its id.
            GraphRequest(
                .get, GraphAddress.item(id, on: info.path) + "?includeDeletedItems=true")
        }
        return zip(ids, try await client.answers(to: requests)).map { id, answer in
            guard case .response(let response) = answer, response.status == 200 else {
                switch GraphLook.reply(answer, id: id) {
                case .missing: return .gone
                case .neither(let reason): return .unclear(reason)
                case .state: return .unclear(GraphText.incomplete)
                }
            }
            guard let state = GraphItemReader.item(response.body),
                GraphID.isSame(item: state.id, id)
            else { return .unclear(GraphText.incomplete) }
            return state.facets.contains(.deleted) ? .inBin(state) : .live
        }
    }
}
