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
        let isAnyThere = zip(orders, checks).contains { $0.item.type == .file && $1.isUnchanged }
        let view = isAnyThere ? await drive.changeView(info, asksAnew: true) : nil
        // A feed that can be read from the listing on, and is not, leaves that open.
        var isOpen = false
        if isAnyThere, view == nil {
            isOpen = await GraphChanges.beginning(of: drive, info) != nil
        }
        return zip(orders, checks).map { order, checked in
            // Its deletion may have been carried out, and a person may have taken it back since,
            // whether the service gave it another tag or not: of what stayed the feed says nothing. A
            // folder is in the feed for what went from it, too.
            if checked.isUnchanged, order.item.type == .file, let id = order.item.id {
                if isOpen { return .unanswered(GraphText.feedUnread) }
                if view?.shows(id) == true { return .changed(GraphText.touched) }
            }
            return answer(order, checked)
        }
    }

    private func answer(
        _ order: DeletionOrder, _ checked: GraphDrive.CheckedItem
    ) -> Reconciliation {
        if let clause = order.planFault { return .unanswered(clause) }
        switch checked.check {
        case .unchanged: return .unchanged
        case .missing(let problem): return .missing(problem.reason)
        case .unanswered(let problem): return .unanswered(problem.reason)
        case .gone(let proof) where drive.provesOther(proof): return .gone(proof)
        case .gone(let proof):
            return .deleted(receipt(of: order, isOutOfBin: checked.isOutOfBin), by: proof)
        case .changed(let changes, _):
            if order.method == .quarantine, let sighting = checked.sighting,
                let proof = Absence(inQuarantine: sighting.path, plan: order.plan)
            {
                return .deleted(
                    info.quarantined(order.item, as: sighting.state, plan: order.plan), by: proof)
            }
            return .changed(ItemChange.clause(of: changes))
        }
    }

    /// Where an item went that is gone at our request. Of what was to go into the bin, a personal
    /// account tells whether it lies in it; of others it is taken to, for nobody can tell.
    private func receipt(of order: DeletionOrder, isOutOfBin: Bool) -> DeletionReceipt? {
        switch order.method {
        case .permanent: DeletionReceipt(method: .permanent)
        case .recycle: isOutOfBin ? nil : info.recycled(order.item)
        case .quarantine: nil
        }
    }
}

/// The recycle bin of a personal account, as far as the service tells of it: item by item.
struct GraphBin {
    let client: GraphClient
    let info: GraphDriveInfo

    /// Where an item is.
    enum Place {
        /// In the bin, where it was seen; what it was.
        case inBin(Absence, GraphItemState)
        /// Not in the bin but where items are.
        case live
        /// Neither.
        case gone
        /// Nobody knows; why, one clause.
        case unclear(String)
    }

    /// Where the items with these ids are.
    func search(for ids: [String]) async throws(GraphFailure) -> [Place] {
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
            return Absence(inBin: state).map { .inBin($0, state) } ?? .live
        }
    }
}
