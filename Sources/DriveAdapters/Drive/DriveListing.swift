// SPDX-License-Identifier: Apache-2.0

public import RuleEngine

/// What a drive listed, ready to be joined with the listings of other drives.
///
/// Frozen, so that other modules can take the builder out of it.
@frozen
public struct DriveListing: ~Copyable, Sendable {
    /// The items.
    public var builder: ListingBuilder
    /// Whether they are all items; a partial listing makes no plan.
    public var completeness: Completeness
    /// What the user should know, and what does not make the listing partial.
    public var notes: [DriveNote]
    /// The drive that saved pages say they are of, as the identity of that drive is written; nil
    /// where the listing is that of the drive itself, or does not say.
    public var source: String?

    /// A listing of the items in `builder`.
    public init(
        builder: consuming ListingBuilder, completeness: Completeness, notes: [DriveNote] = [],
        source: String? = nil
    ) {
        self.builder = builder
        self.completeness = completeness
        self.notes = notes
        self.source = source
    }
}

/// Whether a listing holds everything.
public enum Completeness: Sendable, Hashable {
    /// Nothing is missing.
    case complete
    /// Something is missing, at least what the problems name.
    case partial(DriveProblems)
}

/// One thing that stood in the way, and where.
public struct DriveProblem: Error, Sendable, Hashable {
    /// The item's path, or that of the folder.
    public var path: String
    /// What happened, one clause for people, without a full stop.
    public var reason: String

    /// `reason` at `path`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Something about one place that is worth knowing.
public struct DriveNote: Sendable, Hashable {
    /// Where.
    public var path: String
    /// What, one clause without a full stop.
    public var text: String

    /// `text` about `path`.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// Problems in the order of their paths: the first so many of them, and how many there are.
public struct DriveProblems: Sendable, Hashable {
    /// The problems that are kept.
    public private(set) var kept: [DriveProblem] = []
    /// How many there were.
    public private(set) var count = 0

    /// How many are kept word for word.
    public static let keptMax = 1_000

    /// No problems.
    public init() {}

    /// The given problems.
    public init(_ problems: [DriveProblem]) {
        for problem in problems { append(problem) }
        sort()
    }

    /// Whether there were none.
    public var isEmpty: Bool { count == 0 }

    /// Takes note of one more.
    public mutating func append(_ problem: DriveProblem) {
        count += 1
        if kept.count < DriveProblems.keptMax { kept.append(problem) }
    }

    /// Takes note of all those of `other`.
    package mutating func append(contentsOf other: DriveProblems) {
        kept.append(contentsOf: other.kept.prefix(DriveProblems.keptMax - kept.count))
        count += other.count
    }

    /// Puts them into the order of their paths.
    package mutating func sort() {
        kept.sort { ($0.path, $0.reason) < ($1.path, $1.reason) }
    }
}
