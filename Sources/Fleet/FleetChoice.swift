// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import FleetParts
internal import Messages
internal import Text
internal import Workflow

/// What a plan over the drives of a fleet is asked for beside its rules: which drives, and what is known of
/// them.
package struct FleetChoice: Sendable, Hashable {
    /// Drives that are left out, by name.
    package var without: [String] = []
    /// Listing files that are left out, with all drives in them.
    package var withoutFiles: [String] = []
    /// Of how many drives alone the plan is, for a try; nil: of all.
    package var sample: Int?
    /// Whether drives of the inventory of which no listing tells are empty.
    package var emptyIsEmpty = false
    /// Drives that list far fewer files than before, as is known to be right.
    package var accepted: [String] = []

    /// All drives.
    package init() {}

    /// That drives are named that are neither `listed` nor in `inventory`, nor `broken`, which are others that
    /// broken listings hold; nil where there is none.
    func strangers(
        to listed: [String], _ inventory: FleetOwners?, broken: [String] = []
    ) -> Failure? {
        FleetDrives.strangers(
            without + accepted, to: listed + (inventory?.names ?? []) + broken
        ) { Message("no drive of the fleet is called \($0)") }
    }

    /// Which of the drives that are `listed` are meant.
    func choice(of listed: [String]) -> PartJob.Choice {
        var choice = PartJob.Choice()
        choice.without = Self.ordered(without)
        guard let sample else { return choice }
        let left = listed.filter(choice.test).map { (mark: Self.mark($0), name: $0) }
        choice.only = Self.ordered(
            left.sorted { left, right in
                left.mark != right.mark
                    ? left.mark < right.mark
                    : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
            }.prefix(sample).map(\.name))
        choice.without = []
        return choice
    }

    /// By what a drive is drawn: the same in every plan, whatever other drives there are.
    private static func mark(_ name: String) -> String {
        let digest = SHA256Stream()
        digest.update(Array("cleanrules fleet plan --sample\n".utf8))
        digest.update(Array(name.utf8))
        return digest.finish()
    }

    /// Each once, by scalars.
    static func ordered(_ names: [String]) -> [String] {
        Set(names.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether no drop of the files of the drive `name` is held against it.
    func accepts(_ name: String) -> Bool {
        accepted.contains { $0.utf8.elementsEqual(name.utf8) }
    }

    /// Whether the drive `name` is left out by name.
    func leavesOut(_ name: String) -> Bool {
        without.contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
