// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import RuleEngine
internal import StateLedger

/// `cleanrules why`.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract:
            "Explain the verdict on one item: every rule, every condition, the actual values.",
        discussion: """
            Examples:
              cleanrules why /Photos/a.jpg --rules rules.yaml
              cleanrules why onedrive:/Photos/a.jpg --rules rules.yaml --listing listing.ndjson
              cleanrules why ~/Downloads/setup.iso ~/Downloads

            The item is a path as the plan shows it, drive:path, or an id.
            """)

    @Argument(help: "The item: its path on the drive, drive:path, or its id.")
    var item: String

    @OptionGroup var source: PlanSource

    func run() async throws {
        let session = try state()
        let (header, _) = try await source.makePlan(session)
        var rows = find(item, in: header.plan.listing)
        for place in itemsBelowRoots(header) {
            rows += find(place, in: header.plan.listing).filter { !rows.contains($0) }
        }
        guard !rows.isEmpty else {
            throw Failure(
                .failed,
                "no item '\(VisibleText.escaped(item))' among"
                    + " \(grouped(Int64(header.plan.listing.count))) items;"
                    + " paths begin with '/' at the drive's root")
        }
        let decisions = try await self.decisions(session, header)
        for (index, row) in rows.enumerated() {
            if index > 0 { Console.say("") }
            let explanation = Explanation(header.plan, row: row)
            let decision = decisions.last { decision in
                decision.item.id.utf8.elementsEqual(header.plan.listing.id(row).utf8)
                    && decision.item.drive.utf8.elementsEqual(
                        header.plan.listing.driveName(row).utf8)
            }
            for line in ExplanationText(explanation, decision: decision).lines { Console.say(line) }
        }
        let isToGo = rows.contains { header.plan.verdict($0) == .delete }
        if !source.quiet, session != nil, isToGo {
            NextHints.say([("keep it, whatever the rules say:", "cleanrules keep PATH")])
        }
    }

    /// The state that has a part; nil where there is none yet, for an explanation makes none.
    private func state() throws(Failure) -> StateSession? {
        if !source.usesState { return nil }
        let file = try source.state.file()
        return file.exists || source.offline ? try StateSession.opened(file) : nil
    }

    /// What people decided about the drives of the plan.
    private func decisions(
        _ session: StateSession?, _ header: PlanHeader
    ) async throws(Failure) -> [DecisionRecord] {
        guard let session else { return [] }
        let decisions = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.decisions()
        }
        return PlacedDecisions(decisions, on: header.identities, in: header.plan.listing).placed
    }

    /// The item by drives and paths on them, where it was given as a path of this machine below
    /// their roots.
    private func itemsBelowRoots(_ header: PlanHeader) -> [String] {
        let whole = MachinePath.whole(item)
        return header.roots.sorted { $0.key < $1.key }.compactMap { drive, root in
            MachinePath.path(whole, below: root).map { "\(drive):\($0)" }
        }
    }

    /// The rows that `item` names: one, or the same path on several drives.
    private func find(_ item: String, in listing: Listing) -> [Int] {
        var rows: [Int] = []
        for row in 0..<listing.count {
            let name = listing.names[row].string
            let isNear = item.hasSuffix(name)
            if isNear {
                let path = listing.path(row)
                if path == item || "\(listing.driveName(row)):\(path)" == item {
                    rows.append(row)
                    continue
                }
            }
            if listing.ids[row].string == item { rows.append(row) }
        }
        return rows
    }
}
