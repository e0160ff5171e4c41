// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PlanRunner
internal import StateLedger

/// Finds plans in the state file by what a person calls them.
struct PlanFinder {
    let session: StateSession

    /// The plan called `name`: an id, a file that `plan -o` wrote, or nil for the newest.
    func plan(_ name: String?) async throws(Failure) -> PlanRecord {
        guard let name else {
            let newest = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.newestPlan()
            }
            guard let newest else {
                throw Failure(.failed, "there is no plan yet; make one with 'cleanrules plan'")
            }
            return newest
        }
        if PlanID.isOne(name) { return try await plan(id: name) }
        return try await plan(file: name)
    }

    /// The plan of that id.
    func plan(id: String) async throws(Failure) -> PlanRecord {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.plan(id)
        }
        guard let found else {
            throw Failure(
                .failed,
                "the state file knows no plan \(VisibleText.escaped(id));"
                    + " make one with 'cleanrules plan'")
        }
        return found
    }

    /// The document of the plan, without the items that stay.
    func document(_ id: String) async throws(Failure) -> [UInt8] {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.document(ofPlan: id)
        }
        guard let found else {
            throw Failure(
                .failed,
                "the entries of plan \(VisibleText.escaped(id)) are not kept any more;"
                    + " make a new plan with 'cleanrules plan'")
        }
        return found
    }

    /// The plan that the file holds, if it says of every item what the state file says.
    private func plan(file: String) async throws(Failure) -> PlanRecord {
        let shown = VisibleText.escaped(file)
        let bytes = try SavedPlan.bytes(file)
        let saved = try SavedPlan.decode(bytes, name: file)
        guard PlanID.isOne(saved.id) else {
            throw Failure(.refused, "'\(shown)' holds no plan of this program")
        }
        let record = try await plan(id: saved.id)
        let kept = try await document(saved.id)
        do throws(PlanDocumentReader.Unreadable) {
            let (mine, theirs) = (try Self.lines(kept), try Self.lines(bytes))
            if mine == theirs { return record }
        } catch {
            throw Failure(
                .refused,
                "'\(shown)' cannot be compared with plan \(saved.id):"
                    + " \(error.reason)")
        }
        throw Failure(
            .refused,
            "'\(shown)' is not plan \(saved.id) as it was made: it was edited; change the"
                + " rules instead, or say 'cleanrules keep PATH', and plan again")
    }

    /// All lines of the document but those of items that stay, without commas at their ends.
    private static func lines(
        _ document: [UInt8]
    ) throws(PlanDocumentReader.Unreadable) -> [ArraySlice<UInt8>] {
        // Whether it is a whole plan at all.
        _ = try PlanDocumentReader(document)
        return document.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: ",") ? line.dropLast() : line
        }.filter { !PlanDocumentReader.isKept($0) }
    }
}
