// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
package import RuleEngine
internal import Text
internal import Wording
package import Workflow

/// What the beginnings of the listing files of a fleet tell: which drives there are, as far as that can
/// be said before all of it is read.
package struct FleetHeads: Sendable {
    /// How many listing files there are.
    package let fileCount: Int
    /// How many drives they tell of, as far as they were looked at.
    package let driveCount: Int
    /// The instant that the files of a dataset are as of, as far as they were looked at; nil where there
    /// is none.
    package let snapshot: Timestamp?
    /// Whether drives would be left out since their listing files are broken, which has been said.
    package let lacksBroken: Bool

    /// How much of a file is looked at.
    private static let bytesMax = 1 << 20

    /// Looks at the listing files of `source`, and at its rules and its inventory; `choice` says what is left
    /// out. Throws where one is not as it should be.
    package init(
        _ source: FleetSource, _ choice: FleetChoice = FleetChoice()
    ) throws(Failure) {
        let rules = try source.rules()
        let leftOut = try source.paths(named: choice.withoutFiles)
        if source.isDataset {
            let job = try source.datasetJob(engine: 0)
            snapshot = try Self.snapshot(of: job)
            fileCount = job.files.count
            driveCount = job.drives.count
            lacksBroken = false
            return
        }
        snapshot = nil
        let inventory = try source.inventory()
        let files = try source.listings(without: leftOut)
        var places: [[UInt8]: String] = [:]
        var names: [String] = []
        var areWhole = true
        var broken = BrokenListings(leftOut, source)
        for file in files {
            let head = try Self.drives(of: file)
            if let failure = head.failure {
                broken.add(file, failure, source.work.snapshots, mentioned: head.names)
                continue
            }
            if !head.isWhole { areWhole = false }
            for drive in head.names {
                let other = places.updateValue(file.name, forKey: Array(drive.utf8))
                if let other { throw FleetDrives.shared(drive, other, file.name) }
                names.append(drive)
            }
        }
        broken.warn()
        var lacksBroken = broken.failureCount > 0
        // What lies further back may be of other drives.
        if areWhole {
            let leftOut = try broken.leftOut(
                places, inventory, choice, comparesDrives: !SharedRules(rules.file).isEmpty)
            lacksBroken = !leftOut.broken.isEmpty
            var known = choice
            known.without += leftOut.all
            try inventory?.demandAll(listed: names, known)
            FleetDrives.warn(rules, listed: names)
        }
        self.lacksBroken = lacksBroken
        fileCount = files.count
        driveCount = names.count
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

    /// The drives that the beginning of `file` tells of, and whether that is all of it. A line that is
    /// broken there is a failure only where it is known to be one; then these are the drives that are
    /// mentioned.
    private static func drives(
        of file: SourceFile
    ) throws(Failure) -> (names: [String], isWhole: Bool, failure: Failure?) {
        var bytes = try FileBytes.read(file.path, most: bytesMax)
        let isWhole = bytes.count <= bytesMax
        if !isWhole {
            // A packed file cannot be cut.
            if bytes.starts(with: [0x1f, 0x8b]) { return ([], false, nil) }
            guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
                return ([], false, nil)
            }
            bytes.removeSubrange((end + 1)...)
        }
        do throws(ListingFileError) {
            let listing = try ListingReader(defaultDrive: PartJob.usualDrive).read(.bytes(bytes))
                .finish()
            return (listing.drives.map(\.name), isWhole, nil)
        } catch {
            // One page over many lines ends nowhere but at its end.
            if !isWhole { return ([], false, nil) }
            let failure = Failure(PartFailure(file.name, error))
            return (ListingMentions(in: .bytes(bytes)).names, true, failure)
        }
    }
}
