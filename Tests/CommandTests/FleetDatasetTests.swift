// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Plans over a dataset of Graph Data Connect, with the programs as they are installed.
@Suite("Plans over a dataset", .timeLimit(.minutes(30)))
struct FleetDatasetTests {
    private static let now = "2026-11-21T12:00:00Z"
    private static let drives = ["ada", "bob", "cäsar", "dora"]

    private static let rules = """
        version: 1
        timezone: UTC
        limits: {items: unlimited, bytes: unlimited, percent: 1}
        protect:
          - {id: secrets, match: {path: "/Keep/**"}}
        rules:
          - {id: leftovers, match: {name: ["*.tmp"], modified_age: over 3d}, then: delete}
          - {id: guests, match: {owner: "*@guest.example"}, then: review}
          - {id: large, match: {size: over 1KB, kind: image}, then: review}
          - id: copies
            duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}
            then: delete
          - {id: new, match: {known_for: under 1w, name: "*.new"}, then: review}
        """

    private static let fleet = """
        version: 1
        rules: rules.yaml
        work: work
        source: {kind: dataset, files: "files/**/*.json*", libraries: onedrive}
        inventory: drives.ndjson
        across_owners: delete
        """

    private static func guid(_ kind: Int, _ number: Int) -> String {
        String(format: "%08x-0000-4000-8000-%012x", kind, number)
    }

    /// The line of the inventory of the drive of that number.
    private static func inventory(_ drive: Int, _ name: String) -> String {
        #"{"name":"\#(name)","SiteId":"\#(guid(1, drive))","WebId":"\#(guid(2, drive))","#
            + #""ListId":"\#(guid(3, drive).uppercased())"}"# + "\n"
    }

