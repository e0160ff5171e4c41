// SPDX-License-Identifier: Apache-2.0

/// What is wrong with one value as a person wrote it; the decoder adds the place.
public struct ValueError: Error, Sendable, Equatable {
    /// The stable code, such as `size-unit-missing`.
    public var code: DiagnosticCode
    /// The rule that was broken, one clause, no full stop.
    public var message: String

    /// An error with its code and its one clause.
    public init(_ code: DiagnosticCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
