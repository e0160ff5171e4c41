// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Messages
internal import RuleEngine

/// Reads a plan's JSON document (docs/reference/json.md), as `PlanDocument` writes it.
///
/// The only reader of it: for files that a person names, and for plans that an earlier version kept
/// as text. A document in which anything is missing or out of place is refused as a whole.
package enum PlanDocumentReader {
    /// What a document that is none looks like.
    package struct Unreadable: Error {
        /// What is wrong, one clause.
        package let reason: Message

        init(_ reason: Message) { self.reason = reason }
    }

    /// The plan that `document` holds. O(bytes).
    package static func record(_ document: [UInt8]) throws(Unreadable) -> PlanRecord {
        guard let split = try? PlanDocumentLines(document) else { return try whole(document) }
        var maker = PlanDocumentRecord(try head(split.head))
        for line in split.lines { try maker.add(try entry(line)) }
        return try maker.record()
    }

    /// The plan of `head` whose entries are `entries`, in the order of plans. O(entries).
    package static func record(
        _ head: PlanHead, _ entries: [PlanEntry]
    ) throws(Unreadable) -> PlanRecord {
        var maker = PlanDocumentRecord(head)
        for entry in entries { try maker.add(entry) }
        return try maker.record()
    }

    /// What `document` says beside its entries, which are not looked at. O(bytes).
    package static func head(of document: [UInt8]) throws(Unreadable) -> PlanHead {
        try head((try? PlanDocumentLines(document))?.head ?? document)
    }

    /// The plan of a document whose entries do not stand on lines of their own.
    private static func whole(_ document: [UInt8]) throws(Unreadable) -> PlanRecord {
        struct Entries: Decodable {
            let entries: [PlanEntry]
        }
        let head = try head(document)
        guard let found = try? JSONDecoder().decode(Entries.self, from: Data(document)) else {
            throw Unreadable(Message("an entry cannot be read"))
        }
        var maker = PlanDocumentRecord(head)
        for entry in found.entries { try maker.add(entry) }
        return try maker.record()
    }

    private static func head(_ json: [UInt8]) throws(Unreadable) -> PlanHead {
        do {
            return try JSONDecoder().decode(PlanDocumentHead.self, from: Data(json)).head
        } catch let error as Unreadable {
            throw error
        } catch {
            throw Unreadable(Message("it is no plan"))
        }
    }

    private static func entry(_ line: ArraySlice<UInt8>) throws(Unreadable) -> PlanEntry {
        do {
            return try JSONDecoder().decode(PlanEntry.self, from: Data(line))
        } catch {
            throw Unreadable(Message("an entry cannot be read"))
        }
    }
}

/// The lines of a plan's document: one entry a line between the line `"entries": [` and the next
/// line that begins with `]`.
package struct PlanDocumentLines {
    /// The lines of the entries, without the commas between them.
    package let lines: [ArraySlice<UInt8>]
    /// The document without its entries.
    let head: [UInt8]

    private static let opening = Array("\"entries\": [".utf8)
    private static let keptEnd = Array("\"verdict\":\"keep\"}".utf8)

    /// Finds the entries in `document`. O(bytes).
    package init(_ document: [UInt8]) throws(PlanDocumentReader.Unreadable) {
        let newline = UInt8(ascii: "\n")
        var found: [ArraySlice<UInt8>] = []
        var opened: Int?
        var start = document.startIndex
        while start < document.endIndex {
            let end = document[start...].firstIndex(of: newline) ?? document.endIndex
            var line = document[start..<end]
            let lineStart = start
            start = end + 1
            guard let opened = opened else {
                if !line.starts(with: Self.opening) { continue }
                if line.dropFirst(Self.opening.count).first == UInt8(ascii: "]") {
                    (lines, head) = ([], document)
                    return
                }
                opened = end
                continue
            }
            if line.first == UInt8(ascii: "]") {
                lines = found
                head = Array(document[..<opened]) + document[lineStart...]
                return
            }
            if line.last == UInt8(ascii: ",") { line.removeLast() }
            if !line.isEmpty { found.append(line) }
        }
        throw PlanDocumentReader.Unreadable(Message("its list of entries has no end"))
    }

    /// Whether the line is of an item that stays; the verdict is the last key of its entry.
    package static func isKept(_ line: ArraySlice<UInt8>) -> Bool {
        line.suffix(keptEnd.count).elementsEqual(keptEnd)
    }
}

/// What a plan's document says beside its entries, as JSON has it.
private struct PlanDocumentHead: Decodable {
    struct Counts: Decodable {
        let items: Int64
        let bytes: Int64
        let unknown_sizes: Int64?

        var tally: Tally {
            var tally = Tally()
            (tally.items, tally.bytes, tally.unknownSizes) = (items, bytes, unknown_sizes ?? 0)
            return tally
        }
    }

    struct RuleCounts: Decodable {
        let id: String
        let keep: Counts
        let delete: Counts
        let review: Counts
    }

    struct Totals: Decodable {
        let keep: Counts
        let delete: Counts
        let review: Counts
        let items: Counts?
        let rules: [RuleCounts]
        let unmatched: Counts
    }

