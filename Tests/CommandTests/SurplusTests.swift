// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a surplus leaves is still there when the rest of it goes.
@Suite("What a surplus leaves")
struct SurplusTests {
    @Test("a month whose first is gone by then loses nothing more")
    func firstOfMonth() throws {
        let home = try ScratchHome()
        for day in [3, 10, 20, 34, 40] { try home.writeOld("\(day)", to: "d/\(day).iso", day: day) }
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              d: {kind: local, root: d}
            limits: {percent: unlimited}
            rules:
              - id: backups
                match: {name: "*.iso"}
                surplus: {keep: 1, first_of: month}
                then: delete
                undo_window: none
            """, to: "rules.yaml")
        try home.run("plan", "-q")
        let stage = try home.run("stage", "--yes", "--no-undo-window")
        #expect(stage.status == 0, "\(stage.errors)")
        try home.remove("d/3.iso")
        let execute = try home.run("execute", "--yes", "--format", "json")
        #expect(execute.status == 6, "\(execute.errors)")
        #expect(home.tree() == ["10.iso", "20.iso", "34.iso", "40.iso"])
        #expect(home.trash == [])
    }
}
