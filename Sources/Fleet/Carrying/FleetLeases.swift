// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Text
internal import Wording
internal import Workflow

/// Hands out drives to workers: one drive is in one worker's hands, until it is given back, or an instant
/// has passed. What another one finds then is settled as after a crash.
struct FleetLeases: Sendable {
    let journal: DeedJournal
    /// What this worker is called: the machine, and what no other one has.
    let worker: String

    /// For how many seconds a drive is handed out; who is at work longer says so in time.
    static let seconds: Int64 = 300

    /// A worker of this process, with a name of its own.
    init(_ journal: DeedJournal) {
        self.journal = journal
        worker = DeedJournal.host + "/" + FleetRunID.new()
    }

    /// Takes `drive`; the generation of the lease, nil where another worker has it.
    ///
    /// `isAlone`: no other process of this machine is at work on the fleet, so that what one of them had is
    /// nobody's any more.
    func take(_ drive: FleetDrive, isAlone: Bool) throws(Failure) -> Int64? {
        try journal.add { (deeds, now) throws(Failure) in
            if let lease = deeds.leases[drive.key], lease.worker != worker, lease.until > now {
                let isOfGoneProcess = isAlone && lease.worker.hasPrefix(DeedJournal.host + "/")
                if !isOfGoneProcess { return ([], nil) }
            }
            let generation = deeds.nextGeneration(of: drive.key)
            return ([lease(drive, generation, now)], generation)
        }
    }

    /// Has `drive` for longer; whether this worker still has it.
    func renew(_ drive: FleetDrive, _ generation: Int64) throws(Failure) -> Bool {
        try journal.add { (deeds, now) throws(Failure) in
            guard holds(drive.key, generation, deeds) else { return ([], false) }
            return ([lease(drive, generation, now)], true)
        }
    }

    /// Whether this worker has the drive that is called `key`.
    func holds(_ key: String, _ generation: Int64, _ deeds: FleetDeeds) -> Bool {
        guard let lease = deeds.leases[key] else { return false }
        return lease.worker == worker && lease.generation == generation
    }

    /// Gives `drive` back.
    func giveBack(_ drive: FleetDrive, _ generation: Int64) throws(Failure) {
        var deed = FleetDeed(.release)
        deed.drive = drive.key
        deed.name = drive.name
        deed.worker = worker
        deed.generation = generation
        try journal.add([deed])
    }

    private func lease(_ drive: FleetDrive, _ generation: Int64, _ now: Int64) -> FleetDeed {
        var deed = FleetDeed(.lease)
        deed.drive = drive.key
        deed.name = drive.name
        deed.worker = worker
        deed.until = now + Self.seconds
        deed.generation = generation
        return deed
    }

    /// Calls `body` while this worker has `drive`, and gives it back then; nil where another one has it.
    func with<Value: Sendable>(
        _ drive: FleetDrive, isAlone: Bool,
        _ body: (_ generation: Int64) async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        guard let generation = try take(drive, isAlone: isAlone) else { return nil }
        let beat = Task { [self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(Self.seconds / 4))
                if Task.isCancelled { return }
                _ = try? renew(drive, generation)
            }
        }
        defer { beat.cancel() }
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body(generation))
        } catch {
            result = .failure(error)
        }
        beat.cancel()
        try giveBack(drive, generation)
        return try result.get()
    }
}
