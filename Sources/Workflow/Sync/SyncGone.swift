// SPDX-License-Identifier: Apache-2.0

internal import Reports
package import StateLedger
internal import Text
internal import Wording

/// Devices of which a person has said that they are gone for good: nothing waits for them any more.
///
/// That holds until something new of one is read: who says something is not gone.
package struct SyncGone: Sendable, Hashable {
    /// The last line of each that had been read by then, by its id.
    private var numbers: [String: Int64] = [:]

    /// None.
    init() {}

    private static let setting = "decision-sync-gone"
    /// With fewer digits nobody means an id.
    private static let digitsMin = 8

    /// Whether `device` is gone.
    func contains(_ device: SyncedDevice) -> Bool { numbers[device.device] == device.number }

    /// What `session` says.
    static func read(_ session: StateSession) async throws(Failure) -> SyncGone {
        let text = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        guard let text else { return SyncGone() }
        var read = SyncGone()
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(text)
            try reader.object { (reader, device) throws(JSONReader.Malformed) in
                read.numbers[device] = try reader.integer()
            }
        } catch {
            // What nobody can read is as good as nothing: they are waited for.
            return SyncGone()
        }
        return read
    }

    /// Has `session` wait no more for the devices that `names` says, by their names or by how their
    /// ids begin; which those are. All of them, or none.
    package static func note(
        _ names: [String], _ session: StateSession
    ) async throws(Failure) -> [SyncedDevice] {
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncedDevices()
        }
        var gone = try await read(session)
        // Of those that are not gone after all, nothing is kept.
        let standing = known.filter { gone.contains($0) }
        gone.numbers = [:]
        var noted: [SyncedDevice] = []
        for name in names { noted.append(try find(name, in: known)) }
        for device in standing + noted { gone.numbers[device.device] = device.number }
        let members = gone.numbers.map { (name: $0.key, value: JSONValue.number($0.value)) }
        let text = JSONValue.sorted(members).line()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: setting)
        }
        return noted
    }

    private static func find(
        _ name: String, in known: [SyncedDevice]
    ) throws(Failure) -> SyncedDevice {
        let byID = known.filter {
            name.utf8.count >= digitsMin && $0.device.utf8.starts(with: name.utf8)
        }
        let found =
            byID.isEmpty ? known.filter { $0.name.utf8.elementsEqual(name.utf8) } : byID
        let shown = VisibleText.escaped(name)
        guard let device = found.first else {
            let names = Phrase.names(known.map(\.shownName))
            let unknown: Phrase =
                known.isEmpty ? .devicesNone : .devicesUnknown(device: shown, names: names)
            throw Failure(.usage, unknown)
        }
        if found.count > 1 {
            let ids = Phrase.names(found.map(\.shortID))
            throw Failure(.usage, .devicesSeveral(device: shown, names: ids))
        }
        return device
    }
}

extension SyncedDevice {
    /// How its id begins.
    var shortID: String { String(device.prefix(8)) }
}
