// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PhotoLooks
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

/// The version of looks that this program makes and goes by.
package enum PhotoVersion {
    /// The number.
    package static var looks: Int { PhotoLook.version }
}

/// Looking at the pictures of some rules' drives, from what is listed to how far it came.
package struct PhotoSession {
    let rules: LoadedRules
    let session: StateSession
    let isQuiet: Bool
    /// A folder instead of whole drives.
    package var folder: String?
    /// Whether local drives go on into other file systems.
    package var crossesFileSystems = false

    /// Whether items come with what was seen of them.
    package var wantsLooks = true

    /// A session by `rules` over the state of `session`.
    package init(rules: LoadedRules, session: StateSession, isQuiet: Bool) {
        self.rules = rules
        self.session = session
        self.isQuiet = isQuiet
    }

    /// The items as they were listed last, with what was seen of them.
    package func items() async throws(Failure) -> LoadedItems {
        var reading = StateReading(
            runner: session.runner(rules, actor: "person"), isOffline: false,
            listingDrop: rules.file.limits.listingDrop)
        reading.counts = { [session] in await session.count($0) }
        var loader = ItemLoader(
            rules: rules, isQuiet: isQuiet, crossesFileSystems: crossesFileSystems, state: reading)
        loader.wantsLooks = wantsLooks
        return try await loader.itemsAsListed(folder: folder)
    }

    /// The items as they were listed last; nothing is listed for it.
    package func listedItems() async throws(Failure) -> LoadedItems {
        let reading = StateReading(
            runner: session.runner(rules, actor: "person"), isOffline: true,
            listingDrop: rules.file.limits.listingDrop)
        var loader = ItemLoader(
            rules: rules, isQuiet: isQuiet, crossesFileSystems: crossesFileSystems, state: reading)
        loader.goesWithoutDrives = true
        return try await loader.items(folder: folder)
    }

    /// The small pictures of the looks that the state has of `items`, by row.
    package func smalls(of items: LoadedItems) async throws(Failure) -> [Int: [UInt8]] {
        let numbers = Array(Set(items.lookNumbers.values))
        let smalls = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.smalls(of: numbers)
        }
        return items.lookNumbers.compactMapValues { smalls[$0] }
    }

    /// Looks at what is left, until `shouldStop`.
    package func run(
        _ look: @escaping PictureLook, within allowance: PhotoAllowance,
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(Failure) -> PhotoStanding {
        let items = try await items()
        var run = PhotoRun(session: session, isQuiet: isQuiet, look: look)
        run.shouldStop = shouldStop
        run.allowance = allowance
        var wishes = PhotoWishes()
        wishes.wantsAllSharp = rules.file.testsSharpness
        wishes.missing = try await missing(items)
        var report = try await run.run(over: items, wishes)
        var seen = try await withLooks(items)
        if !wishes.wantsAllSharp, rules.file.prefersSharp, !shouldStop() {
            // Only now it is known which are alike. What was missed has no part in it.
            wishes = PhotoWishes(
                sharp: try await paired(), isOnlySharp: true, without: report.unreached)
            report.add(try await run.run(over: seen, wishes))
            seen = try await withLooks(items)
        }
        let standing = PhotoStanding(
            items: seen, run: report, secondsPerDay: allowance.secondsPerDay)
        // A folder tells nothing of the whole.
        if folder == nil {
            try await PhotoCoverageNote(standing.items, at: session.clock.now()).keep(session)
        }
        return standing
    }

    /// Pictures of which a drive had none when it was asked, long enough ago.
    private func missing(_ items: LoadedItems) async throws(Failure) -> Set<PhotoKey> {
        guard items.listing.drives.contains(where: { $0.kind == .onedrive }) else { return [] }
        let now = session.clock.now().secondsSinceEpoch
        return try await session.asking { ledger async throws(LedgerError) in
            try await ledger.lookKeys(
                problem: PhotoProblem.none,
                before: Timestamp(secondsSinceEpoch: now - PhotoProblem.againSeconds))
        }
    }

    /// The numbers of the looks that are like another one.
    private func paired() async throws(Failure) -> Set<Int64> {
        let pairs = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.lookPairs()
        }
        return Set(pairs.flatMap { [$0.a, $0.b] })
    }

    /// `items` with what the state knows of them by now.
    private func withLooks(_ items: LoadedItems) async throws(Failure) -> LoadedItems {
        let looks = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.looks()
        }
        let zone = try rules.timeZone
        do throws(ListingError) {
            return try items.attaching(LookAttachment(looks, zone: zone))
        } catch {
            throw Failure(.failed, error.clause)
        }
    }
}
