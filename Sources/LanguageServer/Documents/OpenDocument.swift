// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A text that is open in the editor, as the editor has it.
struct OpenDocument: Sendable {
    /// What the editor calls it.
    let uri: String
    /// Its path on this machine; nil for one that is not saved yet.
    let path: String?
    /// What the editor says it is written in.
    let language: String
    /// The number of its last change.
    private(set) var version: Int64
    /// The text with its lines.
    private(set) var lines: LineTable
    /// Whether the text is known to be the editor's: a change that could not be taken ends that, until
    /// the whole text comes.
    var isInStep = true

    /// The text.
    var bytes: [UInt8] { lines.bytes }

    /// The text that the editor opens.
    init?(_ item: ReceivedValue?, _ unit: PositionUnit) {
        guard let uri = item?["uri"]?.text, let text = item?["text"]?.text else { return nil }
        self.uri = uri
        path = FileURI.path(of: uri)
        language = item?["languageId"]?.text ?? ""
        version = item?["version"]?.integer ?? 0
        lines = LineTable(Array(text.utf8), unit)
    }

    /// Takes the changes of one notification, one after another.
    mutating func take(_ changes: [ReceivedValue], version: Int64?) {
        if let version { self.version = version }
        for change in changes {
            guard let text = change["text"]?.text else {
                isInStep = false
                continue
            }
            guard let range = change["range"], range != .null else {
                lines = LineTable(Array(text.utf8), lines.unit)
                isInStep = true
                continue
            }
            guard let place = lines.range(range) else {
                isInStep = false
                continue
            }
            var bytes = lines.bytes
            bytes.replaceSubrange(place, with: text.utf8)
            lines = LineTable(bytes, lines.unit)
        }
    }
}

/// Addresses of files.
package enum FileURI {
    /// The path that `uri` names; nil where it names no file of this machine.
    package static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        let rest = uri.utf8.dropFirst(7)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
        guard host.isEmpty || host == "localhost" else { return nil }
        guard let bytes = PercentText.decoded(rest[slash...]), !bytes.contains(0) else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The address of the file at `path`.
    package static func uri(of path: String) -> String {
        "file://"
            + PercentText.encoded(path.utf8) { byte in
                byte == UInt8(ascii: "/") || PercentText.isUnreserved(byte)
            }
    }
}
