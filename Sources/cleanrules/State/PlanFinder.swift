// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PlanRunner
internal import StateLedger
internal import Text
internal import Wording

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
                throw Failure(.failed, .refuseNoPlanYet(command: .plan))
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
                .failed, .stateNoSuchPlan(plan: VisibleText.escaped(id), command: .plan))
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
                .failed, .stateNoEntries(plan: VisibleText.escaped(id), command: .plan))
        }
        return found
    }

    /// The plan that the file holds, if it says of every item what the state file says.
    private func plan(file: String) async throws(Failure) -> PlanRecord {
        let shown = VisibleText.escaped(file)
        let bytes = try SavedPlan.bytes(file)
        let saved = try SavedPlan.decode(bytes, name: file)
        guard PlanID.isOne(saved.id) else {
            throw Failure(.refused, .stateForeignPlan(path: shown))
        }
        let record = try await plan(id: saved.id)
        let kept = try await document(saved.id)
        do throws(PlanDocumentReader.Unreadable) {
            let (mine, theirs) = (try Self.lines(kept), try Self.lines(bytes))
            if mine == theirs { return record }
        } catch {
            throw Failure(
                .refused,
                .stateNotComparable(path: shown, plan: saved.id, detail: error.reason))
        }
        throw Failure(.refused, .stateEditedPlan(path: shown, plan: saved.id))
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
