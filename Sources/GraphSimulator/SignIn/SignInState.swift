// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What the sign-in service has given out.
struct SignInState {
    /// A sign-in on another device.
    struct DeviceCode {
        let clientID: String
        let scopes: [String]
        let tenant: String
        let claims: String?
        let expiry: Double
        /// What the next polls are answered.
        var answers: [SimulatedSignInError]
        var lastPoll: Double?
        var isSpent = false
    }

    /// A sign-in in a browser.
    struct AuthorizationCode {
        let clientID: String
        let scopes: [String]
        let account: Int
        let redirect: String
        let challenge: String?
        let claims: String?
        let expiry: Double
        var isSpent = false
    }

    /// What a refresh token is good for.
    struct Refresh {
        let clientID: String
        let account: Int
        let scopes: [String]
        let hasClaims: Bool
        var isSpent = false
        var error: SimulatedSignInError?
    }

    var settings = SimulatedSignIn()
    var deviceCodes: [String: DeviceCode] = [:]
    var codes: [String: AuthorizationCode] = [:]
    var refreshes: [String: Refresh] = [:]
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// The tenant of all consumers.
    static let consumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
    /// The tenant of all others.
    static let tenant = "6b1f7a52-0d3c-4e8f-9a41-c2d5e6f70819"

    /// `count` bytes that nobody guesses, for addresses.
    mutating func secret(_ count: Int) -> String {
        let words = (0..<(count + 7) / 8).map { _ in random.next() }
        let bytes = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
        }
        return Base64.text(Array(bytes.prefix(count)), forURL: true)
    }

    /// Letters for a person to type.
    mutating func userCode() -> String {
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ23456789")
        return String((0..<9).map { _ in letters[random.below(letters.count)] })
    }

    /// An access token: opaque for consumers, three parts for others.
    mutating func accessToken(isConsumer: Bool) -> String {
        if isConsumer { return "EwB" + secret(60) }
        let header = Base64.text(Array(#"{"typ":"JWT","alg":"none"}"#.utf8), forURL: true)
        return "\(header).\(secret(48)).\(secret(32))"
    }
}
