// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger

extension Runner {
    /// The drive that stands where `known` stood.
    func readyNow(_ known: LedgerDrive) async throws(DriveProblemReport) -> ReadyDrive {
        do throws(DriveError) {
            let drive = try await openDrive(known)
            let identity = try await drive.identity().description
            return ReadyDrive(drive: drive, identity: identity, seats: await seats(known))
        } catch {
            throw DriveProblemReport(error)
        }
    }

    /// Opens the drives that `items` were staged on, and those that hold the copies that must stay;
    /// why not, for those that cannot be asked.
    func readyDrives(_ items: [StagedItem]) async throws(RunnerError) -> ReadyDrives {
        var places = StagedPlaces()
        for item in items { try await places.take(item, self) }
        return try await readyDrives(at: places)
    }

    /// Opens the drives at `places`; why not, for those that cannot be asked.
    func readyDrives(at places: StagedPlaces) async throws(RunnerError) -> ReadyDrives {
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var ready = ReadyDrives()
        for place in places.all {
            do throws(DriveProblemReport) {
                ready.take(.success(try await self.ready(place, known)), at: place)
            } catch {
                ready.take(.failure(error), at: place)
            }
        }
        return ready
    }

    /// The identities of the drives that the plan of that id speaks of, by name.
    func driveIdentities(ofPlan id: String) async throws(RunnerError) -> [String: String] {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.plan(id)?.driveIdentities ?? [:]
        }
    }

    /// Where `survivor` lies, by the plan's `identities`: it stands in the plan of `item`.
    func place(
        of survivor: RecordedItem, beside item: StagedItem, _ identities: [String: String]
    ) -> StagedPlace {
        if survivor.drive.utf8.elementsEqual(item.order.item.drive.utf8) {
            return StagedPlace(item.order)
        }
        return StagedPlace(
            identity: identities[survivor.drive] ?? "", name: survivor.drive, root: nil)
    }

    /// Opens the drive at `place`, which is the one that items were staged on.
    private func ready(
        _ place: StagedPlace, _ known: [LedgerDrive]
    ) async throws(DriveProblemReport) -> ReadyDrive {
        guard let record = record(of: place, known) else {
            throw DriveProblemReport(
                message: String(clause: "the drive is not known to the state file"))
        }
        let ready = try await readyNow(record)
        if ready.identity.utf8.elementsEqual(place.identity.utf8) { return ready }
        // A folder in the place of another one is the drive once a person has said so; what is in
        // it is compared with what was staged, item by item.
        let root = DriveIdentityText(place.identity).localRoot
        let isAccepted =
            root != nil && root == DriveIdentityText(ready.identity).localRoot
            && ready.identity.utf8.elementsEqual(record.identity.utf8)
        if isAccepted { return ready }
        throw DriveProblemReport(
            message: String(clause: "another drive stands under the name of this one"))
    }

    /// The drive at `place` as it was listed: under its own name, else under another one, else, for
    /// a local drive whose root the rules have moved since, as its identity tells.
    private func record(of place: StagedPlace, _ known: [LedgerDrive]) -> LedgerDrive? {
        func isNamed(_ drive: LedgerDrive) -> Bool {
            drive.name.utf8.elementsEqual(place.name.utf8)
        }
        let same = known.filter { $0.identity.utf8.elementsEqual(place.identity.utf8) }
        var found = same.first(where: isNamed) ?? same.first
        if found == nil, let root = DriveIdentityText(place.identity).localRoot {
            let atRoot = known.filter { DriveIdentityText($0.identity).localRoot == root }
            found = atRoot.first(where: isNamed) ?? atRoot.first
            if found == nil, let like = known.first(where: isNamed) ?? known.first {
                found = LedgerDrive(
                    name: place.name, kind: DriveKind.local.rawValue, identity: place.identity,
                    settings: ["root": root], syncedAt: like.syncedAt, itemCount: 0, fileCount: 0)
            }
        }
        guard var record = found ?? known.first(where: isNamed) else { return nil }
        // Paths, and the items themselves, are those of the name that they were staged under.
        record.name = place.name
        if let root = place.root { record.settings["root"] = root }
        return record
    }
}

extension Runner {
    /// By so many seconds the clock of a drive may differ from this machine's.
    package static let clockDifferenceMax: Int64 = 300

    /// Opens the drives that `items` were staged on as `readyDrives` does, to delete there.
    ///
    /// One whose clock says another time than this machine's cannot be used: who is wrong is not
    /// known, and windows are counted by the clock. Nor can one that `options` hold, or that the rules
    /// in force give a canary which is not as it has to be.
    func drivesToDeleteOn(
        _ items: [StagedItem], _ options: ExecutionOptions
    ) async throws(RunnerError) -> ReadyDrives {
        await toDelete(try await readyDrives(items), options)
    }

    /// The same for the drives at `places`.
    func drivesToDelete(
        at places: StagedPlaces, _ options: ExecutionOptions
    ) async throws(RunnerError) -> ReadyDrives {
        await toDelete(try await readyDrives(at: places), options)
    }

    private func toDelete(_ all: ReadyDrives, _ options: ExecutionOptions) async -> ReadyDrives {
        let drives = all.refusing { Runner.clockProblem(of: $0.drive) }
            .holding(options.heldDrives.mapValues { DriveProblemReport(message: $0) })
        var alarms: [String: DriveProblemReport] = [:]
        for drive in drives.seats {
            guard let doubt = await canaryDoubt(drive.name) else { continue }
            var problem = DriveProblemReport(message: DriveDoubt.canary(doubt).sentence)
            problem.needsPerson = true
            alarms[drive.name] = problem
        }
        return drives.holding(alarms)
    }

    /// What speaks against deletions on `drive` by what its last answer said of its clock; nil if
    /// nothing does.
    static func clockProblem(of drive: any DeletingDrive) -> DriveProblemReport? {
        guard let reading = drive.clockReading,
            reading.differenceSeconds > Runner.clockDifferenceMax
        else { return nil }
        var problem = DriveProblemReport(
            message: String(
                clause: "the clock of the drive says \(reading.there.description) and"
                    + " that of this machine \(reading.here.description), so nothing is"
                    + " deleted there until they agree to"
                    + " \(Runner.clockDifferenceMax / 60) minutes; set this machine's"
                    + " clock ('date' shows it)"))
        problem.needsPerson = true
        return problem
    }
}
