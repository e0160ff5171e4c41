// SPDX-License-Identifier: Apache-2.0

internal import CSchemas

/// The JSON Schemas of what commands write: the files of `docs/reference/schemas`, which stand in the
/// binary.
package enum DocumentSchema {
    /// The commands whose documents have a schema, sorted.
    package static var names: [String] { files.keys.sorted() }

    /// The schema of what the command of that name writes; nil where it has none.
    package static func text(of name: String) -> String? { files[name] }

    private static let files: [String: String] = {
        var files: [String: String] = [:]
        for number in 0..<cschemas_count() {
            guard let file = cschemas_at(number)?.pointee, let name = file.name,
                let bytes = file.bytes
            else { continue }
            files[String(cString: name)] = String(
                decoding: UnsafeBufferPointer(start: bytes, count: file.count), as: UTF8.self)
        }
        return files
    }()
}
