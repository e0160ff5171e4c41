// SPDX-License-Identifier: Apache-2.0

public import Messages

/// What is wrong with one value as a person wrote it; the decoder adds the place.
public struct ValueError: ClausedError, Sendable, Equatable {
    /// The stable code, such as `size-unit-missing`.
    public var code: DiagnosticCode
    /// The rule that was broken.
    public var fault: Message
    /// What to write instead, where the rule alone does not tell.
    public var advice: Message?

    /// An error with its code, the rule that was broken and what to write instead.
    public init(_ code: DiagnosticCode, _ fault: Message, advice: Message? = nil) {
        self.code = code
        self.fault = fault
        self.advice = advice
    }

    /// The rule that was broken and what to write instead, one clause, no full stop.
    public var clause: Message { advice.map { Message("\(fault); \($0)") } ?? fault }

    /// The clause in English.
    public var message: String { clause.description }
}
