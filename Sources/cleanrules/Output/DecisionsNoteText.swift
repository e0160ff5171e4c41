// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner

extension DecisionsNote {
    /// One line for people.
    var line: String {
        var parts = ["Decisions: \(grouped(Int64(holding))) hold"]
        if carried > 0 { parts.append("\(grouped(Int64(carried))) carried over") }
        if !unplaced.isEmpty {
            parts.append(
                "\(grouped(Int64(unplaced.count))) could not be placed (cleanrules decisions)")
        }
        return parts.joined(separator: ", ")
    }
}
