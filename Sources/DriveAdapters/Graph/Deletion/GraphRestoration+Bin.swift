// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

extension GraphRestoration {
    /// How often a request is repeated whose answer says that nothing is there.
    private static let missCountMax = 3

    /// What is taken out of the bin together.
    struct BinWork {
        /// Where the folders above all of them lie.
        var look: GraphLook
        /// The places of orders that are to be sent.
        var open: [Int] = []
        /// The places of orders that were answered with the item as it is again.
        var back: [(index: Int, state: GraphItemState)] = []
    }

    /// Takes the `open` items of `work`, which were seen in the bin of a personal account, out of
    /// it. Where the service answers with the item as it is again, that is where it was seen; all
    /// else is asked for one by one.
    func takeOutOfBin(
        _ work: inout BinWork, _ orders: [RestoreOrder], _ outcomes: inout [RestoreOutcome]
    ) async {
        if work.open.isEmpty { return }
        let open = work.open
        work.open = []
        let answers = await sendRestorations(open.map { orders[$0].item.id ?? "" })
        await settleRefusals(zip(open, answers), orders, &outcomes)
        for (index, answer) in zip(open, answers) where outcomes[index] == .notAttempted {
            if case .done(let state?) = answer, isBack(orders[index].item, state) {
                work.back.append((index, state))
            } else {
                outcomes[index] = await outcome(of: orders[index].item, first: answer)
            }
        }
    }

    /// Finds out where the items lie that are back, all folders together.
    func findPlaces(
        _ work: inout BinWork, _ orders: [RestoreOrder], _ outcomes: inout [RestoreOutcome]
    ) async {
        let back = work.back
        work.back = []
        let findings = (try? await work.look.place(back.map(\.state))) ?? []
        for (one, finding) in zip(back, findings) {
            if case .there(let sighting) = finding {
                outcomes[one.index] = restored(sighting)
            }
        }
        for one in back where outcomes[one.index] == .notAttempted {
            outcomes[one.index] = await outcome(of: orders[one.index].item, first: .unknown)
        }
    }

    private func outcome(of item: ItemValues, first: Answer) async -> RestoreOutcome {
        do throws(Obstacle) {
            return try await takeOutOfBin(item, item.id ?? "", first: first)
        } catch {
            return error.outcome
        }
    }

    /// Takes refusals of what is seen in the bin still for what they say.
    private func settleRefusals(
        _ answers: Zip2Sequence<[Int], [Answer]>, _ orders: [RestoreOrder],
        _ outcomes: inout [RestoreOutcome]
    ) async {
        let refused = answers.compactMap { index, answer -> (Int, RestoreOutcome)? in
            if case .refused(let outcome, _) = answer { (index, outcome) } else { nil }
        }
        let bin = GraphBin(client: client, info: info)
        let places = try? await bin.search(for: refused.map { orders[$0.0].item.id ?? "" })
        for ((index, outcome), place) in zip(refused, places ?? []) {
            if case .inBin = place { outcomes[index] = outcome }
        }
    }

    /// Whether `state` shows `item` in a folder again, with the content that it had.
    private func isBack(_ item: ItemValues, _ state: GraphItemState) -> Bool {
        GraphID.isSame(item: state.id, item.id ?? "") && state.parentID != nil
            && !state.facets.contains(.deleted) && state.values.type == item.type
            && (item.type == .folder || state.values.size != nil)
            && !item.hasOtherContent(state.values)
    }

    /// Takes the item with that id out of the bin of a personal account; `first` is what the first
    /// request was answered, where it was sent.
    func takeOutOfBin(
        _ item: ItemValues, _ id: String, first: Answer? = nil
    ) async throws(Obstacle) -> RestoreOutcome {
        var first = first
        var attempt = 0
        var missCount = 0
        var folder: String?
        while attempt <= GraphRestoration.nameCountMax {
            let name = attempt == 0 ? nil : name(of: item, attempt: attempt)
            let answer: Answer
            if let known = first {
                answer = known
            } else {
                answer = await sendRestoration(id, name: name, folder)
            }
            first = nil
            switch answer {
            case .done, .unknown:
                return try await arrival(id, else: GraphText.stillMoving)
            case .nameTaken:
                if attempt == 0, let outcome = await substitute(for: item) { return outcome }
                attempt += 1
            case .answered(let reason):
                missCount += 1
                switch try await place(of: id) {
                case .live:
                    return try await arrival(id, else: reason)
                case .gone:
                    throw Obstacle(.impossible(DeletionText.noLonger(in: info.recycleBinPlace)))
                case .unclear(let why): throw Obstacle(.failed(why))
                case .inBin(_, let state):
                    if missCount >= GraphRestoration.missCountMax {
                        throw Obstacle(
                            folder == nil
                                ? .failed(reason) : .impossible(GraphText.folderFirst))
                    }
                    if folder == nil, try await lacksFolder(state) {
                        folder = try await self.folder(of: item)
                    }
                }
            case .refused(let outcome, let isSure):
                // Who says no may have done it all the same: what was sent twice on the way.
                let place: GraphBin.Place
                do throws(Obstacle) {
                    place = try await self.place(of: id)
                } catch {
                    throw isSure ? Obstacle(outcome) : Obstacle(outcome).unanswered
                }
                switch place {
                case .live: return try await arrival(id, else: GraphText.stillMoving)
                case .inBin: throw Obstacle(outcome)
                case .gone, .unclear:
                    throw isSure ? Obstacle(outcome) : Obstacle(outcome).unanswered
                }
            }
        }
        throw Obstacle(.failed(DeletionText.nameTaken(self.name(of: item, attempt: 0))))
    }

    /// Where the item with that id is; that it is nowhere is asked twice.
    private func place(of id: String) async throws(Obstacle) -> GraphBin.Place {
        let bin = GraphBin(client: client, info: info)
        for attempt in 1...2 {
            do throws(GraphFailure) {
                let place = try await bin.search(for: [id]).first ?? .unclear(GraphText.incomplete)
                guard case .gone = place, attempt == 1 else { return place }
            } catch {
                throw Obstacle(error)
            }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                throw Obstacle(.failed(error.message))
            }
        }
        return .unclear(GraphText.incomplete)
    }

    /// Whether the folder that an item lay in is gone.
    private func lacksFolder(_ state: GraphItemState) async throws(Obstacle) -> Bool {
        guard let parent = state.parentID else { return true }
        return try await find(parent) == nil
    }

    /// Where the item is by now, which may be back: as long as it is seen neither there nor in the
    /// bin, nobody knows.
    private func arrival(
        _ id: String, else reason: String
    ) async throws(Obstacle) -> RestoreOutcome {
        for attempt in 1...GraphRestoration.missCountMax {
            do throws(Obstacle) {
                if let sighting = try await find(id) { return restored(sighting) }
            } catch {
                throw error.unanswered
            }
            do throws(HTTPError) {
                try await client.traffic.backOff(attempt: attempt)
            } catch {
                throw Obstacle(.unanswered(error.message))
            }
        }
        let place: GraphBin.Place
        do throws(Obstacle) {
            place = try await self.place(of: id)
        } catch {
            throw error.unanswered
        }
        guard case .inBin = place else { throw Obstacle(.unanswered(reason)) }
        throw Obstacle(.failed(reason))
    }
}
