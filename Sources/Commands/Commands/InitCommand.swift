// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Samples
internal import Text
internal import Wording
internal import ArgumentParser
internal import Glibc
internal import Workflow
internal import YAMLBridge

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
            finds it and no rule ever looks. Beside it lies the schema that its first line names, with
            which editors complete keys and find mistakes.
            """)

    @Argument(help: "The folder that the rules are for.")
    var folder: String = "."

    @Option(name: .shortAndLong, help: "photos, downloads, backups or minimal.")
    var template: RuleTemplate = .minimal

    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String?

    @Flag(name: .customLong("no-schema"), help: "Write no schema for editors beside the file.")
    var isWithoutSchema = false

    /// What the schema is called beside the rules file.
    private static let schemaName = "cleanrules.schema.json"

    func run() throws {
        guard let root = MachinePath.canonical(folder), FileBytes.isFolder(root) else {
            throw Failure(.failed, .initNoFolder(path: VisibleText.escaped(folder)))
        }
        let path = output ?? root + "/.cleanrules/rules.yaml"
        let line = "# yaml-language-server: $schema=\(Self.schemaName)\n"
        let text = TemplateComments(Console.words).said(template.text(root: root))
        let whole = isWithoutSchema ? text : line + text
        if output == nil {
            let folder = try openFolder(root + "/.cleanrules")
            defer { close(folder) }
            try write(whole, to: path, as: "rules.yaml", in: folder)
        } else {
            try write(whole, to: path, as: path, in: AT_FDCWD)
        }
        if !isWithoutSchema { try writeSchema(beside: path) }
        let shown = VisibleText.escaped(path)
        Console.hasDone(.initDeed(path: shown))
        Console.say(.initWrote(path: shown))
        if output == nil { warn(of: root) }
        let words = Console.words
        let next = words(.lineNext)
        let indent = String(repeating: " ", count: CellWidth.of(next))
        Console.note(next + words(.initOpen))
        Console.note(indent + "cleanrules check \(ShellWord.quoted(path))")
        Console.note(indent + "cleanrules plan --rules \(ShellWord.quoted(path))")
    }

    /// Says why other commands would not take the rules of the folder at `root`, where they would not.
    private func warn(of root: String) {
        do throws(Failure) {
            _ = try FoundRules.first(for: root, .attended)
        } catch {
            if let phrase = error.phrase { Console.warn(phrase) }
        }
    }

    /// Makes the folder where it is missing. It has to be one of this user's: through a link, or in
    /// somebody else's, the rules would come to lie where others chose. The caller closes.
    private func openFolder(_ path: String) throws(Failure) -> Int32 {
        let shown = VisibleText.escaped(path)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw Failure(.failed, .initCannotMake(path: shown, detail: FileBytes.reason()))
        }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            guard errno == ELOOP || errno == ENOTDIR else {
                throw Failure(.failed, .initCannotOpen(path: shown, detail: FileBytes.reason()))
            }
            throw Failure(.refused, .initLink(path: shown))
        }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid() else {
            close(folder)
            throw Failure(.refused, .initForeign(path: shown))
        }
        return folder
    }

    /// Writes the schema where the first line of the rules file at `path` looks for it. A file that is
    /// there already stays.
    private func writeSchema(beside path: String) throws(Failure) {
        let schema = MachinePath.folder(of: path) + "/" + Self.schemaName
        var status = stat()
        guard fstatat(AT_FDCWD, schema, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return }
        try write(RuleFileSchema.json, to: schema, as: schema, in: AT_FDCWD)
    }

    private func write(
        _ text: String, to path: String, as name: String, in folder: Int32
    ) throws(Failure) {
        let shown = VisibleText.escaped(path)
        var status = stat()
        let isThere = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        if !isThere { _ = try OutputGate().target(path) }
        // O_EXCL: a file that is there already is never touched, not even in a race.
        let descriptor = openat(
            folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw Failure(.refused, .initExists(path: shown))
            }
            throw Failure(.failed, .initCannotWrite(path: shown, detail: FileBytes.reason()))
        }
        defer { close(descriptor) }
        let sink = ByteSink(.descriptor(descriptor))
        do throws(OutputError) {
            try sink.append(text)
            try sink.flush()
        } catch {
            throw Failure(error)
        }
    }
}

extension RuleTemplate: ExpressibleByArgument {}
