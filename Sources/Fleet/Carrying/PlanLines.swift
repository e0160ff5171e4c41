// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Messages
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import Text
internal import Workflow

/// The deletions of one drive in a plan over all drives, read from its lines.
enum PlanLines {
    private static let verdictKey = Array("\"verdict\":".utf8)
    private static let delete = Array("\"delete\"".utf8)
    /// How many bytes of a line's end the verdict lies in, as lines are written.
    private static let endBytes = 64

    /// Whether the line is of an item that goes. Keys are in the order of their letters, so that the verdict
    /// stands near the end, before `verify` where copies are compared: a line where it does not is read whole.
    static func isDeletion(_ line: ArraySlice<UInt8>) throws(Failure) -> Bool {
        let end = line.suffix(endBytes)
        var place = end.endIndex - verdictKey.count
        while place >= end.startIndex {
            // Within a text each quotation mark has a backslash before it.
            if end[place...].starts(with: verdictKey) {
                return end[(place + verdictKey.count)...].starts(with: delete)
            }
            place -= 1
        }
        return try entry(line).verdict == Verdict.delete.rawValue
    }

    /// The deletions of `stretch`, in the order of the plan, of which there have to be `count`.
    static func deletions(
        of stretch: FleetPlan.Stretch, in plan: FleetPlan, count: Int64
    ) throws(Failure) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        try plan.eachLine([stretch], waits: true) { line throws(Failure) in
            if try isDeletion(line) { entries.append(try entry(line)) }
            return true
        }
        guard Int64(entries.count) == count else { throw damaged }
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
            Message("a line of the plan is damaged; plan again"))
    }

    /// What the deletion of a line costs and brings.
    struct Price {
        /// How large the item is.
        var bytes: Int64 = 0
        /// The id of the item.
        var id = ""
        /// The id of the picture that it goes with, as a part of one shot.
        var main: String?
        /// Whether a copy must stay for it.
        var hasSurvivors = false

        /// How many units of the budget it takes: so many `looks`, and two for the deletion; as many
        /// looks more at the copy that must stay.
        func units(looks: Int8) -> Int8 { looks + 2 + (hasSurvivors ? looks : 0) }
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
                case "id": price.id = try reader.string()
                case "companion_of":
                    try reader.object { (reader, key) throws(JSONReader.Malformed) in
                        if key == "id" {
                            price.main = try reader.string()
                        } else {
                            try reader.skip()
                        }
                    }
                case "survivors":
                    price.hasSurvivors = true
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
