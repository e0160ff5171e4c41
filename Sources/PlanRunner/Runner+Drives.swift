// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// Why a drive cannot be asked, one clause.
struct DriveProblemReport: Error, Sendable {
    /// The clause.
    let message: String
    /// What stands in the way for now, if it is that.
    var outage: Outage?

    /// A drive is out of reach because of `message`.
    init(message: String, outage: Outage? = nil) {
        self.message = message
        self.outage = outage
    }

    /// What a drive had to say.
    init(_ error: DriveError) {
        self.init(message: error.message, outage: Outage(error.recourse))
    }
}

/// Why a drive cannot be asked for now, where a later run may well succeed.
package enum Outage: Sendable, Hashable {
    /// A person has to sign in.
    case signIn
    /// The drive cannot be reached, or asks to wait.
    case offline

    /// What `recourse` means; nil if it is no outage.
    init?(_ recourse: Recourse) {
        switch recourse {
        case .signIn: self = .signIn
        case .retry: self = .offline
        case .none, .rescan, .quota: return nil
        }
    }
}

/// A drive that is open and is the one that items were staged on.
struct ReadyDrive: Sendable {
    /// The drive.
    let drive: any DeletingDrive
    /// What tells it from others.
    let identity: String
}

extension Runner {
    /// The drive that stands where `known` stood.
    func readyNow(_ known: LedgerDrive) async throws(DriveProblemReport) -> ReadyDrive {
        do throws(DriveError) {
            let drive = try await openDrive(known)
            return ReadyDrive(drive: drive, identity: try await drive.identity().description)
        } catch {
            throw DriveProblemReport(error)
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
                ready[name] = .failure(DriveProblemReport(error))
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
