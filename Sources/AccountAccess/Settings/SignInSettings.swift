// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// Where and as what an account signs in.
package struct SignInSettings: Sendable, Hashable {
    /// Account, application and services.
    package let key: AccountKey
    /// Whose accounts may sign in: `common`, or one organisation.
    package let tenant: String
    /// The cloud that scopes are named after.
    package let cloud: NationalCloud

    /// What stands in the rules and the environment, as text.
    package struct Source: Sendable, Hashable {
        package var account: String
        package var clientID: String?
        package var graphURL: String?
        package var loginURL: String?
        package var tenant: String?
        package var nationalCloud: String?

        /// Settings of `account`; all others are usual ones where nothing is said.
        package init(
            account: String, clientID: String? = nil, graphURL: String? = nil,
            loginURL: String? = nil, tenant: String? = nil, nationalCloud: String? = nil
        ) {
            self.account = account
            self.clientID = clientID
            self.graphURL = graphURL
            self.loginURL = loginURL
            self.tenant = tenant
            self.nationalCloud = nationalCloud
        }
    }

    /// What `source` means. Throws an error of kind `misconfigured` that says what is wrong.
    package init(_ source: Source) throws(AccessError) {
        cloud = try Self.cloud(source)
        let login = try Self.login(source.loginURL, cloud)
        tenant = try Self.tenant(source.tenant, named: login.tenant, source.account)
        guard let clientID = source.clientID, !clientID.isEmpty else {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "'client_id' is missing: the id of an application that is"
                        + " registered with Microsoft (docs/guide/entra-app.md says"
                        + " how); CLEANRULES_CLIENT_ID can name it too"
                ))
        }
        guard Self.isPlain(clientID) else {
            throw AccessError(
                .misconfigured,
                String(clause: "'client_id' is no id of an application: '\(Self.shown(clientID))'"))
        }
        key = AccountKey(
            account: source.account, clientID: clientID, login: login.address,
            graph: try Self.graph(source.graphURL, cloud))
        if cloud != .global, isConsumer {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "'\(Self.shown(source.account))' is a personal account, and"
                        + " those exist in the 'global' cloud only"))
        }
    }

    /// Whether the account is an address that only personal accounts have.
    package var isConsumer: Bool { Self.isConsumer(key.account) }

    /// The address of `authorize`, `devicecode` or `token`.
    package func endpoint(_ name: String) -> String {
        "\(key.login)/\(tenant)/oauth2/v2.0/\(name)"
    }

    /// Tenants that stand for many organisations; an application cannot act by itself in them.
    package static let sharedTenants = ["common", "organizations", "consumers"]

    // MARK: Addresses

    /// The services that `source` names; needs no application.
    package static func addresses(
        _ source: Source
    ) throws(AccessError) -> (graph: ServiceAddress, login: ServiceAddress) {
        let cloud = try cloud(source)
        return (try graph(source.graphURL, cloud), try login(source.loginURL, cloud).address)
    }

    /// The Graph service, version 1.0, whether or not the address names the version.
    private static func graph(
        _ text: String?, _ cloud: NationalCloud
    ) throws(AccessError) -> ServiceAddress {
        let address = try address(text ?? "https://\(cloud.graphHost)", key: "graph_url")
        let last = address.path.split(separator: "/").last
        if last == "beta" {
            throw AccessError(
                .misconfigured,
                String(clause: "'graph_url' names the version 'beta'; leave the version out"))
        }
        if last == "v1.0" { return address }
        return try self.address("\(address)/v1.0", key: "graph_url")
    }

    /// The sign-in service, and the tenant where the address names one: after it, `/oauth2/…`
    /// may follow, as in the addresses that Microsoft's pages show.
    private static func login(
        _ text: String?, _ cloud: NationalCloud
    ) throws(AccessError) -> (address: ServiceAddress, tenant: String?) {
        let whole = try address(text ?? "https://\(cloud.loginHost)", key: "login_url")
        var parts = whole.path.split(separator: "/").map(String.init)
        var isTenant = false
        if let end = parts.firstIndex(of: "oauth2") {
            parts.removeSubrange(end...)
            isTenant = !parts.isEmpty
        }
        var tenant: String?
        if let last = parts.last, isTenant || looksLikeTenant(last) {
            tenant = last
            parts.removeLast()
        }
        let path = parts.map { "/" + $0 }.joined()
        return (try address(whole.origin + path, key: "login_url"), tenant)
    }

    private static func address(
        _ text: String, key: String
    ) throws(AccessError) -> ServiceAddress {
        if let address = ServiceAddress(text) { return address }
        throw AccessError(
            .misconfigured,
            String(
                clause: "'\(key)' is no address that can be used: '\(shown(text))'; write"
                    + " 'https://' and a host, or 'http://' for a service on this"
                    + " machine (localhost, 127.0.0.1, [::1])"
            ))
    }

    // MARK: Words

    /// The cloud that is named, else the one that the address of Graph belongs to.
    private static func cloud(_ source: Source) throws(AccessError) -> NationalCloud {
        if let word = source.nationalCloud {
            if let cloud = NationalCloud(word: word) { return cloud }
            throw AccessError(
                .misconfigured,
                String(
                    clause:
                        "'national_cloud' is one of \(NationalCloud.words), not '\(shown(word))'"))
        }
        let host = source.graphURL.flatMap(ServiceAddress.init)?.host
        return NationalCloud.allCases.first { $0.graphHost == host } ?? .global
    }

    private static func tenant(
        _ text: String?, named: String?, _ account: String
    ) throws(AccessError) -> String {
        if let text, let named, text.lowercased() != named.lowercased() {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "'tenant' is '\(shown(text))', but 'login_url' names '\(shown(named))'")
            )
        }
        let tenant = text ?? named ?? "common"
        guard isPlain(tenant) else {
            throw AccessError(
                .misconfigured,
                String(clause: "'tenant' is a domain, an id or 'common', not '\(shown(tenant))'"))
        }
        return tenant
    }

    /// A word of the service, a domain, or a GUID.
    private static func looksLikeTenant(_ part: String) -> Bool {
        let isGUID = part.utf8.count == 36 && part.split(separator: "-").count == 5
        return isGUID || part.contains(".") || sharedTenants.contains(part.lowercased())
    }

    private static func isConsumer(_ account: String) -> Bool {
        guard let domain = account.split(separator: "@").last?.lowercased(),
            account.contains("@")
        else { return false }
        let parts = domain.split(separator: ".")
        guard let name = parts.first, ["outlook", "hotmail", "live", "msn"].contains(name)
        else { return domain == "passport.com" }
        // There are national ones, such as outlook.de and hotmail.co.uk.
        return parts.count == 2 || parts.count == 3 && ["co", "com"].contains(parts[1])
    }

    /// Letters, digits and few signs: what may stand in a path as it is.
    private static func isPlain(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "-._~".utf8.contains(byte)
        }
        return isPlain && (1...256).contains(text.utf8.count) && text != "." && text != ".."
    }

    private static func shown(_ text: String) -> String { ForeignText.shown(text, most: 100) }
}
