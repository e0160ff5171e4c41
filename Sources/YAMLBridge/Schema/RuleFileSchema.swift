// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// The rules file as a JSON Schema (2020-12) for editors.
///
/// Made from the keys and grammars that the decoder uses. It finds unknown keys, values of a wrong form
/// and keys that do not go together while one types, and takes all that `check` takes. What it cannot
/// say stands in docs/reference/rules.md: names and files that must be there, what must be unique, and
/// what a pattern, a range or a day means.
public enum RuleFileSchema {
    /// The schema as indented JSON with a newline at its end.
    public static let json: String = schema.indented() + "\n"

    /// The schema.
    private static var schema: JSONValue {
        var entries: [(name: String, value: JSONValue)] = [
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .text("urn:cleanrules:rules:1")),
            ("title", .text("cleanrules rules file, version 1")),
        ]
        if case .object(let file) = file.json { entries += file }
        let definitions: [(name: String, value: JSONValue)] = [
            ("condition", condition.json),
            ("protection", SchemaSnippet.added(SchemaSnippet.protections, to: protection.json)),
            ("rule", SchemaSnippet.added(SchemaSnippet.rules, to: rule.json)),
            ("test", SchemaSnippet.added(SchemaSnippet.tests, to: test.json)),
            ("item", item.json), ("drive", drive.json),
        ]
        return .object(entries + [("$defs", .object(definitions))])
    }

    /// The file.
    static var file: SchemaShape {
        .mapping(
            FileKey.allCases.map { key in
                switch key {
                case .version: entry(key, .constant(1), "the version of the language", true)
                case .timezone: entry(key, .text, "an IANA name; absent: the machine's")
                case .drives:
                    entry(
                        key,
                        .named(NameGrammar.drivePattern, .reference("drive"), [.isNotEmpty]),
                        "the drives by name")
                case .defaults: entry(key, defaults, "what holds where a rule is silent")
                case .limits: entry(key, limits(LimitsKey.self), "what refuses a whole plan")
                case .quota: entry(key, quota, "what one day may hold")
                case .photos: entry(key, photos, "when pictures are looked at")
                case .define:
                    entry(
                        key, .named(NameGrammar.idPattern, .reference("condition")),
                        "named conditions, used by 'is'")
                case .protect: entry(key, .list(.reference("protection")), "what is never deleted")
                case .rules: entry(key, .list(.reference("rule")), "the rules", true)
                case .review: entry(key, review, "what turns deletions into reviews")
                case .tests: entry(key, .list(.reference("test")), "small listings with verdicts")
                case .include:
                    entry(key, .list(.text), "further files, relative to this one")
                case .notify: entry(key, .list(notify), "whom 'run' tells what it came to")
                case .sync: entry(key, sync, "where decisions lie that several devices share")
                case .policy: entry(key, policy, "the issuer whose policy the file is written for")
                }
            })
    }

    private static var policy: SchemaShape {
        .mapping(
            RulePolicyKey.allCases.map { key in
                switch key {
                case .issuer: entry(key, .name(IssuerName.pattern), "the issuer's name", true)
                }
            })
    }

    private static var defaults: SchemaShape {
        .mapping(
            DefaultsKey.allCases.map { key in
                switch key {
                case .undoWindow: entry(key, undoWindow, "how long a staged deletion waits")
                case .method: entry(key, words(DeletionMethod.self), "how items are deleted")
                case .unknown:
                    entry(key, words(UnknownOutcome.self), "what an unknown outcome contributes")
                }
            })
    }

    /// The limits of a file or of a rule.
    private static func limits<Key: KeyVocabulary>(_ type: Key.Type) -> SchemaShape {
        .mapping(
            Key.allCases.map { key in
                switch key.rawValue {
                case LimitsKey.items.rawValue:
                    entry(key, .wholeNumber(or: "unlimited"), "deleted files and folders")
                case LimitsKey.bytes.rawValue:
                    entry(
                        key,
                        .either(.constant(0), .pattern("\(SizeGrammar.pattern)|unlimited")),
                        "deleted bytes")
                case LimitsKey.percent.rawValue:
                    entry(
                        key, .wholeNumber(or: "[0-9]+%|unlimited"), "share of a drive's files")
                default:
                    entry(
                        key, .wholeNumber(or: "[0-9]+%|unlimited"),
                        "how many per cent fewer files a drive may list")
                }
            })
    }

    private static var quota: SchemaShape {
        .mapping(
            QuotaKey.allCases.map { key in
                switch key {
                case .reviews: entry(key, .pattern("[0-9]+/day"), "reviews a day")
                case .deletes: entry(key, .pattern("[0-9]+/day"), "deletions a day")
                case .bytes: entry(key, .pattern("\(SizeGrammar.pattern)/day"), "bytes a day")
                case .warnAt: entry(key, .wholeNumber(or: "[0-9]+%"), "when to warn")
                case .grace:
                    entry(key, .pattern(DurationGrammar.pattern), "no quota for that long at first")
                }
            })
    }

    private static var photos: SchemaShape {
        .mapping(
            PhotosKey.allCases.map { key in
                switch key {
                case .aDay: entry(key, .pattern(DurationGrammar.pattern), "how long a day")
                case .within:
                    entry(
                        key, .someOf(.pattern(TimeOfDayGrammar.pattern)),
                        "from when and until when")
                }
            })
    }

    private static var sync: SchemaShape {
        .mapping(
            SyncKey.allCases.map { key in
                switch key {
                case .folder:
                    entry(key, .text, "a folder that another program brings to all devices")
                case .drive: entry(key, .text, "the OneDrive on which they lie")
                }
            }, [.when(.has(SyncKey.folder.rawValue), refuses: [SyncKey.drive])])
    }

    private static var review: SchemaShape {
        .mapping(
            ReviewKey.allCases.map { key in
                switch key {
                case .biggerThan:
                    entry(key, .pattern(SizeGrammar.pattern), "larger files are reviewed")
                case .trial:
                    entry(
                        key, .wholeNumber(or: nil),
                        "how many items are decided before a new rule deletes")
                case .undo: entry(key, .pattern("[0-9]{1,6}[sm]"), "how long the undo notice stays")
                }
            })
    }

    static var drive: SchemaShape {
        .mapping(
            DriveKey.allCases.map { key in
                switch key {
                case .kind:
                    entry(
                        key, .words(DriveKind.declarable.map(\.rawValue)), "the kind of drive",
                        true)
                case .account: entry(key, .text, "onedrive: whose drive")
                case .root: entry(key, .text, "onedrive, local: the folder that is the drive's top")
                case .driveID: entry(key, .text, "onedrive: the drive's id")
                case .nationalCloud: entry(key, .text, "onedrive: the national cloud")
                case .clientID: entry(key, .text, "onedrive: the id of your registered application")
                case .tenant: entry(key, .text, "onedrive: the tenant that signs in")
                case .graphURL: entry(key, .text, "onedrive: the address of the Graph service")
                case .loginURL: entry(key, .text, "onedrive: the address of the sign-in service")
                case .ifMatch:
                    entry(
                        key, .flag, "onedrive: false compares before it deletes, without If-Match")
                case .followSymlinks:
                    entry(key, .never, "local: false; links are never followed")
                case .file: entry(key, .text, "listing: the file")
                case .canary:
                    entry(key, canary, "onedrive, local: a file that has to be as it was")
                }
            },
            DriveKind.declarable.map { kind in
                let others = Set(DriveKey.allCases).subtracting(kind.requiredKeys)
                    .subtracting(kind.optionalKeys).subtracting([.kind])
                return .when(
                    .says(DriveKey.kind.rawValue, [kind.rawValue]),
                    needs: DriveKey.allCases.filter(kind.requiredKeys.contains),
                    refuses: DriveKey.allCases.filter(others.contains))
            })
    }

    private static var canary: SchemaShape {
        .mapping(
            CanaryKey.allCases.map { key in
                switch key {
                case .file: entry(key, .text, "its path below the root", true)
                case .sha256:
                    entry(key, .pattern("[0-9A-Fa-f]{64}"), "the SHA-256 of its bytes", true)
                }
            })
    }

    // MARK: Helpers

    /// An entry of a mapping.
    static func entry(
        _ key: some KeyVocabulary, _ shape: SchemaShape, _ summary: String,
        _ isRequired: Bool = false
    ) -> SchemaEntry {
        SchemaEntry(key, shape, summary, isRequired: isRequired)
    }

    /// The words of an enumeration.
    static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type)
        -> SchemaShape
    {
        .words(Word.allCases.map(\.rawValue))
    }

    /// The limits of a rule.
    static var ruleLimits: SchemaShape { limits(RuleLimitsKey.self) }

    /// `none`, or a duration.
    static var undoWindow: SchemaShape { .pattern("none|\(DurationGrammar.pattern)") }
}
