// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// Devices with homes of their own, which have signed in to one OneDrive and share on it what people
/// decide about what lies there.
@Suite("Decisions shared over the OneDrive itself", .timeLimit(.minutes(60)))
struct SyncDriveTests {
    private static let address = OneDriveHome.address
    private static let folder = "/.cleanrules/sync"
    private let graph: SimulatedGraph
    private let drive: SimulatedDrive

    init() throws {
        (graph, drive) = OneDriveHome.service()
        for name in ["a", "b", "c", "d"] {
            try drive.addFile("/Holiday/\(name).jpg", .text("picture \(name)"))
        }
    }

    private func rules(
        _ name: String, quota: String = "100/day", extra: String = "", then: String = "review"
    ) -> String {
        """
        version: 1
        timezone: UTC
        drives:
          \(name): {kind: onedrive, account: \(Self.address), root: /\(extra)}
        sync: {drive: \(name)}
        quota: {reviews: \(quota)}
        limits: {percent: unlimited}
        rules:
          - {id: images, match: {everything: true}, then: \(then)}

        """
    }

    /// A device, and how to run commands on it.
    private struct Device {
        let home: ScratchHome
        let name: String
        let environment: [String: String]

        @discardableResult
        func run(_ arguments: String..., status: Int32? = 0) async throws -> CommandRun {
            let run = try await ServedGraph.run(home, arguments, environment: environment)
            if let status { #expect(run.status == status, "\(arguments): \(run.errors)") }
            return run
        }

        @discardableResult
        func sync(status: Int32? = 0) async throws -> CommandRun {
            try await run(
                "sync", "decisions", "--name", name, "--format", "json", "-q", status: status)
        }

        @discardableResult
        func decide(
            _ verdicts: [String: String], status: Int32? = 0
        ) async throws -> CommandRun {
            let lines = verdicts.sorted { $0.key < $1.key }.map {
                "{\"path\": \"/Holiday/\($0.key).jpg\", \"verdict\": \"\($0.value)\"}\n"
            }
            try home.write(lines.joined(), to: "decided.ndjson")
            return try await run("review", "--decisions", "decided.ndjson", "-q", status: status)
        }

        /// What is decided, by the name of the file without its end.
        func verdicts() async throws -> [String: String] {
            let run = try await run("decisions", "--format", "json", "-q")
            var verdicts: [String: String] = [:]
            for one in try run.list("decisions") {
                let now = one["now"] as? [[String: Any]]
                guard let path = now?.first?["path"] as? String else { continue }
                verdicts[String(path.dropFirst(9).dropLast(4))] = one["verdict"] as? String
            }
            return verdicts
        }

        /// What a new plan puts up for review.
        func reviews() async throws -> [String] {
            let plan = try await run("plan", "-q", "--format", "json")
            return try plan.list("entries").filter { $0["verdict"] as? String == "review" }
                .compactMap { $0["path"] as? String }
        }
    }

    /// Calls `body` with devices that have signed in and made a plan.
    private func withDevices(
        _ names: [String] = ["laptop", "server"], quota: String = "100/day",
        _ body: ([Device]) async throws -> Void
    ) async throws {
        try await ServedGraph.serving(graph) { environment in
            var devices: [Device] = []
            for name in names {
                let device = Device(
                    home: try ScratchHome(), name: name, environment: environment)
                try device.home.write(rules(name, quota: quota), to: "rules.yaml")
                try await device.run("login", "--device-code", "--no-browser")
                try await device.run("plan", "-q", "--summary")
                devices.append(device)
            }
            try await body(devices)
        }
    }

    /// The paths of the logs on the drive.
    private var logs: [String] {
        drive.truth().map(\.path).filter { $0.hasSuffix(".ndjson") }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try #require(drive.content(path)?.allBytes), as: UTF8.self)
    }

    // MARK: - What it is for

