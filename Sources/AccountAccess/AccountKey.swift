// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport

/// Whose tokens are meant: one account, as one registered application, at one sign-in service.
package struct AccountKey: Sendable, Hashable {
    /// The account as the rules name it: an address, or any name that the user gave it.
    package var account: String
    /// The id of the registered application.
    package var clientID: String
    /// The sign-in service.
    package var login: ServiceAddress
    /// The Graph service that the tokens are for; scopes may name it.
    package var graph: ServiceAddress

    /// The tokens of `account`.
    package init(
        account: String, clientID: String, login: ServiceAddress, graph: ServiceAddress
    ) {
        self.account = account
        self.clientID = clientID
        self.login = login
        self.graph = graph
    }
}