    /// A file as a line of the dataset, and as one of a listing.
    private static func file(
        _ drive: Int, _ number: Int, _ random: inout SplitMix64
    ) -> (dataset: String, listing: String) {
        let folder = random.pick(["", "/Keep", "/A", "/A/old b"])
        let ending = random.pick([".tmp", ".bin", ".jpg", ".new", ".one"])
        let name = random.pick(["é", "x y", "z"]) + "\(number)" + ending
        let content = random.below(20)
        let bytes = [UInt8](repeating: UInt8(content), count: 8) + [UInt8](repeating: 0, count: 12)
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        let hasHash = !random.once(in: 9)
        let created = String(format: "2020-01-%02dT00:00:00Z", 1 + random.below(28))
        let modified = String(format: "2026-11-%02dT01:02:03Z", 1 + random.below(18))
        let address = random.pick(["ada@contoso.example", "eve@guest.example"])
        let id = guid(4, number)
        let dataset =
            #"{"SiteId":"\#(guid(1, drive))","WebId":"\#(guid(2, drive))","#
            + #""ListId":"\#(guid(3, drive))","ItemId":"\#(id.uppercased())","#
            + #""ListServerTemplate":"MySiteDocumentLibrary","DirName":"Documents\#(folder)","#
            + #""FileName":"\#(name)","SizeInBytes":\#(1_000 + 50 * content),"#
            + #""TimeCreated":"\#(created)","TimeLastModified":"\#(modified)","#
            + #""Author":{"Name":"Somebody","Email":"\#(address)"},"Operation":"Full","#
            + #""QuickXorHash":\#(hasHash ? "\"\(hex)\"" : "null"),"#
            + #""SnapshotDate":"2026-11-19T00:00:00Z"}"#
        let hash = Data(bytes).base64EncodedString()
        let listing =
            #"{"drive":"\#(drives[drive])","id":"\#(id)","path":"\#(folder)/\#(name)","#
            + #""size":\#(1_000 + 50 * content),"created":"\#(created)","modified":"\#(modified)","#
            + (hasHash ? #""hashes":{"quickxor":"\#(hash)"},"# : "")
            + (ending == ".one" ? #""type":"part","# : "")
            + #""owner":"Somebody","owner_address":"\#(address)","#
            + #""first_seen":"2026-11-19T00:00:00Z"}"#
        return (dataset + "\n", listing + "\n")
    }

    /// A home with a dataset in so many files, and the equal listing.
    private func home(files: Int = 3) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        try home.write(Self.fleet, to: "fleet.yaml")
        var random = SplitMix64(seed: 11)
        var texts = [String](repeating: "", count: files)
        var listing = ""
        for drive in Self.drives.indices {
            for number in 0..<40 {
                let line = Self.file(drive, number, &random)
                texts[random.below(files)] += line.dataset
                listing += line.listing
            }
        }
        for (place, text) in texts.enumerated() {
            try home.write(text, to: "files/day/\(place)/part.json")
        }
        try home.write(listing, to: "all.ndjson")
        let lines = Self.drives.enumerated().map { Self.inventory($0, $1) }
        try home.write(lines.joined(), to: "drives.ndjson")
        return home
    }

    private func plan(_ home: ScratchHome, _ more: String...) throws -> CommandRun {
        try home.run(["fleet", "plan", "fleet.yaml", "--now", Self.now] + more)
    }

    private func lines(_ home: ScratchHome) throws -> String {
        let run = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test("are those of the equal listing, byte for byte, and say how old it is")
    func equal() throws {
        let home = try home()
        let check = try home.run("fleet", "check", "fleet.yaml")
        #expect(check.status == 0 && check.output.contains("4 drives"), "\(check.errors)")
        #expect(check.output.contains("2026-11-19"), "\(check.output)")
        #expect(check.output.contains("$0.75 for 50,000 files"), "\(check.output)")
        #expect(check.output.contains("fleet import"), "\(check.output)")
        #expect(!home.has("work"))
        // When all of it is read, it is known what a pull costs.
        #expect(try home.run("fleet", "import", "fleet.yaml").status == 0)
        let read = try home.run("fleet", "check", "fleet.yaml")
        #expect(read.output.contains("costs about $1 at $0.75"), "\(read.output)")
        #expect(read.output.contains("are imported"), "\(read.output)")
        let run = try plan(home, "--jobs", "2")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("2026-11-19"), "\(run.output)")
        let whole = try home.run(
            "plan", "--no-state", "-q", "--rules", "rules.yaml", "--listing", "all.ndjson", "--all",
            "--format", "ndjson", "--now", Self.now)
        for rule in ["leftovers", "guests", "large", "copies", "new", "secrets"] {
            #expect(whole.output.contains("\"\(rule)\""), "\(rule) decides nothing")
        }
        let shown = try lines(home)
        #expect(shown == whole.output)
        let entries = try shown.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let notebooks = entries.filter { ($0["path"] as? String)?.hasSuffix(".one") == true }
        #expect(!notebooks.isEmpty && notebooks.allSatisfy { $0["verdict"] as? String == "keep" })
        let manifest = try #require(
            home.tree("work/plans").first { $0.hasSuffix("/manifest.json") })
        let text = try home.text("work/plans/" + manifest)
        #expect(text.contains(#""snapshot": "2026-11-19T00:00:00Z""#), "\(text.prefix(300))")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(home.path)/work/imported")
        #expect(mode[.posixPermissions] as? Int == 0o700)
    }

    @Test("are made once of the same dataset, and anew of another one; nothing else is left")
    func anew() throws {
        let home = try home()
        #expect(try plan(home).status == 0)
        let (first, tree) = (try lines(home), home.tree("work"))
        #expect(try plan(home).status == 0)
        #expect(home.tree("work") == tree && !tree.contains { $0.contains("/.") })
        var random = SplitMix64(seed: 3)
        let line = Self.file(1, 77, &random)
        try home.write(line.dataset, to: "files/more.json")
        #expect(try plan(home).status == 0)
        let second = try lines(home)
        #expect(second != first && second.contains(Self.guid(4, 77)))
        // A file more was read, and its records and what is said of them are there.
        #expect(home.tree("work").count == tree.count + 2, "\(home.tree("work"))")
        try home.remove("files/more.json")
        #expect(try plan(home).status == 0)
        let third = try lines(home)
        #expect(third == first && home.tree("work").count == tree.count)
    }

    @Test("that were killed while a dataset was read are gone on with")
    func killed() throws {
        let home = try home(files: 7)
        let program = try home.start([
            "fleet", "plan", "fleet.yaml", "--jobs", "1", "--now", Self.now,
        ])
        while program.process.isRunning,
            !home.tree("work/imported/read").contains(where: { $0.hasSuffix(".json") })
        {
            usleep(1_000)
        }
        kill(program.process.processIdentifier, SIGKILL)
        _ = try program.finish()
        let again = try plan(home)
        #expect(again.status == 0, "\(again.errors)")
        let other = try self.home(files: 1)
        #expect(try plan(other).status == 0)
        let (one, two) = (try lines(home), try lines(other))
        #expect(one == two)
    }

