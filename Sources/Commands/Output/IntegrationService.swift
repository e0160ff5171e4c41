// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import PlanRunner
internal import Messages
internal import POSIX
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// A service of continuous integration that is told what a command finds.
enum IntegrationService: String, CaseIterable, ExpressibleByArgument {
    case github
    case gitlab

    /// The variable that names the folder that paths are seen from.
    fileprivate var folderVariable: String {
        switch self {
        case .github: "GITHUB_WORKSPACE"
        case .gitlab: "CI_PROJECT_DIR"
        }
    }
}

/// The options of commands that can tell a service of continuous integration.
struct IntegrationOptions: ParsableArguments {
    @Option(
        name: .long,
        help:
            "Tell a CI service as well: github (annotations, a summary) or gitlab (a code-quality report)."
    )
    var ci: IntegrationService?

    @Option(name: .long, help: "The file of the code-quality report, with '--ci gitlab'.")
    var codeQuality: String?

    mutating func validate() throws {
        if (ci == .gitlab) != (codeQuality != nil) {
            throw ValidationError(
                String(clause: "--ci gitlab and --code-quality FILE go together."))
        }
        if ci == .github, EventLog.isOn {
            throw ValidationError(
                String(
                    clause: "--ci github and --log-format json both write to standard error; choose"
                        + " one of them."))
        }
    }

    /// Calls `body`, and tells the service what was found meanwhile, however it ends.
    ///
    /// `body` is given what to fill in: findings of its own, the gate of its output, and what a
    /// summary says. What cannot be told is said, and changes nothing about the end of the command.
    func telling(
        _ body: (inout IntegrationReport) async throws -> Void
    ) async throws {
        var report = IntegrationReport()
        guard let ci else { return try await body(&report) }
        FindingLog.begin()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(&report))
        } catch {
            result = .failure(error)
        }
        if case .failure(let failure as Failure) = result, let phrase = failure.phrase {
            FindingLog.take([Finding(.error, "failed", Words.english(phrase), at: nil)])
        }
        report.tell(ci, codeQuality)
        try result.get()
    }

    /// The same of a command that waits for nobody.
    func telling(_ body: (inout IntegrationReport) throws -> Void) throws {
        var report = IntegrationReport()
        guard let ci else { return try body(&report) }
        FindingLog.begin()
        let result = Result { try body(&report) }
        if case .failure(let failure as Failure) = result, let phrase = failure.phrase {
            FindingLog.take([Finding(.error, "failed", Words.english(phrase), at: nil)])
        }
        report.tell(ci, codeQuality)
        try result.get()
    }
}

/// What was found while a command ran, in order; nothing is kept unless somebody wants it.
enum FindingLog {
    private static let found = Lock<[Finding]?>(nil)

    /// Keeps findings from now on.
    static func begin() { found.withLock { $0 = $0 ?? [] } }

    /// Takes findings.
    static func take(_ findings: [Finding]) { found.withLock { $0?.append(contentsOf: findings) } }

    /// What was found.
    fileprivate static var all: [Finding] { found.withLock { $0 ?? [] } }
}

/// What a command has for a service of continuous integration.
struct IntegrationReport {
    /// What output is held against; until the command knows all that must be kept, it is not whole.
    var gate = OutputGate.unfinished
    /// The rules that the command is about, for findings without a place.
    var rulesPath = "rules.yaml"
    /// What a summary says, in Markdown; nil for a list of the findings.
    var summary: (() throws -> String)?

    fileprivate func tell(_ service: IntegrationService, _ codeQuality: String?) {
        let base =
            Environment.folder(service.folderVariable).flatMap(MachinePath.canonical)
            ?? MachinePath.canonical(".") ?? "/"
        let rules = Finding(.notice, "", "", at: nil).placed(at: rulesPath)
        let path = rules.relative(to: base, MachinePath.canonical).path ?? rulesPath
        let findings = FindingLog.all.map { $0.relative(to: base, MachinePath.canonical) }
        do throws(Failure) {
            switch service {
            case .github:
                for finding in findings { Console.noteRaw(GitHubAnnotation.line(finding) + "\n") }
                try appendSummary(findings)
            case .gitlab:
                let report = CodeQualityReport.json(findings, path: path)
                try OutputFile.write(to: codeQuality, past: gate, for: .others) {
                    sink throws(OutputError) in
                    try sink.append(report.line + "\n")
                }
            }
        } catch {
            Console.warn(error.phrase ?? .integrationLost)
        }
    }

    private func appendSummary(_ findings: [Finding]) throws(Failure) {
        guard let path = Environment.value("GITHUB_STEP_SUMMARY") else { return }
        guard path.hasPrefix("/") else { throw Failure(.failed, .integrationSummary) }
        let made = try? summary?()
        let text = made ?? Self.list(findings)
        let isMarked =
            text.hasPrefix(OutputGate.summaryMark)
            || RunReport.marks.contains { text.hasPrefix($0) }
        let mark = isMarked ? "" : OutputGate.summaryMark
        try OutputFile.append(mark + text + "\n", to: gate.target(path))
    }

    private static func list(_ findings: [Finding]) -> String {
        if findings.isEmpty { return "cleanrules: ✓" }
        let lines = findings.map { finding in
            let place = finding.path.map { "\($0):\(finding.line ?? 1): " } ?? ""
            return "- " + MarkdownCode.line(shown: "\(place)\(finding.message) [\(finding.code)]")
        }
        return lines.joined(separator: "\n")
    }
}

extension Finding {
    /// The same in the file at `path`.
    fileprivate func placed(at path: String) -> Finding {
        var finding = self
        finding.path = path
        return finding
    }
}
