// SPDX-License-Identifier: Apache-2.0

/// A server that takes mails: `smtps://host:465`, or `smtp://host:587`.
package struct MailServer: Sendable, Hashable {
    /// The host in lower case, with brackets if it is an IPv6 address.
    package let host: String
    /// The port; that of the scheme if the text named none (RFC 8314 section 3.3).
    package let port: Int
    /// Whether TLS comes first, and not only when it is asked for.
    package let beginsWithTLS: Bool

    /// The server that `text` names; nil where it is none, or there is anything beside host and port:
    /// a user, a path.
    package init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"),
            let (host, number) = ServiceAddress.parts(of: text[mark.upperBound...])
        else { return nil }
        switch text[..<mark.lowerBound] {
        case "smtps": beginsWithTLS = true
        case "smtp": beginsWithTLS = false
        default: return nil
        }
        self.host = host
        port = number ?? (beginsWithTLS ? 465 : 587)
    }

    /// Whether it is on this machine.
    package var isLoopback: Bool { ServiceAddress.isLoopback(host) }
}

/// How a server is spoken to.
package struct MailAccess: Sendable {
    /// Whether an open line is made safe by STARTTLS before anything else is said, or given up.
    package var needsTLS: Bool
    /// Who signs in, and by what; nil where nobody does.
    package var credential: (user: String, password: String)?

    /// Access for nobody in particular.
    package init(needsTLS: Bool) { self.needsTLS = needsTLS }
}

/// A mail for one person.
package struct Mail: Sendable, Hashable {
    /// The address it is from, without brackets.
    package let sender: String
    /// The address it is for, without brackets.
    package let recipient: String
    /// Header and body, with CR LF at the end of each line (RFC 5322 section 2.1).
    package let bytes: [UInt8]

    /// A mail of those bytes.
    package init(from sender: String, to recipient: String, bytes: [UInt8]) {
        self.sender = sender
        self.recipient = recipient
        self.bytes = bytes
    }
}

/// What a server says of a mail.
package enum MailReply: Sendable, Hashable {
    /// It has it, and sees to the rest.
    case taken
    /// It did not take it: its code (RFC 5321 section 4.2), and what it said.
    case refused(code: Int, text: String)
    /// It did not take it, and says that it never will.
    case refusedForGood(code: Int, text: String)
}
