// SPDX-License-Identifier: Apache-2.0

package import Plans
package import StateLedger
internal import Text
internal import Wording

/// Finds plans in the state file by what a person calls them.
package struct PlanFinder {
    /// The state that plans are kept in.
    package let session: StateSession

    /// Finds plans in the state of `session`.
    package init(session: StateSession) {
        self.session = session
    }

    /// The plan called `name`: an id, a file that `plan -o` wrote, or nil for the newest.
    package func plan(_ name: String?) async throws(Failure) -> LedgerPlan {
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
    package func plan(id: String) async throws(Failure) -> LedgerPlan {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.plan(id)
        }
        guard let found else {
            throw Failure(
                .failed, .stateNoSuchPlan(plan: VisibleText.escaped(id), command: .plan))
        }
        return found
    }

    /// The plan with its entries, without the items that stay.
    package func record(_ id: String) async throws(Failure) -> PlanRecord {
        let found = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.record(ofPlan: id)
        }
        guard let found else {
            throw Failure(
                .failed, .stateNoEntries(plan: VisibleText.escaped(id), command: .plan))
        }
        return found
    }

    /// The plan that the file holds, if it says of every item what the state file says.
    private func plan(file: String) async throws(Failure) -> LedgerPlan {
        let shown = VisibleText.escaped(file)
        let saved = try PlanFile(file)
        let id = try saved.id
        guard PlanID.isOne(id) else {
            throw Failure(.refused, .stateForeignPlan(path: shown))
        }
        let known = try await plan(id: id)
        let kept = PlanDocument(try await record(id)).bytes()
        if Self.lines(kept) == Self.lines(saved.bytes) { return known }
        throw Failure(.refused, .stateEditedPlan(path: shown, plan: id))
    }

    /// All lines of the document but those of items that stay, without commas at their ends.
    private static func lines(_ document: [UInt8]) -> [ArraySlice<UInt8>] {
        document.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: ",") ? line.dropLast() : line
        }.filter { !PlanDocumentLines.isKept($0) }
    }
}
