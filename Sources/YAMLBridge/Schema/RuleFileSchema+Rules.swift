// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import RuleEngine
internal import Text

extension RuleFileSchema {
    /// A condition: the fields of the vocabulary, and what combines them.
    static var condition: SchemaShape {
        let combinators = CombinatorKey.allCases.map { key in
            switch key {
            case .all: entry(key, .someOf(.reference("condition")), "every condition holds")
            case .any: entry(key, .someOf(.reference("condition")), "some condition holds")
            case .none: entry(key, .someOf(.reference("condition")), "no condition holds")
            case .named: entry(key, .oneOrMore(.text), "a definition holds")
            case .everything: entry(key, .always, "always holds")
            }
        }
        let fields = Vocabulary.fields.map { field in
            var entry = SchemaEntry(
                field.field.rawValue, .oneOrMore(value(of: field)),
                "\(field.summary); \(field.form.rawValue), as \(field.example)")
            entry.hint = SchemaHint(examples: [example(of: field)])
            return entry
        }
        return .mapping(combinators + fields, [.isNotEmpty])
    }

    /// An example of a field as an editor offers it: quotes are there for YAML alone.
    private static func example(of field: FieldDescription) -> JSONValue {
        let text = field.example
        if field.form == .flag { return .bool(text == "true") }
        let isQuoted =
            text.count > 1 && ["\"", "'"].contains(text.first) && text.last == text.first
        return .text(isQuoted ? String(text.dropFirst().dropLast()) : text)
    }

    /// Tests of whether there is a value.
    private static let presenceWords = ["present", "missing"]

    /// One value of a field.
    private static func value(of field: FieldDescription) -> SchemaShape {
        let presence = field.takesPresence ? "|present|missing" : ""
        switch field.form {
        case .pathGlob: return .pattern("(/|\\*\\*(/|$))[\\s\\S]*")
        case .nameGlob, .textGlob, .regularExpression, .driveName: return .someText
        case .fileExtension: return .either(.pattern("[^./*?\\[\\]{}\\\\]+"), .wholeNumber(or: nil))
        case .kind:
            return .words(ItemKind.allCases.map(\.rawValue) + presenceWords)
        case .size: return .pattern(comparison(SizeGrammar.pattern, isAlone: true) + presence)
        case .count: return .wholeNumber(or: comparison("[0-9]+", isAlone: true) + presence)
        case .age: return .pattern(comparison(DurationGrammar.pattern, isAlone: false) + presence)
        case .date:
            let bound = "(\(DateGrammar.pattern))"
            return .pattern("(before|since) +\(bound)|\(bound)\\.\\.\(bound)\(presence)")
        case .flag:
            return field.takesPresence ? .either(.flag, .words(presenceWords)) : .flag
        }
    }

    /// `over X`, `under X`, `X..Y`, and `X` where one bound may stand alone.
    private static func comparison(_ bound: String, isAlone: Bool) -> String {
        let bound = "(\(bound))"
        return "(over|under) +\(bound)|\(bound)\\.\\.\(bound)" + (isAlone ? "|\(bound)" : "")
    }

    static var protection: SchemaShape {
        .mapping(
            ProtectionKey.allCases.map { key in
                switch key {
                case .id: entry(key, .name(NameGrammar.idPattern), "unique", true)
                case .why: entry(key, .text, "one line for people")
                case .scope: entry(key, scope, "drives, or 'drive:/folder'")
                case .match: entry(key, .reference("condition"), "what is protected", true)
                case .unless: entry(key, .reference("condition"), "except where this holds")
                }
            })
    }

