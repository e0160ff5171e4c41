// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Fleet

@Suite("Ways from a folder to the fleet file that it is of")
struct FleetTenureTests {
    @Test(
        "lead there and back, and are the same when both are moved together",
        arguments: [
            ("/srv/a/fleet.yaml", "/srv/a/work", "../fleet.yaml"),
            ("/srv/b/fleet.yaml", "/srv/b/work", "../fleet.yaml"),
            ("/srv/a/fleet.yaml", "/srv/a", "fleet.yaml"),
            ("/etc/f.yaml", "/var/lib/fleet", "../../../etc/f.yaml"),
            ("/f.yaml", "/", "f.yaml"),
            ("/a", "/a/b", "../../a"),
        ])
    func ways(path: String, folder: String, way: String) {
        #expect(FleetTenure.way(to: path, from: folder) == way)
        #expect(FleetTenure.path(along: way, from: folder) == path)
    }

    @Test(
        "begin at the name that was typed, with its links, and at what '..' leads to",
        arguments: [
            ("/nowhere/a.yaml", "/nowhere/a.yaml"), ("//nowhere/./a.yaml", "/nowhere/a.yaml"),
            ("/proc/../a.yaml", "/a.yaml"), ("/~/a.yaml", "/~/a.yaml"),
            (
                "/proc/self/fd/../a.yaml",
                "/proc/\(ProcessInfo.processInfo.processIdentifier)/a.yaml"
            ),
        ])
    func names(typed: String, name: String) {
        #expect(MachinePath.named(typed) == name)
    }
}
