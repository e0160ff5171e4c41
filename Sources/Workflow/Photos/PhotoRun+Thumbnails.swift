// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PhotoLooks
internal import PlanRunner
internal import POSIX
internal import RuleEngine
internal import StateLedger

/// Looking at the pictures of a drive whose service makes small ones.
///
/// The small pictures are asked for many at once and then looked at; what was seen is kept only of
/// items that are still what was listed, for a look is filed by the content that the listing names.
extension PhotoRun {
    /// How many pictures are asked for at once.
    private static let portionCount = 60
    /// How many small pictures are fetched at once.
    private static let fetchCount = 4
    /// After so many portions that could not be had whole, a drive is left for another time.
    private static let failuresMax = 3
    /// After so many looks, or so many seconds, they are written down.
    private static let keptCount = 40
    private static let keptSeconds = 5.0

    /// Does `work` on `drive`. `trustsFeed` where what the drive tells of changes begins at the
    /// listing that the items are of.
    func runSmall(
        _ work: PhotoWork, on drive: any ThumbnailDrive, trustsFeed: Bool, _ progress: Progress,
        _ done: inout PhotoRunReport.Drive
    ) async throws(Failure) {
        let pairs = PairSearch()
        var pending: [Outcome] = []
        var since = MonotonicTime.seconds
        var next = work.tasks.startIndex
        var failures = 0
        while next < work.tasks.endIndex, !isOver {
            if await waitsForOthers() { break }
            let portion = Self.portion(of: work.tasks, from: next)
            next = portion.endIndex
            do throws(DriveError) {
                try await look(at: portion, on: drive, &pending)
            } catch {
                // It says nothing about any picture. One that the service cannot give does not hold up
                // all others for ever; where more cannot be had, the drive is left for another time.
                done.missed.append((portion[portion.startIndex].item.path, error.message))
                done.isSilent = error.status == nil || error.recourse == .signIn
                failures += 1
                if done.isSilent || failures == Self.failuresMax { break }
            }
            progress.show(items: done.looked + done.missed.count + pending.count)
            if pending.count >= Self.keptCount
                || MonotonicTime.seconds - since >= Self.keptSeconds
            {
                try await settle(&pending, on: drive, trustsFeed, pairs, &done)
                since = MonotonicTime.seconds
            }
        }
        try await settle(&pending, on: drive, trustsFeed, pairs, &done)
        done.left = work.tasks.count - done.looked
    }

    /// The tasks from `start` on that are asked for together: all for one size.
    private static func portion(of tasks: [PhotoTask], from start: Int) -> ArraySlice<PhotoTask> {
        let most = min(tasks.count, start + portionCount)
        let end = (start..<most).first { tasks[$0].side != tasks[start].side } ?? most
        return tasks[start..<end]
    }

