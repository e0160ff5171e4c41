// SPDX-License-Identifier: Apache-2.0

/// A file that a person put on a drive, by which is told whether the drive is as it should be: who
/// encrypts, empties or exchanges a drive changes it too, and then nothing is to be cleaned up there.
public struct Canary: Sendable, Hashable {
    /// Its path below the root of the drive, as listings write paths.
    public var file: String
    /// The SHA-256 of its bytes, in lower-case hex.
    public var sha256: String
    /// Where its path stands.
    public var location: SourceRange?

    /// The file at `file` with the digest `sha256`.
    public init(file: String, sha256: String, location: SourceRange? = nil) {
        self.file = file
        self.sha256 = sha256
        self.location = location
    }

    /// The most bytes that a canary may have: it is read in every round.
    public static let byteCountMax: Int64 = 64 << 20

    /// The ids of protections of canaries begin so, which no id that a file gives can.
    static let idPrefix = "canary:"

    /// What keeps it on the drive `drive`, whatever the rules say.
    public func protection(on drive: String) -> Rule {
        Rule(
            id: Self.idPrefix + drive,
            why: "The canary tells whether the drive is as it should be",
            scopes: [Scope(drive: drive, folder: file)], itemType: nil, match: .everything,
            action: .protect, location: location)
    }
}

extension Rule {
    /// Whether it follows from a canary, and nobody wrote it.
    public var isOfCanary: Bool { id.utf8.starts(with: Canary.idPrefix.utf8) }
}

extension RuleFile {
    /// How many rules and protections somebody wrote: without those of canaries.
    public var writtenRuleCount: Int { rules.count + writtenProtectionCount }

    /// How many protections somebody wrote.
    public var writtenProtectionCount: Int {
        protections.count { !$0.isOfCanary }
    }
}
