// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Writes entries of a plan as JSON objects, keys sorted; for one thread.
final class PlanEntryWriter: Sendable {
    private let record: PlanRecord
    private let items: Listing
    private let columns: PlanColumns
    private let groups: PlanGroups
    private let fragments: PlanFragments
    /// The hashes that some item has, in the order in which one of them is told.
    private let quickXor: HashPlace?
    private let sha1: HashPlace?
    private let sha256: HashPlace?
    /// What of an item is told where nothing was gathered.
    private let inPlace: PlanInPlace?
    /// Who writes what stays in other parts of a fleet; none where there are none.
    private let elsewhere: [PlanEntryWriter]

    /// A writer of the entries of `record`; `fragments` are those of the record.
    init(_ record: PlanRecord, _ fragments: PlanFragments) {
        self.record = record
        self.fragments = fragments
        items = record.items
        columns = record.columns
        groups = record.groups
        quickXor = record.items.hashes[.quickXor].map(HashPlace.init)
        sha1 = record.items.hashes[.sha1].map(HashPlace.init)
        sha256 = record.items.hashes[.sha256].map(HashPlace.init)
        inPlace = record.inPlace
        elsewhere = fragments.elsewhere.map { PlanEntryWriter($0.record, $0.fragments) }
    }

    /// Writes the entry at `number` without a line end.
    @inline(__always)
    func write(_ number: Int, to out: inout JSONCursor) {
        let row = record.row(number)
        let verdict = record.verdict(number)
        let group = columns.group[number]
        let handling = columns.handling.base[number]
        out.put("{")
        let list = columns.also[number]
        if list != PlanColumns.none { also(Int(list), to: &out) }
        if handling != PlanColumns.none { out.put(fragments.applied[Int(handling)]) }
        if let main = record.companionMain(number) { companion(of: main, to: &out) }
        if inPlace == nil { date("\"created\":\"", items.created.base[row], to: &out) }
        text("\"ctag\":\"", items.cTag.slice(row), to: &out)
        out.put("\"drive\":")
        out.put(fragments.drives[record.driveNumbers[items.drive(row)]])
        out.put(",")
        text("\"etag\":\"", items.eTag.slice(row), to: &out)
        date("\"first_seen\":\"", items.firstSeen[row], to: &out)
        if group != PlanColumns.none { name(of: Int(group), to: &out) }
        // Of what stays, none was gathered.
        let hasFurther = verdict == .keep && inPlace != nil ? false : hash(row, to: &out)
        id(row, to: &out)
        if group != PlanColumns.none { kind(of: Int(group), to: &out) }
        like(number, to: &out)
        if verdict == .delete, handling != PlanColumns.none {
            out.put(fragments.methods[Int(handling)])
        }
        date("\"modified\":\"", items.modified.base[row], to: &out)
        if group != PlanColumns.none { needed(by: Int(group), to: &out) }
        out.put("\"path\":\"")
        path(row, to: &out)
        out.put("\",\"reason\":\"")
        out.put(fragments.reasons[Int(columns.reason.base[number])])
        out.put("\"")
        if verdict == .delete, let isPossible = record.reversible(number) {
            if isPossible {
                out.put(",\"reversible\":true")
            } else {
                out.put(",\"reversible\":false")
            }
        }
        rule(number, verdict, to: &out)
        if hasFurther { furtherSHA256(row, to: &out) }
        size(row, to: &out)
        if group != PlanColumns.none {
            out.put(",")
            survivors(of: Int(group), to: &out)
        }
        let takenBack = columns.takenBack[number]
        if takenBack != Missing.date {
            out.put(",\"taken_back\":\"")
            out.put(instant: takenBack)
            out.put("\"")
        }
        if items.isFolder(row) {
            out.put(",\"type\":\"folder\"")
        } else {
            out.put(",\"type\":\"file\"")
        }
        if verdict == .delete, handling != PlanColumns.none {
            out.put(fragments.undoWindows[Int(handling)])
        }
        switch verdict {
        case .delete: out.put(",\"verdict\":\"delete\"")
        case .review: out.put(",\"verdict\":\"review\"")
        case .keep: out.put(",\"verdict\":\"keep\"")
        }
        if group != PlanColumns.none { proof(of: Int(group), to: &out) }
        out.put("}")
    }

    // MARK: Items

    @inline(__always)
    private func text(_ key: StaticString, _ value: TextSlice, to out: inout JSONCursor) {
        if value.isEmpty { return }
        out.put(key)
        out.put(escaped: value)
        out.put("\",")
    }

    @inline(__always)
    private func date(_ key: StaticString, _ seconds: Int64, to out: inout JSONCursor) {
        if seconds == Missing.date { return }
        out.put(key)
        out.put(instant: seconds)
        out.put("\",")
    }

    @inline(__always)
    private func path(_ row: Int, to out: inout JSONCursor) {
        out.put(escaped: items.folders.path(Int(items.folder.base[row])))
        out.put("/")
        out.put(escaped: items.names[row])
    }

