// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// `cleanrules check`.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a rules file: every error at once, each with its place.",
        discussion: """
            Examples:
              cleanrules check rules.yaml
              cleanrules check rules.yaml && cleanrules test rules.yaml
              git show HEAD:rules.yaml | cleanrules check -
              cleanrules check rules.yaml --format sarif -o rules.sarif
              cleanrules check --photos

            Findings go to standard error. Exit status 0, or 3 when there is an error. With --photos,
            what was listed last is looked through for names that stand for several pictures of one
            folder, as a.jpg and a.png: no such file goes or stays with another one.
            """)

    @Argument(
        help: "The rules file, or '-' for standard input. Default: the one that 'plan' would use.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Flag(name: .long, help: "Take warnings for errors.")
    var strict = false

    @Flag(
        name: .long,
        help: "List names that stand for several pictures of one folder, of what was listed last.")
    var photos = false

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "table, json or sarif.")
    var format: FindingsFormat = .table

    @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
    var output: String?

    @OptionGroup var integration: IntegrationOptions

    mutating func validate() throws {
        if output != nil, format == .table {
            throw ValidationError(String(clause: "--output is for --format json and sarif."))
        }
        if photos, format != .table {
            throw ValidationError(String(clause: "--photos is for --format table."))
        }
    }

    func run() async throws {
        var loaded: LoadedRules?
        try integration.telling { report in loaded = try check(&report) }
        guard let loaded else { return }
        // A state that others hold just now is no reason not to check rules.
        if let session = try? StateSession.forReading(state) {
            try? await session.warnOfTier(loaded.file, at: loaded.absolutePath)
        }
        if photos { try await listPhotos(loaded) }
    }

    /// Says which names stand for several pictures.
    private func listPhotos(_ loaded: LoadedRules) async throws {
        let session = try StateSession.existing(state, migrates: false)
        let listing = try await PhotoSession(rules: loaded, session: session, isQuiet: false)
            .listedItems().listing
        let shots = AmbiguousShots.rows(in: listing)
        for rows in shots {
            let names = rows.map { listing.path($0) }
            Console.say(
                .checkPhotosName(
                    drive: VisibleText.escaped(listing.driveName(rows[0])),
                    names: Phrase.series(
                        names.map { .verbatim(VisibleText.escaped($0)) }, separator: ", ")))
        }
        Console.say(shots.isEmpty ? .checkPhotosNone : .checkPhotosSome(n: shots.count))
    }

    /// Says all that is wrong, and gives back rules in which nothing is.
    private func check(_ report: inout IntegrationReport) throws -> LoadedRules? {
        let input = try RulesInput.read(rules)
        let path = input.name
        report.rulesPath = path
        report.gate.keep(rulesAt: path)
        let decoded = RulesLoader.decode(input.bytes, name: path, trust: input.trust)
        var loaded: LoadedRules?
        if decoded.rules.value != nil {
            let rules = try RulesLoader.loaded(decoded, path)
            loaded = rules
            report.gate.keep(rules)
            report.gate.isWhole = true
        }
        if let output { _ = try report.gate.target(output) }
        let findings = Self.findings(in: decoded)
        RulesLoader.report(findings, decoded.sources)
        let said = findings.map { finding in
            Finding(finding).relative(to: MachinePath.canonical(".") ?? "/", MachinePath.canonical)
        }
        switch format {
        case .table: break
        case .sarif:
            try write(SARIFReport.json(said, version: Version.text), report.gate)
        case .json:
            try write(
                FindingsJSON.document(
                    said, path: path,
                    isUsable: decoded.rules.value != nil
                        && !findings.contains { $0.severity == .error }),
                report.gate)
        }
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        var counts: [Phrase] = [.checkErrors(n: errors), .checkWarnings(n: warnings)]
        if let file = decoded.rules.value {
            counts.insert(.checkRules(n: file.writtenRuleCount), at: 0)
        }
        let line = Phrase.checkLine(
            path: VisibleText.escaped(path), what: Phrase.series(counts, separator: ", "))
        if errors > 0 || (strict && warnings > 0) {
            Console.note(line)
            throw Failure(.invalidRules)
        }
        if format == .table { Console.say(line) }
        return loaded
    }

    /// Everything there is to say of rules, with what their drives never supply: that stops a plan over
    /// such a drive; here it is a warning, because a listing may stand in for the drive. Settings with
    /// which no account can be reached are errors.
    static func findings(in decoded: DecodedRuleFile) -> [Diagnostic] {
        guard let file = decoded.rules.value else { return decoded.rules.diagnostics }
        let drives = file.drives.map { ListedDrive(name: $0.name, kind: $0.kind) }
        var findings = decoded.rules.diagnostics
        findings += SupplyCheck.diagnostics(file, drives: drives).map { finding in
            var finding = finding
            finding.severity = .warning
            return finding
        }
        for drive in file.drives where drive.kind == .onedrive {
            do throws(Failure) {
                try AccountOpening.checkAddresses(of: drive)
            } catch {
                guard let clause = error.clause else { continue }
                findings.append(Diagnostic(.error, .valueMisplaced, clause, at: drive.location))
            }
        }
        return findings
    }

    private func write(_ document: JSONValue, _ gate: OutputGate) throws(Failure) {
        try OutputFile.write(to: output, past: gate, for: .others) { sink throws(OutputError) in
            try sink.append(document.document)
        }
    }
}

/// How findings in rules are written.
enum FindingsFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
    case sarif
}

/// `cleanrules schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of the rules file, or of what a command writes.",
        discussion: """
            Examples:
              cleanrules schema > cleanrules.schema.json
              cleanrules schema plan
              cleanrules schema --list

            For editors, with the YAML language server, as the first line of a rules file:
              # yaml-language-server: $schema=cleanrules.schema.json
            """)

    @Argument(help: "rules, or the command whose JSON it is of.")
    var name: SchemaName = .rules

    @Flag(name: .long, help: "Print the names of all schemas.")
    var list = false

    func run() throws {
        if list {
            for name in SchemaName.allCases { Console.say(name.rawValue) }
        } else if let text = DocumentSchema.text(of: name.rawValue) {
            Console.sayRaw(text)
        } else {
            Console.sayRaw(RuleFileSchema.json)
        }
    }
}

/// The schemas that can be printed: that of the rules file, and those of `DocumentSchema`.
enum SchemaName: String, CaseIterable, ExpressibleByArgument {
    case rules
    case check
    case fleet
    case plan
    case privacy
    case run
    case status
    case suggest
    case test
    case why
}

/// `cleanrules version`.
struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Print the version.")

    func run() throws { Console.say("cleanrules \(Version.text)") }
}

/// The shells that completions can be made for.
enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish
}

/// `cleanrules completions`.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script.",
        discussion: """
            Examples:
              cleanrules completions bash > ~/.local/share/bash-completion/completions/cleanrules
              cleanrules completions zsh > "${fpath[1]}/_cleanrules"
              cleanrules completions fish > ~/.config/fish/completions/cleanrules.fish
              cleanrules completions bash -- plan --su
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    @Argument(
        parsing: .postTerminator,
        help: "After '--': complete the last of these words. The scripts ask this way.")
    var words: [String] = []

    func run() throws {
        guard !words.isEmpty else { return Console.say(CompletionScript.text(for: shell)) }
        for line in WordCompletion(of: words, in: try CommandTree.program()).lines {
            Console.say(line)
        }
    }
}
