// SPDX-License-Identifier: Apache-2.0

/// What keeps a listing file from being read; no part of it counts then.
public struct ListingFileError: Error, Sendable, Equatable {
    /// The broken line, from 1; nil if the trouble is not with a line.
    public var line: Int?
    /// The character of the line at which the trouble is, from 1.
    public var column: Int?
    /// What is wrong and what is expected, one clause without a full stop.
    public var message: String

    /// An error at `line` and `column`, if they are known.
    public init(line: Int? = nil, column: Int? = nil, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension ListingFileError: CustomStringConvertible {
    /// `12:34: ` and the message, or the message alone.
    public var description: String {
        guard let line else { return message }
        guard let column else { return "\(line): \(message)" }
        return "\(line):\(column): \(message)"
    }
}
