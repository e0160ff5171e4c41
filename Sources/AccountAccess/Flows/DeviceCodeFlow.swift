// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// What a person has to do elsewhere so that this program is signed in.
package struct DeviceCodePrompt: Sendable, Hashable {
    /// What the service wants to be shown, line by line.
    package let lines: [String]
    /// The page to open.
    package let address: String
    /// The code to enter there.
    package let code: String
}

/// Signs in by a code that is entered on another device (RFC 8628).
package struct DeviceCodeFlow: Sendable {
    private let service: SignInService
    private let clock: AccountClock

    /// Signs in at `service`.
    package init(service: SignInService, clock: AccountClock = .system) {
        self.service = service
        self.clock = clock
    }

    /// A service that names no interval means this one (RFC 8628 section 3.2).
    private static let usualIntervalSeconds = 5.0
    private static let usualLifetimeSeconds = 900.0
    /// Nobody waits longer for a person.
    private static let lifetimeSecondsMax = 3_600.0

    /// Asks for a code, has it shown, and waits until somebody has entered it.
    package func grant(
        scopes: [String], claims: String? = nil, show: (DeviceCodePrompt) -> Void
    ) async throws(AccessError) -> TokenGrant {
        let invitation = try await invitation(scopes)
        show(invitation.prompt)
        return try await answer(to: invitation, claims)
    }

    // MARK: The code

    private struct Invitation {
        let prompt: DeviceCodePrompt
        let deviceCode: SecretText
        let intervalSeconds: Double
        /// On the clock that nobody sets back.
        let end: Double
    }

    private func invitation(_ scopes: [String]) async throws(AccessError) -> Invitation {
        let fields = [
            FormField("client_id", service.settings.key.clientID),
            FormField("scope", scopes.joined(separator: " ")),
        ]
        let start = clock.uptime()
        switch try await service.post("devicecode", fields, isIdempotent: true) {
        case .granted(let members): return try invitation(members, start)
        case .unavailable(_, let message): throw AccessError(.offline, message)
        case .refused(let fault): throw Self.error(fault)
        }
    }

    private func invitation(
        _ members: FieldReader, _ start: Double
    ) throws(AccessError) -> Invitation {
        guard let deviceCode = members.text("device_code"), !deviceCode.isEmpty,
            let code = members.text("user_code", most: 100), !code.isEmpty,
            // The draft of the standard had another name.
            let address = members.text("verification_uri", most: 2_000)
                ?? members.text("verification_url", most: 2_000)
        else {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "the answer of the sign-in service cannot be used: it has no"
                        + " code and address to show; is 'login_url' right?"))
        }
        let interval = members.number("interval") ?? Self.usualIntervalSeconds
        let lifetime = min(
            members.number("expires_in") ?? Self.usualLifetimeSeconds, Self.lifetimeSecondsMax)
        guard lifetime > 0, interval < lifetime else {
            throw AccessError(
                .misconfigured,
                String(
                    clause: "the answer of the sign-in service cannot be used: the code"
                        + " ends before it could be asked for the first time"))
        }
        let prompt = DeviceCodePrompt(
            lines: Self.lines(members.text("message", most: 8_192), code, address),
            address: address, code: code)
        return Invitation(
            prompt: prompt, deviceCode: SecretText(deviceCode), intervalSeconds: max(interval, 1),
            end: start + lifetime)
    }

    /// The message word for word, and what it forgot.
    private static func lines(_ message: String?, _ code: String, _ address: String) -> [String] {
        let message = message ?? ""
        var lines = message.split(whereSeparator: \.isNewline).prefix(20).map(String.init)
        if !message.contains(code) || !message.contains(address) {
            lines.append(String(clause: "To sign in, open \(address) and enter the code \(code)."))
        }
        return lines
    }

    // MARK: The answer

    private func answer(
        to invitation: Invitation, _ claims: String?
    ) async throws(AccessError) -> TokenGrant {
        var fields = [
            FormField("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            FormField("client_id", service.settings.key.clientID),
            FormField("device_code", secret: invitation.deviceCode),
        ]
        if let claims { fields.append(FormField("claims", claims)) }
        var interval = invitation.intervalSeconds
        var pause = interval
        while true {
            try await wait(pause, invitation.end)
            // Not repeated by the transport: the interval is for all requests.
            switch try await service.post("token", fields, isIdempotent: false) {
            case .granted(let members): return try TokenGrant(members)
            case .refused(let fault) where fault.code == "authorization_pending": pause = interval
            case .refused(let fault) where fault.code == "slow_down":
                interval += 5
                pause = interval
            case .refused(let fault): throw Self.error(fault)
            case .unavailable(let seconds, let message):
                pause = max(interval, seconds ?? 0)
                if clock.uptime() + pause >= invitation.end { throw AccessError(.offline, message) }
            }
        }
    }

    /// Waits, but not beyond the life of the code.
    private func wait(_ seconds: Double, _ end: Double) async throws(AccessError) {
        let left = end - clock.uptime()
        guard left > 0 else { throw Self.expired }
        do {
            try await clock.sleep(min(seconds, left))
        } catch {
            throw AccessError(.offline, String(clause: "the sign-in was cancelled"))
        }
    }

    private static let expired = AccessError(
        .signInNeeded,
        String(clause: "the code has expired before anybody signed in with it; start again"))

    /// What the service's no means for this way to sign in.
    private static func error(_ fault: SignInFault) -> AccessError {
        switch fault.code {
        case "authorization_declined", "access_denied":
            return AccessError(
                .signInNeeded, fault.traced(String(clause: "the sign-in was declined")))
        case "expired_token": return expired
        case "bad_verification_code":
            return AccessError(
                .signInNeeded,
                String(clause: "the sign-in service does not know the code any more; start again"))
        case "invalid_grant" where fault.has(53_003, 530_032, 530_035):
            return AccessError(
                .signInNeeded,
                fault.traced(
                    String(
                        clause: "the organisation does not allow to sign in by a code"
                            + " (\(fault.codes)); sign in through the browser, without"
                            + " '--device-code'")))
        case "invalid_grant" where fault.has(70_019): return expired
        case "invalid_grant", "interaction_required", "consent_required":
            return AccessError(.signInNeeded, fault.message(String(clause: "the sign-in failed")))
        default:
            return AccessError(.misconfigured, fault.message(String(clause: "the sign-in failed")))
        }
    }
}
