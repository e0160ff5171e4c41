// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import Foundation
package import HTTPTransport
package import RuleEngine
internal import Text
internal import Wording

/// Opens the accounts of drives: which services, which application, which tokens.
///
/// What the rules file says counts; the environment fills in what it leaves open.
package struct AccountOpening: Sendable {
    let transport: ServiceTransport
    /// Where tokens are kept.
    package let vault: TokenVault

    /// An opening for this user, who is `transport` to the outside.
    package init(transport: ServiceTransport, vault: TokenVault) {
        self.transport = transport
        self.vault = vault
    }

    /// An opening for this user, with the network and the store of this machine.
    package static func forThisUser() async throws(Failure) -> AccountOpening {
        AccountOpening(
            transport: try ServiceTransport.opened(), vault: try await AccountPlaces.vault())
    }

    /// The services and the application of `drive`.
    package static func addresses(
        for drive: DriveDeclaration
    ) throws(Failure) -> (graph: ServiceAddress, login: ServiceAddress, clientID: String) {
        let key = try settings(for: drive).key
        return (key.graph, key.login, key.clientID)
    }

    /// Throws where `drive` names a service in a way that cannot be used; asks no environment.
    package static func checkAddresses(of drive: DriveDeclaration) throws(Failure) {
        _ = try services(of: drive) { key, _ in drive.settings[key] }
    }

    /// The services of `drive`, whichever application would sign in there.
    static func services(
        of drive: DriveDeclaration
    ) throws(Failure) -> (graph: ServiceAddress, login: ServiceAddress) {
        try services(of: drive) { key, variable in
            drive.settings[key] ?? variable.flatMap { Environment.value($0) }
        }
    }

    private static func services(
        of drive: DriveDeclaration, _ value: (_ key: String, _ variable: String?) -> String?
    ) throws(Failure) -> (graph: ServiceAddress, login: ServiceAddress) {
        func setting(_ key: String, _ variable: String? = nil) -> String? {
            value(key, variable).flatMap { $0.isEmpty ? nil : $0 }
        }
        let source = SignInSettings.Source(
            account: setting("account") ?? "", clientID: nil,
            graphURL: setting("graph_url", "CLEANRULES_GRAPH_URL"),
            loginURL: setting("login_url", "CLEANRULES_LOGIN_URL"),
            tenant: setting("tenant", "CLEANRULES_TENANT"),
            nationalCloud: setting("national_cloud"))
        do throws(AccessError) {
            return try SignInSettings.addresses(source)
        } catch {
            throw Failure(error, drive: drive.name)
        }
    }

    /// Whether the program acts by itself on `drive`, and not for a person.
    package static var actsByItself: Bool {
        ApplicationCredential.variables.contains { Environment.value($0) != nil }
    }

    /// Makes sure that an application could sign in for `drive`: there is a credential, and an
    /// organisation is named. Asks no service.
    package static func checkApplication(_ drive: DriveDeclaration) async throws(Failure) {
        guard actsByItself else { throw Failure(.invalidRules, .fleetCredential) }
        _ = try await forThisUser().tokens(for: drive)
    }

    /// Where and as what the account of `drive` signs in.
    package static func settings(for drive: DriveDeclaration) throws(Failure) -> SignInSettings {
        func setting(_ key: String, _ variable: String? = nil) -> String? {
            let written = drive.settings[key].flatMap { $0.isEmpty ? nil : $0 }
            return written ?? variable.flatMap { Environment.value($0) }
        }
        let source = SignInSettings.Source(
            account: setting("account") ?? "",
            clientID: setting("client_id", "CLEANRULES_CLIENT_ID"),
            graphURL: setting("graph_url", "CLEANRULES_GRAPH_URL"),
            loginURL: setting("login_url", "CLEANRULES_LOGIN_URL"),
            tenant: setting("tenant", "CLEANRULES_TENANT"),
            nationalCloud: setting("national_cloud"))
        do throws(AccessError) {
            return try SignInSettings(source)
        } catch {
            throw Failure(error, drive: drive.name)
        }
    }

    /// The access tokens for `drive`: those of an application where the environment has its
    /// credentials, else those of whoever signed in. Nothing is asked for yet.
    package func tokens(for drive: DriveDeclaration) throws(Failure) -> any AccessTokens {
        let service = try service(for: drive)
        do throws(AccessError) {
            let credential = try ApplicationCredential.found(
                value: { Environment.value($0) },
                file: { path throws(AccessError) in try SecretFile.bytes(path) },
                now: AccountClock.system.now())
            guard let credential else {
                return AccountTokens(
                    service: service, vault: vault,
                    loginCommand: Self.loginCommand(drive.name))
            }
            return try ApplicationTokens(service: service, credential: credential)
        } catch {
            throw Failure(error, drive: drive.name)
        }
    }

    /// How a person signs in to the drive `name` of the rules of this command.
    static func loginCommand(_ name: String) -> String {
        Host.words.command(.login(drive: name, arguments: ""))
    }

    /// The sign-in service of `drive`.
    package func service(for drive: DriveDeclaration) throws(Failure) -> SignInService {
        let settings = try Self.settings(for: drive)
        return SignInService(
            settings: settings, traffic: transport.traffic(with: settings.key.login))
    }
}

/// Where what is kept of accounts lies on this machine.
package enum AccountPlaces {
    /// The folder of the accounts, which all profiles share.
    package static func folder() throws(Failure) -> AccountFolder {
        guard let folder = StateFile.stateFolder() else {
            throw Failure(.failed, .accountNoFolder)
        }
        return AccountFolder(path: "\(folder)/cleanrules/accounts")
    }

    /// The name of the file that tokens are kept in where there is no Secret Service.
    static let tokenFile = TokenFile.name

    /// Whether tokens may be kept in a Secret Service that cannot be asked from here.
    static var missesSecretService: Bool {
        (try? choice()) == .automatic && !hasSessionBus
    }

    private static var hasSessionBus: Bool {
        Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil
    }

    /// Where `CLEANRULES_TOKEN_STORE` wants tokens to be kept.
    private static func choice() throws(Failure) -> TokenStores.Choice {
        let word =
            Environment.value("CLEANRULES_TOKEN_STORE") ?? TokenStores.Choice.automatic.rawValue
        guard let choice = TokenStores.Choice(rawValue: word.lowercased()) else {
            throw Failure(.usage, .accountStore(text: VisibleText.escaped(word)))
        }
        return choice
    }

    /// The store of tokens: the Secret Service where there is one, and the file;
    /// `CLEANRULES_TOKEN_STORE` chooses one of them.
    package static func vault() async throws(Failure) -> TokenVault {
        let folder = try folder()
        let choice = try choice()
        do throws(AccessError) {
            return TokenVault(
                store: try await TokenStores.opened(
                    choice, folder: folder,
                    hasSessionBus: hasSessionBus),
                folder: folder)
        } catch {
            throw Failure(error, drive: nil)
        }
    }
}

extension Failure {
    /// What signing in, or a token, had to say about the drive `drive`.
    package init(_ error: AccessError, drive: String?) {
        status =
            switch error.kind {
            case .signInNeeded: .signIn
            case .offline: .offline
            case .misconfigured: .invalidRules
            case .store: .failed
            }
        let told = Phrase.told(VisibleText.escaped(error.message))
        phrase =
            drive.map { .stageDriveError(drive: VisibleText.escaped($0), detail: told) } ?? told
    }
}
