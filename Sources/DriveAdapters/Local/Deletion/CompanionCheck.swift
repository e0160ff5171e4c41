// SPDX-License-Identifier: Apache-2.0

import POSIX
import RuleEngine

/// Finds out whether the copies that have to stay when an item goes are there. Used by one thread.
struct CompanionCheck: ~Copyable {
    private let driveName: String
    private let bytes: ByteComparison

    /// A check for the drive of that name, which tells `meter` of what it reads.
    init(driveName: String, meter: ReadingMeter?) {
        self.driveName = driveName
        var bytes = ByteComparison()
        bytes.meter = meter
        self.bytes = bytes
    }

    /// The copies that were found, each with what it was then.
    struct Chosen {
        var members: [(item: ExpectedItem, state: EntryState)] = []
        /// Whether bytes were compared, so that nothing may have been touched since.
        var comparedBytes = false
    }

    /// Why a member is no copy that may be counted.
    private enum Shortfall: Error {
        /// It is not there, or not what it was, or no copy: one clause.
        case missing(String)
        /// It could not be had this time: one clause.
        case unreadable(String)
    }

    /// The copies that meet all demands of `order`, whose item is `item` and was found.
    func choose(
        for order: DeletionOrder, _ item: borrowing ExpectedItem, _ found: ItemFinder.Found,
        _ finder: inout ItemFinder
    ) throws(Refusal) -> Chosen {
        var chosen = Chosen()
        for demand in order.companions where demand.needed > 0 {
            try meet(demand, item, found, &finder, &chosen)
        }
        return chosen
    }

    private func meet(
        _ demand: CompanionDemand, _ item: borrowing ExpectedItem, _ found: ItemFinder.Found,
        _ finder: inout ItemFinder, _ chosen: inout Chosen
    ) throws(Refusal) {
        var seen: Set<FileKey> = [found.state.key]
        var count = 0
        var unreadableCount = 0
        var unreadable: String?
        var missing: String?
        if demand.comparesBytes { chosen.comparedBytes = true }
        for member in demand.members where count < demand.needed {
            do throws(Shortfall) {
                chosen.members.append(
                    try check(member, demand.comparesBytes, item, found, &finder, &seen))
                count += 1
            } catch {
                switch error {
                case .missing(let clause): missing = missing ?? clause
                case .unreadable(let clause):
                    unreadable = unreadable ?? clause
                    unreadableCount += 1
                }
            }
        }
        if count >= demand.needed { return }
        if let unreadable, count + unreadableCount >= demand.needed {
            throw Refusal(.failed(unreadable))
        }
        throw Refusal(.changed(missing ?? DeletionText.copiesMissing))
    }

    private func check(
        _ member: ItemValues, _ comparesBytes: Bool, _ item: borrowing ExpectedItem,
        _ found: ItemFinder.Found, _ finder: inout ItemFinder, _ seen: inout Set<FileKey>
    ) throws(Shortfall) -> (item: ExpectedItem, state: EntryState) {
        guard member.isOn(driveName), member.type == .file, let recorded = ExpectedItem(member)
        else { throw .missing(DeletionText.noCopy(member.path)) }
        // Where the bytes are compared, they say what the time of change could only hint at.
        let expected = comparesBytes ? recorded.afterMove : recorded
        let copy: ItemFinder.Found
        do throws(Refusal) {
            copy = try finder.find(expected)
        } catch {
            switch error.outcome {
            case .gone: throw .missing(DeletionText.copyGone(member.path))
            case .changed: throw .missing(DeletionText.copyChanged(member.path))
            case .failed(let clause), .missing(let clause), .unanswered(let clause),
                .postponed(let clause):
                throw .unreadable(DeletionText.copyUnreadable(member.path, clause))
            case .deleted, .notAttempted: preconditionFailure("a look deletes nothing")
            }
        }
        // A hard link, or the same file through another mount, goes with the item.
        guard seen.insert(copy.state.key).inserted else {
            throw .missing(DeletionText.noCopy(member.path))
        }
        if comparesBytes { try compare(member, expected, copy, item, found) }
        return (expected, copy.state)
    }

    private func compare(
        _ member: ItemValues, _ expected: borrowing ExpectedItem, _ copy: ItemFinder.Found,
        _ item: borrowing ExpectedItem, _ found: ItemFinder.Found
    ) throws(Shortfall) {
        guard found.state.type == .file else { throw .missing(DeletionText.noCopy(member.path)) }
        let outcome = bytes.compare(
            ByteComparison.Side(folder: found.folder, name: item.name, state: found.state),
            ByteComparison.Side(folder: copy.folder, name: expected.name, state: copy.state))
        switch outcome {
        case .equal: return
        case .different: throw .missing(DeletionText.copyDiffers(member.path))
        case .changed: throw .missing(DeletionText.copyChanging(member.path))
        case .failed(let error):
            throw .unreadable(
                DeletionText.copyUnreadable(member.path, systemMessage(error.code)))
        }
    }

    /// Whether all of `chosen` are still what they were when they were chosen.
    func holds(_ chosen: Chosen, _ finder: inout ItemFinder) -> Bool {
        for member in chosen.members {
            guard let now = try? finder.look(member.item).state,
                now.isSameEntry(as: member.state),
                !chosen.comparedBytes || now.changed == member.state.changed
            else { return false }
        }
        return true
    }
}
