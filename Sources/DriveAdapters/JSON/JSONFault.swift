// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What is wrong with a JSON text and where; the caller turns the place into a line.
struct JSONFault: Error {
    /// The address of the offending byte in the buffer that is being read.
    var address: Int
    /// One clause without a full stop.
    var message: String

    /// A fault at `place`.
    init(_ place: UnsafePointer<UInt8>, _ message: String) {
        address = Int(bitPattern: place)
        self.message = message
    }
}

/// `text` between quotes, cut short and with nothing hidden in it, for messages.
func quoted(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(60)
    return "\"" + VisibleText.guarded(String(start))
        + (start.endIndex < text.unicodeScalars.endIndex ? "…\"" : "\"")
}
