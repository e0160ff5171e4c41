// SPDX-License-Identifier: Apache-2.0

/// What a person decided about an item in an earlier review.
public enum Decision: String, Sendable, Hashable, CaseIterable {
    /// Keep until the content changes.
    case keep
    /// Keep for good.
    case pin
    /// Delete.
    case delete
    /// Keep until a date that is still to come.
    case snooze
}

/// Everything that a plan is made from; the same input gives the same plan, byte for byte.
public struct PlanInput: Sendable {
    /// All items of every drive in scope.
    public var listing: Listing
    /// The rules.
    public var ruleFile: RuleFile
    /// The instant that ages are counted back from.
    public var now: Timestamp
    /// The zone of calendar steps and days.
    public var timeZone: RuleTimeZone
    /// What people decided, by row of the listing; none without a state file.
    public var decisions: [Int: Decision]
    /// How many deletions of each rule people have decided; nil without a state file, and then
    /// no trial applies.
    public var decidedDeletions: [String: Int64]?
    /// How many files each drive had at its last good sync, by name; none without a state file.
    public var lastFileCounts: [String: Int64]
    /// Whether what an item does not say is missing on every drive, as in the tests of a rules file;
    /// else the drives are asked what they tell at all.
    package var tellsEverything = false
    /// Of drives by name, the folder that the plan covers: what lies outside of it takes part in
    /// groups and limits as ever, and stays. Drives that are not named are covered whole.
    public var parts: [String: String] = [:]
    /// Rows of which a person decided that they stay, before they changed: none of them goes without
    /// being asked about anew.
    package var decidedBefore: Set<Int> = []
    /// Which rows look alike; nil: the plan finds out from what the listing holds of its pictures.
    package var photoPairs: PhotoPairs?
    /// Pairs of rows that a person called not the same.
    package var unlike: Set<RowPair> = []
    /// What a state tells of rules that may delete pictures by their looks; nil without one, and then
    /// none does.
    package var lookProof: LookProof?
    /// By row: in what a picture contradicts what its drive tells of it.
    package var contradictions: [Int: LookContradiction] = [:]
    /// How many steps matching may take; by the number of items unless a test says otherwise.
    var matchStepsMax: Int
    /// How many threads to use, at least 1; no part in what comes out.
    public var threads: Int

    /// An input without decisions.
    public init(
        listing: Listing, ruleFile: RuleFile, now: Timestamp, timeZone: RuleTimeZone,
        decisions: [Int: Decision] = [:], decidedDeletions: [String: Int64]? = nil,
        lastFileCounts: [String: Int64] = [:], threads: Int = 2
    ) {
        self.listing = listing
        self.ruleFile = ruleFile
        self.now = now
        self.timeZone = timeZone
        self.decisions = decisions
        self.decidedDeletions = decidedDeletions
        self.lastFileCounts = lastFileCounts
        matchStepsMax = MatchEffort.stepsMax(items: listing.count)
        self.threads = max(1, threads)
    }
}
