// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// What makes two files members of one group of duplicates.
public enum DuplicateKey: Sendable, Hashable {
    /// Equal size and equal bytes, or equal hashes of one algorithm.
    case content
    /// All the named parts equal; never empty.
    case parts([DuplicatePart])
}

/// One part of a duplicate key other than `content`.
public enum DuplicatePart: String, Sendable, Hashable, CaseIterable {
    /// The name, compared by NFC and fold.
    case name
    /// The size in bytes.
    case size
    /// The extension, compared by NFC and fold.
    case ext
    /// The instant a picture was taken.
    case taken
    /// The instant of the last change.
    case modified
    /// Pixels across.
    case width
    /// Pixels down.
    case height
}

/// How far a group reaches.
public enum GroupReach: String, Sendable, Hashable, CaseIterable {
    /// Within one drive; the default of `duplicates`.
    case drive
    /// Across all drives in scope; `duplicates` only.
    case drives
    /// Within one folder; the default of `surplus`.
    case folder
}

/// Who stays first in a group, the first preference that separates two members decides.
public enum KeepPreference: Sendable, Hashable {
    /// A named order.
    case order(KeepOrder)
    /// Paths that match the glob come first.
    case inside(Glob)
    /// Names that match the glob come first.
    case named(Glob)
    /// Items of that drive come first.
    case drive(String)
}

/// The named orders of `keep:`; for each, an item that lacks the value comes last.
public enum KeepOrder: String, Sendable, Hashable, CaseIterable {
    /// Earliest `created` first.
    case oldest
    /// Latest `created` first.
    case newest
    /// Earliest `taken` first.
    case oldestTaken = "oldest_taken"
    /// Latest `taken` first.
    case newestTaken = "newest_taken"
    /// Earliest `modified` first.
    case oldestModified = "oldest_modified"
    /// Latest `modified` first.
    case newestModified = "newest_modified"
    /// Fewest Unicode scalars in the path first.
    case shortestPath = "shortest_path"
    /// Most Unicode scalars in the path first.
    case longestPath = "longest_path"
    /// Fewest Unicode scalars in the name first.
    case shortestName = "shortest_name"
    /// Fewest folders above first.
    case shallowest
    /// Most folders above first.
    case deepest
    /// Most bytes first.
    case largest
    /// Fewest bytes first.
    case smallest
    /// The sharpest picture first; `similar` only.
    case sharpest
    /// Most pixels first; `similar` only.
    case mostPixels = "most_pixels"
    /// The brightest picture first; `similar` only.
    case brightest
}

extension KeepOrder {
    /// The orders that every set rule takes.
    package static let ofFiles = allCases.filter { !$0.isOfPictures }

    /// Whether it is of pictures, and so of `similar` alone.
    package var isOfPictures: Bool {
        switch self {
        case .sharpest, .mostPixels, .brightest: true
        default: false
        }
    }
}

/// Whether equal hashes are proved by the bytes before a copy goes; no part in verdicts.
public enum Verification: String, Sendable, Hashable, CaseIterable {
    /// The bytes, or SHA-256 of both; the default.
    case bytes
    /// The hash alone.
    case hash
}

/// The `duplicates:` part of a rule.
public struct DuplicateSelection: Sendable, Hashable {
    /// What equal members share.
    public var key: DuplicateKey
    /// How far a group reaches.
    public var reach: GroupReach
    /// Who survives first.
    public var preferences: [KeepPreference]
    /// How many survive, at least 1.
    public var copies: Int
    /// How equality is proved before a deletion.
    public var verification: Verification

    /// A selection; the defaults are those of the language.
    public init(
        key: DuplicateKey, reach: GroupReach = .drive, preferences: [KeepPreference] = [],
        copies: Int = 1, verification: Verification = .bytes
    ) {
        self.key = key
        self.reach = reach
        self.preferences = preferences
        self.copies = copies
        self.verification = verification
    }
}

/// The date that ranks the members of a surplus group.
public enum SurplusDate: String, Sendable, Hashable, CaseIterable {
    /// The last change; the default.
    case modified
    /// The creation.
    case created
    /// The taking of a picture.
    case taken
}

