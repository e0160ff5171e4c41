// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

/// Moves what has been in quarantine long enough into the drive's own bin, which empties itself.
struct GraphPurge {
    let drive: GraphDrive
    let info: GraphDriveInfo

    /// Why an item is not purged.
    private struct Obstacle: Error {
        var clause: String
    }

    /// Carries out `orders`; `shouldStop` is asked before each.
    func run(_ orders: [RestoreOrder], shouldStop: () -> Bool) async -> [PurgeOutcome] {
        var outcomes = [PurgeOutcome](repeating: .notAttempted, count: orders.count)
        for index in orders.indices {
            if shouldStop() { break }
            do throws(Obstacle) {
                try await purge(orders[index])
                outcomes[index] = .purged
            } catch {
                outcomes[index] = .failed(error.clause)
            }
        }
        return outcomes
    }

    private func purge(_ order: RestoreOrder) async throws(Obstacle) {
        switch order.receipt?.method {
        case DeletionMethod.permanent.rawValue: return
        case DeletionMethod.recycle.rawValue:
            throw Obstacle(clause: DeletionText.notInQuarantine)
        default: break
        }
        if let reason = drive.fault(of: order.item) { throw Obstacle(clause: reason) }
        let token = order.receipt?.token.flatMap(GraphReceipt.init)
        if let token, token.kind != .quarantine {
            throw Obstacle(clause: DeletionText.notInQuarantine)
        }
        if let token, token.drive != info.comparableID {
            throw Obstacle(clause: GraphText.otherAccount)
        }
        let target = GraphLook.Target(id: order.item.id ?? "", path: drive.place(of: order))
        guard let sighting = try await find(target) else { return }
        try check(sighting, order, token)
        try await checkEmptiness(sighting.state)
        try await remove(sighting.state, target)
    }

    /// The item; nil if it is gone, which is proved.
    private func find(_ target: GraphLook.Target) async throws(Obstacle) -> GraphLook.Sighting? {
        var look = GraphLook(drive, info)
        do throws(GraphFailure) {
            switch try await look.find([target]).first {
            case .there(let sighting): return sighting
            case .gone: return nil
            case .missing(let reason), .unanswered(let reason): throw GraphFailure(message: reason)
            case nil: throw GraphFailure(message: GraphText.incomplete)
            }
        } catch {
            throw Obstacle(clause: error.message)
        }
    }

    /// Refuses what is not the item that was put into quarantine, or lies elsewhere by now.
    private func check(
        _ sighting: GraphLook.Sighting, _ order: RestoreOrder, _ token: GraphReceipt?
    ) throws(Obstacle) {
        // Where nothing tells to which folder it was moved, another deletion has put it there, and
        // its days are counted from that one.
        guard let folder = token?.folder, let parent = sighting.state.parentID,
            GraphID.isSame(item: folder, parent), GraphQuarantine.holds(sighting.path),
            sighting.obstacleAbove == nil
        else { throw Obstacle(clause: GraphText.takenOut) }
        let state = sighting.state
        guard state.obstacle == nil, state.values.type == order.item.type else {
            throw Obstacle(clause: DeletionText.otherInQuarantine)
        }
        if !GraphPurge.holdsSameContent(order.item, state.values) {
            throw Obstacle(clause: DeletionText.editedInQuarantine)
        }
    }

    /// Whether the content is surely that of `item`, as it was when it was moved.
    private static func holdsSameContent(_ item: ItemValues, _ now: ItemValues) -> Bool {
        if item.type == .folder { return true }
        // What was known and cannot be compared any more was not found as it was.
        guard item.size != nil, item.size == now.size, !item.hasLostHash(now) else { return false }
        return ContentChange(from: item.contentFacts, to: now.contentFacts).finding == .equals
    }

    private func checkEmptiness(_ state: GraphItemState) async throws(Obstacle) {
        if state.values.type != .folder { return }
        let children = GraphChildren(client: drive.client, info: info)
        do throws(GraphFailure) {
            switch try await children.emptiness(of: state.id) {
            case .empty: return
            case .filled: throw GraphFailure(message: DeletionText.folderNotEmpty)
            case .unclear(let reason): throw GraphFailure(message: reason)
            }
        } catch {
            throw Obstacle(clause: error.message)
        }
    }

    private func remove(
        _ state: GraphItemState, _ target: GraphLook.Target
    ) async throws(Obstacle) {
        guard let tag = state.values.eTag else {
            throw Obstacle(clause: DeletionText.tooLittleKnown)
        }
        let condition = drive.condition(tag)
        var verdict = await send(state, condition)
        if case .tagMalformed = verdict, drive.mayBeQuoted(condition) {
            verdict = await send(state, drive.condition(tag))
        }
        switch verdict {
        case .done: return
        case .missing, .unknown:
            do throws(HTTPError) {
                try await drive.client.traffic.backOff(attempt: 1)
            } catch {
                throw Obstacle(clause: error.message)
            }
            if try await find(target) == nil { return }
            throw Obstacle(clause: GraphText.contradiction)
        case .tagMismatch: throw Obstacle(clause: GraphText.modifiedSays)
        case .tagMalformed: throw Obstacle(clause: GraphText.tagMalformed)
        case .refused(let reason), .postponed(let reason), .nameTaken(let reason),
            .unsupported(let reason):
            throw Obstacle(clause: reason)
        }
    }

    private func send(
        _ state: GraphItemState, _ condition: [HTTPField]
    ) async -> GraphVerdict {
        let request = GraphRequest(
            .delete, GraphAddress.item(state.id, on: info.path), headers: condition, cost: 2)
        do throws(GraphFailure) {
            return GraphVerdict(try await drive.client.send(request)).ofDeletion
        } catch {
            return GraphVerdict(error)
        }
    }
}
