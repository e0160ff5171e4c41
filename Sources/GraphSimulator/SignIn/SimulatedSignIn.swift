// SPDX-License-Identifier: Apache-2.0

/// How the simulated sign-in service behaves.
package struct SimulatedSignIn: Sendable, Hashable {
    /// For how many seconds access tokens are good.
    package var tokenSeconds = 3_599
    /// The address that people sign in with; nil for the one that the client hints at, or the
    /// first account that fits.
    package var account: String?
    /// What polls for a device code given from now on are answered, one after the other; then
    /// comes the token.
    package var deviceAnswers: [SimulatedSignInError] = [.pending]
    /// How many seconds clients shall wait between polls.
    package var deviceIntervalSeconds = 5
    /// For how many seconds device codes are good.
    package var deviceSeconds = 900
    /// Whether polls that come too early are answered with `slow_down`.
    package var enforcesInterval = false
    /// Whether a refresh token is refused once it was used.
    package var refusesUsedRefreshTokens = false
    /// Why every refresh is refused; nil lets them through.
    package var refreshError: SimulatedSignInError?
    /// Whether a refresh answers a claims challenge; else a person is needed for that.
    package var answersClaimsSilently = false
    /// What the redirection says instead of a code: `access_denied` and the like.
    package var authorizeError: String?
    /// What is granted whatever is asked for; nil grants what is asked for.
    package var grantedScopes: [String]?
    /// The applications that are known.
    package var applications: [Application] = []
    /// Whether people may sign in with applications that are not known.
    package var admitsUnknownClients = true

    /// A registered application.
    package struct Application: Sendable, Hashable {
        /// Its id.
        package var clientID: String
        /// The secrets that it may prove itself with; none for applications on people's machines.
        package var secrets: [String] = []
        /// Whether it may prove itself with signed assertions. Signatures are not checked.
        package var acceptsAssertions = false
        /// What it may do by itself.
        package var roles: Set<String> = [
            "Files.ReadWrite.All", "Sites.ReadWrite.All", "User.Read.All",
        ]

        /// The application of that id.
        package init(clientID: String, secrets: [String] = [], acceptsAssertions: Bool = false) {
            self.clientID = clientID
            self.secrets = secrets
            self.acceptsAssertions = acceptsAssertions
        }
    }

    /// Everybody may sign in, and the first poll comes too early.
    package init() {}
}
