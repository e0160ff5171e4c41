// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import Testing

@Suite("Listings that fuzzing came up with")
struct ListingCorpusTests {
    @Test func theSizeOfPiecesDoesNotMatter() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fuzz/ListingFuzz/corpus").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 100)
        for file in files {
            // The first byte is the fuzzer's choice of the size of the pieces.
            let bytes = [UInt8](try Data(contentsOf: file))
            let listing = Array(bytes.dropFirst())
            let whole = readListing(listing)
            let size = Int(bytes.first ?? 0) + 1
            let pieces = readListing(listing, pieceBytes: size, threadCount: 2)
            // Where bytes stop being gzip may be noticed before or after a broken line.
            if let one = whole.error, let other = pieces.error,
                one.line == nil || other.line == nil
            {
                continue
            }
            #expect(whole == pieces, "\(file.lastPathComponent)")
        }
    }
}
