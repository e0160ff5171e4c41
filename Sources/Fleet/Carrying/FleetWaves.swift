// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import PlanRunner
internal import RuleEngine
internal import Text
internal import Workflow
internal import YAMLBridge

/// In which steps the drives of a plan are carried out, of which something goes and that are over no
/// limit.
///
/// They come in the order of a digest of their ids. So a wave is a mixture of all kinds of people, nobody
/// can choose a place, and it is the same few drives that come first in every plan: those people can be
/// told, and what a bad rule does to them is not done to ten others with the next plan.
struct FleetWaves: Sendable {
    /// A drive of the plan.
    struct Member: Sendable {
        /// The drive.
        let drive: FleetDrive
        /// Where its lines stand.
        let stretch: FleetPlan.Stretch
        /// What goes of it.
        let deleted: PartEnd.Count
    }

    /// All of them, in their order.
    let members: [Member]
    /// The drives of the plan that are in no wave though something would go there, with why.
    let leftOut: [(name: String, why: Why)]
    /// How many drives have had their turn when each wave has.
    private let ends: [Int]

    /// Why a drive is in no wave.
    enum Why: Sendable, Hashable {
        /// It is over a limit of the rules.
        case limits
        /// The inventory does not say its id.
        case noID
    }

    /// The waves of `plan` by `ground`.
    init(_ plan: FleetPlan, _ ground: FleetGround) {
        let exceeded = Set(plan.refusals.map { Array($0.drive.utf8) })
        var members: [(rank: String, member: Member)] = []
        var leftOut: [(name: String, why: Why)] = []
        for (drive, part) in plan.drives where drive.deleted.items > 0 {
            let name = Array(drive.name.utf8)
            if exceeded.contains(name) {
                leftOut.append((drive.name, .limits))
            } else if let known = ground.drives[name] {
                members.append(
                    (
                        Self.rank(known),
                        Member(
                            drive: known,
                            stretch: FleetPlan.Stretch(drive, part: part),
                            deleted: drive.deleted)
                    ))
            } else {
                leftOut.append((drive.name, .noID))
            }
        }
        members.sort { $0.rank < $1.rank }
        self.members = members.map(\.member)
        self.leftOut = leftOut
        ends = Self.ends(ground.file.waves.sizes, of: members.count)
    }

    /// The place of `drive` among all others.
    static func rank(_ drive: FleetDrive) -> String {
        SHA256Text.of(Array(("wave\n" + GraphID.comparable(drive: drive.id)).utf8))
    }

    /// How many of `count` drives have had their turn when each wave has.
    static func ends(_ sizes: [FleetFile.WaveSize], of count: Int) -> [Int] {
        var last = 0
        return sizes.map { size in
            let wanted: Int
            switch size {
            case .drives(let number): wanted = Int(clamping: number)
            case .percent(let share):
                // Rounded up: a hundredth of fifty drives is one.
                let (whole, rest) = count.quotientAndRemainder(dividingBy: 100)
                wanted = whole * Int(share) + (rest * Int(share) + 99) / 100
            }
            last = max(last, min(count, wanted))
            return last
        }
    }

    /// How many waves there are.
    var count: Int { ends.count }

    /// The first wave after `wave` that has drives; nil where none has.
    func next(after wave: Int) -> Int? {
        wave < count ? ((wave + 1)...count).first { !members(of: $0).isEmpty } : nil
    }

    /// The drives of a wave, which counts from 1.
    func members(of wave: Int) -> ArraySlice<Member> {
        guard ends.indices.contains(wave - 1) else { return [] }
        return members[(wave == 1 ? 0 : ends[wave - 2])..<ends[wave - 1]]
    }
}
