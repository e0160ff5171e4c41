// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Fleet

/// The states of the drives of a fleet, whatever has become of one.
@Suite("The states of a fleet")
struct FleetStatesTests {
    private func scratch(_ body: (FleetSettings) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-states-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in [
            (
                "fleet.yaml",
                """
                version: 1
                rules: rules.yaml
                work: work
                graph: {tenant: contoso.example, client_id: 5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54}
                users: {list: [ada@contoso.example]}
                caps: {day: {items: 10}}

                """
            ),
            (
                "rules.yaml",
                """
                version: 1
                timezone: UTC
                rules:
                  - {id: images, match: {name: "*.iso"}, then: delete}

                """
            ),
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        try await body(FleetSettings.load(root.appendingPathComponent("fleet.yaml").path))
    }

    @Test("are all told of, and one that cannot be read is named")
    func broken() async throws {
        try await scratch { settings in
            let work = settings.work
            try work.prepare()
            for (key, isBroken) in [("d-1", true), ("d-2", false), ("d-3", true), ("d-4", false)] {
                try work.prepare(key)
                let file = try work.state(key)
                if isBroken {
                    try Data("no state".utf8).write(to: URL(fileURLWithPath: file.path))
                    #expect(chmod(file.path, 0o600) == 0)
                } else {
                    try await FleetGround.with(try StateSession.opened(file)) { _ in }
                }
            }
            let waiting = try await FleetStates(settings).waiting()
            #expect(waiting.map(\.name) == ["d-1", "d-2", "d-3", "d-4"])
            #expect(waiting.map { $0.failure == nil } == [false, true, false, true])
        }
    }
}
