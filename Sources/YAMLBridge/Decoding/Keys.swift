// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// The keys of one kind of mapping; closed, so that decoder and schema know the same ones.
protocol KeyVocabulary: RawRepresentable<String>, CaseIterable, Hashable {
    /// What the mapping is, with its article, for messages.
    static var mappingName: Message { get }
    /// What an editor may offer for the key.
    var hint: SchemaHint { get }
}

/// The keys of a file.
enum FileKey: String, KeyVocabulary {
    case version, timezone, drives, defaults, limits, quota, define, protect, rules, review
    case tests, include, notify, policy, sync, photos

    static let mappingName = Message("a rules file")

    /// Whether an included file may hold the key.
    var isIncludable: Bool {
        switch self {
        case .version, .define, .protect, .rules, .tests, .include: true
        case .timezone, .drives, .defaults, .limits, .quota, .review, .notify, .policy,
            .sync, .photos:
            false
        }
    }
}

/// The keys of `defaults`.
enum DefaultsKey: String, KeyVocabulary {
    case undoWindow = "undo_window"
    case method, unknown

    static let mappingName = Message("'\("defaults")'")
}

/// The keys of a file's `limits`.
enum LimitsKey: String, KeyVocabulary {
    case items, bytes, percent
    case listingDrop = "listing_drop"

    static let mappingName = Message("'\("limits")'")
}

/// The keys of a rule's `limits`.
enum RuleLimitsKey: String, KeyVocabulary {
    case items, bytes, percent

    static let mappingName = Message("a rule's 'limits'")
}

/// The keys of `quota`.
enum QuotaKey: String, KeyVocabulary {
    case reviews, deletes, bytes
    case warnAt = "warn_at"
    case grace

    static let mappingName = Message("'\("quota")'")
}

/// The keys of `photos`.
enum PhotosKey: String, KeyVocabulary {
    case aDay = "a_day"
    case within

    static let mappingName = Message("'\("photos")'")
}

/// The keys of `review`.
enum ReviewKey: String, KeyVocabulary {
    case biggerThan = "bigger_than"
    case trial, undo

    static let mappingName = Message("'\("review")'")
}

/// The keys of `sync`.
enum SyncKey: String, KeyVocabulary {
    case folder, drive

    static let mappingName = Message("'\("sync")'")
}

/// The keys of a protection.
enum ProtectionKey: String, KeyVocabulary {
    case id, why
    case scope = "in"
    case match, unless

    static let mappingName = Message("a protection")
}

/// The keys of a rule.
enum RuleKey: String, KeyVocabulary {
    case id, why, enabled
    case scope = "in"
    case type, match, unless, duplicates, surplus, similar, then, unknown
    case undoWindow = "undo_window"
    case method, limits

    static let mappingName = Message("a rule")
}

/// The keys of `duplicates`.
enum DuplicatesKey: String, KeyVocabulary {
    case same, across, keep, copies, verify

    static let mappingName = Message("'\("duplicates")'")
}

/// The keys of a preference in `keep`.
enum PreferenceKey: String, KeyVocabulary {
    case inside = "in"
    case name, drive

    static let mappingName = Message("a preference")
}

/// The keys of `surplus`.
enum SurplusKey: String, KeyVocabulary {
    case keep
    case newestBy = "newest_by"
    case per
    case firstOf = "first_of"

    static let mappingName = Message("'\("surplus")'")
}

/// The keys of `similar`.
enum SimilarKey: String, KeyVocabulary {
    case kind = "as"
    case within
    case takenWithin = "taken_within"
    case across, keep, copies, companions, unseen

    static let mappingName = Message("'\("similar")'")
}

/// The keys of `keep` in `surplus`, where it is no number.
enum GenerationsKey: String, KeyVocabulary {
    case last, daily, weekly, monthly, yearly

    static let mappingName = Message("'\("keep")'")

    /// The kind of generation; nil for `last`.
    var kind: GenerationKind? { GenerationKind(rawValue: rawValue) }
}

/// The keys of a test.
enum TestKey: String, KeyVocabulary {
    case name, now, items

    static let mappingName = Message("a test")
}

/// The keys of an item of a test.
enum TestItemKey: String, KeyVocabulary {
    case path, expect, by, drive, id, type, size, created, modified, taken, accessed
    case firstSeen = "first_seen"
    case age
    case modifiedAge = "modified_age"
    case createdAge = "created_age"
    case takenAge = "taken_age"
    case accessedAge = "accessed_age"
    case knownFor = "known_for"
    case mime, hash, hashes, shared, owner
    case ownerAddress = "owner_address"
    case width, height, camera, album, sharpness, brightness, detail, screenshot
    case looksLike = "looks_like"
    case shortcut, link
    case eTag = "etag"
    case cTag = "ctag"

    static let mappingName = Message("a test's item")

    /// Fields of conditions that follow from the others, and so are not given.
    static let derived: Set<String> = ["kind", "ext", "name", "depth", "empty"]
}

/// The keys of an item's `hashes`.
enum HashesKey: String, KeyVocabulary {
    case quickxor, sha1, sha256

    static let mappingName = Message("'\("hashes")'")
}

/// The keys of a condition beside the fields.
enum CombinatorKey: String, KeyVocabulary {
    case all, any, none
    case named = "is"
    case everything

    static let mappingName = Message("a condition")
}

/// The keys of a drive: `kind`, and those of its kind.
enum DriveKey: String, KeyVocabulary {
    case kind, account, root
    case driveID = "drive_id"
    case nationalCloud = "national_cloud"
    case clientID = "client_id"
    case tenant
    case graphURL = "graph_url"
    case loginURL = "login_url"
    case ifMatch = "if_match"
    case followSymlinks = "follow_symlinks"
    case file, canary

    static let mappingName = Message("a drive")
}

/// The keys of a drive's `canary`.
enum CanaryKey: String, KeyVocabulary {
    case file, sha256

    static let mappingName = Message("'\("canary")'")
}

/// The keys of an entry of `notify`.
enum NotifyKey: String, KeyVocabulary {
    case to, url, key, room, recipients, from, user, tls, sendmail, events, details

    static let mappingName = Message("an entry of 'notify'")
}

/// The keys of `policy` in a rules file.
enum RulePolicyKey: String, KeyVocabulary {
    case issuer

    static let mappingName = Message("'\("policy")'")
}
