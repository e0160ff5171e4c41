// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import RuleEngine

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
        let (header, _) = try await source.makePlan()
        let rows =
            find(item, in: header.plan.listing)
            + (itemBelowFolder().map { find($0, in: header.plan.listing) } ?? [])
        guard !rows.isEmpty else {
            throw Failure(
                .failed,
                "no item '\(VisibleText.escaped(item))' among"
                    + " \(grouped(Int64(header.plan.listing.count))) items;"
                    + " paths begin with '/' at the drive's root")
        }
        for (index, row) in rows.enumerated() {
            if index > 0 { Console.say("") }
            for line in ExplanationText(Explanation(header.plan, row: row)).lines {
                Console.say(line)
            }
        }
    }

    /// The item as a path on the drive, where it was given as a path of this machine.
    private func itemBelowFolder() -> String? {
        guard let folder = source.folder, let root = MachinePath.canonical(folder),
            let above = MachinePath.canonical(MachinePath.folder(of: item))
        else { return nil }
        let name = item.split(separator: "/").last.map(String.init) ?? item
        if above == root { return "/" + name }
        return above.hasPrefix(root + "/") ? above.dropFirst(root.count) + "/" + name : nil
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
