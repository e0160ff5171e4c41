// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import Plans
package import RuleEngine
internal import Text
package import Wording

/// A saved plan as lines of text.
package struct SavedPlanText {
    private let plan: PlanRecord
    private let head: PlanHead
    private let words: Words

    /// The plan in the language of `words`.
    package init(_ plan: PlanRecord, _ words: Words) {
        self.plan = plan
        self.words = words
        head = plan.head
    }

    /// The header, the rules, what blocks it, and the items of `verdict` or the largest deletions.
    package func lines(listing verdict: Verdict?) -> [String] {
        let drives = head.drives.map { drive in
            let place = DrivePlaceText(
                kind: drive.kind.rawValue, root: drive.root, part: drive.part)
            return Phrase.planDrive(
                n: drive.files, drive: VisibleText.escaped(drive.name), kind: place.phrase,
                size: drive.bytes)
        }
        let zone = RuleTimeZone(identifier: head.timeZone) ?? .machine
        var lines = [
            words(
                .showHead(
                    plan: VisibleText.escaped(head.id),
                    when: LocalTimeText.wall(head.now, in: zone, words),
                    end: LocalTimeText.wall(head.expires, in: zone, words))),
            words(drives).joined(separator: " · ")
                + " · \(VisibleText.escaped(head.rulesName))", "",
        ]
        lines += rules()
        lines += items(verdict)
        lines += waysBack()
        lines += proof()
        if let looks = head.looks { lines += [""] + words(looks.lines) }
        let exceeded = head.limits.filter(\.isExceeded)
        if !exceeded.isEmpty { lines += ["", words(.planBlocked)] }
        for limit in exceeded { lines.append("! " + words(limit.phrase)) }
        let totals = head.totals
        lines += [
            "",
            words(
                .planCounts(
                    kept: totals.keep.items, deleted: totals.delete.items,
                    size: totals.delete.bytes, left: totals.review.items)),
        ]
        return lines
    }

    /// How many of the deletions this program could take back.
    private func waysBack() -> [String] {
        var (back, lost) = (0, 0)
        for entry in 0..<plan.count where plan.verdict(entry) == .delete {
            guard let isPossible = plan.reversible(entry) else { continue }
            if isPossible { back += 1 } else { lost += 1 }
        }
        if back + lost == 0 { return [] }
        var lines = ["", words(.wayTitle)]
        if back > 0 { lines.append("  " + words(.showBack(n: back))) }
        if lost > 0 { lines.append("  " + words(.showLost(n: lost))) }
        return lines
    }

    /// What has to be downloaded before copies go.
    private func proof() -> [String] {
        var shares: [String: ProofVolume.Share] = [:]
        for line in head.proof {
            var share = ProofVolume.Share()
            share.copies = Int(clamping: line.copies)
            share.freeCopies = Int(clamping: line.freeCopies)
            share.files = Int(clamping: line.files)
            share.bytes = line.downloadBytes
            shares[line.drive] = share
        }
        let lines = ProofText(proof: ProofVolume(shares: shares), speeds: nil).lines
        return lines.isEmpty ? [] : ["", words(.planProof)] + lines.map { "  " + words($0) }
    }

    private func rules() -> [String] {
        var rows = [words(PlanColumns.rules)]
        for rule in head.totals.rules {
            rows.append([
                VisibleText.escaped(rule.id), words.number(rule.keep.items),
                words.number(rule.delete.items), words.size(rule.delete.bytes),
                words.number(rule.review.items),
            ])
        }
        rows.append([words(.reasonUnmatched), words.number(head.totals.unmatched.items)])
        return TextTable(rows: rows, leftColumns: [0]).lines
    }

    private func items(_ verdict: Verdict?) -> [String] {
        let wanted = verdict ?? .delete
        let entries = (0..<plan.count).filter { plan.verdict($0) == wanted }
        if entries.isEmpty { return [] }
        let shown =
            verdict == nil
            ? Array(
                entries.sorted { (plan.itemSize($0) ?? 0) > (plan.itemSize($1) ?? 0) }
                    .prefix(PlanTable.largestMax))
            : entries
        let rows = shown.map { entry in
            [
                plan.itemSize(entry).map { words.size($0) } ?? "?",
                VisibleText.escaped(plan.path(entry)),
                VisibleText.escaped(plan.rule(entry)?.id ?? ""), words(plan.reason(entry).name),
            ]
        }
        return ["", words(title(verdict))] + TextTable(rows: rows, leftColumns: [1, 2, 3]).lines
    }

    private func title(_ verdict: Verdict?) -> Phrase {
        switch verdict {
        case .keep: .showItemsKeep
        case .review: .showItemsReview
        case .delete: .showItemsDelete
        case nil: .planLargest
        }
    }
}
