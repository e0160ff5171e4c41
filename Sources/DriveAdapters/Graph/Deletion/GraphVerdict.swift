// SPDX-License-Identifier: Apache-2.0

/// What the service's answer to a request that changes an item means.
enum GraphVerdict {
    /// It was done.
    case done(GraphResponse)
    /// Refused without effect; why, one clause.
    case refused(String)
    /// Not handled at all for now; why, one clause.
    case postponed(String)
    /// The service says that there is no such item.
    case missing
    /// The tag is not that of the item.
    case tagMismatch
    /// The form of the tag is wrong.
    case tagMalformed
    /// The name is taken.
    case nameTaken(String)
    /// The service does not know how to do that.
    case unsupported(String)
    /// Nobody knows whether it was done; why, one clause.
    case unknown(String)

    /// What `answer` means.
    init(_ answer: BatchAnswer) {
        switch answer {
        case .throttled: self = .postponed(GraphText.throttled)
        case .unknown(let reason): self = .unknown(reason)
        case .response(let response): self.init(response)
        }
    }

    /// What `failure` means.
    init(_ failure: GraphFailure) {
        self = failure.mayHaveTakenEffect ? .unknown(failure.message) : .postponed(failure.message)
    }

    /// What it means for a deletion, which is answered with 204 and nothing else: whatever stands
    /// between may answer 200 to everything, and then nobody knows whether the item went.
    var ofDeletion: GraphVerdict {
        guard case .done(let response) = self, response.status != 204 else { return self }
        return .unknown(GraphText.incomplete)
    }

    private static let lockCodes: Set<String> = [
        "resourcelocked", "lockmismatch", "lockownermismatch", "locknotfoundoralreadyexpired",
    ]

    /// What `response` means: its status first, then its codes.
    init(_ response: GraphResponse) {
        let codes = response.codes
        let text = GraphText.answer(response)
        switch response.status {
        case 200, 201, 204: self = .done(response)
        case 401: self = .postponed(GraphText.signInRefused)
        case _ where response.isThrottled: self = .postponed(GraphText.throttled)
        case 400 where codes.contains("malformedentitytag"),
            412 where codes.contains("malformedentitytag"):
            self = .tagMalformed
        case 404: self = .missing
        case 412: self = .tagMismatch
        case 423: self = .refused(GraphText.locked(text))
        case 403 where !GraphVerdict.lockCodes.isDisjoint(with: codes),
            409 where !GraphVerdict.lockCodes.isDisjoint(with: codes):
            self = .refused(GraphText.locked(text))
        case 403: self = .refused(GraphText.refused(response))
        case 409 where codes.isEmpty || codes.contains("namealreadyexists"):
            self = .nameTaken(text)
        case 405, 501: self = .unsupported(text)
        case 400 where codes.contains("notsupported"): self = .unsupported(text)
        case 408: self = .unknown(text)
        case 400...499, 507: self = .refused(text)
        default: self = .unknown(text)
        }
    }
}
