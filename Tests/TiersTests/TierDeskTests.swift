// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Testing
internal import Text
@testable import Entitlements
@testable import SignedText
@testable import Tiers

@Suite("The desk of tiers")
struct TierDeskTests {
    let samples: TierSamples
    private let school = [TierDrive(root: "/srv/school/ada")]
    private let other = [TierDrive(root: "/home/ada/Pictures")]

    init() throws { samples = try TierSamples() }

    private func desk(
        _ records: TierRecords, _ ground: TierGround = .none, day: Int64 = 1
    ) -> TierDesk {
        TierDesk(records: records, ground: ground, now: TierSamples.at(day))
    }

    @Test("says nothing where nobody signed anything")
    func nothing() {
        let desk = desk(TierRecords())
        #expect(desk.bounds(expecting: nil, school) == nil)
        #expect(desk.findings(expecting: nil, school).isEmpty)
    }

    @Test("has the administrator's policy bind the drives that it names, and no other")
    func binding() throws {
        let ground = try samples.ground([samples.policy()])
        let desk = desk(TierRecords(), ground)
        #expect(desk.bounds(expecting: nil, school)?.deletesPerDay == 0)
        #expect(desk.bounds(expecting: nil, other) == nil)
        // A drive around the folder holds what lies in it.
        #expect(desk.bounds(expecting: nil, [TierDrive(root: "/srv")])?.reviewsPerDay == 0)
        #expect(desk.bounds(expecting: nil, [TierDrive(root: "/srv/school2")]) == nil)
        #expect(desk.bounds(expecting: "school", other)?.deletesPerDay == 0)
    }

    @Test("has a folder bind the drives that lie where its links lead")
    func links() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
        let real = folder.path + "/real"
        try files.createDirectory(atPath: real, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        try files.createSymbolicLink(
            atPath: folder.path + "/school", withDestinationPath: real)
        let root = URL(fileURLWithPath: real).resolvingSymlinksInPath().path
        let binding = TierPolicy.Binding(folder: folder.path + "/school")
        #expect(binding.covers(TierDrive(root: root)))
        #expect(binding.covers(TierDrive(root: root + "/pictures")))
        #expect(!binding.covers(TierDrive(root: root + "2")))
    }

    @Test("has a tenant bind whoever is of it, or of a domain below it, and of whom nobody knows")
    func tenants() {
        let binding = TierPolicy.Binding(tenant: "school.example")
        let names = [
            ("ada@school.example", true), ("Ada@Students.School.Example", true),
            ("ada@myschool.example", false), ("ada@school.example.org", false),
        ]
        for (name, isBound) in names {
            let drive = TierDrive(account: "me", signedIn: .known([name]))
            #expect(binding.covers(drive) == isBound, "\(name)")
        }
        #expect(binding.covers(TierDrive(account: "me", signedIn: .unknown)))
        #expect(!binding.covers(TierDrive(root: "/srv")))
    }

    @Test("gives the terms of a grant for this machine while it holds")
    func grants() throws {
        let ground = try samples.ground([samples.policy()])
        let records = try samples.records(grants: [samples.grant()])
        #expect(desk(records, ground).bounds(expecting: nil, school)?.deletesPerDay == 30)
        #expect(desk(records, ground, day: 31).bounds(expecting: nil, school)?.deletesPerDay == 3)
        var elsewhere = records
        elsewhere.seat = "another"
        #expect(desk(elsewhere, ground).bounds(expecting: nil, school)?.deletesPerDay == 0)
        // A clock that is set back is held to what time the issuer said it was, and no other one's.
        var heard = records
        heard.told = ["other": TierSamples.at(40)]
        #expect(desk(heard, ground, day: 2).bounds(expecting: nil, school)?.deletesPerDay == 30)
        heard.told["school"] = TierSamples.at(40)
        #expect(desk(heard, ground, day: 2).bounds(expecting: nil, school)?.deletesPerDay == 3)
        var later = records
        later.latest = TierSamples.at(40)
        #expect(desk(later, ground).bounds(expecting: nil, school)?.deletesPerDay == 3)
        // A clock that was set right by hand brings back nothing before the issuer signs again.
        later.latest = TierSamples.at(2)
        later.clockReset = (TierSamples.at(2), TierSamples.at(40))
        #expect(desk(later, ground, day: 2).bounds(expecting: nil, school)?.deletesPerDay == 3)
        later.clockReset?.at = TierSamples.at(0)
        #expect(desk(later, ground, day: 2).bounds(expecting: nil, school)?.deletesPerDay == 30)
    }