    @inline(__always)
    private func id(_ row: Int, to out: inout JSONCursor) {
        out.put("\"id\":\"")
        let id = items.ids[row]
        if id.isEmpty { path(row, to: &out) } else { out.put(escaped: id) }
        out.put("\",")
    }

    @inline(__always)
    private func size(_ row: Int, to out: inout JSONCursor) {
        let size = items.size.base[row]
        if size == Missing.number { return }
        out.put(",\"size\":")
        out.put(size)
    }

    /// The hash that a later check compares; whether the SHA-256 is known beside it.
    @inline(__always)
    private func hash(_ row: Int, to out: inout JSONCursor) -> Bool {
        guard let told = told(row) else { return false }
        switch told.algorithm {
        case .quickXor: out.put("\"hash\":{\"algorithm\":\"quickxor\",\"value\":\"")
        case .sha1: out.put("\"hash\":{\"algorithm\":\"sha1\",\"value\":\"")
        case .sha256: out.put("\"hash\":{\"algorithm\":\"sha256\",\"value\":\"")
        }
        value(told, row, to: &out)
        out.put("\"},")
        return told.algorithm != .sha256 && sha256?.has(row) == true
    }

    /// The hash of `row` that is told.
    @inline(__always)
    private func told(_ row: Int) -> HashPlace? {
        if let algorithm = inPlace?.algorithm(row) { return place(algorithm) }
        if let quickXor, quickXor.has(row) { return quickXor }
        if let sha1, sha1.has(row) { return sha1 }
        if let sha256, sha256.has(row) { return sha256 }
        return nil
    }

    private func place(_ algorithm: HashAlgorithm) -> HashPlace? {
        switch algorithm {
        case .quickXor: quickXor
        case .sha1: sha1
        case .sha256: sha256
        }
    }

    @inline(__always)
    private func value(_ place: HashPlace, _ row: Int, to out: inout JSONCursor) {
        let isWritten = out.put(most: HashColumn.textBytesMax) { place.write(row, to: $0) }
        if isWritten { return }
        guard let column = items.hashes[place.algorithm] else { return }
        out.put(escaped: column.oddTexts.texts[column.oddNumber(row)])
    }

    private func furtherSHA256(_ row: Int, to out: inout JSONCursor) {
        guard let sha256 else { return }
        out.put(",\"sha256\":\"")
        value(sha256, row, to: &out)
        out.put("\"")
    }

    @inline(__always)
    private func rule(_ number: Int, _ verdict: Verdict, to out: inout JSONCursor) {
        let rule = columns.rule.base[number]
        if rule == PlanColumns.noRule { return out.put(",\"rule\":null") }
        out.put(",\"rule\":")
        out.put(fragments.rules[Int(rule)])
        if verdict != .keep { out.put(fragments.digests[Int(rule)]) }
    }

    // MARK: Groups

    /// What further set rules ask for that gave the deletion too.
    private func also(_ list: Int, to out: inout JSONCursor) {
        for (index, number) in record.alsoGroups[list].enumerated() {
            let group = Int(number)
            out.put(index == 0 ? "\"also\":[{" : ",{")
            name(of: group, to: &out)
            kind(of: group, to: &out)
            out.put("\"needed\":")
            out.put(Int64(groups.needed[group]))
            out.put(",\"rule\":")
            out.put(fragments.rules[Int(groups.rule[group])])
            out.put(",")
            survivors(of: group, to: &out)
            proof(of: group, to: &out)
            out.put("}")
        }
        out.put("],")
    }

    private func name(of group: Int, to out: inout JSONCursor) {
        out.put("\"group\":\"")
        out.put(escaped: groups.names[group])
        out.put("\",")
    }

    private func kind(of group: Int, to out: inout JSONCursor) {
        if record.isOfDuplicates(group) {
            out.put("\"kind\":\"duplicates\",")
        } else if record.isOfSimilar(group) {
            out.put("\"kind\":\"similar\",")
        } else {
            out.put("\"kind\":\"surplus\",")
        }
    }

    /// How the item looks like the one that stays.
    private func like(_ entry: Int, to out: inout JSONCursor) {
        guard let figures = PlanLikeness(packed: columns.like[entry]),
            let leader = record.leaderRow(entry)
        else { return }
        out.put("\"like\":{\"block\":")
        out.put(string: figures.block)
        out.put(",\"correlation\":")
        out.put(string: figures.correlation)
        out.put(",\"drive\":")
        out.put(fragments.drives[record.driveNumbers[items.drive(leader)]])
        out.put(",")
        id(leader, to: &out)
        out.put("\"marks\":")
        out.put(Int64(figures.marks))
        out.put(",\"path\":\"")
        path(leader, to: &out)
        out.put("\"},")
    }

    /// The picture that the item goes with.
    private func companion(of main: Int, to out: inout JSONCursor) {
        let row = record.row(main)
        out.put("\"companion_of\":{\"drive\":")
        out.put(fragments.drives[record.driveNumbers[items.drive(row)]])
        out.put(",")
        id(row, to: &out)
        out.put("\"path\":\"")
        path(row, to: &out)
        out.put("\"},")
    }

