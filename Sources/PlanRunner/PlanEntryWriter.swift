// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// Writes one item of a plan as a JSON object on one line, keys sorted.
struct PlanEntryWriter {
    private let plan: Plan
    /// The plan's listing, held once: handing out a copy for each item would cost more than
    /// writing it.
    private let listing: Listing
    private let groups: GroupIndex
    private let path: Column<UInt8> = Column(capacity: 512)
    /// Per rule number: its id as a JSON string.
    private let ruleIDs: [String]
    private let driveNames: [String]
    private let handlings = Handlings()
    private let hasSetRules: Bool
    /// By the drive's number.
    private let reversals: [[DeletionMethod: Reversal]?]
    /// Algorithms that some row has, the strongest first.
    private let algorithms: [HashAlgorithm]
    private let takenBack: [Int: Timestamp]

    /// A writer for the items of the plan of `header`.
    init(_ header: PlanHeader) {
        let plan = header.plan
        self.plan = plan
        listing = plan.listing
        algorithms = HashAlgorithm.allCases.reversed().filter { plan.listing.hashes[$0] != nil }
        groups = GroupIndex(plan)
        takenBack = header.takenBack
        ruleIDs = plan.rules.map { JSONText.quoted($0.id) }
        hasSetRules = plan.rules.contains { $0.selection != nil }
        reversals = plan.listing.drives.map { header.reversals[$0.name] }
        driveNames = plan.listing.drives.map { JSONText.quoted($0.name) }
    }

    /// Writes the entry of `row` without a line end.
    func write(_ row: Int, to sink: DocumentText) {
        let verdict = plan.verdict(row)
        let number = plan.ruleNumber(row)
        let handling = verdict == .keep ? nil : handling(row)
        let obligations =
            verdict == .delete && hasSetRules
            ? groups.obligations(of: row).map(Membership.init) : []
        // One rule may ask for more than one thing.
        let main = obligations.firstIndex { $0.ruleNumber == number }
        let membership =
            verdict == .review
            ? number.flatMap { self.membership(row, $0) } : main.map { obligations[$0] }
        sink.append("{")
        also(obligations.indices.lazy.filter { $0 != main }.map { obligations[$0] }, to: sink)
        if let handling { sink.append(handling.applied) }
        created(row, to: sink)
        text("ctag", listing.cTag.slice(row), to: sink)
        sink.append("\"drive\":")
        sink.append(driveNames[listing.drive(row)])
        sink.append(",")
        text("etag", listing.eTag.slice(row), to: sink)
        firstSeen(row, to: sink)
        if let membership { group(membership, to: sink) }
        if verdict != .keep { hash(row, to: sink) }
        let wholePath = path(of: row)
        let id = listing.ids[row]
        text("id", id.isEmpty ? wholePath : id, to: sink)
        if let membership { sink.append("\"kind\":\"\(membership.kind)\",") }
        if verdict == .delete, let handling { sink.append(handling.method) }
        modified(row, to: sink)
        if let obligation = membership?.obligation {
            sink.append("\"needed\":\(obligation.needed),")
        }
        text("path", wholePath, to: sink)
        sink.append("\"reason\":\"")
        sink.append(plan.reason(row).rawValue)
        sink.append("\"")
        if verdict == .delete, let handling { reversible(row, handling, to: sink) }
        sink.append(",\"rule\":")
        if let number { sink.append(ruleIDs[number]) } else { sink.append("null") }
        if verdict != .keep, let number { sink.append(ruleDigest(number)) }
        if verdict != .keep, let digest = furtherSHA256(row) {
            sink.append(",\"sha256\":\(digest)")
        }
        let size = listing.size[row]
        if size != Missing.number {
            sink.append(",\"size\":")
            sink.append(size)
        }
        if let membership {
            sink.append(",")
            survivors(membership, to: sink)
        }
        if let instant = takenBack[row] { sink.append(",\"taken_back\":\"\(instant)\"") }
        sink.append(",\"type\":")
        sink.append(listing.isFolder(row) ? "\"folder\"" : "\"file\"")
        if verdict == .delete, let handling { sink.append(handling.undoWindow) }
        sink.append(",\"verdict\":\"")
        sink.append(verdict.rawValue)
        sink.append("\"")
        if let membership, membership.obligation != nil {
            sink.append(",\"verify\":\"\(membership.verify)\"")
        }
        sink.append("}")
    }

