// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import RuleEngine
import StateLedger
import TestSupport
import Testing

/// Plans over the states of this program, with the programs as they are installed.
@Suite("Plans over states", .timeLimit(.minutes(30)))
struct FleetStateTests {
    private static let now = "2026-06-01T12:00:00Z"
    /// In which profile each drive is, and which id it has.
    private static let drives = [
        (name: "ada", profile: "one", id: "b!ada"), (name: "bob", profile: "one", id: "b!Bob"),
        (name: "cy", profile: "two", id: "0A1B2C3D4E5F6071"),
        (name: "dora", profile: "three", id: "b!dora"),
    ]
    private static let profiles = ["one", "two", "three"]
    /// So many seconds later nobody has written to a state for some time.
    private static let later = 10

    private static let rules = """
        protect:
          - {id: secrets, match: {path: "/Keep/**"}}
        rules:
          - {id: leftovers, match: {name: ["*.tmp"], modified_age: over 30d}, then: delete}
          - {id: large, match: {size: over 1004B, kind: image}, then: review}
          - id: copies
            match: {age: over 30d}
            duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}
            then: delete
          - {id: only-ada, in: ada, match: {name: "*.bin"}, then: review}
          - {id: folders, type: folder, match: {name: "*old*"}, then: delete}
        """
    private static let head = """
        version: 1
        timezone: UTC
        limits: {items: unlimited, bytes: unlimited, percent: unlimited}

        """

    /// A page of the items of the drive of that id, as the service has them.
    private static func page(_ id: String, seed: UInt64) throws -> String {
        var random = SplitMix64(seed: seed)
        var items: [[String: Any]] = []
        func add(_ number: Int, _ folder: String, _ name: String, _ more: [String: Any]) {
            let day = String(format: "%02d", 1 + random.below(28))
            let item: [String: Any] = [
                "id": "\(id)-\(number)", "name": name, "eTag": "e\(number)", "cTag": "c\(number)",
                "parentReference": ["driveId": id, "path": "/drive/root:" + folder],
                "fileSystemInfo": [
                    "createdDateTime": "2020-01-\(day)T00:00:00Z",
                    "lastModifiedDateTime": "2021-02-\(day)T01:02:03Z",
                ],
            ]
            items.append(item.merging(more) { $1 })
        }
        for (number, folder) in [("", "Keep"), ("", "old"), ("", "A"), ("/A", "old b")].enumerated()
        {
            add(number, folder.0, folder.1, ["folder": ["childCount": 1]])
        }
        for number in 10..<60 {
            let folder = random.pick(["", "/Keep", "/old", "/A", "/A/old b"])
            let ending = random.pick([".tmp", ".bin", ".jpg", ".jpg"])
            let content = random.below(12)
            let hash = Data(repeating: UInt8(content), count: 20).base64EncodedString()
            let facts: [String: Any] =
                random.once(in: 9) ? [:] : ["hashes": ["quickXorHash": hash]]
            add(
                number, folder, random.pick(["é", "x y", "z"]) + "\(number)" + ending,
                ["size": 1_000 + content, "file": facts])
        }
        let data = try JSONSerialization.data(
            withJSONObject: ["value": items], options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    /// A home whose states were listed from saved pages, and rules that read all of these at once.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.head + Self.rules, to: "rules.yaml")
        let all = Self.drives.map { "  \($0.name): {kind: listing, file: pages/\($0.name).json}\n" }
        try home.write(Self.head + "drives:\n" + all.joined() + Self.rules, to: "whole.yaml")
        try fleet(home, profiles: "profiles/*")
        for (place, drive) in Self.drives.enumerated() {
            try home.write(
                try Self.page(drive.id, seed: UInt64(place)), to: "pages/\(drive.name).json")
        }
        let lines = Self.drives.map { #"{"name":"\#($0.name)","drive_id":"\#($0.id)"}"# + "\n" }
        try home.write(lines.joined(), to: "drives.ndjson")
        for profile in Self.profiles { try sync(home, profile) }
        return home
    }

    private func fleet(_ home: ScratchHome, profiles: String) throws {
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: state, profiles: "\(profiles)"}
            inventory: drives.ndjson
            across_owners: delete
            """, to: "fleet.yaml")
    }

    /// Lists the drives of `profile` into its state, under names of their own.
    private func sync(_ home: ScratchHome, _ profile: String) throws {
        let drives = Self.drives.filter { $0.profile == profile }.enumerated()
        let declared = drives.map { place, drive in
            "  mine\(place): {kind: listing, file: pages/\(drive.name).json}\n"
        }
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
            \(declared.joined())
            rules:
              - {id: none, match: {name: none}, then: review}
            """, to: "\(profile).yaml")
        try FileManager.default.createDirectory(
            atPath: "\(home.path)/profiles/\(profile)", withIntermediateDirectories: true)
        let run = try home.run(
            "sync", "-q", "--rules", "\(profile).yaml", "--state",
            "profiles/\(profile)/state.sqlite")
        #expect(run.status == 0, "\(run.errors)")
    }

