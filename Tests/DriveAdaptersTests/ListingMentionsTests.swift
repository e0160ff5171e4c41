// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DriveAdapters

/// Drives that listing files mention which cannot be read.
@Suite("Drives that a broken listing mentions")
struct ListingMentionsTests {
    private func names(_ text: String) -> [String] {
        ListingMentions(in: .bytes(Array(text.utf8))).names
    }

    @Test("are found wherever they stand, whatever is wrong around them")
    func found() {
        let text = """
            {"drive":"ada","path":"/a"}
            {"path":"/b", "drive" : "b\\u00f6b" "size":
            "drive":"drive"}{{"drive":"e\\"f"
            {"name":"x","drive":"torn
            {"drive":"last"
            """
        #expect(names(text) == ["ada", "böb", "drive", "e\"f", "last"])
    }

    @Test("are none where a path or a value only looks like one")
    func none() {
        for text in [
            #"{"path":"\"drive\":\"ada\""}"#, #"{"path":"drive","name":"ada"}"#,
            #"{"drives":"ada"}"#, #"{"drive":7}"#, #"{"drive":"torn"#, "", "\"drive\"",
        ] {
            #expect(names(text).isEmpty, "\(text)")
        }
    }

    @Test("are found across the pieces in which a file is read")
    func pieces() {
        for before in [65_520, 65_528, 65_534, 65_536, 131_060] {
            let text = String(repeating: " ", count: before) + #"{"drive":"somebody"}"#
            #expect(names(text) == ["somebody"], "\(before)")
        }
    }
}