    struct Limit: Decodable {
        let limit: String
        let exceeded: Bool
        let rule: String?
        let drive: String?
        let threshold: Int64?
        let value: Int64
    }

    struct Drive: Decodable {
        let name: String
        let kind: String
        let identity: String
        let root: String?
        let part: String?
        let files: Int64
        let folders: Int64?
        let bytes: Int64
        let items: Int64?
        let listed: String?
        let cursor: String?
        let held: String?
    }

    struct Proof: Decodable {
        let drive: String
        let copies: Int64
        let free_copies: Int64
        let files: Int64
        let download_bytes: Int64
    }

    struct Looks: Decodable {
        let eligible: Int64
        let looked: Int64
        let unreadable: Int64
        let version: Int64
        let groups: Int64?
    }

    struct Rules: Decodable {
        let digest: String
        let name: String
    }

    struct Changes: Decodable {
        let since: String?
        let added: Int64
        let removed: Int64
    }

    struct Decisions: Decodable {
        struct Unplaced: Decodable {
            let drive: String
            let path: String
            let verdict: String
        }

        let carried_over: Int64
        let hold: Int64
        let unplaced: [Unplaced]
    }

    let format: Int
    let id: String
    let expires: String
    let now: String
    let timezone: String?
    let tool: String
    let rules: Rules
    let changes: Changes?
    let decisions: Decisions?
    let drives: [Drive]
    let limits: [Limit]
    let looks: Looks?
    let totals: Totals
    let proof: [Proof]?
    let warnings: [String]?

    private typealias Unreadable = PlanDocumentReader.Unreadable

    var head: PlanHead {
        get throws {
            guard format == 1 else {
                throw Unreadable(Message("it has plan format \(format); this version reads 1"))
            }
            var head = PlanHead(
                now: try Self.instant(now), expires: try Self.instant(expires),
                timeZone: timezone ?? "UTC", tool: tool,
                rulesDigest: rules.digest.hasPrefix(Self.digestPrefix)
                    ? String(rules.digest.dropFirst(Self.digestPrefix.count)) : rules.digest,
                rulesName: rules.name)
            head.id = id
            head.changes = changes.map {
                PlanChanges(since: $0.since, added: $0.added, removed: $0.removed)
            }
            head.decisions = decisions.map { decisions in
                PlanHead.Decisions(
                    carriedOver: decisions.carried_over, hold: decisions.hold,
                    unplaced: decisions.unplaced.map {
                        PlanHead.Decisions.Unplaced(
                            drive: $0.drive, path: $0.path, verdict: $0.verdict)
                    })
            }
            head.drives = try drives.map(Self.drive)
            head.limits = try limits.map(Self.limit)
            head.looks = looks.map {
                PlanHead.Looks(
                    eligible: $0.eligible, looked: $0.looked, unreadable: $0.unreadable,
                    version: $0.version, groups: $0.groups)
            }
            head.totals = tallies
            head.proof = (proof ?? []).map {
                PlanHead.Proof(
                    drive: $0.drive, copies: $0.copies, freeCopies: $0.free_copies,
                    files: $0.files, downloadBytes: $0.download_bytes)
            }
            head.warnings = warnings ?? []
            return head
        }
    }

    private static let digestPrefix = "sha256:"

    private var tallies: PlanHead.Totals {
        var all = PlanHead.Totals()
        all.delete = totals.delete.tally
        all.keep = totals.keep.tally
        all.review = totals.review.tally
        all.items = totals.items?.tally ?? Tally()
        all.unmatched = totals.unmatched.tally
        all.rules = totals.rules.map {
            PlanHead.RuleTotals(
                id: $0.id, delete: $0.delete.tally, keep: $0.keep.tally, review: $0.review.tally)
        }
        return all
    }

    private static func drive(_ drive: Drive) throws -> PlanHead.Drive {
        guard let kind = DriveKind(rawValue: drive.kind) else {
            throw Unreadable(Message("a drive is of a kind that does not exist"))
        }
        var found = PlanHead.Drive(
            name: drive.name, kind: kind, identity: drive.identity, files: drive.files,
            folders: drive.folders ?? 0, bytes: drive.bytes)
        found.root = drive.root
        found.part = drive.part
        found.items = drive.items
        found.listed = try drive.listed.map(instant)
        found.cursor = drive.cursor
        found.held = drive.held
        return found
    }

    private static func limit(_ limit: Limit) throws -> LimitOutcome {
        guard let subject = LimitOutcome.Subject(rawValue: limit.limit) else {
            throw Unreadable(Message("it has a limit that does not exist"))
        }
        return LimitOutcome(
            subject: subject, rule: limit.rule, drive: limit.drive, value: limit.value,
            threshold: limit.threshold, isExceeded: limit.exceeded)
    }

    private static func instant(_ text: String) throws -> Timestamp {
        guard let instant = try? Timestamp.parse(text) else {
            throw Unreadable(Message("a date cannot be read"))
        }
        return instant
    }
}
