// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc

/// `cleanrules init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a commented rules file to start from. Never overwrites.",
        discussion: """
            Examples:
              cleanrules init ~/Pictures --template photos
              cleanrules init ~/Downloads --template downloads -o downloads.yaml

            Without -o the file goes to FOLDER/.cleanrules/rules.yaml, where 'cleanrules plan FOLDER'
            finds it and no rule ever looks.
            """)

    @Argument(help: "The folder that the rules are for.")
    var folder: String = "."

    @Option(name: .shortAndLong, help: "photos, downloads, backups or minimal.")
    var template: RuleTemplate = .minimal

    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String?

    func run() throws {
        guard let root = MachinePath.canonical(folder), FileBytes.isFolder(root) else {
            throw Failure(.failed, "'\(VisibleText.escaped(folder))' is no folder")
        }
        let path = output ?? root + "/.cleanrules/rules.yaml"
        if output == nil { try makeFolder(root + "/.cleanrules") }
        try write(template.text(root: root), to: path)
        let shown = VisibleText.escaped(path)
        Console.hasDone("'\(shown)' is written")
        Console.say("Wrote \(shown)")
        Console.note("Next: open it in an editor, then")
        Console.note("      cleanrules check \(shown)")
        Console.note("      cleanrules plan --rules \(shown)")
    }

    private func makeFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        throw Failure(
            .failed, "cannot make '\(VisibleText.escaped(path))': \(FileBytes.reason())")
    }

    private func write(_ text: String, to path: String) throws(Failure) {
        let shown = VisibleText.escaped(path)
        // O_EXCL: a file that is there already is never touched, not even in a race.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw Failure(
                    .refused, "'\(shown)' exists and is not overwritten; name another with -o")
            }
            throw Failure(.failed, "cannot write '\(shown)': \(FileBytes.reason())")
        }
        defer { close(descriptor) }
        let sink = ByteSink(.descriptor(descriptor))
        try sink.append(text)
        try sink.flush()
    }
}

extension RuleTemplate: ExpressibleByArgument {}