    private func text(
        _ key: StaticString, _ value: TextSlice, to sink: DocumentText
    ) {
        if value.isEmpty { return }
        sink.append("\"")
        sink.append(key)
        sink.append("\":\"")
        sink.appendJSON(value)
        sink.append("\",")
    }

    /// The path of `row`, valid until the next call.
    private func path(of row: Int) -> TextSlice {
        path.truncate(to: 0)
        listing.appendPath(row, to: path)
        return TextSlice(start: path.base, count: path.count)
    }

    /// What follows from the rules that applied, in JSON; the same for all rows they applied to.
    private func handling(_ row: Int) -> Handling {
        let applied = plan.appliedRules(row)
        if let known = handlings.known[applied] { return known }
        let method = plan.method(applied: applied)
        let fresh = Handling(
            applied: "\"applied\":[" + applied.map { ruleIDs[$0] }.joined(separator: ",") + "],",
            deletionMethod: method, method: "\"method\":\"\(method.rawValue)\",",
            undoWindow: ",\"undo_window\":\"\(plan.undoWindow(applied: applied).planText)\"")
        handlings.known[applied] = fresh
        return fresh
    }

    private struct Handling {
        let applied: String
        let deletionMethod: DeletionMethod
        let method: String
        let undoWindow: String
    }

    private final class Handlings {
        var known: [[Int]: Handling] = [:]
        /// By the rule's number.
        var ruleDigests: [Int: String] = [:]
    }

    /// The digest of the rule of that number, as an enhas it.
    private func ruleDigest(_ number: Int) -> String {
        if let known = handlings.ruleDigests[number] { return known }
        let text = RuleDigest.canonicalText(
            of: plan.rules[number], definitions: plan.input.ruleFile.definitions)
        let member = ",\"rule_digest\":\"\(SHA256Text.of(Array(text.utf8)))\""
        handlings.ruleDigests[number] = member
        return member
    }

    /// The hash that a later check compares: the one that decided, else the strongest known.
    private func hash(_ row: Int, to sink: DocumentText) {
        guard let (algorithm, value) = decidingHash(row) else { return }
        sink.append("\"hash\":{\"algorithm\":\"")
        sink.append(algorithm.rawValue)
        sink.append("\",\"value\":")
        sink.append(JSONText.quoted(value))
        sink.append("},")
    }

    private func decidingHash(_ row: Int) -> (algorithm: HashAlgorithm, value: String)? {
        var algorithms = algorithms
        if algorithms.count > 1, let deciding = plan.algorithm(of: row) {
            algorithms.insert(deciding, at: 0)
        }
        for algorithm in algorithms {
            if let value = listing.hashes[algorithm]?.text(row) { return (algorithm, value) }
        }
        return nil
    }

    /// The SHA-256 that was listed, as a JSON string, where another hash decided: with it, nothing
    /// has to be read to prove that a copy is one.
    private func furtherSHA256(_ row: Int) -> String? {
        guard algorithms.count > 1, let value = listing.hashes[.sha256]?.text(row),
            decidingHash(row)?.algorithm != .sha256
        else { return nil }
        return JSONText.quoted(value)
    }

    // MARK: Groups

    /// What is written of a group in which a set rule saw an item.
    private struct Membership {
        let ruleNumber: Int
        let kind: String
        /// Nil for an item that is not deleted.
        let obligation: GroupObligation?
        let firstRow: Int
        let survivors: [Int]
        let survivorCount: Int

        init(_ obligation: GroupObligation) {
            ruleNumber = obligation.ruleNumber
            kind = obligation.isDuplicates ? "duplicates" : "surplus"
            self.obligation = obligation
            firstRow = obligation.firstMember
            survivors = obligation.survivors
            survivorCount = obligation.survivorTotal
        }

        init(ruleNumber: Int, kind: String, firstRow: Int, survivors: (rows: [Int], total: Int)?) {
            self.ruleNumber = ruleNumber
            self.kind = kind
            obligation = nil
            self.firstRow = firstRow
            self.survivors = survivors?.rows ?? []
            survivorCount = survivors?.total ?? 0
        }

