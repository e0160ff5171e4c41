// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A text that equals another only byte by byte; `String` takes `é` in one and in two scalars for
/// the same, which names of files are not.
struct ExactText: Hashable, Sendable {
    /// The text.
    let text: String

    /// `text`, compared by its bytes.
    init(_ text: String) {
        self.text = text
    }

    /// Whether the bytes are the same.
    static func == (left: ExactText, right: ExactText) -> Bool {
        if left.text.utf8.count != right.text.utf8.count { return false }
        let areEqual: Bool?? = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in
                guard let one = left.baseAddress, let other = right.baseAddress else {
                    return true
                }
                return memcmp(one, other, left.count) == 0
            }
        }
        // Every string of Swift's own is contiguous.
        return (areEqual ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Feeds the bytes.
    func hash(into hasher: inout Hasher) {
        let isFed: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isFed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}
