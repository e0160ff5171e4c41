// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

/// The version of the schema that a write-ahead log holds, read without SQLite.
///
/// A newer version of the program may have died before its version reached the file itself, and
/// opening such a pair with SQLite would change it. sqlite.org/fileformat.html, "The WAL File".
enum LogVersion {
    private static let headerBytes: Int64 = 32
    private static let frameHeaderBytes: Int64 = 24

    /// The highest schema version in any first page of the log at `path`; nil without one.
    ///
    /// Frames count even if their transaction did not end: who wrote them matters. O(frames),
    /// of which it reads the headers.
    static func highest(path: String) throws(SystemError) -> Int32? {
        let file: FileDescriptor
        do {
            file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        let header = try file.read(Int(headerBytes), at: 0)
        guard header.count == headerBytes else { return nil }
        let magic = StateFileHeader.word(header, at: 0)
        let pageSize = Int64(StateFileHeader.word(header, at: 8))
        guard magic & ~1 == 0x377f_0682, (512...65_536).contains(pageSize) else { return nil }
        let salts = Array(header[16..<24])
        var version: Int32?
        var offset = headerBytes
        while true {
            let frame = try file.read(Int(frameHeaderBytes), at: offset)
            guard frame.count == frameHeaderBytes, Array(frame[8..<16]) == salts else { break }
            if StateFileHeader.word(frame, at: 0) == 1 {
                let page = try file.read(
                    StateFileHeader.byteCount, at: offset + frameHeaderBytes)
                if let found = StateFileHeader(page)?.userVersion {
                    version = max(version ?? found, found)
                }
            }
            offset += frameHeaderBytes + pageSize
        }
        return version
    }

    /// Whether the log at `path` was not cut or changed anywhere: whatever was recorded in it can
    /// be read. So is one that is not there, or empty. O(bytes).
    ///
    /// SQLite ends at the first frame whose checksum is wrong, and says nothing of those after it.
    static func isIntact(path: String) -> Bool {
        let file: FileDescriptor
        do throws(SystemError) {
            file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            return error.code == ENOENT
        }
        guard let header = try? file.read(Int(headerBytes), at: 0) else { return false }
        if header.isEmpty { return true }
        let magic = header.count == headerBytes ? StateFileHeader.word(header, at: 0) : 0
        guard magic & ~1 == 0x377f_0682 else { return false }
        var sum = LogChecksum(isBigEndian: magic & 1 == 1)
        sum.add(header[..<24])
        guard sum.matches(header[24...]) else { return false }
        let pageSize = Int(StateFileHeader.word(header, at: 8))
        guard (512...65_536).contains(pageSize) else { return false }
        var offset = headerBytes
        while true {
            let count = Int(frameHeaderBytes) + pageSize
            guard let frame = try? file.read(count, at: offset) else { return false }
            // What an earlier use of the same log left has other salts.
            guard frame.count >= frameHeaderBytes, frame[8..<16] == header[16..<24] else {
                return frame.isEmpty || frame.count >= frameHeaderBytes
            }
            guard frame.count == count else { return false }
            sum.add(frame[..<8])
            sum.add(frame[Int(frameHeaderBytes)...])
            guard sum.matches(frame[16..<24]) else { return false }
            offset += Int64(count)
        }
    }
}

/// The running checksum of a log: sqlite.org/fileformat.html, "Checksum Algorithm".
private struct LogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// Adds `bytes`, a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
            first = first &+ word(bytes, start) &+ second
            second = second &+ word(bytes, start + 4) &+ first
        }
    }

    /// Whether it is what is stored, always the highest byte first.
    func matches(_ stored: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(stored)
        return StateFileHeader.word(bytes, at: 0) == first
            && StateFileHeader.word(bytes, at: 4) == second
    }

    private func word(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
        let parts = isBigEndian ? [0, 1, 2, 3] : [3, 2, 1, 0]
        return parts.reduce(0) { $0 << 8 | UInt32(bytes[at + $1]) }
    }
}
