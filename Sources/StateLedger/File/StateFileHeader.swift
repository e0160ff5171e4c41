// SPDX-License-Identifier: Apache-2.0

/// The first 100 bytes of an SQLite file, read without SQLite: opening a file with it may write.
///
/// sqlite.org/fileformat.html, "The Database Header".
struct StateFileHeader: Hashable, Sendable {
    /// How many bytes it is.
    static let byteCount = 100

    /// Bytes a page.
    let pageSize: Int
    /// How many pages the file has; meaningless while a log lies beside it.
    let pageCount: Int64
    /// The version of the schema.
    let userVersion: Int32
    /// Whose file it is.
    let applicationID: Int32

    /// The header that `bytes` begin with; nil if they are no SQLite file of today's format.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount, bytes.starts(with: Array("SQLite format 3\0".utf8))
        else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else { return nil }
        // Write and read version: 1 for a rollback journal, which a backup has, 2 for a log.
        guard (1...2).contains(bytes[18]), bytes[18] == bytes[19] else { return nil }
        // The three payload fractions are fixed.
        guard bytes[21] == 64, bytes[22] == 32, bytes[23] == 32 else { return nil }
        pageCount = Int64(Self.word(bytes, at: 28))
        userVersion = Int32(bitPattern: Self.word(bytes, at: 60))
        applicationID = Int32(bitPattern: Self.word(bytes, at: 68))
    }

    /// The four bytes at `offset`, the highest first.
    static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
