// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

@Suite("Queries")
struct QueryPlanTests {
    /// Those that run once for each of thousands of items, and the index that each has to use.
    @Test(
        "that run once an item use an index",
        arguments: [
            (
                "SELECT 1 FROM staged_item WHERE volume = 'v' AND item_key = 'k'"
                    + " AND \(Schema.isActive)", "staged_item_active"
            ),
            (
                "SELECT 1 FROM staged_item WHERE item_key > 'a' AND item_key < 'b'"
                    + " AND volume = 'v' AND \(Schema.isActive)", "staged_item_active"
            ),
            (
                "SELECT 1 FROM staged_item WHERE taken_back_at IS NOT NULL ORDER BY number",
                "staged_item_taken_back"
            ),
            (
                "SELECT 1 FROM staged_item WHERE path > 'a' AND path < 'b' AND +volume = 'd'"
                    + " AND \(Schema.isActive)", "staged_item_path"
            ),
            (
                "SELECT 1 FROM staged_item WHERE state = 'executing' AND quota_day = 'd'",
                "staged_item_executing"
            ),
            (
                "SELECT 1 FROM staged_item WHERE restoring = 1 ORDER BY number",
                "staged_item_restoring"
            ),
            ("SELECT 1 FROM staged_item WHERE path = 'p'", "staged_item_path"),
            (
                "SELECT 1 FROM decision WHERE path = 'p' AND \(DecisionTable.stands)",
                "decision_path"
            ),
            ("SELECT 1 FROM decision WHERE \(DecisionTable.stands)", "decision_standing"),
            ("SELECT 1 FROM decision WHERE \(DecisionTable.stands)", "decision_stamp"),
            (
                "SELECT 1 FROM decision WHERE number IN ("
                    + "\(ItemIdentity.numbers(in: "decision", "undone_at IS NULL")))",
                "decision_standing"
            ),
            (
                "SELECT 1 FROM staged_item WHERE number IN ("
                    + "\(ItemIdentity.numbersAtPlace(in: "staged_item", Schema.isActive)))",
                "staged_item_stamp"
            ),
            (
                "SELECT number FROM staged_item WHERE type = 'folder' AND \(Schema.isActive)",
                "staged_item_folder"
            ),
        ])
    func plans(query: String, index: String) async throws {
        let ledger = try Ledger.empty()
        let bound = query.replacing("?1", with: "'s'").replacing("?2", with: "'v'")
            .replacing("?3", with: "'k'")
        let details = try await ledger.queryPlan(bound)
        #expect(details.contains { $0.contains(index) }, "\(details)")
    }
}