    @Test("neither of two devices asks what the other was told, and an undo travels")
    func once() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.sync()
            try await server.sync()
            try await laptop.decide(["a": "keep", "b": "delete"])
            #expect(try await server.reviews() == ["/Holiday/c.jpg", "/Holiday/d.jpg"])
            try await server.decide(["c": "keep"])
            #expect(try await laptop.reviews() == ["/Holiday/d.jpg"])
            let both = ["a": "keep", "b": "delete", "c": "keep"]
            #expect(try await laptop.verdicts() == both)
            #expect(try await server.verdicts() == both)
            let why = try await server.run("why", "/Holiday/a.jpg", "-q", status: nil)
            #expect(why.output.contains("decided on laptop"), "\(why.output)")
            try await server.run("unkeep", "/Holiday/a.jpg", "-q")
            _ = try await server.reviews()
            #expect(try await laptop.reviews() == ["/Holiday/a.jpg", "/Holiday/d.jpg"])
            let status = try await laptop.run("status", "--format", "json").json()
            let sync = try #require(status["sync"] as? [String: Any])
            #expect(sync["place"] as? String == "laptop:\(Self.folder)")
            #expect(try await laptop.run("history", "--verify").status == 0)
        }
        #expect(logs.count == 2)
        for log in logs {
            #expect(log.hasPrefix(Self.folder + "/"))
            let text = try text(log)
            for word in ["Holiday", "jpg", "images", Self.address] {
                #expect(!text.contains(word), "\(word) in \(text)")
            }
        }
    }

    @Test("the logs are no items of the drive that they lie on, nor of a folder of this machine")
    func noItems() async throws {
        try await withDevices(["laptop"]) { devices in
            let laptop = devices[0]
            try await laptop.run("keep", "/Holiday/a.jpg")
            try await laptop.sync()
            #expect(logs.count == 1)
            try laptop.home.write(rules("laptop", then: "delete"), to: "rules.yaml")
            // What has changed since the last listing, and everything anew.
            for extra in [[], ["--full"]] {
                let listed = try await ServedGraph.run(
                    laptop.home, ["sync", "-q", "--format", "json"] + extra,
                    environment: laptop.environment)
                #expect(try listed.list("drives").first?["files"] as? Int == 4)
            }
            let plan = try await laptop.run("plan", "-q", "--format", "json")
            #expect(!plan.output.contains(".ndjson"), "\(plan.output)")
            let paths = try plan.list("entries").compactMap { $0["path"] as? String }
            #expect(paths.sorted() == ["/Holiday/b.jpg", "/Holiday/c.jpg", "/Holiday/d.jpg"])
            let why = try await laptop.run("why", logs[0], "-q", status: nil)
            #expect(why.status != 0, "\(why.output)")
            let home = try ScratchHome()
            try home.write("{}\n", to: "d" + logs[0])
            try home.write("x", to: "d/other.txt")
            try home.write(
                """
                version: 1
                timezone: UTC
                drives: {home: {kind: local, root: d}}
                limits: {percent: unlimited}
                rules: [{id: all, match: {everything: true}, then: delete}]

                """, to: "rules.yaml")
            let local = try home.run("plan", "-q", "--format", "json")
            #expect(local.status == 0, "\(local.errors)")
            #expect(
                try local.list("entries").compactMap { $0["path"] as? String } == ["/other.txt"])
        }
    }

    @Test("no word to delete beats a keep that it did not know of, on three devices")
    func keepsWin() async throws {
        try await withDevices(["laptop", "server", "tablet"]) { devices in
            for device in devices { try await device.sync() }
            // Apart from each other.
            for device in devices { try await device.run("sync", "decisions", "--off") }
            try await devices[0].decide(["a": "keep", "b": "delete"])
            try await devices[1].decide(["a": "delete", "b": "delete", "c": "delete"])
            try await devices[2].decide(["a": "delete", "c": "keep"])
            for _ in 0..<3 { for device in devices { try await device.sync() } }
            for device in devices {
                #expect(
                    try await device.verdicts() == ["a": "keep", "b": "delete", "c": "keep"])
            }
        }
        #expect(logs.count == 3)
    }

    @Test("the quota of a day is one for both")
    func quota() async throws {
        try await withDevices(quota: "1/day") { devices in
            for device in devices { try await device.sync() }
            try await devices[0].decide(["a": "keep"])
            try await devices[1].decide(["b": "keep"], status: 7)
        }
    }

    // MARK: - The service

    @Test("where a log was written meanwhile, it is read again, and nothing is lost")
    func raced() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.sync()
            try await server.sync()
            try await laptop.run("keep", "/Holiday/a.jpg")
            // One process has read what another one replaces before it writes.
            graph.play(FaultRule([.download], .slow(seconds: 5)))
            let first = try laptop.home.start(
                ["sync", "decisions", "-q"], environment: laptop.environment)
            while first.process.isRunning, graph.faultCounts == [0] {
                try await Task.sleep(for: .milliseconds(20))
            }
            try await laptop.run("keep", "/Holiday/b.jpg")
            try await laptop.run("sync", "decisions", "-q")
            let ended = try await ServedGraph.finish(first)
            #expect(ended.status == 0, "\(ended.errors)")
            try await server.sync()
            #expect(try await server.verdicts() == ["a": "keep", "b": "keep"])
            // Refused again and again, it is put off, and is done the next time.
            try await laptop.run("keep", "/Holiday/c.jpg")
            graph.play(FaultRule([.upload], .refusal("tag-mismatch"), count: nil))
            let refused = try await laptop.sync(status: 1)
            #expect(refused.errors.contains("changed each time"), "\(refused.errors)")
            #expect((1...10).contains(graph.faultCounts[0]), "\(graph.faultCounts)")
            graph.play(FaultRule([.upload], .refusal("tag-mismatch"), count: 2))
            try await laptop.sync()
            #expect(graph.faultCounts == [2])
            try await server.sync()
            #expect(try await server.verdicts().count == 3)
            graph.play(FaultScript())
            #expect(graph.log(.upload).last?.header("If-Match") != nil)
        }
    }

    @Test("where the service asks to wait, or fails, it is asked again")
    func throttled() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.run("keep", "/Holiday/a.jpg")
            var isKept = false
            for fault: SimulatedFault in [
                .refused(SimulatedFailure(429, "activityLimitReached", retryAfter: .seconds(1))),
                .refusal("unavailable"), .dropped, .droppedAfterEffect,
                .failureAfterEffect("gateway-timeout"),
            ] {
                graph.play(
                    FaultRule([.upload], fault), FaultRule([.children], fault),
                    FaultRule([.content], fault), FaultRule([.download], fault))
                isKept.toggle()
                try await laptop.run(isKept ? "keep" : "unkeep", "/Holiday/b.jpg", "-q")
                try await laptop.sync()
                #expect(graph.faultCounts[0] == 1, "\(fault)")
            }
            graph.play(FaultScript())
            try await laptop.sync()
            try await server.sync()
            #expect(try await server.verdicts()["a"] == "keep")
        }
    }

    @Test("without a network it is put off and said once, and nothing else fails")
    func offline() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.sync()
            try await server.sync()
            graph.play(FaultRule([], .dropped, count: nil))
            let review = try await laptop.decide(["a": "keep"])
            let said = review.errors.components(separatedBy: "were not brought together").count - 1
            #expect(said == 1, "\(review.errors)")
            try await laptop.sync(status: 75)
            #expect(try await laptop.verdicts() == ["a": "keep"])
            try await server.decide(["a": "delete", "b": "keep"])
            graph.play(FaultScript())
            for _ in 0..<2 { for device in devices { try await device.sync() } }
            for device in devices {
                #expect(try await device.verdicts() == ["a": "keep", "b": "keep"])
            }
        }
    }

    @Test("a folder that is not found, or is gone, takes no decision with it")
    func missing() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.run("keep", "/Holiday/a.jpg")
            try await laptop.sync()
            try await server.sync()
            // It is there, and a replica says that it is not.
            var isKept = false
            for urlPart in ["/root:/.cleanrules", "/children", "/content", "/content"] {
                isKept.toggle()
                try await laptop.run(isKept ? "keep" : "unkeep", "/Holiday/b.jpg", "-q")
                graph.play(
                    FaultRule(
                        [.get, .content, .children], .refusal("not-found"), urlPart: urlPart))
                let run = try await laptop.sync(status: nil)
                // A listing that fails puts it off; what is merely not found does not.
                #expect(run.status == (urlPart == "/children" ? 1 : 0), "\(run.errors)")
                #expect(graph.faultCounts == [1])
                graph.play(FaultScript())
                try await laptop.sync()
            }
            #expect(logs.count == 2)
            try drive.delete("/.cleanrules")
            try await server.sync()
            #expect(try await server.verdicts()["a"] == "keep")
            #expect(logs.count == 1)
            try await laptop.sync()
            #expect(try await laptop.verdicts() == ["a": "keep"])
            try await server.sync()
            #expect(logs.count == 2)
            #expect(try await server.verdicts() == ["a": "keep"])
        }
    }

    @Test("who may only read is told what to do, and what is another's drive is not taken")
    func refused() async throws {
        try await withDevices(["laptop"]) { devices in
            let laptop = devices[0]
            try await laptop.run("keep", "/Holiday/a.jpg")
            graph.play(FaultRule([.create, .upload], .refusal("access-denied"), count: nil))
            for _ in 0..<2 {
                let run = try await laptop.sync(status: 4)
                #expect(run.errors.contains("cleanrules login laptop"), "\(run.errors)")
                #expect(run.errors.contains("Files.ReadWrite"), "\(run.errors)")
                // The second time the folder is there.
                if drive.item(Self.folder) == nil { try drive.addFolder(Self.folder) }
            }
            #expect(try await laptop.reviews().count == 3)
            graph.play(
                FaultRule(
                    [.upload], .refused(SimulatedFailure(413, "requestEntityTooLarge")),
                    count: nil))
            let large = try await laptop.sync(status: 1)
            #expect(large.errors.contains("more than the service takes"), "\(large.errors)")
            graph.play(FaultScript())
        }
    }

    @Test("a library that others write to as well is not taken")
    func library() async throws {
        let (graph, own) = OneDriveHome.service(.business)
        let library = graph.addLibrary()
        try library.addFile("/Holiday/a.jpg", "a")
        try await ServedGraph.serving(graph) { environment in
            let laptop = Device(
                home: try ScratchHome(), name: "laptop", environment: environment)
            try laptop.home.write(
                rules("laptop", extra: ", drive_id: \"\(library.id)\""), to: "rules.yaml")
            try await laptop.run("login", "--device-code", "--no-browser")
            try await laptop.run("plan", "-q", "--summary")
            let run = try await laptop.sync(status: 5)
            #expect(run.errors.contains("not the OneDrive of who"), "\(run.errors)")
            #expect(library.item("/.cleanrules") == nil)
            // The own drive is, also by its id.
            try laptop.home.write(
                rules("laptop", extra: ", drive_id: \"\(own.id)\""), to: "rules.yaml")
            try await laptop.sync()
            #expect(own.item(Self.folder) != nil)
        }
    }

    // MARK: - Mishaps

    @Test("killed at any step, a sync is done by the next one")
    func killed() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.sync()
            try await server.sync()
            try await server.run("keep", "/Holiday/d.jpg")
            try await server.sync()
            var isKept = false
            var step = 1
            while step < 100 {
                // One time it is kept, the other time no more, so that there is always something to say.
                isKept.toggle()
                try await laptop.run(isKept ? "keep" : "unkeep", "/Holiday/a.jpg", "-q")
                // At odd steps the request takes effect and has no answer, else it never gets through.
                let fault: SimulatedFault = step % 2 == 1 ? .slow(seconds: 300) : .dropped
                graph.play(
                    FaultRule([], fault, first: (step + 1) / 2, count: step % 2 == 1 ? 1 : nil))
                let program = try laptop.home.start(
                    ["sync", "decisions", "-q"], environment: laptop.environment)
                while program.process.isRunning, graph.faultCounts == [0] {
                    try await Task.sleep(for: .milliseconds(5))
                }
                let isHit = graph.faultCounts != [0]
                kill(program.process.processIdentifier, SIGKILL)
                _ = try await ServedGraph.finish(program)
                graph.play(FaultScript())
                try await laptop.sync()
                try await server.sync()
                let expected = isKept ? ["a": "keep", "d": "keep"] : ["d": "keep"]
                #expect(try await laptop.verdicts() == expected, "step \(step)")
                #expect(try await server.verdicts() == expected, "step \(step)")
                // All steps are behind it once nothing was hit any more.
                if !isHit { break }
                step += 1
            }
            #expect((12..<100).contains(step), "\(step) steps")
            #expect(logs.count == 2)
            #expect(try await laptop.run("history", "--verify").status == 0)
        }
    }

    @Test("a torn line and a wrong hash end a log there, said once, until its device mends it")
    func damaged() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.sync()
            let path = logs[0]
            try await laptop.run("keep", "/Holiday/a.jpg")
            try await laptop.run("keep", "/Holiday/b.jpg")
            try await laptop.sync()
            let whole = try text(path)
            for damage in [
                String(whole.dropLast(20)), whole.replacingOccurrences(of: "keep", with: "pin"),
                "", "<html></html>",
            ] {
                try drive.edit(path, .text(damage))
                let first = try await server.sync()
                #expect(first.errors.contains("cannot be read from line"), "\(first.errors)")
                #expect(try await !server.sync().errors.contains("cannot be read from line"))
                #expect(try await !server.verdicts().values.contains("pin"))
                try await laptop.sync()
                #expect(try text(path) == whole)
                try await server.sync()
                #expect(try await server.verdicts() == ["a": "keep", "b": "keep"])
            }
        }
    }

    @Test("a copy of a state is another device, and forget names the log that it leaves")
    func copied() async throws {
        try await withDevices { devices in
            let (laptop, server) = (devices[0], devices[1])
            try await laptop.run("keep", "/Holiday/a.jpg")
            try await laptop.sync()
            let path = logs[0]
            try await laptop.run("export", "-o", "state.json")
            try await server.run(
                "import", laptop.home.path + "/state.json", "--profile", "copy")
            try await server.run(
                "sync", "decisions", "--profile", "copy", "--name", "copy", "-q")
            #expect(logs.count == 2)
            let forgotten = try await laptop.run("forget", "--confirm", "default", "-q")
            #expect(forgotten.output.contains("laptop:\(path)"), "\(forgotten.output)")
            #expect(logs.count == 2)
        }
    }
}
