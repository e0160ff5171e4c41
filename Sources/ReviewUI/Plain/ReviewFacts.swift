// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// All that is known of an item, line by line: the deck's and the plain review's answer to `why`.
struct ReviewFacts {
    let card: ReviewCard
    let details: ReviewDetails
    let zone: RuleTimeZone
    let words: Words

    /// The lines, names in them escaped; the words of the rules stand as they are written.
    var lines: [String] {
        (words(item) + why).map { VisibleText.guarded($0) }
    }

    private var item: [Phrase] {
        let item = card.item
        var lines: [Phrase] = [
            .factPath(text: VisibleText.escaped(item.path)),
            .factDrive(text: VisibleText.escaped(item.drive)),
        ]
        lines.append(
            item.isFolder
                ? .factFolder
                : .factSize(
                    text: item.size.map { words.exactSize($0) } ?? words(.reviewOutcomeUnknown)))
        if let taken = details.taken { lines.append(.factTaken(time: Moment(taken, zone))) }
        if let created = details.created { lines.append(.factMade(time: Moment(created, zone))) }
        if let modified = item.modified {
            let instant = Timestamp(secondsSinceEpoch: modified)
            lines.append(.factChanged(time: Moment(instant, zone)))
        }
        if let width = details.width, let height = details.height {
            lines.append(.factPicture(text: "\(width)×\(height)"))
        }
        if let camera = details.camera {
            lines.append(.factCamera(text: VisibleText.escaped(camera)))
        }
        if let album = details.album {
            lines.append(.factAlbum(text: VisibleText.escaped(album)))
        }
        if let shot = card.shot { lines.append(.factParts(text: VisibleText.escaped(shot))) }
        if let isShared = details.isShared {
            lines.append(.factShared(text: isShared ? Phrase.reviewOutcomeYes : .reviewOutcomeNo))
        }
        if card.isLastCopy { lines.append(.reviewLastCopy) }
        return lines
    }

    private var why: [String] {
        let say = ReviewWords(words)
        var lines: [String] = []
        if let rule = card.entry.reviewed.rule {
            let text = rule + (details.ruleText.map { " (\($0))" } ?? "")
            lines.append(words(.factRule(text: text)))
        }
        for condition in details.conditions.prefix(100) {
            let indent = String(repeating: "  ", count: min(8, condition.depth + 1))
            lines.append("\(indent)\(say.outcome(condition.outcome)): \(say.condition(condition))")
        }
        let reason = words(details.reasonText)
        return lines + [
            words(.factWhy(text: reason.isEmpty ? card.entry.reason.rawValue : reason))
        ]
    }
}
