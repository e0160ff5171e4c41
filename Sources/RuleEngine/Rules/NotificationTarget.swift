// SPDX-License-Identifier: Apache-2.0

/// Whom a round tells what it came to: an entry of `notify`.
public struct NotificationTarget: Sendable, Hashable {
    /// How messages are written and sent.
    public enum Channel: String, Sendable, Hashable, CaseIterable {
        /// A signed document of JSON.
        case webhook
        case slack
        case teams
        case ntfy
        case matrix
        /// No message: an address that is called, so that somebody notices when it is not.
        case heartbeat
        /// A mail, by a server of SMTP or the machine's own program.
        case email

        /// Whether the address itself gives access, so that it is no text for a rules file.
        public var hasSecretAddress: Bool { self == .slack || self == .teams }
    }

    /// What a message may be about.
    public enum Event: String, Sendable, Hashable, CaseIterable {
        /// A plan deletes something.
        case planned
        /// Something was staged.
        case staged
        /// Something goes within 24 hours.
        case due
        /// Something was deleted.
        case executed
        /// A plan was refused, or a drive is held.
        case refused
        /// The round, or a part of it, failed.
        case failed
    }

    /// A value that stands in the file, or where it stands instead.
    public enum Value: Sendable, Hashable {
        case plain(String)
        /// The environment variable of that name.
        case environment(String)
        /// The file at that path, which only this user can read.
        case file(String)

        /// The value that `text` says: `env:NAME`, `file:PATH`, or itself.
        public init(_ text: String) {
            if text.hasPrefix("env:") {
                self = .environment(String(text.dropFirst(4)))
            } else if text.hasPrefix("file:") {
                self = .file(String(text.dropFirst(5)))
            } else {
                self = .plain(text)
            }
        }

        /// How the names of files end that hold what is kept for messages.
        public static let fileEnding = ".notify"

        /// Whether it is a plain value, or is named as what is kept for messages: no other secret of
        /// this machine is handed to a service.
        public var isForNotices: Bool {
            switch self {
            case .plain: true
            case .environment(let name): name.hasPrefix("CLEANRULES_NOTIFY_")
            case .file(let path): path.hasSuffix(Self.fileEnding)
            }
        }

        /// Whether it stands elsewhere.
        public var isReference: Bool { if case .plain = self { false } else { true } }
    }

    /// What a mail needs beside an address.
    public struct Mail: Sendable, Hashable {
        /// Whether a server is spoken to over TLS.
        public enum Encryption: String, Sendable, Hashable, CaseIterable {
            /// Over TLS, or not at all.
            case required
            /// As it is.
            case none
        }

        /// Whom it is for. An entry with several is one target each, so that what became of each is
        /// known.
        public var recipient: MailAddress
        /// Whom it is from.
        public var sender: MailAddress
        /// Who signs in to the server; nil where nobody has to.
        public var user: Value?
        /// Whether the server is spoken to over TLS; nil: yes, unless it is on this machine.
        public var encryption: Encryption?
        /// Whether the address is no server, but the path of a program that takes mails.
        public var isForProgram = false

        /// A mail to `recipient` from `sender`, by a server that wants to know nobody.
        public init(to recipient: MailAddress, from sender: MailAddress) {
            self.recipient = recipient
            self.sender = sender
        }
    }

    /// How messages are sent.
    public var channel: Channel
    /// Where to: of a mail, the server or the program that takes it.
    public var address: Value
    /// What signs messages, or signs in to the service; never a plain value.
    public var key: Value?
    /// The room, of Matrix.
    public var room: String?
    /// Whom it goes to and how, of e-mail.
    public var mail: Mail?
    /// What messages are about; nil: all but plans.
    public var events: Set<Event>?
    /// Whether messages may name files.
    public var tellsDetails = false
    /// Where it stands.
    public var location: SourceRange?

    /// A target that is told what is usual.
    public init(channel: Channel, address: Value) {
        self.channel = channel
        self.address = address
    }

    /// Whether it is told of `event`.
    public func wants(_ event: Event) -> Bool { events?.contains(event) ?? (event != .planned) }
}
