// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import Testing
import TestSupport

@testable import DriveAdapters

/// Names that are not text.
@Suite struct LocalNameTests {
    private func slice<Value>(_ bytes: [UInt8], _ body: (TextSlice) -> Value) -> Value {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("one byte at least") }
            return body(TextSlice(start: start, count: bytes.count))
        }
    }

    private func escaped(_ bytes: [UInt8]) -> [UInt8] {
        let text: Column<UInt8> = Column()
        slice(bytes) { EntryName.appendEscaped($0, to: text) }
        return (0..<text.count).map { text[$0] }
    }

    @Test("Whether a name is text is judged as the standard library does")
    func isText() {
        var generator = SplitMix64(seed: 7)
        let alphabet: [UInt8] = [
            0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed,
            0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff,
        ]
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let isText = String(validating: bytes, as: UTF8.self) != nil
            #expect(slice(bytes, EntryName.isText) == isText, "\(bytes)")
        }
    }

    @Test("Escaping never makes two names one")
    func escapingIsUnambiguous() {
        var generator = SplitMix64(seed: 11)
        let alphabet = Array("\\x5CFA0".utf8) + [0xff, 0xc3, 0xa9]
        var seen: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...6, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let text = escaped(bytes)
            #expect(slice(text, EntryName.isText))
            #expect(seen[text] == nil || seen[text] == bytes)
            seen[text] = bytes
        }
    }

    @Test("Names that are not text are listed escaped and cannot be deleted")
    func invalidNames() async throws {
        let world = try LocalWorld()
        let latin = Array("caf".utf8) + [0xe9]
        try world.putFile(inRoot: latin)
        try world.putFile(inRoot: Array("a\\b".utf8) + [0xff])
        try world.putFolder(inRoot: [0xff])
        try world.putFile(inRoot: [0xff] + Array("/inside".utf8))
        try world.putFile(inRoot: [0xff, 0x2f, 0xfe])
        try world.putFile("/caf\u{e9}", [1, 2, 3])
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        let odd = ["/\\xFF", "/\\xFF/\\xFE", "/\\xFF/inside", "/a\\x5Cb\\xFF", "/caf\\xE9"]
        #expect(listing.paths == odd + ["/caf\u{e9}"])
        for path in odd {
            let row = try #require(listing.row(path))
            #expect(listing.itemFlags(row).contains(.undeletable))
        }
        #expect(listing.item("/caf\\xE9")?.size == 3)
        // All five files hold the same three bytes.
        let found = try await world.drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        #expect(found.classCount == 0)
        #expect(found.problems.isEmpty)
        let checks = try await world.drive.recheck(odd.compactMap { listing.item($0) })
        for check in checks {
            guard case .unanswered = check else { return #expect(Bool(false), "\(check)") }
        }
    }

    @Test("A file may be called what another's escaped name reads")
    func collisions() async throws {
        let world = try LocalWorld()
        try world.putFile(inRoot: [0xff])
        try world.putFile("/\\xFF", [1])
        try world.putFile("/\\xFF\\x00", [1])
        try world.putFolder(inRoot: [0xfe])
        try world.putFile(inRoot: [0xfe] + Array("/x".utf8))
        try world.putFile("/\\xFE/x", [1])
        let listing = try await world.drive.listed().listing
        #expect(
            listing.paths == [
                "/\\xFE", "/\\xFE/x", "/\\xFE\\x00", "/\\xFE\\x00/x", "/\\xFF", "/\\xFF\\x00",
                "/\\xFF\\x00\\x00",
            ])
        for path in listing.paths {
            let row = try #require(listing.row(path))
            let isOdd = path.hasPrefix("/\\xFE\\x00") || path == "/\\xFF\\x00\\x00"
            #expect(listing.itemFlags(row).contains(.undeletable) == isOdd)
        }
    }

    @Test("A tag's text reads back as the tag")
    func tags() throws {
        for text in ["0", "f7aae2-15903d9a729d7200", "1-0", "ffffffffffffffff-1@fe01", "12@3"] {
            let tag = try #require(slice(Array(text.utf8), FileTag.init))
            #expect(tag.text == text)
        }
        for text in ["", "-", "x", "1-", "1-x", "1@", "1-2@", "1 ", "1-2@3@4", "00000000000000001"]
        {
            #expect(slice(Array(text.utf8), FileTag.init) == nil, "\(text)")
        }
    }

    @Test("Every MIME type gives the kind that its extension has")
    func mimeTypes() {
        for line in MimeTable.source.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words.dropFirst() {
                let kind = slice(Array(word.utf8), KindTable.kind(ofExtension:))
                #expect(kind != .other, "\(word)")
                #expect(KindTable.kind(ofMIME: words[0]) ?? kind == kind, "\(word)")
                for name in ["a." + word, "b.txt." + word.uppercased()] {
                    let found = slice(Array(name.utf8)) { MimeTable.shared.type(ofName: $0).string }
                    #expect(found == words[0])
                }
            }
        }
        for name in ["jpg", ".jpg", "a.", "a", "", "a.unknown", "a.ts", "a.averylongextension"] {
            #expect(slice(Array(name.utf8)) { MimeTable.shared.type(ofName: $0).isEmpty })
        }
    }
}
