// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import ArgumentParser
internal import HTTPTransport
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules login`.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to the account of a OneDrive that the rules declare.",
        discussion: """
            Examples:
              cleanrules login photos
              cleanrules login photos --rules rules.yaml --device-code

            Only listing, deleting and restoring on that drive need it. The rules name the account
            and, with 'client_id', an application that is registered with Microsoft:
            docs/guide/entra-app.md says how.
            """)

    @Argument(help: "The drive's name in the rules. Default: the only one of kind onedrive.")
    var name: String?

    @OptionGroup var options: AccountOptions

    @Flag(name: .long, help: "Sign in by a code that is entered on whatever device.")
    var deviceCode = false

    @Flag(name: .long, help: "Open no browser; the address is shown in any case.")
    var noBrowser = false

    @Flag(
        name: .long,
        help: "Ask also for what restoring on a personal account needs (Files.ReadWrite.All).")
    var restore = false

    @Flag(
        name: .long,
        help: "Sign in to nothing; list what was decided over saved pages, and whether it holds.")
    var carried = false

    @OptionGroup var state: StateOptions

    mutating func validate() throws {
        if carried, deviceCode || noBrowser || restore {
            throw ValidationError(
                String(clause: "--carried signs in to nothing, so it goes alone."))
        }
    }

    func run() async throws {
        if carried { return try await listCarried() }
        let events = SignInEvents(session: try StateSession.ifThere(state))
        do {
            try await signIn(events)
        } catch let failure as Failure {
            await events.failed(failure.status)
            throw failure
        }
    }

    private func signIn(_ events: SignInEvents) async throws {
        let drive = try options.scope().drive(name)
        let settings = try AccountOpening.settings(for: drive)
        try refuseApplication()
        let opening = try await AccountOpening.forThisUser()
        await events.begun()
        let signIn = SignIn(
            service: try opening.service(for: drive), vault: opening.vault,
            words: { Console.words(.told($0)) })
        let account: StoredAccount
        do throws(AccessError) {
            // 'Files.ReadWrite' ends at the own drive.
            let needsAll = restore || settings.isConsumer || drive.settings["drive_id"] != nil
            account = try await signIn.run(way(events), restores: needsAll)
        } catch {
            throw Failure(error, drive: drive.name)
        }
        let query = try opening.query(about: drive)
        try await refuseStranger(settings, query, signIn)
        let place = await opening.vault.store.place(settings.key).phrase
        Console.hasDone(.loginDeed(drive: drive.name))
        Console.say(.loginDone(drive: drive.name, place: place))
        warn(account)
        await events.done()
        await tell(drive, query, signIn)
        NextHints.say([(.nextList, .syncAgain(arguments: options.again))])
    }

    /// An application that acts by itself has nobody who could sign in.
    private func refuseApplication() throws(Failure) {
        let variables = ApplicationCredential.variables
        guard let name = variables.first(where: { Environment.value($0) != nil }) else { return }
        throw Failure(.usage, .loginByItself(name: name))
    }

    /// Whoever signs in as somebody else than the rules name would have another drive cleaned up.
    /// Where the service cannot say it now, it has to be asked again; where it never says it,
    /// nothing speaks against it.
    private func refuseStranger(
        _ settings: SignInSettings, _ query: AccountQuery, _ signIn: SignIn
    ) async throws(Failure) {
        let wanted = settings.key.account
        guard wanted.contains("@") else { return }
        let person: Person
        do throws(AccountQueryError) {
            person = try await query.person()
        } catch {
            guard error.isPassing else { return }
            try await forget(signIn)
            throw Failure(.offline, .loginNotSaid(name: VisibleText.escaped(wanted)))
        }
        let known = [person.userPrincipalName, person.mail].compactMap { $0?.lowercased() }
        if known.isEmpty || known.contains(wanted.lowercased()) { return }
        try await forget(signIn)
        let found = VisibleText.escaped(known[0])
        throw Failure(
            .refused, .loginStranger(name: found, account: VisibleText.escaped(wanted)))
    }

    private func forget(_ signIn: SignIn) async throws(Failure) {
        do throws(AccessError) {
            _ = try await signIn.forget()
        } catch {
            throw Failure(error, drive: nil)
        }
    }

    // MARK: Asking

    private func way(_ events: SignInEvents) -> SignIn.Way {
        if deviceCode {
            return .deviceCode { prompt in
                events.codeIsShown()
                for line in prompt.lines { Console.note(.told(VisibleText.escaped(line))) }
                Console.note(.loginWaitCode)
            }
        }
        let opens = !noBrowser && BrowserLaunch.isPossible
        return .browser { address in
            let isOpen = opens && BrowserLaunch.open(address)
            Console.note(isOpen ? .loginPage : .loginOpen)
            Console.note("  \(address)")
            if !isOpen { Console.note(.loginNoBrowser) }
        }
    }

    // MARK: Telling

    private func warn(_ account: StoredAccount) {
        if !account.canBeRenewed {
            Console.warn(.loginNotRenewed)
        }
        if !SignInScopes.allowDeletion(account.scopes) {
            Console.warn(.loginNoDeletion(names: shown(account.scopes)))
        }
        if restore, !SignInScopes.allowRestore(account.scopes) {
            Console.warn(.loginNoRestore)
        }
    }

    /// Who and which drive it is, so far as the service says so now: right after a sign-in it may
    /// not, and nothing depends on it.
    private func tell(
        _ drive: DriveDeclaration, _ query: AccountQuery, _ signIn: SignIn
    ) async {
        do throws(AccountQueryError) {
            let person = try await query.person()
            Console.say(.loginAccount(name: person.shown))
            try? await signIn.keep(person)
        } catch {
            Console.note(.lineNote(text: Phrase.loginWhoUnknown(detail: error.shown)))
        }
        do throws(AccountQueryError) {
            let facts = try await query.drive(drive.place)
            Console.say(.loginDrive(what: facts.shown))
        } catch {
            Console.note(.lineNote(text: Phrase.loginDriveUnknown(detail: error.shown)))
        }
    }

    private func shown(_ scopes: [String]) -> Phrase {
        scopes.isEmpty
            ? .loginNothingGranted : .verbatim(VisibleText.escaped(scopes.joined(separator: " ")))
    }
}
