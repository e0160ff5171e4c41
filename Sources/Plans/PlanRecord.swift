// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A plan as it is kept, in columns as a listing is: all that its entries need in order to be shown,
/// staged and proved, and nothing of any other item.
///
/// Made of a `Plan` that was just judged (`init(_:)` of `PlanSource`), of the bytes that it is
/// stored as (`init(stored:)`), or of a JSON document (`PlanDocumentReader`). Everything that shows
/// or carries out a plan reads this, so that it makes no difference where the plan comes from.
package struct PlanRecord: Sendable {
    /// What the plan says beside its entries.
    package var head: PlanHead
    /// The rules by number: protections first, then rules, as the file has them.
    package let rules: [PlanRule]
    /// What follows from the rules that applied, by number.
    let handlings: [PlanHandling]
    /// Whether this program can bring back what it deletes, by the number of the drive in `head` and
    /// the place of the method among all; nil where the drive is out of reach.
    let reversals: [[Bool?]]
    /// The items of entries, then those that must stay; drive by drive.
    let items: Listing
    /// The number in `head` of each drive of `items`.
    let driveNumbers: [Int]
    let columns: PlanColumns
    let groups: PlanGroups
    /// The groups of further rules that gave a deletion too.
    let alsoGroups: NumberLists
    /// What must stay of groups that reach into other parts of a fleet: rows from `items.count` on are
    /// rows of it. A record that has it is written as lines, and goes no further.
    var elsewhere: Listing?
    /// Set where `items` is the listing that was judged, of which nothing was gathered. A record that has it
    /// is written as lines, and goes no further.
    var inPlace: PlanInPlace?

    /// How many entries there are.
    package var count: Int { columns.count }

    /// What becomes of the entry's item.
    @inline(__always)
    package func verdict(_ entry: Int) -> Verdict { Verdict(number: columns.verdict.base[entry]) }

    /// The row of the entry's item among `items`.
    @inline(__always)
    func row(_ entry: Int) -> Int { Int(columns.row.base[entry]) }

    /// The drive of a row of `items`.
    @inline(__always)
    func drive(_ row: Int) -> PlanHead.Drive { head.drives[driveNumbers[items.drive(row)]] }

    /// A record of nothing but the items in `elsewhere`, whose drives are those of its head.
    var ofElsewhere: PlanRecord? {
        guard let elsewhere else { return nil }
        var head = head
        head.drives = elsewhere.drives.map { drive in
            PlanHead.Drive(
                name: drive.name, kind: drive.kind, identity: "", files: 0, folders: 0, bytes: 0)
        }
        return PlanRecord(
            head: head, rules: [], handlings: [], reversals: [], items: elsewhere,
            driveNumbers: Array(elsewhere.drives.indices), columns: PlanColumns(),
            groups: PlanGroups(), alsoGroups: NumberLists())
    }

    /// The places of the methods in `reversals`.
    static func place(_ method: DeletionMethod) -> Int {
        DeletionMethod.allCases.firstIndex(of: method) ?? 0
    }

    /// The order in which rows of several drives stand: by the scalars of the drives' names.
    static func order(of drives: [PlanHead.Drive]) -> [Int] {
        drives.indices.sorted {
            drives[$0].name.unicodeScalars.lexicographicallyPrecedes(
                drives[$1].name.unicodeScalars)
        }
    }
}
