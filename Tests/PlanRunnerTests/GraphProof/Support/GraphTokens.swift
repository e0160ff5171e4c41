// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import GraphSimulator
import HTTPTransport

/// Access tokens of the simulator for as long as the test says; a refused one is replaced. What
/// asking for one comes to can be made to fail.
final class GraphTokens: AccessTokens {
    private struct State {
        var token: String?
        var count = 0
        var renewalCount = 0
        /// Fails the call with that number, from 0, and as many after it.
        var failures: (calls: Range<Int>, error: AccessError)?
    }

    private let graph: SimulatedGraph
    private let drive: SimulatedDrive
    private let scopes: Set<String>
    private let seconds: Double
    private let state = Lock(State())

    init(
        _ drive: SimulatedDrive, seconds: Double = 86_400 * 365,
        scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"]
    ) {
        graph = drive.graph
        self.drive = drive
        self.seconds = seconds
        self.scopes = scopes
    }

    /// How often a token was asked for since `fail`.
    var count: Int { state.withLock { $0.count } }

    /// How often a new token was made because the one before was refused.
    var renewalCount: Int { state.withLock { $0.renewalCount } }

    /// Calls are counted anew, and those within `calls` fail with `error`.
    func fail(_ calls: Range<Int>, with error: AccessError) {
        state.withLock { state in
            state.count = 0
            state.failures = (calls, error)
        }
    }

    func token() async throws(AccessError) -> String {
        try check()
        return state.withLock { state in
            let token =
                state.token ?? graph.accessToken(for: drive, scopes: scopes, seconds: seconds)
            state.token = token
            return token
        }
    }

    func replacement(
        for rejected: String, claims: String?
    ) async throws(AccessError) -> String {
        try check()
        return state.withLock { state in
            if let token = state.token, token != rejected { return token }
            state.renewalCount += 1
            let token = graph.accessToken(for: drive, scopes: scopes, seconds: seconds)
            state.token = token
            return token
        }
    }

    private func check() throws(AccessError) {
        let error: AccessError? = state.withLock { state in
            defer { state.count += 1 }
            guard let failures = state.failures, failures.calls.contains(state.count) else {
                return nil
            }
            return failures.error
        }
        if let error { throw error }
    }
}
