// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import POSIX

/// Writes lines packed: those of each drive begin a member of gzip of their own, so that they can be
/// read without those before them, and large drives have several.
struct PackedLines {
    /// About how many bytes of lines a member holds; it ends where a line does, but for lines that name a
    /// hundred members with long paths.
    static let memberBytes = 1 << 20
    /// The most bytes that a member gets at once.
    private static let pieceBytes = 8 << 20
    /// How long a file without lines is: a member of nothing and of no drive, 18 bytes around an empty
    /// block (RFC 1952, 2.3).
    static let emptyBytes: Int64 = 20

    private let file: Int32
    private let packer: GzipPacker
    /// Lines of no member yet.
    private var lines: [UInt8] = []
    /// How many bytes of lines were taken.
    private var taken: Int64 = 0
    /// Where the members of each drive end in the file.
    private(set) var ends: [Int64] = []
    /// How many bytes were written.
    private(set) var written: Int64 = 0

    /// Writes to `file`, which is open and empty.
    init(to file: Int32) throws(SystemError) {
        guard let packer = GzipPacker() else { throw SystemError(code: ENOMEM) }
        self.packer = packer
        self.file = file
    }

    /// Takes whole lines. `ends` are where those of each drive end that are over, in bytes of all lines.
    mutating func take(
        _ bytes: UnsafeBufferPointer<UInt8>, endingAt ends: [Int64]
    ) throws(SystemError) {
        var place = 0
        for end in ends[self.ends.count...] {
            let next = Int(end - taken)
            try add(UnsafeBufferPointer(rebasing: bytes[place..<next]))
            try close()
            self.ends.append(written)
            place = next
        }
        try add(UnsafeBufferPointer(rebasing: bytes[place...]))
        taken += Int64(bytes.count)
    }

    /// Writes what is left. `ends` are where the lines of all drives end.
    mutating func finish(endingAt ends: [Int64]) throws(SystemError) {
        try take(UnsafeBufferPointer(start: nil, count: 0), endingAt: ends)
        try close()
        // Without any member it would be no file of gzip.
        if written == 0 { try write() }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(SystemError) {
        var place = 0
        while place < bytes.count {
            let next = min(bytes.count, place + Self.pieceBytes)
            lines.append(contentsOf: bytes[place..<next])
            if lines.count >= Self.memberBytes { try close() }
            place = next
        }
    }

    private mutating func close() throws(SystemError) {
        if !lines.isEmpty { try write() }
    }

    private mutating func write() throws(SystemError) {
        let member = packer.member(lines)
        try SystemCall.write(member, to: file)
        written += Int64(member.count)
        lines.removeAll(keepingCapacity: true)
    }
}
