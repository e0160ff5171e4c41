// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Text

/// The page writes out what the terminal writes out, by the same properties of Unicode.
@Suite("Hidden characters on the page")
struct HiddenOnPageTests {
    @Test("are those of the one list")
    func sameList() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/CWebPage/web/app/i18n.js").standardizedFileURL
        let script = try String(contentsOf: file, encoding: .utf8)
        let list = try #require(
            script.firstMatch(of: #/const hidden = /\^\(\?!\[([^\]]*)\]\)\[([^\]]*)\]\$/u;/#))
        #expect(list.output.2 == #"\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}"#)
        var shown: Set<UInt32> = []
        for range in list.output.1.matches(of: #/\\u\{([0-9a-f]+)\}(?:-\\u\{([0-9a-f]+)\})?/#) {
            let first = try #require(UInt32(range.output.1, radix: 16))
            let last = range.output.2.flatMap { UInt32($0, radix: 16) } ?? first
            shown.formUnion(first...last)
        }
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isOfKind: Bool =
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                    .paragraphSeparator:
                    true
                default: scalar.properties.isDefaultIgnorableCodePoint
                }
            let isHidden = isOfKind && !shown.contains(value)
            if scalar.isHiddenOrControl != isHidden {
                Issue.record("U+\(String(value, radix: 16)) is \(isHidden ? "" : "not ")hidden")
            }
        }
    }
}