    private func command(_ home: ScratchHome, _ command: String, _ more: String...) throws
        -> CommandRun
    {
        try home.run(["fleet", command, "fleet.yaml"] + more, later: Self.later)
    }

    private func lines(_ home: ScratchHome) throws -> String {
        let run = try command(home, "show", "--format", "ndjson")
        #expect(run.status == 0, "\(run.errors)")
        // When an item was first seen is known to states alone.
        let first = #/"first_seen":"[^"]*",/#
        #expect(run.output.contains(first))
        return run.output.replacing(first, with: "")
    }

    /// The lines of one plan over all that the states were listed from.
    private func whole(_ home: ScratchHome) throws -> String {
        let run = try home.run(
            "plan", "--no-state", "-q", "--rules", "whole.yaml", "--all", "--format", "ndjson",
            "--now", Self.now)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""verdict":"delete""#))
        return run.output
    }

    /// All files of the profiles, with what they hold.
    private func states(_ home: ScratchHome) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in home.tree("profiles") {
            let path = "\(home.path)/profiles/\(name)"
            found[name] = FileManager.default.contents(atPath: path) ?? Data()
        }
        return found
    }

    @Test("are those over what the states were listed from, byte for byte, and change no state")
    func equal() throws {
        let home = try home()
        let before = try states(home)
        let check = try command(home, "check")
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output.contains("4 drives in 3 states"), "\(check.output)")
        for drive in Self.drives { #expect(check.output.contains("  \(drive.name): ")) }
        let plan = try command(home, "plan", "--now", Self.now, "--jobs", "2")
        #expect(plan.status == 0 && plan.output.contains("4 drives"), "\(plan.errors)")
        #expect(
            plan.output.contains("was listed") || plan.output.contains("items are as of"),
            "\(plan.output)")
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
        #expect(try states(home) == before)

        let again = try command(home, "import")
        #expect(again.output.contains("3 states, 0 of them"), "\(again.output) \(again.errors)")
        try home.write(try Self.page("b!dora", seed: 99), to: "pages/dora.json")
        try sync(home, "three")
        let anew = try command(home, "import")
        #expect(anew.output.contains("3 states, 1 of them"), "\(anew.output) \(anew.errors)")
        #expect(try command(home, "plan", "--now", Self.now).status == 0)
        let (other, shown) = (try self.whole(home), try self.lines(home))
        #expect(shown == other && shown != lines)
    }

    @Test("keep what people have decided to keep in a state, on all drives that have copies")
    func decided() throws {
        let home = try home()
        #expect(try command(home, "plan", "--now", Self.now).status == 0)
        let deleted = try lines(home).split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }.first { $0["drive"] as? String == "dora" && $0["verdict"] as? String == "delete" }
        let path = try #require(deleted?["path"] as? String)
        let keep = try home.run(
            "keep", "mine0:" + path, "--pin", "--state", "profiles/three/state.sqlite")
        #expect(keep.status == 0, "\(keep.errors)")
        #expect(try command(home, "plan", "--now", Self.now).status == 0)
        let why = try command(home, "why", "dora:" + path)
        #expect(why.status == 0 && why.output.contains(": keep, "), "\(why.output) \(why.errors)")
    }

    @Test("are not made where a drive is in no state, in two, or in one that is not finished")
    func wrong() async throws {
        let home = try home()
        let two = "\(home.path)/profiles/two"
        try FileManager.default.copyItem(atPath: two, toPath: "\(home.path)/profiles/copy")
        for command in ["check", "plan", "import"] {
            let run = try self.command(home, command)
            #expect(run.status == 1, "\(command)")
            for said in ["'cy'", "profiles/two/state.sqlite", "profiles/copy/state.sqlite"] {
                #expect(run.errors.contains(said), "\(run.errors)")
            }
        }
        try home.remove("profiles/copy")

        let ledger = try Ledger.openExisting(
            path: "\(two)/state.sqlite", now: Timestamp(secondsSinceEpoch: 0))
        _ = try await ledger.beginFeed(
            of: "mine0", identity: "x", selection: "", at: Timestamp(secondsSinceEpoch: 1))
        await ledger.close()
        for more in [[], ["--empty-is-empty"]] {
            let run = try home.run(["fleet", "plan", "fleet.yaml"] + more, later: Self.later)
            #expect(run.status == 1, "\(run.output)")
            for said in ["'cy'", "is not finished", "'--without'"] {
                #expect(run.errors.contains(said), "\(run.errors)")
            }
        }
        let check = try command(home, "check")
        #expect(check.status == 1 && check.errors.contains("is not finished"), "\(check.errors)")
        let without = try command(home, "plan", "--without", "cy", "--now", Self.now)
        #expect(without.status == 0 && without.output.contains("3 drives"), "\(without.errors)")

        try home.remove("profiles/two")
        let missing = try command(home, "plan")
        #expect(missing.status == 1 && missing.errors.contains("no state that can be read has it"))
        try home.write("", to: "profiles/two/notes.txt")
        let foreign = try command(home, "plan")
        #expect(foreign.status == 1 && foreign.errors.contains("'profiles/two' is no profile"))
        try fleet(home, profiles: "elsewhere/*")
        let nothing = try command(home, "plan")
        #expect(
            nothing.status == 1 && nothing.errors.contains("\(home.path)/elsewhere/*'"),
            "\(nothing.errors)")
    }

    @Test("of a fleet's nights are staged and carried out, as those over listings are")
    func carriedOut() async throws {
        let tenant = try TenantHome(3)
        let fleet = try tenant.home.text("fleet.yaml")
        try tenant.home.write(
            fleet.replacingOccurrences(
                of: #"{kind: listings, files: "listings/*.ndjson"}"#,
                with: #"{kind: state, profiles: "nights/drives/*"}"#), to: "fleet.yaml")
        try tenant.home.write(
            """
            version: 1
            rules: rules.yaml
            work: nights
            graph: {tenant: contoso.example, client_id: \(SimulatedScenario.applicationID)}
            users: {group: \(SimulatedScenario.groupID)}
            caps: {day: {items: 100000}}
            """, to: "nights.yaml")
        let home = tenant.home
        try await tenant.serving { environment in
            let night = try await ServedGraph.waiting {
                try home.run("fleet", "run", "nights.yaml", environment: environment)
            }
            #expect(night.status == 0, "\(night.output) \(night.errors)")
            let plan = try await tenant.fleet("plan @", later: 60)
            #expect(plan.output.contains("3 drives"), "\(plan.output)")
            let staged = try await tenant.fleet("stage @ --wave 1", environment, later: 60)
            #expect(staged.output.contains("9 items"), "\(staged.output)")
            try await tenant.fleet("execute @", environment, later: 3 * 3_600)
            #expect(tenant.imageCount == 0)
        }
    }
}
