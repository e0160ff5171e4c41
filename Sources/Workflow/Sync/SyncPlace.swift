// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync

/// Where the logs of all devices lie.
protocol SyncPlace: Sendable {
    /// The place, for people.
    var text: String { get }

    /// The most bytes of a log that can be written there: one that is longer loses all lines that say
    /// nothing any more.
    var logBytesMax: Int { get }

    /// Calls `body` while no other process of this machine syncs with the place, where that can be
    /// known.
    func alone<Value>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value

    /// The logs that lie there, as far as they can be read; that of the device `own` among them,
    /// however many there are. Those of devices that are `gone` come last.
    func logs(own: String?, gone: Set<String>) async throws(Failure) -> SyncShelf

    /// Puts `log` in the place of what `device` had there, which was `read`: whole, or not at all. False
    /// where something else lies there by now, and nothing was changed.
    func write(
        _ log: [UInt8], of device: String, over read: SyncShelf
    ) async throws(Failure) -> Bool
}

extension SyncPlace {
    /// The devices whose logs are read, of all that `found`: the own one, and the first of the others,
    /// those that are `gone` last; and those whose logs are not.
    func choose(
        _ found: [String], own: String?, gone: Set<String>
    ) -> (read: [String], unread: Set<String>) {
        let others = Set(found).filter { $0 != own }
        let ordered = others.subtracting(gone).sorted() + others.intersection(gone).sorted()
        let first: [String] = own.map { found.contains($0) ? [$0] : [] } ?? []
        return (
            first + ordered.prefix(SyncLimits.devicesMax),
            Set(ordered.dropFirst(SyncLimits.devicesMax))
        )
    }
}
