// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

/// What a run of the program came to.
struct CommandRun {
    /// The status; 128 and the signal, as shells have it, where a signal ended it.
    let status: Int32
    let output: String
    let errors: String

    /// Whether it was ended by SIGKILL.
    var isKilled: Bool { status == 128 + SIGKILL }

    /// Standard output as JSON.
    func json() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return try #require(object as? [String: Any])
    }

    /// The list under `key` of standard output.
    func list(_ key: String) throws -> [[String: Any]] {
        try #require(try json()[key] as? [[String: Any]])
    }
}

/// A home of its own, with a folder `d` that rules speak of, in which the built program runs.
final class ScratchHome: Sendable {
    /// The home, without links.
    let path: String

    /// A new home with an empty folder `d`.
    init() throws {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: place.appendingPathComponent("d"), withIntermediateDirectories: true)
        path = try #require(
            realpath(place.path, nil).map { pointer in
                defer { free(pointer) }
                return String(cString: pointer)
            })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    // MARK: Files

    /// Writes a file; the folders above it are made.
    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Writes a file that was changed last on that day of 2020.
    func writeOld(_ text: String, to name: String, day: Int = 1) throws {
        try write(text, to: name)
        let date = Date(timeIntervalSince1970: 1_577_836_800 + Double(day - 1) * 86_400)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: path + "/" + name)
    }

    /// The text of a file.
    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    /// Whether there is something.
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

    /// Removes something.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }

    /// Everything below the folder `name`, sorted.
    func tree(_ name: String = "d") -> [String] {
        let found = FileManager.default.enumerator(atPath: path + "/" + name)
        return (found?.compactMap { $0 as? String } ?? []).sorted()
    }

    /// The names in the trash of the home.
    var trash: [String] { tree(".local/share/Trash/files") }

    // MARK: Running

    /// Runs the program with `arguments`, with a clock that is `later` seconds ahead.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], later seconds: Int = 0
    ) throws -> CommandRun {
        try run(arguments, environment: environment, later: seconds)
    }

    /// The same.
    @discardableResult
    func run(
        _ arguments: [String], environment: [String: String] = [:], later seconds: Int = 0
    ) throws -> CommandRun {
        let program = try start(arguments, environment: environment, later: seconds)
        // What never ends is no end either.
        DispatchQueue.global().asyncAfter(deadline: .now() + 3_000) {
            [weak process = program.process] in
            if let process, process.isRunning { kill(process.processIdentifier, SIGABRT) }
        }
        return try program.finish()
    }

    /// Makes a round by `rules.yaml`; timers name the rules that they go by.
    @discardableResult
    func round(_ arguments: String..., later seconds: Int = 0) throws -> CommandRun {
        try run(["run", "--rules", "rules.yaml"] + arguments, later: seconds)
    }

    /// Starts the program.
    func start(
        _ arguments: [String], environment: [String: String] = [:], later seconds: Int = 0
    ) throws -> StartedProgram {
        var environment = environment
        if seconds != 0 {
            environment["CLOCK_AHEAD"] = "\(seconds)"
            environment["LD_PRELOAD"] = [environment["LD_PRELOAD"], try Self.clock.get()]
                .compactMap { $0 }.joined(separator: " ")
        }
        return try start(try Self.program(), arguments, surroundings(environment))
    }

    private func start(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        input: Int32? = nil
    ) throws -> StartedProgram {
        try StartedProgram(
            ChildProgram.Start(
                program: program, arguments: arguments, environment: environment, folder: path,
                files: []), input: input)
    }

    /// Runs the program with a redirection of the shell, as `>&-`.
    func run(
        redirecting redirection: String, _ arguments: [String], typing input: String = "",
        environment: [String: String] = [:]
    ) throws -> CommandRun {
        try run(
            "/bin/sh", ["-c", "exec \"$@\" \(redirection)", "sh", try Self.program()] + arguments,
            surroundings(environment), typing: input)
    }

    /// Runs a line of the shell.
    func shell(_ line: String) throws -> CommandRun {
        try run("/bin/sh", ["-c", line], surroundings(), typing: "")
    }

    /// The same with `input` piped into it.
    func run(
        _ arguments: [String], typing input: String, environment: [String: String] = [:]
    ) throws -> CommandRun {
        try run(try Self.program(), arguments, surroundings(environment), typing: input)
    }

    /// What `script` shows of the program on a terminal of its own, with `input` typed.
    func runOnTerminal(
        _ arguments: String, typing input: String = "", environment: [String: String] = [:],
        later seconds: Int = 0
    ) throws -> CommandRun {
        var others = environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 }
        if seconds != 0 {
            others["CLOCK_AHEAD"] = "\(seconds)"
            others["LD_PRELOAD"] = try Self.clock.get()
        }
        return try run(
            Terminal.path, ["-qec", "\(try Self.program()) \(arguments)", "/dev/null"],
            surroundings(others), typing: input)
    }

    private func run(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        typing input: String
    ) throws -> CommandRun {
        let pipe = Pipe()
        let started = try start(
            program, arguments, environment, input: pipe.fileHandleForReading.fileDescriptor)
        pipe.fileHandleForWriting.write(Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        return try started.finish()
    }

    /// The environment of the program, with `others`; what is empty there is left out.
    ///
    /// In the program that ships, memory that is freed twice, or written to behind its end, ends the
    /// program, and what is read before it is written or after it is freed is not zero.
    private func surroundings(_ others: [String: String] = [:]) -> [String: String] {
        var all = [
            "PATH": "/usr/bin:/bin", "HOME": path, "LC_ALL": "C.UTF-8", "TZ": "UTC",
        ]
        for (name, value) in others { all[name] = value.isEmpty ? nil : value }
        guard Self.shipped != nil else { return all }
        all["GLIBC_TUNABLES"] = "glibc.malloc.check=3:glibc.malloc.perturb=165"
        // Since glibc 2.34 the checks are in a library of their own.
        all["LD_PRELOAD"] = [others["LD_PRELOAD"], "libc_malloc_debug.so.0"].compactMap { $0 }
            .joined(separator: " ")
        return all
    }

    /// What shows a program another clock.
    private static let clock = Result { try CompiledC.library("clock") }

    /// The program as it ships, which `CLEANRULES_BIN` names; script/test does that.
    static let shipped = ProcessInfo.processInfo.environment["CLEANRULES_BIN"]

    /// The program as it ships, or else the one that lies beside the test bundle.
    static func program() throws -> String {
        if let shipped { return shipped }
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let places = [own, CommandLine.arguments.first ?? ""].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/cleanrules"
        }
        let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
        return try #require(found, "the program lies beside the test bundle")
    }
}

