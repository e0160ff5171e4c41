// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import DriveAdapters
internal import HTTPTransport
internal import POSIX
internal import RuleEngine
internal import Text
internal import Tiers
internal import Wording

/// Opens OneDrives, all over one network client and one store of tokens.
actor OneDriveOpening {
    /// The one of this process.
    static let shared = OneDriveOpening()

    private var accounts: AccountOpening?
    /// What all drives of one organisation have in common; nil where each stands for itself.
    private var tenant: (share: TrafficShare, tokens: any AccessTokens)?
    /// What the service said who is signed in, by sign-in.
    private var people: [SignInMark: TierDrive.SignedIn] = [:]
    /// When it did not say it, in seconds of a clock that is never set.
    private var silences: [SignInMark: Double] = [:]
    /// For how many seconds it is not asked again then.
    private static let silenceSeconds = 60.0

    /// Has all drives that are opened from now on be drives of the organisation of `declaration`,
    /// with one budget of `units` a minute, or what `unitsNow` says of it, and so many requests at once;
    /// a look at it.
    func share(
        _ declaration: DriveDeclaration, units: Int, unitsNow: (@Sendable () -> Int)?,
        parallel: Int
    ) async throws(Failure) -> AccountQuery {
        let accounts = try await opened()
        let graph = try AccountOpening.addresses(for: declaration).graph
        var budget: RequestBudget?
        if TrafficPolicy.usual(for: graph).budget != nil {
            budget = RequestBudget()
            budget?.unitCountMax = units
            // Requests are counted for each user, as the share does, and there are many; units are what
            // counts here.
            budget?.requestCountMax = units * 5
        }
        let share = TrafficShare(
            parallelCountMax: parallel, budget: budget, units: unitsNow)
        let tokens = try accounts.tokens(for: declaration)
        tenant = (share, tokens)
        return AccountQuery(
            graph: graph, traffic: accounts.transport.traffic(with: graph, share: share),
            tokens: tokens)
    }

    /// The drive that `declaration` speaks of; nothing is asked for yet.
    ///
    /// Pages of its listing are kept in `feedStore`. `listsFully` lists everything anew. With
    /// `tellsAlbums` items say which albums they are in, where the account has albums.
    func drive(
        _ declaration: DriveDeclaration, feedStore: any FeedStore, listsFully: Bool = false,
        tellsAlbums: Bool = false
    ) async throws(Failure) -> GraphDrive {
        let accounts = try await opened()
        let addresses = try AccountOpening.addresses(for: declaration)
        let tokens =
            if let tenant { tenant.tokens } else { try accounts.tokens(for: declaration) }
        let client = GraphClient(
            address: addresses.graph,
            traffic: accounts.transport.traffic(
                with: addresses.graph, share: tenant?.share,
                user: declaration.settings["drive_id"] ?? declaration.settings["account"]),
            tokens: tokens,
            downloads: accounts.transport.downloads())
        var settings = try Self.settings(declaration, listsFully: listsFully)
        settings.tellsAlbums = tellsAlbums
        // Whoever answers for many drives may have to ask the service about a request.
        let isOfMany = tenant != nil
        settings.notesRequests = isOfMany
        settings.loginCommand = AccountOpening.loginCommand(declaration.name)
        settings.allowsRestore = await allowsRestore(declaration, accounts)
        return GraphDrive(
            name: declaration.name, settings: settings, client: client,
            feedStore: feedStore, now: { SystemClock.now().secondsSinceEpoch },
            // Of many drives some are listed for hours; what was read is kept, and gone on from.
            stopsListing: { isOfMany && Host.shouldStop })
    }

    /// Whether the scopes that were granted let items be restored; nil where nobody has signed in.
    private func allowsRestore(
        _ declaration: DriveDeclaration, _ accounts: AccountOpening
    ) async -> Bool? {
        guard let settings = try? AccountOpening.settings(for: declaration),
            let account = try? await accounts.vault.store.account(settings.key),
            account.isSignedIn
        else { return nil }
        return SignInScopes.allowRestore(account.scopes)
    }

    // MARK: Who is signed in

    /// One time that somebody signed in.
    private struct SignInMark: Hashable {
        let key: AccountKey
        let at: Double
    }

    /// Who is signed in at `declaration`: by what was kept when they signed in, and with
    /// `asksService`, or where nothing was kept, by what the service says once a process.
    func signedIn(
        _ declaration: DriveDeclaration, asksService: Bool
    ) async -> TierDrive.SignedIn {
        guard let accounts = try? await opened() else { return .unknown }
        switch await AccountStanding.of(declaration, in: accounts.vault) {
        case .application:
            // It says itself whose drive is meant, by an address or by an id.
            let account = declaration.settings["account"] ?? ""
            let isAddress = account.contains("@") && declaration.settings["drive_id"] == nil
            return isAddress ? .known([account]) : .unknown
        case .signedIn(let account):
            let kept = account.userPrincipalName.map { TierDrive.SignedIn.known([$0]) }
            if let kept, !asksService { return kept }
            return await asked(declaration, account, accounts) ?? kept ?? .unknown
        case .absent, .expired, .unusable: return .unknown
        }
    }

    /// What the service says who is signed in; nil where it does not say it now.
    private func asked(
        _ declaration: DriveDeclaration, _ account: StoredAccount, _ accounts: AccountOpening
    ) async -> TierDrive.SignedIn? {
        guard let key = try? AccountOpening.settings(for: declaration).key,
            let query = try? accounts.query(about: declaration)
        else { return nil }
        let mark = SignInMark(key: key, at: account.signedInAt)
        if let known = people[mark] { return known }
        let now = MonotonicTime.seconds
        if let silence = silences[mark], now < silence + Self.silenceSeconds { return nil }
        guard let person = try? await query.person(), let name = person.userPrincipalName else {
            silences[mark] = now
            return nil
        }
        let names = TierDrive.SignedIn.known(Set([name, person.mail ?? name]))
        people[mark] = names
        return names
    }

    private func opened() async throws(Failure) -> AccountOpening {
        if let accounts { return accounts }
        let fresh = try await AccountOpening.forThisUser()
        accounts = fresh
        return fresh
    }

    /// Which drive is meant, and how it is used.
    private static func settings(
        _ declaration: DriveDeclaration, listsFully: Bool
    ) throws(Failure) -> GraphDriveSettings {
        let settings = declaration.settings
        let place: GraphPlace
        if let id = settings["drive_id"], !id.isEmpty {
            place = .drive(id)
        } else if AccountOpening.actsByItself {
            guard let account = settings["account"], !account.isEmpty else {
                throw Failure(.invalidRules, .accountNeeded(drive: declaration.name))
            }
            place = .user(account)
        } else {
            place = .mine
        }
        return GraphDriveSettings(
            place: place, root: try root(declaration),
            sendsIfMatch: settings["if_match"] != "false",
            listsFully: listsFully)
    }

    /// The folder that is the top: empty for the whole drive, else without a slash at its end.
    private static func root(_ declaration: DriveDeclaration) throws(Failure) -> String {
        var root = declaration.settings["root"] ?? "/"
        while root.hasSuffix("/") { root.removeLast() }
        let parts = root.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isPath =
            root.isEmpty
            || (root.hasPrefix("/") && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." })
        guard isPath else {
            throw Failure(
                .invalidRules,
                .accountRoot(drive: declaration.name, path: VisibleText.escaped(root)))
        }
        return root
    }
}
