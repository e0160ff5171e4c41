// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

@Suite("The memory that a listing takes")
struct ListingMemoryTests {
    /// Room for rows of a mebibyte and pages of three hundred kilobytes.
    private let narrow = MemoryRoom(byteCount: 5 << 19)

    @Test("does not grow with what is said over and over")
    func repeats() {
        let line = "{\"path\":\"/a/b\",\"id\":\"1\"}\n{\"path\":\"/c\"}\n"
        let lines = Array(String(repeating: line, count: 40_000).utf8)
        let found = readListing(lines, pieceBytes: 1 << 12, foldBytes: 1 << 16, room: narrow)
        #expect(found.items?.map(\.path).sorted() == ["/a/b", "/c"], "\(found)")

        let items = (0..<50).map { number in
            "{\"id\":\"i\(number)\",\"name\":\"n\(number)\",\"parentReference\":{\"id\":\"r\"}}"
        }
        let page = "{\"value\":[\(items.joined(separator: ","))]}\n"
        let pages =
            "{\"value\":[{\"id\":\"r\",\"root\":{}}]}\n" + String(repeating: page, count: 600)
        let listed = readListing(
            Array(pages.utf8), pieceBytes: 1 << 12, foldBytes: 1 << 16, room: narrow)
        #expect(listed.items?.count == 50, "\(listed)")
    }

    @Test("has a bound, and what goes beyond it is an error that says so")
    func bound() {
        let lines = (0..<40_000).map { "{\"path\":\"/a\($0)\"}\n" }.joined()
        let refused = readListing(
            Array(lines.utf8), pieceBytes: 1 << 16, foldBytes: 1 << 16, room: narrow)
        #expect(refused.error?.message.contains("more than 1 MiB of memory") == true, "\(refused)")
        #expect(readListing(Array(lines.utf8), pieceBytes: 1 << 16).items?.count == 40_000)

        let deleted = (0..<40_000).map { "{\"value\":[{\"id\":\"\($0)\",\"deleted\":{}}]}\n" }
        let gone = readListing(
            Array(deleted.joined().utf8), pieceBytes: 1 << 16, room: narrow)
        #expect(gone.error?.message.contains("more than 1 MiB of memory") == true, "\(gone)")
    }

    @Test("is bounded for a page over many lines too")
    func document() {
        let blanks = String(repeating: " ", count: 400_000)
        let page = Array("{\n\"value\": [\(blanks)]}".utf8)
        #expect(readListing(page, pieceBytes: 1 << 12).items == [])
        let refused = readListing(page, pieceBytes: 1 << 12, room: narrow)
        #expect(refused.error?.message.contains("with the memory that there is") == true)
    }

    @Test("is not spent on what does not begin as a page")
    func zeros() {
        let zeros = [UInt8](repeating: 0, count: 17 << 20)
        let refused = readListing(zeros)
        #expect(refused.error?.line == 1)
        #expect(refused.error?.message.contains("at most 16 MiB") == true, "\(refused)")
    }

    @Test("is not blown up by folders that lie deep in one another")
    func depth() {
        func line(_ number: Int, depth: Int) -> String {
            let folder = "a-folder-with-a-name-\(number)"
            return "{\"path\":\"\(String(repeating: "/" + folder, count: depth))\"}\n"
        }
        let honest = (0..<2_000).map { line($0, depth: 12) }.joined()
        #expect(readListing(honest).items?.count == 2_000)
        for pieceBytes in [1 << 12, 1 << 20] {
            let bomb = (0..<12).map { line($0, depth: 900) }.joined()
            let refused = readListing(bomb, pieceBytes: pieceBytes)
            #expect(refused.error?.message.contains("so deep in one another") == true)
        }
        // As pages say it, by the ids of the folders.
        let chains = (0..<10).map { chain in
            let items = (0..<900).map { level in
                let above = level == 0 ? "r" : "\(chain).\(level - 1)"
                return "{\"id\":\"\(chain).\(level)\",\"name\":\"a-folder-with-a-name-\(chain)\","
                    + "\"folder\":{},\"parentReference\":{\"id\":\"\(above)\"}}"
            }
            return "{\"value\":[\(items.joined(separator: ","))]}\n"
        }
        let pages = "{\"value\":[{\"id\":\"r\",\"root\":{}}]}\n" + chains.joined()
        #expect(readListing(pages).error?.message.contains("so deep in one another") == true)
    }

    @Test("is what the system has, and more than nothing")
    func room() {
        let room = MemoryRoom.now
        #expect(room.byteCount > 0 && room.byteCount < 1 << 50)
        #expect(room.listingBytesMax + 2 * room.documentBytesMax < room.byteCount)
    }
}
