// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// A round in figures, as OpenMetrics text that node_exporter's textfile collector reads as well:
/// what the older format would read otherwise does not occur in it.
package struct RunMetrics {
    private let report: RunReport
    private var text = ""

    /// The figures of `report`.
    package init(_ report: RunReport) { self.report = report }

    /// How every such file begins.
    static let mark = "# HELP cleanrules_run_info "

    /// The file, with its end. What is not known is not in it.
    package var document: String {
        var metrics = self
        metrics.addRound()
        metrics.addItems()
        metrics.addPlan()
        metrics.addQuota()
        metrics.addDrives()
        return metrics.text + "# EOF\n"
    }

    /// A kind of metric.
    private enum Kind: String {
        case gauge
        case counter
    }

    /// The labels of a sample with its value.
    private typealias Sample = (labels: [(name: String, value: String)], value: String)

    // MARK: Families

    private mutating func addRound() {
        add(
            "run_info", "The last round.",
            [
                (
                    [
                        ("profile", report.profile), ("round", report.id),
                        ("version", Version.text), ("rules", report.rules ?? ""),
                    ], "1"
                )
            ])
        add("run_exit_status", "The exit status of the last round.", report.status.exitStatus)
        add("run_begin_timestamp_seconds", "When the last round began.", report.begun)
        add("run_end_timestamp_seconds", "When the last round ended.", report.ended)
        add(
            "run_last_success_timestamp_seconds", "When a round last ended with 0.",
            report.lastSuccess)
        add(
            "run_unfinished", "Whether the round before was killed.",
            report.unfinished == nil ? 0 : 1)
        let whole = report.ended.secondsSinceEpoch - report.begun.secondsSinceEpoch
        add(
            "run_duration_seconds", "How long the last round took, and its parts.",
            [([("phase", "all")], String(max(0, whole)))]
                + report.durations.map { ([("phase", $0.phase.rawValue)], Self.number($0.seconds)) }
        )
    }

    private mutating func addItems() {
        var counts: [String: [String: (items: Int64, bytes: Int64)]] = [:]
        func count(_ drive: String, _ state: String, _ items: Int, _ bytes: Int64) {
            let one = counts[drive]?[state] ?? (0, 0)
            counts[drive, default: [:]][state] = (one.items + Int64(items), one.bytes + bytes)
        }
        for (kind, tally) in report.execution?.report.handled.counts ?? [] {
            count(kind.drive, kind.state.rawValue, tally.count, tally.bytes)
        }
        for (drive, tally) in report.stagedTallies {
            count(drive, ItemState.staged.rawValue, tally.count, tally.bytes)
        }
        for (drive, tally) in report.dueTallies { count(drive, "due", tally.count, tally.bytes) }
        // What is to be watched is there from the first round on, with nothing in it.
        let watched =
            [ItemState.deleted, .staged, .held, .failed, .gaveUp, .changed, .deferred]
            .map(\.rawValue) + ["due"]
        for name in report.drives.map(\.name) { for state in watched { count(name, state, 0, 0) } }
        var items: [Sample] = []
        var bytes: [Sample] = []
        for (drive, states) in counts.sorted(by: { $0.key < $1.key }) {
            for (state, one) in states.sorted(by: { $0.key < $1.key }) {
                let labels = [("drive", drive), ("state", state)]
                items.append((labels, String(one.items)))
                bytes.append((labels, String(one.bytes)))
            }
        }
        add(
            "run_items", "Items that the last round left in a state; due: what it left to do.",
            items)
        add("run_items_bytes", "The bytes of these items.", bytes)
        add("waiting_items", "Items that wait to be deleted.", report.next.map { $0.count } ?? 0)
        add("next_due_timestamp_seconds", "When the first of them may go.", report.next?.first)
        guard let ever = report.deletedEver else { return }
        add(
            "deleted_items", "Deletions on record.", [([], String(ever.items))], .counter)
        add(
            "deleted_bytes", "The bytes of the deletions on record.", [([], String(ever.bytes))],
            .counter)
    }

    private mutating func addPlan() {
        guard let totals = report.plan?.totals else { return }
        let all = [("delete", totals.delete), ("keep", totals.keep), ("review", totals.review)]
        add(
            "plan_items", "Items of the plan of the last round.",
            all.map { ([("verdict", $0.0)], String($0.1.items)) })
        add(
            "plan_items_bytes", "The bytes of these items.",
            all.map { ([("verdict", $0.0)], String($0.1.bytes)) })
        add(
            "plan_exceeded_limits", "Limits that the plan is over.",
            report.plan?.limits.count(where: \.isExceeded))
    }

    private mutating func addQuota() {
        guard let quota = report.quota else { return }
        add("quota_used_items", "Deletions that count for today's quota.", quota.deletes.used)
        add("quota_limit_items", "Deletions that a day allows.", quota.deletes.limit)
        add("quota_used_bytes", "Bytes that count for today's quota.", quota.bytes.used)
        add("quota_limit_bytes", "Bytes that a day allows.", quota.bytes.limit)
    }

    private mutating func addDrives() {
        let drives = report.drives
        func each(_ value: (DriveOutcome) -> Int64?) -> [Sample] {
            drives.compactMap { drive in value(drive).map { ([("drive", drive.name)], String($0)) }
            }
        }
        add(
            "drive_info", "How the last round found a drive.",
            drives.map { drive in
                (
                    [
                        ("drive", drive.name), ("kind", drive.kind),
                        ("state", drive.standing.rawValue),
                    ], "1"
                )
            })
        add(
            "drive_in_doubt", "Whether a person has to look at the drive.",
            each { $0.standing.isInDoubt ? 1 : 0 })
        add(
            "drive_unreachable", "Whether the drive was asked and could not be listed.",
            each { $0.standing.isUnreachable ? 1 : 0 })
        add("drive_items", "Items that were listed.", each(\.items))
        add("drive_size_bytes", "The bytes of the files that were listed.", each(\.bytes))
        add(
            "drive_listed_timestamp_seconds", "When the drive was last listed completely.",
            each { $0.listed?.secondsSinceEpoch })
        add("drive_free_bytes", "Room that is left on the drive.", each { $0.space?.freeBytes })
        add("drive_bin_bytes", "What lies in its recycle bin.", each { $0.space?.binBytes })
        add(
            "state_free_bytes", "Room that is left where the state lies.",
            report.stateSpace?.freeBytes)
    }

    // MARK: Text

    private mutating func add(_ name: String, _ help: String, _ instant: Timestamp?) {
        add(name, help, instant?.secondsSinceEpoch)
    }

    private mutating func add(_ name: String, _ help: String, _ value: (some BinaryInteger)?) {
        if let value { add(name, help, [([], String(value))]) }
    }

    private mutating func add(
        _ name: String, _ help: String, _ samples: [Sample], _ kind: Kind = .gauge
    ) {
        if samples.isEmpty { return }
        let name = "cleanrules_" + name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
                .joined(separator: ",")
            text += name + (kind == .counter ? "_total" : "")
            text += (list.isEmpty ? "" : "{\(list)}") + " \(value)\n"
        }
    }

    /// The value of a label: hidden characters written out, then as the format wants it.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in VisibleText.escaped(text).unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Seconds with three places.
    private static func number(_ seconds: Double) -> String {
        String(max(0, (seconds * 1_000).rounded() / 1_000))
    }
}
