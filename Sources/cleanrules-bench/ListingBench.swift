// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc

/// A small seeded generator (SplitMix64).
struct BenchRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }

    /// Skewed toward 0: the first few of `bound` are hit far more often than the rest.
    mutating func skewed(_ bound: Int) -> Int {
        let unit = Double(next() >> 11) / Double(1 << 53)
        return min(bound - 1, Int(unit * unit * unit * Double(bound)))
    }
}

/// `cleanrules-bench listing`: a believable drive of any size, the same one for the same seed.
struct ListingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listing",
        abstract: "Write a listing to measure with: names in many scripts, copies, old and new.")

    @Argument(help: "The file to write (JSON lines).")
    var output: String

    @Option(name: .long, help: "How many items.")
    var items = 1_000_000

    @Option(name: .long, help: "The seed.")
    var seed: UInt64 = 7

    func run() throws {
        guard let file = fopen(output, "w") else {
            throw ValidationError("cannot write '\(output)'")
        }
        defer { fclose(file) }
        var maker = ListingMaker(count: items, seed: seed)
        while let line = maker.next() { fputs(line, file) }
    }
}

/// Makes the items one by one, folder by folder.
private struct ListingMaker {
    private var random: BenchRandom
    private let count: Int
    private var made = 0
    private var folders: [String] = []
    private var left: Int = 0
    private var folder = ""
    /// Size, hash and kind of earlier items, from which copies are made.
    private var sources: [(size: Int, hash: String, kind: Int)] = []

    private static let words = [
        "report", "budget", "invoice", "summary", "holiday", "birthday", "Rechnung", "Übersicht",
        "résumé", "données", "報告", "写真", "отчёт", "план", "한국어", "plan", "notes", "draft",
    ]
    private static let tops = [
        "Photos", "Documents", "Pictures", "Videos", "Music", "Backup", "Projects", "Keep",
        "写真", "Fotos Müller",
    ]
    private static let kinds: [(prefix: String, ext: String, mime: String, size: Int)] = [
        ("IMG_", "jpg", "image/jpeg", 3_000_000), ("DSC", "JPG", "image/jpeg", 5_500_000),
        ("VID_", "mp4", "video/mp4", 400_000_000), ("Screenshot ", "png", "image/png", 400_000),
        ("Screen Shot ", "png", "image/png", 500_000), ("", "docx", "", 150_000),
        ("", "pdf", "application/pdf", 250_000), ("", "txt", "text/plain", 8_000),
        ("~$", "docx", "", 162), ("", "tmp", "", 80_000), ("", "mp3", "audio/mpeg", 6_000_000),
        ("Contract ", "pdf", "application/pdf", 300_000),
    ]
    /// How many of a hundred items are of each kind.
    private static let shares = [30, 9, 5, 4, 1, 14, 13, 13, 1, 2, 7, 1]
    private static let base64 = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    init(count: Int, seed: UInt64) {
        self.count = count
        random = BenchRandom(seed: seed)
        folders = Self.tops.map { "/" + $0 }
        while folders.count < max(20, count / 25) {
            let parent = folders[random.skewed(folders.count)]
            // What is protected is a few per cent of a drive, not a fifth.
            if parent.hasPrefix("/Keep"), random.below(12) > 0 { continue }
            guard parent.utf8.count < 150 else { continue }
            folders.append(
                "\(parent)/\(Self.words[random.below(Self.words.count)]) \(folders.count)")
        }
    }

    mutating func next() -> String? {
        if made == count { return nil }
        if left == 0 {
            folder = folders[random.below(folders.count)]
            left = 1 + random.below(50)
        }
        left -= 1
        made += 1
        var source = (size: 0, hash: "", kind: 0)
        let isCopy = !sources.isEmpty && random.below(100) < 15
        if isCopy {
            source = sources[random.below(sources.count)]
        } else {
            var share = random.below(100)
            while share >= Self.shares[source.kind] {
                share -= Self.shares[source.kind]
                source.kind += 1
            }
            let kind = Self.kinds[source.kind]
            source.size = random.below(1_000) == 0 ? 0 : kind.size / 4 + random.below(kind.size * 2)
            source.hash = hash()
            if sources.count < 200_000 { sources.append(source) }
        }
        return line(source)
    }

    private mutating func line(_ source: (size: Int, hash: String, kind: Int)) -> String {
        let kind = Self.kinds[source.kind]
        let word = Self.words[random.below(Self.words.count)]
        let name = "\(kind.prefix)\(word) \(made).\(kind.ext)"
        let created = 1_795_219_200 - random.below(12 * 365 * 86_400)
        let modified = min(1_795_219_200, created + random.below(80 * 86_400))
        let mime = kind.mime.isEmpty ? "" : ",\"mime\":\"\(kind.mime)\""
        let hash = random.below(200) == 0 ? "" : ",\"hashes\":{\"quickxor\":\"\(source.hash)\"}"
        return "{\"id\":\"01\(identifier())\",\"path\":\"\(folder)/\(name)\","
            + "\"size\":\(source.size),\"created\":\"\(stamp(created))\","
            + "\"modified\":\"\(stamp(modified))\"\(mime)\(hash)}\n"
    }

    private mutating func hash() -> String {
        var text: [UInt8] = []
        for _ in 0..<26 { text.append(Self.base64[random.below(64)]) }
        // The last digit of 20 bytes carries two bits less.
        text.append(Self.base64[random.below(16) * 4])
        return String(decoding: text, as: UTF8.self) + "="
    }

    private mutating func identifier() -> String {
        var text: [UInt8] = []
        for _ in 0..<8 {
            let bits = random.next()
            for digit in 0..<4 { text.append(65 + UInt8(bits >> UInt64(digit * 5) & 15)) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// RFC 3339 of seconds since 1970.
    private func stamp(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
