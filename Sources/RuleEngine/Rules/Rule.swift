// SPDX-License-Identifier: Apache-2.0

/// What a rule says of the items it applies to.
public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A protection: keep, and nothing a person or a flag says outweighs it.
    case protect
    /// Keep.
    case keep
    /// Show to a person.
    case review
    /// Delete.
    case delete
}

/// What an unknown outcome of a rule contributes.
public enum UnknownOutcome: String, Sendable, Hashable, CaseIterable {
    /// Nothing, so the item stays.
    case keep
    /// A review.
    case review
}

/// The type of an item.
public enum ItemType: String, Sendable, Hashable, CaseIterable {
    /// A file, and anything that is no folder.
    case file
    /// A folder.
    case folder
}

/// How an item is deleted, the gentlest first.
public enum DeletionMethod: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Into the drive's own bin.
    case recycle
    /// Moved aside on the same drive.
    case quarantine
    /// For good.
    case permanent

    /// Gentler is smaller.
    public static func < (left: DeletionMethod, right: DeletionMethod) -> Bool {
        func harshness(_ method: DeletionMethod) -> Int {
            switch method {
            case .recycle: 0
            case .quarantine: 1
            case .permanent: 2
            }
        }
        return harshness(left) < harshness(right)
    }
}

/// How long a staged deletion waits.
public enum UndoWindow: Sendable, Hashable {
    /// Not at all; needs a flag at staging.
    case none
    /// That long, counted from staging.
    case wait(Age)
}

/// A place on a drive that a rule is bound to: the drive, and a folder of it.
public struct Scope: Sendable, Hashable {
    /// The drive's name.
    public var drive: String
    /// The folder's path as a listing writes it; empty for the whole drive.
    public var folder: String

    /// The folder and all below it on `drive`.
    public init(drive: String, folder: String = "") {
        self.drive = drive
        self.folder = folder
    }
}

/// A rule or a protection, as the file says it, with the place where it says it.
public struct Rule: Sendable, Hashable {
    /// Unique among rules and protections.
    public var id: String
    /// One line for people.
    public var why: String?
    /// Whether the rule takes part.
    public var isEnabled: Bool
    /// Where it applies; empty for everywhere.
    public var scopes: [Scope]
    /// What it applies to; nil (both) for protections only.
    public var itemType: ItemType?
    /// What must hold; nil only beside a set selection.
    public var match: Condition?
    /// What must not hold.
    public var unless: Condition?
    /// What makes it a set rule; nil for plain rules.
    public var selection: SetSelection?
    /// What it says.
    public var action: Action
    /// What its unknown outcome contributes; nil where the rule does not say.
    public var unknown: UnknownOutcome?
    /// How long its deletions wait; nil where the rule does not say.
    public var undoWindow: UndoWindow?
    /// How its deletions are made; nil where the rule does not say.
    public var method: DeletionMethod?
    /// Its own limits; what it does not give is not limited by it.
    public var limits: Limits
    /// Where its id stands; nil for rules that no file holds.
    public var location: SourceRange?
    /// Where the values of its own limits stand.
    public var limitLocations: [LimitOutcome.Subject: SourceRange] = [:]

    /// A rule; everything but id and action has the language's default.
    public init(
        id: String, why: String? = nil, isEnabled: Bool = true, scopes: [Scope] = [],
        itemType: ItemType? = .file, match: Condition? = nil, unless: Condition? = nil,
        selection: SetSelection? = nil, action: Action, unknown: UnknownOutcome? = nil,
        undoWindow: UndoWindow? = nil, method: DeletionMethod? = nil, limits: Limits = Limits(),
        location: SourceRange? = nil
    ) {
        self.id = id
        self.why = why
        self.isEnabled = isEnabled
        self.scopes = scopes
        self.itemType = itemType
        self.match = match
        self.unless = unless
        self.selection = selection
        self.action = action
        self.unknown = unknown
        self.undoWindow = undoWindow
        self.method = method
        self.limits = limits
        self.location = location
    }
}

extension RuleFile {
    /// Whether what lies on one drive may change verdicts on another: an enabled rule has groups that
    /// reach across drives.
    public var comparesAcrossDrives: Bool {
        rules.contains { rule in
            rule.isEnabled && rule.selection?.reach == .drives
        }
    }
}
