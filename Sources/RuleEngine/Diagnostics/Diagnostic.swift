// SPDX-License-Identifier: Apache-2.0

public import Messages

/// A stretch of bytes in a source file, with the line and column a person counts.
public struct SourceRange: Sendable, Hashable {
    /// The file's name as it was given.
    public var file: String
    /// Bytes from the start of the file, the end excluded.
    public var bytes: Range<Int>
    /// The line of the first byte, from 1; lines end at LF, CRLF or CR.
    public var line: Int
    /// The column of the first byte, from 1, in Unicode scalars; a byte-order mark counts nothing.
    public var column: Int

    /// The range `bytes` of `file`, which begins at `line` and `column`.
    public init(file: String, bytes: Range<Int>, line: Int, column: Int) {
        self.file = file
        self.bytes = bytes
        self.line = line
        self.column = column
    }
}

/// How bad a finding is: an error means that no plan is made.
public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used, though it may not mean what its author thinks.
    case warning
}

/// One finding about what a person wrote. Findings are collected, never thrown one at a time.
public struct Diagnostic: Sendable, Hashable {
    /// Whether the file can still be used.
    public var severity: Severity
    /// The stable, documented code.
    public var code: DiagnosticCode
    /// The rule that was broken, one clause, no full stop, names quoted.
    public var clause: Message
    /// Where it stands; nil when it has no place in a file.
    public var range: SourceRange?
    /// Further places or hints, each one clause.
    public var remarks: [Message]

    /// A finding of `severity` with its code, its clause, its place and its notes.
    public init(
        _ severity: Severity, _ code: DiagnosticCode, _ clause: Message, at range: SourceRange?,
        notes remarks: [Message] = []
    ) {
        self.severity = severity
        self.code = code
        self.clause = clause
        self.range = range
        self.remarks = remarks
    }

    /// The clause in English.
    public var message: String { clause.description }

    /// The remarks in English.
    public var notes: [String] { remarks.map(\.description) }
}

/// A value, if one could be made, and everything found on the way.
public struct Diagnosed<Value: Sendable>: Sendable {
    /// The value; nil when an error stands among the diagnostics.
    public var value: Value?
    /// All findings, in the order of their places.
    public var diagnostics: [Diagnostic]

    /// A value with its findings.
    public init(value: Value?, diagnostics: [Diagnostic]) {
        self.value = value
        self.diagnostics = diagnostics
    }

    /// Whether any finding is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
