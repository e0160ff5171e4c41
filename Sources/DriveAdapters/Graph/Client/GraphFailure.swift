// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// Why a call to Graph has no usable answer.
struct GraphFailure: Error, Sendable {
    /// What can be done.
    var recourse: Recourse
    /// The status, where there was a response.
    var status: Int?
    /// The error codes of the response, the outermost first, in lower case.
    var codes: [String]
    /// One clause for people, without a full stop; never holds a token.
    var message: String
    /// Whether the request may have taken effect.
    var mayHaveTakenEffect: Bool
    /// Whether the request was not sent because what it rests on had become too old.
    var isLate = false

    /// A failure that says `message`.
    init(
        recourse: Recourse = .none, status: Int? = nil, codes: [String] = [], message: String,
        mayHaveTakenEffect: Bool = false
    ) {
        self.recourse = recourse
        self.status = status
        self.codes = codes
        self.message = message
        self.mayHaveTakenEffect = mayHaveTakenEffect
    }

    /// Whether the service refused to handle the request for its number, in whatever way it says so.
    var isThrottled: Bool {
        guard case .retry = recourse else { return status == 429 }
        return status == 429 || status == 403
    }

    /// The failure in the words of drives.
    func driveError(_ operation: DriveOperation, item: String? = nil) -> DriveError {
        DriveError(
            operation: operation, item: item, status: status, recourse: recourse,
            message: message, underlying: self)
    }
}

extension GraphFailure {
    /// After how many seconds another try is worth it where nobody says.
    private static let usualRetrySeconds = 60.0

    /// What it means that there was no token.
    init(_ error: AccessError) {
        let recourse: Recourse =
            switch error.kind {
            case .signInNeeded, .misconfigured: .signIn
            case .offline: .retry(afterSeconds: GraphFailure.usualRetrySeconds)
            case .store: .none
            }
        self.init(recourse: recourse, message: error.message)
    }

    /// What it means that there was no response.
    init(_ error: HTTPError) {
        let seconds = error.retryAfterSeconds ?? GraphFailure.usualRetrySeconds
        let recourse: Recourse =
            switch error.kind {
            case .unreachable, .timedOut, .broken, .throttled, .foreign, .late:
                .retry(afterSeconds: seconds)
            case .badAddress, .untrusted, .tooLarge, .cancelled, .failed: .none
            }
        self.init(
            recourse: recourse, status: error.status, message: error.message,
            mayHaveTakenEffect: error.mayHaveReachedServer)
        isLate = error.kind == .late
    }

    /// What it means that the service gave a response that is none of those hoped for.
    init(_ response: GraphResponse) {
        let recourse: Recourse =
            switch response.status {
            case 401: .signIn
            case _ where response.isThrottled: GraphFailure.retry(response)
            case 500, 502, 503, 504, 509: GraphFailure.retry(response)
            case 410: .rescan
            case 507: .quota
            default: .none
            }
        self.init(
            recourse: recourse, status: response.status, codes: response.codes,
            message: GraphText.answer(response))
    }

    private static func retry(_ response: GraphResponse) -> Recourse {
        .retry(afterSeconds: response.retryAfterSeconds ?? usualRetrySeconds)
    }
}