    static var rule: SchemaShape {
        .mapping(
            RuleKey.allCases.map { key in
                switch key {
                case .id: entry(key, .name(NameGrammar.idPattern), "unique", true)
                case .why: entry(key, .text, "one line for people")
                case .enabled: entry(key, .flag, "whether the rule takes part")
                case .scope: entry(key, scope, "drives, or 'drive:/folder'")
                case .type: entry(key, words(ItemType.self), "files or folders")
                case .match: entry(key, .reference("condition"), "what must hold")
                case .unless: entry(key, .reference("condition"), "what must not hold")
                case .duplicates: entry(key, duplicates, "copies of one another")
                case .surplus: entry(key, surplus, "all but the newest few")
                case .similar: entry(key, similar, "pictures that look alike")
                case .then: entry(key, words(Verdict.self), "what becomes of the item", true)
                case .unknown:
                    entry(key, words(UnknownOutcome.self), "what an unknown outcome contributes")
                case .undoWindow: entry(key, undoWindow, "how long a staged deletion waits")
                case .method: entry(key, words(DeletionMethod.self), "how items are deleted")
                case .limits: entry(key, ruleLimits, "limits of this rule alone")
                }
            }, ruleRelations)
    }

    /// Where a rule or a protection holds. Of drives of which nothing is declared any name is taken.
    private static var scope: SchemaShape {
        .oneOrMore(.name("[^:]+(:/[\\s\\S]*)?"))
    }

    private static var ruleRelations: [SchemaRelation] {
        typealias Key = RuleKey
        let ofSets: [(Key, SchemaShape)] = [
            (.then, .words([Verdict.delete.rawValue, Verdict.review.rawValue])),
            (.type, .words([ItemType.file.rawValue])),
        ]
        return [
            .needsAny([Key.match, .duplicates, .surplus, .similar].map(\.rawValue)),
            .when(
                .has(Key.duplicates.rawValue), refuses: [Key.surplus, .similar, .unknown], ofSets
            ),
            .when(.has(Key.surplus.rawValue), refuses: [Key.similar, .unknown], ofSets),
            .when(.has(Key.similar.rawValue), refuses: [Key.unknown], ofSets),
            .when(.says(Key.then.rawValue, [Verdict.keep.rawValue]), refuses: [Key.unknown]),
        ]
    }

    private static var duplicates: SchemaShape {
        let content = SchemaShape.words(["content"])
        let parts = SchemaShape.words(DuplicatePart.allCases.map(\.rawValue))
        let same = SchemaShape.either(.either(content, .alone(content)), .oneOrMore(parts))
        return .mapping(
            DuplicatesKey.allCases.map { key in
                switch key {
                case .same: entry(key, same, "what copies share", true)
                case .across: entry(key, words(GroupReach.self), "how far a group reaches")
                case .keep:
                    entry(
                        key, preferences(among: KeepOrder.ofFiles), "who survives first")
                case .copies: entry(key, .positiveNumber, "how many survive")
                case .verify: entry(key, words(Verification.self), "how equality is proved")
                }
            })
    }

    private static var similar: SchemaShape {
        .mapping(
            SimilarKey.allCases.map { key in
                switch key {
                case .kind:
                    entry(key, words(SimilarKind.self), "one photograph, or one moment", true)
                case .within: entry(key, words(PhotoLevel.self), "how alike they have to be")
                case .takenWithin:
                    entry(key, .pattern("[0-9]{1,6}[smh]"), "how far apart shots may be, as '10s'")
                case .across: entry(key, words(GroupReach.self), "how far a group reaches")
                case .keep:
                    entry(key, preferences(among: KeepOrder.allCases), "who survives first")
                case .copies: entry(key, .positiveNumber, "how many survive")
                case .companions:
                    entry(
                        key, words(CompanionTreatment.self),
                        "what becomes of the files that belong to a picture")
                case .unseen: entry(key, .words(["delete"]), "delete what nobody has looked at")
                }
            }, similarRelations)
    }

    private static var similarRelations: [SchemaRelation] {
        typealias Key = SimilarKey
        func levels(_ kind: SimilarKind) -> [(Key, SchemaShape)] {
            [(.within, .words(FileDecoder.levels(of: kind).map(\.rawValue)))]
        }
        return [
            .when(
                .says(Key.kind.rawValue, [SimilarKind.copies.rawValue]),
                refuses: [Key.takenWithin], levels(.copies)),
            .when(
                .says(Key.kind.rawValue, [SimilarKind.shots.rawValue]), refuses: [],
                levels(.shots)),
        ]
    }

