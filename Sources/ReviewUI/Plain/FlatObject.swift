// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

/// One JSON object (RFC 8259) of nothing but texts, as a line of a file of decisions is.
struct FlatObject {
    /// Why a line is none, one clause.
    struct Malformed: Error, Equatable {
        let reason: Phrase

        init(_ reason: Phrase) { self.reason = reason }

        /// It is no such object.
        init(_ detail: String) { reason = .fileJson(detail: detail) }
    }

    /// The texts by their names; what is `null` is not there.
    private(set) var texts: [String: String] = [:]

    /// Reads `bytes`, all of them.
    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        let bytes = Array(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Malformed("it is not UTF-8")
        }
        var reader = JSONReader(bytes)
        var found: [String: String] = [:]
        var names: Set<[UInt8]> = []
        do throws(JSONReader.Malformed) {
            try reader.object { (reader, name) throws(JSONReader.Malformed) in
                guard names.insert(Array(name.utf8)).inserted else {
                    throw JSONReader.Malformed("'\(VisibleText.escaped(name))' is there twice")
                }
                if !reader.null() { found[name] = try reader.string() }
            }
        } catch {
            throw Malformed(error.reason)
        }
        guard (try? reader.end()) != nil else { throw Malformed("something follows the object") }
        texts = found
    }
}
