// SPDX-License-Identifier: Apache-2.0

import CZlib
import DriveAdapters
import RuleEngine
import Testing
import TestSupport

@Suite("How a listing is cut, read and put together")
struct ListingPieceTests {
    @Test func blankLinesMarksAndEndsOfLines() {
        let cases = [
            "{\"path\":\"/a\"}\n{\"path\":\"/b\"}\n", "{\"path\":\"/a\"}\n{\"path\":\"/b\"}",
            "{\"path\":\"/a\"}\r\n{\"path\":\"/b\"}\r\n",
            "\n\n{\"path\":\"/a\"}\n \t\r\n{\"path\":\"/b\"}\n\n",
            "\u{feff}{\"path\":\"/a\"}\n{\"path\":\"/b\"}\n",
            "\u{feff}\r\n{\"path\":\"/a\"}\n{\"path\":\"/b\"}  ",
            "{\"path\":\"/a\"}\n   \n{\"path\":\"/b\"}\n   ",
        ]
        for text in cases {
            for pieceBytes in [1, 2, 7, 20, 1000] {
                let result = readListing(text, pieceBytes: pieceBytes)
                #expect(
                    result.items?.map(\.path) == ["/a", "/b"], "\(text) \(pieceBytes) \(result)")
            }
        }
        for text in ["", "\n", " ", "\r\n\r\n", "\u{feff}", "\u{feff}\n"] {
            #expect(readListing(text) == .items([]))
        }
        #expect(readListing("{\"path\":\"/a\"}\n\u{feff}{\"path\":\"/b\"}\n").error?.line == 2)
        #expect(readListing("{\"path\":\"/a\"}\r{\"path\":\"/b\"}\r").error?.line == 1)
    }

    @Test(arguments: 0..<40)
    func theSizeOfPiecesDoesNotMatter(_ seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let text = Array(randomListing(&numbers).utf8)
        let whole = readListing(text, threadCount: 1)
        for _ in 0..<6 {
            let pieceBytes = Int.random(in: 1...(text.count + 10), using: &numbers)
            let threadCount = Int.random(in: 1...4, using: &numbers)
            // Nor does it when repeats are folded while it is read.
            let foldBytes = Bool.random(using: &numbers) ? nil : 1
            let pieces = readListing(
                text, pieceBytes: pieceBytes, threadCount: threadCount, foldBytes: foldBytes)
            #expect(
                pieces == whole,
                "seed \(seed), pieces of \(pieceBytes) bytes, folded from \(foldBytes ?? 0) on")
        }
    }

    @Test func theFirstBrokenLineIsReportedWhoeverFindsIt() {
        var lines = (0..<400).map { "{\"path\":\"/folder/file\($0)\"}" }
        for number in stride(from: 399, to: 20, by: -37) {
            lines[number] = "{\"path\":\"/folder/file\",\"size\":\(-number)}"
            let text = Array(lines.joined(separator: "\n").utf8)
            for pieceBytes in [1, 50, 333, 5000, 100_000] {
                let error = readListing(text, pieceBytes: pieceBytes, threadCount: 3).error
                #expect(error?.line == number + 1)
                #expect(error?.column == 31)
            }
        }
    }

    @Test func columnsCountCharacters() {
        let error = readListing("\u{feff}{\"path\":\"/äöü😀\",\"size\":1.5}").error
        #expect(
            error
                == ListingFileError(
                    line: 1, column: 24,
                    message: "the value of \"size\" must be a whole number from 0 to "
                        + "9223372036854775807, not 1.5"))
        #expect(error?.description.hasPrefix("1:24: the value") == true)
    }

    @Test func aListingCutOffAnywhereIsAnErrorOrItsFirstLines() {
        let text = Array(
            """
            {"path":"/a","id":"\\u00e9","size":12,"hashes":{"sha1":"x"},"x":[true,null,-1.5e3]}
            {"path":"/ü/😀","created":"2024-01-01T00:00:00Z","shared":true}
            {"value":[{"id":"r","root":{}},{"id":"1","name":"n","parentReference":{"id":"r"}}]}
            """.utf8)
        let ends = text.indices.filter { text[$0] == 0x0a } + [text.count]
        for length in 0...text.count {
            let result = readListing(Array(text[..<length]))
            // A newline more or less at the end of a line makes no difference.
            if let lines = ends.firstIndex(where: { $0 == length || $0 + 1 == length }) {
                #expect(result.items?.count == lines + 1, "\(length)")
            } else if length > 0 {
                #expect(result.error?.line == ends.filter { $0 < length }.count + 1, "\(length)")
            }
        }
    }

    @Test func gzipIsRecognised() throws {
        let lines = (0..<500).map { "{\"path\":\"/folder/file\($0)\",\"size\":\($0)}\n" }
        let plain = Array(lines.joined().utf8)
        let packed = try gzip(plain)
        let expected = readListing(plain)
        #expect(readListing(packed) == expected)
        #expect(readListing(packed, pieceBytes: 100) == expected)
        let half = plain.count / 2
        let members = try gzip(Array(plain[..<half])) + gzip([]) + gzip(Array(plain[half...]))
        #expect(readListing(members, pieceBytes: 64) == expected)
        for length in stride(from: 2, to: packed.count, by: 7) {
            let message = readListing(Array(packed[..<length])).error?.message
            #expect(message?.contains("no whole gzip file") == true, "\(length)")
        }
        var corrupt = packed
        corrupt[packed.count - 6] ^= 1
        #expect(readListing(corrupt).error?.message.contains("no whole gzip file") == true)
        // Cut off within a page over many lines, whose rest is asked for at once.
        let page = try gzip(Array("{\n\"value\":[\n\(String(repeating: " ", count: 9999))]}".utf8))
        let cut = readListing(Array(page.dropLast(9)), pieceBytes: 8).error
        #expect(cut?.message.contains("no whole gzip file") == true)
        #expect(readListing(packed + [0x41]).error?.message.contains("gzip") == true)
        #expect(readListing([0x1f]).error?.line == 1)
    }

    @Test func progressComesToTheEnd() throws {
        let text = String(repeating: "{\"path\":\"/a\"}\n", count: 1000)
        let seen = Progress()
        _ = try ListingReader(defaultDrive: "main").read(.bytes(Array(text.utf8))) {
            seen.last = $0
        }
        var expected = ListingProgress()
        expected.items = 1000
        expected.bytes = Int64(text.utf8.count)
        expected.totalBytes = expected.bytes
        #expect(seen.last == expected)
    }

    @Test func filesThatCannotBeRead() {
        for path in ["/nonexistent/listing.ndjson", "/"] {
            var message = ""
            do {
                _ = try ListingReader(defaultDrive: "main").read(.file(path))
            } catch { message = error.message }
            #expect(message.hasPrefix("the listing "), "\(path): \(message)")
        }
    }

    @Test func drivesHaveTheKindTheyAreGiven() throws {
        let text =
            "{\"path\":\"/a\",\"drive\":\"one\"}\n{\"path\":\"/a\",\"drive\":\"two\"}\n{\"path\":\"/b\"}\n"
        let reader = ListingReader(defaultDrive: "main", kinds: ["one": .onedrive, "main": .local])
        let drives = try reader.read(.bytes(Array(text.utf8))).finish().drives
        #expect(
            Set(drives) == [
                ListedDrive(name: "one", kind: .onedrive), ListedDrive(name: "two", kind: .listing),
                ListedDrive(name: "main", kind: .local),
            ])
    }

    @Test func aLineIsNotLongerThanItMayBe() {
        let long = String(repeating: "x", count: 16 << 20)
        let fine = "{\"path\":\"/a\",\"x\":\"" + String(long.dropLast(100)) + "\"}\n"
        #expect(readListing(fine, pieceBytes: 1 << 16).items?.count == 1)
        for pieceBytes in [1 << 16, 16 << 20] {
            let text = "{\"path\":\"/b\"}\n{\"path\":\"/a\",\"x\":\"\(long)\"}\n"
            let error = readListing(text, pieceBytes: pieceBytes).error
            #expect(error?.line == 2)
            #expect(error?.message.contains("16 MiB") == true)
        }
    }

    /// Holds what a handler was told; the handler is called on one thread at a time.
    private final class Progress: @unchecked Sendable {
        var last: ListingProgress?
    }

    private func randomListing(_ numbers: inout SplitMix64) -> String {
        var lines: [String] = []
        for _ in 0..<Int.random(in: 1...60, using: &numbers) {
            lines.append(randomLine(&numbers))
        }
        let ends = ["\n", "\r\n", "\n\n", "\n \n"]
        let end = ends[Int.random(in: 0..<ends.count, using: &numbers)]
        return lines.joined(separator: end)
    }

    private func randomLine(_ numbers: inout SplitMix64) -> String {
        let number = Int.random(in: 0..<30, using: &numbers)
        switch Int.random(in: 0..<100, using: &numbers) {
        case 0: return "{\"path\":\"/broken\",\"size\":-\(number)}"
        case 1: return "{\"path\":\"/broken"
        case 2..<10: return "{\"id\":\"i\(number)\",\"path\":\"/\\u00e4/\(number)\",\"x\":\"\\n\"}"
        case 10..<20:
            return "{\"value\":[{\"id\":\"r\",\"root\":{}},{\"id\":\"i\(number)\",\"name\":\"g\","
                + "\"folder\":{},\"parentReference\":{\"id\":\"r\"}}]}"
        case 20..<25:
            return "{\"value\":[{\"id\":\"c\(number)\",\"name\":\"c\","
                + "\"parentReference\":{\"path\":\"/drive/root:/p\",\"id\":\"i\(number)\"}}]}"
        case 25..<30: return "{\"value\":[{\"id\":\"i\(number)\",\"deleted\":{}}]}"
        case 30..<35: return "{\"value\":[7],\"path\":\"/v\(number)\"}"
        default:
            return "{\"id\":\"i\(number)\",\"drive\":\"d\(number % 3)\",\"path\":\"/f\(number % 5)/"
                + "n\(number)\",\"owner\":\"o\(number % 7)\",\"etag\":\"\(number)\"}"
        }
    }

    private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        try #require(
            deflateInit2_(
                &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1000)
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        return Array(output[..<Int(stream.total_out)])
    }
}
