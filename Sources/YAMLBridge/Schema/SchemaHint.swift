// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// What an editor may offer for a key beside what it may hold: JSON Schema's `default` and `examples`.
struct SchemaHint {
    /// What holds where the key is absent; nil where nothing does, or where it depends.
    var standard: JSONValue?
    /// Values that are valid.
    var examples: [JSONValue] = []

    /// Nothing to offer.
    static let none = SchemaHint()

    /// Texts, the first of which is what holds where the key is absent.
    static func standard(_ text: String, _ others: String...) -> SchemaHint {
        SchemaHint(standard: .text(text), examples: others.map { .text($0) })
    }

    /// A number that holds where the key is absent.
    static func standard(_ number: Int64, _ others: JSONValue...) -> SchemaHint {
        SchemaHint(standard: .number(number), examples: others)
    }

    /// A truth value that holds where the key is absent.
    static func standard(_ flag: Bool) -> SchemaHint { SchemaHint(standard: .bool(flag)) }

    /// Texts that are valid.
    static func examples(_ texts: String...) -> SchemaHint {
        SchemaHint(examples: texts.map { .text($0) })
    }

    /// The members of a schema that say so.
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        if let standard { members.append(("default", standard)) }
        if !examples.isEmpty { members.append(("examples", .list(examples))) }
        return members
    }
}

extension KeyVocabulary {
    /// What an editor may offer for the key; nothing, unless the keys of a mapping say more.
    var hint: SchemaHint { .none }
}

extension FileKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .timezone: .examples("Europe/Berlin", "America/New_York", "UTC")
        case .include: SchemaHint(examples: [.texts(["team.yaml"])])
        default: .none
        }
    }
}

extension DefaultsKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .undoWindow: .standard("24h", "48h", "7d", "none")
        case .method: .standard(DeletionMethod.recycle.rawValue)
        case .unknown: .standard(UnknownOutcome.keep.rawValue)
        }
    }
}

extension LimitsKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .items: .standard(1000, .number(200 as Int64), .text("unlimited"))
        case .bytes: .standard("100GB", "20GB", "unlimited")
        case .percent: .standard(25, .number(10 as Int64), .text("unlimited"))
        case .listingDrop: .standard(20, .text("10%"), .text("unlimited"))
        }
    }
}

extension RuleLimitsKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .items: SchemaHint(examples: [.number(100 as Int64)])
        case .bytes: .examples("5GB")
        case .percent: SchemaHint(examples: [.number(5 as Int64)])
        }
    }
}

extension QuotaKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .reviews: .examples("25/day")
        case .deletes: .examples("500/day")
        case .bytes: .examples("20GB/day")
        case .warnAt: .standard("80%")
        case .grace: .standard("0d", "30d")
        }
    }
}

extension ReviewKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .biggerThan: .examples("1GB")
        case .trial: SchemaHint(examples: [.number(20 as Int64)])
        case .undo: .standard("10s", "1m")
        }
    }
}

extension SyncKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .folder: .examples("~/Sync/cleanrules")
        case .drive: .examples("cloud")
        }
    }
}

extension RuleKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .id: .examples("old-installers")
        case .why: .examples("Installers can be had again")
        case .enabled: .standard(true)
        case .scope: .examples("photos", "photos:/Camera Roll")
        case .type: .standard(ItemType.file.rawValue)
        case .undoWindow: .examples("48h", "7d", "none")
        default: .none
        }
    }
}

extension ProtectionKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .id: .examples("contracts")
        case .why: .examples("Ten years by law")
        case .scope: .examples("office", "office:/Legal")
        default: .none
        }
    }
}

extension DuplicatesKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .same: .examples("content")
        case .across: .standard(GroupReach.drive.rawValue)
        case .keep: SchemaHint(examples: [.texts([KeepOrder.oldest.rawValue])])
        case .copies: .standard(1)
        case .verify: .standard(Verification.bytes.rawValue)
        }
    }
}

extension SurplusKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .keep: SchemaHint(examples: [.number(5 as Int64)])
        case .newestBy: .standard(SurplusDate.modified.rawValue)
        case .per: .standard(GroupReach.folder.rawValue)
        case .firstOf: .none
        }
    }
}

extension TestKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .name: .examples("old installers go, new ones stay")
        case .now: .examples("2026-01-15T12:00:00Z")
        case .items: .none
        }
    }
}

extension TestItemKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .path: .examples("/Downloads/setup.exe")
        case .size: .examples("3MB")
        case .created, .modified, .taken, .accessed, .firstSeen:
            .examples("2025-06-01T08:00:00Z")
        case .age, .modifiedAge, .createdAge, .takenAge, .accessedAge, .knownFor:
            .examples("40d", "6mo")
        default: .none
        }
    }
}

extension NotifyKey {
    /// What an editor may offer for the key.
    var hint: SchemaHint {
        switch self {
        case .url: .examples("env:CLEANRULES_NOTIFY_URL", "file:team.notify")
        case .key: .examples("env:CLEANRULES_NOTIFY_KEY")
        case .details: .standard(false)
        default: .none
        }
    }
}
