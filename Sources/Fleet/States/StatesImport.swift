// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Glibc
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// Makes a snapshot of each state of a fleet: of the listings that it keeps, as they are. A state
/// is read again only where it has changed, and never written to.
struct StatesImport: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        /// The states that have a drive of the fleet.
        var files: [ImportJob.File] = []
        /// The paths of all states that could be read.
        var known: [String] = []
        /// How many of them were read.
        var readCount = 0
        /// When the listings were made: the first and the last.
        var listed: ClosedRange<Timestamp>?
        /// The drives of which there is no listing, and why.
        var leftOut: [(name: String, why: Message)] = []
    }

    private let source: FleetSource
    private let jobs: Int
    private let reader: UInt64
    private let stop: @Sendable () -> Ending?
    /// Drives of which nobody minds what is wrong with them.
    var without: [String] = []
    /// Whether nothing is said but what is wrong.
    var isQuiet = false
    /// What tests set apart of how states are read.
    var options = LedgerOptions()
    /// Hears how far it is.
    var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void = { _, _, _ in }

    /// Imports the states of `source`, `jobs` at once, for the parts program with the digest
    /// `reader`.
    init(
        _ source: FleetSource, jobs: Int, reader: UInt64, stop: @escaping @Sendable () -> Ending?
    ) {
        self.source = source
        self.jobs = max(1, jobs)
        self.reader = reader
        self.stop = stop
    }

    /// Imports, and says what is left out.
    func run() async throws(Failure) -> Outcome {
        guard let owners = try source.inventory() else { throw Failure(.invalidRules) }
        let folder = source.work.snapshots
        let survey = try await StateSurvey.of(
            try source.profiles(), folder, jobs: jobs, options: options, stop: stop)
        let without = Set(without.map { Array($0.utf8) })
        let isMeant = { (name: String) in !without.contains(Array(name.utf8)) }
        let match = try StateMatch(survey, owners, isMeant: isMeant)
        let made = try await make(survey, match, folder)
        var outcome = Outcome()
        outcome.leftOut = match.leftOut
        outcome.known = survey.states.map(\.profile.path)
        for (state, one) in zip(survey.states, made) {
            if one.isRead { outcome.readCount += 1 }
            outcome.leftOut += one.leftOut.filter { isMeant($0.name) }
            if one.taken.isEmpty { continue }
            outcome.files.append(
                ImportJob.File(path: state.profile.path, name: state.profile.name))
        }
        let taken = made.flatMap(\.taken).filter { isMeant($0.name) }
        outcome.listed = StateAges(taken).range
        tell(survey, match, outcome)
        StateGaps.warn(waitingOn: taken)
        return outcome
    }

    private func tell(_ survey: StateSurvey, _ match: StateMatch, _ outcome: Outcome) {
        survey.warn()
        StateGaps.warn(outcome.leftOut)
        if match.foreignCount > 0, !isQuiet {
            Host.note(.fleetStatesForeign(n: match.foreignCount))
        }
    }

    // MARK: Snapshots

    /// What came of one state.
    private struct Made: Sendable {
        /// The drives in its snapshot.
        var taken: [TakenDrive] = []
        /// Whether it was read.
        var isRead = false
        /// Drives whose listings are not whole any more, and why.
        var leftOut: [(name: String, why: Message)] = []
    }

    private func make(
        _ survey: StateSurvey, _ match: StateMatch, _ folder: SnapshotFolder
    ) async throws(Failure) -> [Made] {
        let work = Array(zip(survey.states, match.taken))
        let done = Lock(0)
        let (stop, reader, options, progress) = (stop, reader, options, progress)
        let results = await FleetRun.each(work, most: jobs) { state, taken in
            let result = await BlockingCall.value { () -> Result<Made, Failure> in
                if let ending = stop() { return .failure(Failure(ending)) }
                return Result { () throws(Failure) in
                    try Self.made(state, taken, folder, reader, options)
                }
            }
            let count = done.withLock { done in
                done += 1
                return done
            }
            progress(PartTask.Step.imports.rawValue, count, work.count)
            return result
        }
        var made: [Made] = []
        for result in results { made.append(try result.get()) }
        return made
    }

    /// Has the snapshot of `state` be of the drives `taken`.
    private static func made(
        _ state: SurveyedState, _ taken: [TakenDrive], _ folder: SnapshotFolder,
        _ reader: UInt64, _ options: LedgerOptions
    ) throws(Failure) -> Made {
        let path = state.profile.path
        var note = state.note
        if state.isNoted, note.taken == taken, hasSnapshot(note, of: path, folder, reader) {
            return Made(taken: taken)
        }
        var made = Made()
        let begun = Int64(time(nil))
        let stamps = StateNote.stamps(of: path)
        do throws(PartFailure) {
            if taken.isEmpty {
                // Nothing of it is wanted; that it is not opened again is.
                (note.taken, note.content) = ([], nil)
            } else {
                let found = StateListings(state.profile, taken, options)
                note = try write(found, of: state, stamps, begun, folder, reader)
                made = Made(taken: found.taken, isRead: true, leftOut: found.leftOut)
            }
            // What is wanted no more does not lie about.
            if note.content == nil { unlink(folder.snapshot(of: path).path) }
            try PartFolder.write(note.bytes, to: folder.notePath(of: path))
        } catch {
            throw Failure(error)
        }
        return made
    }

    /// Whether the snapshot of the state at `path` is there that `note` tells of.
    private static func hasSnapshot(
        _ note: StateNote, of path: String, _ folder: SnapshotFolder, _ reader: UInt64
    ) -> Bool {
        guard let content = note.content else { return note.taken.isEmpty }
        guard let head = try? folder.snapshot(of: path).head() else { return false }
        return head.reader == reader && head.content == content
    }

    /// Writes the snapshot of what was `found` in `state`, whose files had those stamps when
    /// reading began; the note of it.
    private static func write(
        _ found: StateListings, of state: SurveyedState, _ stamps: StateNote.Stamps?,
        _ begun: Int64,
        _ folder: SnapshotFolder, _ reader: UInt64
    ) throws(PartFailure) -> StateNote {
        var note = StateNote(
            stamps: stamps, begun: begun, drives: found.drives ?? state.note.drives)
        note.taken = found.taken
        if found.taken.isEmpty { return note }
        note.content = found.content
        try folder.snapshot(of: state.profile.path).write(
            found.listing, decided: found.decided, content: found.content, reader: reader)
        return note
    }
}

/// When the listings of states were made.
struct StateAges: Sendable {
    /// The drives, the one that was listed longest ago first.
    let drives: [TakenDrive]

    /// Of the drives that are `taken`.
    init(_ taken: [TakenDrive]) {
        drives = taken.sorted { one, other in
            one.drive.listed != other.drive.listed
                ? one.drive.listed < other.drive.listed
                : one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }
    }

    /// The first and the last instant; nil without drives.
    var range: ClosedRange<Timestamp>? {
        guard let first = drives.first, let last = drives.last else { return nil }
        return first.drive.listed...last.drive.listed
    }
}
