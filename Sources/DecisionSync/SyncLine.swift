// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What was used of the quotas of a day on one device.
package struct SyncUse: Sendable, Hashable {
    /// The local day, `2026-11-21`.
    package var day: String
    /// Deletions.
    package var deletes: Int64
    /// Bytes of these.
    package var bytes: Int64
    /// Reviews.
    package var reviews: Int64

    /// The given use.
    package init(day: String, deletes: Int64, bytes: Int64, reviews: Int64) {
        self.day = day
        self.deletes = deletes
        self.bytes = bytes
        self.reviews = reviews
    }
}

/// One line of a log, without its number and its hash.
package enum SyncLine: Sendable, Hashable {
    /// What stands about an item, or about two contents, from now on.
    case decision(SyncItem, SyncValue, at: HybridClock, over: [String: Int64])
    /// What this device has used of a day by now.
    case use(SyncUse)
    /// Lines of another device, up to that one, had arrived by then.
    case arrival(SyncDot, at: HybridClock)
    /// The log of that device does not go on where it was: it is to begin another one.
    case refusal(device: String)
    /// The log of that device was read up to that line.
    case heard(SyncDot)
    /// This device was that one, and knows its lines up to that number: who knows later ones tells them.
    case former(SyncDot)
}

extension SyncLine {
    /// Whether who reads it says so: of what says no more than that something was read, nobody does.
    var isToBeHeard: Bool {
        switch self {
        case .decision, .use: true
        case .arrival, .refusal, .heard, .former: false
        }
    }

    /// The members of the line as they stand in a log, the number first, without braces.
    package func members(number: Int64) -> String {
        var members: [(name: String, value: JSONValue)] = [("n", .number(number))]
        switch self {
        case .decision(let item, let value, let at, let over):
            members += Self.members(of: item) + Self.members(of: value)
            members.append(("at", Self.json(at)))
            if !over.isEmpty {
                members.append(
                    ("over", .sorted(over.map { (name: $0.key, value: .number($0.value)) })))
            }
        case .use(let use):
            members += [
                ("day", .text(use.day)), ("deletes", .number(use.deletes)),
                ("bytes", .number(use.bytes)), ("reviews", .number(use.reviews)),
            ]
        case .arrival(let dot, let at):
            members += [
                ("arrived", .text(dot.device)), ("upTo", .number(dot.number)),
                ("at", Self.json(at)),
            ]
        case .refusal(let device): members.append(("refused", .text(device)))
        case .heard(let dot):
            members += [("heard", .text(dot.device)), ("upTo", .number(dot.number))]
        case .former(let dot):
            members += [("formerly", .text(dot.device)), ("upTo", .number(dot.number))]
        }
        return String(JSONValue.object(members).line().dropFirst().dropLast())
    }

    private static func members(of item: SyncItem) -> [(name: String, value: JSONValue)] {
        guard let pair = item.contents else {
            return [("drive", .text(item.drive)), ("id", .text(item.id))]
        }
        return [("unlike", .texts([pair.one, pair.other]))]
    }

    private static func json(_ clock: HybridClock) -> JSONValue {
        .list([.number(clock.seconds), .number(clock.count)])
    }

    private static func members(of value: SyncValue) -> [(name: String, value: JSONValue)] {
        if value.verdict == .none { return [("undone", .bool(true))] }
        var members: [(name: String, value: JSONValue)] = [
            ("verdict", .text(value.verdict.rawValue))
        ]
        if let until = value.until { members.append(("until", .number(until))) }
        let content = value.content
        if content.isFolder { members.append(("folder", .bool(true))) }
        if let size = content.size { members.append(("size", .number(size))) }
        if let modified = content.modified { members.append(("modified", .number(modified))) }
        if let tag = content.cTag { members.append(("cTag", .text(tag))) }
        if !content.hashes.isEmpty {
            members.append(
                ("hashes", .sorted(content.hashes.map { (name: $0.key, value: .text($0.value)) })))
        }
        return members
    }
}

/// The members of a line as they are read.
struct SyncLineReading {
    private(set) var number: Int64 = 0
    private(set) var hash: String?
    private var drive: String?
    private var id: String?
    private var unlike: SyncItem?
    private var verdict: SyncVerdict?
    private var until: Int64?
    private var content = SyncContent()
    private var at: HybridClock?
    private var over: [String: Int64] = [:]
    private var use = SyncUse(day: "", deletes: 0, bytes: 0, reviews: 0)
    private var arrived: String?
    private var upTo: Int64?
    private var refused: String?
    private var heard: String?
    private var formerly: String?

