// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Text

/// The form of a log: a head, then lines with rising numbers, each with the hash of itself and of all
/// that stands before it.
package enum SyncLog {
    /// Whether `text` is the id of a device: 32 hexadecimal digits in small letters.
    package static func isDevice(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Whether `text` is written like a day.
    static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == 0x2d : (0x30...0x39).contains(byte)
            }
    }

    /// The name of the file that holds the log of `device`.
    package static func fileName(of device: String) -> String { device + fileEnding }

    /// How names of logs end.
    private static let fileEnding = ".ndjson"

    /// The device whose log has that name; nil where it is no name of a log: copies that a program
    /// makes of two versions have others.
    package static func device(ofFile name: String) -> String? {
        guard name.hasSuffix(fileEnding) else { return nil }
        let device = String(name.dropLast(fileEnding.count))
        return isDevice(device) ? device : nil
    }

    // MARK: - Hashes

    /// The hash that follows `before` with `members` in between, in hexadecimal digits.
    static func hash(after before: String, _ members: String) -> String {
        let bytes = Array(before.utf8) + [0x0a] + Array(members.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        // EVP_Digest(3): fails only when memory runs out.
        let isDone = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(isDone == 1, "no memory for a digest")
        return HexDigits.text(digest)
    }

    /// A line as it stands in a log, without its end, and its hash.
    package static func text(
        _ members: String, after before: String
    ) -> (text: String, hash: String) {
        let hash = hash(after: before, members)
        return ("{\(members),\"hash\":\"\(hash)\"}", hash)
    }

    /// What stands behind the members of a line.
    private static let tailCount = ",\"hash\":\"\"}".utf8.count + 64

    /// The hash of a line that `text` has made.
    package static func hash(of text: String) -> String {
        String(decoding: text.utf8.dropLast(2).suffix(64), as: UTF8.self)
    }

    /// The members of a line that `text` has made.
    package static func members(of text: String) -> String {
        String(decoding: text.utf8.dropFirst().dropLast(tailCount), as: UTF8.self)
    }
}

/// The first line of a log.
package struct SyncHead: Sendable, Hashable {
    /// Whose log it is.
    package var device: String
    /// What that device calls itself.
    package var name: String
    /// How often it was written anew, with lines left out that say nothing any more.
    package var generation: Int64
    /// The last line, and its hash, of the log that it was before that.
    package var from: (number: Int64, hash: String)?

    /// The head of a first log.
    package init(device: String, name: String, generation: Int64 = 1) {
        self.device = device
        self.name = name
        self.generation = generation
    }

    /// Whether both say the same.
    package static func == (left: SyncHead, right: SyncHead) -> Bool {
        left.text == right.text
    }

    /// Feeds all of it.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    private var members: String {
        var members: [(name: String, value: JSONValue)] = [
            ("cleanrules", .text("decisions")), ("version", .number(Int64(1))),
            ("device", .text(device)), ("name", .text(name)), ("generation", .number(generation)),
        ]
        if let from {
            members += [("fromLine", .number(from.number)), ("fromHash", .text(from.hash))]
        }
        return String(JSONValue.object(members).line().dropFirst().dropLast())
    }

    /// The line, without its end.
    package var text: String { SyncLog.text(members, after: "").text }
    /// Its hash.
    package var hash: String { SyncLog.hash(after: "", members) }

    /// Reads the line; nil where it is none.
    package init?(text: String) {
        guard let read = try? SyncHead(Array(text.utf8)) else { return nil }
        self = read
    }

    /// Reads the line.
    init(_ bytes: [UInt8]) throws(JSONReader.Malformed) {
        var read = SyncHead(device: "", name: "", generation: 0)
        var hash = ""
        var (number, before): (Int64?, String?)
        var isLog = false
        var reader = JSONReader(bytes)
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "cleanrules": isLog = try reader.string() == "decisions"
            case "version":
                if try reader.integer() != 1 {
                    throw JSONReader.Malformed("a newer version has written it")
                }
            case "device": read.device = try reader.string()
            case "name": read.name = try reader.string()
            case "generation": read.generation = try reader.integer()
            case "fromLine": number = try reader.integer()
            case "fromHash": before = try reader.string()
            case "hash": hash = try reader.string()
            default: throw JSONReader.Malformed("a key is none that is known")
            }
        }
        try reader.end()
        if let number, let before { read.from = (number, before) }
        guard isLog, SyncLog.isDevice(read.device), !read.name.utf8.contains(0),
            read.name.utf8.count <= SyncLimits.nameBytesMax,
            (1...SyncLimits.numberMax).contains(read.generation)
        else { throw JSONReader.Malformed("its first line is none of a log") }
        guard hash == read.hash else { throw JSONReader.Malformed("its first line was changed") }
        self = read
    }
}

