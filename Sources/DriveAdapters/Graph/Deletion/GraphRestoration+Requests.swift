// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text

extension GraphRestoration {
    /// How often requests are sent again that the service refuses for their number.
    private static let roundCountMax = 5

    /// What the answer to a request to restore means.
    enum Answer {
        /// It was done; the item as it is now, where the answer shows it.
        case done(GraphItemState?)
        case unknown
        case nameTaken
        /// Something is not there, the item or its folder, or the service does not say what.
        case answered(String)
        /// It was not done, as the service says; `isSure` where that is believed if nobody can be
        /// asked.
        case refused(RestoreOutcome, isSure: Bool)
    }

    private func request(_ id: String, name: String?, _ folder: String?) -> GraphRequest {
        var members: [(name: String, value: JSONValue)] = []
        if let folder { members.append(("parentReference", .object([("id", .text(folder))]))) }
        if let name { members.append(("name", .text(name))) }
        // The call is documented for the drive of whoever signed in.
        let base = drive.settings.place == .mine ? "/me/drive" : info.path
        return GraphRequest(
            .post, GraphAddress.item(id, on: base) + "/restore",
            body: JSONValue.object(members).bytes(.controlsAndDelete), cost: 2)
    }

    /// Orders the items with these ids, as many as a batch takes, back to where they were; what is
    /// refused for its number is sent again once the service has had its pause.
    func sendRestorations(_ ids: [String]) async -> [Answer] {
        var answers = ids.map { _ in
            Answer.refused(.failed(GraphText.throttled), isSure: true)
        }
        var open = Array(ids.indices)
        for _ in 1...GraphRestoration.roundCountMax {
            if open.isEmpty { break }
            var again: [Int] = []
            do throws(GraphFailure) {
                let found = try await client.batch(open.map { request(ids[$0], name: nil, nil) })
                for (index, answer) in zip(open, found) {
                    switch answer {
                    case .throttled: again.append(index)
                    case .unknown: answers[index] = .unknown
                    case .response(let response): answers[index] = self.answer(response)
                    }
                }
            } catch {
                if error.isThrottled { continue }
                for index in open { answers[index] = answer(error) }
            }
            open = again
        }
        return answers
    }

    func sendRestoration(_ id: String, name: String?, _ folder: String?) async -> Answer {
        do throws(GraphFailure) {
            return answer(try await client.send(request(id, name: name, folder)))
        } catch {
            return answer(error)
        }
    }

    private func answer(_ failure: GraphFailure) -> Answer {
        failure.mayHaveTakenEffect
            ? .unknown : .refused(.failed(failure.message), isSure: failure.status != 401)
    }

    private func answer(_ response: GraphResponse) -> Answer {
        switch GraphVerdict(response) {
        case .done: return .done(GraphItemReader.item(response.body))
        case .nameTaken: return .nameTaken
        case .missing: return .answered(GraphText.answer(response))
        case .unknown: return .unknown
        case .unsupported:
            return .refused(
                .impossible(GraphText.notRestorable(info.recycleBinPlace)), isSure: true)
        case .postponed(let reason):
            return .refused(.failed(reason), isSure: response.status != 401)
        case .refused, .tagMismatch, .tagMalformed:
            let reason = GraphText.answer(response)
            switch response.status {
            case 403:
                return .refused(
                    .impossible(
                        GraphText.restoreRefused(
                            info.recycleBinPlace, drive.settings.loginCommand)), isSure: true)
            case 423, 507: return .refused(.failed(reason), isSure: true)
            default: return .answered(reason)
            }
        }
    }
}
