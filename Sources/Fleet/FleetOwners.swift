// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import Text
internal import Wording
package import Workflow

/// The drives of a fleet as its inventory has them, and whose they are: a line of JSON for each.
package struct FleetOwners: Sendable {
    /// The names of the drives.
    package let names: [String]
    /// Whether all of them are known to be one person's.
    package let haveOneOwner: Bool
    /// The ids of the drives that have one, by the bytes of their names.
    package let driveIDs: [[UInt8]: String]

    /// How many drives a message names.
    private static let namedMax = 20

    /// Reads what `bytes`, which stand in the file at `path`, say: of a dataset where `isOfDataset` says so.
    /// Says all that is wrong with them, and throws where something is.
    package init(
        _ bytes: [UInt8], path: String, ofDataset isOfDataset: Bool = false
    ) throws(Failure) {
        let reader = InventoryReader(bytes, ofDataset: isOfDataset)
        try reader.demandNoFault(at: path)
        names = reader.lines.compactMap { $0[.name] }
        var driveIDs: [[UInt8]: String] = [:]
        for line in reader.lines {
            guard let name = line[.name], let id = line[.driveID], !id.isEmpty else { continue }
            driveIDs[Array(name.utf8)] = id
        }
        self.driveIDs = driveIDs
        let owners = Set(reader.lines.map { $0[.owner] })
        haveOneOwner = owners.count == 1 && !owners.contains(nil)
    }

    /// What the names and ids of all drives are known by, in hex: in whatever order and spelling they
    /// stand.
    var digest: String {
        let lines = names.map { name in
            let id = driveIDs[Array(name.utf8)].map { GraphID.comparable(drive: $0) }
            return Array(name.utf8) + [0] + Array((id ?? "").utf8) + [UInt8(ascii: "\n")]
        }
        return SHA256Text.of(lines.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// Throws where the listings tell of other drives than the inventory does; `choice` says of which
    /// drives they need not, and `counts` which drives had files before.
    func demandAll(
        listed: [String], _ choice: FleetChoice = FleetChoice(), _ counts: FleetCounts? = nil
    ) throws(Failure) {
        let known = Set(names.map { Array($0.utf8) })
        let told = Set(listed.map { Array($0.utf8) })
        let missing = names.filter { !told.contains(Array($0.utf8)) && !choice.leavesOut($0) }
        if !missing.isEmpty, !choice.emptyIsEmpty {
            throw Failure(
                .failed,
                .fleetUntold(n: missing.count, names: Self.text(missing)))
        }
        // That a listing is missing makes no drive empty.
        let emptied = missing.filter { counts?.last($0) ?? 0 > 0 }
        if !emptied.isEmpty {
            throw Failure(
                .failed,
                .fleetEmptied(n: emptied.count, names: Self.text(emptied)))
        }
        let foreign = listed.filter {
            !known.contains(Array($0.utf8)) && !choice.leavesOut($0)
        }
        if !foreign.isEmpty {
            throw Failure(
                .failed,
                .fleetForeign(n: foreign.count, names: Self.text(foreign)))
        }
    }

    /// `names`, as many of them as a message names.
    static func text(_ names: [String]) -> String {
        names.prefix(namedMax).map { "'\(VisibleText.escaped($0))'" }.joined(separator: ", ")
            + (names.count > namedMax ? ", …" : "")
    }
}
