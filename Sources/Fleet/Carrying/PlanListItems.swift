// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Workflow
internal import YAMLBridge

/// Plans over a dataset name files by the GUIDs that the lists of their libraries have for them,
/// and know no tags: whoever stages one looks for the files first.
extension FleetPlan {
    /// Whether the plan names files so.
    var namesListItems: Bool { job.namesListItems == true }

    /// Throws where the plan was made of another kind of source than the fleet file has now.
    func demandSource(_ file: FleetFile) throws(Failure) {
        if namesListItems == (file.source?.kind == .dataset) { return }
        throw Failure(
            .refused,
            Message(
                "plan \(id) was made of another kind of source than the fleet file has now; plan"
                    + " again with 'cleanrules fleet plan'"))
    }

    // MARK: What it costs

    /// How many looks a deletion takes: one when the file goes; of a dataset one before, to find
    /// it.
    var looks: Int8 { namesListItems ? 2 : 1 }
}

/// Whether a file that was found by its GUID surely holds what a dataset told of it.
enum ListItemMatch {
    /// Whether `now` is what was `told`: of the same size, with the same hash, and changed at the
    /// same instant, by what the file or the service (`changed`) says. What either of them does not
    /// say proves nothing, so that without a hash to compare the instant has to be there.
    static func isSame(_ told: RecordedItem, _ now: ItemValues, changed: Timestamp?) -> Bool {
        guard let size = told.size, let sizeNow = now.size, size == sizeNow else { return false }
        let instants = [now.modified, changed].compactMap { $0?.secondsSinceEpoch }
        let hashes = now.hashes
        var isHashEqual = false
        for (name, before) in told.hashes where !before.isEmpty {
            guard let algorithm = HashAlgorithm(rawValue: name), let after = hashes[algorithm],
                !after.isEmpty
            else { continue }
            if !algorithm.areEqual(before, after) { return false }
            isHashEqual = true
        }
        guard let modified = told.modified else { return isHashEqual }
        return instants.contains(modified)
    }

    /// Whether `now` has no hash of the kind that was `told`.
    static func hasLostHash(_ told: RecordedItem, _ now: ItemValues) -> Bool {
        let hashes = now.hashes
        return told.hashes.keys.contains { name in
            HashAlgorithm(rawValue: name).flatMap { hashes[$0] }?.isEmpty ?? true
        }
    }
}
