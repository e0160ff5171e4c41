// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import Reports
package import RuleEngine
package import StateLedger
package import Text
package import Wording

extension Brake {
    /// That nothing is deleted, why, and how it goes on; times as `time` writes them.
    package func phrase(_ time: LocalTimeText) -> Phrase {
        switch self {
        case .person(let since, nil): .brakePerson(when: time.phrase(since), command: .resume)
        case .person(let since, let why?):
            .brakePersonWhy(
                when: time.phrase(since), why: VisibleText.escaped(why), command: .resume)
        case .file(let path): .brakeFile(path: VisibleText.escaped(path))
        case .unknown(let path, let why):
            .brakeUnknown(path: VisibleText.escaped(path), why: Phrase.clause(why))
        }
    }

    /// The same for machines.
    package var json: JSONValue {
        switch self {
        case .person(let since, let why):
            .object(["since": JSONValue(since), "why": why.map { .text($0) } ?? .null])
        case .file(let path): .object(["file": .text(path)])
        case .unknown(let path, let why):
            .object(["file": .text(path), "problem": .text(why.description)])
        }
    }
}

extension StateSession {
    /// Why nothing is deleted, if the brake is on.
    package func brake(_ zone: RuleTimeZone) async throws(Failure) -> Phrase? {
        try await asking { ledger async throws(LedgerError) in try await ledger.brake() }
            .map { brake in
                brake.phrase(
                    LocalTimeText(timeZone: zone, now: clock.now(), words: Host.words))
            }
    }
}
