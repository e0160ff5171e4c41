// SPDX-License-Identifier: Apache-2.0

import Testing
import Workflow

@testable import Fleet

/// Which deletions are staged where there is not room for all.
@Suite("The deletions of some drives that are chosen")
struct StagingChoiceTests {
    private static func line(_ id: String, _ size: Int, of main: String? = nil) -> [UInt8] {
        let companion = main.map {
            #""companion_of":{"drive":"ada","id":"\#($0)","path":"/\#($0)"},"#
        }
        return Array(
            (#"{\#(companion ?? "")"drive":"ada","id":"\#(id)","path":"/\#(id)","#
                + #""reason":"rule","size":\#(size),"type":"file","verdict":"delete"}"#).utf8)
    }

    /// The numbers of those that are chosen of each drive.
    private static func chosen(
        _ drives: [[[UInt8]]], within bound: StagingChoice.Bound = StagingChoice.Bound(),
        room: FleetAmount = .unbounded
    ) throws -> (chosen: [[Int]], left: FleetAmount) {
        let choice = try StagingChoice(
            drives.count,
            { (place, take) throws(Failure) in
                for line in drives[place] where try !take(line[...]) { return }
            }, looks: 1, within: bound, room: room)
        let numbers = drives.indices.map { place in
            drives[place].indices.filter { choice.holds($0, of: place) }
        }
        return (numbers, choice.leftOut)
    }

    @Test("are the largest of all drives")
    func largest() throws {
        let drives = [
            [Self.line("a", 5), Self.line("b", 9)],
            [Self.line("c", 7), Self.line("d", 1), Self.line("e", 8)],
        ]
        let (chosen, left) = try Self.chosen(drives, room: FleetAmount(items: 3, bytes: .max))
        #expect(chosen == [[1], [0, 2]])
        #expect(left == FleetAmount(items: 2, bytes: 6))
        #expect(try Self.chosen(drives, within: .init(bytes: 16)).chosen == [[1], [0]])
        #expect(try Self.chosen(drives, within: .init(units: 7)).chosen == [[1], [2]])
    }

    @Test("are those of a whole shot or none, wherever its parts stand", arguments: [true, false])
    func shots(mainIsFirst: Bool) throws {
        let (main, part) = (Self.line("x", 25), Self.line("y", 5, of: "x"))
        let shot = mainIsFirst ? [main, part] : [part, main]
        let alone = [Self.line("z", 12), Self.line("v", 11, of: "kept")]
        // Where there is room for one item, half of a shot takes none of it.
        let one = FleetAmount(items: 1, bytes: .max)
        let (chosen, left) = try Self.chosen([shot + alone, shot], room: one)
        #expect(chosen == [[2], []])
        #expect(left == FleetAmount(items: 5, bytes: 71))
        let three = FleetAmount(items: 3, bytes: .max)
        #expect(try Self.chosen([shot + alone, shot], room: three).chosen == [[0, 1, 2], []])
        #expect(
            try Self.chosen([shot + alone, shot], within: .init(bytes: 29)).chosen == [[2, 3], []])
        // A shot takes more units than what else there is.
        #expect(
            try Self.chosen([shot + alone, shot], within: .init(units: 5)).chosen == [[2], []])
        #expect(try Self.chosen([shot + alone, shot]).chosen == [[0, 1, 2, 3], [0, 1]])
    }
}
