// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

extension GraphRestoration {
    /// How often a request is repeated whose answer says that nothing is there.
    private static let missCountMax = 3

    /// Takes the item with that id out of the bin of a personal account.
    func takeOutOfBin(_ item: ItemValues, _ id: String) async throws(Obstacle) -> RestoreOutcome {
        var attempt = 0
        var missCount = 0
        var folder: String?
        while attempt <= GraphRestoration.nameCountMax {
            let name = attempt == 0 ? nil : name(of: item, attempt: attempt)
            switch await sendRestoration(id, name: name, folder) {
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
            case .refused(let outcome): throw Obstacle(outcome)
            }
        }
        throw Obstacle(.failed(DeletionText.nameTaken(self.name(of: item, attempt: 0))))
    }

    /// What the answer to a request to restore means.
    private enum Answer {
        case done
        case unknown
        case nameTaken
        /// Something is not there, the item or its folder, or the service does not say what.
        case answered(String)
        case refused(RestoreOutcome)
    }

    private func sendRestoration(_ id: String, name: String?, _ folder: String?) async -> Answer {
        var members: [(name: String, value: JSONValue)] = []
        if let folder { members.append(("parentReference", .object([("id", .text(folder))]))) }
        if let name { members.append(("name", .text(name))) }
        // The call is documented for the drive of whoever signed in.
        let base = drive.settings.place == .mine ? "/me/drive" : info.path
        let request = GraphRequest(
            .post, GraphAddress.item(id, on: base) + "/restore",
            body: JSONValue.object(members).bytes(.controlsAndDelete), cost: 2)
        do throws(GraphFailure) {
            let response = try await client.send(request)
            switch GraphVerdict(response) {
            case .done: return .done
            case .nameTaken: return .nameTaken
            case .missing: return .answered(GraphText.answer(response))
            case .unknown: return .unknown
            case .unsupported:
                return .refused(.impossible(GraphText.notRestorable(info.recycleBinPlace)))
            case .postponed(let reason): return .refused(.failed(reason))
            case .refused, .tagMismatch, .tagMalformed:
                let reason = GraphText.answer(response)
                switch response.status {
                case 403:
                    return .refused(.impossible(GraphText.restoreRefused(info.recycleBinPlace)))
                case 423, 507: return .refused(.failed(reason))
                default: return .answered(reason)
                }
            }
        } catch {
            return error.mayHaveTakenEffect ? .unknown : .refused(.failed(error.message))
        }
    }

    /// Where the item with that id is; that it is nowhere is asked twice.
    private func place(of id: String) async throws(Obstacle) -> GraphBin.Place {
        let bin = GraphBin(client: client, info: info)
        for attempt in 1...2 {
            do throws(GraphFailure) {
                let place = try await bin.look(for: [id]).first ?? .unclear(GraphText.incomplete)
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
