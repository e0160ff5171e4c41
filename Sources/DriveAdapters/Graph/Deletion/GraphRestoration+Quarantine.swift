// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

extension GraphRestoration {
    /// How often an item is looked for that may still be on its way.
    private static let pollCountMax = 3

    /// Moves the item of `order`, which `sighting` shows in quarantine or, so soon after it was
    /// moved there, may show where it was, back to its folder.
    func moveBack(
        _ order: RestoreOrder, _ sighting: GraphLook.Sighting
    ) async throws(Obstacle) -> RestoreOutcome {
        let item = order.item
        guard sighting.state.values.type == item.type else {
            throw Obstacle(.failed(DeletionText.otherInQuarantine))
        }
        let folder = try await folder(of: item)
        var state = sighting.state
        var hasRenewed = false
        var attempt = 0
        while attempt <= GraphRestoration.nameCountMax {
            let condition = state.values.eTag.map(drive.condition) ?? []
            let name = name(of: item, attempt: attempt)
            switch await send(state, to: folder, name: name, condition) {
            case .done, .unknown: return try await arrival(of: state)
            case .nameTaken:
                if attempt == 0, let outcome = await substitute(for: item) { return outcome }
                attempt += 1
            case .missing, .tagMismatch:
                // It has changed since it was looked at, but it is still the same item.
                if hasRenewed { throw Obstacle(.failed(GraphText.contradiction)) }
                hasRenewed = true
                guard let again = try await find(state.id) else {
                    throw Obstacle(.failed(GraphText.contradiction))
                }
                if !GraphQuarantine.holds(again.path) {
                    if isFromBefore(again, order) { throw seenTooSoon(order) }
                    return restored(again)
                }
                state = again.state
            case .tagMalformed:
                if !drive.mayBeQuoted(condition) {
                    throw Obstacle(.failed(GraphText.tagMalformed))
                }
            case .refused(let reason), .postponed(let reason), .unsupported(let reason):
                throw Obstacle(.failed(reason))
            }
        }
        throw Obstacle(.failed(DeletionText.nameTaken(self.name(of: item, attempt: 0))))
    }

    private func send(
        _ state: GraphItemState, to folder: String, name: String, _ condition: [HTTPField]
    ) async -> GraphVerdict {
        let body = JSONValue.object([
            ("parentReference", .object([("id", .text(folder))])), ("name", .text(name)),
            ("@microsoft.graph.conflictBehavior", .text("fail")),
        ]).line(.controlsAndDelete)
        let request = GraphRequest(
            .patch,
            GraphAddress.item(state.id, on: info.path) + "?@microsoft.graph.conflictBehavior=fail",
            headers: condition, body: Array(body.utf8), cost: 2)
        do throws(GraphFailure) {
            return GraphVerdict(try await client.send(request))
        } catch {
            return GraphVerdict(error)
        }
    }

    /// Where the item is by now; as long as it is not seen outside, nobody knows.
    private func arrival(of state: GraphItemState) async throws(Obstacle) -> RestoreOutcome {
        for attempt in 1...GraphRestoration.pollCountMax {
            do throws(Obstacle) {
                if let sighting = try await find(state.id), !GraphQuarantine.holds(sighting.path) {
                    return restored(sighting)
                }
            } catch {
                throw error.unanswered
            }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                throw Obstacle(.unanswered(error.message))
            }
        }
        throw Obstacle(.unanswered(GraphText.stillMoving))
    }
}
