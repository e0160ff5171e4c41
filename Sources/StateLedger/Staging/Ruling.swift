// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// What the rules said of a staged item, apart from the item: the same for thousands of them, so
/// it is stored once.
struct Ruling: Hashable, Sendable {
    /// See `StagingOrder`.
    var driveIdentity = ""
    var driveRoot: String?
    var rule: String?
    var ruleDigest: String?
    var applied: [String] = []
    var reason = ""
    var method = ""
    var undoWindow = ""
    var rulesDigest = ""

    /// The ruling of `order`.
    init(_ order: StagingOrder) {
        driveIdentity = order.driveIdentity
        driveRoot = order.driveRoot
        rule = order.rule
        ruleDigest = order.ruleDigest
        applied = order.applied
        reason = order.reason
        method = order.method
        undoWindow = order.undoWindow
        rulesDigest = order.rulesDigest
    }

    /// Whether the two are the same, byte for byte.
    func isExactly(_ other: Ruling) -> Bool {
        func same(_ left: String?, _ right: String?) -> Bool {
            left.map(ExactText.init) == right.map(ExactText.init)
        }
        return same(driveIdentity, other.driveIdentity) && same(driveRoot, other.driveRoot)
            && same(rule, other.rule)
            && same(ruleDigest, other.ruleDigest) && same(reason, other.reason)
            && same(method, other.method) && same(undoWindow, other.undoWindow)
            && same(rulesDigest, other.rulesDigest)
            && applied.count == other.applied.count && zip(applied, other.applied).allSatisfy(same)
    }

    /// The ruling as JSON; equal rulings give equal texts.
    var json: String {
        var object = JSONObject()
        object.add("driveIdentity", driveIdentity)
        object.add("driveRoot", driveRoot)
        object.add("rule", rule)
        object.add("ruleDigest", ruleDigest)
        object.add("applied", json: applied.isEmpty ? nil : JSONObject.list(applied))
        object.add("reason", reason)
        object.add("method", method)
        object.add("undoWindow", undoWindow)
        object.add("rulesDigest", rulesDigest)
        return object.text
    }

    /// Reads what `json` has written.
    init(json: String) throws(JSONReader.Malformed) {
        var reader = JSONReader(json)
        try self.init(reading: &reader)
        try reader.end()
    }

    /// Reads what `json` has written.
    init(reading reader: inout JSONReader) throws(JSONReader.Malformed) {
        var read = Ruling()
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "driveIdentity": read.driveIdentity = try reader.string()
            case "driveRoot": read.driveRoot = try reader.string()
            case "rule": read.rule = try reader.string()
            case "ruleDigest": read.ruleDigest = try reader.string()
            case "applied": read.applied = try reader.strings()
            case "reason": read.reason = try reader.string()
            case "method": read.method = try reader.string()
            case "undoWindow": read.undoWindow = try reader.string()
            case "rulesDigest": read.rulesDigest = try reader.string()
            default: try reader.skip()
            }
        }
        self = read
    }

    private init() {}
}

extension StagingOrder {
    /// The order that puts `item` under `ruling`.
    init(item: RecordedItem, ruling: Ruling, due: Timestamp, obligations: [Obligation]) {
        self.init(
            item: item, driveIdentity: ruling.driveIdentity, rule: ruling.rule,
            ruleDigest: ruling.ruleDigest, applied: ruling.applied, reason: ruling.reason,
            method: .recycle, undoWindow: ruling.undoWindow, due: due,
            rulesDigest: ruling.rulesDigest, obligations: obligations,
            driveRoot: ruling.driveRoot)
        method = ruling.method
    }
}
