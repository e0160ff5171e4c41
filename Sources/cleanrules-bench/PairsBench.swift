// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import PhotoLooks
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import YAMLBridge

/// `cleanrules-bench pairs`: which of many pictures look alike, and what a plan takes that knows it.
struct PairsBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairs",
        abstract: "Time the search for pictures that look alike, and plans over kept pairs.")

    @Option(name: .long, help: "How many pictures; a tenth are copies of others.")
    var pictures = 100_000

    @Option(name: .long, help: "The seed.")
    var seed: UInt64 = 11

    @Option(name: .long, help: "How often to plan over kept pairs; the median counts.")
    var rounds = 5

    @Flag(name: .long, help: "Search without the instructions of newer machines.")
    var plain = false

    @Flag(name: .long, help: "Only search.")
    var searchOnly = false

    func run() async throws {
        let looks = BenchPictures(seed: seed).looks(count: pictures)
        let found = try await search(looks)
        if !searchOnly { try await planOverKept(looks, found) }
    }

    /// The search over looks that a listing holds, as a plan over `list --looks` makes it.
    private func search(_ looks: [PhotoLook]) async throws -> [FoundPair] {
        let listing = try BenchPictures.listing(looks, times: 1, withLooks: true)
        let isPlain = plain
        let before = Measurement.restartPeak()
        let (pairs, time) = await Measurement.of {
            isPlain
                ? PhotoPairSearch(looks, turns: true, isPlain: true).pairs()
                : PhotoPairs(listing, threads: 2)?.found
        }
        guard let pairs else { throw ValidationError("too many pictures look alike") }
        let count = Double(looks.count)
        print("pictures \(looks.count)  pairs \(pairs.count)")
        print("  of them turned \(pairs.count { $0.pair.turn != .upright })")
        print(
            "search all pairs     wall \(fixed(time.wall)) s  cpu \(fixed(time.cpu)) s  "
                + "\(fixed(time.cpu / (count * (count - 1) / 2) * 1e9, 2)) ns a pair  "
                + "memory \(Measurement.peakKibibytes - before) KiB")
        return pairs
    }

    private func planOverKept(_ looks: [PhotoLook], _ found: [FoundPair]) async throws {
        let ledger = try Ledger.inMemory(now: BenchRules.now)
        try await keep(looks, found, in: ledger)
        let identities = ["photos": BenchPictures.identity]
        let bare = try BenchPictures.listing(looks, times: 1, withLooks: false)
        let twice = try BenchPictures.listing(looks, times: 2, withLooks: false)
        var times: [String: [Measurement]] = [:]
        var groups = 0
        for _ in 0..<max(1, rounds) {
            let (kept, reading) = try await Measurement.of { try await ledger.looks() }
            times["read the looks", default: []].append(reading)
            let (seen, attaching) = try await Measurement.of {
                try LookAttachment(kept, zone: .utc).attached(to: bare, identities: identities)
            }
            times["attach them to \(bare.count) rows", default: []].append(attaching)
            let (_, attachingTwice) = try await Measurement.of {
                try LookAttachment(kept, zone: .utc).attached(to: twice, identities: identities)
            }
            times["attach them to \(twice.count) rows", default: []].append(attachingTwice)
            let (pairs, readingPairs) = try await Measurement.of {
                PhotoPairs(seen.listing, numbers: seen.numbers, kept: try await ledger.lookPairs())
            }
            times["read the pairs", default: []].append(readingPairs)
            for (name, rule) in [
                ("plan without them", "match: {kind: image, detail: under 1}"),
                ("plan with them", "match: {kind: image}, similar: {as: copies}"),
            ] {
                var input = PlanInput(
                    listing: seen.listing, ruleFile: try file(rule), now: BenchRules.now,
                    timeZone: .utc)
                input.photoPairs = pairs
                let (plan, planning) = try await Measurement.of {
                    try Planner(input).plan()
                }
                times[name, default: []].append(planning)
                groups = Int(PlanTotals(plan).review.items)
            }
        }
        for (name, all) in times.sorted(by: { $0.key < $1.key }) {
            let middle = Measurement.median(all)
            let label = name + String(repeating: " ", count: max(0, 28 - name.count))
            print("\(label) wall \(fixed(middle.wall)) s  cpu \(fixed(middle.cpu)) s")
        }
        print("under review \(groups)")
    }

    private func keep(
        _ looks: [PhotoLook], _ found: [FoundPair], in ledger: Ledger
    ) async throws {
        let batch = 1_000
        for start in stride(from: 0, to: looks.count, by: batch) {
            let numbers = start..<min(start + batch, looks.count)
            let entries = try numbers.map { number in
                var report = PictureReport()
                report.look = looks[number]
                let item = BenchPictures.item(number, copy: 0)
                guard let key = PhotoKey(item, driveIdentity: BenchPictures.identity) else {
                    throw ValidationError("a picture has no key")
                }
                return (key: key, report: report)
            }
            let isLast = numbers.upperBound == looks.count
            try await ledger.keep(entries, at: BenchRules.now) { fresh, _ in
                guard isLast, let last = fresh.last else { return [] }
                let first = last.number - Int64(looks.count - 1)
                return found.map { pair in
                    KeptPair(
                        a: first + Int64(pair.first), b: first + Int64(pair.second),
                        turn: pair.pair.turn.rawValue - 1, bits: pair.pair.marks,
                        correlation: pair.pair.correlation, block: pair.pair.block)
                }
            }
        }
    }

    private func file(_ rule: String) throws -> RuleFile {
        let text = """
            version: 1
            timezone: UTC
            limits: {items: unlimited, bytes: unlimited, percent: unlimited}
            rules: [{id: pictures, \(rule), then: review}]

            """
        let decoded = RuleFileDecoder.decode(Array(text.utf8), file: "built-in") { path, _ in
            try FileText.read(path)
        }
        guard let file = decoded.rules.value else {
            throw ValidationError("the rules are not valid")
        }
        return file
    }
}

