// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import RuleEngine
internal import StateLedger
internal import Text

/// Whether decisions are shared from this state, as a person said, and what is known of the last time.
package struct SyncSwitch: Sendable, Hashable {
    /// Whether they are shared.
    package var isOn = false
    /// What this device calls itself.
    package var name = SyncSwitch.hostName
    /// Where they were shared the last time, for people.
    package var place: String?
    /// The folder, where it was one.
    package var folder: String?
    /// The name of the drive, where it was one.
    package var drive: String?
    /// When.
    package var syncedAt: Timestamp?
    /// Whether what the state says of it cannot be read, so that nobody knows whether they are shared.
    package private(set) var isDamaged = false

    /// Off.
    package init() {}

    private static let setting = "decision-sync"

    /// What `session` says.
    package static func read(_ session: StateSession) async throws(Failure) -> SyncSwitch {
        let text = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        guard let text else { return SyncSwitch() }
        var read = SyncSwitch()
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(text)
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "on": read.isOn = try reader.boolean()
                case "name": read.name = try reader.string()
                case "place": read.place = try reader.string()
                case "folder": read.folder = try reader.string()
                case "drive": read.drive = try reader.string()
                case "at": read.syncedAt = Timestamp(secondsSinceEpoch: try reader.integer())
                default: try reader.skip()
                }
            }
        } catch {
            // Nothing is told to anybody until a person says anew whether it is to be.
            var damaged = SyncSwitch()
            damaged.isDamaged = true
            return damaged
        }
        return read
    }

    /// Has `session` say so from now on.
    package func store(_ session: StateSession) async throws(Failure) {
        var members: [(name: String, value: JSONValue)] = [
            ("on", .bool(isOn)), ("name", .text(name)),
        ]
        if let place { members.append(("place", .text(place))) }
        if let folder { members.append(("folder", .text(folder))) }
        if let drive { members.append(("drive", .text(drive))) }
        if let syncedAt { members.append(("at", .number(syncedAt.secondsSinceEpoch))) }
        let text = JSONValue.object(members).line()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Self.setting)
        }
    }

    /// The names of the other devices with which `session` shares decisions, but for those that are gone
    /// for good; none where it does not, or where nobody can tell.
    package static func others(_ session: StateSession) async -> [String] {
        guard let isOn = try? await read(session).isOn, isOn,
            let known = try? await session.ledger.syncedDevices(),
            let gone = try? await SyncGone.read(session)
        else { return [] }
        return known.filter { !gone.contains($0) }.map(\.shownName)
    }

    /// The name of the machine, without its domain.
    static var hostName: String {
        var room = [CChar](repeating: 0, count: 256)
        guard gethostname(&room, room.count - 1) == 0 else { return "device" }
        return name(ofHost: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }

    /// What a device calls itself whose machine is called `host`, which the system takes as any bytes.
    static func name(ofHost host: [UInt8]) -> String {
        let bytes = host.prefix { $0 != UInt8(ascii: ".") }
        // What is no UTF-8 takes three bytes each.
        var name = String(decoding: bytes.prefix(namesMax), as: UTF8.self)
        while name.utf8.count > namesMax { name.removeLast() }
        return name.isEmpty ? "device" : name
    }

    /// The most bytes of a name.
    package static let namesMax = 64
}
