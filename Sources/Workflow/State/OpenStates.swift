// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
package import StateLedger
internal import Text
internal import Wording

/// The state files that this command has open, for what is due when it has ended.
package enum OpenStates {
    private static let ledgers = Lock<[Ledger]>([])

    /// Has `ledger` be looked after when the command has ended.
    package static func watched(_ ledger: Ledger) -> Ledger {
        ledgers.withLock { $0.append(ledger) }
        return ledger
    }

    /// Has nothing be done any more: what was open is given up.
    package static func leave() {
        ledgers.withLock { $0 = [] }
    }

    /// Keeps the day's copy of each state in which something was recorded, and closes all of them.
    ///
    /// What the command did stays done where no copy can be made; that is said.
    package static func end() async {
        let open = ledgers.withLock { all in
            defer { all = [] }
            return all
        }
        for ledger in open { await close(ledger, .system) }
    }

    /// The same of the state of `session` alone, of which nothing more is wanted.
    package static func end(_ session: StateSession) async {
        ledgers.withLock { $0.removeAll { $0 === session.ledger } }
        await close(session.ledger, session.clock)
    }

    private static func close(_ ledger: Ledger, _ clock: WorkflowClock) async {
        if await ledger.hasWritten {
            do throws(LedgerError) {
                try await ledger.backUp(.recorded, now: clock.now())
            } catch {
                Host.warn(.clause(error.clause.mappingTexts(VisibleText.escaped)))
            }
        }
        await ledger.close()
    }
}
