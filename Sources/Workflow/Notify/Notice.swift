// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What a round has to tell somebody elsewhere: how much of what, and what to type. It names no file
/// and quotes no error, unless details are asked for.
package struct Notice: Sendable, Codable, Hashable {
    /// The round that it is of.
    let round: String
    let profile: String
    /// When the round ended, as RFC 3339.
    let ended: String
    /// What it is about, as rules call it.
    let events: [String]
    let exit: Int
    /// The sentence, in the language of the person and in English.
    var text: String
    var summary: String
    /// The same without the words of errors, where these have them.
    private var plainText: String?
    private var plainSummary: String?
    let staged: Int
    let deleted: Int
    let deletedBytes: Int64
    /// The command that takes back what was staged.
    let undo: String?
    /// Items, where they may be named.
    var items: [String] = []

    /// The most bytes of a text; the report has all of it.
    private static let textBytesMax = 2_000
    /// How many items are named.
    private static let itemsMax = 20

    /// What `report` has to tell `target`; nil where that does not want to hear of it.
    init?(_ report: RunReport, for target: NotificationTarget) {
        let wanted = report.events.filter(target.wants)
        // A heartbeat wants to hear of every round.
        if wanted.isEmpty, target.channel != .heartbeat { return nil }
        round = report.id
        profile = report.profile
        ended = report.ended.description
        events = wanted.map(\.rawValue)
        exit = Int(report.status.exitStatus)
        let said = report.sentence(quotes: target.tellsDetails)
        // Commands are shown without what leads to the state and the rules: those are paths.
        let words = Words(Host.words.language)
        text = Self.cut(VisibleText.guarded(words(said)))
        summary = Self.cut(VisibleText.guarded(Words.english(said)))
        if target.tellsDetails {
            let plain = report.sentence(quotes: false)
            plainText = Self.cut(VisibleText.guarded(words(plain)))
            plainSummary = Self.cut(VisibleText.guarded(Words.english(plain)))
        }
        staged = report.staged?.outcome.staged ?? 0
        deleted = report.execution?.report.count(.deleted) ?? 0
        deletedBytes = report.execution?.report.deletedBytes ?? 0
        undo =
            staged > 0
            ? report.staged.map { Words.english.command(.undo(plan: $0.proposal.plan.id)) }
            : nil
        if target.tellsDetails {
            let all = report.stagedItems + (report.execution?.report.items ?? [])
            items = all.prefix(Self.itemsMax).map { "\($0.state.rawValue) \($0.shownPlace)" }
        }
    }

    /// The same without details, as it is kept for another time: by then nobody may want them.
    var brief: Notice {
        var notice = self
        notice.items = []
        notice.text = plainText ?? text
        notice.summary = plainSummary ?? summary
        notice.plainText = nil
        notice.plainSummary = nil
        return notice
    }

    /// Whether somebody has to do something.
    var isTrouble: Bool {
        events.contains(NotificationTarget.Event.failed.rawValue)
            || events.contains(NotificationTarget.Event.refused.rawValue)
    }

    /// The text with the items, line by line.
    var lines: String { (["cleanrules (\(profile)): \(text)"] + items).joined(separator: "\n") }

    /// All of it, for programs.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "about": .text("cleanrules notice"), "format": .number(1), "round": .text(round),
            "profile": .text(profile), "ended": .text(ended), "events": .texts(events),
            "exit": .number(exit), "summary": .text(summary), "staged": .number(staged),
            "deleted": .number(deleted), "deleted_bytes": .number(deletedBytes),
        ]
        members.set("undo", undo)
        if !items.isEmpty { members["items"] = .texts(items) }
        return .object(members)
    }

    private static func cut(_ text: String) -> String {
        if text.utf8.count <= textBytesMax { return text }
        var cut = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > textBytesMax { break }
            cut.append(scalar)
        }
        return String(cut) + "…"
    }
}

extension RunReport {
    /// How long before it goes something is worth a message, in seconds.
    private static let dueSeconds: Int64 = 86_400

    /// What the round is worth a message for.
    var events: [NotificationTarget.Event] {
        NotificationTarget.Event.allCases.filter { event in
            switch event {
            case .planned: (plan?.totals.delete.items ?? 0) > 0
            case .staged: (staged?.outcome.staged ?? 0) > 0
            case .due:
                next.map {
                    $0.first.secondsSinceEpoch - ended.secondsSinceEpoch <= Self.dueSeconds
                } ?? false
            case .executed:
                (execution?.report.count(.deleted) ?? 0) + (execution?.report.purgedCount ?? 0) > 0
            case .refused:
                refusal != nil || !heldDrives.isEmpty || execution?.braked != nil
            case .failed:
                hasFailed || unfinished != nil || execution?.report.isPartial == true
                    || execution?.braked != nil
            }
        }
    }
}
