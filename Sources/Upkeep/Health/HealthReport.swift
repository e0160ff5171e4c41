// SPDX-License-Identifier: Apache-2.0

internal import Reports
package import Text
package import Wording
internal import Workflow

/// What the doctor found, in the forms that it is told in.
package struct HealthReport {
    /// What was found.
    package let findings: [Finding]

    /// The report on `findings`.
    package init(_ findings: [Finding]) { self.findings = findings }

    /// Whether nobody has to look at anything.
    package var isWell: Bool { !findings.contains { $0.outcome == .attention } }

    /// A line for each finding, and one below it for what mends it.
    package func lines(_ words: Words) -> [String] {
        findings.flatMap { finding in
            let head = words(Self.outcome(finding.outcome)) + "  " + words(Self.name(finding.check))
            let subject = finding.subject.map { " " + $0 } ?? ""
            let line = head + subject + ": " + words(finding.what)
            guard let fix = finding.fix else { return [line] }
            return [line, "      " + words(.doctorFix(what: fix))]
        }
    }

    /// The last line: whether all is well.
    package var summary: Phrase {
        let count = findings.count { $0.outcome == .attention }
        return count == 0 ? .doctorWell : .doctorLook(n: count)
    }

    /// The findings as JSON, with their texts in English.
    package var json: JSONValue {
        document(
            findings.map { finding in
                var members = Self.anonymous(finding)
                members["subject"] = JSONValue(finding.subject)
                members["text"] = .text(Words.english(finding.what))
                members["fix"] = JSONValue(finding.fix.map { Words.english($0) })
                return .object(members)
            })
    }

    /// The same without any text: nothing in it is of a person or of what lies on the drives.
    package var anonymousJSON: JSONValue {
        document(findings.map { .object(Self.anonymous($0)) })
    }

    private func document(_ checks: [JSONValue]) -> JSONValue {
        .object([
            "format": .number(1), "about": .text("cleanrules doctor"),
            "version": .text(Version.text), "well": .bool(isWell), "checks": .list(checks),
        ])
    }

    private static func anonymous(_ finding: Finding) -> [String: JSONValue] {
        [
            "check": .text(finding.check.rawValue), "outcome": .text(finding.outcome.rawValue),
            "code": .text(finding.code),
            "figures": .object(finding.figures.mapValues { .number($0) }),
        ]
    }

    private static func outcome(_ outcome: Finding.Outcome) -> Phrase {
        switch outcome {
        case .well: .doctorOutcomeWell
        case .none: .doctorOutcomeNone
        case .attention: .doctorOutcomeLook
        }
    }

    private static func name(_ check: Finding.Check) -> Phrase {
        switch check {
        case .program: .doctorNameProgram
        case .language: .doctorNameLanguage
        case .clock: .doctorNameClock
        case .rules: .doctorNameRules
        case .state: .doctorNameState
        case .backups: .doctorNameBackups
        case .drive: .doctorNameDrive
        case .disk: .doctorNameDisk
        case .signIn: .doctorNameSignIn
        case .notify: .doctorNameNotify
        case .schedule: .doctorNameSchedule
        case .rounds: .doctorNameRounds
        case .pictures: .doctorNamePictures
        case .libraries: .doctorNameLibraries
        }
    }
}
