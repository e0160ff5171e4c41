// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import PhotoLooks
internal import RuleEngine
internal import StateLedger

/// `cleanrules-bench looks`: a state as if all pictures of a folder had been looked at, so that nights
/// with many of them can be measured without any that would have to be decoded.
struct LooksBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "looks",
        abstract:
            "Keep in a state made up looks of the pictures in a folder, a tenth of them copies.")

    @Argument(help: "The folder. What its files hold does not matter, as long as it is something.")
    var folder: String

    @Option(name: .long, help: "The state file, which must be there.")
    var state: String

    @Option(name: .long, help: "The seed; another one each time, or the same pictures come again.")
    var seed: UInt64 = 13

    /// So many looks are kept in one transaction.
    private static let batch = 1_000

    func run() async throws {
        let drive = LocalDrive(name: "photos", rootPath: folder)
        let keys = PhotoKeys(driveIdentity: try await drive.identity().description)
        let found = try await drive.list(progress: nil)
        let listing = found.builder.finish()
        let ledger = try Ledger.openExisting(path: state, now: BenchRules.now)
        let known = Set(try await ledger.looks().map(\.key))
        let fresh = listing.pictureRows().compactMap { keys.key(of: $0, in: listing) }
            .filter { !known.contains($0) }
        let (numbers, pairs) = try await keep(fresh, in: ledger)
        await ledger.close()
        print("pictures \(numbers)  pairs \(pairs)  kept before \(known.count)")
    }

    /// Keeps a look of each of `keys`, with the pairs of copies and what they are copies of; how many.
    private func keep(
        _ keys: [PhotoKey], in ledger: Ledger
    ) async throws -> (looks: Int, pairs: Int) {
        let (looks, originals) = BenchPictures(seed: seed).made(count: keys.count)
        var first: Int64?
        var count = 0
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            let places = start..<min(start + Self.batch, keys.count)
            let found = Self.pairs(places, looks, originals)
            let sideways = Set(found.filter(\.pair.turn.isSideways).map(\.other))
            let entries = places.map { place in
                var report = Self.report(place, looks[place], isCopy: originals[place] != nil)
                if sideways.contains(place) {
                    (report.width, report.height) = (report.height, report.width)
                }
                return (key: keys[place], report: report)
            }
            let known = first
            try await ledger.keep(entries, at: BenchRules.now) { fresh, _ in
                // Numbers rise by one, and the first of all may be of this batch.
                guard let begin = known ?? fresh.first?.number else { return [] }
                return found.map { $0.kept(from: begin) }
            }
            if first == nil {
                let kept = try await ledger.looks(at: [keys[start]])
                first = kept[keys[start]]?.number
            }
            count += found.count
        }
        return (keys.count, count)
    }

    /// A pair by the places of its looks.
    private struct Found: Sendable {
        let one: Int
        let other: Int
        let pair: PhotoPair

        func kept(from begin: Int64) -> KeptPair {
            KeptPair(
                a: begin + Int64(one), b: begin + Int64(other), turn: pair.turn.rawValue - 1,
                bits: pair.marks, correlation: pair.correlation, block: pair.block)
        }
    }

    private static func pairs(
        _ places: Range<Int>, _ looks: [PhotoLook], _ originals: [Int: Int]
    ) -> [Found] {
        places.compactMap { place in
            guard let original = originals[place],
                let pair = PhotoPairSearch.pair(looks[original], looks[place], turns: true)
            else { return nil }
            return Found(one: original, other: place, pair: pair)
        }
    }

    /// What a camera says of a picture, and what is left of it in a copy that went by a messenger.
    private static func report(
        _ place: Int, _ look: PhotoLook, isCopy: Bool
    ) -> PictureReport {
        var report = PictureReport()
        report.look = look
        (report.width, report.height) = isCopy ? (1_600, 1_200) : (4_000, 3_000)
        if !isCopy {
            report.takenWallSeconds = 1_600_000_000 + Int64(place) * 97
            report.camera = "Bench \(place % 3)"
        }
        return report
    }
}
