// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Plans over a dataset carried out, with the programs as they are installed, against a simulated
/// service: the dataset knows files by other ids than their drives do, is two days old, and has no
/// tags.
@Suite("A plan over a dataset is carried out", .timeLimit(.minutes(60)))
struct FleetDatasetCarryingTests {
    private static let hour = 3_600

    private static func options(_ rules: String? = nil) -> TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        if let rules { options.rules = rules.replacingOccurrences(of: "\n", with: "\n  ") }
        return options
    }

    private func tenant(
        _ count: Int, _ options: TenantHome.Options,
        adjust: (SimulatedGraph) throws -> Void = { _ in }
    ) throws -> TenantHome {
        let tenant = try TenantHome(count, options, adjust: adjust)
        try tenant.writeDataset(options)
        return tenant
    }

    @Test("by the items' own ids, and what went comes back")
    func restored() async throws {
        let options = Self.options(
            """
            - id: images
              match: {name: "*.iso"}
              then: delete
              undo_window: 1h
              method: quarantine
            """
        )
        let tenant = try tenant(3, options)
        let ids = Set(
            tenant.graph.drives.flatMap { drive in
                drive.truth().filter { $0.path.hasSuffix(".iso") }.map(\.id)
            })
        func inPlace() -> Int {
            tenant.graph.drives.reduce(0) { sum, drive in
                sum + (1...3).count { drive.item("/Downloads/setup\($0).iso") != nil }
            }
        }
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("9 items"), "\(staged.output)")
            #expect(tenant.graph.log(.listItem).count == 9, "one look at each")
            let again = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(again.output.contains("9 items were waiting already"), "\(again.output)")
            try await tenant.fleet("execute @", environment)
            #expect(inPlace() == 9, "nothing goes before its window is over")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(inPlace() == 0)
            let back = try await tenant.fleet(
                "restore @ --all", environment, later: 3 * Self.hour)
            #expect(back.output.contains("3 items brought back"), "\(back.output)")
            #expect(inPlace() == 9)
        }
        let deleted = try await tenant.history().filter { $0["event"] as? String == "deleted" }
        #expect(deleted.count == 9 && Set(deleted.compactMap { $0["id"] as? String }) == ids)
        #expect(deleted.allSatisfy { $0["etag"] is String && $0["hash_quickxor"] is String })
    }

    @Test("where a fresh look finds what the dataset told of, wherever that lies by now")
    func looked() async throws {
        var options = Self.options()
        options.rules += "\nprotect:\n  - {id: kept, match: {path: '/Keep/**'}}"
        let tenant = try TenantHome(10, options) { graph in
            try graph.drives[4].addFolder("/Keep")
            try graph.drives[5].addFolder("/Other")
        }
        let path = "/Downloads/setup1.iso"
        try tenant.writeDataset(options) { item, drive, members in
            guard item.path == path else { return }
            // Told without a hash, and of another date.
            if [7, 8].contains(drive) { members["QuickXorHash"] = NSNull() }
            if drive == 8 { members["TimeLastModified"] = "2020-01-01T00:00:00Z" }
        }
        let drives = tenant.graph.drives
        let date = try #require(drives[1].item(path)?.fileModified)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try drives[0].edit(path, .text("another size"))
            try drives[1].edit(path, .generated(size: 1_000, seed: 4_711))
            try drives[1].adjust(path) { facets in
                facets.fileModified = date
                facets.modified = date
            }
            try drives[2].adjust(path) { facets in
                facets.fileModified = date + 86_400
                facets.modified = date + 86_400
            }
            try drives[3].delete(path)
            try drives[4].move(path, to: "/Keep/setup1.iso")
            try drives[5].move(path, to: "/Other/again.iso")
            let content = try #require(drives[6].content(path))
            try drives[6].delete(path)
            try drives[6].addFile(path, content)
            // The service tells no hash of it any more.
            try drives[9].adjust(path) { $0.hashes = [] }
            let staged = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 6)
            #expect(staged.output.contains("23 items"), "\(staged.output)")
            for (count, why) in [
                ("4", "it is not what the plan saw"), ("2", "the drive does not find it"),
                ("1", "the rules do not delete it any more"),
            ] {
                let said = staged.output.split(separator: "\n").contains {
                    $0.contains(why) && $0.contains("\(count) ")
                }
                #expect(said, "\(count) \(why): \(staged.output)")
            }
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
        }
        let left = drives.map { drive in drive.truth().filter { $0.path.hasSuffix(".iso") } }
        #expect(left.map(\.count) == [1, 1, 1, 0, 1, 0, 1, 0, 1, 0], "\(left)")
        #expect(left[4].first?.path == "/Keep/setup1.iso")
    }

    @Test("and an item that has changed after it was staged stays")
    func changedLater() async throws {
        let tenant = try tenant(2, Self.options())
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let drive = tenant.graph.drives[0]
            try drive.touch("/Downloads/setup1.iso")
            try drive.edit("/Downloads/setup2.iso", .text("another"))
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: nil)
            #expect(drive.item("/Downloads/setup2.iso") != nil)
            #expect(drive.item("/Downloads/setup3.iso") == nil)
        }
    }

    @Test("without what somebody keeps, by later datasets too, and without asking for what went")
    func kept() async throws {
        let options = Self.options()
        let tenant = try tenant(2, options)
        let home = tenant.home
        let kept = "/Downloads/setup1.iso"
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let key = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/work/drives")
                    .min())
            let state = "work/drives/\(key)/state.sqlite"
            let run = try await ServedGraph.waiting {
                try home.run(
                    ["keep", kept, "--pin", "--state", state], environment: environment, later: 60)
            }
            #expect(run.status == 0, "\(run.output) \(run.errors)")
            let dataset = try home.text("dataset/part-0.json")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 1)
            // The dataset is older than what was deleted, and names all of it still.
            try await tenant.fleet("plan @", later: 3 * Self.hour)
            tenant.graph.clearLog()
            let old = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 3 * Self.hour)
            #expect(old.output.contains("it is gone already"), "\(old.output)")
            #expect(old.output.contains("people decided that it stays"), "\(old.output)")
            #expect(tenant.graph.log(.listItem).count == 1)
            // A newer one names what stays by the same id: another content changes nothing.
            let drive = try #require(tenant.graph.drives.first { $0.item(kept) != nil })
            try drive.edit(kept, .text("something else"))
            try tenant.writeDataset(options, daysAgo: 1)
            #expect(try home.text("dataset/part-0.json") != dataset)
            try await tenant.fleet("plan @", later: 4 * Self.hour)
            let next = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 4 * Self.hour)
            #expect(next.output.contains("people decided that it stays"), "\(next.output)")
            try await tenant.fleet("execute @", environment, later: 6 * Self.hour)
            #expect(tenant.imageCount == 1)
        }
    }

    @Test("by the kind of source that it was made of alone")
    func otherSource() async throws {
        let options = Self.options()
        let tenant = try tenant(2, options)
        try await tenant.fleet("plan @")
        try tenant.write(options)
        try await tenant.serving { environment in
            let run = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            #expect(run.errors.contains("another kind of source"), "\(run.errors)")
            try await tenant.fleet("plan @")
            try tenant.writeDataset(options)
            let other = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            #expect(other.errors.contains("another kind of source"), "\(other.errors)")
        }
    }

    // MARK: Copies on other drives

    private static let copies = """
        - id: copies
          duplicates: {same: content, across: drives, keep: [shortest_path]}
          then: delete
          undo_window: 1h
        """

    private func withCopies(_ count: Int = 3) throws -> TenantHome {
        try tenant(count, Self.options(Self.copies)) { graph in
            for drive in graph.drives {
                try drive.addFile("/Films/film.bin", .generated(size: 5_000, seed: 99))
            }
        }
    }

    private func films(_ tenant: TenantHome) -> [Bool] {
        tenant.graph.drives.map { $0.item("/Films/film.bin") != nil }
    }

    @Test("with the copy that others rely on, whatever a later plan says, until they are gone")
    func reliance() async throws {
        let tenant = try withCopies()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("2 items"), "\(staged.output)")
            try tenant.writeDataset(
                Self.options(
                    Self.copies + """

                        - {id: films, in: u001, match: {ext: bin}, then: delete, undo_window: 1h}
                        """))
            try await tenant.fleet("plan @")
            let later = try await tenant.fleet("stage @ --wave 1", environment, later: 60)
            #expect(later.output.contains("because this one stays"), "\(later.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(films(tenant) == [true, false, false])
        }
    }

    /// What may become of the copy that stays.
    enum Loss: String, CaseIterable {
        case edited, deleted, moved, unhashed
    }

    private func lose(_ loss: Loss, _ tenant: TenantHome) throws {
        let drive = tenant.graph.drives[0]
        switch loss {
        case .edited: try drive.edit("/Films/film.bin", .text("cut"))
        case .deleted: try drive.delete("/Films/film.bin")
        case .moved: try drive.move("/Films/film.bin", to: "/Films/other.bin")
        case .unhashed: try drive.adjust("/Films/film.bin") { $0.hashes = [] }
        }
    }

    @Test(
        "but no copy whose other one is not there any more as the dataset told of it",
        arguments: Loss.allCases)
    func lostCopy(loss: Loss) async throws {
        let tenant = try withCopies()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try lose(loss, tenant)
            let staged = try await tenant.fleet("stage @ --wave 1", environment, endsWith: nil)
            #expect(staged.output.contains("too few copies would stay"), "\(staged.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: nil)
            let left = films(tenant)
            #expect(left[1] && left[2])
        }
    }

    @Test("but no copy whose other one changes or goes while it waits")
    func lostLater() async throws {
        for loss in [Loss.edited, .deleted] {
            let tenant = try withCopies()
            try await tenant.serving { environment in
                try await tenant.fleet("plan @")
                try await tenant.fleet("stage @ --wave 1", environment)
                try lose(loss, tenant)
                try await tenant.fleet(
                    "execute @", environment, later: 2 * Self.hour, endsWith: 6)
                let left = films(tenant)
                #expect(left[1] && left[2], "\(loss)")
            }
        }
    }

    @Test("and no copy whose other one was moved, or that was moved itself")
    func movedCopy() async throws {
        let tenant = try withCopies()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try tenant.graph.drives[1].move("/Films/film.bin", to: "/Films/my film.bin")
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("1 item ("), "\(staged.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(films(tenant) == [true, false, false])
            #expect(tenant.graph.drives[1].item("/Films/my film.bin") != nil)
        }
    }
}
