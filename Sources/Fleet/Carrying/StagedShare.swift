// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger

/// Why a deletion of the plan is not staged.
enum LeftOut: String, Sendable, Hashable, CaseIterable {
    /// It is not what the plan saw, or lies elsewhere.
    case changed
    /// It is not there any more.
    case gone
    /// The drive does not find it, and nothing proves that it is gone.
    case missing
    /// The drive could not say what it is now.
    case unanswered
    /// The rules, as they are now and at this instant, do not delete it.
    case kept
    /// Something that waits elsewhere goes only because it stays.
    case reliedUpon = "relied-upon"
    /// Too few of the copies that must stay can be counted on.
    case lastCopies = "last-copies"
    /// Its rule compares drives, and something of an earlier plan waits still.
    case generation
    /// Something that goes with it, or lies in it, is not staged.
    case incomplete
    /// Somebody took it back before.
    case takenBack = "taken-back"
    /// People decided that it stays.
    case decided
}

/// The deletions of a drive that are to be staged, and those that are left out, with why.
struct StagedShare: Sendable {
    /// Those that are to be staged, in the order of the plan.
    private(set) var entries: [PlanEntry]
    /// How many are left out, by why.
    private(set) var left: [LeftOut: Int] = [:]
    /// The deletions of the whole drive: of a shot all parts go, and a folder with all that lies in it.
    private var all: [PlanEntry]
    /// The ids of those that are not there any more.
    private var absent: Set<[UInt8]> = []

    /// The deletions `all` of a drive, of which `chosen` are meant.
    init(_ all: [PlanEntry], chosen: (Int) -> Bool) {
        self.all = all
        entries = all.indices.filter(chosen).map { all[$0] }
    }

    /// Leaves out those of which `why` says why.
    mutating func leave(_ why: (PlanEntry) -> LeftOut?) {
        var kept: [PlanEntry] = []
        for entry in entries {
            if let reason = why(entry) {
                note(entry, reason)
            } else {
                kept.append(entry)
            }
        }
        entries = kept
    }

    /// Puts `other` in the place of each entry, or leaves it out with why.
    mutating func replace(_ other: (Int, PlanEntry) -> Result<PlanEntry, LeftOutError>) {
        var kept: [PlanEntry] = []
        for (place, entry) in entries.enumerated() {
            switch other(place, entry) {
            case .success(let new): kept.append(new)
            case .failure(let error): note(entry, error.why)
            }
        }
        entries = kept
    }

    /// Has each item of the drive have the id that `ids` give for its own. Those that are to be staged
    /// are put into the order of plans, for they may lie elsewhere by now.
    mutating func rename(_ ids: [[UInt8]: String]) {
        func renamed(_ entry: PlanEntry) -> PlanEntry {
            var entry = entry
            if let id = ids[Array(entry.id.utf8)] { entry.id = id }
            if let main = entry.companion_of, let id = ids[Array(main.id.utf8)] {
                entry.companion_of?.id = id
            }
            return entry
        }
        all = all.map(renamed)
        entries = entries.map(renamed).sorted {
            $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
    }

    /// The ids of the items with which others go: the main parts of shots.
    var mains: Set<[UInt8]> {
        Set(all.compactMap { entry in entry.companion_of.map { Array($0.id.utf8) } })
    }

    private mutating func note(_ entry: PlanEntry, _ why: LeftOut) {
        left[why, default: 0] += 1
        if why == .gone { absent.insert(Array(entry.id.utf8)) }
    }

    /// Leaves out parts of shots of which another part is, and folders in which something is that goes by
    /// the plan and is left out.
    mutating func leaveIncomplete() {
        var going = Set(entries.map { Array($0.id.utf8) })
        func main(_ entry: PlanEntry) -> [UInt8] {
            Array((entry.companion_of?.id ?? entry.id).utf8)
        }
        let broken = Set(all.filter { !going.contains(Array($0.id.utf8)) }.map(main))
        leave { broken.contains(main($0)) ? .incomplete : nil }
        going = Set(entries.map { Array($0.id.utf8) })
        var full: Set<[UInt8]> = []
        for entry in all {
            let id = Array(entry.id.utf8)
            // What is gone already fills no folder.
            if going.contains(id) || absent.contains(id) { continue }
            for folder in ItemAddress.folders(above: entry.path) { full.insert(Array(folder.utf8)) }
        }
        // A folder that is left out is in the folders above it, too.
        for entry in entries where entry.type == "folder" && full.contains(Array(entry.path.utf8)) {
            for folder in ItemAddress.folders(above: entry.path) { full.insert(Array(folder.utf8)) }
        }
        leave { $0.type == "folder" && full.contains(Array($0.path.utf8)) ? .incomplete : nil }
    }

    /// Whether any entry names copies that stay.
    var hasSurvivors: Bool { entries.contains { $0.survivors != nil || $0.also?.isEmpty == false } }
}

/// Why an entry is left out, as an error.
struct LeftOutError: Error {
    let why: LeftOut
}

extension PlanEntry {
    /// The copies that must stay for it: how many of which, for each rule that asks for some.
    var demanded: [(rule: String, needed: Int, survivors: [Survivor])] {
        var demands: [(rule: String, needed: Int, survivors: [Survivor])] = []
        if let survivors, let rule, let needed, needed > 0 {
            demands.append((rule, needed, survivors))
        }
        for other in also ?? [] where other.needed > 0 {
            demands.append((other.rule, other.needed, other.survivors))
        }
        return demands
    }

    /// The same with `choose` among the copies of each rule that must stay; nil where they are too few.
    func choosing(_ choose: (_ needed: Int, [Survivor]) -> [Survivor]) -> PlanEntry? {
        var entry = self
        if let survivors {
            let chosen = choose(needed ?? 0, survivors)
            if chosen.count < needed ?? 0 { return nil }
            entry.survivors = chosen
        }
        for (place, other) in (also ?? []).enumerated() {
            let chosen = choose(other.needed, other.survivors)
            if chosen.count < other.needed { return nil }
            entry.also?[place].survivors = chosen
        }
        return entry
    }
}