    /// Looks at `portion`; what came of each is added to `pending`.
    private func look(
        at portion: ArraySlice<PhotoTask>, on drive: any ThumbnailDrive,
        _ pending: inout [Outcome]
    ) async throws(DriveError) {
        guard let side = portion.first?.side else { return }
        let places = try await drive.thumbnailPlaces(of: portion.map(\.item), longestSide: side)
        let found = zip(portion, places).map { ($0, $1) }
        let outcomes = await withTaskGroup(of: Result<Outcome, DriveError>.self) { group in
            var next = 0
            func begin() {
                guard next < found.count, !isOver else { return }
                let (task, place) = found[next]
                next += 1
                group.addTask { await outcome(of: task, at: place, on: drive) }
            }
            for _ in 0..<Self.fetchCount { begin() }
            var all: [Result<Outcome, DriveError>] = []
            while let one = await group.next() {
                all.append(one)
                if case .failure = one { next = found.count }
                begin()
            }
            return all
        }
        var failure: DriveError?
        for outcome in outcomes {
            switch outcome {
            case .success(let outcome): pending.append(outcome)
            case .failure(let error): failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func outcome(
        of task: PhotoTask, at place: ThumbnailPlace, on drive: any ThumbnailDrive
    ) async -> Result<Outcome, DriveError> {
        func missed(_ problem: String) -> Result<Outcome, DriveError> {
            .success(Outcome(task: task, report: nil, problem: problem))
        }
        switch place {
        case .none: return .success(Outcome(task: task, report: task.reportOfNone, problem: nil))
        case .changed: return missed(PhotoProblem.changed)
        case .later(let why): return missed(why)
        case .address(let address):
            do throws(DriveError) {
                switch try await drive.thumbnail(at: address) {
                case .none:
                    return .success(Outcome(task: task, report: task.reportOfNone, problem: nil))
                case .expired: return missed(PhotoProblem.late)
                case .thumbnail(let bytes, _):
                    guard let seen = await look(.bytes(bytes), "") else {
                        return missed(PhotoProblem.noWorker)
                    }
                    return .success(
                        Outcome(task: task, report: task.report(ofSmall: seen), problem: nil))
                }
            } catch {
                return .failure(error)
            }
        }
    }

    /// Keeps of `pending` what is of items that are still what was listed.
    private func settle(
        _ pending: inout [Outcome], on drive: any ThumbnailDrive, _ trustsFeed: Bool,
        _ pairs: PairSearch, _ done: inout PhotoRunReport.Drive
    ) async throws(Failure) {
        let outcomes = pending
        pending = []
        let seen = outcomes.filter { $0.report != nil }
        for outcome in outcomes where outcome.report == nil {
            done.missed.append((outcome.task.item.path, outcome.problem ?? ""))
        }
        if seen.isEmpty { return }
        let areSame: [Bool]
        do throws(DriveError) {
            areSame = try await drive.areAsListed(
                seen.map(\.task.item), trustsFeed: trustsFeed)
        } catch {
            for outcome in seen { done.missed.append((outcome.task.item.path, error.message)) }
            return
        }
        var batch = Batch()
        for (outcome, isSame) in zip(seen, areSame) {
            if isSame {
                batch.take(outcome, &done)
            } else {
                done.missed.append((outcome.task.item.path, PhotoProblem.changed))
            }
        }
        try await keep(&batch, pairs, &done)
    }

    // MARK: - Others first

    /// For so many seconds after a step of a review nothing is looked at: the review goes first.
    private static let reviewSeconds: Int64 = 15

    /// Waits while something is executed or reviewed; whether it is over meanwhile.
    private func waitsForOthers() async -> Bool {
        while !isOver {
            let isRunning = RunnerLock.isHeldElsewhere(ofState: session.file.path)
            let last = try? await session.ledger.lastReviewStep()
            let now = session.clock.now().secondsSinceEpoch
            let isReviewed =
                last.map { (0..<Self.reviewSeconds).contains(now - $0.secondsSinceEpoch) } ?? false
            if !isRunning, !isReviewed { return false }
            try? await Task.sleep(for: .seconds(1))
            if Task.isCancelled { return true }
        }
        return true
    }

    /// Whether the listing that `items` are of is the one that is kept of that drive.
    func isAsListed(_ drive: String, _ items: LoadedItems) async throws(Failure) -> Bool {
        guard let record = items.remembered?.records[drive] else { return false }
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        return known.contains { $0.name == drive && $0.syncedAt == record.syncedAt }
    }
}

/// Why there is no look at a picture, one clause each. They stand in states: what they say stays.
enum PhotoProblem {
    /// The item is another one now.
    static var changed: String {
        String(clause: "it is not what was listed any more, or cannot be read")
    }
    /// The small picture had moved meanwhile.
    static var late: String { String(clause: "the drive's small picture of it had moved") }
    /// The worker does not run.
    static var noWorker: String {
        String(clause: "the program that makes pictures does not start")
    }
    /// The drive had none; it is asked once more, in a month.
    static var none: String { String(clause: "the drive has no small picture of it") }
    /// It had none again.
    static var noneAgain: String { String(clause: "the drive still has no small picture of it") }
    /// What the drive gave is no picture of the item.
    static var otherShape: String {
        String(clause: "the drive's small picture has another shape than the picture")
    }

    /// After so many seconds a drive is asked once more.
    static let againSeconds: Int64 = 30 * 86_400
}

extension PhotoTask {
    /// What is kept where the drive has no small picture of it.
    fileprivate var reportOfNone: PictureReport {
        nothing(isSecondTry ? PhotoProblem.noneAgain : PhotoProblem.none)
    }

    private func nothing(_ problem: String) -> PictureReport {
        var report = PictureReport()
        report.problem = problem
        return report
    }

    /// Less than this, in pixels, of a picture that is larger is a sign and no picture.
    private static let smallestSide = 128

    /// What is kept of a picture whose small one was `seen`: what it looks like. What a small picture
    /// says of itself, its size and whatever the service left in it, is not said of the picture.
    fileprivate func report(ofSmall seen: PictureReport) -> PictureReport {
        guard var look = seen.look else { return nothing(seen.problem ?? PhotoProblem.none) }
        let own = [item.width, item.height].compactMap { $0.map { Double($0) } }.filter { $0 > 0 }
        let small = [seen.width, seen.height].compactMap { $0.map { Double($0) } }
            .filter { $0 > 0 }
        if small.count == 2 {
            let longest = max(small[0], small[1])
            let wanted = Double(Self.smallestSide)
            if longest < min(wanted, own.max() ?? wanted / 2) { return reportOfNone }
            if own.count == 2, !Self.mayBeOfOneShape(own, small) {
                return nothing(PhotoProblem.otherShape)
            }
        }
        // Asked for larger, there was no more of it: it is not asked for again.
        if side >= Self.sharpSide { look.sourcePixels = max(look.sourcePixels, Self.usualSide + 1) }
        var report = PictureReport()
        report.look = look
        return report
    }

    /// Whether sides are in the same proportion but for rounding, whichever way either is turned.
    private static func mayBeOfOneShape(_ one: [Double], _ other: [Double]) -> Bool {
        func proportion(_ sides: [Double]) -> Double {
            max(sides[0], sides[1]) / min(sides[0], sides[1])
        }
        let slack = 0.03 + 1 / min(other[0], other[1])
        return abs(proportion(one) / proportion(other) - 1) <= slack
    }
}
