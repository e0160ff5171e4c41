// SPDX-License-Identifier: Apache-2.0

/// A rules file with all it includes, checked and typed.
public struct RuleFile: Sendable, Hashable {
    /// The IANA name of `timezone`; nil for the machine's.
    public var timeZone: String?
    /// The drives in file order.
    public var drives: [DriveDeclaration]
    /// What holds where a rule is silent.
    public var defaults: Defaults
    /// What refuses a whole plan.
    public var limits: Limits
    /// Where the values of the limits stand that a file gives.
    public var limitLocations: [LimitOutcome.Subject: SourceRange] = [:]
    /// What defers to the next day.
    public var quota: Quota
    /// When pictures are looked at; of the first file alone.
    public var photos = PhotoSettings()
    /// The named conditions, in file order.
    public var definitions: [Definition]
    /// The protections, in file order; those of included files follow.
    public var protections: [Rule]
    /// The rules, in file order; those of included files follow.
    public var rules: [Rule]
    /// What turns deletions into reviews.
    public var review: ReviewSettings
    /// The tests that the file brings.
    public var tests: [RuleTest]
    /// Whom rounds tell what they came to, in file order; of the first file alone.
    public var notifications: [NotificationTarget] = []
    /// The issuer whose policy the file is written for; it can only narrow what may be done.
    public var policyIssuer: String?
    /// Where decisions lie that several devices share; of the first file alone.
    public var sync = SyncSettings()

    /// A rule file; the defaults are those of the language.
    public init(
        timeZone: String? = nil, drives: [DriveDeclaration] = [], defaults: Defaults = Defaults(),
        limits: Limits = Limits(), quota: Quota = Quota(), definitions: [Definition] = [],
        protections: [Rule] = [], rules: [Rule] = [], review: ReviewSettings = ReviewSettings(),
        tests: [RuleTest] = []
    ) {
        self.timeZone = timeZone
        self.drives = drives
        self.defaults = defaults
        self.limits = limits
        self.quota = quota
        self.definitions = definitions
        self.protections = protections
        self.rules = rules
        self.review = review
        self.tests = tests
    }
}

/// The `sync` of a file.
public struct SyncSettings: Sendable, Hashable {
    /// The folder in which each device keeps its decisions for the others, as it is written; nil: there
    /// is none, and nothing is shared.
    public var folder: String?
    /// The name of the OneDrive on which they do so instead; a drive that the file declares.
    public var drive: String?
    /// Where the folder or the drive stands.
    public var location: SourceRange?

    /// Nothing is said.
    public init() {}
}

/// The `defaults` of a file.
public struct Defaults: Sendable, Hashable {
    /// The undo window of rules that name none; nil: 24 hours.
    public var undoWindow: UndoWindow?
    /// The method of rules that name none; nil: recycle.
    public var method: DeletionMethod?
    /// As if written in every plain delete and review rule that has no `unknown`.
    public var unknown: UnknownOutcome?

    /// The given defaults.
    public init(
        undoWindow: UndoWindow? = nil, method: DeletionMethod? = nil,
        unknown: UnknownOutcome? = nil
    ) {
        self.undoWindow = undoWindow
        self.method = method
        self.unknown = unknown
    }
}

/// The `review` of a file.
public struct ReviewSettings: Sendable, Hashable {
    /// Deletions of larger files, in bytes, become reviews.
    public var biggerThan: Int64?
    /// How many deletions of a new rule a person decides first.
    public var trial: Int64?
    /// How long the undo notice stays, in seconds.
    public var undoNoticeSeconds: Int64

    /// The given settings.
    public init(biggerThan: Int64? = nil, trial: Int64? = nil, undoNoticeSeconds: Int64 = 10) {
        self.biggerThan = biggerThan
        self.trial = trial
        self.undoNoticeSeconds = undoNoticeSeconds
    }
}

/// A named condition.
public struct Definition: Sendable, Hashable {
    /// The name that `is:` uses.
    public var name: String
    /// What it stands for.
    public var condition: Condition

    /// `condition` under the name `name`.
    public init(name: String, condition: Condition) {
        self.name = name
        self.condition = condition
    }
}

/// The kind of a drive, which decides what it supplies.
public enum DriveKind: String, Sendable, Hashable, CaseIterable {
    /// OneDrive through Microsoft Graph.
    case onedrive
    /// A folder of this machine.
    case local
    /// A listing file.
    case listing
    /// A drive held in memory, as the demo's.
    case memory
    /// A drive as a dataset of a fleet tells of it: Microsoft Graph Data Connect.
    case dataset

    /// The kinds that a rules file can declare; others are made by the program itself.
    package static let declarable: [DriveKind] = [.onedrive, .local, .listing]
}

/// A drive as the file declares it.
public struct DriveDeclaration: Sendable, Hashable {
    /// The name that rules use.
    public var name: String
    /// What kind of drive it is.
    public var kind: DriveKind
    /// The kind's own settings as text, by key (`root`, `file`, `account`, …).
    public var settings: [String: String]
    /// Where its name stands.
    public var location: SourceRange?
    /// The file by which is told that it is as it should be; nil where it has none.
    public var canary: Canary?

    /// A drive of `kind` under `name`.
    public init(
        name: String, kind: DriveKind, settings: [String: String] = [:],
        location: SourceRange? = nil
    ) {
        self.name = name
        self.kind = kind
        self.settings = settings
        self.location = location
    }
}
