// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Completion in shells")
struct CompletionTests {
    /// What is typed, and what it becomes.
    private static let lines: [(typed: String, completed: String)] = [
        ("cleanrules quota ext", "cleanrules quota extend "),
        ("cleanrules quota extend --inc", "cleanrules quota extend --include-root "),
        ("cleanrules plan di", "cleanrules plan diff "),
        ("cleanrules plan diff --f", "cleanrules plan diff --format "),
        ("cleanrules plan d --su", "cleanrules plan d --summary "),
        ("cleanrules stats share --te", "cleanrules stats share --text "),
        ("cleanrules state res", "cleanrules state restore "),
        ("cleanrules help quota res", "cleanrules help quota reset-clock "),
        ("cleanrules plan --format nd", "cleanrules plan --format ndjson "),
        ("cleanrules sync fol", "cleanrules sync folder/"),
        ("cleanrules check ru", "cleanrules check rules.yaml "),
    ]

    /// A home with a folder, a file and a completion script.
    private func home(_ shell: String) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write("version: 1\nrules: []\n", to: "rules.yaml")
        try home.write("x", to: "folder/x")
        let script = try home.run("completions", shell)
        #expect(script.status == 0)
        try home.write(script.output, to: "completion")
        let folder = URL(fileURLWithPath: try ScratchHome.program()).deletingLastPathComponent()
        try home.write("PATH='\(folder.path)':$PATH\n", to: "path")
        return home
    }

    /// What stands between `<<` and `>>`.
    private func marked(_ output: String) -> [String] {
        output.components(separatedBy: "<<").dropFirst().compactMap {
            $0.components(separatedBy: ">>").first
        }
    }

    @Test(
        "the scripts are in the language of their shells",
        arguments: ["bash", "zsh", "fish"].filter(Shells.isInstalled))
    func syntax(_ shell: String) throws {
        let run = try home(shell).shell("\(shell) -n completion")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("bash completes what is typed", .enabled(if: Terminal.isInstalled))
    func bash() throws {
        let home = try home("bash")
        try home.write(
            #"""
            PS1=; . ./path; . ./completion
            show() { printf '<<%s>>\n' "$READLINE_LINE"; READLINE_LINE=; }
            bind -x '"\C-g": show'
            """#, to: "rc")
        try home.write(
            Self.lines.map { $0.typed + "\t\u{7}" }.joined() + "exit\n", to: "typed")
        let run = try home.shell("script -qec 'bash --rcfile rc -i' /dev/null < typed")
        #expect(marked(run.output) == Self.lines.map(\.completed), "\(run.output)")
    }

    @Test("zsh completes what is typed", .enabled(if: Shells.isInstalled("zsh"), Shells.missing))
    func zsh() throws {
        let home = try home("zsh")
        try home.write(
            #"""
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'PS1=; . ./path; autoload -Uz compinit; compinit -u -D; . ./completion'
            zpty -w shell 'show() { print -r -- "<<$BUFFER>>"; BUFFER=; zle accept-line }'
            zpty -w shell 'zle -N show; bindkey "^G" show; print rea""dy'
            zpty -r shell line '*ready*'
            while IFS= read -r typed; do
                zpty -w -n shell "$typed"$'\t\a'
                zpty -r shell line '*<<*>>*'
                print -r -- "<<${line##*<<}"
            done
            zpty -d shell
            """#, to: "type")
        try home.write(Self.lines.map { $0.typed + "\n" }.joined(), to: "typed")
        let run = try home.shell("zsh -f type < typed")
        #expect(marked(run.output) == Self.lines.map(\.completed), "\(run.output) \(run.errors)")
    }

    @Test("fish completes what is typed", .enabled(if: Shells.isInstalled("fish"), Shells.missing))
    func fish() throws {
        let home = try home("fish")
        for line in Self.lines {
            let run = try home.shell(
                "sh -c '. ./path; export PATH; exec fish --no-config -c \""
                    + "source completion; complete -C \\\"\(line.typed)\\\"\"'")
            let last = line.completed.trimmingCharacters(in: .whitespaces)
            let word = last.components(separatedBy: " ").last ?? ""
            let found = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
            #expect(found.map(String.init) == [word], "\(line.typed): \(run.output)\(run.errors)")
        }
    }

    @Test("no command is offered what it refuses, and each what its help lists")
    func allOptions() throws {
        let home = try ScratchHome()
        for words in [["plan", "diff"], ["plan"], ["quota", "extend"], ["stats"], ["run"]] {
            let offered = try home.run(["completions", "bash", "--"] + words + ["--"])
            let names = offered.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
            let help = try home.run(words + ["--help"]).output
            let listed = help.matches(of: #/(?m)^  (?:-\w, )?(--[a-z-]+)/#).map(\.1)
            #expect(Set(names) == Set(listed), "\(words)")
        }
    }
}

/// The shells that a test can be tried in.
enum Shells {
    /// What a test says that is left out.
    static let missing: Comment = "the shell is not installed; script/packages --tests installs it"

    static func isInstalled(_ name: String) -> Bool {
        InstalledProgram.isExpected("/usr/bin/\(name)")
    }
}
