// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Fleet

/// What drives are called in the folder of a fleet.
@Suite("The folder of a fleet")
struct FleetFolderTests {
    private func scratch(_ body: (FleetFolder) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-folder-\(UUID().uuidString)")
        let work = FleetFolder(path: root.path)
        try work.prepare()
        defer { try? FileManager.default.removeItem(at: root) }
        try body(work)
    }

    private static let spellings = ["0123456789ABCDEF", "0123456789abcdef", "123456789ABCDEF"]

    @Test("has one state for a drive, however its id is spelled")
    func sameDrive() throws {
        try scratch { work in
            let keys = Set(Self.spellings.map { FleetDrive(id: $0, name: "ada", in: work).key })
            #expect(keys.count == 1 && keys == Set(Self.spellings.map(FleetFolder.key(ofDrive:))))
            // Ids of other drives have one spelling.
            let others = ["b!Ab", "b!ab", "b!AB"].map { FleetDrive(id: $0, name: "bob", in: work) }
            #expect(Set(others.map(\.key)).count == 3)
        }
    }

    @Test("goes on with a state that is called after another spelling", arguments: Self.spellings)
    func earlier(_ spelling: String) throws {
        try scratch { work in
            let old = FleetFolder.key(spelled: spelling)
            try work.prepare(old)
            #expect(Self.spellings.allSatisfy { work.key(ofDrive: $0) == old })
            #expect(work.key(ofDrive: "0123456789abcdee") != old)
        }
    }
}