    @Test("waits where a code has yet to be approved, and gives nothing before")
    func waits() throws {
        let ground = try samples.ground([samples.policy()])
        var records = try samples.records()
        let steps: [RedemptionRecord.Step] = [.begun, .pending, .written, .finished, .refused]
        for step in steps {
            records.redemptions = [
                RedemptionRecord(key: "k", issuer: "school", codeDigest: "d", step: step)
            ]
            let finding = desk(records, ground).findings(expecting: nil, school).first
            #expect(finding?.standing.state == (step == .pending ? .pending : TierState.none))
            #expect(finding?.standing.terms == TierTerms.nothing)
        }
        // What another issuer has to approve is no business of this one.
        records.redemptions = [
            RedemptionRecord(key: "k", issuer: "other", codeDigest: "d", step: .pending)
        ]
        let finding = desk(records, ground).findings(expecting: nil, school).first
        #expect(finding?.standing.state == TierState.none)
        // What is granted holds meanwhile.
        records.redemptions[0].issuer = "school"
        records.entitlements = try samples.records(grants: [samples.grant()]).entitlements
        #expect(desk(records, ground).bounds(expecting: nil, school)?.deletesPerDay == 30)
        let later = desk(records, ground, day: 31).findings(expecting: nil, school).first
        #expect(later?.standing.state == .pending && later?.standing.terms.deletes == 3)
    }

    @Test("believes no column and no text that another key signed")
    func columns() throws {
        let ground = try samples.ground([samples.policy()])
        let forger = try TierSamples()
        var records = try samples.records(grants: [forger.grant()])
        // The administrator's key comes first, whatever the state says.
        records.anchors[TierSamples.issuer] = String(
            decoding: forger.key.verifying.pem, as: UTF8.self)
        let finding = desk(records, ground).findings(expecting: nil, school).first
        #expect(finding?.standing.state == .unverifiable)
        #expect(finding?.standing.hasUnverifiable == true)
        records.policies = try samples.records(policy: forger.policy(9)).policies
        #expect(desk(records, ground).policy(of: "school")?.sequence == 1)
    }

    @Test("takes the later of the machine's and the state's policy")
    func newest() throws {
        let ground = try samples.ground([samples.policy(2), samples.policy(1)])
        var records = try samples.records(policy: samples.policy(3))
        #expect(desk(records, ground).policy(of: "school")?.sequence == 3)
        records.policies = try samples.records(policy: samples.policy(1)).policies
        #expect(desk(records, ground).policy(of: "school")?.sequence == 2)
    }

    @Test("allows nothing where the administrator's word cannot be believed, and says why")
    func unreadable() throws {
        for ground in [
            try samples.ground(["nonsense"]),
            try samples.ground([samples.policy()], trusted: false),
        ] {
            let desk = desk(TierRecords(), ground)
            #expect(desk.bounds(expecting: nil, other)?.deletesPerDay == 0)
            #expect(desk.obstacle(expecting: nil) != nil)
        }
    }

    @Test("allows nothing to rules for an issuer of whom nothing is known")
    func expected() throws {
        let desk = desk(TierRecords())
        #expect(desk.bounds(expecting: "school", other)?.reviewsPerDay == 0)
        #expect(desk.obstacle(expecting: "school")?.description.contains("'school'") == true)
        let known = self.desk(try samples.records(policy: samples.policy()))
        #expect(known.obstacle(expecting: "school") == nil)
        // Whoever redeemed it for rules that expect it is bound by it; others are not.
        #expect(known.bounds(expecting: nil, school) == nil)
    }

    @Test("redeems what is verified and meant for this machine, all of a file or nothing")
    func redeeming() throws {
        let desk = desk(try samples.records())
        let both = "\(try samples.grant())\n\(try samples.policy())\n"
        let redeeming = try TierRedeeming(both, at: desk)
        #expect(redeeming.policies.count == 1 && redeeming.entitlements.count == 1)
        #expect(redeeming.entitlements.first?.right.tier == "monthly")
        let stranger = try TierSamples()
        let cases: [(String, String)] = [
            ("", "signed-form"), ("a.b", "signed-form"),
            (try samples.grant(), "policy-unknown"),
            (try stranger.policy(), "signed-signature"),
            (both + (try stranger.grant()), "signed-signature"),
            (try samples.policy() + "\n" + samples.grant { $0.seats = ["x"] }, "seat-other"),
            (try samples.policy() + "\n" + samples.grant { $0.seats = [] }, "subject-other"),
            (try samples.policy() + "\n" + samples.grant { $0.tier = "no" }, "tier-unknown"),
            (
                try samples.policy() + "\n"
                    + samples.grant { $0.signedAt = TierSamples.at(3) }, "signed-in-future"
            ),
            (
                try SignedTextWriter.text(
                    .object([("jti", .text("1")), ("iss", .text("nobody"))]),
                    kind: TierGrant.kind, key: samples.key), "issuer-unknown"
            ),
        ]
        for (text, code) in cases {
            #expect { try TierRedeeming(text, at: desk) } throws: {
                ($0 as? TierError)?.code == code
            }
        }
    }
}