/// Pictures of hills of light, the same ones for the same seed.
struct BenchPictures {
    static let identity = "onedrive:bench"

    private var random: BenchRandom

    init(seed: UInt64) { random = BenchRandom(seed: seed) }

    /// The looks of `count` pictures.
    func looks(count: Int) -> [PhotoLook] { made(count: count).looks }

    /// The looks of `count` pictures; every tenth is a copy of an earlier one, half of these turned.
    /// By place of a copy, `originals` has that of the other.
    func made(count: Int) -> (looks: [PhotoLook], originals: [Int: Int]) {
        var maker = self
        var looks: [PhotoLook] = []
        var originals: [Int: Int] = [:]
        looks.reserveCapacity(count)
        for number in 0..<count {
            var small = maker.motif()
            let original = number % 10 == 9 ? maker.random.below(number) : nil
            if let original, let known = looks[original].small {
                originals[number] = original
                small = known.map { UInt8(min(255, Int($0) + maker.random.below(3))) }
                let turns = PhotoOrientation.allCases
                let turn = number % 20 == 9 ? turns[maker.random.below(turns.count)] : .upright
                small = maker.plane(small).turned(turn).values
            }
            let doubled = maker.plane(small).means(
                width: PhotoGrid.side, height: PhotoGrid.side)
            looks.append(
                PhotoLook(
                    mark: PhotoGrid(doubled).mark, small: small, detail: 80, brightness: 90,
                    sharpness: nil, sourcePixels: 256))
        }
        return (looks, originals)
    }

    private func plane(_ small: [UInt8]) -> GreyPlane {
        guard
            let plane = GreyPlane(
                width: PhotoLook.smallSide, height: PhotoLook.smallSide, values: small)
        else { preconditionFailure("a small picture has 1,024 greys") }
        return plane
    }

    /// Hills of three sizes, and a grain.
    private mutating func motif() -> [UInt8] {
        var sums = [Int](repeating: 0, count: PhotoLook.smallCount)
        for (cells, weight) in [(3, 5), (6, 3), (12, 2)] {
            let corners = (0..<(cells + 1) * (cells + 1)).map { _ in random.below(256) }
            for place in sums.indices {
                let (x, y) = (place % 32 * cells, place / 32 * cells)
                let corner = y / 32 * (cells + 1) + x / 32
                let (right, down) = (x % 32, y % 32)
                let above = corners[corner] * (32 - right) + corners[corner + 1] * right
                let below =
                    corners[corner + cells + 1] * (32 - right)
                    + corners[corner + cells + 2] * right
                sums[place] += weight * (above * (32 - down) + below * down) / 1_024
            }
        }
        return sums.map { UInt8(min(255, $0 / 10 + random.below(12))) }
    }

    static func item(_ number: Int, copy: Int) -> ItemValues {
        var item = ItemValues(path: "/\(copy)/\(number / 200)/IMG_\(number).jpg")
        item.id = "\(copy)-\(number)"
        item.size = 3_000_000 + Int64(number % 1_000)
        item.mime = "image/jpeg"
        let digits = String(number, radix: 16)
        item.sha1 = String(repeating: "0", count: 40 - digits.count) + digits
        return item
    }

    static func listing(
        _ looks: [PhotoLook], times: Int, withLooks: Bool
    ) throws -> Listing {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "photos", kind: .onedrive)
        for copy in 0..<times {
            for (number, look) in looks.enumerated() {
                var item = item(number, copy: copy)
                if withLooks { item.photo = PhotoFacts(look: look) }
                try builder.append(item, drive: drive)
            }
        }
        return builder.finish()
    }
}
