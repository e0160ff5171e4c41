// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

@Suite("The guide on OneDrives")
struct OneDrivePageTests {
    private static let page = Page(path: "docs/guide/onedrive.md")

    @Test("shows how much must be downloaded in the words of plans, with figures that fit")
    func proof() throws {
        let words = Words.english
        let (bytes, rate) = (Int64(8.4 * 1_073_741_824), Int64(11.5 * 1_048_576))
        #expect(bytes / rate / 60 == 12)
        let copies = Phrase.planProofCopies(
            n: 212, drive: "photos", files: Phrase.planProofFiles(n: 230, size: bytes))
        let time = Phrase.planProofTime(
            text: copies, span: Phrase.verbatim("12 min"), size: rate)
        let said = words(.planProof) + " " + words(.planProofFree(n: 38, text: time))
        let shown = try Self.page.blocks().filter { $0.language == "text" }.map { block in
            block.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        #expect(shown.contains(said), "\(said)\n\(shown)")
    }

    @Test("quotes messages as they are said")
    func quotes() throws {
        let clauses = Catalogue.clauses(in: .german, of: .outcomes).keys
        let rows = try Self.page.section("When something is in the way")
            .filter { $0.hasPrefix("| ") }.compactMap { $0.components(separatedBy: " | ").first }
        let quoted = rows.flatMap { row in
            row.matches(of: #/"([^"]+)"/#).map { String($0.1) }
        }
        #expect(quoted.count > 4)
        for text in quoted {
            let parts = text.components(separatedBy: " … ")
            let isSaid = clauses.contains { clause in
                parts.allSatisfy { clause.contains($0) }
            }
            #expect(isSaid, "\(text)")
        }
    }
}
