// SPDX-License-Identifier: Apache-2.0

import Foundation
import Plans
import Testing

/// An entry of a plan's document that a test may spoil.
struct SpoiltEntry {
    /// The members of the entry; one that is taken out is nil.
    private var members: [String: Any]

    /// The path of the item.
    var path: String? { members["path"] as? String }

    /// A member by its key.
    subscript(key: String) -> Any? {
        get { members[key] }
        set { members[key] = newValue }
    }

    /// `document` with `change` made to each of its entries; where that changes nothing, the bytes
    /// as the program wrote them.
    static func spoilt(
        _ document: [UInt8], _ change: (inout SpoiltEntry) -> Void
    ) throws -> [UInt8] {
        var text = String(decoding: document, as: UTF8.self)
        for line in try PlanDocumentLines(document).lines {
            let written = try #require(
                try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            var entry = SpoiltEntry(members: written)
            change(&entry)
            if NSDictionary(dictionary: entry.members).isEqual(to: written) { continue }
            let spoilt = try JSONSerialization.data(
                withJSONObject: entry.members, options: [.sortedKeys, .withoutEscapingSlashes])
            text = text.replacingOccurrences(
                of: String(decoding: line, as: UTF8.self),
                with: String(decoding: spoilt, as: UTF8.self))
        }
        return Array(text.utf8)
    }
}
