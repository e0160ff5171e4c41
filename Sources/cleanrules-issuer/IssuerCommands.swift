// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Entitlements
internal import Issuer
internal import Messages
internal import RuleEngine
internal import SignedText
internal import Text
internal import Wording
internal import Workflow

/// Where an issuer's store is.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The folder of the issuer's key and of all that was signed.")
    var store = "issuer"

    @Option(name: .long, help: "The library of the token that the key is on (PKCS #11).")
    var pkcs11: String?

    @Option(name: .long, help: "The token's label.")
    var token: String?

    @Option(
        name: .long,
        help: "The file with the token's PIN. Default: CLEANRULES_ISSUER_PIN of the environment.")
    var pinFile: String?

    func validate() throws {
        if (pkcs11 == nil) != (token == nil) || pinFile != nil && token == nil {
            throw ValidationError(String(clause: "--pkcs11 and --token go together."))
        }
    }

    /// The token, where the key is on one.
    var place: TokenPlace? {
        guard let pkcs11, let token else { return nil }
        return TokenPlace(module: pkcs11, token: token, pinFile: pinFile)
    }

    /// The store.
    func open() throws(Failure) -> IssuerStore { try IssuerStore.open(store, token: place) }
}

/// `cleanrules-issuer init`.
struct IssuerInitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a key and a store for an issuer.")

    @Argument(help: "The issuer's name: small letters, digits and '-'.")
    var name: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let store = try IssuerStore.make(options.store, issuer: name, token: options.place)
        PlainConsole.say(
            .issuerMade(id: name, path: VisibleText.escaped(store.publicKeyPath)))
        PlainConsole.say(.verbatim(store.fingerprint))
    }
}

/// `cleanrules-issuer policy`.
struct IssuerPolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Sign policies.",
        subcommands: [IssuerPolicySignCommand.self])
}

/// `cleanrules-issuer policy sign`.
struct IssuerPolicySignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Sign a policy, and write the signed text.")

    @Argument(help: "The policy.")
    var file: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let signed = try options.open().signPolicy(file, now: SystemClock.now())
        PlainConsole.sayRaw(signed + "\n")
    }
}

/// For how long something is granted.
struct TermOptions: ParsableArguments {
    @Option(name: [.customLong("for")], help: "How long it holds, as 30d.")
    var length: String?

    @Flag(name: .long, help: "It holds for life.")
    var forLife = false

    func validate() throws {
        if forLife == (length != nil) {
            throw ValidationError(String(clause: "give --for or --for-life."))
        }
        if length != nil, seconds == nil {
            throw ValidationError(String(clause: "a length is written in days or weeks, as 30d."))
        }
    }

    /// The length in seconds; nil for life.
    var seconds: Int64? { Self.seconds(of: length) }

    /// The seconds of a length as it is typed; nil where it is none.
    static func seconds(of length: String?) -> Int64? {
        guard let length, let age = try? DurationGrammar.age(length),
            let unit = age.unit.secondsExactly, age.amount > 0
        else { return nil }
        return age.amount * unit
    }
}

/// `cleanrules-issuer grant`.
struct IssuerGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Grant a tier, and write the signed text.")

    @Option(name: .long, help: "The tier.")
    var tier: String

    @Option(name: .long, help: "For whom: a name or an account.")
    var to: String

    @Option(
        name: .long,
        help: "The id of a machine, as 'cleanrules tier seat' prints it; once for each of them.")
    var seat: [String] = []

    @Option(name: .long, help: "On how many machines it may be; default: on those that are named.")
    var places: Int64?

    @Option(name: .long, help: "Whose it is where others share it, by a name for people.")
    var group: String?

    @Flag(name: .long, help: "These are the first days of somebody; once a person and a machine.")
    var trial = false

    @Flag(name: .long, inversion: .prefixedNo, help: "Whether it will be renewed.")
    var renews: Bool?

    @Option(name: .long, help: "The id of the grant that this one renews.")
    var renewing: String?

    @Flag(name: .long, help: "Write the newest policy before it, so that one file has both.")
    var withPolicy = false

    @OptionGroup var term: TermOptions
    @OptionGroup var options: StoreOptions

    func validate() throws {
        if seat.isEmpty, renewing == nil {
            throw ValidationError(String(clause: "name a machine with --seat."))
        }
        if let places, !(1...IssuerStore.placesMax).contains(places) {
            throw ValidationError(
                String(clause: "a grant is on 1 to \(IssuerStore.placesMax) machines."))
        }
    }

    func run() async throws {
        let store = try options.open()
        var order = GrantOrder(tier: tier, subject: to, seat: nil, seconds: term.seconds)
        order.seats = seat
        order.places = places
        order.group = group
        order.isTrial = trial
        order.renews = renews
        order.renewed = renewing
        let signed = try store.grant(order, now: SystemClock.now())
        if withPolicy { PlainConsole.sayRaw(try store.policy().signed + "\n") }
        PlainConsole.sayRaw(signed + "\n")
    }
}

