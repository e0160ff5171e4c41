// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import YAMLBridge

/// Fleet files and what is said of wrong ones.
@Suite("Fleet files")
struct FleetFileTests {
    private static let whole = """
        version: 1
        rules: rules.yaml
        work: fleet
        graph: {tenant: contoso.example, client_id: app-1, licences: 20000, share: 60%}
        users:
          list: [ada@contoso.example, bea@contoso.example]
          file: more.txt
          group: [g-1, g-2]
          query: startswith(userPrincipalName,'u')
          except: boss@contoso.example
        sites: [s-1]
        drives: [b!1]
        at_once: 8
        caps:
          drive: {items: 500, bytes: 1GB}
          day: {items: 5000, bytes: 20GB, drives: 100}
          stop_when: {failed: 5%}
        """

    @Test("say what they say")
    func reading() throws {
        let decoded = FleetFileDecoder.decode(Array(Self.whole.utf8), file: "fleet.yaml")
        let file = try #require(decoded.value, "\(decoded.diagnostics)")
        #expect(file.rules?.text == "rules.yaml" && file.work?.text == "fleet")
        #expect(file.service == ["tenant": "contoso.example", "client_id": "app-1"])
        #expect(file.licences == 20_000 && file.share == 60)
        #expect(file.users.list.map(\.text) == ["ada@contoso.example", "bea@contoso.example"])
        #expect(file.users.groups.map(\.text) == ["g-1", "g-2"])
        #expect(file.users.except.map(\.text) == ["boss@contoso.example"])
        #expect(file.perDrive.items == 500 && file.perDrive.bytes == 1_000_000_000)
        #expect(file.perDay.items == 5_000 && file.perDay.bytes == 20_000_000_000)
        #expect(file.drivesPerDay == 100 && file.failedMax == 5 && file.atOnce == 8)
    }

    @Test(
        "have every mistake named at its place, with what was meant",
        arguments: [
            ("at_once: 8", "at_once: 0", "'at_once' is at least 1"),
            ("at_once: 8", "at_onse: 8", "'at_once'"),
            ("group: [g-1, g-2]", "group: [g-1, G-1]", "'G-1' stands here twice"),
            ("drives: [b!1]", "drives: [b!1, b!1]", "'b!1' stands here twice"),
            ("failed: 5%", "failed: 101%", "'failed' is at most 100"),
            ("bytes: 20GB", "bytes: 20", "size needs a unit"),
            ("rules: rules.yaml\n", "", "needs 'rules'"),
            ("  day: {items: 5000, bytes: 20GB, drives: 100}\n", "", "needs 'day'"),
            ("day: {items: 5000, ", "day: {", "needs 'items'"),
            ("share: 60%", "share: 0%", "'share' is at least 1"),
        ])
    func mistakes(_ right: String, _ wrong: String, _ said: String) {
        let text = Self.whole.replacing(right, with: wrong)
        let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
        #expect(decoded.value == nil)
        let found = decoded.diagnostics.map { "\($0.clause) \($0.notes)" }
        #expect(found.contains { $0.contains(said) }, "\(found)")
        #expect(decoded.diagnostics.allSatisfy { $0.range != nil })
    }

    private static let hours = Self.whole.replacing(
        "share: 60%",
        with: "share: 60%, working_hours: {from: 07:00, to: 19:30, days: [mon, sat], share: 10%}")

