// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Items that wait, and what has to stay from now on when they go: one line of the history for all of
/// a group.
struct Renewal {
    /// The word of such a line.
    static let event = "renewed"

    /// What has to stay.
    let obligations: [Obligation]
    /// The numbers of the items, in runs, each of them rising.
    private(set) var runs: [ClosedRange<Int64>] = []

    /// Of no items so far.
    init(_ obligations: [Obligation]) {
        self.obligations = obligations
    }

    /// Adds an item.
    mutating func add(_ number: Int64) {
        if let last = runs.last, last.upperBound < .max, last.upperBound + 1 == number {
            runs[runs.count - 1] = last.lowerBound...number
        } else {
            runs.append(number...number)
        }
    }

    /// The renewal as the detail of its line.
    var json: String {
        var object = JSONObject()
        let pairs = runs.map { "[\($0.lowerBound),\($0.upperBound)]" }
        object.add("items", json: "[" + pairs.joined(separator: ",") + "]")
        object.add("obligations", json: Obligation.json(obligations))
        return object.text
    }

    /// Reads what `json` has written.
    init(json: String) throws(JSONReader.Malformed) {
        var (obligations, runs): ([Obligation], [ClosedRange<Int64>]) = ([], [])
        var reader = JSONReader(json)
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "obligations": obligations = try Obligation.list(reading: &reader)
            case "items":
                try reader.array { (reader) throws(JSONReader.Malformed) in
                    runs.append(try Self.run(&reader))
                }
            default: try reader.skip()
            }
        }
        try reader.end()
        (self.obligations, self.runs) = (obligations, runs)
    }

    private static func run(
        _ reader: inout JSONReader
    ) throws(JSONReader.Malformed) -> ClosedRange<Int64> {
        var bounds: [Int64] = []
        try reader.array { (reader) throws(JSONReader.Malformed) in
            bounds.append(try reader.integer())
        }
        guard bounds.count == 2, bounds[0] <= bounds[1] else { throw JSONReader.Malformed() }
        return bounds[0]...bounds[1]
    }
}

/// The renewals of one staging, in the order in which their groups came first.
struct Renewals {
    /// Each with the rule by which its items wait.
    private(set) var all: [(renewal: Renewal, rule: String?)] = []
    private var places: [Key: Int] = [:]
    private var last: (obligations: [Obligation], rule: String?, place: Int)?

    private struct Key: Hashable {
        let obligations: ExactText
        let rule: ExactText?
    }

    /// Adds the item of that number, which waits by `order` now.
    mutating func add(_ number: Int64, _ order: StagingOrder) {
        let place = place(of: order)
        all[place].renewal.add(number)
        last = (order.obligations, order.rule, place)
    }

    private mutating func place(of order: StagingOrder) -> Int {
        if let last, last.rule == order.rule, last.obligations == order.obligations {
            return last.place
        }
        let key = Key(
            obligations: ExactText(Obligation.json(order.obligations) ?? ""),
            rule: order.rule.map(ExactText.init))
        if let place = places[key] { return place }
        places[key] = all.count
        all.append((Renewal(order.obligations), order.rule))
        return all.count - 1
    }
}