/// `cleanrules-issuer revoke`.
struct IssuerRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take a grant back, and write the signed text.")

    @Argument(help: "The id of the grant, as 'verify' shows it.")
    var id: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let signed = try options.open().revoke(id, now: SystemClock.now())
        PlainConsole.sayRaw(signed + "\n")
    }
}

/// `cleanrules-issuer code`.
struct IssuerCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "Make a code that can be redeemed for a tier.")

    @Option(name: .long, help: "The tier. Default with --trial: the one of the policy's 'trial'.")
    var tier: String?

    @Option(name: .long, help: "How often it can be redeemed.")
    var uses: Int64 = 1

    @Flag(
        name: .long,
        help: "It is for first days, as the policy's 'trial' says; once a machine.")
    var trial = false

    @Option(
        name: [.customLong("for")],
        help: "How long it holds, as 30d. Default with --trial: as the policy says.")
    var length: String?

    @Flag(name: .long, help: "It holds for life.")
    var forLife = false

    @Flag(name: .long, help: "Who redeems it waits until you approve that, with 'approve'.")
    var needsApproval = false

    @OptionGroup var options: StoreOptions

    private var seconds: Int64? { TermOptions.seconds(of: length) }

    func validate() throws {
        guard (1...IssuerStore.usesMax).contains(uses) else {
            throw ValidationError(
                String(clause: "a code is redeemed 1 to \(IssuerStore.usesMax) times."))
        }
        if trial {
            if forLife {
                throw ValidationError(
                    String(clause: "first days have an end; leave --for-life away."))
            }
        } else {
            if tier == nil { throw ValidationError(String(clause: "name a tier with --tier.")) }
            if forLife == (length != nil) {
                throw ValidationError(String(clause: "give --for or --for-life."))
            }
        }
        if length != nil, seconds == nil {
            throw ValidationError(String(clause: "a length is written in days or weeks, as 30d."))
        }
    }

    func run() async throws {
        let store = try options.open()
        let now = SystemClock.now()
        let code: String
        if trial {
            code = try store.makeTrialCode(
                tier: tier, seconds: seconds, uses: uses, needsApproval: needsApproval, now: now)
        } else {
            code = try store.makeCode(
                tier: tier ?? "", seconds: seconds, isTrial: false, uses: uses,
                needsApproval: needsApproval, now: now)
        }
        PlainConsole.sayRaw(code + "\n")
    }
}

/// `cleanrules-issuer verify`.
struct IssuerVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify signed texts of this issuer, and show what they say.")

    @Argument(help: "The file with signed texts, one a line.")
    var file: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let store = try options.open()
        let bytes = try FileBytes.read(file, most: FileBytes.rulesBytesMax)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        if lines.isEmpty { throw Failure(.refused, Message("there is no signed text in it")) }
        for line in lines {
            let claims = try store.verified(String(line))
            PlainConsole.sayRaw(String(decoding: claims, as: UTF8.self) + "\n")
        }
    }
}

/// `cleanrules-issuer report`.
struct IssuerReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show what became of the grants, by day.")

    @Option(name: .long, help: "How many days, up to 366.")
    var days = 30

    @Option(name: .long, help: "table or json.")
    var format = "table"

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (1...IssuerReport.daysMax).contains(days), ["table", "json"].contains(format) else {
            throw ValidationError(
                String(clause: "--days is 1 to 366, and --format 'table' or 'json'."))
        }
    }

    func run() async throws {
        let report = try options.open().report(days: days, now: SystemClock.now())
        if format == "json" { return PlainConsole.sayRaw(report.json.document()) }
        PlainConsole.say(.issuerReportHead)
        for day in report.days {
            PlainConsole.sayRaw(
                day.day + day.columns.map { "\t\($0.count)" }.joined() + "\n")
        }
    }
}

/// `cleanrules-issuer serve`.
struct IssuerServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer programs that redeem codes and ask for grants, on this machine alone.",
        discussion: """
            A proxy with a certificate stands before it. It ends with the process.
            """)

    @Option(name: .long, help: "The port on 127.0.0.1; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(name: .long, help: "The name under which a proxy hands requests on.")
    var name: [String] = []

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let service = IssuerService(
            try options.open(), port: port, names: name, clock: { SystemClock.now() })
        try await service.run { address in PlainConsole.sayRaw(address + "\n") }
    }
}
