// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import StateLedger

/// What still waits, and when the first of it is due.
package struct NextDue: Sendable {
    /// How many items wait.
    package let count: Int
    /// When the first of them may go.
    package let first: Timestamp

    /// Asks the state file; nil where nothing waits.
    package static func find(_ session: StateSession) async throws(Failure) -> NextDue? {
        let waiting = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.waitingItems()
        }
        return waiting.map { NextDue(count: $0.count, first: $0.first) }
    }
}

/// What tells the next round that this one did not live to end.
package struct RoundMarker {
    let session: StateSession

    /// The mark in the state of `session`.
    package init(session: StateSession) { self.session = session }

    private static let setting = "round-begun"
    private static let lastSetting = "round-ended"

    /// When a round began that never ended: it was killed, or the machine stopped. The caller holds
    /// the runner's lock, so none is still at work.
    package func unfinished() async throws(Failure) -> Timestamp? {
        try await instant(Self.setting)
    }

    /// Notes that a round began at `instant`.
    package func begin(_ instant: Timestamp) async throws(Failure) {
        try await store(String(instant.secondsSinceEpoch))
    }

    /// Notes that it came to its end, whatever that was.
    package func end() async throws(Failure) {
        try await store("")
        try await store(
            String(session.clock.now().secondsSinceEpoch), setting: Self.lastSetting)
    }

    /// When the last round came to its end, whatever that was; nil where none did.
    package func lastEnd() async throws(Failure) -> Timestamp? {
        try await instant(Self.lastSetting)
    }

    private func instant(_ setting: String) async throws(Failure) -> Timestamp? {
        let text = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        return text.flatMap { Int64($0) }.map(Timestamp.init(secondsSinceEpoch:))
    }

    private func store(
        _ text: String, setting: String = RoundMarker.setting
    ) async throws(Failure) {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: setting)
        }
    }
}
