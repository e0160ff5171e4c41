// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import ReviewUI
internal import RuleEngine
internal import Text
internal import Wording

/// The sign-ins that a page begins, one at a time: the program asks the service for a code, the page
/// shows it, and the program waits for the person.
actor PageSignIns {
    private let session: StateSession
    private let rules: LoadedRules
    private var current: PageSignIn?
    private var work: Task<Void, Never>?
    /// Counts them, so that the end of an earlier one is not taken for that of a later one.
    private var number = 0

    /// Sign-ins to the drives of `rules`, counted in `session`.
    init(session: StateSession, rules: LoadedRules) {
        self.session = session
        self.rules = rules
    }

    /// What the page may do.
    nonisolated var services: PageSignInServices {
        var services = PageSignInServices()
        services.begin = { name async throws(ReviewError) in try await self.begin(name) }
        services.current = { await self.current }
        services.cancel = { await self.cancel() }
        services.signOut = { name async throws(ReviewError) in try await self.signOut(name) }
        return services
    }

    private func begin(_ name: String) async throws(ReviewError) {
        if let current, !current.isOver, current.drive.utf8.elementsEqual(name.utf8) { return }
        let drive = try drive(name)
        cancel()
        number += 1
        let own = number
        current = PageSignIn(drive: drive.name, stage: .starting)
        work = Task { await self.run(drive, own) }
    }

    private func cancel() {
        guard let current, !current.isOver else { return }
        work?.cancel()
        self.current = PageSignIn(drive: current.drive, stage: .cancelled)
        number += 1
    }

    private func signOut(_ name: String) async throws(ReviewError) {
        let drive = try drive(name)
        if current?.drive.utf8.elementsEqual(drive.name.utf8) == true { cancel() }
        do throws(Failure) {
            let signIn = try DriveSignIn(drive, try await AccountOpening.forThisUser())
            _ = try await signIn.forget()
        } catch {
            throw ReviewError(.failed, error.phrase ?? .refuseStateUnreadable)
        }
    }

    /// A OneDrive of the rules by its name: nothing else can be signed in to from a page.
    private func drive(_ name: String) throws(ReviewError) -> DriveDeclaration {
        let found = rules.file.drives.first {
            $0.kind == .onedrive && $0.name.utf8.elementsEqual(name.utf8)
        }
        guard let found else { throw ReviewError(.invalid, .refuseNotFromHere) }
        return found
    }

    // MARK: The sign-in

    private func run(_ drive: DriveDeclaration, _ own: Int) async {
        let events = SignInEvents(session: session)
        do throws(Failure) {
            try DriveSignIn.refuseApplication()
            let signIn = try DriveSignIn(drive, try await AccountOpening.forThisUser())
            await events.begun()
            let clock = signIn.service
            let account = try await signIn.run(
                .deviceCode { prompt in
                    events.codeIsShown()
                    let finding = clock.clockFinding(of: drive.name)
                    Task { self.show(prompt, finding, own) }
                })
            await events.done()
            let person: Person? = try? await signIn.keepPerson()
            end(.done(person: person?.shown), account, own)
        } catch {
            await events.failed(Task.isCancelled ? .interrupted : error.status)
            end(.failed(error.phrase ?? .loginFailed), nil, own)
        }
    }

    private func show(_ prompt: DeviceCodePrompt, _ finding: PreflightFinding?, _ own: Int) {
        guard own == number, current?.stage == .starting else { return }
        current?.stage = .waiting(
            code: VisibleText.escaped(prompt.code), address: VisibleText.escaped(prompt.address))
        current?.remarks = [finding?.line].compactMap(\.self)
    }

    private func end(_ stage: PageSignIn.Stage, _ account: StoredAccount?, _ own: Int) {
        guard own == number else { return }
        current?.stage = stage
        current?.remarks = account.map(SignInRemarks.of) ?? []
    }
}
