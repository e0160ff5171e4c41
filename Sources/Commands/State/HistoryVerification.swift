// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// Replays the history and says where the state is not what comes out.
struct HistoryVerification {
    let session: StateSession
    /// Whether nobody is told that it lasts.
    var isQuiet = false

    /// Compares and says what came of it; throws where the two differ.
    func run(asJSON: Bool) async throws(Failure) {
        let differences = try await Progress.during(.progressReplaying, isQuiet: isQuiet) {
            () async throws(Failure) in
            try await session.asking { ledger async throws(LedgerError) in
                try await ledger.replayDifferences()
            }
        }
        if asJSON {
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "differences": .list(differences.map { .text($0) }),
                ]).document)
        } else {
            for line in differences { Console.say(.told(VisibleText.escaped(line))) }
            if differences.isEmpty {
                Console.say(.historySame)
            }
        }
        if !differences.isEmpty {
            throw Failure(.failed, .historyDiffer(n: differences.count))
        }
    }
}
