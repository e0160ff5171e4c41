// SPDX-License-Identifier: Apache-2.0

internal import Messages
public import RuleEngine

/// A file that was read: its bytes make the digest of the rules, its lines stand beside findings.
public struct RuleSource: Sendable, Hashable {
    /// The name as findings give it.
    public let file: String
    /// The bytes as they were read.
    public let bytes: [UInt8]

    /// The bytes of `file`.
    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

/// A decoded rules file with every file that went into it.
public struct DecodedRuleFile: Sendable {
    /// The rules, or none when a finding is an error, and all findings in the order of their places.
    public let rules: Diagnosed<RuleFile>
    /// The files that were read, the first file first, each once.
    public let sources: [RuleSource]
}

/// Decodes rules files.
public enum RuleFileDecoder {
    /// The most files that one set of rules may have.
    public static let fileCountMax = 100

    /// Decodes `bytes` and the files that they include.
    ///
    /// `include` reads a file: it gets the path as seen from where `file` is seen from, and the file
    /// that includes it; what it throws becomes a finding at the place of the path, a `ValueError`
    /// one of its own code, any `ClausedError` is said in the language of the person. Nothing else is read. Time and memory are bounded whatever the bytes hold.
    public static func decode(
        _ bytes: [UInt8], file: String,
        include: (_ path: String, _ from: String) throws -> [UInt8]
    ) -> DecodedRuleFile {
        var reading = FileSetReading()
        reading.read(bytes, file: file, isIncluded: false, include)
        return reading.result()
    }
}

/// What has been read of a set of files.
private struct FileSetReading {
    /// The files read, each once.
    private var sources: [RuleSource] = []
    /// What each file holds, in the order of reading.
    private var contents: [FileContents] = []
    /// The files that lead to the one being read.
    private var path: [String] = []
    /// Whether every file could be read and is YAML.
    private var isComplete = true
    /// How many files have been asked for.
    private var fileCount = 0

    /// Reads one file and then, depth first, what it includes.
    mutating func read(
        _ bytes: [UInt8], file: String, isIncluded: Bool,
        _ include: (_ path: String, _ from: String) throws -> [UInt8]
    ) {
        fileCount += 1
        if !sources.contains(where: { $0.file == file }) {
            sources.append(RuleSource(file: file, bytes: bytes))
        }
        let index = contents.count
        contents.append(decode(bytes, file: file, isIncluded: isIncluded))
        path.append(isIncluded ? file : IncludePath.normalised(file))
        for use in contents[index].includes {
            do {
                let (path, bytes) = try readIncluded(use, from: file, include)
                read(bytes, file: path, isIncluded: true, include)
            } catch {
                isComplete = false
                contents[index].findings.append(
                    Diagnostic(.error, error.code, error.clause, at: use.place))
            }
        }
        path.removeLast()
    }

    /// The bytes of an included file.
    private func readIncluded(
        _ use: NameUse, from file: String,
        _ include: (_ path: String, _ from: String) throws -> [UInt8]
    ) throws(ValueError) -> (path: String, bytes: [UInt8]) {
        let resolved = IncludePath.resolve(use.name, from: file)
        guard !path.contains(resolved) else {
            throw ValueError(
                .includeCycle, Message("'\(use.name.quotable)' leads back to this file"))
        }
        guard fileCount < RuleFileDecoder.fileCountMax else {
            throw ValueError(
                .includeTooMany,
                Message("more than \(RuleFileDecoder.fileCountMax) files are included in all"))
        }
        do {
            return (resolved, try include(resolved, file))
        } catch let finding as ValueError {
            throw finding
        } catch {
            let why = (error as? any ClausedError)?.clause ?? .plain("\(error)")
            throw ValueError(
                .includeUnreadable, Message("'\(use.name.quotable)' cannot be read: \(why)"))
        }
    }

    /// What one file holds; findings only, if it is not YAML.
    private mutating func decode(_ bytes: [UInt8], file: String, isIncluded: Bool) -> FileContents {
        var contents = FileContents()
        guard bytes.count <= SourceCheck.byteCountMax else {
            isComplete = false
            let place = SourceRange(file: file, bytes: 0..<0, line: 1, column: 1)
            contents.findings = [
                Diagnostic(
                    .error, .fileTooLarge, Message("a rules file is at most 1 MiB"), at: place)
            ]
            return contents
        }
        let source = SourceText(file: file, bytes: bytes)
        if let finding = SourceCheck.finding(in: source) {
            isComplete = false
            contents.findings = [finding]
            return contents
        }
        let composed = TreeComposer.compose(source)
        if let tree = composed.tree {
            contents = FileDecoder.contents(of: tree, in: source, isIncluded: isIncluded)
        } else {
            isComplete = false
        }
        contents.findings += composed.diagnostics
        nameOddCharacters(in: source, &contents.findings)
        return contents
    }

    /// How many findings of a file are looked at for characters that look like others: as many as are
    /// shown.
    private static let namedCountMax = 50

    /// Names characters that look like blanks or quotes and are none, in the lines of errors.
    private func nameOddCharacters(in source: SourceText, _ findings: inout [Diagnostic]) {
        for index in findings.indices.prefix(Self.namedCountMax)
        where findings[index].severity == .error {
            guard let place = findings[index].range?.bytes.lowerBound else { continue }
            findings[index].remarks += OddCharacters.notes(
                in: source.bytes[source.line(around: place)])
        }
    }

    /// Everything together.
    func result() -> DecodedRuleFile {
        var findings = contents.flatMap(\.findings)
        findings += NameResolver.findings(in: contents.map(\.names), isComplete: isComplete)
        let ordered = ordered(findings)
        let hasErrors = ordered.contains { $0.severity == .error }
        return DecodedRuleFile(
            rules: Diagnosed(value: hasErrors ? nil : merged(), diagnostics: ordered),
            sources: sources)
    }

    /// The first file with the entries of the others after its own.
    private func merged() -> RuleFile {
        var result = contents[0].ruleFile
        for included in contents.dropFirst().map(\.ruleFile) {
            result.definitions += included.definitions
            result.protections += included.protections
            result.rules += included.rules
            result.tests += included.tests
        }
        result.protections += result.drives.compactMap { drive in
            drive.canary?.protection(on: drive.name)
        }
        return result
    }

    /// Findings by file and place, each once: what is merged or included twice is said once.
    private func ordered(_ findings: [Diagnostic]) -> [Diagnostic] {
        let ranks = Dictionary(
            sources.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<Diagnostic> = []
        let keyed = findings.filter { seen.insert($0).inserted }.enumerated().map {
            (
                key: (
                    ranks[$1.range?.file ?? ""] ?? 0, $1.range?.bytes.lowerBound ?? 0, $0
                ), value: $1
            )
        }
        return keyed.sorted { $0.key < $1.key }.map(\.value)
    }
}
