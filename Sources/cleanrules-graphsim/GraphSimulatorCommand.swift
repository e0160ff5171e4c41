// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import GraphSimulator
internal import GraphSimulatorServer

/// `cleanrules-graphsim`: a OneDrive of this machine's own, to try things on and to test against.
@main
struct GraphSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanrules-graphsim",
        abstract: "Simulate Microsoft Graph and its sign-in service on this machine.",
        discussion: """
            Serves on 127.0.0.1 only, prints its address in one line when it is ready, and ends \
            with SIGINT or SIGTERM. Nothing is stored: every start begins anew, and the same seed \
            gives the same drives. Below the address lie Graph (/v1.0) and the sign-in service \
            (/common/oauth2/v2.0 and the like). Whoever signs in is let in.

            Scenarios:
              demo             a consumer with a bit of everything
              personal         a consumer with an empty drive
              personal-legacy  the same, with ids and tags of the old form
              business         an employee with an empty drive
              business-demo    an employee with a bit of everything
              tenant           several employees, a library, and an application that acts by
                               itself: id \(SimulatedScenario.applicationID),
                               secret \(SimulatedScenario.applicationSecret)

            A file of faults is JSON: {"seed": 1, "rules": [RULE, …]}. The first rule that applies \
            to a request decides; without one, all goes well. A rule has these members:
              fault        what happens, by its name; see below
              on           the kinds of request that it hits; all without it: \(Self.kinds)
              in           "direct", "batch" or "any"
              url          text that the address must hold, as it is sent
              first        the first matching request that is hit; 1 without it
              times        how many are hit, or "all"; 1 without it
              probability  how likely each one is hit, from 0 to 1; then "times" is "all"
              after        true: the request takes effect, and is answered as if it had not

            Failures: \(SimulatedFailure.names.joined(separator: ", ")).
            They take "status", "code", "message", "inner" (codes), "retry-after" (seconds or \
            "none") and "retry-date" (seconds from now).

            Refusals of the sign-in service: \(Self.signInErrors).

            Other faults: drop; drop-after; truncate (bytes); garbage (status); empty-body; slow \
            (seconds); empty-page; duplicate-items; shuffled-items; missing-items (count); \
            missing-tombstones; other-item; latest-link; missing-responses (count); stale-listing; \
            spelling (spelling: flipped, short or mixed); encoded-names; missing-members \
            (members); odd-dates; foreign-parents; foreign-link (origin); link-loop; lost-token \
            (location: broken; variant: replace, keep-own, plain); status (status).

            Examples:
              cleanrules-graphsim --scenario demo
              cleanrules-graphsim --port 8080 --items 100000
              cleanrules-graphsim --root ~/Pictures --token-seconds 60 --faults faults.json
            """)

    private static var kinds: String {
        SimulatedRequestKind.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static var signInErrors: String {
        SimulatedSignInError.allCases.map(\.rawValue).joined(separator: ", ")
    }

    @Option(name: .long, help: "The port; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(
        name: .long,
        help:
            "What is there at the start: \(SimulatedScenario.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var scenario = SimulatedScenario.demo

    @Option(name: .long, help: "Add so many generated files to the first drive; 2000000 at most.")
    var items = 0

    @Option(name: .long, help: "Put what is below this folder on the first drive; it is only read.")
    var root: String?

    @Option(
        name: .long, parsing: .singleValue,
        help: "Collect an item of the first drive in an album: NAME=/PATH; as often as needed.")
    var album: [String] = []

    @Option(name: .long, help: "For how many seconds access tokens are good.")
    var tokenSeconds = 3_599

    @Option(name: .long, help: "Take so many resource units a minute, and refuse what is more.")
    var unitsPerMinute: Int?

    @Option(name: .long, help: "Play the faults in this file.")
    var faults: String?

    @Option(name: .long, help: "Where chance begins.")
    var seed: UInt64 = 1

    func validate() throws {
        guard (0...2_000_000).contains(items) else {
            throw ValidationError("--items takes a number from 0 to 2000000")
        }
        guard (1...1_000_000).contains(tokenSeconds) else {
            throw ValidationError("--token-seconds takes a number from 1 to 1000000")
        }
        guard (1...1_000_000).contains(unitsPerMinute ?? 1) else {
            throw ValidationError("--units-per-minute takes a number from 1 to 1000000")
        }
    }

    func run() async throws {
        for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(0) } }
        let graph = try graph()
        try await SimulatorServer(graph, port: port).run { address in
            Self.say(address)
        }
    }

    /// The simulator as the options want it.
    private func graph() throws -> SimulatedGraph {
        var options = SimulatorOptions(seed: seed)
        if let unitsPerMinute {
            options.throttle.units = .init(
                capacity: Double(unitsPerMinute), perSecond: Double(unitsPerMinute) / 60)
        }
        let graph = SimulatedGraph(options: options, time: .machine())
        do {
            if let faults { graph.play(try FaultScript(json: try Self.bytes(ofFile: faults))) }
            let drive = try scenario.set(up: graph)
            if items > 0 { try drive.addGeneratedFiles(items, seed: seed) }
            if let root { try drive.load(folder: root) }
            for (name, paths) in try albums() { try drive.setAlbum(name, paths) }
        } catch let error as FaultScriptError {
            throw ValidationError("--faults: \(error.description)")
        } catch let error as SimulatorError {
            throw ValidationError(error.description)
        }
        var signIn = graph.signIn
        signIn.tokenSeconds = tokenSeconds
        graph.signIn = signIn
        return graph
    }

    /// What `--album` says, by name.
    private func albums() throws -> [(name: String, paths: [String])] {
        var order: [String] = []
        var paths: [String: [String]] = [:]
        for text in album {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, parts[1].hasPrefix("/") else {
                throw ValidationError("--album takes NAME=/PATH, not '\(text)'")
            }
            if paths[parts[0]] == nil { order.append(parts[0]) }
            paths[parts[0], default: []].append(parts[1])
        }
        return order.map { ($0, paths[$0] ?? []) }
    }

    /// The most bytes of a file of faults.
    private static let faultByteCountMax = 1 << 20

    private static func bytes(ofFile path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else {
            throw ValidationError("'\(path)' cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: faultByteCountMax + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0, count <= faultByteCountMax else {
            throw ValidationError("'\(path)' cannot be read, or is larger than 1 MiB")
        }
        return Array(bytes.prefix(count))
    }

    /// Writes one line to standard output, at once.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

extension SimulatedScenario: ExpressibleByArgument {}