/// A stretch of the calendar of which the first member of a surplus group stays as well.
public enum SurplusPeriod: String, Sendable, Hashable, CaseIterable {
    /// The first of each calendar year.
    case year
    /// The first of each calendar month.
    case month
}

/// The `surplus:` part of a rule: all but the newest few of a group.
public struct SurplusSelection: Sendable, Hashable {
    /// How many survive, at least 1; beside generations: how many of the newest, at least 0.
    public var keep: Int
    /// The date by which newest is judged.
    public var newestBy: SurplusDate
    /// `.folder` or `.drive`.
    public var reach: GroupReach
    /// Of what the first member stays besides; nil: only the newest stay.
    public var firstOf: SurplusPeriod?
    /// Of which stretches of the calendar the newest member stays besides; nil: `keep` is a number.
    public var generations: Generations?

    /// A selection; the defaults are those of the language.
    public init(
        keep: Int, newestBy: SurplusDate = .modified, reach: GroupReach = .folder,
        firstOf: SurplusPeriod? = nil, generations: Generations? = nil
    ) {
        self.keep = keep
        self.newestBy = newestBy
        self.reach = reach
        self.firstOf = firstOf
        self.generations = generations
    }
}

/// What pictures that look alike are to each other.
public enum SimilarKind: String, Sendable, Hashable, CaseIterable {
    /// One photograph in several files.
    case copies
    /// Several photographs of one moment.
    case shots
}

/// What becomes of the files that belong to a picture.
public enum CompanionTreatment: String, Sendable, Hashable, CaseIterable {
    /// They share its fate.
    case together
    /// They are files of their own.
    case alone
}

/// The `similar:` part of a rule: pictures that look alike.
public struct SimilarSelection: Sendable, Hashable {
    /// What they are to each other.
    public var kind: SimilarKind
    /// How alike they have to be.
    package var level: PhotoLevel
    /// How many seconds apart shots may be; nil for copies.
    public var takenWithinSeconds: Int64?
    /// How far a group reaches.
    public var reach: GroupReach
    /// Who leads a group, and survives first.
    public var preferences: [KeepPreference]
    /// How many survive, at least 1.
    public var copies: Int
    /// What becomes of the files that belong to a picture.
    public var companions: CompanionTreatment
    /// Whether the rule may delete what nobody has looked at, once it has proved itself.
    public var deletesUnseen: Bool

    /// A selection; the defaults are those of the language.
    package init(
        kind: SimilarKind, level: PhotoLevel? = nil, takenWithinSeconds: Int64? = nil,
        reach: GroupReach = .drive, preferences: [KeepPreference] = [], copies: Int = 1,
        companions: CompanionTreatment = .together, deletesUnseen: Bool = false
    ) {
        self.kind = kind
        self.level = level ?? (kind == .copies ? .near : .loose)
        self.takenWithinSeconds = takenWithinSeconds
        self.reach = reach
        self.preferences = preferences
        self.copies = copies
        self.companions = companions
        self.deletesUnseen = deletesUnseen
    }
}

/// What makes a rule a set rule.
public enum SetSelection: Sendable, Hashable {
    /// Copies of one another.
    case duplicates(DuplicateSelection)
    /// More of a kind than are wanted.
    case surplus(SurplusSelection)
    /// Pictures that look alike.
    case similar(SimilarSelection)
}

extension SetSelection {
    /// How far its groups reach.
    package var reach: GroupReach {
        switch self {
        case .duplicates(let selection): selection.reach
        case .surplus(let selection): selection.reach
        case .similar(let selection): selection.reach
        }
    }

    /// Whether it is of pictures that look alike.
    package var isSimilar: Bool {
        if case .similar = self { return true }
        return false
    }

    /// Who survives first.
    var preferences: [KeepPreference] {
        switch self {
        case .duplicates(let selection): selection.preferences
        case .surplus: []
        case .similar(let selection): selection.preferences
        }
    }
}
