// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import HTTPTransport
package import RuleEngine
internal import Text
package import Wording

/// Signs in to the account of one drive, and out of it, whoever asks for it.
package struct DriveSignIn: Sendable {
    /// The drive.
    package let drive: DriveDeclaration
    /// The sign-in service.
    package let service: SignInService
    private let settings: SignInSettings
    private let opening: AccountOpening
    private let signIn: SignIn

    /// A sign-in to `drive`, with the tokens where `opening` keeps them.
    package init(_ drive: DriveDeclaration, _ opening: AccountOpening) throws(Failure) {
        self.drive = drive
        self.opening = opening
        settings = try AccountOpening.settings(for: drive)
        service = try opening.service(for: drive)
        signIn = SignIn(
            service: service, vault: opening.vault, words: { Host.words(.told($0)) })
    }

    /// Throws where an application acts by itself: it has nobody who could sign in.
    package static func refuseApplication() throws(Failure) {
        let variables = ApplicationCredential.variables
        guard let name = variables.first(where: { Environment.value($0) != nil }) else { return }
        throw Failure(.usage, .loginByItself(name: name))
    }

    /// Where the tokens are kept.
    package var place: Phrase {
        get async { await opening.vault.store.place(settings.key).phrase }
    }

    /// Signs in, and keeps nothing of somebody else than the rules name. `restores`: asks also for
    /// what restoring on a personal account needs.
    package func run(
        _ way: SignIn.Way, restores: Bool = false
    ) async throws(Failure) -> StoredAccount {
        let account: StoredAccount
        do throws(AccessError) {
            // 'Files.ReadWrite' ends at the own drive.
            let needsAll = restores || settings.isConsumer || drive.settings["drive_id"] != nil
            account = try await signIn.run(way, restores: needsAll)
        } catch {
            throw Failure(error, drive: drive.name)
        }
        try await refuseStranger()
        return account
    }

    /// Asks about the account.
    package func query() throws(Failure) -> AccountQuery { try opening.query(about: drive) }

    /// Keeps who has signed in, as far as the service says so now: right after a sign-in it may not,
    /// and nothing depends on it.
    package func keepPerson() async throws(AccountQueryError) -> Person {
        guard let query = try? query() else {
            return Person(displayName: nil, userPrincipalName: nil)
        }
        let person = try await query.person()
        try? await signIn.keep(person)
        return person
    }

    /// Forgets the tokens; whether there were any.
    package func forget() async throws(Failure) -> Bool {
        do throws(AccessError) {
            return try await signIn.forget()
        } catch {
            throw Failure(error, drive: drive.name)
        }
    }

    /// Whoever signs in as somebody else than the rules name would have another drive cleaned up.
    /// Where the service cannot say it now, it has to be asked again; where it never says it,
    /// nothing speaks against it.
    private func refuseStranger() async throws(Failure) {
        let wanted = settings.key.account
        guard wanted.contains("@") else { return }
        let person: Person
        let query = try query()
        do throws(AccountQueryError) {
            person = try await query.person()
        } catch {
            guard error.isPassing else { return }
            _ = try await forget()
            throw Failure(.offline, .loginNotSaid(name: VisibleText.escaped(wanted)))
        }
        let known = [person.userPrincipalName, person.mail].compactMap { $0?.lowercased() }
        if known.isEmpty || known.contains(wanted.lowercased()) { return }
        _ = try await forget()
        let found = VisibleText.escaped(known[0])
        throw Failure(
            .refused, .loginStranger(name: found, account: VisibleText.escaped(wanted)))
    }
}
