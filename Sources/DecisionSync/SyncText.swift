// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Texts as they stand in a line.
enum SyncText {
    /// Whether `text` takes at most `most` bytes as it is written, where some characters take six, and
    /// can be stored.
    static func fits(_ text: String, _ most: Int) -> Bool {
        text.utf8.count <= most && !text.utf8.contains(0)
            && JSONValue.text(text).line().utf8.count <= most + 2
    }
}
