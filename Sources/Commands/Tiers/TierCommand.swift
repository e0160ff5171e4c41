// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Entitlements
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Tiers
internal import Wording
internal import Workflow

/// `cleanrules tier`.
struct TierCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tier",
        abstract: "Show what a signed policy allows here, and until when.",
        usage: """
            cleanrules tier [<options>]
            cleanrules tier <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules tier
              cleanrules tier --format json
              cleanrules tier redeem grant.jws

            An organisation may sign a policy that says how much each helper reviews and deletes in
            a day. Without one, nothing is bounded. What is over it waits for the next day.
            """,
        subcommands: [
            TierRedeemCommand.self, TierTrustCommand.self, TierSeatCommand.self,
            TierOffersCommand.self, TierLaterCommand.self, TierRefreshCommand.self,
            TierRestoreCommand.self, TierCancelCommand.self,
        ])

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let (rules, zone) = try await session.rulesForTiers(options)
        let report = try await TierReport.make(session, rules, zone)
        let tiers = session.tiers
        let obstacle = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk().obstacle(expecting: rules?.policyIssuer)
        }
        if let obstacle { Console.warn(.tierObstacle(why: obstacle)) }
        switch format {
        case .json: Console.sayRaw(report.json.document)
        case .table: show(report)
        }
    }

    private func show(_ report: TierReport) {
        if report.findings.isEmpty { return Console.say(.tierNone) }
        for (place, finding) in report.findings.enumerated() {
            if place > 0 { Console.say(.verbatim("")) }
            show(finding, report)
        }
    }

    private func show(_ finding: TierFinding, _ report: TierReport) {
        let policy = finding.policy
        Console.say(.tierIssuer(name: VisibleText.escaped(policy.title), id: policy.issuer))
        Console.say(finding.standing.phrase(report.timeZone))
        if finding.standing.hasUnverifiable { Console.say(.tierUnverifiable) }
        if !finding.isInForce { Console.say(.tierIdle) }
        Console.say(.verbatim(""))
        for line in table(finding.standing.terms, report) { Console.say(.verbatim(line)) }
        let features = finding.standing.terms.namedFeatures
        if !features.isEmpty {
            Console.say(.tierFeatures(names: features.joined(separator: ", ")))
        }
        for link in TierPolicy.Link.allCases {
            guard let address = policy.links[link] else { continue }
            Console.say(.tierLink(what: link.phrase, address: VisibleText.escaped(address)))
        }
    }

    private func table(_ terms: TierTerms, _ report: TierReport) -> [String] {
        let words = Console.words
        var rows = [[""] + words([.quotaColumnUsed, .quotaColumnOf, .quotaColumnLeft])]
        func row(_ name: Phrase, _ meter: TierMeter, _ shown: (Int64) -> String) {
            let used = report.used(meter)
            rows.append([
                words(name), shown(used), terms[meter].map(shown) ?? words(.quotaNone),
                terms[meter].map { shown(max(0, $0 - used)) } ?? "–",
            ])
        }
        row(.quotaReviews, .reviews, words.number)
        row(.quotaDeletions, .deletes, words.number)
        row(.quotaBytes, .bytes, words.size)
        for (name, limit) in [(Phrase.tierDrives, terms.drives), (.tierRules, terms.rules)] {
            guard let limit else { continue }
            rows.append([words(name), "", words.number(limit), ""])
        }
        return TextTable(rows: rows, leftColumns: [0]).lines
    }
}

extension StateSession {
    /// The rules that are named, or those of the newest plan, if there is one, and the zone of days.
    func rulesForTiers(
        _ options: ActionOptions
    ) async throws(Failure) -> (RuleFile?, RuleTimeZone) {
        let newest = try await asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        guard options.rules != nil || newest != nil else { return (nil, .machine) }
        let rules = try await loadRules(options.rules)
        return (rules.file, try rules.timeZone)
    }
}
