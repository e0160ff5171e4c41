// SPDX-License-Identifier: Apache-2.0

package import HTTPTransport
internal import Messages

/// Whether hints are wanted, and when the last one was shown.
package struct HintMemory: Sendable {
    private let file: PrivateFile

    /// The memory in `folder`.
    package init(folder: AccountFolder) {
        file = PrivateFile(
            folder: folder, name: "hints", what: String(clause: "the file of the hints"))
    }

    private static let secondsPerDay = 86_400.0

    /// Whether hints are wanted.
    package func isOn() throws(AccessError) -> Bool { try content() != "off" }

    /// Switches hints on or off.
    package func set(isOn: Bool) throws(AccessError) {
        try file.replace(Array((isOn ? "on" : "off").utf8))
    }

    /// Whether a hint may be shown at `now`, in seconds since the epoch; then none may for a day.
    ///
    /// Where that cannot be kept, none is shown: it would come every time.
    package func takesTurn(at now: Double) -> Bool {
        guard let content = try? content(), content != "off" else { return false }
        if let last = Double(content), abs(now - last) < Self.secondsPerDay { return false }
        do throws(AccessError) {
            try file.replace(Array(String(Int(now)).utf8))
            return true
        } catch {
            return false
        }
    }

    private func content() throws(AccessError) -> String {
        String(decoding: try file.bytes() ?? [], as: UTF8.self)
    }
}
