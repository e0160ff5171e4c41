// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine

/// A fleet file: which drives of an organisation are cleaned up, by which rules, and how much of them
/// in one day.
package struct FleetFile: Sendable {
    /// A text of the file, with its place.
    package struct Entry: Sendable, Hashable {
        /// The text.
        package let text: String
        /// Where it stands.
        package let place: SourceRange
    }

    /// Whose drives belong to it.
    package struct People: Sendable {
        /// Addresses or ids of users that are named.
        package var list: [Entry] = []
        /// A file with an address or id on each line.
        package var file: Entry?
        /// The ids of groups, whose members are meant.
        package var groups: [Entry] = []
        /// What `$filter` of Graph takes.
        package var query: Entry?
        /// Addresses or ids of users that are left out, wherever they come from.
        package var except: [Entry] = []
    }

    /// How much goes in a day, or is staged in a wave; nil: no bound.
    package struct Cap: Sendable, Hashable {
        /// The most items.
        package var items: Int64?
        /// The most bytes.
        package var bytes: Int64?

        /// Whether it bounds nothing.
        package var isUnbounded: Bool { items == nil && bytes == nil }
    }

    /// Where the items come from of a fleet whose drives are planned together.
    package struct Source: Sendable, Hashable {
        /// What it is.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Listing files.
            case listings
            /// Files of Microsoft Graph Data Connect: `SharePointFiles_v1`.
            case dataset
            /// States of this program, with the listings that they keep.
            case state
        }

        /// Which libraries of a dataset are taken.
        package enum Libraries: String, Sendable, Hashable, CaseIterable {
            /// Those of OneDrives.
            case onedrive
        }

        /// What it is.
        package let kind: Kind
        /// The files, or the profiles of states, as they are written; a `*` stands for anything in a
        /// name, `**` for any folders.
        package let files: Entry
        /// Which libraries are taken; nil: all that the inventory has.
        package var libraries: Libraries?
    }

    /// When people of the organisation are at work, and how much of the budget is taken then.
    package struct WorkingHours: Sendable, Hashable {
        /// A day of the week.
        package enum Weekday: String, Sendable, Hashable, CaseIterable {
            case mon, tue, wed, thu, fri, sat, sun

            /// Its number, from 0 for Monday.
            package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        }

        /// On which days.
        package var days: Set<Weekday> = [.mon, .tue, .wed, .thu, .fri]
        /// When they begin, in minutes from midnight on the wall.
        package var startMinute: Int
        /// When they end, on the same day, in minutes from midnight on the wall: later than they begin.
        package var endMinute: Int
        /// How much of the budget is taken then, in percent; 0: nothing is asked of the service.
        package var share: Int64

        /// How many minutes of a week they are.
        package var minutesPerWeek: Int64 { Int64(days.count * (endMinute - startMinute)) }

        /// Whether the minute `minute` of the day `weekday`, from 0 for Monday, is in them.
        package func contain(weekday: Int, minute: Int) -> Bool {
            (startMinute..<endMinute).contains(minute)
                && days.contains { $0.number == weekday }
        }
    }

    /// How many drives of all have been staged when a wave has: those of the waves before it included.
    package enum WaveSize: Sendable, Hashable {
        /// So many.
        case drives(Int64)
        /// So many of a hundred.
        case percent(Int64)
    }

    /// In which steps a plan over all drives is carried out.
    package struct Waves: Sendable, Hashable {
        /// How far each wave goes, the first one first.
        package var sizes: [WaveSize] = [
            .drives(10), .percent(1), .percent(10), .percent(100),
        ]
        /// How long nothing happens after the last deletion of a wave before the next one.
        package var soak = Age(amount: 24, unit: .hour)
    }

    /// How much may go wrong, in percent of the items that a wave has staged, before a plan over all
    /// drives pauses by itself.
    package struct StopWhen: Sendable, Hashable {
        /// Items that were not what the plan saw.
        package var changed: Int64 = 5
        /// Items that could not be deleted.
        package var failed: Int64 = 1
        /// Items that people took back.
        package var undone: Int64 = 2
    }

    /// What becomes of rules that delete copies across drives of several owners.
    package enum AcrossOwners: String, Sendable, Hashable, CaseIterable {
        /// They are refused; the default.
        case refuse
        /// They must leave copies to a person.
        case review
        /// They may delete.
        case delete
    }

    /// How the lines of a plan are kept.
    package enum Lines: String, Sendable, Hashable, CaseIterable {
        /// As they are.
        case plain
        /// Packed by gzip.
        case packed
    }

    /// The rules file, as it is written.
    package var rules: Entry?
    /// The folder of states and journal, as it is written.
    package var work: Entry?
    /// Where and as what the application signs in, as drives of rules have it.
    package var service: [String: String] = [:]
    /// How many licences the organisation has, by which the service grants its budget.
    package var licences: Int64 = 1
    /// How much of that budget is taken, in percent.
    package var share: Int64 = 80
    /// When another share of it is taken; nil: never.
    package var workingHours: WorkingHours?
    /// Whose drives belong to it.
    package var users = People()
    /// The ids of sites, whose default libraries belong to it.
    package var sites: [Entry] = []
    /// The ids of drives that belong to it.
    package var drives: [Entry] = []
    /// A file with a line for each drive of the source: its name, and whose it is.
    package var inventory: Entry?
    /// Where the items come from; nil: each drive is listed by a round of its own.
    package var source: Source?
    /// Whether the file has a `source`, whatever is wrong in it.
    var hasSource = false
    /// What becomes of rules that delete copies across drives of several owners.
    package var acrossOwners = AcrossOwners.refuse
    /// How the lines of a plan are kept; nil: as its size makes sensible.
    package var lines: Lines?
    /// How many rounds are under way at once.
    package var atOnce: Int64 = 4
    /// How much goes from one drive in a day.
    package var perDrive = Cap()
    /// How much goes from all drives in a day.
    package var perDay = Cap()
    /// From how many drives something goes in a day at most; nil: no bound.
    package var drivesPerDay: Int64?
    /// How much one wave of a plan over all drives ever stages.
    package var perWave = Cap()
    /// More than this share of drives that fail, in percent, and nothing goes.
    package var failedMax: Int64 = 20
    /// In which steps a plan over all drives is carried out.
    package var waves = Waves()
    /// What pauses a plan over all drives.
    package var stopWhen = StopWhen()
    /// Whether the file says where and as what the application signs in.
    package var hasService = false

    /// Nothing yet.
    init() {}
}

