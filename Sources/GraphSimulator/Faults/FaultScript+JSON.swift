// SPDX-License-Identifier: Apache-2.0

/// Why a script cannot be used.
package struct FaultScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One clause, without a full stop.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension FaultScript {
    /// The script that `bytes` hold as JSON: `{"seed": 1, "rules": [{"on": ["delete"], …}]}`.
    package init(json bytes: [UInt8]) throws(FaultScriptError) {
        guard let json = GraphJSON(bytes), let members = json.members else {
            throw FaultScriptError("the file is no JSON object")
        }
        for member in members where !["seed", "rules"].contains(member.name) {
            throw FaultScriptError("'\(member.name)' is not known; there are 'seed' and 'rules'")
        }
        guard let list = json["rules"]?.elements else {
            throw FaultScriptError("'rules' must be a list")
        }
        var rules: [FaultRule] = []
        for (index, value) in list.enumerated() {
            do throws(FaultScriptError) {
                rules.append(try FaultRule(json: value))
            } catch {
                throw FaultScriptError("rule \(index + 1): \(error.description)")
            }
        }
        self.init(rules, seed: UInt64(bitPattern: json["seed"]?.integer ?? 1))
    }
}

extension FaultRule {
    private static let keys: Set<String> = [
        "on", "in", "url", "first", "times", "probability", "fault", "after", "retry-after",
        "retry-date", "status", "code", "message", "inner", "bytes", "seconds", "count",
        "spelling", "members", "origin", "location", "variant",
    ]

    fileprivate init(json: GraphJSON) throws(FaultScriptError) {
        guard let members = json.members else { throw FaultScriptError("a rule is an object") }
        for member in members where !Self.keys.contains(member.name) {
            throw FaultScriptError("'\(member.name)' is not known")
        }
        var kinds: Set<SimulatedRequestKind> = []
        for name in try Self.texts(json["on"], "on") {
            guard let kind = SimulatedRequestKind(rawValue: name) else {
                let known = SimulatedRequestKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw FaultScriptError("'on' knows \(known); not '\(name)'")
            }
            kinds.insert(kind)
        }
        guard let place = Place(rawValue: json["in"]?.text ?? "any") else {
            throw FaultScriptError("'in' is 'direct', 'batch' or 'any'")
        }
        let probability = try Self.number(json["probability"], "probability", 0...1)
        let first = Int(try Self.number(json["first"], "first", 1...1e9) ?? 1)
        var count: Int? = probability == nil ? 1 : nil
        if json["times"]?.text == "all" {
            count = nil
        } else if let times = try Self.number(json["times"], "times", 1...1e9) {
            count = Int(times)
        }
        self.init(
            kinds, try SimulatedFault(json: json), first: first, count: count, place: place,
            urlPart: json["url"]?.text, probability: probability)
    }

    fileprivate static func texts(
        _ value: GraphJSON?, _ name: String
    ) throws(FaultScriptError) -> [String] {
        guard let value else { return [] }
        if let text = value.text { return [text] }
        guard let list = value.elements, list.allSatisfy({ $0.text != nil }) else {
            throw FaultScriptError("'\(name)' is a text or a list of texts")
        }
        return list.compactMap(\.text)
    }

    fileprivate static func number(
        _ value: GraphJSON?, _ name: String, _ range: ClosedRange<Double>
    ) throws(FaultScriptError) -> Double? {
        guard let value else { return nil }
        guard let number = value.number, range.contains(number) else {
            throw FaultScriptError("'\(name)' is not a number that can be used")
        }
        return number
    }
}

extension SimulatedFault {
    /// The names of the faults that are no plain failures.
    package static let names = [
        "drop", "drop-after", "truncate", "garbage", "empty-body", "slow", "empty-page",
        "duplicate-items", "missing-items", "missing-tombstones", "other-item", "latest-link",
        "shuffled-items", "missing-responses", "stale-listing", "spelling", "encoded-names",
        "missing-members", "odd-dates", "foreign-parents", "foreign-link", "link-loop",
        "lost-token", "lagging", "shifted-date", "status",
    ]

