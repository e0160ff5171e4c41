// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How messages say things.
enum Wording {
    /// "1 second", "30 seconds", "2.5 seconds".
    static func seconds(_ value: Double) -> String {
        if value == 1 { return String(clause: "1 second") }
        // What is longer than a day is no less true without its fraction.
        if value >= 86_400 || value == value.rounded() {
            return String(clause: "\(Int(bounded(value))) seconds")
        }
        return String(clause: "\(String((value * 10).rounded(.up) / 10)) seconds")
    }

    /// `text` from outside as it may stand in a message or a log: short, and nothing but printable
    /// ASCII.
    static func plain(_ text: String, byteCountMax: Int = 120) -> String {
        let bytes = text.utf8.prefix(byteCountMax).map { (0x20..<0x7f).contains($0) ? $0 : 0x3f }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func bounded(_ value: Double) -> Double {
        value.isNaN ? 0 : max(0, min(value, 1e15))
    }
}
