// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A plan as one JSON document: keys sorted, one entry a line, so that two plans diff well.
///
/// Same plan, same bytes. The format stands in docs/reference/json.md.
package struct PlanDocument {
    private let record: PlanRecord

    /// The document of `record`.
    package init(_ record: PlanRecord) { self.record = record }

    /// Hands the document to `take`, piece by piece; `id` stands in the place of the plan's own.
    package func write<Fault: Error>(
        id: String? = nil, to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        let head = record.head
        var parts = ["{\n"]
        if let changes = head.changes { parts.append("\"changes\": \(changes.json),\n") }
        parts.append("\"created\": \"\(head.now)\",\n")
        if let note = head.decisions { parts.append("\"decisions\": \(note.json),\n") }
        parts.append("\"drives\": [" + Self.list(head.drives.map(\.json)) + "],\n\"entries\": [")
        try Self.hand(parts.joined(), to: take)
        try writeEntries(separator: ",", to: take)
        parts = ["\n],\n\"expires\": \"\(head.expires)\",\n\"format\": 1,\n"]
        parts.append("\"id\": \(JSONText.quoted(id ?? head.id)),\n\"limits\": [")
        parts.append(Self.list(head.limits.map(\.json)))
        parts.append("],\n")
        if let looks = head.looks { parts.append("\"looks\": \(looks.json),\n") }
        parts.append("\"now\": \"\(head.now)\",\n")
        if !head.proof.isEmpty {
            let proof = head.proof.map(\.json).joined(separator: ",")
            parts.append("\"proof\": [\(proof)],\n")
        }
        parts.append(
            "\"rules\": {\"digest\":\(JSONText.quoted("sha256:" + head.rulesDigest)),\"name\":"
                + "\(JSONText.quoted(head.rulesName))},\n")
        parts.append(
            "\"timezone\": \(JSONText.quoted(head.timeZone)),\n"
                + "\"tool\": \(JSONText.quoted(head.tool)),\n\"totals\": ")
        parts.append(head.totals.json)
        parts.append(",\n\"warnings\": [" + Self.list(head.warnings.map(JSONText.quoted)))
        parts.append("]\n}\n")
        try Self.hand(parts.joined(), to: take)
    }

    /// The whole document.
    package func bytes(id: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        write(id: id) { piece in bytes.append(contentsOf: piece.buffer) }
        return bytes
    }

    /// Hands the entries to `take` as lines of their own, many at a time, written on `threads`.
    package func writeLines<Fault: Error>(
        threads: Int = 2, to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        try writeEntries(separator: nil, threads: threads, to: take)
    }

    /// Hands the entries to `take` as they stand in a document: each on a line, `separator` between
    /// them; without one, each ends its line. They are written side by side on `threads`.
    package func writeEntries<Fault: Error>(
        separator: Unicode.Scalar?, threads: Int = 2, to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        let record = record
        let fragments = PlanFragments(record)
        let count = record.count
        let threads = count > Self.blockLength ? threads : 1
        let storages = (0..<threads).map { _ in Column<UInt8>() }
        let lengths = Column<Int>(repeating: 0, count: threads)
        let writers = (0..<threads).map { _ in PlanEntryWriter(record, fragments) }
        var first = 0
        while first < count {
            let start = first
            Parallel.run(parts: threads) { part in
                let low = start + part * Self.blockLength
                let writer = writers[part]
                var out = JSONCursor(storages[part])
                for entry in low..<max(low, min(count, low + Self.blockLength)) {
                    if separator != nil {
                        if entry > 0 { out.put(",") }
                        out.put("\n")
                    }
                    writer.write(entry, to: &out)
                    if separator == nil { out.put("\n") }
                }
                lengths[part] = out.count
            }
            for (storage, part) in zip(storages, 0..<threads) where lengths[part] > 0 {
                try take(TextSlice(start: UnsafePointer(storage.base), count: lengths[part]))
            }
            first += threads * Self.blockLength
        }
    }

    /// How many entries a thread writes before they are handed over.
    private static let blockLength = 512

    private static func hand<Fault: Error>(
        _ text: String, to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        let bytes: Column<UInt8> = Column(capacity: text.utf8.count)
        for byte in text.utf8 { bytes.append(byte) }
        try take(TextSlice(start: UnsafePointer(bytes.base), count: bytes.count))
    }

    private static func list(_ texts: [String]) -> String {
        if texts.isEmpty { return "" }
        return texts.map { "\n" + $0 }.joined(separator: ",") + "\n"
    }
}
