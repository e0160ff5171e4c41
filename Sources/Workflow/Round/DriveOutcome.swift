// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import PlanRunner
package import RuleEngine
internal import StateLedger
internal import Threads
package import Wording

/// What came of one drive in a round.
package struct DriveOutcome: Sendable {
    /// How it was found; the words stand in reports and metrics.
    package enum Standing: String, Sendable, CaseIterable {
        /// It was listed completely.
        case listed
        /// It lists so many fewer files that something may be wrong with it.
        case short
        /// It lists nothing, and listed something before.
        case empty
        /// Another folder, file system or account stands in its place.
        case swapped
        /// It told which albums items are in before, and does not now.
        case untold
        /// Its canary is not as the rules say, or was not seen.
        case canary
        /// Its folder is not there.
        case missing
        /// It cannot be reached for now.
        case offline
        /// A person has to sign in first.
        case signIn = "sign-in"
        /// It could not be listed for another reason.
        case failed
        /// Nobody asked for it in this round.
        case unasked

        /// Whether a person has to look whether it is the drive that is meant, and all there.
        package var isInDoubt: Bool {
            switch self {
            case .short, .empty, .swapped, .untold, .canary: true
            case .listed, .missing, .offline, .signIn, .failed, .unasked: false
            }
        }

        /// Whether it was asked and could not be listed.
        package var isUnreachable: Bool {
            switch self {
            case .missing, .offline, .signIn, .failed: true
            case .listed, .short, .empty, .swapped, .untold, .canary, .unasked: false
            }
        }
    }

    /// The name that the rules use.
    package let name: String
    /// The kind, as rules write it.
    package let kind: String
    /// How it was found.
    package var standing: Standing
    /// How many items were listed.
    package var items: Int64?
    /// How many of them are files.
    package var files: Int64?
    /// The bytes of the files.
    package var bytes: Int64?
    /// When it was listed, in this round or before.
    package var listed: Timestamp?
    /// Why it stands so, where it could not be listed.
    package var failure: Phrase?
    /// What is doubtful about it, where something is.
    package private(set) var doubt: DriveDoubt?
    /// How much room there is.
    package var space: DriveSpace?

    /// The drive `name` of that kind, of which no more is known than how it stands.
    package init(name: String, kind: String, standing: Standing) {
        self.name = name
        self.kind = kind
        self.standing = standing
    }

    /// Takes up that something is doubtful about it.
    mutating func take(_ doubt: DriveDoubt) {
        self.doubt = doubt
        standing =
            switch doubt {
            case .replaced: .swapped
            case .albumsUntold: .untold
            case .emptied: .empty
            case .fewer: .short
            case .canary: .canary
            case .before: standing
            }
    }

    /// Why it stands so, where it is not listed and well.
    package var why: Phrase? { doubt?.phrase ?? failure }

    /// Takes up what an earlier listing said, where there is none of this round.
    mutating func remember(_ drive: LedgerDrive) {
        guard listed == nil else { return }
        listed = drive.syncedAt
    }

    /// What a person types when it is right as it is, or to make it right; nil where that is no
    /// command.
    package var command: Hint? {
        switch standing {
        case .short, .empty, .swapped, .untold, .canary: doubt?.command(name)
        case .signIn: .login(drive: name, arguments: "")
        case .listed, .missing, .offline, .failed, .unasked: nil
        }
    }
}

/// Takes down what came of each drive while they are listed, also of those before the one that ended
/// the listing.
package final class DriveJournal: Sendable {
    private let heard = Lock<[DriveOutcome]>([])
    private let found = Lock<[PreflightFinding]>([])
    private let told: @Sendable (DriveOutcome) -> Void

    /// An empty journal; `told` hears of each drive at once.
    package init(_ told: @escaping @Sendable (DriveOutcome) -> Void = { _ in }) {
        self.told = told
    }

    /// What came of the drives, in the order in which they were asked.
    package var outcomes: [DriveOutcome] { heard.withLock { $0 } }

    /// What speaks against work on drives, as their listing showed.
    package var checks: [PreflightFinding] { found.withLock { $0 } }

    /// Takes down what speaks against work on a drive.
    func take(_ finding: PreflightFinding) { found.withLock { $0.append(finding) } }

    /// A drive was listed as `record`, and may be in doubt.
    func take(_ one: ScopedDrive, _ record: LedgerDrive, _ doubt: DriveDoubt?) async {
        var outcome = DriveOutcome(
            name: one.drive.name, kind: one.drive.kind.rawValue, standing: .listed)
        if let doubt { outcome.take(doubt) }
        outcome.items = record.itemCount
        outcome.files = record.fileCount
        outcome.listed = record.syncedAt
        outcome.space = await one.drive.space()
        take(outcome)
    }

    /// A drive, whose root is at `root` where it is local, could not be listed because of `failure`.
    func take(_ name: String, _ kind: DriveKind, at root: String?, _ failure: Failure) {
        let standing: DriveOutcome.Standing =
            switch failure.status {
            case .signIn: .signIn
            case .offline: .offline
            default:
                kind == .local && root.map { FileBytes.isFolder($0) } == false ? .missing : .failed
            }
        var outcome = DriveOutcome(name: name, kind: kind.rawValue, standing: standing)
        outcome.failure = failure.phrase
        take(outcome)
    }

    private func take(_ outcome: DriveOutcome) {
        heard.withLock { $0.append(outcome) }
        told(outcome)
    }
}
