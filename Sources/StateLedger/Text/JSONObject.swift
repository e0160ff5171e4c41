// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Writes one JSON object, entry by entry, in the order of the calls; absent values are left out.
///
/// Foundation's encoder would do, but it takes longer for one staged item than SQLite does.
struct JSONObject {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// An object without entries.
    init() { bytes.reserveCapacity(512) }

    /// The object as text.
    var text: String {
        String(decoding: bytes, as: UTF8.self) + "}"
    }

    /// Adds a text.
    mutating func add(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        begin(key)
        JSONString.append(value, to: &bytes)
    }

    /// Adds a whole number.
    mutating func add(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        begin(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Adds a truth.
    mutating func add(_ key: StaticString, _ value: Bool) {
        begin(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Adds what is JSON already.
    mutating func add(_ key: StaticString, json: String?) {
        guard let json else { return }
        begin(key)
        bytes.append(contentsOf: json.utf8)
    }

    private mutating func begin(_ key: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// `value` as a JSON text.
    static func quoted(_ value: String) -> String { JSONString.quoted(value) }

    /// `values` as a JSON list of texts.
    static func list(_ values: [String]) -> String {
        "[" + values.map(quoted).joined(separator: ",") + "]"
    }

    /// `values` as a JSON object, in the order of their keys' bytes.
    static func dictionary(_ values: [String: String]) -> String {
        let entries = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{" + entries.map { "\(quoted($0.key)):\(quoted($0.value))" }.joined(separator: ",")
            + "}"
    }
}
