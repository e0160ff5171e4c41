// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// What stands in the journal of a fleet: what was taken from the caps of each day, when each drive
/// had its turn, and whether the last run came to its end.
///
/// A line is written before anything of a drive is deleted, and another one after: what a killed run
/// had reserved counts as used, for nobody knows what it came to.
package struct FleetRecord: Sendable {
    /// When each drive was planned last, in seconds.
    package private(set) var planned: [String: Int64] = [:]
    /// When each drive had its turn with deletions last, in seconds.
    package private(set) var served: [String: Int64] = [:]
    /// What drives were called, by key.
    package private(set) var names: [String: String] = [:]
    /// When a run began that did not come to its end; nil where the last one did.
    package private(set) var unfinished: Int64?
    private var used: [String: [String: FleetAmount]] = [:]
    private var open: [String: (day: String, amount: FleetAmount)] = [:]
    /// The last line of a drive of that event, for the journal that is written anew.
    private var lines: [(day: String, key: String, event: String, line: String)] = []

    /// What was taken from the drive `key` on that day and on any later one: a clock that is set back
    /// gives nothing back.
    package func amount(of key: String, since day: String) -> FleetAmount {
        let days = (used[key] ?? [:]).filter { $0.key >= day }.values
        let sum = days.reduce(FleetAmount(), +)
        guard let open = open[key], open.day >= day else { return sum }
        return sum + open.amount
    }

    /// What was taken from all drives since then, and from how many.
    package func total(since day: String) -> (amount: FleetAmount, drives: Int64) {
        let amounts = Set(used.keys).union(open.keys).map { amount(of: $0, since: day) }
        return (amounts.reduce(FleetAmount(), +), Int64(amounts.count { $0.items > 0 }))
    }

    /// Takes up a line of the journal.
    mutating func take(_ entry: FleetEntry, line: String) {
        lines.append((entry.day, entry.drive, entry.event.rawValue, line))
        switch entry.event {
        case .run: unfinished = entry.at
        case .end: unfinished = nil
        case .planned:
            planned[entry.drive] = entry.at
            if let name = entry.name { names[entry.drive] = name }
        case .reserved:
            settle(entry.drive)
            open[entry.drive] = (entry.day, entry.amount)
        case .used:
            let day = open.removeValue(forKey: entry.drive)?.day ?? entry.day
            used[entry.drive, default: [:]][day, default: FleetAmount()] =
                (used[entry.drive]?[day] ?? FleetAmount()) + entry.amount
            served[entry.drive] = entry.at
        }
    }

    /// What a killed run had reserved is used up.
    private mutating func settle(_ key: String) {
        guard let open = open.removeValue(forKey: key) else { return }
        used[key, default: [:]][open.day] =
            (used[key]?[open.day] ?? FleetAmount()) + open.amount
    }

    /// The lines that still say something on `day`: those since then, and the last of each kind.
    func lines(since day: String) -> [String] {
        var seen: Set<String> = []
        var kept: [String] = []
        for one in lines.reversed() {
            let isLast = seen.insert(one.event + " " + one.key).inserted
            if isLast || one.day >= day { kept.append(one.line) }
        }
        return kept.reversed()
    }
}

/// A line of the journal.
struct FleetEntry {
    enum Event: String {
        case run, end, planned, reserved, used
    }

    var event: Event
    var day: String
    var at: Int64
    var drive = ""
    var name: String?
    var amount = FleetAmount()

    /// The line.
    var line: String {
        var members: [(name: String, value: JSONValue)] = [
            ("event", .text(event.rawValue)), ("day", .text(day)), ("at", .number(at)),
        ]
        if !drive.isEmpty { members.append(("drive", .text(drive))) }
        if let name { members.append(("name", .text(name))) }
        if event == .reserved || event == .used {
            members += [("items", .number(amount.items)), ("bytes", .number(amount.bytes))]
        }
        return JSONValue.object(members).line()
    }

    /// What `line` says; nil where it is none.
    init?(line: String) {
        self.init(event: .run, day: "", at: 0)
        var word = ""
        var reader = JSONReader(line)
        do {
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                switch key {
                case "event": word = try reader.string()
                case "day": day = try reader.string()
                case "at": at = try reader.integer()
                case "drive": drive = try reader.string()
                case "name": name = try reader.string()
                case "items": amount.items = try reader.integer()
                case "bytes": amount.bytes = try reader.integer()
                default: try reader.skip()
                }
            }
            try reader.end()
        } catch {
            return nil
        }
        guard let event = Event(rawValue: word), CalendarDay(text: day) != nil,
            amount.items >= 0, amount.bytes >= 0
        else { return nil }
        self.event = event
    }

    init(
        event: Event, day: String, at: Int64, drive: String = "", name: String? = nil,
        amount: FleetAmount = FleetAmount()
    ) {
        (self.event, self.day, self.at) = (event, day, at)
        (self.drive, self.name, self.amount) = (drive, name, amount)
    }
}

/// The journal of a fleet that is being written.
final class FleetJournal: Sendable {
    private let file: FileDescriptor
    private let path: String
    private let lock = Lock<Void>(())

    /// The most bytes of a journal: drives, days and runs are few.
    private static let bytesMax = 256 << 20

    /// What stands in the journal of `folder`. A last line without an end was not written, and
    /// nothing came after it; any other that cannot be read is an error: nobody knows then how much
    /// of the caps is left.
    static func read(_ folder: FleetFolder) throws(Failure) -> FleetRecord {
        var record = FleetRecord()
        guard FileBytes.exists(folder.journal) else { return record }
        let bytes = try FileBytes.read(folder.journal, most: bytesMax)
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        _ = lines.popLast()
        for (number, bytes) in lines.enumerated() {
            let line = String(decoding: bytes, as: UTF8.self)
            guard let entry = FleetEntry(line: line) else {
                throw Failure(
                    .failed,
                    Message(
                        "line \(String(number + 1)) of '\(VisibleText.escaped(folder.journal))'"
                            + " cannot be read, and nobody knows how much was deleted today; put"
                            + " the file back from a backup, or remove it when the day is over"))
            }
            record.take(entry, line: line)
        }
        return record
    }

    /// Writes the journal of `folder` anew, with what of `record` still says something on `day`, and
    /// goes on writing it.
    init(_ folder: FleetFolder, _ record: FleetRecord, since day: String) throws(Failure) {
        path = folder.journal
        let lines = record.lines(since: day).map { $0 + "\n" }.joined()
        do throws(SystemError) {
            let place = try FileDescriptor(folder.path, O_RDONLY | O_DIRECTORY)
            unlink(folder.path + "/journal.draft")
            try FileReplacement.write(
                Array(lines.utf8), to: "journal.ndjson", by: "journal.draft", in: place,
                isDurable: true)
            file = try FileDescriptor(
                folder.journal, O_WRONLY | O_APPEND | O_NOFOLLOW)
        } catch {
            throw Self.cannotWrite(path, error)
        }
    }

    /// Adds a line; when this returns, it stays, whatever happens to the machine.
    func add(_ entry: FleetEntry, isDurable: Bool = true) throws(Failure) {
        let bytes = Array((entry.line + "\n").utf8)
        let fault: SystemError? = lock.withLock { _ in
            do throws(SystemError) {
                try SystemCall.write(bytes, to: file.number)
                if isDurable { try file.synchronize() }
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw Self.cannotWrite(path, fault) }
    }

    private static func cannotWrite(_ path: String, _ error: SystemError) -> Failure {
        Failure(
            .failed, Message("cannot write '\(VisibleText.escaped(path))': \(error.text)"))
    }
}
