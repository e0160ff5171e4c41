// SPDX-License-Identifier: Apache-2.0

package import DecisionSync
package import RuleEngine

/// What a sync of decisions brings to the state.
package struct SyncIntake: Sendable {
    /// What this device calls itself.
    package var name: String
    /// The logs that were read, that of this device among them.
    package var logs: [SyncLogReading]
    /// When.
    package var now: Timestamp
    /// The local day of an instant.
    package var day: @Sendable (Timestamp) -> String
    /// An id that no device has: 32 random hexadecimal digits.
    package var newDevice: @Sendable () -> String
    /// The most bytes of this device's log: a longer one loses all lines that say nothing any more.
    package var logBytesMax = SyncLimits.logBytesMax
    /// The devices whose logs lie there as well, and were not looked at.
    package var unread: Set<String> = []
    /// Whether no word leaves this device for now that lets something be deleted: what keeps does, and
    /// the others are told later.
    package var holdsBackMarks = false

    /// The given intake.
    package init(
        name: String, logs: [SyncLogReading], now: Timestamp,
        day: @escaping @Sendable (Timestamp) -> String, newDevice: @escaping @Sendable () -> String
    ) {
        self.name = name
        self.logs = logs
        self.now = now
        self.day = day
        self.newDevice = newDevice
    }
}

/// Another device whose log is read.
package struct SyncedDevice: Sendable, Hashable {
    /// Its id.
    package let device: String
    /// What it calls itself.
    package var name: String
    /// The newest instant at which it decided anything.
    package var lastAt: Timestamp?
    /// When its log was read last.
    package var readAt: Timestamp?
    /// What is wrong with its log, if anything.
    package var problem: SyncProblem?
    /// The number of the last line of its log that was taken over.
    package var number: Int64 = 0
}

/// What a sync came to in the state.
package struct SyncOutcome: Sendable {
    /// The id of this device.
    package let device: String
    /// Its log as it is to stand for others to read.
    package let log: [UInt8]
    /// How many lines the log goes on by.
    package var said = 0
    /// By the name of the device: how many items are decided now as it was decided there.
    package var heard: [String: Int] = [:]
    /// What waited for its deletion and waits no more.
    package var takenBack: [StagedItem] = []
    /// The other devices, by name.
    package var others: [SyncedDevice] = []
    /// Those of them with whose logs something is wrong that was not wrong before.
    package var news: [SyncedDevice] = []
    /// Whether this device goes on under a new id.
    package var isRenewed = false
    /// Whether something lies where the logs are that was not looked at, because there is too much.
    package var isCut = false

    /// The outcome for `device`, whose log is `log`.
    init(device: String, log: [UInt8]) {
        self.device = device
        self.log = log
    }

    /// What it and `earlier` came to together, right before it.
    package func after(_ earlier: SyncOutcome) -> SyncOutcome {
        var both = self
        both.said += earlier.said
        both.heard.merge(earlier.heard, uniquingKeysWith: +)
        both.takenBack = earlier.takenBack + takenBack
        both.news =
            earlier.news.filter { one in
                !news.contains { $0.device == one.device }
            } + news
        both.isRenewed = isRenewed || earlier.isRenewed
        return both
    }

    /// How many items are decided now as it was decided elsewhere.
    package var heardCount: Int { heard.values.reduce(0, +) }
}

extension DecisionRecord {
    /// How the source of a decision begins that was made on another device; its name follows.
    package static let devicePrefix = "device:"

    /// The name of the device on which it was made, if that is another one.
    package var device: String? {
        source.hasPrefix(Self.devicePrefix)
            ? String(source.dropFirst(Self.devicePrefix.count)) : nil
    }

    /// The item as other devices know it; nil where nobody else can know it.
    var syncItem: SyncItem? {
        let address = address
        guard SyncItem.isShared(drive: address.volume), !address.key.isEmpty,
            address.key.utf8.count <= SyncLimits.textBytesMax,
            address.volume.utf8.count <= SyncLimits.textBytesMax
        else { return nil }
        return SyncItem(drive: address.volume, id: address.key)
    }

    /// What is said to other devices.
    var syncValue: SyncValue {
        var content = SyncContent()
        content.isFolder = item.isFolder
        content.size = item.size.flatMap { $0 >= 0 ? $0 : nil }
        content.modified = item.modified.flatMap(Self.bounded)
        content.cTag = item.cTag.flatMap(Self.bounded)
        let hashes = item.hashes.filter { Self.bounded($0.value) != nil }
            .sorted { $0.key < $1.key }.prefix(SyncLimits.hashesMax)
        content.hashes = Dictionary(uniqueKeysWithValues: hashes.map { ($0.key, $0.value) })
        let said: SyncVerdict =
            switch verdict {
            case .keep: .keep
            case .pin: .pin
            case .delete: .delete
            case .snooze: .snooze
            }
        return SyncValue(
            said, until: until.flatMap { Self.bounded($0.secondsSinceEpoch) }, content: content)
    }

    private static func bounded(_ seconds: Int64) -> Int64? {
        abs(seconds) <= SyncLimits.secondsMax ? seconds : nil
    }

    private static func bounded(_ text: String) -> String? {
        text.utf8.count <= SyncLimits.textBytesMax ? text : nil
    }
}

extension StagingOrder {
    /// Whether other devices know the item, and may have decided about it.
    package var isShared: Bool { SyncItem.isShared(drive: address.volume) }
}

extension ItemAddress {
    /// Whether other devices know the items of the drive of that identity.
    package static func isShared(driveIdentity identity: String) -> Bool {
        SyncItem.isShared(drive: DriveIdentityText(identity).volume)
    }
}

extension SyncVerdict {
    /// The decision that it is; nil where nothing stands.
    var decision: Decision? {
        switch self {
        case .pin: .pin
        case .keep: .keep
        case .snooze: .snooze
        case .delete: .delete
        case .none: nil
        }
    }
}
