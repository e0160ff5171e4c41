// SPDX-License-Identifier: Apache-2.0

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

/// `text` between quotes, cut short and without control characters, for messages.
func quoted(_ text: String) -> String {
    var shown = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
        if index == 60 { return shown + "…\"" }
        if scalar.value < 0x20 || scalar.value == 0x7f {
            shown += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown + "\""
}
