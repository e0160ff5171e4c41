// SPDX-License-Identifier: Apache-2.0

/// Finds the messages in a stream of bytes: a header of lines with `Content-Length`, an empty line, and
/// so many bytes.
package struct MessageFraming: Sendable {
    /// The longest header, in bytes.
    package static let headerBytesMax = 4 << 10
    /// The longest message, in bytes.
    package static let bodyBytesMax = 16 << 20

    /// What stands next in the stream.
    package enum Piece: Sendable, Equatable {
        /// A message.
        case body([UInt8])
        /// A message that is longer than one may be; its bytes are passed over.
        case tooLong
        /// No header, behind which nobody can say where a message begins: the end.
        case broken
    }

    private var bytes: [UInt8] = []
    /// Where what has not been read begins.
    private var start = 0
    /// How many bytes of a message that is too long are still to come.
    private var passing = 0
    private var isBroken = false

    /// A stream of which nothing has come yet.
    package init() {}

    /// Takes what has come.
    package mutating func take(_ more: some Collection<UInt8>) {
        if isBroken { return }
        let passed = min(passing, more.count)
        passing -= passed
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more.dropFirst(passed)
    }

    /// The next piece; nil until more has come.
    package mutating func next() -> Piece? {
        if isBroken || passing > 0 { return nil }
        guard let end = headerEnd() else {
            return bytes.count - start >= Self.headerBytesMax ? fail() : nil
        }
        guard end - start <= Self.headerBytesMax, let length = Self.length(in: bytes[start..<end])
        else { return fail() }
        if length > Self.bodyBytesMax {
            let here = min(length, bytes.count - end)
            start = end + here
            passing = length - here
            return .tooLong
        }
        guard bytes.count - end >= length else { return nil }
        start = end + length
        return .body(Array(bytes[end..<end + length]))
    }

    private mutating func fail() -> Piece {
        isBroken = true
        bytes = []
        start = 0
        return .broken
    }

    /// Behind the empty line; nil where it has not come yet.
    private func headerEnd() -> Int? {
        var index = start
        let limit = min(bytes.count, start + Self.headerBytesMax + 4)
        while index + 4 <= limit {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D,
                bytes[index + 3] == 0x0A
            {
                return index + 4
            }
            index += 1
        }
        return nil
    }

    /// The length that a header names; nil where it names none, or two.
    private static func length(in header: ArraySlice<UInt8>) -> Int? {
        var length: Int?
        for line in String(decoding: header, as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            guard parts[0].lowercased() == "content-length" else { continue }
            let digits = parts[1].filter { $0 != " " && $0 != "\t" }
            guard length == nil, digits.utf8.count <= 18,
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
            else { return nil }
            length = number
        }
        return length
    }

    /// A message with its header.
    package static func framed(_ body: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
