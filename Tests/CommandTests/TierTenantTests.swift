// SPDX-License-Identifier: Apache-2.0

import Entitlements
import Foundation
import GraphSimulator
import SignedText
import TestSupport
import Testing

/// A policy for a tenant, where the rules say nothing of whose account it is.
@Suite("A policy that binds a tenant", .timeLimit(.minutes(60)))
struct TierTenantTests {
    /// Whether a folder may be mounted in a namespace of one's own.
    private static let canMount: Bool = {
        let home = try? ScratchHome()
        let run = try? home?.shell(
            "unshare -m sh -c 'mount --make-rprivate / && mount --bind d /etc'")
        return run?.status == 0
    }()

    /// A home whose rules name no account, under an administrator whose policy binds school.example.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["passwd", "group", "nsswitch.conf", "hosts"] {
            let text = (try? String(contentsOfFile: "/etc/" + name, encoding: .utf8)) ?? ""
            try home.write(text, to: "etc/" + name)
        }
        let school = try TierTests.School()
        var policy = TierPolicy(
            issuer: "school", title: "Example School", sequence: 1, signedAt: school.now)
        policy.applies = [.init(tenant: "school.example")]
        policy.tiers = ["free": TierTerms(reviews: 1, deletes: 1, features: [])]
        let signed = try SignedTextWriter.text(
            policy.claims, kind: TierPolicy.kind, key: school.key)
        try home.write(school.pem, to: "etc/cleanrules/issuers/school.pem")
        try home.write(signed, to: "etc/cleanrules/policy.d/school.jws")
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              photos: {kind: onedrive, account: me, root: /}
            limits: {percent: unlimited}
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete, undo_window: none}
            """, to: "rules.yaml")
        return home
    }

    /// Runs the program where `/etc` has what `home` has as `etc`.
    private func run(
        _ home: ScratchHome, _ environment: [String: String], _ arguments: String
    ) async throws -> CommandRun {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
        let line = """
            exec unshare -m sh -c 'mount --make-rprivate / && mount --bind "\(home.path)/etc" /etc \
            && exec env "$@"' sh \(variables.joined(separator: " ")) \
            "\(try ScratchHome.program())" \(arguments)
            """
        return try await ServedGraph.waiting { try home.shell(line) }
    }

    /// A service with one account, whose drive has a file.
    private func graph(_ address: String) throws -> (SimulatedGraph, SimulatedDrive) {
        let isPersonal = address.hasSuffix("outlook.com")
        let (graph, drive) = OneDriveHome.service(
            isPersonal ? .personal : .business, address: address)
        try drive.addFile("/a.iso", .bytes([1, 2]))
        return (graph, drive)
    }

    @Test("binds whoever is signed in there, and nobody else")
    func signedIn() async throws {
        guard Self.canMount else { return }
        for (address, isBound) in [("ada@School.Example", true), ("pat.sample@outlook.com", false)]
        {
            let home = try home()
            let (graph, drive) = try graph(address)
            try await ServedGraph.serving(graph) { environment in
                for step in [
                    "login --device-code --no-browser", "plan -q --summary",
                    "stage -q --yes --no-undo-window",
                ] {
                    let done = try await run(home, environment, step)
                    try #require(done.status == 0, "\(step): \(done.errors)")
                }
                let tier = try await run(home, environment, "tier --format json")
                let standing = try tier.list("standings").first
                #expect(standing?["in_force"] as? Bool == isBound, "\(address)")
                let execute = try await run(home, environment, "execute --yes")
                #expect(execute.status == (isBound ? 7 : 0), "\(execute.errors)")
                #expect((drive.item("/a.iso") != nil) == isBound, "\(address)")
            }
        }
    }

    @Test(
        "goes by what the service says, not by a name that was edited, and holds for unknown ones")
    func edited() async throws {
        guard Self.canMount else { return }
        let home = try home()
        let (graph, drive) = try graph("ada@school.example")
        try await ServedGraph.serving(graph) { environment in
            for step in [
                "login --device-code --no-browser", "plan -q --summary",
                "stage -q --yes --no-undo-window",
            ] {
                let done = try await run(home, environment, step)
                try #require(done.status == 0, "\(step): \(done.errors)")
            }
            let tokens = ".local/state/cleanrules/accounts/tokens.json"
            let text = try home.text(tokens)
            #expect(text.contains("ada@school.example"))
            try home.write(
                text.replacing("ada@school.example", with: "ada@home.example"), to: tokens)
            let execute = try await run(home, environment, "execute --yes")
            #expect(execute.status == 7, "\(execute.errors)")
            // The service says nothing, and nothing is on record.
            try home.write(
                text.replacing("user_principal_name", with: "somebody"), to: tokens)
            graph.play(FaultRule([.me], .refusal("unavailable"), count: nil))
            let unknown = try await run(home, environment, "execute --yes")
            #expect(unknown.status == 7, "\(unknown.errors)")
            #expect(drive.item("/a.iso") != nil)
        }
    }
}
