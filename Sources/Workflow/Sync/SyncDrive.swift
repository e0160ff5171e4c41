// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import Text
internal import Wording

/// A folder on the OneDrive of the person whose decisions they are: every device that has signed in
/// there reaches it.
///
/// What another drive holds, others may have written; so it has to be that of whoever signed in.
struct SyncDrive: SyncPlace {
    /// The name of the drive in the rules.
    let name: String
    /// The folder.
    let shelf: GraphShelf

    /// The name of the folder below that of the program.
    private static let folderName = "sync"
    /// Files of the folder that are looked at.
    private static let filesMax = 1_000

    /// The folder on the drive that `declaration` names.
    init(_ declaration: DriveDeclaration) async throws(Failure) {
        name = declaration.name
        // Nothing is listed by it, so that there are no pages of a listing to be kept.
        let drive = try await OneDriveOpening.shared.drive(
            declaration, feedStore: MemoryFeedStore())
        shelf = GraphShelf(on: drive, name: Self.folderName)
    }

    var text: String { VisibleText.escaped("\(name):\(shelf.folder)") }

    /// The least that any page about the service promises for one request.
    var logBytesMax: Int { 4 << 20 }

    /// Other processes of this machine are told from by the tags of files, as other machines are.
    func alone<Value>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value { try await body() }

    // MARK: Reading

    func logs(own: String?, gone: Set<String>) async throws(Failure) -> SyncShelf {
        var shelf = SyncShelf()
        let listed: (files: [ShelvedFile], isWhole: Bool)
        do throws(DriveError) {
            guard try await self.shelf.isOwn() else {
                throw DriveError(operation: .open, message: "", underlying: ForeignDrive())
            }
            listed = try await self.shelf.files(countMax: Self.filesMax)
        } catch {
            if error.underlying is ForeignDrive {
                throw Failure(.refused, .devicesNotOwn(drive: shownName))
            }
            throw cannotRead(error)
        }
        let found = listed.files.compactMap { file in
            SyncLog.device(ofFile: file.name).map { ($0, file) }
        }
        shelf.files = Dictionary(found, uniquingKeysWith: { first, _ in first })
        let choice = choose(found.map(\.0), own: own, gone: gone)
        for device in choice.read {
            guard let file = shelf.files[device] else { continue }
            if let log = try await log(of: device, file) {
                shelf.logs.append(log)
            } else if device != own {
                shelf.logs.append(SyncLogReading(unreadable: Self.notGiven, of: device))
            }
        }
        shelf.unread = choice.unread
        shelf.isCut = !listed.isWhole || !choice.unread.isSubset(of: gone)
        return shelf
    }

    /// What is said of a log that is there and is not found all the same: nobody has read it.
    private static let notGiven = "the drive lists it and does not give it"

    /// The log in `file`; nil where it is not found, which says nothing about it.
    private func log(
        of device: String, _ file: ShelvedFile
    ) async throws(Failure) -> SyncLogReading? {
        do throws(DriveError) {
            let bytes = try await shelf.contents(
                of: file, byteCountMax: SyncLimits.logBytesMax)
            return bytes.map { SyncLogReading($0, of: device) }
        } catch {
            // Whatever may pass ends the sync; what does not is wrong with this log alone.
            if error.recourse != .none { throw cannotRead(error) }
            return SyncLogReading(unreadable: error.message, of: device)
        }
    }

    // MARK: Writing

    func write(
        _ log: [UInt8], of device: String, over read: SyncShelf
    ) async throws(Failure) -> Bool {
        do throws(DriveError) {
            return try await shelf.write(
                log, to: SyncLog.fileName(of: device), over: read.files[device])
        } catch {
            throw cannotWrite(error, byteCount: log.count)
        }
    }

    // MARK: Failures

    private var shownName: String { VisibleText.escaped(name) }

    private func cannotRead(_ error: DriveError) -> Failure {
        Failure(Self.ending(error), .devicesCannotRead(drive: shownName, why: error.phrase))
    }

    private func cannotWrite(_ error: DriveError, byteCount: Int) -> Failure {
        switch error.status {
        case 413:
            Failure(.failed, .devicesTooLarge(drive: shownName, size: Int64(byteCount)))
        case 403:
            Failure(
                .signIn,
                .devicesMayNotWrite(
                    drive: shownName, why: error.phrase,
                    command: .login(drive: name, arguments: "")))
        default:
            Failure(Self.ending(error), .devicesCannotWrite(drive: shownName, why: error.phrase))
        }
    }

    private static func ending(_ error: DriveError) -> Ending {
        switch error.recourse {
        case .signIn: .signIn
        case .retry: .offline
        case .none, .rescan, .quota: .failed
        }
    }

    /// The drive is not that of whoever signed in.
    private struct ForeignDrive: Error {}
}
