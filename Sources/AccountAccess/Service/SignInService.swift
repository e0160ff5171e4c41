// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// Sends forms to the sign-in service and reads what it answers.
package struct SignInService: Sendable {
    /// Where and as what.
    let settings: SignInSettings
    private let traffic: any Traffic

    /// The service of `settings`, reached through `traffic`.
    package init(settings: SignInSettings, traffic: any Traffic) {
        self.settings = settings
        self.traffic = traffic
    }

    /// What the service's last answer said of its clock, beside this machine's.
    package var clockReading: ClockReading? { traffic.clockReading }

    /// The most bytes of an answer; real ones have some thousand.
    private static let answerByteCountMax = 1 << 20
    /// How far a service may put anything off.
    private static let retryAfterSecondsMax = 3_600.0

    /// Posts `fields` to `endpoint`. Throws only where no answer could be of use: the address or
    /// the certificate is wrong, or the caller gave up.
    func post(
        _ endpoint: String, _ fields: [FormField], isIdempotent: Bool
    ) async throws(AccessError) -> ServiceAnswer {
        let headers = [
            HTTPField("Content-Type", "application/x-www-form-urlencoded"),
            HTTPField("Accept", "application/json"),
        ]
        let request = HTTPRequest(
            .post, settings.endpoint(endpoint), headers: headers,
            body: Array(FormText.text(fields).utf8), isIdempotent: isIdempotent,
            responseByteCountMax: Self.answerByteCountMax)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await traffic.send(request)
        } catch {
            return try unanswered(error)
        }
        return answer(response, fields)
    }

    private func unanswered(_ error: HTTPError) throws(AccessError) -> ServiceAnswer {
        let message = String(
            clause: "the sign-in service \(settings.key.login.host): \(error.message)")
        switch error.kind {
        case .badAddress, .untrusted: throw AccessError(.misconfigured, message)
        case .tooLarge:
            throw AccessError(.misconfigured, String(clause: "\(message); is 'login_url' right?"))
        case .cancelled, .late: throw AccessError(.offline, message)
        case .unreachable, .timedOut, .broken, .throttled, .foreign, .failed:
            return .unavailable(seconds: bounded(error.retryAfterSeconds), message: message)
        }
    }

    /// The status decides; an error code is looked for only where the status says refused.
    private func answer(_ response: HTTPResponse, _ fields: [FormField]) -> ServiceAnswer {
        if let clause = ForeignAnswer.clause(response, to: settings.key.login.description) {
            return .unavailable(seconds: nil, message: clause)
        }
        let body = FieldReader(response.body)
        switch response.status {
        case 200..<300:
            if let body { return .granted(body) }
            return .refused(SignInFault(status: response.status))
        case 429, 408, 500...:
            let seconds = response.header("Retry-After").flatMap(Double.init)
            var fault = SignInFault(status: response.status)
            if let body { fault = SignInFault(response.status, body, fields) }
            return .unavailable(
                seconds: bounded(seconds),
                message: fault.traced(
                    String(
                        clause: "the sign-in service asks to wait: status \(response.status)"))
            )
        default:
            guard let body else { return .refused(SignInFault(status: response.status)) }
            let fault = SignInFault(response.status, body, fields)
            if fault.code == "temporarily_unavailable" || fault.code == "server_error" {
                return .unavailable(
                    seconds: nil,
                    message: fault.traced(String(clause: "the sign-in service is busy")))
            }
            return .refused(fault)
        }
    }

    private func bounded(_ seconds: Double?) -> Double? {
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        return min(seconds, Self.retryAfterSecondsMax)
    }
}

/// What came of one request.
enum ServiceAnswer: Sendable {
    /// Done; these are the members of the answer.
    case granted(FieldReader)
    /// The service said no.
    case refused(SignInFault)
    /// Nothing came of it for now; it may be asked again after `seconds`.
    case unavailable(seconds: Double?, message: String)
}
