// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

/// One JSON object (RFC 8259) of nothing but texts, as a line of a file of decisions is.
struct FlatObject {
    /// Why a line is none, one clause.
    struct Malformed: Error, Equatable {
        let reason: Phrase

        init(_ reason: Phrase) { self.reason = reason }

        /// It is no such object, for that reason.
        init(json reason: Phrase) { self.reason = .fileJson(detail: reason) }

        /// The same as the reader found it.
        init(_ error: JSONReader.Malformed) {
            self.init(json: error.fault.flatMap(Self.phrase) ?? .verbatim(error.reason))
        }

        /// What that fault is called; nil for those of values that are no texts.
        private static func phrase(_ fault: JSONReader.Fault) -> Phrase? {
            switch fault {
            case .object: .fileJsonObject
            case .colon: .fileJsonColon
            case .objectEnd: .fileJsonObjectEnd
            case .text: .fileJsonText
            case .control: .fileJsonControl
            case .textEnd: .fileJsonTextEnd
            case .escape: .fileJsonEscape
            case .half: .fileJsonHalf
            case .more: .fileJsonMore
            case .list, .listEnd, .integer, .number, .truth, .depth, .value: nil
            }
        }
    }

    /// The texts by their names; what is `null` is not there.
    private(set) var texts: [String: String] = [:]

    /// Reads `bytes`, all of them.
    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        let bytes = Array(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Malformed(json: .fileJsonUtf8)
        }
        var reader = JSONReader(bytes)
        var found: [String: String] = [:]
        var names: Set<[UInt8]> = []
        var twice: String?
        do throws(JSONReader.Malformed) {
            try reader.object { (reader, name) throws(JSONReader.Malformed) in
                if !names.insert(Array(name.utf8)).inserted { twice = twice ?? name }
                if !reader.null() { found[name] = try reader.string() }
            }
        } catch {
            throw Malformed(error)
        }
        if let twice { throw Malformed(json: .fileJsonTwice(name: VisibleText.escaped(twice))) }
        guard (try? reader.end()) != nil else { throw Malformed(json: .fileJsonMore) }
        texts = found
    }
}