    @Test("say when people of the organisation are at work, and how much is taken then")
    func workingHours() throws {
        #expect(
            FleetFileDecoder.decode(Array(Self.whole.utf8), file: "f").value?.workingHours == nil)
        for (right, wrong, days, end, share) in [
            ("", "", "mon sat", 1_170, 10),
            (", days: [mon, sat]", "", "mon tue wed thu fri", 1_170, 10),
            ("[mon, sat]", "sun", "sun", 1_170, 10), ("19:30", "24:00", "mon sat", 1_440, 10),
            ("07:00, to: 19:30", "\"07:00\", to: '19:30'", "mon sat", 1_170, 10),
            ("10%", "0%", "mon sat", 1_170, 0), ("10%", "60%", "mon sat", 1_170, 60),
        ] {
            let text = right.isEmpty ? Self.hours : Self.hours.replacing(right, with: wrong)
            let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
            let hours = try #require(decoded.value?.workingHours, "\(decoded.diagnostics)")
            let found = FleetFile.WorkingHours.Weekday.allCases.filter { hours.days.contains($0) }
            #expect(found.map(\.rawValue).joined(separator: " ") == days)
            #expect(hours.startMinute == 420 && hours.endMinute == end)
            #expect(hours.share == Int64(share) && decoded.value?.share == 60)
            // Nothing of it is taken for what the application signs in with.
            #expect(decoded.value?.service.count == 2)
        }
    }

    @Test(
        "have every mistake in working hours named at its place",
        arguments: [
            ("07:00", "7:00", "'7:00' is no time of day", "from: ->"),
            ("19:30", "24:30", "'24:30' is no time of day", "to: ->"),
            ("07:00", "24:00", "'24:00' is no time of day", "from: ->"),
            ("19:30", "07:00", "working hours end later than they begin", "to: ->"),
            ("07:00, to: 19:30", "19:00, to: 07:00", "end later than they begin", "to: ->"),
            ("sat", "caturday", "'days' takes 'mon'", "mon, ->"),
            ("[mon, sat]", "[]", "at least one value", "days: ->"),
            ("[mon, sat]", "[mon, sat, mon]", "'mon' stands here twice", "sat, ->"),
            ("share: 10%", "share: 61%", "no more is taken than at other times, 60 %", "share: ->"),
            ("share: 10%", "shares: 10%", "needs 'share'", ""),
            ("from: 07:00, ", "", "needs 'from'", ""),
            ("to: 19:30, ", "", "needs 'to'", ""),
            (
                "from: 07:00, to: 19:30, days: [mon, sat], share: 10%",
                "from: 00:00, to: 24:00, days: [mon, tue, wed, thu, fri, sat, sun], share: 0%",
                "never end", "share: ->"
            ),
        ])
    func hoursMistakes(_ right: String, _ wrong: String, _ said: String, _ place: String) throws {
        let text = Self.hours.replacing(right, with: wrong)
        let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
        #expect(decoded.value == nil)
        let found = decoded.diagnostics.first { "\($0.clause) \($0.notes)".contains(said) }
        let range = try #require(found?.range, "\(decoded.diagnostics)")
        if place.isEmpty { return }
        let before = String(decoding: Array(text.utf8)[..<range.bytes.lowerBound], as: UTF8.self)
        #expect(before.hasSuffix(place.dropLast(2)), "\(before.suffix(20))")
    }

    private static let together = """
        version: 1
        rules: rules.yaml
        work: fleet
        inventory: drives.ndjson
        source: {kind: listings, files: "listings/*.ndjson"}
        across_owners: delete
        """

    @Test("with a source say where the items come from, and whose they are")
    func source() throws {
        let decoded = FleetFileDecoder.decode(Array(Self.together.utf8), file: "fleet.yaml")
        let file = try #require(decoded.value, "\(decoded.diagnostics)")
        #expect(file.source?.kind == .listings && file.source?.files.text == "listings/*.ndjson")
        #expect(file.inventory?.text == "drives.ndjson" && file.acrossOwners == .delete)
        let least = Self.together.replacing("inventory: drives.ndjson\n", with: "")
            .replacing("\nacross_owners: delete", with: "")
        let other = FleetFileDecoder.decode(Array(least.utf8), file: "fleet.yaml")
        #expect(other.value?.inventory == nil && other.value?.acrossOwners == .refuse)
        #expect(other.diagnostics.isEmpty, "\(other.diagnostics)")
    }

    @Test("with a source say how the lines of a plan are kept, or leave it to their number")
    func lines() throws {
        for (text, lines) in [
            ("", nil), ("\nlines: packed", FleetFile.Lines.packed), ("\nlines: plain", .plain),
        ] {
            let whole = Self.together + text
            let decoded = FleetFileDecoder.decode(Array(whole.utf8), file: "fleet.yaml")
            let file = try #require(decoded.value, "\(decoded.diagnostics)")
            #expect(file.lines == lines)
        }
    }

    @Test("with a dataset say which libraries are taken")
    func dataset() throws {
        for (text, libraries) in [
            ("{kind: dataset, files: \"files/**/*.json\", libraries: onedrive}", "onedrive"),
            ("{kind: dataset, files: \"files/**/*.json\"}", nil),
        ] {
            let whole = Self.together.replacing(
                "{kind: listings, files: \"listings/*.ndjson\"}", with: text)
            let decoded = FleetFileDecoder.decode(Array(whole.utf8), file: "fleet.yaml")
            let source = try #require(decoded.value?.source, "\(decoded.diagnostics)")
            #expect(source.kind == .dataset && source.files.text == "files/**/*.json")
            #expect(source.libraries?.rawValue == libraries)
        }
    }

    @Test("with states say which profiles are read")
    func states() throws {
        let whole = Self.together.replacing(
            "{kind: listings, files: \"listings/*.ndjson\"}",
            with: "{kind: state, profiles: \"profiles/*\"}")
        let decoded = FleetFileDecoder.decode(Array(whole.utf8), file: "fleet.yaml")
        let source = try #require(decoded.value?.source, "\(decoded.diagnostics)")
        #expect(source.kind == .state && source.files.text == "profiles/*")
    }

    @Test(
        "with a source have every mistake named at its place",
        arguments: [
            ("kind: listings", "kind: listing", "'kind' takes 'listings'"),
            (
                "kind: listings", "kind: listings, libraries: onedrive",
                "'libraries' is of sources of kind 'dataset'"
            ),
            (
                "kind: listings", "kind: dataset, libraries: sharepoint",
                "'libraries' takes 'onedrive'"
            ),
            (
                "inventory: drives.ndjson\nsource: {kind: listings",
                "source: {kind: dataset", "needs 'inventory'"
            ),
            (
                "inventory: drives.ndjson\nsource: {kind: listings, files",
                "source: {kind: state, profiles", "needs 'inventory'"
            ),
            ("kind: listings", "kind: state", "needs 'profiles'"),
            (
                "kind: listings, files: ", "kind: state, files: a, profiles: ",
                "'files' is of sources of kind 'listings'"
            ),
            (
                "kind: listings", "kind: listings, profiles: a",
                "'profiles' is of sources of kind 'state'"
            ),
            (
                "kind: listings, files: ", "kind: state, libraries: onedrive, profiles: ",
                "'libraries' is of sources of kind 'dataset'"
            ),
            ("kind: listings, ", "", "needs 'kind'"),
            (", files: \"listings/*.ndjson\"", "", "needs 'files'"),
            ("delete", "keep", "'across_owners' takes"),
            ("across_owners: delete", "lines: gzip", "'lines' takes 'plain' or 'packed'"),
            (
                "inventory: drives.ndjson\nsource: {kind: listings, files: \"listings/*.ndjson\"}",
                "lines: packed\ndrives: [b!1]", "'lines' is of fleets with a 'source'"
            ),
            (
                "source: {kind: listings, files: \"listings/*.ndjson\"}", "drives: [b!1]",
                "'inventory' is of fleets with a 'source'"
            ),
            ("across_owners: delete", "users: {list: ada}", "'users' are asked of the service"),
        ])
    func sourceMistakes(_ right: String, _ wrong: String, _ said: String) {
        let text = Self.together.replacing(right, with: wrong)
        let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
        #expect(decoded.value == nil)
        let found = decoded.diagnostics.map { "\($0.clause) \($0.notes)" }
        #expect(found.contains { $0.contains(said) }, "\(found)")
        #expect(decoded.diagnostics.allSatisfy { $0.range != nil })
    }

    @Test("of any bytes end with findings")
    func hostile() {
        for text in ["", "[]", "a", "version: 1", "{", "users: &a [*a]", "\u{0}"] {
            let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "f")
            #expect(decoded.value == nil && !decoded.diagnostics.isEmpty, "\(text)")
        }
    }

    private static let planned = """
        version: 1
        rules: rules.yaml
        work: fleet
        source: {kind: listings, files: "listings/*.ndjson"}
        graph: {tenant: contoso.example, client_id: app-1}
        caps: {day: {items: 5}, stop_when: {changed: 7%, undone: 3%}}
        waves: {sizes: [10, 1%, 100%], soak: 36h}
        """

    @Test("with a source say in which steps its plan is carried out, and what stops it")
    func waves() throws {
        let decoded = FleetFileDecoder.decode(Array(Self.planned.utf8), file: "fleet.yaml")
        let file = try #require(decoded.value, "\(decoded.diagnostics)")
        #expect(file.waves.sizes == [.drives(10), .percent(1), .percent(100)])
        #expect(file.waves.soak == Age(amount: 36, unit: .hour) && file.hasService)
        let stop = file.stopWhen
        #expect(stop.changed == 7 && stop.failed == 1 && stop.undone == 3)
        for (right, wrong, said) in [
            ("1%", "0%", "is at least 1"), ("[10,", "[0,", "is at least 1"),
            ("36h", "36", "36"), ("[10, 1%, 100%]", "[]", "at least one value"),
            ("sizes", "size", "'size'"),
            ("[10, 1%, 100%]", "[100%, 10]", "'10' comes after '100%'"),
            ("[10, 1%, 100%]", "[10, 5%, 5%]", "'5%' comes after '5%'"),
            ("[10, 1%, 100%]", "[10, 1%, 9, 100%]", "'9' comes after '10'"),
        ] {
            let text = Self.planned.replacing(right, with: wrong)
            let found = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
            let messages = found.diagnostics.map { "\($0.clause) \($0.notes)" }
            #expect(
                found.value == nil && messages.contains { $0.contains(said) }, "\(messages)")
        }
        let other = Self.whole + "\nwaves: {soak: 1h}"
        let refused = FleetFileDecoder.decode(Array(other.utf8), file: "fleet.yaml")
        #expect(refused.value == nil)
    }

    @Test("have one mistake told once, and not what only follows from it")
    func followUps() {
        let text = Self.planned.replacing("kind: listings", with: "kind: listing")
            .replacing("caps: {day", with: "caps: {wave: {items: 5}, day")
        let found = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
        #expect(found.value == nil && found.diagnostics.count == 1, "\(found.diagnostics)")
        #expect(found.diagnostics.first?.range?.line == 4)
    }

    @Test("may have caps that let nothing go, which is told at its place")
    func nothing() throws {
        for (right, wrong, line) in [
            ("day: {items: 5000,", "day: {items: 0,", 16),
            ("bytes: 20GB, drives: 100", "bytes: 0B, drives: 100", 16),
            ("drives: 100", "drives: 0", 16), ("drive: {items: 500,", "drive: {items: 0,", 15),
        ] {
            let text = Self.whole.replacing(right, with: wrong)
            let found = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
            let told = found.diagnostics.map { "\($0.severity) \($0.clause)" }
            #expect(found.value != nil && told.count == 1, "\(wrong) \(told)")
            #expect(told.first?.contains("fleet pause") == true, "\(told)")
            #expect(found.diagnostics.first?.range?.line == line, "\(wrong)")
        }
        let usual = FleetFileDecoder.decode(Array(Self.whole.utf8), file: "fleet.yaml")
        #expect(usual.diagnostics.isEmpty)
    }

    @Test("with a source say how much one wave stages, and those of rounds say no such thing")
    func waveCap() throws {
        func decoded(_ text: String, _ cap: String) -> Diagnosed<FleetFile> {
            let whole = text.replacing("day: {items: 5", with: "wave: \(cap), day: {items: 5")
            return FleetFileDecoder.decode(Array(whole.utf8), file: "fleet.yaml")
        }
        let both = try #require(decoded(Self.planned, "{items: 9, bytes: 2kB}").value)
        #expect(both.perWave.items == 9 && both.perWave.bytes == 2_000)
        let one = try #require(decoded(Self.planned, "{bytes: 1GB}").value)
        #expect(one.perWave.items == nil && !one.perWave.isUnbounded)
        for (cap, said) in [
            ("{items: 0}", "'items' is at least 1"),
            ("{bytes: 0B}", "'bytes' is at least 1"),
            ("{bytes: 20}", "size needs a unit"),
            ("{}", "'wave' needs 'items' or 'bytes'"),
            ("{drives: 3}", "'drives'"),
        ] {
            let found = decoded(Self.planned, cap)
            let messages = found.diagnostics.map { "\($0.clause) \($0.notes)" }
            #expect(found.value == nil && messages.contains { $0.contains(said) }, "\(messages)")
            #expect(found.diagnostics.allSatisfy { $0.range != nil })
        }
        let rounds = Self.whole.replacing(
            "  drive: {items", with: "  wave: {items: 5}\n  drive: {items")
        let refused = FleetFileDecoder.decode(Array(rounds.utf8), file: "fleet.yaml")
        let messages = refused.diagnostics.map { "\($0.clause)" }
        #expect(refused.value == nil)
        #expect(messages == ["'wave' is of fleets with a 'source'"], "\(messages)")
    }
}
