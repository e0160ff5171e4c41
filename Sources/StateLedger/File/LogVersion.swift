// SPDX-License-Identifier: Apache-2.0

internal import Glibc

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
        let file: OpenFile
        do {
            file = try OpenFile(path, O_RDONLY)
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
}
