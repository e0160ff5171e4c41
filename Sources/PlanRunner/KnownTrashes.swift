// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import StateLedger

/// The trash folders that deletions have gone into: what lies in them is no item, whatever home and
/// environment a later run has.
package enum KnownTrashes {
    private static let setting = "trash-folders"

    /// Their paths.
    package static func paths(_ ledger: Ledger) async throws(LedgerError) -> [String] {
        try await ledger.setting(setting)?.split(separator: "\n").map(String.init) ?? []
    }

    /// Takes note of those that `receipts` tell, if any is new.
    static func note(
        _ receipts: [DeletionReceipt?], _ ledger: Ledger
    ) async throws(LedgerError) {
        let found = Set(receipts.compactMap { $0?.trashFolder })
        if found.isEmpty { return }
        let known = try await paths(ledger)
        // A name with a line feed would be read as two; its folder is known by its looks.
        let new = found.subtracting(known).filter { !$0.utf8.contains(10) }
        if new.isEmpty { return }
        // The newest first: what there is no room for is what was not used for the longest time.
        var text = ""
        for path in new.sorted() + known {
            if text.utf8.count + path.utf8.count + 1 > Ledger.settingBytesMax { break }
            text += path + "\n"
        }
        try await ledger.store(text, setting: setting)
    }
}

extension Runner {
    /// Takes note of the trash folders that `outcomes` tell.
    func noteTrashes(
        _ outcomes: [(number: Int64, outcome: RecordedOutcome)]
    ) async throws(RunnerError) {
        let receipts = outcomes.map { one -> DeletionReceipt? in
            guard case .deleted(let text) = one.outcome else { return nil }
            return DeletionReceipt(text: text)
        }
        try await calling { ledger async throws(LedgerError) in
            try await KnownTrashes.note(receipts, ledger)
        }
    }
}