    private func needed(by group: Int, to out: inout JSONCursor) {
        let needed = groups.needed[group]
        if needed == 0 { return }
        out.put("\"needed\":")
        out.put(Int64(needed))
        out.put(",")
    }

    private func proof(of group: Int, to out: inout JSONCursor) {
        switch record.verify(group) {
        case "bytes": out.put(",\"verify\":\"bytes\"")
        case nil: break
        default: out.put(",\"verify\":\"hash\"")
        }
    }

    /// The members that stay.
    private func survivors(of group: Int, to out: inout JSONCursor) {
        out.put("\"survivors\":[")
        let tellsCreation = record.isOfSimilar(group)
        for (index, number) in groups.survivors[group].enumerated() {
            let row = Int(number)
            out.put(index > 0 ? ",{" : "{")
            if row < items.count {
                survivor(row, tellsCreation: tellsCreation, to: &out)
            } else if let elsewhere = elsewhere.first {
                elsewhere.survivor(row - items.count, tellsCreation: tellsCreation, to: &out)
            }
            out.put("}")
        }
        out.put("]")
        guard let total = record.total(group) else { return }
        out.put(",\"survivors_total\":")
        out.put(Int64(total))
    }

    /// What is said of a member that stays.
    @inline(__always)
    private func survivor(_ row: Int, tellsCreation: Bool, to out: inout JSONCursor) {
        if tellsCreation, inPlace == nil {
            date("\"created\":\"", items.created.base[row], to: &out)
        }
        out.put("\"drive\":")
        out.put(fragments.drives[record.driveNumbers[items.drive(row)]])
        out.put(",")
        text("\"etag\":\"", items.eTag.slice(row), to: &out)
        let hasFurther = hash(row, to: &out)
        id(row, to: &out)
        date("\"modified\":\"", items.modified.base[row], to: &out)
        out.put("\"path\":\"")
        path(row, to: &out)
        out.put("\"")
        if hasFurther { furtherSHA256(row, to: &out) }
        size(row, to: &out)
    }
}

/// Where the hashes of one algorithm stand, for as long as the record is there that has them: to copy a column,
/// with all that counts its users, takes longer than to write a hash. Read only, hence `@unchecked Sendable`.
private struct HashPlace: @unchecked Sendable {
    let algorithm: HashAlgorithm
    private let states: UnsafePointer<UInt8>
    private let bytes: UnsafePointer<UInt8>
    private let width: Int

    init(_ column: HashColumn) {
        algorithm = column.algorithm
        states = UnsafePointer(column.states.base)
        bytes = UnsafePointer(column.bytes.base)
        width = column.algorithm.width
    }

    @inline(__always)
    func has(_ row: Int) -> Bool { states[row] != HashColumn.State.missing }

    /// As `HashColumn.write`.
    @inline(__always)
    func write(_ row: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard states[row] == HashColumn.State.packed else { return 0 }
        return HashColumn.write(bytes + row &* width, of: algorithm, to: target)
    }
}

/// What many entries have in common, in JSON; written once.
struct PlanFragments: Sendable {
    /// The names of drives, as strings.
    let drives = TextColumn()
    /// The ids of rules, as strings.
    let rules = TextColumn()
    /// The digests of rules, as members.
    let digests = TextColumn()
    /// By handling: the rules that applied, the method and the undo window, as members.
    let applied = TextColumn()
    let methods = TextColumn()
    let undoWindows = TextColumn()
    let reasons = TextColumn()
    /// What stays in other parts of a fleet, and what its items have in common; none where there are
    /// none.
    let elsewhere: [(record: PlanRecord, fragments: PlanFragments)]

    init(_ record: PlanRecord) {
        elsewhere = record.ofElsewhere.map { [($0, PlanFragments($0))] } ?? []
        func add(_ text: String, to column: TextColumn) {
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress { column.bytes.append(start, count: bytes.count) }
            }
            column.endText()
        }
        for drive in record.head.drives { add(JSONText.quoted(drive.name), to: drives) }
        let ids = record.rules.map { JSONText.quoted($0.id) }
        for (rule, id) in zip(record.rules, ids) {
            add(id, to: rules)
            add(rule.digest.map { ",\"rule_digest\":\(JSONText.quoted($0))" } ?? "", to: digests)
        }
        for handling in record.handlings {
            let names = handling.applied.map { ids[Int($0)] }
            add("\"applied\":[" + names.joined(separator: ",") + "],", to: applied)
            add(handling.method.map { "\"method\":\"\($0.rawValue)\"," } ?? "", to: methods)
            let window = handling.undoWindow.map { ",\"undo_window\":\(JSONText.quoted($0))" }
            add(window ?? "", to: undoWindows)
        }
        for reason in Reason.allCases.sorted(by: { $0.number < $1.number }) {
            add(reason.rawValue, to: reasons)
        }
    }
}
