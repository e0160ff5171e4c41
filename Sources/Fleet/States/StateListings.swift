// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// The listings that one state keeps of drives of a fleet, under the names that the fleet has for
/// them.
struct StateListings {
    /// All items of the drives that are `taken`.
    let listing: Listing
    /// What was decided about items of them.
    let decided: [PartDecision]
    /// What all that was made of, as a digest in hex.
    let content: String
    /// The drives that are in it, as the state had them when it was read.
    let taken: [TakenDrive]
    /// Drives that are not, and why: one that is not whole is not there at all.
    let leftOut: [(name: String, why: Message)]
    /// The drives of the state; nil where it cannot be read any more.
    let drives: [KeptDrive]?

    /// The pieces of a drive, or why there are none.
    private typealias Pieces = (drive: TakenDrive, pieces: Result<[CatalogPart], Failure>)

    /// Reads the listings of `wanted` out of the state of `profile`. O(bytes).
    init(_ profile: FleetProfile, _ wanted: [TakenDrive], _ options: LedgerOptions) {
        var drives: [KeptDrive]?
        var read: [Pieces]
        var decisions: [DecisionRecord] = []
        do throws(LedgerError) {
            let found = try KeptListings.read(profile.path, options: options) {
                kept throws(LedgerError) in
                let drives = try kept.drives().map { KeptDrive($0) }
                return (drives, Self.pieces(of: wanted, drives, kept), try kept.decisions())
            }
            drives = found.0
            read = found.1
            decisions = found.2
        } catch {
            read = wanted.map { ($0, .failure(Failure(error))) }
        }
        var builder = ListingBuilder(idsAreUnique: true)
        let digest = SHA256Stream()
        var taken: [TakenDrive] = []
        var leftOut: [(name: String, why: Message)] = []
        // Each is forgotten once it is taken.
        read.reverse()
        while let (drive, pieces) = read.popLast() {
            let items: ListingBuilder
            do throws(Failure) {
                let parts = try pieces.get()
                items = try Self.builder(of: drive, parts)
                Self.add(drive, parts, to: digest)
            } catch {
                leftOut.append((drive.name, error.clause ?? .plain("")))
                continue
            }
            do throws(ListingError) {
                try builder.append(contentsOf: items)
                taken.append(drive)
            } catch {
                // Some of it may be in there, so nothing of all that counts.
                builder = ListingBuilder()
                (taken, read) = ([], [])
                leftOut = wanted.map { ($0.name, error.clause) }
            }
        }
        let listing = builder.finish()
        let placed = PlacedDecisions(
            decisions,
            on: Dictionary(
                taken.map { ($0.name, $0.drive.identity) }, uniquingKeysWith: { one, _ in one }),
            in: listing)
        decided = placed.placed.map { PartDecision(PastDecision($0)) }
        for decision in decided { digest.update(decision.bytes) }
        self.listing = listing
        self.content = digest.finish()
        self.taken = taken
        self.leftOut = leftOut
        self.drives = drives
    }

    private static func pieces(
        of wanted: [TakenDrive], _ drives: [KeptDrive], _ kept: KeptListings
    ) -> [Pieces] {
        wanted.map { one in
            let now = drives.first { $0.name.utf8.elementsEqual(one.drive.name.utf8) }
            guard let now, now.obstacle == nil, now.volume == one.drive.volume else {
                return (one, .failure(changed))
            }
            let drive = TakenDrive(name: one.name, drive: now)
            do throws(LedgerError) {
                return (drive, .success(try kept.parts(of: now.name)))
            } catch {
                return (drive, .failure(Failure(error)))
            }
        }
    }

    private static var changed: Failure {
        Failure(
            .failed,
            Message("its state was written to while it was read; try again when that is done"))
    }

    /// The items of `drive` that `parts` hold.
    private static func builder(
        of drive: TakenDrive, _ parts: [CatalogPart]
    ) throws(Failure) -> ListingBuilder {
        guard let kind = DriveKind(rawValue: drive.drive.kind) else { throw changed }
        do throws(ListingError) {
            return try ListingSnapshot.builder(
                from: parts.map {
                    SnapshotPart(name: $0.name, chunk: $0.chunk, bytes: $0.bytes)
                }, drive: drive.name, kind: kind)
        } catch {
            throw Failure(.failed, error.clause.mappingTexts(VisibleText.escaped))
        }
    }

    /// Adds all that the items of `drive` are made of.
    private static func add(
        _ drive: TakenDrive, _ parts: [CatalogPart], to digest: SHA256Stream
    ) {
        let kind = drive.drive.kind
        digest.update(Array("\(drive.name.utf8.count) \(drive.name) \(kind)\n".utf8))
        for part in parts {
            digest.update(Array("\(part.name) \(part.chunk) \(part.bytes.count)\n".utf8))
            digest.update(part.bytes)
        }
    }
}