/// What could be read of a log.
package struct SyncLogReading: Sendable {
    /// Why a log ends before its end.
    package struct Fault: Sendable, Hashable {
        /// The line, from 1.
        package let line: Int
        /// Why, one clause in English.
        package let reason: String

        /// The given fault.
        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// A line that was read.
    package struct Line: Sendable {
        /// Its number.
        package let number: Int64
        /// Its hash.
        package let hash: String
        /// What it says.
        package let line: SyncLine
    }

    /// The device whose log it is by the name of its file.
    package let device: String
    /// The first line; nil where it cannot be read.
    package private(set) var head: SyncHead?
    /// The lines up to the first that cannot be read.
    package private(set) var lines: [Line] = []
    /// Why there are no more; nil at the end.
    package private(set) var fault: Fault?

    /// A log of `device` of which nothing can be read, and why.
    package init(unreadable reason: String, of device: String) {
        self.device = device
        fault = Fault(line: 1, reason: reason)
    }

    /// Reads `bytes`, which stand in the file of `device`.
    package init(_ bytes: [UInt8], of device: String) {
        self.device = device
        if bytes.count > SyncLimits.logBytesMax {
            fault = Fault(line: 1, reason: "it is larger than \(SyncLimits.logBytesMax) bytes")
            return
        }
        var rest = bytes[...]
        var place = 0
        while !rest.isEmpty {
            place += 1
            guard let end = rest.firstIndex(of: 0x0a) else {
                fault = Fault(line: place, reason: "its end is missing")
                return
            }
            do throws(JSONReader.Malformed) {
                try take(rest[..<end], place)
            } catch {
                fault = Fault(line: place, reason: error.reason)
                return
            }
            rest = rest[(end + 1)...]
        }
        if place == 0 { fault = Fault(line: 1, reason: "it is empty") }
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>, _ place: Int
    ) throws(JSONReader.Malformed) {
        guard bytes.count <= SyncLimits.lineBytesMax else {
            throw JSONReader.Malformed("it is too long")
        }
        guard place <= SyncLimits.linesMax else { throw JSONReader.Malformed("there are too many") }
        // Text that is no UTF-8 is told from what it would be shown as.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw JSONReader.Malformed("it is no text") }
        guard let head else {
            let head = try SyncHead(Array(bytes))
            guard head.device == device else {
                throw JSONReader.Malformed("it is the log of another device")
            }
            self.head = head
            return
        }
        let read = try SyncLineReading(Array(bytes))
        let before = lines.last
        guard let hash = read.hash,
            hash == SyncLog.hash(after: before?.hash ?? head.hash, SyncLog.members(of: text))
        else { throw JSONReader.Malformed("it was changed, or one before it is missing") }
        guard read.number > before?.number ?? 0 else {
            throw JSONReader.Malformed("its number is not the next one")
        }
        lines.append(Line(number: read.number, hash: hash, line: try read.line))
    }

    /// The number of the last line.
    package var lastNumber: Int64 { lines.last?.number ?? 0 }
    /// The hash of the last line, or of the head.
    package var lastHash: String { lines.last?.hash ?? head?.hash ?? "" }

    /// The hash of the line of that number; of the head for 0.
    package func hash(ofLine number: Int64) -> String? {
        if number == 0 { return head?.hash }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < lines.count && lines[low].number == number ? lines[low].hash : nil
    }
}
