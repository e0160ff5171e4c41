// SPDX-License-Identifier: Apache-2.0

internal import Messages
/// What the browser brings back.
enum Redirect: Sendable {
    /// A code that can be redeemed.
    case code(SecretText)
    /// The service said no.
    case refused(SignInFault)
}

/// One request to the port that waits for the browser.
struct RedirectRequest {
    /// What to do about it.
    enum Outcome {
        /// The head of the request is not whole yet.
        case incomplete
        /// It is not what is waited for: this status, and nothing else happens.
        case refused(Int)
        /// It is.
        case redirect(Redirect)
    }

    /// The most bytes of a request; a code has some hundred.
    static let byteCountMax = 16 << 10
    private static let codeByteCountMax = 8 << 10

    /// What `bytes`, received on `port`, mean to one who waits for `state`.
    static func outcome(of bytes: [UInt8], port: UInt16, state: String) -> Outcome {
        guard let end = headEnd(bytes) else {
            return bytes.count >= byteCountMax ? .refused(431) : .incomplete
        }
        guard let head = String(validating: bytes[..<end], as: UTF8.self) else {
            return .refused(400)
        }
        // Swift takes a line end of two characters for one.
        let lines = head.split(omittingEmptySubsequences: false) { $0 == "\r\n" }
        let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return .refused(400) }
        guard isForThisPort(lines.dropFirst(), port) else { return .refused(400) }
        guard parts[0] == "GET" else { return .refused(405) }
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target[0] == "/", target.count == 2 else { return .refused(404) }
        return outcome(query: target[1], state)
    }

    private static func outcome(query: Substring, _ state: String) -> Outcome {
        guard let fields = FormText.fields(query) else { return .refused(400) }
        func value(_ name: String) -> String? {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.count == 1 ? values[0] : nil
        }
        // Whoever does not know the state was not sent by the service: a page that somebody made
        // the browser open, perhaps with the code of another account.
        guard let found = value("state"), found.utf8.elementsEqual(state.utf8) else {
            return .refused(400)
        }
        if let error = value("error") {
            return .redirect(
                .refused(SignInFault(redirected: error, words: value("error_description"))))
        }
        guard let code = value("code"), !code.isEmpty, code.utf8.count <= codeByteCountMax else {
            return .refused(400)
        }
        return .redirect(.code(SecretText(code)))
    }

    /// A page elsewhere may have a name that leads here; it knows itself by that name.
    private static func isForThisPort(_ lines: ArraySlice<Substring>, _ port: UInt16) -> Bool {
        let hosts = lines.compactMap { line -> String? in
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, halves[0].lowercased() == "host" else { return nil }
            return halves[1].filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        let names = ["localhost", "127.0.0.1", "[::1]"].map { "\($0):\(port)" }
        return hosts.count == 1 && names.contains(hosts[0])
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        return (0...(bytes.count - mark.count)).first {
            bytes[$0..<($0 + mark.count)].elementsEqual(mark)
        }
    }

    // MARK: Answers

    /// The response that tells the person at the browser what came of `outcome`, in their `words`.
    static func response(to outcome: Outcome, _ words: (String) -> String) -> [UInt8] {
        let (status, text): (String, String)
        switch outcome {
        case .redirect(.code):
            (status, text) = (
                "200 OK",
                String(clause: "You can close this page: cleanrules goes on where you started it.")
            )
        case .redirect(.refused):
            (status, text) = (
                "200 OK",
                String(clause: "You are not signed in. cleanrules says why where you started it.")
            )
        case .refused(let number):
            (status, text) = (
                "\(number) Refused", String(clause: "This page has no meaning of its own.")
            )
        case .incomplete:
            (status, text) = ("400 Refused", String(clause: "This request is not whole."))
        }
        let body =
            "<!doctype html><meta charset=utf-8><title>cleanrules</title><p>\(words(text))</p>\n"
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8",
            "Content-Length: \(body.utf8.count)", "Connection: close", "Cache-Control: no-store",
            "Content-Security-Policy: default-src 'none'", "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
