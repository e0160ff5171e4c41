// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The parts of the page above the items: what it is about, the numbers, the limits, the rules.
extension HTMLReport {
    func top() -> String {
        let drives = plan.listing.drives.indices.map { number in
            let (drive, counts) = (plan.listing.drives[number], totals.drives[number])
            let part = plan.input.parts[drive.name].map { ", only " + HTMLReportText.markup($0) }
            return "\(HTMLReportText.markup(drive.name))\(part ?? ""):"
                + " \(grouped(counts.files.items)) files, "
                + ByteCountText.short(counts.files.bytes)
        }
        var meta = drives.isEmpty ? ["nothing listed"] : drives
        if let rulesName { meta.append("rules: " + HTMLReportText.markup(rulesName)) }
        meta.append("as of " + moment(plan.input.now))
        if let generated, generated != plan.input.now.description {
            meta.append("made " + HTMLReportText.markup(generated))
        }
        let lines = meta.map { "<span>\($0)</span>" }.joined(separator: " ")
        return #"""
            <header class="top"><div class="wrap">
            <p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#1c5fb0"/>\#
            <path d="M6 12.5l4 4 8-9" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>cleanrules</p>
            <button type="button" class="button theme" id="theme" data-live hidden><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/>\#
            <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg><span class="spoken">Colours: </span><span id="theme-name">Automatic</span></button>
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
        let spoken =
            "Of \(grouped(total)) items \(grouped(totals.delete.items)) are deleted, "
            + "\(grouped(totals.review.items)) go to a person and \(grouped(totals.keep.items)) stay."
        let unknown = totals.delete.unknownSizes
        let more = unknown == 0 ? "" : ", and \(grouped(unknown)) of unknown size"
        return #"""
            <section aria-label="Summary">
            <dl class="stats">
            \#(stat("delete", "−", "Delete", grouped(totals.delete.items), share(totals.delete)))
            \#(stat("plain", "↓", "Space freed", ByteCountText.short(totals.delete.bytes), "of \(ByteCountText.short(totals.all.bytes))\(more)"))
            \#(stat("review", "?", "Review", grouped(totals.review.items), reviewNote))
            \#(stat("keep", "+", "Keep", grouped(totals.keep.items), share(totals.keep)))
            </dl>
            <svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="\#(spoken)">\#(bars)</svg>
            <p class="calm">This is a plan. Nothing has been changed.</p>
            </section>

            """#
    }

    private var reviewNote: String {
        totals.review.items == 0
            ? "nothing to decide"
            : "\(ByteCountText.short(totals.review.bytes)) for a person to decide"
    }

    private func stat(
        _ kind: String, _ sign: String, _ name: String, _ value: String, _ note: String
    ) -> String {
        #"""
        <div class="stat \#(kind)"><dt><span class="sign \#(kind)" aria-hidden="true">\#(sign)</span>\#
        \#(name)</dt><dd><strong>\#(value)</strong>\#(note)</dd></div>
        """#
    }

    private func share(_ tally: Tally) -> String {
        let total = totals.all.items
        if total == 0 { return "of no items" }
        let tenths = tally.items * 1_000 / total
        let percent =
            tenths >= 100 || tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        let text = tally.items > 0 && tenths == 0 ? "under 0.1" : percent
        return "\(text) % of \(grouped(total)) items"
    }

    /// What blocks the plan, loudly; limits that hold, quietly.
    func limitsPart() -> String {
        let exceeded = limits.filter(\.isExceeded)
        let held = limits.filter { !$0.isExceeded && $0.threshold != nil }
        var html = ""
        if !exceeded.isEmpty {
            let count = exceeded.count == 1 ? "a limit" : "\(exceeded.count) limits"
            html += #"""
                <section class="card limits blocked" aria-labelledby="blocked">
                <h2 id="blocked">Blocked: the plan is over \#(count)</h2>
                <p>As long as that is so, nothing of it can be carried out, not even a part. Look at what the rules below take; if it is right, raise the limit in the rules file.</p>
                <ul>\#(exceeded.map(limitLine).joined(separator: "\n"))</ul>
                </section>

                """#
        }
        if !held.isEmpty {
            let word = exceeded.isEmpty ? "Within all limits" : "Other limits, which hold"
            html += #"""
                <section class="card limits" aria-label="Limits">
                <details><summary>\#(word) <span class="soft">(\#(held.count))</span></summary>
                <ul>\#(held.map(limitLine).joined(separator: "\n"))</ul></details>
                </section>

                """#
        }
        return html
    }

    private func limitLine(_ outcome: LimitOutcome) -> String {
        guard let threshold = outcome.threshold else { return "" }
        let (what, value, most): (String, String, String) =
            switch outcome.subject {
            case .items: ("Deleted items", grouped(outcome.value), grouped(threshold))
            case .bytes:
                (
                    "Deleted bytes", ByteCountText.short(outcome.value),
                    ByteCountText.short(threshold)
                )
            case .percent: ("Deleted share of files", "\(outcome.value) %", "\(threshold) %")
            case .listingDrop:
                ("Fewer files than at the last sync", "\(outcome.value) %", "\(threshold) %")
            }
        var place = ""
        if let drive = outcome.drive { place += " on \(HTMLReportText.markup(drive))" }
        if let rule = outcome.rule { place += ", rule <code>\(HTMLReportText.markup(rule))</code>" }
        let filled =
            threshold <= 0 ? (outcome.value > 0 ? 1 : 0) : Double(outcome.value) / Double(threshold)
        let kind = outcome.isExceeded ? " full" : filled >= 0.8 ? " near" : ""
        let state =
            outcome.isExceeded
            ? #"<span class="over">\#(value), over the limit of \#(most)</span>"#
            : "\(value) of \(most)"
        return #"""
            <li>\#(what)\#(place): <span class="number">\#(state)</span>\#
            <svg class="gauge\#(kind)" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\#
            <rect width="\#(tenths(min(1, filled) * 1_000))" height="10"/></svg></li>
            """#
    }

    func notesPart() -> String {
        if notes.isEmpty { return "" }
        let lines = notes.map { "<li>\(HTMLReportText.markup($0))</li>" }.joined(separator: "\n")
        return #"""
            <section class="card notes" aria-labelledby="notes"><h2 id="notes">Warnings</h2>
            <ul>\#(lines)</ul></section>

            """#
    }

    func footer() -> String {
        #"""
        <footer class="wrap">
        <dl>
        <div><dt>Keep</dt><dd>What a protection or a keep rule names, and everything that no rule names.</dd></div>
        <div><dt>Review</dt><dd>What a rule wants a person to see, and what is not known well enough to delete.</dd></div>
        <div><dt>Delete</dt><dd>What only delete rules name. Keep is stronger than review, and review than delete.</dd></div>
        </dl>
        <p>Made by cleanrules \#(Version.text). This page loads nothing from anywhere and sends nothing anywhere.</p>
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
