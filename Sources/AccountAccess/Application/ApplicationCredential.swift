// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// By what an application proves who it is when it acts by itself.
package enum ApplicationCredential: Sendable {
    /// A password of the registration.
    case secret(SecretText)
    /// A certificate of the registration.
    case certificate(ClientCertificate)
    /// A token of somebody that the registration trusts, as of a build service; asked for at each
    /// renewal, for such tokens do not live long.
    case assertion(@Sendable () throws(AccessError) -> SecretText)

    /// What the environment names; nil where it names none. The secret itself stands in a variable
    /// or a file, never in the arguments of a process, which everybody can read.
    ///
    /// `value` gives the variables of the environment, `file` the bytes of a small file.
    package static func found(
        value: (String) -> String?,
        file: @escaping @Sendable (String) throws(AccessError) -> [UInt8], now: Double
    ) throws(AccessError) -> ApplicationCredential? {
        let names = variables.filter { value($0) != nil }
        guard let name = names.first, let text = value(name) else { return nil }
        if names.count > 1 {
            throw AccessError(
                .misconfigured,
                String(clause: "\(names[0]) and \(names[1]) are both set; keep one"))
        }
        switch name {
        case "CLEANRULES_CLIENT_SECRET": return .secret(try line(Array(text.utf8), name))
        case "CLEANRULES_CLIENT_SECRET_FILE": return .secret(try line(try file(text), name))
        case "CLEANRULES_CLIENT_CERTIFICATE":
            return .certificate(try ClientCertificate(pem: try file(text), now: now))
        case "CLEANRULES_CLIENT_ASSERTION":
            let token = try line(Array(text.utf8), name)
            return .assertion { () throws(AccessError) in token }
        default:
            return .assertion { () throws(AccessError) in try line(try file(text), name) }
        }
    }

    /// The variables, of which one may be set.
    package static let variables = [
        "CLEANRULES_CLIENT_SECRET", "CLEANRULES_CLIENT_SECRET_FILE",
        "CLEANRULES_CLIENT_CERTIFICATE", "CLEANRULES_CLIENT_ASSERTION",
        "CLEANRULES_CLIENT_ASSERTION_FILE",
    ]

    /// What it is, for people.
    package var kind: String {
        switch self {
        case .secret: String(clause: "client secret")
        case .certificate: String(clause: "certificate")
        case .assertion: String(clause: "assertion")
        }
    }

    /// The one line of a file, without the blanks and the line end that editors leave.
    private static func line(_ bytes: [UInt8], _ name: String) throws(AccessError) -> SecretText {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var text = bytes[...].drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        guard !text.isEmpty, text.count <= 1 << 16, text.allSatisfy({ $0 >= 0x20 }) else {
            throw AccessError(.misconfigured, String(clause: "\(name) names no secret on one line"))
        }
        guard let line = String(validating: text, as: UTF8.self) else {
            throw AccessError(
                .misconfigured, String(clause: "\(name) names something that is no text"))
        }
        return SecretText(line)
    }

    /// The fields that prove it to the service at `audience`.
    func fields(
        audience: String, clientID: String, now: Double
    ) throws(AccessError) -> [FormField] {
        let statement: SecretText
        switch self {
        case .secret(let secret): return [FormField("client_secret", secret: secret)]
        case .certificate(let certificate):
            statement = try certificate.assertion(
                audience: audience, clientID: clientID, id: Base64URL.random(16), now: now)
        case .assertion(let source): statement = try source()
        }
        return [
            FormField(
                "client_assertion_type",
                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            FormField("client_assertion", secret: statement),
        ]
    }
}