/// Decodes fleet files.
package enum FleetFileDecoder {
    /// What `bytes`, which are called `file`, say; none where a finding is an error. Time and memory
    /// are bounded whatever the bytes hold.
    package static func decode(_ bytes: [UInt8], file: String) -> Diagnosed<FleetFile> {
        let (fleet, findings) = read(bytes, file: file)
        let isValid = !findings.contains { $0.severity == .error }
        return Diagnosed(value: isValid ? fleet : nil, diagnostics: findings)
    }

    /// What `bytes`, which are called `file`, say as far as that can be read, and whether anything is wrong
    /// with them: for what has to go on whatever that is. Nil where they are no YAML.
    package static func readable(
        _ bytes: [UInt8], file: String
    ) -> (fleet: FleetFile?, isValid: Bool) {
        let (fleet, findings) = read(bytes, file: file)
        return (fleet, !findings.contains { $0.severity == .error })
    }

    private static func read(
        _ bytes: [UInt8], file: String
    ) -> (fleet: FleetFile?, findings: [Diagnostic]) {
        let source = SourceText(file: file, bytes: bytes)
        if bytes.count > SourceCheck.byteCountMax {
            let place = SourceRange(file: file, bytes: 0..<0, line: 1, column: 1)
            let finding = Diagnostic(
                .error, .fileTooLarge, Message("a fleet file is at most 1 MiB"), at: place)
            return (nil, [finding])
        }
        if let finding = SourceCheck.finding(in: source) {
            return (nil, [finding])
        }
        let composed = TreeComposer.compose(source)
        guard let tree = composed.tree else { return (nil, composed.diagnostics) }
        var decoder = FileDecoder(source: source, tree: tree, isIncluded: false)
        decoder.findings = TreeChecks(source: source, tree: tree).findings()
        let fleet = decoder.fleet()
        let findings = (decoder.findings + composed.diagnostics).sorted {
            ($0.range?.bytes.lowerBound ?? 0) < ($1.range?.bytes.lowerBound ?? 0)
        }
        return (fleet, findings)
    }
}
