// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What a plan has that the plan before had not, and the other way round.
package struct PlanChanges: Sendable, Hashable {
    /// The plan before; nil for the first one.
    package let since: String?
    /// Deletions and reviews that are new; one whose verdict is another counts as new and as gone.
    package let added: Int64
    /// Deletions and reviews of the plan before that are gone.
    package let removed: Int64

    /// The given changes.
    package init(since: String?, added: Int64, removed: Int64) {
        self.since = since
        self.added = added
        self.removed = removed
    }
}

/// Everything that a plan says beside its entries.
package struct PlanHead: Sendable, Hashable {
    /// A drive of the plan.
    package struct Drive: Sendable, Hashable {
        package var name: String
        package var kind: DriveKind
        /// `kind:value`; see `DriveIdentity`.
        package var identity: String
        package var files: Int64
        package var folders: Int64
        /// The bytes of its files.
        package var bytes: Int64
        /// Where it lies on this machine; nil for drives that do not.
        package var root: String?
        /// The folder that is planned over; nil for the whole drive.
        package var part: String?
        /// How many items the state file has of it; nil without a state.
        package var items: Int64?
        /// When it was listed; nil without a state.
        package var listed: Timestamp?
        /// The cursor of that listing, where there is such a thing.
        package var cursor: String?
        /// Why nothing is deleted from it for now.
        package var held: String?

        /// A drive of which only counts are known.
        package init(
            name: String, kind: DriveKind, identity: String, files: Int64, folders: Int64,
            bytes: Int64
        ) {
            self.name = name
            self.kind = kind
            self.identity = identity
            self.files = files
            self.folders = folders
            self.bytes = bytes
        }
    }

    /// What one rule decided.
    package struct RuleTotals: Sendable, Hashable {
        package var id: String
        package var delete: Tally
        package var keep: Tally
        package var review: Tally

        /// The given counts.
        package init(id: String, delete: Tally, keep: Tally, review: Tally) {
            self.id = id
            self.delete = delete
            self.keep = keep
            self.review = review
        }
    }

    /// All counts.
    package struct Totals: Sendable, Hashable {
        package var delete = Tally()
        package var items = Tally()
        package var keep = Tally()
        package var review = Tally()
        /// Items of which no rule speaks.
        package var unmatched = Tally()
        package var rules: [RuleTotals] = []

        /// Nothing counted.
        package init() {}
    }

    /// What has to be downloaded from a drive before copies go.
    package struct Proof: Sendable, Hashable {
        package var drive: String
        package var copies: Int64
        package var freeCopies: Int64
        package var files: Int64
        package var downloadBytes: Int64

        /// The given share.
        package init(
            drive: String, copies: Int64, freeCopies: Int64, files: Int64, downloadBytes: Int64
        ) {
            self.drive = drive
            self.copies = copies
            self.freeCopies = freeCopies
            self.files = files
            self.downloadBytes = downloadBytes
        }
    }

    /// How many of the pictures were looked at.
    package struct Looks: Sendable, Hashable {
        /// How many there are.
        package var eligible: Int64
        /// How many of them were looked at.
        package var looked: Int64
        /// How many of those could not be decoded.
        package var unreadable: Int64
        /// The version of the looks.
        package var version: Int64
        /// In how many groups they look alike; nil in plans that were kept before that was counted.
        package var groups: Int64?

        /// The given counts.
        package init(
            eligible: Int64, looked: Int64, unreadable: Int64, version: Int64, groups: Int64? = nil
        ) {
            self.eligible = eligible
            self.looked = looked
            self.unreadable = unreadable
            self.version = version
            self.groups = groups
        }

        /// How many were not looked at; what documents say may be any number.
        package var left: Int64 {
            if looked >= eligible { return 0 }
            let (left, isOver) = eligible.subtractingReportingOverflow(looked)
            return isOver ? .max : left
        }
    }

    /// What has become of earlier decisions.
    package struct Decisions: Sendable, Hashable {
        /// A decision whose item no drive holds any more.
        package struct Unplaced: Sendable, Hashable {
            package var drive: String
            package var path: String
            package var verdict: String

            /// The given decision.
            package init(drive: String, path: String, verdict: String) {
                self.drive = drive
                self.path = path
                self.verdict = verdict
            }
        }

        package var carriedOver: Int64
        package var hold: Int64
        package var unplaced: [Unplaced]

        /// The given counts.
        package init(carriedOver: Int64, hold: Int64, unplaced: [Unplaced]) {
            self.carriedOver = carriedOver
            self.hold = hold
            self.unplaced = unplaced
        }
    }

    /// The plan's id; empty while it has none.
    package var id = ""
    /// The instant that ages count back from; also when the plan was made.
    package var now: Timestamp
    /// When it stops being good for staging.
    package var expires: Timestamp
    package var timeZone: String
    /// The program that made it, with its version.
    package var tool: String
    /// The SHA-256 of the rules, in hex.
    package var rulesDigest: String
    package var rulesName: String
    package var changes: PlanChanges?
    /// Nil where there is nothing to say of them.
    package var decisions: Decisions?
    /// By name.
    package var drives: [Drive] = []
    package var limits: [LimitOutcome] = []
    /// Nil where no rule asks what pictures show.
    package var looks: Looks?
    package var totals = Totals()
    /// Empty where nothing has to be downloaded.
    package var proof: [Proof] = []
    package var warnings: [String] = []

    /// A plan of which nothing is counted yet.
    package init(
        now: Timestamp, expires: Timestamp, timeZone: String, tool: String, rulesDigest: String,
        rulesName: String
    ) {
        self.now = now
        self.expires = expires
        self.timeZone = timeZone
        self.tool = tool
        self.rulesDigest = rulesDigest
        self.rulesName = rulesName
    }
}
