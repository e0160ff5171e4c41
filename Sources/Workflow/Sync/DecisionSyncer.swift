// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// Brings the decisions of a state together with those of other devices.
///
/// What was read is taken over in one transaction, in which this device's own log goes on; then that
/// is written where others read it. Killed at any instant, nothing is lost: the log follows from the
/// state, and is written by the next sync.
package struct DecisionSyncer: Sendable {
    /// The state.
    package let session: StateSession
    /// The rules, which say where.
    package let rules: LoadedRules

    /// A sync of the decisions of `session`, by `rules`.
    package init(session: StateSession, rules: LoadedRules) {
        self.session = session
        self.rules = rules
    }

    /// The place that the rules say.
    func place() async throws(Failure) -> any SyncPlace {
        if let folder = rules.syncFolder { return SyncFolder(path: folder) }
        throw Failure(
            .invalidRules,
            Message(
                "'\(VisibleText.escaped(rules.name))' does not say where decisions lie that devices"
                    + " share; write '\("sync: {folder: PATH}")' into it"))
    }

    /// Syncs, and notes that it was done; `name` is what this device calls itself from now on.
    package func sync(name: String? = nil) async throws(Failure) -> SyncReport {
        var state = try await SyncSwitch.read(session)
        state.isOn = true
        if let name { state.name = name }
        let place = try await place()
        let outcome = try await place.alone { [state] () async throws(Failure) in
            try await exchange(place, state.name)
        }
        state.place = place.text
        state.folder = (place as? SyncFolder)?.path
        state.syncedAt = session.clock.now()
        try await state.store(session)
        return SyncReport(state: state, outcome: outcome, timeZone: try rules.timeZone)
    }

    private func exchange(
        _ place: any SyncPlace, _ name: String
    ) async throws(Failure) -> SyncOutcome {
        let own = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncDevice()
        }
        let logs = try await place.logs(own: own)
        let zone = try rules.timeZone
        let intake = SyncIntake(
            name: name, logs: logs, now: session.clock.now(),
            day: { zone.day(at: $0).text }, newDevice: Self.newDevice)
        let outcome = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncDecisions(intake)
        }
        let before = logs.first { $0.device == outcome.device }
        let after = SyncLogReading(outcome.log, of: outcome.device)
        let isThere =
            before.map {
                $0.fault == nil && $0.head == after.head && $0.lastHash == after.lastHash
            } ?? false
        if !isThere { try await place.write(outcome.log, of: outcome.device) }
        return outcome
    }

    /// 128 random bits.
    private static func newDevice() -> String {
        var generator = SystemRandomNumberGenerator()
        return HexDigits.text(generator.next() as UInt64, atLeast: 16)
            + HexDigits.text(generator.next() as UInt64, atLeast: 16)
    }

    // MARK: Beside other work

    /// Syncs where a person has said that it is to be done. Whatever goes wrong is a note: nothing
    /// else depends on it.
    package func syncIfOn(isQuiet: Bool) async {
        guard let isOn = try? await SyncSwitch.read(session).isOn, isOn else { return }
        do throws(Failure) {
            let report = try await sync()
            for line in report.warnings { Host.warn(line) }
            if !isQuiet { for line in report.news { Host.note(line) } }
        } catch {
            Host.warn(.devicesFailed(why: error.phrase ?? .verbatim("")))
        }
    }

    /// Syncs, calls `body`, and syncs again; meanwhile once a minute, without a word.
    package func during<Value>(
        isQuiet: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        await syncIfOn(isQuiet: isQuiet)
        let beat = Task {
            while (try? await Task.sleep(for: Self.pause)) != nil {
                guard let isOn = try? await SyncSwitch.read(session).isOn, isOn else { continue }
                _ = try? await sync()
            }
        }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        beat.cancel()
        await beat.value
        await syncIfOn(isQuiet: true)
        return try result.get()
    }

    private static let pause = Duration.seconds(60)
}
