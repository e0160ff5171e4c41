// SPDX-License-Identifier: Apache-2.0

import GraphSimulator

/// Homes whose rules speak of the OneDrive of one person, and the simulated service that has it.
enum OneDriveHome {
    /// The address of that person.
    static let address = "pat.sample@outlook.com"

    /// A home with a `rules.yaml` that declares the OneDrive as `name`, and `others` after it, and
    /// goes on with `rest`.
    static func declaring(
        _ name: String, besides others: String = "", _ rest: String
    ) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              \(name): {kind: onedrive, account: \(address), root: /}
            \(others)
            \(rest)
            """, to: "rules.yaml")
        return home
    }

    /// A service with the clock of this machine and one person's account, on whose drive there is
    /// nothing yet; who signs in there with a code waits no longer than a second for it.
    static func service(
        _ kind: SimulatedDriveKind = .personal, address: String = OneDriveHome.address
    ) -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let graph = SimulatedGraph(time: .machine())
        let drive = graph.addAccount(kind, address: address)
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        return (graph, drive)
    }
}