        /// How the equality with the survivors is proved before a deletion.
        var verify: String { obligation?.comparesBytes == true ? "bytes" : "hash" }
    }

    /// The group in which rule `number` saw `row`, which waits for a person.
    private func membership(_ row: Int, _ number: Int) -> Membership? {
        guard let selection = plan.rules[number].selection,
            let first = groups.firstMember(of: row, ruleNumber: number)
        else { return nil }
        let kind =
            switch selection {
            case .duplicates: "duplicates"
            case .surplus: "surplus"
            }
        return Membership(
            ruleNumber: number, kind: kind, firstRow: first,
            survivors: groups.survivors(
                of: row, ruleNumber: number, most: GroupObligation.survivorsMax))
    }

    /// What further set rules ask for that gave the deletion too.
    private func also(_ others: some Sequence<Membership>, to sink: DocumentText) {
        var isFirst = true
        for membership in others {
            sink.append(isFirst ? "\"also\":[{" : ",{")
            isFirst = false
            group(membership, to: sink)
            sink.append("\"kind\":\"\(membership.kind)\",")
            sink.append("\"needed\":\(membership.obligation?.needed ?? 0),\"rule\":")
            sink.append(ruleIDs[membership.ruleNumber])
            sink.append(",")
            survivors(membership, to: sink)
            sink.append(",\"verify\":\"\(membership.verify)\"}")
        }
        if !isFirst { sink.append("],") }
    }

    /// What the group is known by: the drive and path of its first member.
    private func group(_ membership: Membership, to sink: DocumentText) {
        sink.append("\"group\":\"")
        let name = driveNames[listing.drive(membership.firstRow)]
        sink.append(String(name.dropFirst().dropLast()))
        sink.append(":")
        sink.appendJSON(path(of: membership.firstRow))
        sink.append("\",")
    }

    /// The members that stay.
    private func survivors(_ membership: Membership, to sink: DocumentText) {
        sink.append("\"survivors\":[")
        for (index, member) in membership.survivors.enumerated() {
            sink.append(index > 0 ? ",{\"drive\":" : "{\"drive\":")
            sink.append(driveNames[listing.drive(member)])
            sink.append(",")
            text("etag", listing.eTag.slice(member), to: sink)
            hash(member, to: sink)
            let wholePath = path(of: member)
            let id = listing.ids[member]
            text("id", id.isEmpty ? wholePath : id, to: sink)
            modified(member, to: sink)
            sink.append("\"path\":\"")
            sink.appendJSON(wholePath)
            sink.append("\"")
            if let digest = furtherSHA256(member) { sink.append(",\"sha256\":\(digest)") }
            let size = listing.size[member]
            if size != Missing.number { sink.append(",\"size\":\(size)") }
            sink.append("}")
        }
        sink.append("],\"survivors_total\":")
        sink.append(Int64(membership.survivorCount))
    }

    // MARK: Dates and ways back

    /// When a local file was made: its number in the file system may be another one's later.
    private func created(_ row: Int, to sink: DocumentText) {
        let isLocal = listing.drives[listing.drive(row)].kind == .local
        if isLocal, plan.verdict(row) != .keep { date("created", listing.created[row], to: sink) }
    }

    private func modified(_ row: Int, to sink: DocumentText) {
        date("modified", listing.modified[row], to: sink)
    }

    /// When a sync first saw the item, which no later look at the drive can tell.
    private func firstSeen(_ row: Int, to sink: DocumentText) {
        date("first_seen", listing.firstSeen[row], to: sink)
    }

    private func date(_ key: StaticString, _ seconds: Int64, to sink: DocumentText) {
        if seconds == Missing.date { return }
        sink.append("\"")
        sink.append(key)
        sink.append("\":\"")
        sink.append(Timestamp(secondsSinceEpoch: seconds).description)
        sink.append("\",")
    }

    /// Whether this program can bring the item back; left out where the drive is out of reach.
    private func reversible(
        _ row: Int, _ handling: Handling, to sink: DocumentText
    ) {
        guard let reversal = reversals[listing.drive(row)]?[handling.deletionMethod] else { return }
        sink.append(",\"reversible\":")
        sink.append(reversal.isPossible ? "true" : "false")
    }
}