/// A program that runs.
struct StartedProgram {
    let process: ChildProgram
    private let output: URL
    private let errors: URL

    /// Starts it with `input`, or nothing, as standard input.
    init(_ start: ChildProgram.Start, input: Int32? = nil) throws {
        // Files, not pipes: nothing has to read along.
        let folder = FileManager.default.temporaryDirectory
        output = folder.appendingPathComponent("out-\(UUID().uuidString)")
        errors = folder.appendingPathComponent("err-\(UUID().uuidString)")
        for file in [output, errors] { try Data().write(to: file) }
        let (out, error) = (
            try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors)
        )
        var start = start
        start.files = [
            input ?? FileHandle.nullDevice.fileDescriptor, out.fileDescriptor, error.fileDescriptor,
        ]
        process = try ChildProgram(start)
        try out.close()
        try error.close()
    }

    /// What it has written to standard error so far.
    func errorsSoFar() throws -> String {
        String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// What it has written to standard output so far.
    func outputSoFar() throws -> String {
        String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// The first line of its standard output, once it is whole.
    ///
    /// It blocks: among hundreds of tests a task that sleeps comes back after minutes, when the
    /// link of a page that stands in this line is good no more.
    func firstLine() throws -> String {
        while process.isRunning {
            let lines = try outputSoFar().split(separator: "\n", omittingEmptySubsequences: false)
            if lines.count > 1 { return String(lines[0]) }
            usleep(20_000)
        }
        struct Ended: Error { let errors: String }
        throw Ended(errors: try errorsSoFar())
    }

    /// Waits for its end.
    func finish() throws -> CommandRun {
        let status = process.waitUntilExit()
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        return CommandRun(
            status: status, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// The program that runs another one on a terminal.
enum Terminal {
    static let path = "/usr/bin/script"

    /// Whether it is installed.
    static let isInstalled = InstalledProgram.isExpected(path)
}

/// Rules files for the folder `d` of a scratch home.
enum TestRules {
    /// All `.iso` files of a listing go.
    static let listing = """
        version: 1
        timezone: UTC
        limits: {percent: unlimited}
        rules:
          - {id: images, match: {name: "*.iso"}, then: delete}
        """

    /// Old `.iso` files go after `window`.
    static func old(
        window: String = "none", method: String = "recycle", extra: String = "",
        root: String = "d"
    ) -> String {
        """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: \(root)}
        limits: {percent: unlimited}
        \(extra)
        rules:
          - id: old
            match: {name: "*.iso", modified_age: over 100d}
            then: delete
            method: \(method)
            undo_window: \(window)
        """
    }
}
