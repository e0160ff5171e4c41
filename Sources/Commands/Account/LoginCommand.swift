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
        _ = try AccountOpening.settings(for: drive)
        try DriveSignIn.refuseApplication()
        let signIn = try DriveSignIn(drive, try await AccountOpening.forThisUser())
        await events.begun()
        let clock = ClockNote(service: signIn.service, drive: drive.name)
        let account = try await signIn.run(way(events, clock), restores: restore)
        clock.say()
        Console.hasDone(.loginDeed(drive: drive.name))
        Console.say(.loginDone(drive: drive.name, place: await signIn.place))
        warn(account)
        await events.done()
        await tell(drive, signIn)
        NextHints.say([(.nextList, .syncAgain(arguments: options.again))])
    }

    // MARK: Asking

    private func way(_ events: SignInEvents, _ clock: ClockNote) -> SignIn.Way {
        if deviceCode {
            return .deviceCode { prompt in
                events.codeIsShown()
                clock.say()
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
        for remark in SignInRemarks.of(account) { Console.warn(remark) }
        if restore, !SignInScopes.allowRestore(account.scopes) {
            Console.warn(.loginNoRestore)
        }
    }

    /// Who and which drive it is, so far as the service says so now: right after a sign-in it may
    /// not, and nothing depends on it.
    private func tell(_ drive: DriveDeclaration, _ signIn: DriveSignIn) async {
        do throws(AccountQueryError) {
            Console.say(.loginAccount(name: try await signIn.keepPerson().shown))
        } catch {
            Console.note(.lineNote(text: Phrase.loginWhoUnknown(detail: error.shown)))
        }
        guard let query = try? signIn.query() else { return }
        do throws(AccountQueryError) {
            let facts = try await query.drive(drive.place)
            Console.say(.loginDrive(what: facts.shown))
            PreflightFinding.room(facts, of: drive.name).warn()
        } catch {
            Console.note(.lineNote(text: Phrase.loginDriveUnknown(detail: error.shown)))
        }
    }
}
