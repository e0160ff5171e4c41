// SPDX-License-Identifier: Apache-2.0

package import Messages

/// What parts of a fleet tell each other; each phase goes by what the one before came to.
package enum PartPhase: UInt8, Sendable, Hashable, CaseIterable {
    /// What a part has: its drives, and which hashes their files carry.
    case census = 1
    /// What all parts have together.
    case carried = 2
    /// Of each group that may reach into other parts, who stays anyway and who would stay first.
    case summaries = 3
    /// How many of those who may go stay.
    case settlements = 4
    /// Of each group that does reach into other parts, what is kept of it.
    case tallies = 5
    /// What all parts together keep of it.
    case totals = 6
    /// By which keys members of a part could be of groups that reach into other parts.
    case keys = 7
    /// Those of them that other parts have too.
    case common = 8

    /// What it is called in messages.
    package var name: String {
        switch self {
        case .census: "census"
        case .carried: "carried"
        case .summaries: "summaries"
        case .settlements: "settlements"
        case .tallies: "tallies"
        case .totals: "totals"
        case .keys: "keys"
        case .common: "common"
        }
    }
}

/// Where something told belongs: of which part it is or for which, and of which share of all groups.
package struct PartPlace: Sendable, Hashable {
    /// What it is.
    package var phase: PartPhase
    /// The part, from 0.
    package var part: Int
    /// The share of the groups, from 0: those whose keys fall into one bucket.
    package var bucket: Int

    /// The given place.
    package init(_ phase: PartPhase, part: Int, bucket: Int = 0) {
        self.phase = phase
        self.part = part
        self.bucket = bucket
    }

    /// The place as people read it.
    package var clause: Message {
        Message("\(phase.name) of part \(part + 1), bucket \(bucket + 1)")
    }
}

/// Why what parts of a fleet told each other makes no plan.
package struct PartError: ClausedError, Sendable, Hashable {
    /// What is wrong.
    package enum Kind: Sendable, Hashable {
        /// It is torn, or not what the program wrote.
        case damaged
        /// Another version of the program wrote it.
        case otherVersion
        /// It is of other rules, items or another instant.
        case otherPlan
        /// A program wrote it that judges by other tables: of characters, expressions or time zones.
        case otherEngine
        /// It is of another part, phase or bucket.
        case misplaced
        /// A piece of it is not there.
        case missing
        /// A piece of it is there twice, and differs.
        case contradicting
        /// It is more than may be told at once.
        case tooLarge
        /// A drive is in two parts.
        case sharedDrive(String)
        /// Members of a group lie on more drives than can be named.
        case tooManyDrives
        /// Expressions give up on so many items of all parts.
        case givenUp(Int)
    }

    /// What is wrong.
    package let kind: Kind
    /// Where; nil where that is not known yet, or of no part.
    package let place: PartPlace?

    /// That `kind` is wrong at `place`.
    package init(_ kind: Kind, at place: PartPlace? = nil) {
        self.kind = kind
        self.place = place
    }

    /// The same error, which was met at `place`.
    package func at(_ place: PartPlace) -> PartError { PartError(kind, at: self.place ?? place) }

    static let damaged = PartError(.damaged)

    /// What is wrong, and where.
    package var clause: Message {
        guard let place else { return reason }
        return .series([reason, .plain(" ("), place.clause, .plain(")")], separator: "")
    }

    private var reason: Message {
        switch kind {
        case .damaged: Message("what parts of the fleet told each other is damaged")
        case .otherVersion:
            Message("what parts of the fleet told each other is of another version of cleanrules")
        case .otherPlan:
            Message("what parts of the fleet told each other is of another plan")
        case .otherEngine:
            Message(
                "what parts of the fleet told each other is of a program that judges by other tables"
                    + " of characters, expressions or time zones")
        case .misplaced: Message("what parts of the fleet told each other is of another place")
        case .missing: Message("what parts of the fleet told each other is not complete")
        case .contradicting:
            Message("what parts of the fleet told each other is there twice, and differs")
        case .tooLarge:
            Message(
                "what one part of the fleet has to tell is over"
                    + " \(PartBlob.bodyBytesMax >> 20) MiB; use more buckets")
        case .sharedDrive(let name): Message("drive '\(name)' is in two parts of the fleet")
        case .tooManyDrives:
            Message(
                "what stays of copies lies on over \(ListingBuilder.Bounds.drives) drives; use"
                    + " smaller parts")
        case .givenUp(let count):
            Message(
                "regular expressions give up on \(count) items of the fleet, and on over"
                    + " \(MatchEffort.itemsMax) there is no plan; write them so that less can be"
                    + " matched in two ways")
        }
    }
}
