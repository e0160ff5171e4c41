// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

// What only an entry of `notify` with `to: email` has.
extension FileDecoder {
    /// The most who get a mail of one entry: each takes its time.
    private static let recipientsMax = 10
    /// Where the program lies that takes mails (Filesystem Hierarchy Standard, section 3.16).
    private static let usualProgram = "/usr/sbin/sendmail"
    /// What such a program is called. Rules name no other one: they say what is deleted, and do not
    /// choose what runs.
    private static let programNames: Set<Substring> = ["sendmail", "msmtp"]

    /// A mail for each who gets one.
    mutating func mails(_ fields: Fields<NotifyKey>) -> [NotificationTarget.Mail?] {
        let sender = required(.from, in: fields).flatMap { mailAddress($0) }
        let recipients = recipients(fields)
        let user = user(fields)
        let encryption = fields[.tls].flatMap {
            word($0, NotificationTarget.Mail.Encryption.self)
        }
        guard let sender else { return [] }
        return recipients.map { recipient in
            var mail = NotificationTarget.Mail(to: recipient, from: sender)
            mail.user = user
            mail.encryption = encryption
            mail.isForProgram = fields[.sendmail] != nil
            return mail
        }
    }

    /// Whom it is for, each once.
    private mutating func recipients(_ fields: Fields<NotifyKey>) -> [MailAddress] {
        guard let slot = required(.recipients, in: fields) else { return [] }
        let slots = oneOrMore(slot)
        if slots.count > Self.recipientsMax {
            report(
                .valueMisplaced,
                Message("an entry of 'notify' has \(Self.recipientsMax) recipients at most"),
                at: place(of: slots[Self.recipientsMax]))
        }
        var recipients: [MailAddress] = []
        for slot in slots.prefix(Self.recipientsMax) {
            guard let address = mailAddress(slot), !recipients.contains(address) else { continue }
            recipients.append(address)
        }
        return recipients
    }

    private mutating func mailAddress(_ slot: Slot) -> MailAddress? {
        guard let text = text(slot) else { return nil }
        if let address = MailAddress(text) { return address }
        report(
            .valueMisplaced,
            Message(
                "'\(text.quotable)' is no address of e-mail; write it without a name and without"
                    + " quotes, as 'anna@example.org'"),
            at: place(of: slot))
        return nil
    }

    /// Who signs in; with whoever does goes what proves it.
    private mutating func user(_ fields: Fields<NotifyKey>) -> NotificationTarget.Value? {
        if fields[.sendmail] != nil { return nil }
        guard let slot = fields[.user], let text = text(slot) else {
            if let key = fields[.key]?.key {
                report(
                    .keyMisplaced, Message("a 'key' of 'to: email' goes with a 'user'"),
                    at: place(ofKey: key))
            }
            return nil
        }
        let user = NotificationTarget.Value(text)
        reportStrange(user, at: slot)
        if !text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) {
            report(
                .valueMisplaced, Message("'user' takes a name without blanks"), at: place(of: slot))
        }
        if fields[.key] == nil {
            report(
                .keyMissing, Message("a 'user' of 'to: email' needs a 'key'"), at: place(of: slot))
        }
        return user
    }

    // MARK: Who takes the mail

    /// A server is named by its host and port alone.
    mutating func checkMailServer(_ text: String, at slot: Slot) {
        let schemes = ["smtps://", "smtp://"]
        let scheme = schemes.first { text.hasPrefix($0) }
        let rest = text.dropFirst(scheme?.utf8.count ?? 0)
        let marks = Set(".-:[]".utf8)
        let isHost = rest.utf8.allSatisfy {
            $0 &- 48 < 10 || ($0 | 32) &- 97 < 26 || marks.contains($0)
        }
        if scheme != nil, !rest.isEmpty, isHost { return }
        report(
            .valueMisplaced,
            Message(
                "'url' of 'to: email' takes 'smtps://HOST' or 'smtp://HOST', with a port behind it or"
                    + " not, or 'env:' or 'file:'"),
            at: place(of: slot))
    }

    /// The program that `sendmail` names.
    mutating func mailProgram(_ fields: Fields<NotifyKey>) -> NotificationTarget.Value? {
        for key in [NotifyKey.url, .user, .key, .tls] {
            guard let node = fields[key]?.key else { continue }
            report(
                .keyMisplaced,
                Message("where 'sendmail' takes the mail, there is no '\(key.rawValue)'"),
                at: place(ofKey: node))
        }
        guard let slot = fields[.sendmail], let text = text(slot) else { return nil }
        if text == "true" { return .plain(Self.usualProgram) }
        let name = text.split(separator: "/").last ?? ""
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if text.hasPrefix("/"), Self.programNames.contains(name), isPrintable {
            return .plain(text)
        }
        report(
            .valueMisplaced,
            Message(
                "'sendmail' takes 'true', or the whole path of a program that is called 'sendmail' or"
                    + " 'msmtp'"),
            at: place(of: slot))
        return nil
    }

    /// A key never goes over an open line to another machine.
    mutating func reportOpenKey(_ target: NotificationTarget, _ fields: Fields<NotifyKey>) {
        guard let slot = fields[.tls], tree.text(of: slot.value) == "none",
            case .plain(let text) = target.address
        else { return }
        if text.hasPrefix("smtps://") {
            report(
                .valueMisplaced, Message("'smtps://' is always over TLS"), at: place(of: slot))
        } else if target.key != nil, !Self.isOnThisMachine(text) {
            report(
                .valueMisplaced,
                Message("a 'key' goes to another machine over TLS only"), at: place(of: slot))
        }
    }

    private static func isOnThisMachine(_ text: String) -> Bool {
        ["127.", "localhost", "[::1]"].contains { text.hasPrefix("smtp://" + $0) }
    }
}
