// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// All that is known of an item, line by line: the deck's and the plain review's answer to `why`.
struct ReviewFacts {
    let card: ReviewCard
    let details: ReviewDetails
    let zone: RuleTimeZone

    /// The lines, names in them escaped; the words of the rules stand as they are written.
    var lines: [String] {
        (item + why).map { VisibleName.guarded($0) }
    }

    private var item: [String] {
        let item = card.item
        var lines = [
            "Path: \(VisibleName.escaped(item.path))",
            "Drive: \(VisibleName.escaped(item.drive))",
        ]
        lines.append(
            item.isFolder
                ? "Folder" : "Size: " + (item.size.map { ByteCountText.exact($0) } ?? "unknown"))
        if let taken = details.taken { lines.append("Taken: \(instant(taken))") }
        if let created = details.created { lines.append("Made: \(instant(created))") }
        if let modified = item.modified {
            lines.append("Changed: \(instant(Timestamp(secondsSinceEpoch: modified)))")
        }
        if let width = details.width, let height = details.height {
            lines.append("Picture: \(width)×\(height)")
        }
        if let camera = details.camera { lines.append("Camera: \(VisibleName.escaped(camera))") }
        if let isShared = details.isShared {
            lines.append("Shared with others: \(isShared ? "yes" : "no")")
        }
        if card.isLastCopy { lines.append("It is the last copy: no other one would be left") }
        return lines
    }

    private var why: [String] {
        var lines: [String] = []
        if let rule = card.entry.reviewed.rule {
            lines.append("Rule: \(rule)" + (details.ruleText.map { " (\($0))" } ?? ""))
        }
        for condition in details.conditions.prefix(100) {
            let indent = String(repeating: "  ", count: min(8, condition.depth + 1))
            let exception = condition.isException ? "unless " : ""
            let actual = condition.actual.map { " (it is \(VisibleName.escaped($0)))" } ?? ""
            lines.append(
                "\(indent)\(ReviewWords.sign(condition.outcome)): \(exception)\(condition.text)"
                    + actual)
        }
        let reason = details.reasonText.isEmpty ? card.entry.reason.rawValue : details.reasonText
        return lines + ["Why it is asked: \(reason)"]
    }

    private func instant(_ instant: Timestamp) -> String { ReviewWords.instant(instant, zone) }
}
