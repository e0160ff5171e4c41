// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
package import RuleEngine
internal import Text

/// What the plan of a fleet is made of, as it is handed to whoever judges a part of it: the rules with
/// all files that they include, the instant, the zone, and the listing files of the parts.
///
/// The plan is known by the digest of all that, but for how its lines are kept: other rules, items or
/// another instant make another one.
package struct PartJob: Sendable, Hashable, Codable {
    /// A file of the rules.
    package struct RulesText: Sendable, Hashable, Codable {
        /// The name as findings give it.
        package let file: String
        /// What it holds.
        package let text: String

        /// The text of `file`.
        package init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    /// A listing file, whose drives are of one part.
    package struct ListingFile: Sendable, Hashable, Codable {
        /// Its path as people know it.
        package let name: String
        /// The path of its snapshot, absolute.
        package let snapshot: String
        /// The SHA-256 of the listing file, in hex, which its snapshot says it is of.
        package let content: String
        /// How many items there are.
        package let items: Int
        /// How many drives there are.
        package let drives: Int

        /// The file of that name, with its snapshot.
        package init(
            name: String, snapshot: String, content: String, items: Int, drives: Int = 1
        ) {
            self.drives = drives
            self.name = name
            self.snapshot = snapshot
            self.content = content
            self.items = items
        }
    }

    /// Which drives of the listing files are meant.
    package struct Choice: Sendable, Hashable, Codable {
        /// Those alone, by name; nil: all.
        package var only: [String]?
        /// Those not.
        package var without: [String] = []
        /// Those not since their listing files are broken; nil: none.
        package var broken: [String]?
        /// Listing files that were left out with all drives in them, by name; nil: none.
        package var withoutFiles: [String]?

        /// All.
        package init() {}

        /// Tells of names of drives whether they are meant: by scalars, as drives are told apart.
        package var test: (String) -> Bool {
            let only = only.map { Set($0.map { Array($0.utf8) }) }
            let without = Set((without + (broken ?? [])).map { Array($0.utf8) })
            return { name in
                let bytes = Array(name.utf8)
                return only?.contains(bytes) != false && !without.contains(bytes)
            }
        }
    }

    /// The instant that ages count back from.
    package var now: Timestamp
    /// The zone of the rules.
    package var timeZone: String
    /// The files of the rules, the first file first.
    package var rules: [RulesText]
    /// The SHA-256 of the rules, in hex.
    package var rulesDigest: String
    /// The listing files, those of each part beside each other.
    package var files: [ListingFile]
    /// How many items a part of several files has at most; 0: each file is a part.
    package var partItems = 0
    /// Which of their drives are planned over.
    package var choice: Choice
    /// Whether items are named by the GUIDs that the lists of their libraries have for them, as in a
    /// dataset, and not by the ids of their drives; nil where they are not.
    package var namesListItems: Bool?
    /// The form of what is written of the plan; nil: the first one. Later ones are told by number, so that
    /// who does not know one says so, and takes nothing in it for damaged.
    package private(set) var format: Int?
    /// In how many shares groups are brought together.
    package var buckets: Int
    /// By what it is judged: see `PartOrigin`.
    package var engine: UInt64
    /// The program that plans, with its version.
    package var tool: String
    /// The instant that the items are as of, where that is told; of states, when the first of the drives was
    /// listed.
    package var snapshot: Timestamp?
    /// Of states, when the last of the drives was listed.
    package var lastSnapshot: Timestamp?
    /// The SHA-256 of the names and ids of the drives of the inventory, in hex; nil where there is none.
    package var inventory: String?

    /// The drive of items that name none, as where a listing is planned over by itself.
    package static let usualDrive = "listing"

    /// The given job.
    package init(
        now: Timestamp, timeZone: String, rules: [RulesText], rulesDigest: String,
        files: [ListingFile], choice: Choice = Choice(), buckets: Int, engine: UInt64, tool: String,
        snapshot: Timestamp? = nil
    ) {
        self.now = now
        self.timeZone = timeZone
        self.rules = rules
        self.rulesDigest = rulesDigest
        self.files = files
        self.choice = choice
        self.buckets = buckets
        self.engine = engine
        self.tool = tool
        self.snapshot = snapshot
    }

    // MARK: How lines are kept

    /// The format of plans whose lines are packed.
    static let packedFormat = 2
    /// From how many items on lines are packed where nobody says whether they are: packing takes time, and
    /// less of them have room on any disk.
    package static let packedItems = 100_000_000

    /// Whether lines are packed, which makes no other plan of it.
    package var packsLines: Bool {
        get { format == Self.packedFormat }
        set { format = newValue ? Self.packedFormat : nil }
    }

    /// Whether this version knows what is written of the plan.
    var isKnown: Bool { format == nil || format == Self.packedFormat }

    /// The job as it is handed on.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    /// Reads what `bytes` say; nil where they are no job.
    package init?(_ bytes: [UInt8]) {
        guard let job = try? JSONDecoder().decode(PartJob.self, from: Data(bytes)),
            !job.rules.isEmpty, (1...PartJob.bucketsMax).contains(job.buckets)
        else { return nil }
        self = job
    }

    /// The most shares.
    package static let bucketsMax = 1 << 14

    /// In how many shares the groups of so many items are brought together.
    package static func buckets(items: Int) -> Int {
        min(max(1, min(items >> 18, 64), items / 2_000_000), bucketsMax)
    }

    /// How many items a part of several files has at most, where all of so many files have so many: a
    /// process takes longer to begin than to judge a small file. 0: each file is a part.
    package static func partItems(files: Int, items: Int) -> Int {
        files <= 32 ? 0 : min(max(items / 32, 20_000), 1_000_000)
    }

    /// The places in `files` of those of each part. O(files).
    package var parts: [Range<Int>] {
        var parts: [Range<Int>] = []
        var (start, items, drives) = (0, 0, 0)
        for (place, file) in files.enumerated() {
            let isFull =
                items + file.items > partItems
                || drives + file.drives > ListingBuilder.Bounds.drives
            if place > start, isFull {
                parts.append(start..<place)
                (start, items, drives) = (place, 0, 0)
            }
            items += file.items
            drives += file.drives
        }
        if start < files.count { parts.append(start..<files.count) }
        return parts
    }

    /// What people know the part of the files at `places` by.
    package func name(_ places: Range<Int>) -> String {
        let names = files[places].map(\.name)
        guard let first = names.first, let last = names.last, names.count > 1 else {
            return names.first ?? ""
        }
        return "\(first) – \(last)"
    }

    /// The digest that the plan is known by, in hex.
    package var digest: String {
        var plain = self
        plain.packsLines = false
        let digest = SHA256Stream()
        digest.update(plain.bytes)
        return digest.finish()
    }

    /// Of which plan something told for this job is.
    package var origin: PartOrigin {
        PartOrigin(plan: HexDigits.bytes(digest) ?? [], engine: engine)
    }
}
