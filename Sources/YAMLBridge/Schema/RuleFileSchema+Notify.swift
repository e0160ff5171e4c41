// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Whom a round tells what it came to.
extension RuleFileSchema {
    /// One entry of `notify`.
    static var notify: SchemaShape {
        .mapping(
            NotifyKey.allCases.map { key in
                switch key {
                case .to:
                    entry(key, words(NotificationTarget.Channel.self), "how it is sent", true)
                case .url:
                    entry(
                        key, .pattern("\(reference)|\(address)|\(mailServer)"),
                        "the address, or 'env:NAME' or 'file:PATH'; email: the mail server")
                case .key:
                    entry(key, .pattern(reference), "what signs or signs in; stands elsewhere")
                case .room: entry(key, .text, "matrix: the id of the room")
                case .recipients: entry(key, .oneOrMore(mailbox), "email: whom it goes to")
                case .from: entry(key, mailbox, "email: whom it is from")
                case .user: entry(key, .text, "email: who signs in to the server")
                case .tls:
                    entry(
                        key, words(NotificationTarget.Mail.Encryption.self),
                        "email: absent: required, unless the server is on this machine")
                case .sendmail:
                    entry(
                        key, .either(.always, .pattern("/([!-~]*/)?(sendmail|msmtp)")),
                        "email: the program that takes mails, instead of 'url'")
                case .events:
                    entry(
                        key, .oneOrMore(words(NotificationTarget.Event.self)),
                        "what messages are about; absent: all but plans")
                case .details: entry(key, .flag, "whether messages may name files")
                }
            }, relations)
    }

    private static let reference = "env:CLEANRULES_NOTIFY_.+|file:.+\\.notify"
    private static let address = "https://.+|http://(127\\.|localhost|\\[::1\\]).*"
    private static let mailServer = "smtps?://[0-9A-Za-z.:\\[\\]-]+"
    private static var mailbox: SchemaShape { .pattern("[^ @]+@[^ @]+") }

    private static var relations: [SchemaRelation] {
        typealias Channel = NotificationTarget.Channel
        let of = { (channels: [Channel]) in
            SchemaCase.says(NotifyKey.to.rawValue, channels.map(\.rawValue))
        }
        let notOf = { (channel: Channel) in
            SchemaCase.saysNot(NotifyKey.to.rawValue, [channel.rawValue])
        }
        let secret = Channel.allCases.filter(\.hasSecretAddress)
        return [
            .when(of([.webhook, .matrix]), needs: [NotifyKey.key]),
            .when(of([.matrix]), needs: [NotifyKey.room]),
            .when(notOf(.matrix), refuses: [NotifyKey.room]),
            .when(of(secret), refuses: [], [(NotifyKey.url, .pattern(reference))]),
            .when(of([.email]), needs: [NotifyKey.recipients, .from]),
            .when(
                of([.email]), needs: [],
                [(NotifyKey.url, .pattern("\(reference)|\(mailServer)"))]),
            .when(
                notOf(.email), needs: [.url],
                refuses: [NotifyKey.recipients, .from, .user, .tls, .sendmail],
                [(.url, .pattern("\(reference)|\(address)"))]),
            .when(
                .has(NotifyKey.sendmail.rawValue), refuses: [NotifyKey.url, .user, .key, .tls]),
            .needsAny([NotifyKey.url, .sendmail].map(\.rawValue)),
            .when(.has(NotifyKey.user.rawValue), needs: [NotifyKey.key]),
            .when(.both(of([.email]), .has(NotifyKey.key.rawValue)), needs: [NotifyKey.user]),
        ]
    }
}
