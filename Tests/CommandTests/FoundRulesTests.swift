// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Rules that nobody named: which are looked for, which are taken, and that it is said.
@Suite("Rules that are found")
struct FoundRulesTests {
    /// A home with a configuration of its own and, elsewhere, a folder that holds rules.
    private func home(_ names: String...) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        for name in names {
            try home.write(TestRules.old(root: home.path + "/d"), to: name)
            try chmod(home, name, 0o644)
        }
        return home
    }

    private func chmod(_ home: ScratchHome, _ name: String, _ mode: mode_t) throws {
        #expect(Glibc.chmod(home.path + "/" + name, mode) == 0)
    }

    /// Runs the program in the folder `name` of the home.
    private func run(_ home: ScratchHome, in name: String, _ line: String) throws -> CommandRun {
        try home.shell("cd '\(name)' && \(try ScratchHome.program()) \(line)")
    }

    private static let configured = ".config/cleanrules/rules.yaml"

    @Test(
        "are taken from the folder or its own folder, and are always named in full",
        arguments: [
            "d/.cleanrules/rules.yaml", "d/.cleanrules/cleanrules.yaml", "d/rules.yaml",
            "d/cleanrules.yaml", configured,
        ])
    func places(name: String) throws {
        let home = try home(name)
        let isConfigured = name == Self.configured
        for line in [
            "plan '\(home.path)/d' -q", "plan -q --summary --no-state", "check", "sync -q",
        ] {
            let run = try run(home, in: "d", line)
            #expect(run.status == 0, "\(line): \(run.errors)")
            #expect(run.errors.contains("Rules: \(home.path)/\(name) (found;"), "\(line)")
        }
        let named = try run(home, in: "d", "plan -q --rules '\(home.path)/\(name)'")
        #expect(named.status == 0 && !named.errors.contains("Rules: "))
        let link = try home.shell("ln -s d link")
        #expect(link.status == 0)
        let linked = try home.run("plan", "link", "-q")
        #expect(linked.status == 0 && linked.errors.contains("\(home.path)/\(name) "))
        if !isConfigured { #expect(try home.run("plan", "-q").status == 1, "not from here") }
    }

    @Test("are never taken from the folder above")
    func above() throws {
        let home = try home("rules.yaml", "cleanrules.yaml")
        let run = try home.run("plan", "d", "-q")
        #expect(run.status == 1)
        #expect(run.errors.contains("no rules file found"))
        #expect(!run.errors.contains("looked for \(home.path)/rules.yaml"))
    }

    @Test("are not looked for in a folder that is not there: its name is what was mistyped")
    func mistyped() throws {
        let home = try home()
        let run = try home.run("plan", "nowhere", "-q")
        #expect(run.status == 1)
        #expect(run.errors.contains("nowhere' is not a folder"))
        #expect(!run.errors.contains("no rules file found"))
    }

    @Test("of the configuration are not those of a relative path")
    func relativeConfiguration() throws {
        let home = try home("config/cleanrules/rules.yaml", "home/.config/cleanrules/rules.yaml")
        for environment in [["XDG_CONFIG_HOME": "config"], ["HOME": "home"]] {
            let run = try home.run(["plan", "--no-state", "-q"], environment: environment)
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.errors.contains("no rules file found"))
        }
    }

    /// What makes rules that were found those of somebody else, perhaps.
    enum Doubt: String, CaseIterable {
        case writableByGroup, writableByAll, writableFolder, writableOwnFolder, link, linkedFolder
        case pipe, foreign, foreignFolder, foreignOwnFolder

        /// Makes a file one that a group of others can write to; false where only root could.
        private func open(_ path: String, toOthersWith mode: mode_t) throws -> Bool {
            guard chown(path, uid_t.max, 1) == 0 else { return false }
            #expect(Glibc.chmod(path, mode) == 0)
            return true
        }

        /// Makes it so; false where only root could.
        func befall(_ home: ScratchHome) throws -> Bool {
            let rules = home.path + "/d/.cleanrules/rules.yaml"
            let (own, folder) = (home.path + "/d/.cleanrules", home.path + "/d")
            switch self {
            case .writableByGroup: return try open(rules, toOthersWith: 0o664)
            case .writableByAll: #expect(Glibc.chmod(rules, 0o646) == 0)
            case .writableFolder: #expect(Glibc.chmod(folder, 0o1777) == 0)
            case .writableOwnFolder: return try open(own, toOthersWith: 0o775)
            case .link:
                #expect(rename(rules, home.path + "/mine.yaml") == 0)
                #expect(symlink(home.path + "/mine.yaml", rules) == 0)
            case .linkedFolder:
                #expect(rename(own, home.path + "/mine") == 0)
                #expect(symlink(home.path + "/mine", own) == 0)
            case .pipe:
                #expect(unlink(rules) == 0)
                #expect(mkfifo(rules, 0o600) == 0)
            case .foreign: return geteuid() == 0 && chown(rules, 12_345, 12_345) == 0
            case .foreignFolder: return geteuid() == 0 && chown(folder, 12_345, 12_345) == 0
            case .foreignOwnFolder: return geteuid() == 0 && chown(own, 12_345, 12_345) == 0
            }
            return true
        }
    }

    @Test("are refused where somebody else may have written them", arguments: Doubt.allCases)
    func refused(doubt: Doubt) throws {
        let home = try home("d/.cleanrules/rules.yaml", Self.configured)
        guard try doubt.befall(home) else { return }
        for line in [
            "plan . -q", "plan -q", "plan --no-state", "sync -q", "check", "test", "why /a.iso",
            "whoami",
        ] {
            let run = try run(home, in: "d", line)
            #expect(run.status == 5, "\(doubt), \(line): \(run.errors)")
            #expect(run.errors.contains("\(home.path)/d/.cleanrules/rules.yaml'"))
            #expect(run.errors.contains("--rules"))
        }
        #expect(try home.run("stage", "--yes").status == 1, "there is no plan")
        if doubt == .pipe { return }
        let named = try home.run("plan", "-q", "--rules", "d/.cleanrules/rules.yaml")
        #expect(named.status == 0, "named rules are taken as they are: \(named.errors)")
    }

    @Test("that a group of this user alone may write are taken: a umask of 002 makes them so")
    func ownGroup() throws {
        guard let user = getpwuid(geteuid()), let group = getgrgid(user.pointee.pw_gid),
            strcmp(user.pointee.pw_name, group.pointee.gr_name) == 0,
            group.pointee.gr_mem.pointee == nil
        else { return }
        let home = try home("d/.cleanrules/rules.yaml", Self.configured)
        for name in ["d", "d/.cleanrules"] { try chmod(home, name, 0o775) }
        try chmod(home, "d/.cleanrules/rules.yaml", 0o664)
        #expect(try run(home, in: "d", "plan . -q").status == 0)
    }

    @Test("of the configuration may be a link, and nobody else may write them")
    func configuration() throws {
        let home = try home("dotfiles/rules.yaml")
        try FileManager.default.createDirectory(
            atPath: home.path + "/.config/cleanrules", withIntermediateDirectories: true)
        #expect(symlink(home.path + "/dotfiles/rules.yaml", home.path + "/" + Self.configured) == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("run").status == 0)
        // Whoever can write the folder puts a link of theirs there.
        for folder in [".config/cleanrules", ".config", "dotfiles"] {
            try chmod(home, folder, 0o777)
            for command in [["plan", "-q"], ["run"]] {
                let run = try home.run(command)
                #expect(run.status == 5, "\(folder): \(run.output)")
                #expect(run.errors.contains("others can write into its folder"), "\(run.errors)")
            }
            try chmod(home, folder, 0o755)
        }
        #expect(try home.run("run").status == 0)
        try chmod(home, "dotfiles/rules.yaml", 0o666)
        for command in [["plan", "-q"], ["run"]] {
            let run = try home.run(command)
            #expect(run.status == 5)
            #expect(run.errors.contains("others can write it"))
        }
    }

    @Test("include no files that somebody else may have written")
    func included() throws {
        let home = try home("d/rules.yaml")
        let rules = "include: [more.yaml]\n" + TestRules.old(root: home.path + "/d")
        try home.write(rules, to: "d/rules.yaml")
        try home.write("version: 1\nrules: []\n", to: "d/more.yaml")
        #expect(try run(home, in: "d", "plan -q").status == 0)
        try chmod(home, "d/more.yaml", 0o666)
        for line in ["plan -q", "check"] {
            let found = try run(home, in: "d", line)
            #expect(found.status == 3)
            #expect(found.errors.contains("others can write it"), "\(found.errors)")
        }
        #expect(try run(home, in: "d", "plan -q --rules rules.yaml").status == 0)
    }

    @Test("in the folder are none for a round, which empties nothing that nobody meant")
    func unattended() throws {
        let home = try home("d/.cleanrules/rules.yaml", "d/rules.yaml")
        for line in ["run --stage", "run . --stage", "run -q", "run '\(home.path)/d' --stage"] {
            let run = try run(home, in: "d", line)
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.errors.contains("name one with --rules"))
            #expect(run.errors.contains("\(home.path)/\(Self.configured)"))
        }
        #expect(home.has("d/a.iso") && !home.has(".local/state/cleanrules/default/state.sqlite"))
        try home.write(TestRules.old(window: "1h", root: home.path + "/d"), to: Self.configured)
        let run = try run(home, in: "d", "run --stage -q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("Rules: \(home.path)/\(Self.configured) (found;"))
        #expect(run.output.contains("rules     \(home.path)/\(Self.configured)"))
    }
}