    /// Reads one line; throws where it is none, or says more than a line may.
    init(_ bytes: [UInt8]) throws(JSONReader.Malformed) {
        var read = SyncLineReading()
        var reader = JSONReader(bytes)
        var seen: Set<String> = []
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            if !seen.insert(key).inserted { throw JSONReader.Malformed("a key stands twice") }
            try read.take(key, &reader)
        }
        try reader.end()
        self = read
    }

    private init() {}

    private mutating func take(
        _ key: String, _ reader: inout JSONReader
    ) throws(JSONReader.Malformed) {
        switch key {
        case "n": number = try reader.bounded(1...SyncLimits.numberMax)
        case "hash": hash = try reader.short()
        case "drive": drive = try reader.short()
        case "id": id = try reader.short()
        case "unlike": unlike = try reader.contents()
        case "verdict":
            guard let known = SyncVerdict(rawValue: try reader.short()), known != .none else {
                throw JSONReader.Malformed("a decision is none that is known")
            }
            verdict = known
        case "undone":
            guard try reader.boolean() else { throw JSONReader.Malformed() }
            verdict = SyncVerdict.none
        case "until": until = try reader.seconds()
        case "folder": content.isFolder = try reader.boolean()
        case "size": content.size = try reader.bounded(0...Int64.max)
        case "modified": content.modified = try reader.seconds()
        case "cTag": content.cTag = try reader.short()
        case "hashes": content.hashes = try reader.hashes()
        case "at": at = try reader.clock()
        case "over": over = try reader.context()
        case "day": use.day = try reader.short()
        case "deletes": use.deletes = try reader.bounded(0...Int64.max)
        case "bytes": use.bytes = try reader.bounded(0...Int64.max)
        case "reviews": use.reviews = try reader.bounded(0...Int64.max)
        case "arrived": arrived = try reader.short()
        case "upTo": upTo = try reader.bounded(0...SyncLimits.numberMax)
        case "heard": heard = try reader.short()
        case "formerly": formerly = try reader.short()
        case "refused": refused = try reader.short()
        default: throw JSONReader.Malformed("a key is none that is known")
        }
    }

    /// What the line says; throws where it says nothing whole.
    var line: SyncLine {
        get throws(JSONReader.Malformed) {
            if let unlike { return try said(of: unlike) }
            if let drive, let id, let verdict, let at {
                guard SyncItem.isShared(drive: drive), !id.isEmpty else {
                    throw JSONReader.Malformed("its item is none that devices share")
                }
                return .decision(
                    SyncItem(drive: drive, id: id),
                    SyncValue(verdict, until: until, content: content), at: at, over: over)
            }
            if let arrived, let upTo, let at { return .arrival(SyncDot(arrived, upTo), at: at) }
            if let heard, let upTo { return .heard(SyncDot(heard, upTo)) }
            if let formerly, let upTo { return .former(SyncDot(formerly, upTo)) }
            if let refused { return .refusal(device: refused) }
            guard SyncLog.isDay(use.day) else {
                throw JSONReader.Malformed("it says nothing whole")
            }
            return .use(use)
        }
    }

    /// What the line says of two contents: that they are different, or that this was taken back.
    private func said(of pair: SyncItem) throws(JSONReader.Malformed) -> SyncLine {
        guard let verdict, let at, verdict == .keep || verdict == SyncVerdict.none, until == nil,
            content == SyncContent(), drive == nil, id == nil
        else { throw JSONReader.Malformed("it says of two contents what nobody can") }
        return .decision(pair, SyncValue(verdict), at: at, over: over)
    }
}

extension JSONReader {
    /// A whole number within bounds.
    fileprivate mutating func bounded(
        _ bounds: ClosedRange<Int64>
    ) throws(Malformed) -> Int64 {
        let number = try integer()
        guard bounds.contains(number) else { throw Malformed("a number is too large") }
        return number
    }

    /// An instant.
    fileprivate mutating func seconds() throws(Malformed) -> Int64 {
        try bounded(-SyncLimits.secondsMax...SyncLimits.secondsMax)
    }

    /// A text of bounded length that can be stored.
    fileprivate mutating func short() throws(Malformed) -> String {
        let text = try string()
        guard text.utf8.count <= SyncLimits.textBytesMax, !text.utf8.contains(0) else {
            throw Malformed("a text is too long")
        }
        return text
    }

    fileprivate mutating func contents() throws(Malformed) -> SyncItem {
        var keys: [String] = []
        try array { (reader) throws(Malformed) in
            keys.append(try reader.short())
            if keys.count > 2 { throw Malformed() }
        }
        guard keys.count == 2, let pair = SyncItem(contents: keys[0], keys[1]) else {
            throw Malformed("its contents are none that devices share")
        }
        return pair
    }

    fileprivate mutating func clock() throws(Malformed) -> HybridClock {
        var parts: [Int64] = []
        try array { (reader) throws(Malformed) in
            let most = parts.isEmpty ? SyncLimits.secondsMax : SyncLimits.countMax
            parts.append(try reader.bounded(0...most))
            if parts.count > 2 { throw Malformed() }
        }
        guard parts.count == 2 else { throw Malformed("an instant is none") }
        return HybridClock(parts[0], parts[1])
    }

    fileprivate mutating func context() throws(Malformed) -> [String: Int64] {
        var context: [String: Int64] = [:]
        try object { (reader, device) throws(Malformed) in
            guard SyncLog.isDevice(device), context.count < SyncLimits.contextMax else {
                throw Malformed("it knows of too many devices")
            }
            context[device] = try reader.bounded(1...SyncLimits.numberMax)
        }
        return context
    }

    fileprivate mutating func hashes() throws(Malformed) -> [String: String] {
        var hashes: [String: String] = [:]
        try object { (reader, name) throws(Malformed) in
            guard name.utf8.count <= SyncLimits.nameBytesMax, hashes.count < SyncLimits.hashesMax
            else { throw Malformed("it has too many hashes") }
            hashes[name] = try reader.short()
        }
        return hashes
    }
}
