// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Reads an inventory, which has a JSON object a line. All that is wrong with it is found, each with its
/// place.
struct InventoryReader {
    /// What a line may say.
    enum Key: String, CaseIterable {
        case name, owner
        case ownerAddress = "owner_address"
        case driveID = "drive_id"
        case siteURL = "site_url"
        case site = "SiteId"
        case web = "WebId"
        case list = "ListId"
        case library
    }

    /// What a line says.
    struct Line {
        /// Its number, from 1.
        let number: Int
        fileprivate var texts: [Key: (text: String, offset: Int)] = [:]

        /// The text of `key`; nil where the line does not have it.
        subscript(_ key: Key) -> String? { texts[key]?.text }

        fileprivate func offset(of key: Key) -> Int { texts[key]?.offset ?? 0 }
    }

    /// What is wrong, and where: line and column count from 1, columns in scalars.
    struct Fault: Hashable {
        let line: Int
        let column: Int
        let clause: Message
    }

    /// What all lines say that are read so far.
    private(set) var lines: [Line] = []
    /// What is wrong, as much of it as is told.
    private(set) var faults: [Fault] = []
    /// How many faults there are.
    private(set) var faultCount = 0

    /// The most faults that are told.
    private static let faultsMax = 50
    private static let keys = Dictionary(
        uniqueKeysWithValues: Key.allCases.map { ($0.rawValue, $0) })
    private static let mapping = Message("the inventory")

    private let isOfDataset: Bool
    private var suggestion = Suggestion()
    /// The lines by the names, the ids and the libraries of their drives.
    private var names: [[UInt8]: Int] = [:]
    private var ids: [[UInt8]: Int] = [:]
    private var libraries: [String: Int] = [:]

    /// Reads `bytes`; the drives of an inventory of a dataset name their libraries.
    init(_ bytes: [UInt8], ofDataset isOfDataset: Bool) {
        self.isOfDataset = isOfDataset
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
            read(Array(line), place + 1)
        }
    }

    /// Says all that is wrong, and throws where something is; the file is the one at `path`.
    func demandNoFault(at path: String) throws(Failure) {
        if faults.isEmpty { return }
        for fault in faults {
            let place = "\(VisibleText.escaped(path)):\(fault.line):\(fault.column): "
            let clause = fault.clause.mappingTexts(VisibleText.escaped)
            Host.note(.clause(.plain(place) + Message("error: \(clause)")))
        }
        if faultCount > faults.count {
            Host.note(.clause(Message("and \(faultCount - faults.count) more")))
        }
        throw Failure(.invalidRules)
    }

    // MARK: A line

    private mutating func read(_ bytes: [UInt8], _ number: Int) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            return take(Message("the line is no text in UTF-8"), number, 1)
        }
        var line = Line(number: number)
        var found: [(clause: Message, offset: Int)] = []
        var reader = JSONReader(bytes)
        do throws(JSONReader.Malformed) {
            var seen: Set<[UInt8]> = []
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                let start = reader.keyOffset
                if !seen.insert(Array(key.utf8)).inserted {
                    found.append((Message("the line has '\(key)' twice"), start))
                }
                guard let known = Self.keys[key] else {
                    found.append((unknown(key), start))
                    return try Self.skip(&reader)
                }
                if reader.null() { return }
                let isText = reader.nextKind() == .text
                let offset = reader.offset
                guard isText else {
                    found.append((Message("'\(key)' takes a text, in quotes"), offset))
                    return try Self.skip(&reader)
                }
                line.texts[known] = (try reader.string(), offset)
            }
            try reader.end()
        } catch {
            found.append(
                (
                    Message(
                        "from here on the line is no JSON object; a line is one, with 'name', and"
                            + " 'owner' and 'drive_id' where they are known"), reader.offset
                ))
            return take(found, of: bytes, number)
        }
        found += check(line)
        take(found, of: bytes, number)
        lines.append(line)
    }

    private mutating func unknown(_ key: String) -> Message {
        Message("unknown key '\(key)' in \(Self.mapping)")
            + suggestion.hint(for: key, among: Key.allCases.map(\.rawValue))
    }

    private static func skip(_ reader: inout JSONReader) throws(JSONReader.Malformed) {
        if reader.nextKind() == .number { _ = try reader.number() } else { try reader.skip() }
    }

    /// What is wrong with what `line` says, beside other lines.
    private mutating func check(_ line: Line) -> [(clause: Message, offset: Int)] {
        var found: [(clause: Message, offset: Int)] = []
        if let name = line[.name], !name.isEmpty {
            if let other = names.updateValue(line.number, forKey: Array(name.utf8)) {
                found.append(
                    (
                        Message("names drive '\(name)' a second time, after line \(String(other))"),
                        line.offset(of: .name)
                    ))
            }
        } else {
            found.append((Message("the line has no 'name'"), line.offset(of: .name)))
        }
        if let id = line[.driveID], !id.isEmpty {
            let normal = Array(GraphID.comparable(drive: id).utf8)
            if let other = ids.updateValue(line.number, forKey: normal) {
                found.append(
                    (
                        Message("has the 'drive_id' of line \(String(other)), '\(id)'"),
                        line.offset(of: .driveID)
                    ))
            }
        }
        return found + checkLibrary(line)
    }

    private mutating func checkLibrary(_ line: Line) -> [(clause: Message, offset: Int)] {
        if !isOfDataset { return [] }
        if line[.library]?.isEmpty == true {
            return [(Message("'library' is empty"), line.offset(of: .library))]
        }
        let keys: [Key] = [.site, .web, .list]
        let ids = keys.compactMap { key in line[key].flatMap { DatasetGUID.text($0) } }
        guard ids.count == keys.count else {
            let wrong = keys.first { line[$0].map { DatasetGUID.text($0) == nil } ?? false }
            return [
                (
                    Message(
                        "names no library; with a dataset a line has 'SiteId', 'WebId' and 'ListId'"
                            + " as GUIDs"), wrong.map(line.offset(of:)) ?? 0
                )
            ]
        }
        guard
            let other = libraries.updateValue(line.number, forKey: ids.joined(separator: " "))
        else { return [] }
        return [
            (
                Message("names the library that line \(String(other)) names"),
                line.offset(of: .site)
            )
        ]
    }

    // MARK: Faults

    private mutating func take(
        _ found: [(clause: Message, offset: Int)], of bytes: [UInt8], _ number: Int
    ) {
        for (clause, offset) in found {
            // What goes on a scalar begins none.
            let column = bytes.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
            take(clause, number, column)
        }
    }

    private mutating func take(_ clause: Message, _ line: Int, _ column: Int) {
        faultCount += 1
        if faults.count < Self.faultsMax {
            faults.append(Fault(line: line, column: column, clause: clause))
        }
    }
}
