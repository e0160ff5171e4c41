// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine

extension GraphDeletion {
    /// How the service says that it did not do what it was told to.
    enum Denial {
        /// It does not find the item.
        case missing
        /// The tag is not that of the item.
        case tagMismatch
        /// It does not accept the sign-in; in words.
        case signIn(String)

        /// In words, where there are any.
        var reason: String? {
            switch self {
            case .missing: nil
            case .tagMismatch: GraphText.modifiedSays
            case .signIn(let reason): reason
            }
        }
    }

    /// How often a deletion is sent that was answered with "not found" for an item that is there.
    private static let attemptCountMax = 3

    /// What is open about items after their deletion was sent.
    private struct Open {
        /// Nobody knows whether it was done.
        var unknown: [(one: Ready, reason: String)] = []
        /// The service says no for now, or that they are not there, or that their tag does not fit.
        var denied: [(one: Ready, denial: Denial)] = []
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
                open.denied += second.denied
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
                cost: 2, leavesBefore: one.leavesBefore)
        }
        var open = Open()
        do throws(GraphFailure) {
            let answers = try await client.batch(requests)
            hasSent = true
            requested.formUnion(ready.map(\.index))
            for (index, answer) in answers.enumerated() {
                take(GraphVerdict(answer).ofDeletion, of: ready[index], conditions[index], &open)
            }
        } catch {
            // Something has answered, and nobody knows what that had passed on before.
            if error.status != nil { requested.formUnion(ready.map(\.index)) }
            if error.status == 401 {
                hasSent = true
                open.denied += ready.map { ($0, .signIn(error.message)) }
                return open
            }
            if error.isThrottled || error.isLate, !error.mayHaveTakenEffect {
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
        case .done(let response):
            outcomes[one.index] =
                Absence(deletion: response).map {
                    .deleted(noted(info.recycled(item), response), by: $0)
                }
                ?? .unanswered(GraphText.incomplete)
        case .refused(let reason), .nameTaken(let reason), .unsupported(let reason):
            outcomes[one.index] = .failed(reason)
        case .postponed(GraphText.throttled): throttled.append(one.index)
        case .postponed(GraphText.signInRefused):
            open.denied.append((one, .signIn(GraphText.signInRefused)))
        case .postponed(let reason): outcomes[one.index] = .postponed(reason)
        case .missing: open.denied.append((one, .missing))
        case .tagMismatch: open.denied.append((one, .tagMismatch))
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
        let asked = open.unknown.map(\.one) + open.denied.map(\.one)
        if asked.isEmpty { return [] }
        // Somebody else is at work, or the service is not well.
        drive.known.withLock { $0.folders.forgetAll() }
        let checks = await laterChecks(of: asked)
        var again: [Ready] = []
        for (one, reason) in open.unknown {
            unclear[one.index] = reason
            // A service that is too busy has refused nothing for good: what is as it was is ordered
            // again once the pause that it asked for is over.
            if case .unchanged? = checks[one.index]?.check, GraphText.isBusy(reason) {
                throttled.append(one.index)
                continue
            }
            outcomes[one.index] =
                switch checks[one.index]?.check {
                case .gone(let proof) where drive.provesOther(proof): .gone(proof)
                case .gone(let proof): .deleted(receipt(of: one), by: proof)
                case .missing(let problem): .missing(problem.reason)
                case .changed(let changes, _): .changed(ItemChange.clause(of: changes))
                // It may arrive yet, or have arrived where this was not asked.
                case .unchanged, .unanswered, nil: .unanswered(reason)
                }
        }
        for (one, denial) in open.denied {
            let checked = checks[one.index]
            if case .missing = denial, case .unchanged? = checked?.check {
                let since = checked?.sighting?.instant ?? one.since
                again.append(Ready(index: one.index, state: one.state, since: since))
            } else {
                outcomes[one.index] = outcome(of: denial, checked?.check)
            }
        }
        return again
    }

    /// What a later look says of an item whose deletion, or move, the service did not carry out, as
    /// it says; it may have gone at our request all the same.
    func outcome(of denial: Denial, _ check: ItemCheck?) -> DeletionOutcome {
        switch check {
        case .gone(let proof): .gone(proof)
        case .changed(let changes, _): .changed(ItemChange.clause(of: changes))
        case .missing(let problem): .missing(problem.reason)
        case .unanswered(let problem): .unanswered(denial.reason ?? problem.reason)
        case nil: .unanswered(denial.reason ?? GraphText.incomplete)
        case .unchanged:
            switch denial {
            case .missing: .failed(GraphText.contradiction)
            case .tagMismatch: .failed(GraphText.tagRefused)
            case .signIn(let reason): .postponed(reason)
            }
        }
    }

    /// `receipt` with the id of the request that `response` answers, where that is kept.
    func noted(_ receipt: DeletionReceipt, _ response: GraphResponse) -> DeletionReceipt {
        guard drive.settings.notesRequests else { return receipt }
        var receipt = receipt
        receipt.request = response.requestID ?? response.batchID
        return receipt
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
            } else if case .done(let response) = verdict,
                let proof = Absence(deletion: response)
            {
                outcomes[one.index] = .deleted(DeletionReceipt(method: .permanent), by: proof)
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
            headers: condition, body: [], cost: 2, leavesBefore: one.leavesBefore)
        do throws(GraphFailure) {
            let response = try await client.send(request)
            hasSent = true
            return GraphVerdict(response).ofDeletion
        } catch {
            if error.isLate, !error.mayHaveTakenEffect { return .postponed(GraphText.throttled) }
            if !error.mayHaveTakenEffect && !hasSent { throw error }
            hasSent = true
            return GraphVerdict(error)
        }
    }
}
