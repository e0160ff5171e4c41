// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// One entry of `notify`.
    mutating func notification(_ slot: Slot) -> NotificationTarget? {
        guard let fields = fields(slot, NotifyKey.self) else { return nil }
        let channel = word(required(.to, in: fields), NotificationTarget.Channel.self)
        let url = required(.url, in: fields)
        let address = url.flatMap { text($0) }.map { NotificationTarget.Value($0) }
        guard let channel, let address else { return nil }
        if channel.hasSecretAddress, !address.isReference, let url {
            report(
                .valueMisplaced,
                Message(
                    "the address of '\(channel.rawValue)' gives access by itself, and no secret stands"
                        + " in a rules file; write 'env:NAME' or 'file:PATH'"),
                at: place(of: url))
        }
        if case .plain(let text) = address, !Self.isAddress(text), let url {
            report(
                .valueMisplaced,
                Message("'url' takes an address that begins with 'https://', or 'env:' or 'file:'"),
                at: place(of: url))
        }
        if let url { reportStrange(address, at: url) }
        var target = NotificationTarget(channel: channel, address: address)
        target.location = fields.place
        target.key = key(of: channel, fields)
        target.room = channel == .matrix ? required(.room, in: fields).flatMap { text($0) } : nil
        if channel != .matrix, let room = fields[.room]?.key {
            report(
                .keyMisplaced, Message("only 'to: matrix' has a 'room'"), at: place(ofKey: room))
        }
        if let events = fields[.events] {
            target.events = Set(
                oneOrMore(events).compactMap { word($0, NotificationTarget.Event.self) })
        }
        target.tellsDetails = flag(fields[.details]) ?? false
        return target
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
    private mutating func reportStrange(_ value: NotificationTarget.Value, at slot: Slot) {
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
