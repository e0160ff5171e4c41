// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

extension GraphDeletion {
    /// How many names are tried for an item whose own is taken in quarantine.
    private static let nameCountMax = 100
    /// How often it is asked whether an item has arrived.
    private static let pollCountMax = 3

    /// An item on its way, under its own name or a numbered one.
    private struct Move {
        var one: Ready
        var folder: String
        var number = 1

        /// The name that it gets.
        var name: String {
            let bytes = Array(one.state.name.utf8)
            if number == 1 { return one.state.name }
            return String(
                decoding: RestoredName.marked(
                    bytes[...], Array(".\(number)".utf8), byteCountMax: RestoredName.byteCountMax),
                as: UTF8.self)
        }
    }

    /// A move that was not answered as it should be.
    private struct Pending {
        var move: Move
        var cause: Cause

        enum Cause {
            /// Nobody knows whether it was done; why, one clause.
            case unknown(String)
            /// The service says that it was not done. Missing may be the item, or the folder.
            case denied(Denial)
        }
    }

    /// Finds or makes the folders that items are to be moved into; whether anybody was asked.
    mutating func findQuarantines(for ready: [Ready]) async throws(GraphFailure) -> Bool {
        let plans = Set(
            ready.map { orders[$0.index] }.filter { $0.method == .quarantine }.map(\.plan))
        let unknown = plans.filter { quarantines[$0] == nil }.sorted()
        let folders = GraphFolders(client: client, info: info)
        for plan in unknown {
            quarantines[plan] = try await folders.ensure(GraphQuarantine.folder(of: plan))
        }
        return !unknown.isEmpty
    }

    /// Moves items into the folder of their plan.
    mutating func quarantine(_ ready: [Ready]) async throws(GraphFailure) {
        for plan in Set(ready.map { orders[$0.index].plan }).sorted() {
            let own = ready.filter { orders[$0.index].plan == plan }
            switch quarantines[plan] {
            case .folder(let folder)?:
                try await move(own.map { Move(one: $0, folder: folder) })
            case .none(let reason, _)?:
                for one in own { outcomes[one.index] = .failed(DeletionText.noQuarantine(reason)) }
            case nil: break
            }
        }
    }

    private mutating func move(_ moves: [Move]) async throws(GraphFailure) {
        var todo = moves
        var pending: [Pending] = []
        while !todo.isEmpty {
            let conditions = todo.map { drive.condition(orders[$0.one.index].item.eTag ?? "") }
            let requests = zip(todo, conditions).map(request)
            let answers: [BatchAnswer]
            do throws(GraphFailure) {
                answers = try await client.batch(requests)
            } catch {
                if error.isLate, !error.mayHaveTakenEffect {
                    throttled += todo.map(\.one.index)
                    break
                }
                if error.status == 401 {
                    hasSent = true
                    pending += todo.map {
                        Pending(move: $0, cause: .denied(.signIn(error.message)))
                    }
                    break
                }
                if !hasSent { throw error }
                for move in todo { outcomes[move.one.index] = .postponed(error.message) }
                break
            }
            hasSent = true
            var next: [Move] = []
            for (index, answer) in answers.enumerated() {
                let verdict = GraphVerdict(answer)
                if case .tagMalformed = verdict, drive.mayBeQuoted(conditions[index]) {
                    next.append(todo[index])
                } else {
                    take(verdict, of: todo[index], &next, &pending)
                }
            }
            todo = next
        }
        await settle(pending)
    }

    private func request(_ move: Move, _ condition: [HTTPField]) -> GraphRequest {
        let body = JSONValue.object([
            ("parentReference", .object([("id", .text(move.folder))])),
            ("name", .text(move.name)), ("@microsoft.graph.conflictBehavior", .text("fail")),
        ]).line(.controlsAndDelete)
        return GraphRequest(
            .patch,
            GraphAddress.item(move.one.state.id, on: info.path)
                + "?@microsoft.graph.conflictBehavior=fail",
            headers: condition, body: Array(body.utf8), cost: 2,
            leavesBefore: move.one.leavesBefore)
    }

    private mutating func take(
        _ verdict: GraphVerdict, of move: Move, _ next: inout [Move],
        _ pending: inout [Pending]
    ) {
        let order = orders[move.one.index]
        var move = move
        switch verdict {
        case .done(let response):
            guard let state = GraphItemReader.item(response.body), hasArrived(state, move) else {
                return pending.append(
                    Pending(move: move, cause: .unknown(GraphText.incomplete)))
            }
            outcomes[move.one.index] = .deleted(
                noted(info.quarantined(order.item, as: state, plan: order.plan), response))
        case .nameTaken(let reason):
            move.number += 1
            if move.number <= GraphDeletion.nameCountMax {
                next.append(move)
            } else {
                outcomes[move.one.index] = .failed(reason)
            }
        case .tagMalformed: outcomes[move.one.index] = .failed(GraphText.tagMalformed)
        case .refused(let reason), .unsupported(let reason):
            outcomes[move.one.index] = .failed(reason)
        case .postponed(GraphText.signInRefused):
            // Who does not accept the sign-in may have passed it on all the same.
            pending.append(
                Pending(move: move, cause: .denied(.signIn(GraphText.signInRefused))))
        case .postponed(let reason): outcomes[move.one.index] = .postponed(reason)
        case .missing: pending.append(Pending(move: move, cause: .denied(.missing)))
        case .tagMismatch: pending.append(Pending(move: move, cause: .denied(.tagMismatch)))
        case .unknown(let reason): pending.append(Pending(move: move, cause: .unknown(reason)))
        }
    }

    private func hasArrived(_ state: GraphItemState, _ move: Move) -> Bool {
        GraphID.isSame(item: state.id, move.one.state.id)
            && state.parentID.map { GraphID.isSame(item: $0, move.folder) } == true
    }

    /// Asks where items are whose move was not answered as it should be. A large one may take its
    /// time, and whoever asked for it must not ask again before.
    private mutating func settle(_ pending: [Pending]) async {
        if !pending.isEmpty { drive.known.withLock { $0.folders.forgetAll() } }
        var open = pending
        for poll in 1...GraphDeletion.pollCountMax {
            if open.isEmpty { return }
            let checks = await laterChecks(of: open.map(\.move.one))
            var next: [Pending] = []
            for one in open {
                let index = one.move.one.index
                outcomes[index] = outcome(
                    of: one, checks[index], isLast: poll == GraphDeletion.pollCountMax)
                if outcomes[index] == nil { next.append(one) }
            }
            open = next
        }
    }

    /// What a later look says of a move; nil if it should be asked for once more.
    private func outcome(
        of pending: Pending, _ checked: GraphDrive.CheckedItem?, isLast: Bool
    ) -> DeletionOutcome? {
        let order = orders[pending.move.one.index]
        if let state = checked?.sighting?.state, hasArrived(state, pending.move) {
            return .deleted(info.quarantined(order.item, as: state, plan: order.plan))
        }
        switch pending.cause {
        case .denied(let denial):
            switch checked?.check {
            // It may be found yet, in its new place too.
            case .missing, .unanswered, nil:
                return isLast ? outcome(of: denial, checked?.check) : nil
            case .gone, .changed, .unchanged: return outcome(of: denial, checked?.check)
            }
        case .unknown(let reason):
            switch checked?.check {
            case .gone(let proof): return .gone(proof)
            case .changed(let changes, _): return .changed(ItemChange.clause(of: changes))
            case .missing(let problem): return isLast ? .missing(problem.reason) : nil
            // It may arrive yet.
            case .unchanged, .unanswered, nil: return isLast ? .unanswered(reason) : nil
            }
        }
    }
}