    fileprivate init(json: GraphJSON) throws(FaultScriptError) {
        guard let name = json["fault"]?.text else {
            throw FaultScriptError("'fault' must name a fault")
        }
        if let own = try Self.own(name, json) {
            self = own
        } else if let error = SimulatedSignInError(rawValue: name) {
            self = .signIn(error)
        } else if let failure = try Self.failure(name, json) {
            self = json["after"]?.truth == true ? .failedAfterEffect(failure) : .refused(failure)
        } else {
            let all =
                SimulatedFailure.names + Self.names
                + SimulatedSignInError.allCases.map(\.rawValue)
            throw FaultScriptError(
                "there is no fault '\(name)'; there are \(all.joined(separator: ", "))")
        }
    }

    private static func own(
        _ name: String, _ json: GraphJSON
    ) throws(FaultScriptError) -> SimulatedFault? {
        switch name {
        case "drop": return .dropped
        case "drop-after": return .droppedAfterEffect
        case "truncate":
            let count = try FaultRule.number(json["bytes"], "bytes", 0...1e12) ?? 100
            return .truncated(byteCount: Int(count))
        case "garbage":
            return .garbage(
                status: Int(try FaultRule.number(json["status"], "status", 100...599) ?? 200))
        case "slow":
            return .slow(seconds: try FaultRule.number(json["seconds"], "seconds", 0...3_600) ?? 1)
        case "lagging":
            return .lagging(
                seconds: try FaultRule.number(json["seconds"], "seconds", 0...1e9) ?? 0)
        case "shifted-date":
            return .shiftedDate(
                seconds: try FaultRule.number(json["seconds"], "seconds", -1e9...1e9) ?? 0)
        case "empty-body": return .emptyBody
        case "missing-items":
            return .missingItems(
                count: Int(try FaultRule.number(json["count"], "count", 1...1e6) ?? 1))
        case "missing-tombstones": return .missingTombstones
        case "other-item": return .otherItem
        case "latest-link": return .latestLink
        case "empty-page": return .emptyPage
        case "duplicate-items": return .duplicateItems
        case "shuffled-items": return .shuffledItems
        case "missing-responses":
            return .missingResponses(
                count: Int(try FaultRule.number(json["count"], "count", 1...20) ?? 1))
        case "stale-listing": return .staleListing
        case "spelling":
            guard let spelling = Spelling(rawValue: json["spelling"]?.text ?? "mixed") else {
                throw FaultScriptError("'spelling' is 'flipped', 'short' or 'mixed'")
            }
            return .drivesSpelt(spelling)
        case "encoded-names": return .encodedNames
        case "missing-members":
            return .missingMembers(try FaultRule.texts(json["members"], "members"))
        case "odd-dates": return .oddDates
        case "foreign-parents": return .foreignParents
        case "foreign-link":
            return .foreignLink(origin: json["origin"]?.text ?? "https://graph.elsewhere.example")
        case "link-loop": return .linkLoop
        case "lost-token":
            let variant = json["variant"]?.text ?? SimulatedDrive.LostFeedToken.replace.rawValue
            guard let answer = SimulatedDrive.LostFeedToken(rawValue: variant) else {
                throw FaultScriptError("'variant' is 'replace', 'keep-own' or 'plain'")
            }
            return .lostToken(answer, isLocationBroken: json["location"]?.text == "broken")
        default: return nil
        }
    }

    private static func failure(
        _ name: String, _ json: GraphJSON
    ) throws(FaultScriptError) -> SimulatedFailure? {
        var failure: SimulatedFailure
        if name == "status" {
            guard let status = try FaultRule.number(json["status"], "status", 100...599) else {
                throw FaultScriptError("'status' is missing")
            }
            failure = SimulatedFailure(Int(status), nil)
        } else {
            guard let named = SimulatedFailure(named: name) else { return nil }
            failure = named
        }
        if let code = json["code"]?.text { failure.code = code }
        if let message = json["message"]?.text { failure.message = message }
        if json["inner"] != nil { failure.innerCodes = try FaultRule.texts(json["inner"], "inner") }
        if json["retry-after"]?.text == "none" {
            failure.retryAfter = .none
        } else if let seconds = try FaultRule.number(json["retry-after"], "retry-after", 0...1e6) {
            failure.retryAfter = .seconds(seconds)
        }
        if let seconds = try FaultRule.number(json["retry-date"], "retry-date", 0...1e6) {
            failure.retryAfter = .date(seconds)
        }
        return failure
    }
}
