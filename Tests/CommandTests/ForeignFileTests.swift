// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing

/// What others name and plant does not hold the program up, and tells nobody what is not theirs.
@Suite("Files that others chose")
struct ForeignFileTests {
    private let home: ScratchHome

    init() throws {
        home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
    }

    private static let secret = "hunter2-machine-login"

    @Test(
        "pipes and devices are not waited for, wherever a file is read",
        arguments: [
            ["check", "PLACE"], ["test", "PLACE"], ["plan", "--no-state", "--rules", "PLACE"],
            ["plan", "--no-state", "--rules", "rules.yaml", "--listing", "PLACE"],
            ["why", "--no-state", "--rules", "rules.yaml", "--listing", "PLACE", "a"],
            ["show", "PLACE"], ["import", "PLACE"], ["review", "--decisions", "PLACE"],
            ["run", "--rules", "PLACE"], ["stage", "--rules", "PLACE"],
            ["plan", "--no-state", "--rules", "including.yaml"],
            ["plan", "--no-state", "--rules", "listing.yaml"],
        ])
    func pipes(arguments: [String]) throws {
        try home.run("plan", "-q")
        for place in ["pipe", "/dev/zero", "/dev/tty", "/dev/ptmx"] {
            if place == "pipe" { #expect(mkfifo(home.path + "/pipe", 0o600) == 0) }
            try home.write(
                "version: 1\nrules: []\ninclude: [\(place)]\ndrives: {d: {kind: local, root: d}}",
                to: "including.yaml")
            try home.write(
                "version: 1\nrules: []\ndrives: {d: {kind: listing, file: \(place)}}",
                to: "listing.yaml")
            let run = try home.run(arguments.map { $0 == "PLACE" ? place : $0 })
            #expect([1, 3, 5].contains(run.status), "\(arguments) \(place): \(run.status)")
            #expect(!run.errors.isEmpty)
            #expect(run.errors.utf8.count < 4_096, "\(run.errors.prefix(200))")
        }
    }

    @Test("standard input is read where it is named, and only there")
    func standardInput() throws {
        let line = #"{"path":"/a.iso","modified":"2020-01-01T00:00:00Z","size":1}"#
        let run = try home.run(
            ["plan", "-q", "--no-state", "--rules", "rules.yaml", "--listing", "-"], typing: line)
        #expect(run.status == 0, "\(run.errors)")
        let device = try home.run(
            ["plan", "-q", "--no-state", "--rules", "rules.yaml", "--listing", "/dev/stdin"],
            typing: line)
        #expect(device.status == 1)
        #expect(device.errors.contains("'-'"))
    }

    @Test(
        "nothing is printed of an included file that is outside, or not called like rules",
        arguments: [
            "machine \(secret)", "password: \(secret)", "version: 1\n\(secret): [\(secret)]",
            "version: 1\nrules: [{id: r, match: {size: \(secret)}, then: delete}]",
            "\"\(secret)", "- \(secret)", "&a \(secret): *\(secret)",
        ])
    func includes(content: String) throws {
        try home.write(content, to: ".netrc")
        try home.write(content, to: "own/netrc")
        try home.write(content, to: "shared.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/own/link.yaml", withDestinationPath: "../.netrc")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/own/near.yml", withDestinationPath: "netrc")
        for (name, included) in [
            ("up", "../.netrc"), ("link", "link.yaml"), ("in", "netrc"),
            ("near", "near.yml"), ("wide", "../shared.yaml"),
        ] {
            try home.write(
                "version: 1\nrules: []\ninclude: [\(included)]\n", to: "own/\(name).yaml")
            let file = "own/\(name).yaml"
            for arguments in [
                ["check", file], ["check", file, "--include-root", home.path],
                ["plan", "--no-state", "--include-root", home.path, "--rules", file],
            ] {
                let run = try home.run(arguments)
                #expect(run.status == 3, "\(arguments): \(run.errors)")
                #expect(!(run.errors + run.output).contains(Self.secret), "\(run.errors)")
                let last = included.split(separator: "/").last ?? ""
                #expect(run.errors.contains(last), "the file is named: \(run.errors)")
            }
        }
    }

    @Test("of an included file that is rules, and lies with the others, the line is shown")
    func includedRules() throws {
        try home.write(
            "version: 1\nrules: [{id: r, match: {size: big}, then: delete}]", to: "b.yml")
        try home.write("version: 1\nrules: []\ninclude: [b.yml]\n", to: "a.yaml")
        let check = try home.run("check", "a.yaml")
        #expect(check.status == 3)
        #expect(check.errors.contains("size: big"), "\(check.errors)")
    }

    @Test("a state that others could change is refused, with what to do", .timeLimit(.minutes(60)))
    func exposedState() throws {
        try home.run("plan", "-q", "--state", "s.db")
        chmod(home.path + "/s.db", 0o666)
        for command in [["stage", "--yes"], ["status"], ["export"], ["execute", "--yes"]] {
            let run = try home.run(command + ["--state", "s.db"])
            #expect(run.status == 5, "\(command): \(run.errors)")
            #expect(run.errors.contains("chmod go-w"), "\(command): \(run.errors)")
        }
        chmod(home.path + "/s.db", 0o600)
        try home.write("precious", to: "precious")
        try? home.remove("s.db.run")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/s.db.run", withDestinationPath: "precious")
        #expect(try home.run("execute", "--yes", "--state", "s.db").status == 5)
        #expect(try home.text("precious") == "precious")
    }

    @Test(
        "the link to the review is written where nobody else may write",
        arguments: ["link", "open", "foreign", "relative", "own"])
    func reviewLink(kind: String) throws {
        try home.run("plan", "-q")
        try home.write("#!/bin/sh\necho \"$1\" > '\(home.path)/opened'\n", to: "bin/xdg-open")
        chmod(home.path + "/bin/xdg-open", 0o700)
        try home.write("", to: "session/.keep")
        var folder = home.path + "/session"
        switch kind {
        case "link":
            folder = home.path + "/linked"
            try FileManager.default.createSymbolicLink(
                atPath: folder, withDestinationPath: "session")
        case "open": chmod(folder, 0o777)
        case "foreign":
            // Only root can give it away.
            if geteuid() != 0 { return }
            chown(folder, 4_321, gid_t.max)
        case "relative": folder = "session"
        default: chmod(folder, 0o700)
        }
        let review = try home.start(
            ["review", "--web"],
            environment: [
                "XDG_RUNTIME_DIR": folder, "DISPLAY": ":0",
                "PATH": "\(home.path)/bin:/usr/bin:/bin",
            ])
        defer { if review.process.isRunning { review.process.terminate() } }
        while !((try? home.text("opened"))?.hasSuffix("\n") ?? false) {
            try #require(review.process.isRunning)
            usleep(10_000)
        }
        let opened = URL(fileURLWithPath: String(try home.text("opened").dropFirst(7)))
        let place = opened.deletingLastPathComponent().deletingLastPathComponent().path
        #expect(place == (kind == "own" ? folder : "/tmp"), "\(opened)")
        review.process.terminate()
        #expect(try review.finish().status == 143)
        #expect(home.tree("session") == [".keep"])
    }

    @Test("a new state is the user's alone, whatever the mask")
    func mask() throws {
        let program = try ScratchHome.program()
        let run = try home.shell(
            "umask 0; \(program) plan -q --rules rules.yaml && find .local -perm /077")
        #expect(run.status == 0, "\(run.errors)")
        #expect(home.has(".local/state/cleanrules/default/state.sqlite"))
        #expect(!run.output.contains(".local"), "\(run.output)")
    }
}
