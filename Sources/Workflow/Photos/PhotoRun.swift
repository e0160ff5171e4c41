// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
package import PhotoLooks
internal import POSIX
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
internal import Wording

/// Looks at a picture: an open file, which it closes, or bytes. Nil where that could not be done for
/// reasons that are none of the picture's.
package typealias PictureLook =
    @Sendable (_ picture: LookedPicture, _ name: String) async -> PictureReport?

/// What is looked at.
package enum LookedPicture: Sendable {
    /// An open file, which whoever gets it closes.
    case file(descriptor: Int32)
    /// A picture that a drive made.
    case bytes([UInt8])
}

/// Looks at the pictures of drives that nobody looked at yet, and keeps what that brings.
///
/// A look is kept within seconds, with the pairs that it makes, in one transaction: whoever is killed
/// has lost a few looks and nothing else, and the next one goes on. Drives are only read.
package struct PhotoRun {
    let session: StateSession
    let isQuiet: Bool
    let look: PictureLook
    /// Whether to end now.
    package var shouldStop: @Sendable () -> Bool = { false }
    /// How long it may take; nil for as long as it takes.
    package var allowance: PhotoAllowance?
    /// How many pictures are looked at at once.
    package var width = 2

    /// A run over the state of `session`.
    package init(session: StateSession, isQuiet: Bool, look: @escaping PictureLook) {
        self.session = session
        self.isQuiet = isQuiet
        self.look = look
    }

    /// After so many looks they are written down, and after so many seconds.
    private static let batchMax = 64
    private static let batchSeconds = 1.0

    /// Looks at what is left of the pictures of `items`; what came of it, by drive.
    package func run(over items: LoadedItems) async throws(Failure) -> PhotoRunReport {
        try await run(over: items, PhotoWishes())
    }

    /// The same, with what is wanted besides.
    func run(
        over items: LoadedItems, _ wishes: PhotoWishes
    ) async throws(Failure) -> PhotoRunReport {
        var report = PhotoRunReport()
        for work in PhotoWork.find(in: items, wishes) {
            let begin = MonotonicTime.seconds
            var done = try await run(work, items)
            done.seconds = MonotonicTime.seconds - begin
            report.drives[work.drive] = done
        }
        return report
    }

    private func run(
        _ work: PhotoWork, _ items: LoadedItems
    ) async throws(Failure) -> PhotoRunReport.Drive {
        var done = PhotoRunReport.Drive()
        done.left = work.tasks.count
        if work.tasks.isEmpty || isOver { return done }
        guard let drive = items.drives[work.drive] as? any PicturingDrive,
            (try? await drive.identity().description) == items.identities[work.drive]
        else {
            done.isOutOfReach = true
            return done
        }
        let progress = Progress(
            .photosProgress(drive: VisibleText.escaped(work.drive)), items: work.tasks.count,
            isQuiet: isQuiet)
        defer { progress.finish() }
        let pairs = PairSearch()
        if let drive = drive as? any ThumbnailDrive {
            let trustsFeed = try await isAsListed(work.drive, items)
            try await runSmall(work, on: drive, trustsFeed: trustsFeed, progress, &done)
            return done
        }
        var batch = Batch()
        do {
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                var next = work.tasks.startIndex
                func begin() {
                    guard next < work.tasks.endIndex, !isOver else { return }
                    let task = work.tasks[next]
                    next += 1
                    group.addTask { await self.outcome(of: task, on: drive) }
                }
                for _ in 0..<max(1, width) { begin() }
                while let outcome = try await group.next() {
                    batch.take(outcome, &done)
                    progress.show(items: done.looked + done.missed.count)
                    if batch.isDue(Self.batchMax, Self.batchSeconds) {
                        try await keep(&batch, pairs, &done)
                    }
                    begin()
                }
            }
            try await keep(&batch, pairs, &done)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.failed, "\(error)")
        }
        done.left = work.tasks.count - done.looked
        return done
    }

    var isOver: Bool { shouldStop() || allowance?.end != nil }

    struct Outcome: Sendable {
        let task: PhotoTask
        let report: PictureReport?
        /// Why it was not looked at.
        let problem: String?
    }

    private func outcome(of task: PhotoTask, on drive: any PicturingDrive) async -> Outcome {
        do throws(DriveError) {
            let name = task.item.path.split(separator: "/").last.map { String($0) } ?? ""
            let report: PictureReport?
            switch try await drive.picture(of: task.item, longestSide: task.side) {
            case .file(let descriptor): report = await look(.file(descriptor: descriptor), name)
            case .bytes(let bytes, _): report = await look(.bytes(bytes), name)
            case nil:
                return Outcome(
                    task: task, report: nil,
                    problem: PhotoProblem.changed)
            }
            return Outcome(
                task: task, report: report,
                problem: report == nil
                    ? PhotoProblem.noWorker : nil)
        } catch {
            return Outcome(task: task, report: nil, problem: error.message)
        }
    }

    /// Looks that are not yet kept.
    struct Batch {
        var looks: [(key: PhotoKey, report: PictureReport)] = []
        var begin = MonotonicTime.seconds

        mutating func take(_ outcome: Outcome, _ done: inout PhotoRunReport.Drive) {
            guard let report = outcome.report else {
                done.missed.append((outcome.task.item.path, outcome.problem ?? ""))
                return
            }
            if looks.isEmpty { begin = MonotonicTime.seconds }
            looks.append((outcome.task.key, report))
        }

        func isDue(_ count: Int, _ seconds: Double) -> Bool {
            looks.count >= count || !looks.isEmpty && MonotonicTime.seconds - begin > seconds
        }
    }

    func keep(
        _ batch: inout Batch, _ pairs: PairSearch, _ done: inout PhotoRunReport.Drive
    ) async throws(Failure) {
        let looks = batch.looks
        if looks.isEmpty { return }
        let now = session.clock.now()
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.keep(looks, at: now, pairs: pairs.find)
        }
        try await allowance?.note()
        done.looked += looks.count
        done.unreadable += looks.count { $0.report.look == nil }
        batch.looks = []
    }
}

