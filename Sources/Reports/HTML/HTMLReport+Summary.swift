// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

/// The parts of the page above the items: what it is about, the numbers, the limits, the rules.
extension HTMLReport {
    func top() -> String {
        let drives = plan.listing.drives.indices.map { number in
            let (drive, counts) = (plan.listing.drives[number], totals.drives[number])
            let part = plan.input.parts[drive.name].map {
                Phrase.planDrivePart(place: drive.name, part: $0)
            }
            return HTMLReportText.markup(
                words(
                    .reportDrive(
                        n: counts.files.items, drive: part ?? .verbatim(drive.name),
                        size: counts.files.bytes)))
        }
        var meta = drives.isEmpty ? [say(.planNothingListed)] : drives
        if let rulesName {
            meta.append(HTMLReportText.markup(words(.reportRulesOf(name: rulesName))))
        }
        meta.append(say(.reportAsOf(when: moment(plan.input.now))))
        if let generated, generated != plan.input.now.description {
            meta.append(HTMLReportText.markup(words(.reportMade(when: generated))))
        }
        let lines = meta.map { "<span>\($0)</span>" }.joined(separator: " ")
        return #"""
            <header class="top"><div class="wrap">
            <p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#1c5fb0"/>\#
            <path d="M6 12.5l4 4 8-9" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>cleanrules</p>
            <button type="button" class="button theme" id="theme" data-live hidden><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/>\#
            <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg><span class="spoken">\#(say(.reportColours))</span><span id="theme-name">\#(say(.reportLiveAutomatic))</span></button>
            <h1>\#(HTMLReportText.markup(heading))</h1>
            <p class="meta">\#(lines)</p>
            </div></header>

            """#
    }

    func headline() -> String {
        let total = totals.all.items
        let parts: [(name: String, tally: Tally)] = [
            ("delete", totals.delete), ("review", totals.review), ("keep", totals.keep),
        ]
        var start = 0.0
        let bars = parts.map { name, tally in
            // A share too small to see is drawn two thousandths wide.
            let exact = total == 0 ? 0 : Double(tally.items) / Double(total) * 1_000
            let width = tally.items == 0 ? 0 : max(2, exact)
            defer { start += width }
            return #"""
                <rect class="\#(name)" x="\#(tenths(start))" width="\#(tenths(width))" height="10"/>
                """#
        }.joined()
        let spoken = say(
            .reportShare(
                total: total, deleted: totals.delete.items, count: totals.review.items,
                kept: totals.keep.items))
        let unknown = totals.delete.unknownSizes
        let all: Phrase =
            unknown == 0
            ? .reportFreedOf(size: totals.all.bytes)
            : .reportFreedUnknown(size: totals.all.bytes, n: unknown)
        let looks = looks.map {
            "\n<p class=\"calm\">\(HTMLReportText.markup(shown: $0))</p>"
        }.joined()
        return #"""
            <section aria-label="\#(say(.reportSummary))">
            <dl class="stats">
            \#(stat("delete", "−", .reportColumnDelete, count(totals.delete.items), share(totals.delete)))
            \#(stat("plain", "↓", .reportFreed, words.size(totals.delete.bytes), all))
            \#(stat("review", "?", .reportColumnReview, count(totals.review.items), reviewNote))
            \#(stat("keep", "+", .reportColumnKeep, count(totals.keep.items), share(totals.keep)))
            </dl>
            <svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="\#(spoken)">\#(bars)</svg>
            <p class="calm">\#(say(.reportPlanOnly))</p>\#(looks)
            </section>

            """#
    }

    private var reviewNote: Phrase {
        totals.review.items == 0
            ? .reportUndecidedNone : .reportUndecided(size: totals.review.bytes)
    }

    private func stat(
        _ kind: String, _ sign: String, _ name: Phrase, _ value: String, _ note: Phrase
    ) -> String {
        #"""
        <div class="stat \#(kind)"><dt><span class="sign \#(kind)" aria-hidden="true">\#(sign)</span>\#
        \#(say(name))</dt><dd><strong>\#(value)</strong>\#(say(note))</dd></div>
        """#
    }

    private func share(_ tally: Tally) -> Phrase {
        let total = totals.all.items
        if total == 0 { return .reportOfNone }
        let tenths = tally.items * 1_000 / total
        let mark = words.language.decimalMark
        let percent =
            tenths >= 100 || tenths % 10 == 0
            ? "\(tenths / 10)" : "\(tenths / 10)\(mark)\(tenths % 10)"
        let text: Phrase =
            tally.items > 0 && tenths == 0
            ? .reportUnder(text: "0\(mark)1") : .verbatim(percent)
        return .reportPercent(n: total, text: text)
    }

    /// What blocks the plan, loudly; limits that hold, quietly.
    func limitsPart() -> String {
        let exceeded = limits.filter(\.isExceeded)
        let held = limits.filter { !$0.isExceeded && $0.threshold != nil }
        var html = ""
        if !exceeded.isEmpty {
            html += #"""
                <section class="card limits blocked" aria-labelledby="blocked">
                <h2 id="blocked">\#(say(.reportBlocked(n: exceeded.count)))</h2>
                <p>\#(say(.reportBlockedMore))</p>
                <ul>\#(exceeded.map(limitLine).joined(separator: "\n"))</ul>
                </section>

                """#
        }
        if !held.isEmpty {
            let word = say(exceeded.isEmpty ? .reportWithin : .reportOthersHold)
            html += #"""
                <section class="card limits" aria-label="\#(say(.reportLimits))">
                <details><summary>\#(word) <span class="soft">(\#(held.count))</span></summary>
                <ul>\#(held.map(limitLine).joined(separator: "\n"))</ul></details>
                </section>

                """#
        }
        return html
    }

    private func limitLine(_ outcome: LimitOutcome) -> String {
        guard let threshold = outcome.threshold else { return "" }
        var (what, value, most): (Phrase, String, String) =
            switch outcome.subject {
            case .items: (.reportLimitItems, count(outcome.value), count(threshold))
            case .bytes: (.reportLimitBytes, words.size(outcome.value), words.size(threshold))
            case .percent: (.reportLimitPercent, "\(outcome.value) %", "\(threshold) %")
            case .listingDrop: (.reportLimitDrop, "\(outcome.value) %", "\(threshold) %")
            }
        if let drive = outcome.drive {
            what = .reportLimitOn(what: what, drive: HTMLReportText.markup(drive))
        }
        if let rule = outcome.rule {
            what = .reportLimitRule(
                what: what, rule: "<code>\(HTMLReportText.markup(rule))</code>")
        }
        let filled =
            threshold <= 0 ? (outcome.value > 0 ? 1 : 0) : Double(outcome.value) / Double(threshold)
        let kind = outcome.isExceeded ? " full" : filled >= 0.8 ? " near" : ""
        let state =
            outcome.isExceeded
            ? #"<span class="over">\#(say(.reportLimitOver(a: value, b: most)))</span>"#
            : say(.reportLimitOf(a: value, b: most))
        let line = Phrase.reportLimitLine(
            what: what, text: #"<span class="number">\#(state)</span>"#)
        return #"""
            <li>\#(sayMarkup(line))\#
            <svg class="gauge\#(kind)" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\#
            <rect width="\#(tenths(min(1, filled) * 1_000))" height="10"/></svg></li>
            """#
    }

    /// Sentences under a heading; nothing where there are none.
    func list(_ name: String, _ heading: Phrase, _ sentences: [String]) -> String {
        if sentences.isEmpty { return "" }
        let lines = sentences.map { "<li>\(HTMLReportText.markup($0))</li>" }
            .joined(separator: "\n")
        return #"""
            <section class="card notes" aria-labelledby="\#(name)"><h2 id="\#(name)">\#(say(heading))</h2>
            <ul>\#(lines)</ul></section>

            """#
    }

    func footer() -> String {
        #"""
        <footer class="wrap">
        <dl>
        <div><dt>\#(say(.reportColumnKeep))</dt><dd>\#(say(.reportFooterKeep))</dd></div>
        <div><dt>\#(say(.reportColumnReview))</dt><dd>\#(say(.reportFooterReview))</dd></div>
        <div><dt>\#(say(.reportColumnDelete))</dt><dd>\#(say(.reportFooterDelete))</dd></div>
        </dl>
        <p>\#(say(.reportFooter(version: version)))</p>
        </footer>

        """#
    }

    /// An instant in UTC, to the minute: `2026-01-15 12:00 UTC`.
    private func moment(_ instant: Timestamp) -> String {
        let text = instant.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }

    private func tenths(_ number: Double) -> String {
        let rounded = Int((number * 10).rounded())
        return rounded % 10 == 0 ? "\(rounded / 10)" : "\(rounded / 10).\(rounded % 10)"
    }
}
