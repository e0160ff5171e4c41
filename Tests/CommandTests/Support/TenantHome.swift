// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// A simulated organisation, and a home with a fleet file whose drives are planned together: rules,
/// inventory, and the listings of all drives as they are.
struct TenantHome {
    /// What is not the same in each fleet file and its rules.
    struct Options {
        var rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h}
            """
        var waves = "{sizes: [3, 50%, 100%], soak: 2h}"
        var caps = """
            {day: {items: 100000}, stop_when: {changed: 100%, failed: 100%, undone: 100%}}
            """
        var graph = "{tenant: contoso.example, client_id: \(SimulatedScenario.applicationID)}"
        /// Whether listings say the tags of items; else the dates of their last changes.
        var hasTags = true
        /// In how many files drives are listed.
        var files = 3
        /// How the lines of plans are kept.
        var lines = "plain"
    }

    let home: ScratchHome
    let graph: SimulatedGraph

    /// An organisation of so many employees, of whom `adjust` may add things, and its fleet.
    init(
        _ count: Int, _ options: Options = Options(),
        adjust: (SimulatedGraph) throws -> Void = { _ in }
    ) throws {
        home = try ScratchHome()
        graph = SimulatedGraph(
            time: SimulatedTime(secondsSinceEpoch: Date().timeIntervalSince1970))
        try SimulatedScenario.addFleet(of: count, to: graph)
        try adjust(graph)
        try write(options)
    }

    /// In how many seconds it is noon, UTC, when all undo windows are over and no day ends soon.
    static let noon: Int = {
        let second = Int(Date().timeIntervalSince1970) % 86_400
        let left = 43_200 - second
        return left >= 7_200 ? left : left + 86_400
    }()

    /// What the drive at that place is called.
    func name(_ place: Int) -> String { String(format: "u%03d", place + 1) }

    /// Writes rules, fleet file, inventory and listings anew.
    func write(_ options: Options) throws {
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {percent: unlimited}
            rules:
              \(options.rules)
            """, to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "listings/*.ndjson"}
            inventory: drives.ndjson
            across_owners: delete
            at_once: 4
            lines: \(options.lines)
            caps: \(options.caps)
            waves: \(options.waves)
            \(options.graph.isEmpty ? "" : "graph: \(options.graph)")
            """, to: "fleet.yaml")
        let inventory = graph.drives.enumerated().map { place, drive in
            line(["name": name(place), "drive_id": drive.id, "owner": "Person \(place)"])
        }
        try home.write(inventory.joined(), to: "drives.ndjson")
        var files = [String](repeating: "", count: options.files)
        for (place, drive) in graph.drives.enumerated() {
            for item in drive.truth() {
                files[place % options.files] += try listed(item, of: drive, place, options)
            }
        }
        for (place, text) in files.enumerated() {
            try home.write(text, to: "listings/part-\(place).ndjson")
        }
    }

    private func listed(
        _ item: SimulatedItem, of drive: SimulatedDrive, _ place: Int, _ options: Options
    ) throws -> String {
        var members: [String: Any] = ["drive": name(place), "path": item.path, "id": item.id]
        if item.isFolder {
            members["type"] = "folder"
        } else {
            members["size"] = item.size
            let hash = drive.content(item.id)?.quickXorHash
            if let hash { members["hashes"] = ["quickxor": hash] }
        }
        if options.hasTags {
            members["etag"] = item.eTag
            members["ctag"] = item.cTag
        }
        let format = ISO8601DateFormatter()
        members["modified"] = format.string(
            from: Date(timeIntervalSince1970: item.fileModified.rounded(.down)))
        return try lineOf(members)
    }

    private func line(_ members: [String: String]) -> String {
        (try? lineOf(members)) ?? ""
    }

    private func lineOf(_ members: [String: Any]) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    // MARK: Commands

    /// Serves the organisation while `body` runs, which is given the environment that leads there.
    func serving(_ body: ([String: String]) async throws -> Void) async throws {
        try await ServedGraph.serving(graph) { environment in
            var environment = environment
            environment["CLEANRULES_CLIENT_ID"] = nil
            environment["CLEANRULES_CLIENT_SECRET"] = SimulatedScenario.applicationSecret
            try await body(environment)
        }
    }

    /// Runs `cleanrules fleet` with the words of `line`; a `@` stands for the fleet file. It has to end
    /// with `status`, or anyhow if that is nil.
    @discardableResult
    func fleet(
        _ line: String, _ environment: [String: String] = [:], later seconds: Int = 0,
        endsWith status: Int32? = 0
    ) async throws -> CommandRun {
        advance(to: seconds)
        let words =
            ["fleet"] + line.split(separator: " ").map { $0 == "@" ? "fleet.yaml" : "\($0)" }
        let (home, arguments) = (home, words)
        let run = try await ServedGraph.waiting {
            try home.run(arguments, environment: environment, later: seconds)
        }
        if let status {
            #expect(run.status == status, "fleet \(line): \(run.output) \(run.errors)")
        }
        return run
    }

    /// Has the service have the same time as a program that is so many seconds ahead.
    func advance(to seconds: Int) {
        let now = Date().timeIntervalSince1970 + Double(seconds)
        graph.time.advance(seconds: now - graph.time.now)
    }

    /// How many images there are on each drive.
    var images: [Int] {
        graph.drives.map { drive in drive.truth().count { $0.path.hasSuffix(".iso") } }
    }

    /// How many images there are.
    var imageCount: Int { images.reduce(0, +) }

    /// The lines of the history.
    func history() async throws -> [[String: Any]] {
        let run = try await fleet("history @ --format ndjson")
        return try run.output.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}
