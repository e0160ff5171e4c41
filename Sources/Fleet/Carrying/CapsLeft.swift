// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// What the caps of a day leave, over all drives and for each of them.
struct CapsLeft: Sendable, Hashable {
    /// How much may go yet of all drives together.
    var all: FleetAmount
    /// Of how many drives something may go of which nothing has gone yet on that day.
    var drives: Int64
    /// How much may go of one drive on a day.
    var perDrive: FleetAmount
    /// What has gone of drives on that day, or is reserved for them, by key; nothing of others.
    var used: [String: FleetAmount] = [:]

    /// No caps at all.
    static let unbounded = CapsLeft(all: .unbounded, drives: .max, perDrive: .unbounded)

    /// How much may go yet of the drive `key`, as far as the caps of drives have it.
    func own(of key: String) -> FleetAmount { perDrive.less(used[key] ?? FleetAmount()) }

    /// Whether nothing has gone of the drive `key` yet, so that it would be one drive more.
    func isNew(_ key: String) -> Bool { (used[key]?.items ?? 0) == 0 }

    /// How much of `wanted` may go of the drive `key` now.
    func granted(_ wanted: FleetAmount, to key: String) -> FleetAmount {
        if isNew(key), drives <= 0 { return FleetAmount() }
        return wanted.bounded(by: own(of: key)).bounded(by: all)
    }
}

extension CapsLeft {
    /// What the caps of `file` leave on `day` by `deeds`, of which those about the drives `keys`
    /// are told.
    init(_ file: FleetFile, _ deeds: FleetDeeds, on day: String, of keys: [String]) {
        let total = deeds.total(since: day)
        all = FleetAmount(items: file.perDay.items ?? .max, bytes: file.perDay.bytes ?? .max)
            .less(total.amount)
        drives = file.drivesPerDay.map { max(0, $0 - total.drives) } ?? .max
        perDrive = FleetAmount(
            items: file.perDrive.items ?? .max, bytes: file.perDrive.bytes ?? .max)
        for key in keys {
            let own = deeds.amount(of: key, since: day)
            if own != FleetAmount() { used[key] = own }
        }
    }
}
