// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages

/// Why the sign-in service said no.
struct SignInFault: Sendable, Hashable {
    /// The status of the response.
    let status: Int
    /// The error code, as `invalid_grant`; empty where the answer has none.
    var code = ""
    /// A finer code.
    var subcode: String?
    /// Numbers of Microsoft's own, as 50173.
    var numbers: Set<Int> = []
    /// What the service says in words; not to be relied on.
    var words: String?
    /// What the next sign-in has to bring along.
    var claims: String?
    /// What an administrator can find the request by.
    var traceID: String?

    /// An answer that is no error message of the service at all.
    init(status: Int) {
        self.status = status
    }

    /// The error message `body`, as the answer to `fields`.
    init(_ status: Int, _ body: FieldReader, _ fields: [FormField]) {
        self.status = status
        code = ForeignText.shown(body.text("error") ?? "", most: 60)
        subcode = body.text("suberror").map { ForeignText.shown($0, most: 60) }
        numbers = Set(body.integers("error_codes"))
        claims = body.text("claims", most: SignInFault.claimsByteCountMax)
        traceID = body.text("trace_id").map { ForeignText.shown($0, most: 60) }
        take(body.text("error_description"), fields)
    }

    /// An error that a redirect of the browser carries.
    init(redirected code: String, words: String?) {
        status = 302
        self.code = ForeignText.shown(code, most: 60)
        take(words, [])
    }

    /// The most bytes of a claims challenge.
    static let claimsByteCountMax = 8_192

    /// `claims` if they are short enough to be sent along; nil if they are not.
    static func sendable(_ claims: String) -> String? {
        claims.utf8.count <= claimsByteCountMax ? claims : nil
    }

    private mutating func take(_ description: String?, _ fields: [FormField]) {
        guard let description else { return }
        for match in description.prefix(2_000).matches(of: #/AADSTS(\d{4,9})/#) {
            if let number = Int(match.1) { numbers.insert(number) }
        }
        // What follows are the ids of the request, which stand in members of their own.
        let end = description.firstRange(of: " Trace ID:")?.lowerBound ?? description.endIndex
        words = ForeignText.shown(
            ForeignText.withoutSecrets(String(description[..<end]), fields))
    }

    /// Whether something else than the service has answered, as the page of a wireless network.
    var isForeign: Bool { code.isEmpty && status < 400 }

    /// Whether one of `wanted` is among the numbers.
    func has(_ wanted: Int...) -> Bool { wanted.contains { numbers.contains($0) } }

    /// The id of the request, to be put behind a message.
    func traced(_ text: String) -> String {
        guard let traceID, !traceID.isEmpty else { return text }
        return String(clause: "\(text) (trace id \(traceID))")
    }

    /// The code with its numbers, as `invalid_grant, AADSTS50173`.
    var codes: String {
        let name = code.isEmpty ? String(clause: "status \(status)") : code
        return ([name] + numbers.sorted().map { "AADSTS\($0)" }).joined(separator: ", ")
    }

    /// What can be done about it, where the number tells.
    var advice: String? {
        for (numbers, text) in Self.adviceByNumber {
            if !self.numbers.isDisjoint(with: numbers) { return text }
        }
        return nil
    }

    /// One clause: what was asked, the codes, and what can be done or what the service said.
    func message(_ what: String) -> String {
        if code.isEmpty {
            return String(
                clause: "\(what): the answer is none of a sign-in service (status \(status));"
                    + " is 'login_url' right?")
        }
        let reason = advice ?? words ?? ""
        return traced("\(what): \(codes)" + (reason.isEmpty ? "" : ": \(reason)"))
    }

    /// The first row that has one of the numbers counts.
    private static let adviceByNumber: [(Set<Int>, String)] = [
        (
            [7_000_218],
            String(
                clause: "the application is not allowed to sign people in without a"
                    + " secret; set 'Allow public client flows' to Yes in its"
                    + " registration")
        ),
        (
            [700_025],
            String(
                clause: "the application is registered as one without secrets, but a"
                    + " secret or certificate was sent; take it away, or sign in with"
                    + " 'cleanrules login'")
        ),
        (
            [50_011],
            String(
                clause: "the application has no redirect address 'http://localhost'; add"
                    + " it under 'Mobile and desktop applications' in its registration")
        ),
        (
            [700_016],
            String(clause: "the sign-in service knows no such application; check 'client_id'")
        ),
        ([90_002, 900_023], String(clause: "there is no such organisation; check 'tenant'")),
        (
            [50_194, 900_971],
            String(
                clause:
                    "the application is registered for one organisation only; name it with 'tenant'"
            )
        ),
        (
            [9_001_023],
            String(
                clause: "an application can act by itself in one organisation only; name"
                    + " it with 'tenant'"
            )
        ),
        (
            [9_002_332, 9_002_331, 9_002_346, 50_020],
            String(
                clause: "the application is not registered for accounts of this kind; see"
                    + " 'Supported account types' in its registration")
        ),
        (
            [50_134],
            String(clause: "the account is kept in another region; sign in with 'tenant: common'")
        ),
        (
            [90_094, 90_093],
            String(
                clause: "an administrator of the organisation has to approve the application first")
        ),
        (
            [65_001, 65_004],
            String(
                clause: "nobody has consented yet that the application may do this; sign"
                    + " in again and accept, or ask an administrator to approve it")
        ),
        ([90_120, 54_005], String(clause: "the code was used before; start again")),
        (
            [70_000],
            String(
                clause: "the code arrived changed or too late; a privacy extension of the"
                    + " browser may have edited it")
        ),
        (
            [7_000_215],
            String(clause: "the client secret is wrong; it is the value that counts, not the id")
        ),
        ([7_000_222], String(clause: "the client secret has expired; make a new one")),
        (
            [700_027, 7_000_274],
            String(
                clause: "the certificate is not that of the registration, or the assertion is wrong"
            )
        ),
        (
            [700_024, 700_023, 700_211, 700_212, 700_213],
            String(clause: "the assertion is expired or not trusted")
        ),
        ([50_173], String(clause: "the sign-in was revoked, as by a new password")),
        ([700_082, 70_008], String(clause: "nobody has used the sign-in for too long")),
        ([70_043], String(clause: "the organisation asks for a new sign-in from time to time")),
        (
            [50_076, 50_079, 50_074],
            String(clause: "the organisation asks for a second factor now")
        ),
        (
            [53_003, 530_032, 530_035, 53_000, 53_001],
            String(clause: "the organisation's rules (Conditional Access) do not allow it")
        ),
        ([50_196], String(clause: "the same was asked for too often; wait some minutes")),
    ]
}
