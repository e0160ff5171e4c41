// SPDX-License-Identifier: Apache-2.0

import CWebPage
import Foundation
import Testing

@testable import ReviewUI

@Suite("The files of the page")
struct PageFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/CWebPage/web").standardizedFileURL

    /// The files in the folder, as they are asked for.
    private static func names(_ folder: URL = folder) throws -> [String] {
        let files = try #require(
            FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
        return files.compactMap { $0 as? URL }.filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
        }.map { String($0.standardizedFileURL.path().dropFirst(folder.path().count)) }
            .map { $0.hasPrefix("/") ? $0 : "/" + $0 }.sorted()
    }

    @Test("stand in the binary, all of them as they are in the folder: else run script/embed-page")
    func embedded() throws {
        let embedded = (0..<cweb_count()).compactMap { number in
            cweb_at(number).map { String(cString: $0.pointee.path) }
        }
        #expect(embedded.sorted() == (try Self.names()))
        #expect(cweb_at(cweb_count()) == nil)
        #expect(cweb_find("/nothing") == nil)
        for name in embedded {
            let file = try #require(PageFiles.file(name))
            #expect(
                try Data(contentsOf: Self.folder.appending(path: String(name.dropFirst())))
                    == Data(file.bytes), "\(name)")
            #expect(
                file.mediaType == cweb_find(name).map { String(cString: $0.pointee.media_type) })
        }
        #expect(embedded.contains("/index.html"))
        #expect(embedded.contains("/favicon.ico"))
    }

    @Test("of the page of a plan stand in the binary as they are in their folder")
    func report() throws {
        let folder = Self.folder.deletingLastPathComponent().appending(path: "report")
        let embedded = (0..<cweb_report_count()).compactMap { cweb_report_at($0)?.pointee }
        #expect(embedded.map { String(cString: $0.path) }.sorted() == (try Self.names(folder)))
        #expect(cweb_report_at(cweb_report_count()) == nil)
        for file in embedded {
            let name = String(cString: file.path)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            let content = try Data(contentsOf: folder.appending(path: String(name.dropFirst())))
            #expect(content == Data(bytes), "\(name)")
            // It is no file of the other page, and nobody is served it.
            #expect(PageFiles.file(name) == nil)
        }
    }

    @Test("are small, ask for nothing outside, and need no inline script or style")
    func contents() throws {
        var count = 0
        for name in try Self.names() {
            let file = try #require(PageFiles.file(name))
            count += file.bytes.count
            guard name.hasSuffix(".html") else { continue }
            let text = String(decoding: file.bytes, as: UTF8.self)
            for part in ["http://", "https://", " style=", "<style", " onclick=", "javascript:"] {
                #expect(!text.contains(part), "\(name): \(part)")
            }
        }
        #expect(count < 512 << 10)
    }

    @Test("of no kind that the page needs are not served, and names are plain")
    func names() {
        for path in [
            "/a.html", "/app/main.js", "/strings/en-XA.json", "/a_b.css", "/a.b.svg",
        ] {
            #expect(PageFiles.isPlain(path))
            #expect(PageFiles.mediaType(path) != nil)
        }
        for path in ["", "a.js", "/", "//a.js", "/.a.js", "/../a.js", "/a/", "/%61.js", "/a b.js"] {
            #expect(!PageFiles.isPlain(path), "\(path)")
        }
        for path in ["/a", "/a.txt", "/a.map", "/a.exe", "/a.wasm"] {
            #expect(PageFiles.mediaType(path) == nil)
        }
    }
}
