// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Entitlements
internal import Messages
internal import Reports
internal import RuleEngine
internal import SignedText
internal import StateLedger
internal import Text
internal import Tiers
internal import Wording
internal import Workflow
internal import YAMLBridge

/// `cleanrules tier redeem`.
struct TierRedeemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redeem",
        abstract: "Take a policy, a grant or a purchase that was signed for you.",
        discussion: """
            Examples:
              cleanrules tier redeem grant.jws
              cleanrules tier redeem - < grant.jws
              cleanrules tier redeem 7K3QD-0XV5M-9ZB2T-H4N8E

            The file holds one signed text a line. Each is verified before you are asked; of a file
            all is taken or nothing. What was taken before stays where it is newer.
            A code is sent to the issuer whose policy is known here, which says what it is worth; you
            are asked before it is used up. If that ends halfway, the same code goes on where it was.
            Some codes are approved by their issuer one by one: then it ends with 6, and
            'cleanrules tier refresh' fetches what is granted.
            """)

    @Argument(
        help: "The file with signed texts, or a code; '-' reads standard input, and needs --yes.")
    var file: String

    @Option(name: .long, help: "The issuer that a code is of. Default: the only one that is known.")
    var issuer: String?

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.opened(options.state.file())
        let zone = await session.timeZone(options.rules)
        let consent = { [yes] (prospect: any TierProspect) throws(Failure) in
            for phrase in prospect.phrases(zone) { Console.note(phrase) }
            if !yes { try Prompt.confirm(.tierAsk, insteadOf: "--yes") }
        }
        let isNew: Bool
        if isCode {
            let name = try await session.issuer(named: issuer)
            isNew = try await TierExchange.with(name, session).redeem(file, consent: consent)
        } else {
            let taking = try await TierTaking.read(try text(), session)
            try consent(taking)
            isNew = try await taking.take()
        }
        if isNew { Console.hasDone(.tierDeedRedeemed) }
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object(["format": .number(1), "changed": .bool(isNew)]).document)
        case .table: Console.say(isNew ? .tierRedeemed : .tierRedeemedNothing)
        }
    }

    /// Whether `file` is a code: letters and digits in groups, and no file of that name.
    private var isCode: Bool { TierCode.isOne(file) && !FileBytes.exists(file) }

    private func text() throws(Failure) -> String {
        if file != "-", FileBytes.isMissing(file) {
            throw Failure(
                .failed,
                Message(
                    "there is no file '\(VisibleText.escaped(file))', and it is no code either: those"
                        + " look like '7K3QD-0XV5M-9ZB2T-H4N8E'; give the path of a file with what was"
                        + " signed, or the whole code as its issuer told it to you"))
        }
        let bytes =
            file == "-"
            ? try FileBytes.readStandardInput(most: TierFile.bytesMax)
            : try FileBytes.read(file, most: TierFile.bytesMax)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// `cleanrules tier trust`.
struct TierTrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust the key of an issuer.",
        discussion: """
            Example:
              cleanrules tier trust example-school.pem

            What the key signs is believed from then on, under the name of the issuer: that of the
            file, or --issuer. Compare the fingerprint that is shown with one that came another way.
            """)

    @Argument(help: "The file with the public key.")
    var file: String

    @Option(name: .long, help: "The issuer's name. Default: that of the file, without .pem.")
    var issuer: String?

    @Option(
        name: .long,
        help: "The whole fingerprint, as you were told it, instead of comparing it yourself.")
    var fingerprint: String?

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let name = issuer ?? Self.name(of: file)
        guard IssuerName.isOne(name) else {
            throw Failure(
                .usage,
                Message(
                    "'\(VisibleText.escaped(name))' is no name of an issuer; say it with --issuer"))
        }
        let key = try TierTrust.key(file)
        let session = try StateSession.opened(options.state.file())
        Console.note(.tierFingerprint(id: name))
        Console.note(.verbatim(key.fingerprint))
        if let fingerprint {
            try Self.compare(fingerprint, key.fingerprint)
        } else {
            let group = key.fingerprint.split(separator: " ").first.map(String.init) ?? ""
            try Prompt.demand(group, .tierTrustAsk, insteadOf: "--fingerprint")
        }
        try await TierTrust.trust(key, of: name, session)
        Console.hasDone(.tierDeedTrusted)
        Console.say(.tierTrusted(id: name))
    }

    /// Refuses what is not the whole fingerprint: keys that share a few digits are made in a moment.
    private static func compare(_ told: String, _ shown: String) throws(Failure) {
        func digits(_ text: String) -> String {
            text.uppercased().filter { !" :-".contains($0) }
        }
        let (told, shown) = (digits(told), digits(shown))
        if told == shown { return }
        if !told.isEmpty, told.count < shown.count, shown.hasPrefix(told) {
            throw Failure(
                .refused,
                Message("this is the beginning of the fingerprint; --fingerprint takes all of it"))
        }
        throw Failure(.refused, Message("the fingerprint is another one"))
    }

    private static func name(of file: String) -> String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        return last.hasSuffix(".pem") ? String(last.dropLast(4)) : last
    }
}