/// What a run came to.
package struct PhotoRunReport: Sendable {
    /// By the name of the drive.
    package var drives: [String: Drive] = [:]

    /// What came of one drive.
    package struct Drive: Sendable {
        /// How many contents were looked at.
        package var looked = 0
        /// How many of those could not be decoded.
        package var unreadable = 0
        /// How many are still to be looked at.
        package var left = 0
        /// What could not be looked at now, and why.
        package var missed: [(path: String, problem: String)] = []
        /// Whether another drive lies there now, or none.
        package var isOutOfReach = false
        /// Whether its service gave no answer, so that it is left for another time.
        var isSilent = false
        /// How many seconds it took, waits for others among them.
        var seconds = 0.0

        /// Nothing yet.
        package init() {}

        /// How long the rest will take, where rules allow so many seconds of a day.
        func outlook(_ secondsPerDay: Double?) -> PhotoOutlook? {
            PhotoOutlook(
                left: left - missed.count, looked: looked, seconds: seconds,
                secondsPerDay: secondsPerDay)
        }
    }

    /// Nothing yet.
    package init() {}

    /// Takes what came of a second run.
    mutating func add(_ later: PhotoRunReport) {
        for (name, drive) in later.drives {
            var sum = drives[name] ?? Drive()
            sum.looked += drive.looked
            sum.unreadable += drive.unreadable
            sum.left += drive.left
            sum.seconds += drive.seconds
            sum.missed += drive.missed
            sum.isOutOfReach = sum.isOutOfReach || drive.isOutOfReach
            sum.isSilent = sum.isSilent || drive.isSilent
            drives[name] = sum
        }
    }

    /// The names of the drives that could not be reached.
    var unreached: Set<String> {
        Set(drives.filter { $0.value.isOutOfReach || $0.value.isSilent }.keys)
    }

    /// Whether all went well that was begun.
    package var isComplete: Bool {
        drives.values.allSatisfy { $0.missed.isEmpty && !$0.isOutOfReach }
    }
}
