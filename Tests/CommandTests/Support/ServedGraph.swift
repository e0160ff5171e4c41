// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GraphSimulator
import GraphSimulatorServer
import Testing

/// A simulated service behind a socket of this machine, and programs that run against it.
enum ServedGraph {
    /// How many may be served at once. Each has threads that wait for sockets, and where a few hundred
    /// wait, none is left for anything else: what waits for another one then waits for ever.
    private static let places = Places(24)

    /// Runs `body` while `graph` is served; gives it the environment that leads there.
    static func serving(
        _ graph: SimulatedGraph, _ body: ([String: String]) async throws -> Void
    ) async throws {
        await places.enter()
        do {
            try await served(graph, body)
        } catch {
            await places.leave()
            throw error
        }
        await places.leave()
    }

    private static func served(
        _ graph: SimulatedGraph, _ body: ([String: String]) async throws -> Void
    ) async throws {
        let (addresses, source) = AsyncStream.makeStream(of: String.self)
        let server = Task {
            defer { source.finish() }
            try await SimulatorServer(graph).run { source.yield($0) }
        }
        defer { server.cancel() }
        var isServed = false
        for await _ in addresses {
            isServed = true
            break
        }
        // It says itself why it ended before it answered.
        if !isServed { try await server.value }
        try await body([
            "CLEANRULES_CLIENT_ID": "app-1", "CLEANRULES_GRAPH_URL": graph.addresses.graph,
            "CLEANRULES_LOGIN_URL": graph.addresses.login,
        ])
    }

    /// Runs the program in `home`; the threads that run tasks are left to the server.
    static func run(
        _ home: ScratchHome, _ arguments: String..., environment: [String: String]
    ) async throws -> CommandRun {
        try await run(home, arguments, environment: environment)
    }

    /// The same.
    static func run(
        _ home: ScratchHome, _ arguments: [String], environment: [String: String]
    ) async throws -> CommandRun {
        try await waiting { try home.run(arguments, environment: environment) }
    }

    /// The same with the words of `command`, which blanks part; it has to end with `status`, or
    /// anyhow if that is nil.
    static func run(
        _ home: ScratchHome, line command: String, environment: [String: String],
        endsWith status: Int32? = 0
    ) async throws -> CommandRun {
        let words = command.split(separator: " ").map(String.init)
        let ended = try await run(home, words, environment: environment)
        if let status {
            try #require(
                ended.status == status, "\(command): \(ended.output) \(ended.errors)")
        }
        return ended
    }

    /// The same, with a redirection of the shell and with `input` piped into it.
    static func redirected(
        _ home: ScratchHome, _ arguments: [String], _ redirection: String, _ input: String,
        _ environment: [String: String]
    ) async throws -> CommandRun {
        try await waiting {
            try home.run(
                redirecting: redirection, arguments, typing: input, environment: environment)
        }
    }

    /// Waits for the end of a program that was started.
    static func finish(_ program: StartedProgram) async throws -> CommandRun {
        try await waiting { try program.finish() }
    }

    /// What `body` gives, which blocks; the threads that run tasks are left to others.
    static func waiting(
        _ body: @escaping @Sendable () throws -> CommandRun
    ) async throws -> CommandRun {
        let result: Result<CommandRun, any Error> = await withCheckedContinuation { done in
            DispatchQueue(label: "run").async { done.resume(returning: Result { try body() }) }
        }
        return try result.get()
    }
}

/// So many places; who finds none waits for one.
private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Takes a place.
    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Gives it to who has waited longest, or back.
    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
