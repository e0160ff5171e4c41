// SPDX-License-Identifier: Apache-2.0

/// Which members of groups stay, found once for many steps that only let further members go.
///
/// A group is gone through once, not once for each of its members: members that stay are looked
/// for from where the last search ended, since what goes in the course of it does not come back.
struct GroupSurvival {
    /// The places of the items that go by the steps so far.
    private(set) var leaving: Set<Int> = []
    private var searches: [[UInt8]: Search] = [:]

    /// How far the members of a group were gone through.
    private struct Search {
        /// How many members were looked at.
        var looked = 0
        /// Those of them that stay.
        var staying: [Int] = []
    }

    /// Takes that the item at `place` goes.
    mutating func leaves(_ place: Int) { leaving.insert(place) }

    /// Whether one of the `members` of `group` stays that is not among `going`; `isKept` says it of
    /// a member but for what leaves.
    ///
    /// O(members + calls) for all calls together that name a member or two to go.
    mutating func someStays(
        of group: [UInt8], _ members: [Int], besides going: Set<Int>, isKept: (Int) -> Bool
    ) -> Bool {
        var search = searches.removeValue(forKey: group) ?? Search()
        defer { searches[group] = search }
        search.staying.removeAll { leaving.contains($0) }
        if search.staying.contains(where: { !going.contains($0) }) { return true }
        while search.looked < members.count {
            let member = members[search.looked]
            search.looked += 1
            if leaving.contains(member) || !isKept(member) { continue }
            search.staying.append(member)
            if !going.contains(member) { return true }
        }
        return false
    }
}
