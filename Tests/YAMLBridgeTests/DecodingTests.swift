// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEngine
import Testing

@testable import YAMLBridge

/// What decoding `text` as a file of its own finds.
func decode(_ text: String) -> Diagnosed<RuleFile> {
    decode(Array(text.utf8))
}

/// What decoding `bytes` as a file of their own finds.
func decode(_ bytes: [UInt8]) -> Diagnosed<RuleFile> {
    RuleFileDecoder.decode(bytes, file: "rules.yaml") { path, _ in
        throw ValueError(.includeUnreadable, Message("no file '\(path)' in this test"))
    }.rules
}

@Suite("Decoding")
struct DecodingTests {
    /// The fixture that holds everything.
    private func everything() throws -> RuleFile {
        try #require(try Fixture(name: "valid-everything.yaml").decode().rules.value)
    }

    @Test("settings")
    func settings() throws {
        let file = try everything()
        #expect(file.timeZone == "Europe/Berlin")
        #expect(file.drives.map(\.name) == ["cloud", "disk", "saved"])
        #expect(file.drives.map(\.kind) == [.onedrive, .local, .listing])
        #expect(file.drives[0].settings["drive_id"] == "b!1")
        #expect(file.drives[1].settings == ["root": "/home/me", "follow_symlinks": "false"])
        let canary = try #require(file.drives[1].canary)
        #expect(canary.file == "/Keep/canary.txt" && canary.sha256.hasPrefix("4355a46b19d3"))
        #expect(file.drives[0].canary == nil && file.drives[2].canary == nil)
        // Nobody wrote its protection, and no id of a person's can be the same.
        let protection = try #require(file.protections.last)
        #expect(protection.id == "canary:disk" && protection.isOfCanary)
        #expect(file.writtenRuleCount == file.rules.count + file.protections.count - 1)
        #expect(file.defaults.undoWindow == .wait(Age(amount: 24, unit: .hour)))
        #expect(
            file.limits
                == Limits(
                    items: .atMost(1_000), bytes: .atMost(100_000_000_000), percent: .atMost(25),
                    listingDrop: .unlimited))
        #expect(file.quota.bytesPerDay == 20_000_000_000)
        #expect(file.quota.grace == Age(amount: 30, unit: .day))
        #expect(
            file.review
                == ReviewSettings(
                    biggerThan: 5_000_000_000, trial: 20, undoNoticeSeconds: 10))
    }

    @Test("conditions")
    func conditions() throws {
        let file = try everything()
        #expect(file.definitions.map(\.name) == ["pictures", "old-pictures"])
        #expect(
            file.definitions[1].condition
                == .all([
                    .defined(["pictures"]),
                    .test(FieldTest(.modifiedAge, [.age(.over(Age(amount: 365, unit: .day)))])),
                ]))
        let fields = try #require(file.rules.first { $0.id == "fields" }?.match)
        guard case .all(let parts) = fields else {
            Issue.record("several entries hold together")
            return
        }
        #expect(parts.count == 18)
        #expect(
            parts[0]
                == .test(
                    FieldTest(
                        .ext,
                        [
                            .fileExtension("jpg"), .fileExtension("JPG"), .missing,
                        ])))
        #expect(parts[2] == .test(FieldTest(.empty, [.flag(true), .flag(false)])))
        #expect(parts[13] == .test(FieldTest(.shared, [.flag(true), .missing])))
    }

    @Test("rules")
    func rules() throws {
        let file = try everything()
        let plain = file.rules[0]
        #expect(
            plain.scopes == [
                Scope(drive: "disk"), Scope(drive: "cloud", folder: "/Photos"),
                Scope(drive: "saved"),
            ])
        #expect(plain.action == .delete)
        #expect(plain.unknown == .review)
        #expect(plain.undoWindow == UndoWindow.none)
        #expect(plain.method == .quarantine)
        #expect(plain.limits == Limits(items: .atMost(0), bytes: .atMost(0), percent: .atMost(10)))
        #expect(plain.location.map { [$0.line, $0.column] } == [26, 9])
        #expect(file.protections[0].action == .protect)
        #expect(file.protections[0].itemType == nil)
        guard case .duplicates(let copies) = file.rules[2].selection,
            case .surplus(let surplus) = file.rules[4].selection
        else {
            Issue.record("set rules keep their selections")
            return
        }
        #expect(copies.key == .content)
        #expect(copies.reach == .drives)
        #expect(copies.preferences.count == 5)
        #expect(copies.preferences[3] == .order(.oldest))
        #expect(copies.copies == 2)
        #expect(copies.verification == .hash)
        #expect(surplus == SurplusSelection(keep: 3, newestBy: .taken, reach: .drive))
    }

    @Test("tests")
    func tests() throws {
        let tests = try everything().tests
        #expect(tests.count == 2)
        #expect(tests[0].items[0].ages == [.age: Age(amount: 120, unit: .day)])
        #expect(tests[0].items[0].by == "plain")
        let item = tests[0].items[1].item
        #expect(item.taken == nil)
        #expect(item.owner == nil)
        #expect(item.ownerAddress == "me@example.org")
        #expect(item.created == (try Timestamp.parse("2024-12-31T23:00:00Z")))
        #expect(item.shared == false)
        #expect(tests[1].items[0].item.quickXor == "q")
    }

    @Test("merges: own keys win, earlier mappings win, nested merges count")
    func merges() throws {
        let rules = try #require(try Fixture(name: "valid-merge.yaml").decode().rules.value).rules
        #expect(rules.map(\.action) == [.delete, .keep, .delete, .keep])
        #expect(rules.map(\.method) == [.quarantine, .quarantine, nil, nil])
        #expect(rules[2].why == "merged twice")
        #expect(rules[0].undoWindow == .wait(Age(amount: 1, unit: .day)))
    }

    @Test("what is included stands after what includes it, depth first")
    func includes() throws {
        let decoded = try Fixture(name: "valid-include.yaml").decode()
        let file = try #require(decoded.rules.value)
        #expect(file.rules.map(\.id) == ["own", "good-rule", "deepest"])
        #expect(file.definitions.map(\.name) == ["mine", "from-good", "from-more"])
        #expect(file.tests.count == 2)
        #expect(
            decoded.sources.map(\.file) == [
                "valid-include.yaml", "included/good.yaml", "included/deeper/deepest.yaml",
                "included/more.yaml",
            ])
        #expect(file.rules[2].location?.file == "included/deeper/deepest.yaml")
    }

    @Test("every example of the vocabulary is valid", arguments: Field.allCases)
    func examples(_ field: Field) {
        let example = Vocabulary.description(of: field).example
        let result = decode(
            "version: 1\nrules:\n  - id: a\n    match: {\(field.rawValue): \(example)}\n    then: review\n"
        )
        #expect(result.diagnostics == [])
    }

    @Test("scalars are text: no word of YAML's becomes another value")
    func scalarsAreText() throws {
        let result = decode(
            """
            version: 1
            rules:
              - id: no
                match: {name: [no, on, 22:30, 1e3, 0x10, true, 1_000, .inf, 2024-01-01, NuLL]}
                then: keep
            """)
        let match = try #require(result.value?.rules.first?.match)
        guard case .test(let test) = match else {
            Issue.record("one entry is one test")
            return
        }
        #expect(
            test.alternatives.map { value -> String in
                if case .glob(let glob) = value { glob.text } else { "" }
            } == [
                "no", "on", "22:30", "1e3", "0x10", "true", "1_000", ".inf", "2024-01-01", "NuLL",
            ])
    }

    @Test("an error in merged or aliased text is said once, where it is written")
    func saidOnce() {
        let result = decode(
            """
            version: 1
            x-base: &base
              then: dlete
            rules:
              - {<<: *base, id: a, match: {name: a}}
              - {<<: *base, id: b, match: {name: b}}
            """)
        #expect(result.diagnostics.map { $0.range?.line } == [3])
    }
}
