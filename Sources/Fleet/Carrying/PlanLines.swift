// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Messages
internal import PlanRunner
internal import Plans
internal import Text
internal import Workflow

/// The deletions of one drive in a plan over all drives, read from its lines.
enum PlanLines {
    /// What the line of an item that goes ends with: its verdict is the last key of its entry, but for
    /// how it is proved that a copy is one.
    private static let deleteEnds = ["", ",\"verify\":\"bytes\"", ",\"verify\":\"hash\""].map {
        Array("\"verdict\":\"delete\"\($0)}".utf8)
    }

    /// Whether the line is of an item that goes.
    static func isDeletion(_ line: ArraySlice<UInt8>) -> Bool {
        deleteEnds.contains { line.suffix($0.count).elementsEqual($0) }
    }

    /// The deletions of `stretch`, in the order of the plan.
    static func deletions(
        of stretch: FleetPlan.Stretch, in plan: FleetPlan
    ) throws(Failure) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        try plan.eachLine([stretch]) { line throws(Failure) in
            if isDeletion(line) { entries.append(try entry(line)) }
            return true
        }
        return entries
    }

    /// What a line says.
    static func entry(_ line: ArraySlice<UInt8>) throws(Failure) -> PlanEntry {
        do {
            return try JSONDecoder().decode(PlanEntry.self, from: Data(line))
        } catch {
            throw damaged
        }
    }

    /// That the plan is not what was written.
    static var damaged: Failure {
        Failure(
            .failed,
            Message("a line of the plan is damaged; remove the folder of plans, and plan again"))
    }

    /// What the deletion of a line costs and brings.
    struct Price {
        /// How large the item is.
        var bytes: Int64 = 0
        /// How many units of the budget it takes: a look, and two for the deletion; one more for the copy
        /// that must stay.
        var units: Int64 = 3
    }

    /// The price of the deletion of `line`, without reading all of it.
    static func price(_ line: ArraySlice<UInt8>) throws(Failure) -> Price {
        var price = Price()
        var reader = JSONReader(Array(line))
        do throws(JSONReader.Malformed) {
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "size":
                    if reader.nextKind() == .number {
                        price.bytes = max(0, try reader.number().whole ?? 0)
                    } else {
                        try reader.skip()
                    }
                case "survivors":
                    price.units = 4
                    try reader.skip()
                default: try reader.skip()
                }
            }
        } catch {
            throw damaged
        }
        return price
    }
}
