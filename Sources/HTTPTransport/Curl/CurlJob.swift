// SPDX-License-Identifier: Apache-2.0

/// One exchange, as a task hands it to the thread of the loop.
@safe struct CurlJob: Sendable {
    /// By which it is withdrawn.
    var number: UInt64
    /// What to send.
    var request: HTTPRequest
    /// Where the body of a good response goes.
    var receiver: HTTPReceiver?
    /// Scheme, host and port.
    var origin: String
    /// The host, for messages.
    var host: String
    /// The task that waits.
    var continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
}
