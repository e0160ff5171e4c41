// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing

/// The page writes out what the terminal writes out, by a list of its own.
@Suite("Hidden characters on the page")
struct HiddenOnPageTests {
    @Test("are those of the one list")
    func sameList() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/CWebPage/web/app/i18n.js").standardizedFileURL
        let script = try String(contentsOf: file, encoding: .utf8)
        let list = try #require(script.firstMatch(of: #/const hidden = /\[([^\]]*)\]/#)).output.1
        var listed: Set<UInt32> = []
        for range in list.matches(of: #/\\u\{([0-9a-f]+)\}(?:-\\u\{([0-9a-f]+)\})?/#) {
            let first = try #require(UInt32(range.output.1, radix: 16))
            let last = range.output.2.flatMap { UInt32($0, radix: 16) } ?? first
            listed.formUnion(first...last)
        }
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isListed = listed.contains(value)
            if scalar.isHiddenOrControl != isListed {
                Issue.record("U+\(String(value, radix: 16)) is \(isListed ? "" : "not ")listed")
            }
        }
    }
}
