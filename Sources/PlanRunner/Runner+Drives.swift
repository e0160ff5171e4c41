// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// Why a drive cannot be asked, one clause.
struct DriveProblemReport: Error, Sendable {
    /// The clause.
    let message: String
}

/// A drive that is open and is the one that items were staged on.
struct ReadyDrive: Sendable {
    /// The drive.
    let drive: any DeletingDrive
    /// What tells it from others.
    let identity: String
}

extension Runner {
    /// What the drive is that stands where `known` stood.
    func identityNow(of known: LedgerDrive) async throws(DriveProblemReport) -> String {
        do throws(DriveError) {
            return try await openDrive(known).identity().description
        } catch {
            throw DriveProblemReport(message: error.message)
        }
    }

    /// Opens the drives called `names`; why not, for those that cannot be asked.
    func readyDrives(
        _ names: Set<String>
    ) async throws(RunnerError) -> [String: Result<ReadyDrive, DriveProblemReport>] {
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var ready: [String: Result<ReadyDrive, DriveProblemReport>] = [:]
        for name in names.sorted() {
            guard let drive = known.first(where: { $0.name == name }) else {
                ready[name] = .failure(
                    DriveProblemReport(message: "the drive is not known to the state file"))
                continue
            }
            do throws(DriveError) {
                let opened = try await openDrive(drive)
                let identity = try await opened.identity().description
                ready[name] = .success(ReadyDrive(drive: opened, identity: identity))
            } catch {
                ready[name] = .failure(DriveProblemReport(message: error.message))
            }
        }
        return ready
    }
}

extension Dictionary where Key == String, Value == Result<ReadyDrive, DriveProblemReport> {
    /// The drive that `item` was staged on, or why it cannot be asked.
    func drive(of item: StagedItem) -> Result<any DeletingDrive, DriveProblemReport> {
        switch self[item.order.item.drive] {
        case nil:
            return .failure(DriveProblemReport(message: "the drive is not known"))
        case .failure(let report):
            return .failure(report)
        case .success(let ready):
            if ready.identity == item.order.driveIdentity { return .success(ready.drive) }
            return .failure(
                DriveProblemReport(message: "another drive stands under the name of this one"))
        }
    }
}