/// `cleanrules tier seat`.
struct TierSeatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seat",
        abstract: "Print the id by which an issuer grants a tier to this state.",
        discussion: """
            Example:
              cleanrules tier seat

            It is random, says nothing about you or the machine, and is made when it is first asked
            for.
            """)

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.opened(options.state.file())
        Console.say(.verbatim(try await TierTrust.seat(session)))
    }
}

/// `cleanrules tier offers`.
struct TierOffersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offers",
        abstract: "Show what the issuers offer, at the prices that they state.",
        discussion: """
            Example:
              cleanrules tier offers
            """)

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let (rules, zone) = try await session.rulesForTiers(options)
        let policies = try await TierReport.make(session, rules, zone).findings.map(\.policy)
        switch format {
        case .json: Console.sayRaw(json(policies).document)
        case .table: show(policies)
        }
        let offering = policies.filter { !$0.offers.isEmpty }.map(\.issuer)
        await session.count(.offerShown, of: offering)
    }

    private func show(_ policies: [TierPolicy]) {
        if policies.allSatisfy(\.offers.isEmpty) { return Console.say(.tierOffersNone) }
        for policy in policies where !policy.offers.isEmpty {
            Console.say(.tierIssuer(name: VisibleText.escaped(policy.title), id: policy.issuer))
            for offer in policy.offers { Console.say(offer.phrase) }
            for link in policy.linkPhrases { Console.say(link) }
        }
    }

    private func json(_ policies: [TierPolicy]) -> JSONValue {
        let offers = policies.flatMap { policy in
            policy.offers.map { offer in
                JSONValue.object([
                    "issuer": .text(policy.issuer), "id": .text(VisibleText.escaped(offer.id)),
                    "tier": .text(VisibleText.escaped(offer.tier)),
                    "title": .text(VisibleText.escaped(offer.title)),
                    "price": offer.price.map { .text(VisibleText.escaped($0)) } ?? .null,
                    "links": .object(policy.addresses(besides: .redeem)),
                ])
            }
        }
        return .object(["format": .number(1), "offers": .list(offers)])
    }
}

extension TierPolicy {
    /// The addresses by what they are for, but for one.
    fileprivate func addresses(besides one: Link) -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        for (link, address) in links where link != one {
            found[link.rawValue] = .text(VisibleText.escaped(address))
        }
        return found
    }
}

/// `cleanrules tier later`.
struct TierLaterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "later",
        abstract: "Say nothing of offers for a day.",
        discussion: """
            Example:
              cleanrules tier later

            Where a day is used up, the review says how to have more of it. This hides that for 24
            hours; nothing else changes.
            """)

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.opened(options.state.file())
        let zone = await session.timeZone(options.rules)
        let now = session.clock.now()
        let until = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.putOffOffers(actor: "person", at: now)
        }
        let tiers = session.tiers
        let issuers = try await session.asking { _ async throws(LedgerError) in
            try await tiers.desk().issuers
        }
        await session.count(.offerLater, of: issuers)
        Console.say(.tierPutOff(time: Moment(until, zone)))
    }
}

/// `cleanrules tier refresh`.
struct TierRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Ask an issuer for its newest policy, and for what it granted to this state.",
        discussion: """
            Example:
              cleanrules tier refresh

            The issuer hears the id of the state, and on how many days its bounds were come to and
            its offers shown. It ends with 75 where the issuer
            cannot be asked; what is on record holds on.
            What you declined when it was redeemed is not taken, but with --yes.
            """)

    @Option(name: .long, help: "The issuer. Default: the only one that is known.")
    var issuer: String?

    @Flag(name: [.short, .long], help: "Take what was declined as well.")
    var yes = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.opened(options.state.file())
        let name = try await session.issuer(named: issuer)
        let outcome = try await TierExchange.with(name, session).refresh(agrees: yes)
        if outcome.isNew { Console.hasDone(.tierDeedRedeemed) }
        if outcome.declined > 0 {
            Console.note(.tierDeclined(n: outcome.declined, command: .tierRefreshAll))
        }
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "changed": .bool(outcome.isNew),
                    "grants": .number(Int64(outcome.grants)),
                    "declined": .number(Int64(outcome.declined)),
                ]).document)
        case .table:
            Console.say(
                outcome.grants == 0 && outcome.declined == 0
                    ? .tierRefreshedNone
                    : outcome.isNew ? .tierRedeemed : .tierRedeemedNothing)
        }
    }
}

/// `cleanrules tier cancel`.
struct TierCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Show where what an issuer renews can be ended.",
        discussion: """
            Example:
              cleanrules tier cancel

            Nothing is ended by this command: the issuer, or the store where it was bought, does that.
            """)

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        let (rules, zone) = try await session.rulesForTiers(options)
        let policies = try await TierReport.make(session, rules, zone).findings.map(\.policy)
        if policies.isEmpty { return Console.say(.tierNone) }
        for policy in policies {
            let address = policy.links[.cancel] ?? policy.links[.support]
            let name = VisibleText.escaped(policy.title)
            Console.say(
                address.map { .tierLink(what: name, address: VisibleText.escaped($0)) }
                    ?? .tierCancelUnknown(name: name))
        }
    }
}
