// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// One entry of `notify`: a target, or one for each who gets a mail.
    mutating func notifications(_ slot: Slot) -> [NotificationTarget] {
        guard let fields = fields(slot, NotifyKey.self) else { return [] }
        let channel = word(required(.to, in: fields), NotificationTarget.Channel.self)
        guard let channel else { return [] }
        reportOthersKeys(fields, channel)
        let mails = channel == .email ? mails(fields) : [nil]
        guard let address = address(of: channel, fields) else { return [] }
        var target = NotificationTarget(channel: channel, address: address)
        target.location = fields.place
        target.key = key(of: channel, fields)
        target.room = channel == .matrix ? required(.room, in: fields).flatMap { text($0) } : nil
        if let events = fields[.events] {
            target.events = Set(
                oneOrMore(events).compactMap { word($0, NotificationTarget.Event.self) })
        }
        target.tellsDetails = flag(fields[.details]) ?? false
        if channel == .email { reportOpenKey(target, fields) }
        return mails.map { mail in
            var one = target
            one.mail = mail
            return one
        }
    }

    /// Where it goes.
    private mutating func address(
        of channel: NotificationTarget.Channel, _ fields: Fields<NotifyKey>
    ) -> NotificationTarget.Value? {
        if channel == .email, fields[.sendmail] != nil { return mailProgram(fields) }
        let url = required(.url, in: fields)
        guard let url, let address = text(url).map({ NotificationTarget.Value($0) }) else {
            return nil
        }
        if channel.hasSecretAddress, !address.isReference {
            report(
                .valueMisplaced,
                Message(
                    "the address of '\(channel.rawValue)' gives access by itself, and no secret stands"
                        + " in a rules file; write 'env:NAME' or 'file:PATH'"),
                at: place(of: url))
        }
        if case .plain(let text) = address {
            if channel == .email {
                checkMailServer(text, at: url)
            } else if !Self.isAddress(text) {
                report(
                    .valueMisplaced,
                    Message(
                        "'url' takes an address that begins with 'https://', or 'env:' or 'file:'"),
                    at: place(of: url))
            }
        }
        reportStrange(address, at: url)
        return address
    }

    /// Keys that only another channel has.
    private mutating func reportOthersKeys(
        _ fields: Fields<NotifyKey>, _ channel: NotificationTarget.Channel
    ) {
        if channel != .matrix, let room = fields[.room]?.key {
            report(
                .keyMisplaced, Message("only 'to: matrix' has a 'room'"), at: place(ofKey: room))
        }
        guard channel != .email else { return }
        for key in [NotifyKey.recipients, .from, .user, .tls, .sendmail] {
            guard let node = fields[key]?.key else { continue }
            report(
                .keyMisplaced, Message("only 'to: email' has '\(key.rawValue)'"),
                at: place(ofKey: node))
        }
    }

    /// What signs or signs in, which never stands in the file.
    private mutating func key(
        of channel: NotificationTarget.Channel, _ fields: Fields<NotifyKey>
    ) -> NotificationTarget.Value? {
        let isNeeded = channel == .webhook || channel == .matrix
        let slot = isNeeded ? required(.key, in: fields) : fields[.key]
        guard let slot, let value = text(slot).map({ NotificationTarget.Value($0) }) else {
            return nil
        }
        if !value.isReference {
            report(
                .valueMisplaced,
                Message("no secret stands in a rules file; 'key' takes 'env:NAME' or 'file:PATH'"),
                at: place(of: slot))
        }
        reportStrange(value, at: slot)
        return value
    }

    /// Whoever edits rules must not be able to hand a service what was kept for something else.
    mutating func reportStrange(_ value: NotificationTarget.Value, at slot: Slot) {
        if value.isForNotices { return }
        report(
            .valueMisplaced,
            Message(
                "'env:' names a variable that begins with 'CLEANRULES_NOTIFY_', and 'file:' a file that"
                    + " ends with '.notify', so that no other secret is handed to a service"),
            at: place(of: slot))
    }

    /// Whether `text` looks like an address that messages may go to; who sends them looks closer.
    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") || text.hasPrefix("http://127.")
            || text.hasPrefix("http://localhost") || text.hasPrefix("http://[::1]")
    }
}
