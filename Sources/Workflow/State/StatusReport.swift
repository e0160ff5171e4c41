// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
package import Reports
package import ReviewUI
internal import RuleEngine
package import StateLedger
internal import Text
internal import Wording

/// What `status` says.
package struct StatusReport {
    package let file: StateFile
    package let items: [StagedItem]
    package let plan: LedgerPlan?
    /// The drives that were listed.
    package let drives: [LedgerDrive]
    package let time: LocalTimeText
    /// Where the review of the newest plan stands, if there is one.
    package var review: ReviewState?
    /// Why nothing is deleted, if the brake is on.
    package var brake: Brake?
    /// Whether decisions are shared with other devices, and when they were the last time.
    package var shared = SyncSwitch()
    /// These devices.
    package var devices: [SyncedDevice] = []
    /// How far looking at pictures had come when it last ended; nil where nobody has looked.
    package var pictures: PhotoCoverageNote?
    /// How many items are left out before the first one that is listed.
    package var skip = 0
    /// How many items are listed at most; nil for what is usual.
    package var limit: Int?
    /// What colours the states.
    package var ink = Ink.none
    /// The columns of the terminal that it is for; nil where nothing is cut.
    package var terminalWidth: Int?
    /// How many items the table shows unless somebody says otherwise.
    package static let itemsMax = 100

    /// One of what a state holds; what is usual for the rest.
    package init(
        file: StateFile, items: [StagedItem], plan: LedgerPlan?, drives: [LedgerDrive],
        time: LocalTimeText
    ) {
        self.file = file
        self.items = items
        self.plan = plan
        self.drives = drives
        self.time = time
    }

    /// The lines in `format`.
    package func text(_ format: ListFormat, all: Bool) -> [String] {
        switch format {
        case .table: table(all: all)
        case .json: [String(json.document.dropLast())]
        case .ndjson: page.map { JSONValue.object(StagedItemJSON.full($0)).line }
        case .csv: csv
        }
    }

    /// The items that are asked for, in formats that are read by programs.
    var page: ArraySlice<StagedItem> {
        items.dropFirst(skip).prefix(limit ?? items.count)
    }

    /// What the user may do now, of which `item` is one to bring back.
    package func hints(comingBack item: StagedItem?, canExecute: Bool = true) -> [NextHint] {
        let now = time.now
        let waiting = items.filter(\.state.canBeUndone)
        var hints: [NextHint] = []
        if canExecute, waiting.contains(where: { $0.opens <= now }) {
            hints.append((.nextExecute, .execute))
        }
        if !waiting.isEmpty { hints.append((.nextUndoAll, .undoAll)) }
        if let item { hints.append(item.comingBackHint) }
        if let review, review.remaining > 0, plan?.usedAt == nil {
            hints.append((.nextReview, .review))
        }
        if let plan, plan.usedAt == nil, plan.expires > now, plan.exceededLimits.isEmpty,
            plan.created.secondsSinceEpoch - now.secondsSinceEpoch <= Runner.clockSkewMaxSeconds,
            plan.deleteCount + (review?.marked.items ?? 0) > 0
        {
            hints.append((.nextStageNewest, .stage))
        }
        if hints.isEmpty { hints.append((.nextPlan, .plan)) }
        return hints
    }

    // MARK: Table

    private func table(all: Bool) -> [String] {
        let words = Host.words
        var rows = [[words(.statusProfile), "\(file.profile) (\(VisibleText.escaped(file.path)))"]]
        for drive in drives {
            guard let root = DrivePlaces.root(of: drive) else { continue }
            let name = VisibleText.escaped(drive.name)
            rows.append(words([.statusDrive, .statusDriveIs(drive: name, place: root)]))
        }
        rows.append(words([.statusPlan, planText]))
        if let review { rows.append([words(.statusReview), reviewText(review)]) }
        if let pictures { rows.append(words([.statusPictures, pictures.phrase(time)])) }
        if let line = shared.line(devices, time) { rows.append(words([.devicesLabel, line])) }
        let waiting = items.filter(\.state.canBeUndone)
        if !waiting.isEmpty {
            let due = waiting.filter { $0.opens <= time.now }
            var parts = [waiting.shownCount]
            if !due.isEmpty { parts.append(.statusDueCount(n: due.count)) }
            if let next = waiting.map(\.opens).filter({ $0 > time.now }).min() {
                parts.append(.statusNextEnd(when: time.phrase(next)))
            }
            rows.append(words([.statusWaiting, .series(parts, separator: " · ")]))
        }
        let counts = items.counts
        let others = ItemState.allCases.filter { !$0.canBeUndone }.compactMap { state in
            counts[state].map { words(.statusState(n: $0, what: state.label)) }
        }
        if !others.isEmpty { rows.append([words(.statusSoFar), others.joined(separator: " · ")]) }
        if items.isEmpty { rows.append(words([.statusItems, .statusNothingYet])) }
        var lines = TextTable(rows: rows, leftColumns: [0, 1]).lines
        let shown = items.filter { all || $0.state.isActive || needsAttention($0) }
        let most = limit ?? (all ? Int.max : Self.itemsMax)
        if !shown.isEmpty { lines += [""] + list(shown, most: most) }
        return lines
    }

    private var planText: Phrase {
        guard let plan else { return .statusNoPlan }
        let what = Phrase.statusPlanCounts(
            n: plan.deleteCount, plan: plan.id, size: plan.deleteBytes, count: plan.reviewCount)
        if let used = plan.usedAt { return .statusStaged(plan: what, when: time.phrase(used)) }
        if plan.expires <= time.now {
            return .statusExpired(plan: what, when: time.phrase(plan.expires))
        }
        if !plan.exceededLimits.isEmpty { return .statusOverLimit(plan: what) }
        return .statusOpen(plan: what, when: time.phrase(plan.expires))
    }

    private func reviewText(_ review: ReviewState) -> String {
        var parts: [Phrase] = [.statusToDecide(n: review.remaining)]
        if review.marked.items > 0 {
            parts.append(.statusMarked(n: review.marked.items, size: review.marked.bytes))
        }
        if review.kept.items > 0 { parts.append(.statusKept(n: review.kept.items)) }
        if let limit = review.quota.limit {
            parts.append(.reviewQuota(used: review.quota.used, limit: limit))
        }
        return Host.words(.series(parts, separator: " · "))
    }

    private func needsAttention(_ item: StagedItem) -> Bool {
        item.state == .gaveUp || item.state == .changed
    }

    private func list(_ items: [StagedItem], most: Int) -> [String] {
        let words = Host.words
        let page = items.dropFirst(skip).prefix(most)
        var rows = [words([.columnState, .columnDue, .columnSize, .columnItem, .columnWhy])]
        for item in page {
            rows.append([
                ink.text(words(item.state.name), item.state.style),
                item.state.isActive ? due(item) : "", item.shownSize(Host.words),
                item.shownPlace, why(item),
            ])
        }
        var lines = TextTable(
            rows: rows, leftColumns: [0, 1, 3, 4], terminalWidth: terminalWidth
        ).lines
        if skip > 0, !page.isEmpty {
            lines.insert(words(.statusBefore(n: min(skip, items.count))), at: 1)
        }
        let left = items.count - skip - page.count
        if left > 0 {
            lines.append(
                words(
                    .statusMore(n: left, skip: String(skip + page.count), all: String(items.count)))
            )
        }
        return page.isEmpty ? [words(.statusNoneLeft(n: skip))] : lines
    }

    private func due(_ item: StagedItem) -> String {
        item.opens <= time.now ? Host.words(.statusDue) : time.text(item.opens)
    }

    /// Why, and how where that is not the bin.
    private func why(_ item: StagedItem) -> String {
        let why = Host.words.why(item)
        let method = item.order.method
        if !item.state.isActive || method == DeletionMethod.recycle.rawValue {
            return VisibleText.escaped(why)
        }
        return VisibleText.escaped(why.isEmpty ? method : "\(method) · \(why)")
    }
}

extension ItemState {
    /// The colour of the word; nil where it stands for nothing in particular.
    fileprivate var style: Ink.Style? {
        switch self {
        case .failed, .gaveUp, .changed: .red
        case .staged, .executing, .held, .deferred: .yellow
        case .deleted, .restored, .undone: .green
        case .gone, .cancelled: nil
        }
    }
}
