// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

extension GraphDeletion {
    /// How often a deletion is sent that was answered with "not found" for an item that is there.
    private static let attemptCountMax = 3

    /// What is open about items after their deletion was sent.
    private struct Open {
        /// Nobody knows whether it was done.
        var unknown: [(one: Ready, reason: String)] = []
        /// The service says that they are not there.
        var missing: [Ready] = []
        /// Their tag does not fit.
        var mismatched: [Ready] = []
        /// Their tag is to be sent in quotes.
        var again: [Ready] = []
    }

    /// Moves items into the drive's own bin.
    mutating func recycle(_ ready: [Ready]) async throws(GraphFailure) {
        var todo = ready
        for attempt in 1...GraphDeletion.attemptCountMax {
            if todo.isEmpty { return }
            var open = try await sendDeletions(todo)
            if !open.again.isEmpty {
                // Refused for the form of the tag, so without effect.
                let second = try await sendDeletions(open.again)
                open.unknown += second.unknown
                open.missing += second.missing
                open.mismatched += second.mismatched
                for one in second.again { outcomes[one.index] = .failed(GraphText.tagMalformed) }
            }
            todo = await settle(open)
            if attempt == GraphDeletion.attemptCountMax {
                for one in todo { outcomes[one.index] = .failed(GraphText.contradiction) }
            }
        }
    }

    private mutating func sendDeletions(_ ready: [Ready]) async throws(GraphFailure) -> Open {
        let conditions = ready.map { drive.condition(orders[$0.index].item.eTag ?? "") }
        let requests = zip(ready, conditions).map { one, condition in
            GraphRequest(
                .delete, GraphAddress.item(one.state.id, on: info.path), headers: condition,
                cost: 2)
        }
        var open = Open()
        do throws(GraphFailure) {
            let answers = try await client.batch(requests)
            hasSent = true
            for (index, answer) in answers.enumerated() {
                take(GraphVerdict(answer).ofDeletion, of: ready[index], conditions[index], &open)
            }
        } catch {
            if error.status == 429, !error.mayHaveTakenEffect {
                throttled += ready.map(\.index)
                return open
            }
            if !hasSent { throw error }
            for one in ready { outcomes[one.index] = .postponed(error.message) }
        }
        return open
    }

    private mutating func take(
        _ verdict: GraphVerdict, of one: Ready, _ condition: [HTTPField], _ open: inout Open
    ) {
        let item = orders[one.index].item
        switch verdict {
        case .done: outcomes[one.index] = .deleted(info.recycled(item))
        case .refused(let reason), .nameTaken(let reason), .unsupported(let reason):
            outcomes[one.index] = .failed(reason)
        case .postponed(GraphText.throttled): throttled.append(one.index)
        case .postponed(let reason): outcomes[one.index] = .postponed(reason)
        case .missing: open.missing.append(one)
        case .tagMismatch: open.mismatched.append(one)
        case .tagMalformed:
            if drive.mayBeQuoted(condition) {
                open.again.append(one)
            } else {
                outcomes[one.index] = .failed(GraphText.tagMalformed)
            }
        case .unknown(let reason): open.unknown.append((one, reason))
        }
    }

    /// Asks what became of items; those whose deletion had no effect and may be sent again.
    private mutating func settle(_ open: Open) async -> [Ready] {
        let asked = open.unknown.map(\.one) + open.missing + open.mismatched
        if asked.isEmpty { return [] }
        let checks = await laterChecks(of: asked)
        var again: [Ready] = []
        for (one, reason) in open.unknown {
            outcomes[one.index] =
                switch checks[one.index]?.check {
                case .gone: .deleted(receipt(of: one))
                // A service that is too busy has refused nothing for good.
                case .unchanged:
                    reason.hasPrefix(GraphText.busy) ? .postponed(reason) : .failed(reason)
                case .changed(let changes, _): .changed(ItemChange.clause(of: changes))
                case .unanswered, nil: .unanswered(reason)
                }
        }
        var gone: [Ready] = []
        for one in open.missing {
            switch checks[one.index]?.check {
            case .gone: gone.append(one)
            case .unchanged: again.append(one)
            case .changed(let changes, _):
                outcomes[one.index] = .changed(ItemChange.clause(of: changes))
            // It may have gone at our request all the same.
            case .unanswered(let problem): outcomes[one.index] = .unanswered(problem.reason)
            case nil: outcomes[one.index] = .unanswered(GraphText.incomplete)
            }
        }
        await settleGone(gone)
        for one in open.mismatched {
            outcomes[one.index] = outcomeOfMismatch(checks[one.index]?.check)
        }
        return again
    }

