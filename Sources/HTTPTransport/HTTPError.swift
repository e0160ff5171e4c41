// SPDX-License-Identifier: Apache-2.0

/// Why a request has no response.
package struct HTTPError: Error, Sendable, Hashable {
    /// What kind of trouble it is.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The address cannot be used.
        case badAddress
        /// The name of the host is not known, or nobody answers there.
        case unreachable
        /// The other side cannot be trusted: its certificate, or the protocol.
        case untrusted
        /// Somebody else answers in the server's place.
        case foreign
        /// No answer came in time, or it came too slowly.
        case timedOut
        /// The connection broke, or the response ended early.
        case broken
        /// The response is larger than the request allows.
        case tooLarge
        /// The server asks to wait for longer than there is patience for.
        case throttled
        /// The caller gave up.
        case cancelled
        /// It could not leave before the instant that it was bound to; nothing was sent.
        case late
        /// Anything else.
        case failed
    }

    /// What kind of trouble it is.
    package var kind: Kind
    /// One clause for people, without a full stop; never holds a token or a query.
    package var message: String
    /// The last status that was seen, where one was.
    package var status: Int?
    /// Whether the server may have received the request, so that it may have taken effect.
    package var mayHaveReachedServer: Bool
    /// After how many seconds the server wants to be asked again, where it said so.
    package var retryAfterSeconds: Double?

    /// An error that says `message`.
    package init(
        _ kind: Kind, _ message: String, status: Int? = nil, mayHaveReachedServer: Bool = true,
        retryAfterSeconds: Double? = nil
    ) {
        self.kind = kind
        self.message = message
        self.status = status
        self.mayHaveReachedServer = mayHaveReachedServer
        self.retryAfterSeconds = retryAfterSeconds
    }
}
