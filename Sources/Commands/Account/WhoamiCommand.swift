// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import ArgumentParser
internal import HTTPTransport
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules whoami`.
struct WhoamiCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show who is signed in to the drives of the rules, and where tokens are kept.",
        discussion: """
            Examples:
              cleanrules whoami
              cleanrules whoami --rules rules.yaml --format json

            Ends with 4 where nobody is signed in. Works without a network.
            """)

    @Argument(help: "The drive's name in the rules. Default: all of kind onedrive.")
    var name: String?

    @OptionGroup var options: AccountOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        let vault = try await AccountPlaces.vault()
        var entries: [AccountEntry] = []
        for drive in try options.scope().drives(name) {
            entries.append(try await AccountEntry.make(drive, vault))
        }
        switch format {
        case .json:
            let list = JSONValue.list(entries.map { .object($0.members) })
            Console.sayRaw(JSONValue.object(["format": .number(1), "accounts": list]).document)
        case .table: for line in lines(entries) { Console.say(line) }
        }
        if entries.contains(where: \.isSignedIn) { return }
        if format == .table, let drive = entries.first?.drive {
            NextHints.say([(.nextSignIn, .login(drive: drive, arguments: options.again))])
        }
        throw Failure(.signIn)
    }

    private func lines(_ entries: [AccountEntry]) -> [String] {
        let time = LocalTimeText(timeZone: .machine, now: SystemClock.now(), words: Console.words)
        let words = Console.words
        var rows = [
            words([
                .syncColumnDrive, .accountColumnAccount, .accountColumnSignedIn,
                .accountColumnUntil, .accountColumnKept,
            ])
        ]
        for entry in entries {
            rows.append([
                VisibleText.escaped(entry.drive), VisibleText.escaped(entry.settings.key.account),
                entry.state, entry.expires.map(time.text) ?? "–",
                words(entry.place.mappingTexts { VisibleText.escaped($0) }),
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2, 3, 4]).lines
    }
}

/// What is known of the account of a drive without asking anybody.
struct AccountEntry {
    let drive: String
    let settings: SignInSettings
    let account: StoredAccount?
    let actsByItself: Bool
    let place: Phrase

    /// The entry for `drive`.
    static func make(
        _ drive: DriveDeclaration, _ vault: TokenVault
    ) async throws(Failure) -> AccountEntry {
        let settings = try AccountOpening.settings(for: drive)
        if AccountOpening.actsByItself {
            return AccountEntry(
                drive: drive.name, settings: settings, account: nil, actsByItself: true,
                place: .accountPlaceNowhere)
        }
        do throws(AccessError) {
            return AccountEntry(
                drive: drive.name, settings: settings,
                account: try await vault.store.account(settings.key), actsByItself: false,
                place: await vault.store.place(settings.key).phrase)
        } catch {
            throw Failure(error, drive: drive.name)
        }
    }

    /// Whether tokens can be had without a person, or one is at hand that has not ended.
    var isSignedIn: Bool {
        if actsByItself { return true }
        guard let account, account.isSignedIn else { return false }
        return account.canBeRenewed || account.expiresAt > AccountClock.system.now()
    }

    /// When the access token ends that is kept.
    var expires: Timestamp? {
        guard isSignedIn, let account, account.expiresAt > 0 else { return nil }
        return Timestamp(secondsSinceEpoch: Int64(account.expiresAt))
    }

    /// Who has signed in, for people.
    var state: String {
        if actsByItself { return Console.words(.accountItself) }
        guard isSignedIn, let account else { return Console.words(.accountNobody) }
        return Person(
            displayName: account.displayName, userPrincipalName: account.userPrincipalName
        ).shown
    }

    /// The entry as JSON.
    var members: [String: JSONValue] {
        [
            "name": .text(drive), "account": .text(settings.key.account),
            "client_id": .text(settings.key.clientID),
            "kind": .text(actsByItself ? "application" : "delegated"),
            "tenant": .text(settings.tenant), "national_cloud": .text(settings.cloud.rawValue),
            "graph_url": .text(settings.key.graph.description),
            "login_url": .text(settings.key.login.description),
            "signed_in": .bool(isSignedIn), "store": .text(Words.english(place)),
            "display_name": JSONValue(isSignedIn ? account?.displayName : nil),
            "user_principal_name": JSONValue(isSignedIn ? account?.userPrincipalName : nil),
            "expires": JSONValue(expires),
            "scopes": .list((isSignedIn ? account?.scopes ?? [] : []).map { .text($0) }),
        ]
    }
}
