// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// What the beginnings of the listing files of a fleet tell: which drives there are, as far as that can
/// be said before all of it is read.
struct FleetHeads: Sendable {
    /// How many listing files there are.
    let fileCount: Int
    /// How many drives they tell of, as far as they were looked at.
    let driveCount: Int
    /// The instant that the files of a dataset are as of, as far as they were looked at; nil where there
    /// is none.
    let snapshot: Timestamp?
    /// Of states: the drives, and when each was listed, the one that was listed longest ago first.
    let listed: [(name: String, at: Timestamp)]
    /// What the drives of listing files have, as far as they were looked at.
    private(set) var censuses: [PartCensus] = []
    /// What listing files tell of; nil where not all of them was looked at.
    private(set) var supply: ListedSupply?
    /// Whether drives would be left out since their listing files are broken, which has been said.
    private(set) var lacksBroken = false

    /// How much of a file is looked at.
    private static let bytesMax = 1 << 20

    /// Looks at the listing files of `source`, whose `rules` these are, and at its inventory; `choice` says what
    /// is left out. Throws where one is not as it should be.
    init(
        _ source: FleetSource, _ rules: LoadedRules, _ choice: FleetChoice
    ) async throws(Failure) {
        let leftOut = try source.paths(named: choice.withoutFiles)
        if source.isOfStates {
            let states = try await Self.states(of: source, rules, choice)
            fileCount = states.count
            listed = states.drives
            driveCount = listed.count
            snapshot = nil
            return
        }
        listed = []
        if source.isDataset {
            let job = try source.datasetJob(engine: 0)
            // A dataset is asked about no other drives than those of the inventory.
            let strangers = choice.strangers(to: [], try source.inventory())
            if let strangers { throw strangers }
            snapshot = try Self.snapshot(of: job)
            fileCount = job.files.count
            driveCount = job.drives.count
            return
        }
        snapshot = nil
        let inventory = try source.inventory()
        let files = try source.listings(without: leftOut)
        var places: [[UInt8]: String] = [:]
        var names: [String] = []
        var supply: ListedSupply? = ListedSupply()
        var broken = BrokenListings(leftOut, source)
        for file in files {
            let (listing, isWhole, fault) = try Self.listing(of: file)
            if !isWhole { supply = nil }
            if let fault {
                broken.add(
                    file, fault.failure, source.work.snapshots, mentioned: fault.mentioned)
            }
            guard let listing else { continue }
            supply?.add(listing)
            censuses.append(PartCensus(listing))
            for drive in listing.drives.map(\.name) {
                let other = places.updateValue(file.name, forKey: Array(drive.utf8))
                if let other { throw FleetDrives.shared(drive, other, file.name) }
                names.append(drive)
            }
        }
        broken.warn()
        if let strangers = choice.strangers(to: names, inventory, broken: broken.drives) {
            // Further back the files may name them.
            if supply != nil { throw strangers }
            if inventory != nil, let phrase = strangers.phrase { Host.warn(phrase) }
        }
        lacksBroken = broken.failureCount > 0
        // What lies further back may be of other drives.
        if supply != nil {
            let leftOut = try broken.leftOut(
                places, inventory, choice, comparesDrives: !SharedRules(rules.file).isEmpty)
            lacksBroken = !leftOut.broken.isEmpty
            var known = choice
            known.without += leftOut.all
            try inventory?.demandAll(listed: names, known)
            FleetDrives.warn(rules, listed: names)
        }
        self.supply = supply
        fileCount = files.count
        driveCount = names.count
    }

    /// How many states are looked at at once.
    private static let statesAtOnce = 4

    /// How many states there are, and which drives of the inventory they have. Throws where one is missing.
    private static func states(
        of source: FleetSource, _ rules: LoadedRules, _ choice: FleetChoice
    ) async throws(Failure) -> (count: Int, drives: [(name: String, at: Timestamp)]) {
        guard let owners = try source.inventory() else { throw Failure(.invalidRules) }
        if let strangers = choice.strangers(to: [], owners) { throw strangers }
        let survey = try await StateSurvey.of(
            try source.profiles(), source.work.snapshots, jobs: statesAtOnce, stop: { nil })
        let match = try StateMatch(survey, owners)
        survey.warn()
        StateGaps.warn(match.leftOut)
        try StateGaps.demandNone(match.leftOut.map(\.name).filter { !choice.leavesOut($0) })
        let drives = StateAges(match.taken.flatMap { $0 }).drives
        StateGaps.warn(waitingOn: drives)
        FleetDrives.warn(rules, listed: drives.map(\.name))
        return (survey.states.count, drives.map { ($0.name, $0.drive.listed) })
    }

    /// How many lines of a file of a dataset are looked at.
    private static let linesMax = 1_000

    /// The instant that a dataset is as of, by the first lines of its files.
    private static func snapshot(of job: DatasetJob) throws(Failure) -> Timestamp? {
        let sites = DatasetSites(job)
        var dates = DatasetDates()
        for file in job.files {
            var lines = 0
            do throws(DatasetError) {
                try DatasetReader(.file(file.path)).read { line throws(DatasetFault) in
                    dates.add(line)
                    try sites.check(line)
                    lines += 1
                    return lines < linesMax
                }
            } catch {
                throw Failure(PartFailure(file.name, error, sites))
            }
        }
        do throws(PartFailure) {
            return try dates.snapshot()
        } catch {
            throw Failure(error)
        }
    }

    /// What is wrong with a file, and which drives it mentions all the same.
    private typealias Fault = (failure: Failure, mentioned: [String])

    /// What the beginning of `file` tells of, and whether that is all of it; nil where it does not tell
    /// anything by itself. A line that is broken there is a fault only where it is known to be one.
    private static func listing(
        of file: SourceFile
    ) throws(Failure) -> (listing: Listing?, isWhole: Bool, fault: Fault?) {
        var bytes = try FileBytes.read(file.path, most: bytesMax)
        let isWhole = bytes.count <= bytesMax
        if !isWhole {
            // A packed file cannot be cut.
            if bytes.starts(with: [0x1f, 0x8b]) { return (nil, false, nil) }
            guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
                return (nil, false, nil)
            }
            bytes.removeSubrange((end + 1)...)
        }
        do throws(ListingFileError) {
            let listing = try ListingReader(defaultDrive: PartJob.usualDrive).read(.bytes(bytes))
                .finish()
            return (listing, isWhole, nil)
        } catch {
            // One page over many lines ends nowhere but at its end.
            if !isWhole { return (nil, false, nil) }
            let failure = Failure(PartFailure(file.name, error))
            return (nil, true, (failure, ListingMentions(in: .bytes(bytes)).names))
        }
    }
}
