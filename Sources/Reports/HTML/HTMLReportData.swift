// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

/// The items as data for the page's script: columns, with every folder, reason and wording that
/// repeats written once and named by number.
struct HTMLReportData {
    let plan: Plan
    let rows: [Int]
    let reasons: HTMLReportReasons
    /// The words of the language that the page is in.
    let words: Words

    /// Folders by their number in the page.
    private final class Folders {
        /// The listing's folder numbers, in the order of the page.
        var used: [Int] = []
        private var numbers: [Int: Int] = [:]

        func number(of folder: Int) -> Int {
            if let known = numbers[folder] { return known }
            numbers[folder] = used.count
            used.append(folder)
            return used.count - 1
        }
    }

    /// Writes one JSON object that may stand in a `script` element. O(rows).
    func write(to sink: ByteSink) throws(OutputError) {
        let listing = plan.listing
        let folders = Folders()
        let handling = HTMLReportHandling(plan, words)
        try sink.append("{\"format\":1,\"language\":\"\(words.language.rawValue)\",\"words\":")
        try sink.append(HTMLReportWords(words.language).json)
        try sink.append(",\n\"timezone\":")
        try sink.append(HTMLReportText.data(plan.input.timeZone.identifier))
        try sink.append(",\n\"rows\":{\"verdict\":\"")
        for row in rows { try sink.append(plan.verdict(row).letter) }
        try sink.append("\",\n\"type\":\"")
        for row in rows { try sink.append(listing.isFolder(row) ? "f" : "-") }
        try sink.append("\"")
        try column("folder", to: sink) { folders.number(of: Int(listing.folder[$0])) }
        try names(to: sink)
        try column("size", to: sink) {
            listing.size[$0] == Missing.number ? nil : Int(listing.size[$0])
        }
        try column("time", to: sink) {
            listing.modified[$0] == Missing.date ? nil : Int(listing.modified[$0])
        }
        try column("rule", to: sink) { plan.ruleNumber($0) ?? -1 }
        try column("reason", to: sink) { reasons.sentenceNumber($0) }
        try column("copy", to: sink) { reasons.stayingNumber($0) ?? -1 }
        try column("how", to: sink) { handling.number($0) }
        try sink.append("},\n\"copies\":[")
        try copies(folders, to: sink)
        try sink.append("],\n\"drives\":")
        try sink.append(list(listing.drives.map { HTMLReportText.data($0.name) }))
        try sink.append(",\n\"folders\":[")
        for (index, folder) in folders.used.enumerated() {
            let path = HTMLReportText.data(listing.folders.path(folder).string)
            let drive = listing.folders.drives[folder]
            try sink.append("\(index == 0 ? "" : ",\n")[\(drive),\(path)]")
        }
        try sink.append("],\n\"handling\":")
        try sink.append(
            list(handling.wordings.map { list([$0.what, $0.also].map(HTMLReportText.data)) }))
        try sink.append(",\n\"reasons\":")
        try sink.append(list(reasons.sentences.map { list($0.map(HTMLReportText.data)) }))
        try sink.append(",\n\"rules\":")
        try sink.append(list(plan.rules.map(rule)))
        try sink.append("}")
    }

    private func column(
        _ name: StaticString, to sink: ByteSink, _ value: (Int) -> Int?
    ) throws(OutputError) {
        try sink.append(",\n\"")
        try sink.append(name)
        try sink.append("\":[")
        for (index, row) in rows.enumerated() {
            if index > 0 { try sink.append(",") }
            if let number = value(row) {
                try sink.append(Int64(number))
            } else {
                try sink.append("null")
            }
        }
        try sink.append("]")
    }

    private func names(to sink: ByteSink) throws(OutputError) {
        var bytes: [UInt8] = []
        try sink.append(",\n\"name\":[")
        for (index, row) in rows.enumerated() {
            bytes.removeAll(keepingCapacity: true)
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            HTMLReportText.append(plan.listing.names[row], for: .data, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            try append(bytes, to: sink)
        }
        try sink.append("]")
    }

    private func append(_ bytes: [UInt8], to sink: ByteSink) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in
            guard let start = buffer.baseAddress else { return }
            try sink.append(TextSlice(start: start, count: buffer.count))
        }
    }

    private func copies(_ folders: Folders, to sink: ByteSink) throws(OutputError) {
        let listing = plan.listing
        for (index, (total, rows)) in reasons.staying.enumerated() {
            let known = rows.map { row in
                let folder = folders.number(of: Int(listing.folder[row]))
                return "[\(folder),\(HTMLReportText.data(listing.names[row].string))]"
            }
            try sink.append((index == 0 ? "" : ",\n") + list(["\(total)"] + known))
        }
    }

    private func rule(_ rule: Rule) -> String {
        let why = rule.why.map { ",\"why\":\(HTMLReportText.data($0))" } ?? ""
        return "{\"id\":\(HTMLReportText.data(rule.id))\(why)}"
    }

    private func list(_ parts: [String]) -> String { "[" + parts.joined(separator: ",") + "]" }
}

extension Verdict {
    /// The verdict in a letter.
    fileprivate var letter: StaticString {
        switch self {
        case .keep: "k"
        case .review: "r"
        case .delete: "d"
        }
    }
}
