// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation

extension DeletionReceipt {
    /// The receipt as the state file keeps it: JSON, keys sorted.
    var text: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The receipt that `text` holds; nil if it holds none.
    package init?(text: String?) {
        guard let text,
            let receipt = try? JSONDecoder().decode(DeletionReceipt.self, from: Data(text.utf8))
        else { return nil }
        self = receipt
    }
}
