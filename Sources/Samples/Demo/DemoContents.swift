// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// Collects the demo's items: dates from ages, hashes from contents, folders from paths.
struct DemoContents {
    /// A size in bytes, written as a drive shows it.
    enum Unit {
        static let kilobyte: Int64 = 1_000
        static let megabyte: Int64 = 1_000_000
        static let gigabyte: Int64 = 1_000_000_000
    }

    private let now: Timestamp
    private var items: [ItemValues] = []
    private var rowOfPath: [String: Int] = [:]
    private var random = DemoRandom(seed: 2_026)

    init(now: Timestamp) {
        self.now = now
    }

    /// The instant `days` before now.
    func instant(daysAgo days: Int, seconds: Int64 = 0) -> Timestamp {
        Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - Int64(days) * 86_400 - seconds)
    }

    /// A number of `range`, the next one of a fixed series.
    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { random.number(range) }

    /// Adds a file of its own content; `adjust` sets what else is known.
    mutating func file(
        _ path: String, size: Int64?, daysAgo days: Int,
        _ adjust: (inout ItemValues) -> Void = { _ in }
    ) {
        var item = ItemValues(path: path)
        let seconds = random.number(0...40_000)
        item.size = size
        item.created = instant(daysAgo: days, seconds: seconds)
        item.modified = item.created
        if let size, size > 0 { setHashes(&item, ofContent: path) }
        describe(&item)
        adjust(&item)
        add(item)
    }

    /// Adds a second file with the content of the one at `original`.
    mutating func copy(of original: String, to path: String, daysAgo days: Int) {
        guard let row = rowOfPath[original] else {
            preconditionFailure("the demo copies only what it has added: \(original)")
        }
        var item = items[row]
        item.path = path
        item.created = instant(daysAgo: days, seconds: random.number(0...40_000))
        item.modified = item.created
        describe(&item)
        add(item)
    }

    /// Adds a folder; those that hold items come of themselves.
    mutating func folder(_ path: String, daysAgo days: Int) {
        var item = ItemValues(path: path, type: .folder)
        item.created = instant(daysAgo: days)
        item.modified = item.created
        describe(&item)
        add(item)
    }

    /// All items with the folders above them, by path, each with its id.
    consuming func finish() -> [ItemValues] {
        addFoldersAbove()
        var sorted = items.sorted {
            $0.path.unicodeScalars.lexicographicallyPrecedes($1.path.unicodeScalars)
        }
        for index in sorted.indices {
            let digits = String(index + 1)
            sorted[index].id =
                "demo-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
        return sorted
    }

    private mutating func add(_ item: ItemValues) {
        precondition(rowOfPath[item.path] == nil, "the demo has one item at a path")
        rowOfPath[item.path] = items.count
        items.append(item)
    }

    /// What every item of the drive says of itself.
    private func describe(_ item: inout ItemValues) {
        item.drive = DemoDrive.name
        item.shared = false
        item.firstSeen = item.created
        let isSams = item.path.hasPrefix("/Joinery/")
        item.owner = isSams ? "Sam Rowe" : "Nora Hale"
        item.ownerAddress = isSams ? "sam@haleandrowe.example" : "nora@haleandrowe.example"
    }

    /// Gives `item` the hashes that stand for the content named `content`.
    private func setHashes(_ item: inout ItemValues, ofContent content: String) {
        var bytes = DemoRandom(seed: DemoRandom.seed(of: content))
        item.sha256 = bytes.hex(byteCount: 32)
        item.quickXor = bytes.base64(byteCount: 20)
    }

    /// Folders are as old as the oldest item in them and were changed with the newest.
    private mutating func addFoldersAbove() {
        var spans: [String: ClosedRange<Timestamp>] = [:]
        for item in items {
            let date = item.modified ?? now
            var path = Substring(item.path)
            while let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")), cut > path.startIndex {
                path = path[..<cut]
                let span = spans[String(path)] ?? date...date
                spans[String(path)] = min(span.lowerBound, date)...max(span.upperBound, date)
            }
        }
        for (path, span) in spans.sorted(by: { $0.key < $1.key }) where rowOfPath[path] == nil {
            var item = ItemValues(path: path, type: .folder)
            item.created = span.lowerBound
            item.modified = span.upperBound
            describe(&item)
            add(item)
        }
    }
}

/// A fixed series of numbers (SplitMix64): the same on every machine.
struct DemoRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A seed from a text (FNV-1a).
    static func seed(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next number of `range`.
    mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// `byteCount` bytes in hexadecimal digits.
    mutating func hex(byteCount: Int) -> String { HexDigits.text(bytes(byteCount)) }

    /// `byteCount` bytes in base64, padded.
    mutating func base64(byteCount: Int) -> String { Base64.text(bytes(byteCount)) }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