    @Test("leave out what is on no drive of the inventory, and say how much that is")
    func skipped() throws {
        let home = try home()
        var random = SplitMix64(seed: 3)
        let line = Self.file(0, 90, &random).dataset
        try home.write(
            line.replacingOccurrences(of: Self.guid(1, 0), with: Self.guid(1, 99))
                + line.replacingOccurrences(of: "MySiteDocument", with: "Document"),
            to: "files/more.json")
        let run = try plan(home)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("1 line of the dataset"), "\(run.errors)")
        let shown = try lines(home)
        #expect(!shown.contains(Self.guid(4, 90)))
    }

    @Test("are not made where a line, a date or the inventory is wrong")
    func wrong() throws {
        let home = try home()
        let name = "files/day/1/part.json"
        let text = try home.text(name)
        let count = text.split(separator: "\n").count
        let line = String(text.split(separator: "\n")[0])
        for (wrong, said) in [
            (String(line.dropLast(9)), "\(name):\(count + 1):"),
            (line.replacingOccurrences(of: "Documents", with: "Elsewhere"), "'Elsewhere"),
            (line.replacingOccurrences(of: "2026-11-19", with: "2026-11-12"), "2026-11-12"),
            (
                line.replacingOccurrences(of: #""FileName":""#, with: #""FileName":"other "#),
                "two lines of one date"
            ),
        ] {
            try home.write(text + wrong + "\n", to: name)
            let run = try plan(home)
            #expect(run.status == 1 && run.errors.contains(said), "\(run.errors)")
            #expect(try home.run("fleet", "show", "fleet.yaml").status == 1)
        }
        try home.write(text, to: name)
        let inventory = try home.text("drives.ndjson")
        for (more, said) in [
            (Self.inventory(0, "twin"), "names the library that line 1 names"),
            (Self.inventory(9, "ada"), "'ada' a second time"),
            (#"{"name":"eve","SiteId":"x"}"#, "names no library"),
            (
                Self.inventory(9, "eve").replacingOccurrences(of: "WebId", with: "webid"),
                "did you mean 'WebId'?"
            ),
        ] {
            try home.write(inventory + more, to: "drives.ndjson")
            for command in ["check", "plan"] {
                let run = try home.run("fleet", command, "fleet.yaml")
                #expect(run.status == 3 && run.errors.contains(said), "\(run.errors)")
                #expect(run.errors.contains("drives.ndjson:5:"), "\(run.errors)")
            }
        }
        try home.write(inventory + Self.inventory(9, "nobody"), to: "drives.ndjson")
        let missing = try plan(home)
        #expect(missing.status == 1 && missing.errors.contains("'nobody'"), "\(missing.errors)")
        try home.write(inventory, to: "drives.ndjson")
        #expect(try plan(home).status == 0)
    }

    @Test("refuse rules that rely on what a dataset never tells, and warn of others")
    func supply() throws {
        let home = try home()
        for (rule, status, said) in [
            ("- {id: r, match: {mime: missing}, then: delete}", 3, "error: "),
            ("- {id: r, match: {name: a, shared: present}, then: delete}", 3, "error: "),
            ("- {id: r, match: {taken: missing}, then: review}", 3, "error: "),
            ("- {id: r, match: {taken: before 2020-01-01}, then: review}", 0, "warning: "),
            ("- {id: r, match: {camera: Canon}, then: keep}", 3, "error: "),
            ("- {id: r, match: {camera: Canon}, then: delete}", 0, "warning: "),
            ("- {id: r, type: folder, match: {empty: true}, then: delete}", 0, "never holds"),
            ("- {id: r, match: {owner: missing}, then: delete}", 0, ""),
        ] {
            try home.write("version: 1\nrules:\n  \(rule)\n", to: "rules.yaml")
            let run = try home.run("fleet", "check", "fleet.yaml")
            #expect(run.status == Int32(status), "\(rule): \(run.errors)")
            #expect(said.isEmpty || run.errors.contains(said), "\(run.errors)")
            #expect(!said.isEmpty || !run.errors.contains("never supplies"), "\(run.errors)")
        }
    }
}