    /// Asks where items went that were there a moment ago, and of which the service says that it
    /// found nothing to delete. What lies in the bin is taken for ours, as after a crash; where no
    /// bin can be asked, they are gone, and nothing here could bring them back anyway.
    private mutating func settleGone(_ gone: [Ready]) async {
        var open: [Ready] = []
        for one in gone {
            if info.isPersonal, orders[one.index].method == .recycle {
                open.append(one)
            } else {
                outcomes[one.index] = .gone
            }
        }
        let bin = GraphBin(client: client, info: info)
        for attempt in 1...2 where !open.isEmpty {
            do throws(HTTPError) {
                // The bin may hear of it later than others.
                if attempt > 1 { try await client.traffic.backOff(attempt: attempt) }
            } catch {
                for one in open { outcomes[one.index] = .unanswered(error.message) }
                return
            }
            let places: [GraphBin.Place]
            do throws(GraphFailure) {
                places = try await bin.look(for: open.map(\.state.id))
            } catch {
                for one in open { outcomes[one.index] = .unanswered(error.message) }
                return
            }
            var next: [Ready] = []
            for (one, place) in zip(open, places) {
                switch place {
                case .inBin: outcomes[one.index] = .deleted(receipt(of: one))
                case .live: outcomes[one.index] = .unanswered(GraphText.contradiction)
                case .unclear(let reason): outcomes[one.index] = .unanswered(reason)
                case .gone where attempt == 1: next.append(one)
                case .gone: outcomes[one.index] = .gone
                }
            }
            open = next
        }
    }

    /// The outcome for an item whose tag the service did not take; it is never deleted without.
    func outcomeOfMismatch(_ check: ItemCheck?) -> DeletionOutcome {
        switch check {
        case .gone: .gone
        case .unchanged: .failed(GraphText.tagRefused)
        case .changed(let changes, _): .changed(ItemChange.clause(of: changes))
        case .unanswered, nil: .changed(GraphText.modifiedSays)
        }
    }

    private func receipt(of one: Ready) -> DeletionReceipt {
        let order = orders[one.index]
        return order.method == .permanent
            ? DeletionReceipt(method: .permanent) : info.recycled(order.item)
    }

    /// What the drive says of items a moment later, by the places of their orders; what cannot be
    /// asked for is left out.
    func laterChecks(of ready: [Ready]) async -> [Int: GraphDrive.CheckedItem] {
        do throws(HTTPError) {
            try await client.traffic.backOff(attempt: 1)
        } catch {
            return [:]
        }
        var look = GraphLook(drive, info)
        do throws(GraphFailure) {
            let found = try await drive.checks(of: ready.map { orders[$0.index].item }, &look)
            return Dictionary(zip(ready.map(\.index), found)) { first, _ in first }
        } catch {
            return [:]
        }
    }

    // MARK: - For good

    /// Deletes one item past the bin, where the service can.
    mutating func deleteForGood(_ one: Ready) async throws(GraphFailure) {
        if drive.known.withLock({ $0.lacksPermanentDeletion }) {
            outcomes[one.index] = .failed(GraphText.noPermanent)
            return
        }
        var open = Open()
        for _ in 1...GraphDeletion.attemptCountMax {
            open = Open()
            let condition = drive.condition(orders[one.index].item.eTag ?? "")
            let verdict = try await sendPermanentDeletion(one, condition)
            if case .unsupported = verdict {
                drive.known.withLock { $0.lacksPermanentDeletion = true }
                outcomes[one.index] = .failed(GraphText.noPermanent)
            } else if case .done = verdict {
                outcomes[one.index] = .deleted(DeletionReceipt(method: .permanent))
            } else {
                take(verdict, of: one, condition, &open)
            }
            if !open.again.isEmpty { continue }
            if await settle(open).isEmpty { return }
        }
        outcomes[one.index] = .failed(GraphText.contradiction)
    }

    private mutating func sendPermanentDeletion(
        _ one: Ready, _ condition: [HTTPField]
    ) async throws(GraphFailure) -> GraphVerdict {
        let request = GraphRequest(
            .post, GraphAddress.item(one.state.id, on: info.path) + "/permanentDelete",
            headers: condition, body: [], cost: 2)
        do throws(GraphFailure) {
            let response = try await client.send(request)
            hasSent = true
            return GraphVerdict(response).ofDeletion
        } catch {
            if !error.mayHaveTakenEffect && !hasSent { throw error }
            hasSent = true
            return GraphVerdict(error)
        }
    }
}