    private static func preferences(among orders: [KeepOrder]) -> SchemaShape {
        let one = preference(among: orders)
        return .either(one, .list(one))
    }

    private static func preference(among orders: [KeepOrder]) -> SchemaShape {
        .either(
            .words(orders.map(\.rawValue)),
            .mapping(
                PreferenceKey.allCases.map { key in
                    switch key {
                    case .inside: entry(key, .someText, "paths that match come first")
                    case .name: entry(key, .someText, "names that match come first")
                    case .drive: entry(key, .someText, "this drive comes first")
                    }
                }, [.isAlone]))
    }

    private static var surplus: SchemaShape {
        .mapping(
            SurplusKey.allCases.map { key in
                switch key {
                case .keep:
                    entry(
                        key, .either(.positiveNumber, generations), "how many survive", true)
                case .newestBy: entry(key, words(SurplusDate.self), "the date that ranks")
                case .per: entry(key, .words(["folder", "drive"]), "how far a group reaches")
                case .firstOf:
                    entry(key, words(SurplusPeriod.self), "of what the first one stays besides")
                }
            })
    }

    private static var generations: SchemaShape {
        .mapping(
            GenerationsKey.allCases.map { key in
                switch key {
                case .last: entry(key, .wholeNumber(or: nil), "how many of the newest")
                case .daily: entry(key, .wholeNumber(or: nil), "the newest of so many days")
                case .weekly: entry(key, .wholeNumber(or: nil), "the newest of so many weeks")
                case .monthly: entry(key, .wholeNumber(or: nil), "the newest of so many months")
                case .yearly: entry(key, .wholeNumber(or: nil), "the newest of so many years")
                }
            }, [.needsPositive(GenerationsKey.allCases.map(\.rawValue))])
    }

    static var test: SchemaShape {
        .mapping(
            TestKey.allCases.map { key in
                switch key {
                case .name: entry(key, .text, "what the test shows")
                case .now:
                    entry(
                        key, .pattern(DateGrammar.instantPattern), "the instant of the test", true)
                case .items: entry(key, .list(.reference("item")), "one small listing")
                }
            })
    }

    static var item: SchemaShape {
        .mapping(
            TestItemKey.allCases.map { key in
                switch key {
                case .path: entry(key, .pattern(pathPattern), "the whole path", true)
                case .expect: entry(key, words(Verdict.self), "the verdict", true)
                case .by: entry(key, .text, "the deciding rule")
                case .type: entry(key, words(ItemType.self), "file or folder")
                case .size: entry(key, .pattern(SizeGrammar.pattern), "bytes with their unit")
                case .created, .modified, .taken, .accessed, .firstSeen:
                    entry(key, .pattern(DateGrammar.instantPattern), "an instant")
                case .age, .modifiedAge, .createdAge, .takenAge, .accessedAge, .knownFor:
                    entry(key, .pattern(DurationGrammar.pattern), "time before the test's 'now'")
                case .hash: entry(key, .pattern("[0-9A-Fa-f]{64}"), "SHA-256")
                case .hashes: entry(key, hashes, "hashes by algorithm")
                case .shared, .shortcut, .screenshot: entry(key, .flag, "true or false")
                case .width, .height: entry(key, .wholeNumber(or: nil), "pixels")
                case .sharpness, .brightness, .detail:
                    entry(key, .wholeNumber(or: nil), "as 'cleanrules photos' sees it")
                case .album: entry(key, .oneOrMore(.text), "the albums it is in")
                case .looksLike: entry(key, .text, "the path of an item that looks the same")
                default: entry(key, .text, "as in a listing")
                }
            })
    }

    /// A whole path: no component is empty, `.` or `..`.
    private static let pathPattern = "(/(?!\\.{1,2}(/|$))[^/]+)+"

    private static var hashes: SchemaShape {
        .mapping(HashesKey.allCases.map { entry($0, .text, "as in a listing") })
    }
}
