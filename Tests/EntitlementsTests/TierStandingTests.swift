// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import TestSupport
internal import Testing
@testable import Entitlements

@Suite("A standing")
struct TierStandingTests {
    /// Somebody in one state, on day 10, whom the issuer has answered on that day.
    static func person(in state: TierState) -> TierEvidence {
        var right = Samples.right()
        switch state {
        case .none: return Samples.evidence([], answered: 10)
        case .existingGrace:
            var evidence = Samples.evidence([], answered: 10)
            evidence.stateBegan = Samples.at(-60)
            return evidence
        case .pending:
            var evidence = Samples.evidence([], answered: 10)
            evidence.isPending = true
            return evidence
        case .trial: right.isTrial = true
        case .active: break
        case .superseded: right.isSuperseded = true
        case .ending: right.renews = false
        case .grace:
            right.until = Samples.at(9)
            right.graceUntil = Samples.at(25)
        case .expired: right.until = Samples.at(9)
        case .revoked: right.isRevoked = true
        case .lifetime: right.until = nil
        case .stale: return Samples.evidence([right], answered: -10)
        case .unverifiable:
            var evidence = Samples.evidence([], answered: 10)
            evidence.unverifiable = 1
            return evidence
        }
        return Samples.evidence([right], answered: 10)
    }

    /// What happens on day 10.
    enum Event: String, CaseIterable {
        case redeemed, renewed, cancelled, paymentFailed, revoked, olderArrives, repeated
        case endPasses, graceEnds, silence, answered, clockGoesBack, cannotBeVerified, approved
        case upgraded, asked
    }

    /// The evidence and the day after `event`.
    static func after(_ event: Event, _ before: TierEvidence) -> (TierEvidence, Int64) {
        var evidence = before
        var right = before.rights.first ?? Samples.right()
        right.signedAt = Samples.at(10)
        right.digest += event.rawValue
        switch event {
        case .redeemed:
            evidence.rights.append(
                TierRight(
                    id: "n", original: "n", signedAt: Samples.at(10), digest: "n",
                    tier: "monthly", from: Samples.at(10), until: Samples.at(40)))
            evidence.lastAnswer = Samples.at(10)
        case .renewed:
            right.id = "g2"
            right.isRevoked = false
            right.isTrial = false
            right.isSuperseded = false
            right.renews = true
            right.until = Samples.at(60)
            evidence.rights.append(right)
            evidence.lastAnswer = Samples.at(10)
        case .cancelled:
            guard !before.rights.isEmpty else { break }
            right.renews = false
            evidence.rights.append(right)
        case .paymentFailed:
            guard !before.rights.isEmpty else { break }
            right.until = Samples.at(10)
            right.graceUntil = Samples.at(26)
            evidence.rights.append(right)
        case .revoked:
            guard !before.rights.isEmpty else { break }
            right.isRevoked = true
            evidence.rights.append(right)
        case .olderArrives:
            right.signedAt = Samples.at(-5)
            right.id = "g0"
            right.until = Samples.at(100)
            if !before.rights.isEmpty { evidence.rights.append(right) }
        case .repeated: evidence.rights += before.rights
        case .endPasses: return (evidence, 31)
        case .graceEnds: return (evidence, 50)
        case .silence: evidence.lastAnswer = Samples.at(-5)
        case .answered: evidence.lastAnswer = Samples.at(10)
        case .clockGoesBack:
            evidence.latestInstant = Samples.at(10)
            return (evidence, -100)
        case .cannotBeVerified: evidence.unverifiable += 1
        case .approved:
            evidence.isPending = false
        case .upgraded:
            guard !before.rights.isEmpty else { break }
            right.isSuperseded = true
            evidence.rights.append(right)
        case .asked:
            evidence.isPending = true
        }
        return (evidence, 10)
    }

    /// What follows from each event in each state.
    static let table: [TierState: [Event: TierState]] = {
        let held: [TierState] = [.trial, .active, .ending, .lifetime]
        var table: [TierState: [Event: TierState]] = [:]
        for state in TierState.allCases {
            var row = Dictionary(uniqueKeysWithValues: Event.allCases.map { ($0, state) })
            row[.redeemed] = state == .lifetime ? .lifetime : .active
            row[.renewed] = .active
            if held.contains(state) {
                row[.cancelled] = state == .trial || state == .lifetime ? state : .ending
                row[.paymentFailed] = .grace
                row[.upgraded] = state == .lifetime ? .lifetime : .superseded
                row[.revoked] = .revoked
                row[.endPasses] = state == .lifetime ? .stale : .expired
                row[.graceEnds] = row[.endPasses]
                row[.silence] = .stale
            }
            table[state] = row
        }
        table[.grace]?.merge([
            .revoked: .revoked, .endPasses: .expired, .graceEnds: .expired, .silence: .stale,
            .upgraded: .expired,
        ]) { $1 }
        table[.superseded]?.merge([
            .revoked: .revoked, .endPasses: .expired, .graceEnds: .expired, .silence: .stale,
            .paymentFailed: .expired,
        ]) { $1 }
        table[.expired]?.merge([.revoked: .revoked, .paymentFailed: .grace]) { $1 }
        table[.stale]?.merge([
            .answered: .active, .revoked: .revoked, .endPasses: .expired, .graceEnds: .expired,
        ]) { $1 }
        table[.existingGrace]?.merge([.endPasses: .none, .graceEnds: .none]) { $1 }
        table[.pending]?[.approved] = TierState.none
        table[.none]?[.cannotBeVerified] = .unverifiable
        for state in TierState.allCases where !state.isHeld { table[state]?[.asked] = .pending }
        return table
    }()

    @Test(
        "of a state that was made since the policy was signed is not that of who was there before")
    func madeSince() {
        var evidence = TierEvidence()
        evidence.policyFirstSeen = Samples.at(5)
        for (day, state) in [(-1, TierState.existingGrace), (0, .none), (4, .none)] {
            evidence.stateBegan = Samples.at(Int64(day))
            let standing = TierStanding.make(Samples.policy, evidence, now: Samples.at(6))
            #expect(standing.state == state, "\(day)")
        }
    }

    @Test(
        "follows from each state and each event",
        arguments: table.keys.sorted { $0.rawValue < $1.rawValue })
    func enumerated(_ state: TierState) throws {
        let before = Self.person(in: state)
        #expect(TierStanding.make(Samples.policy, before, now: Samples.at(10)).state == state)
        for event in Event.allCases {
            let (evidence, day) = Self.after(event, before)
            let standing = TierStanding.make(Samples.policy, evidence, now: Samples.at(day))
            let expected = try #require(Self.table[state]?[event])
            #expect(standing.state == expected, "\(state) and \(event)")
        }
    }

    @Test(
        "of who was there before is never less than without any grant",
        arguments: table.keys.sorted { $0.rawValue < $1.rawValue })
    func existing(_ state: TierState) throws {
        var before = Self.person(in: state)
        before.stateBegan = Samples.at(-60)
        for event in Event.allCases {
            let (evidence, day) = Self.after(event, before)
            let standing = TierStanding.make(Samples.policy, evidence, now: Samples.at(day))
            // That of somebody who came later, but for the thirty days.
            let other = try #require(Self.table[state]?[event])
            let isGrace = day < 30 && other.rank < TierState.existingGrace.rank
            let expected = isGrace && other != .pending ? .existingGrace : other
            #expect(standing.state == expected, "\(state) and \(event)")
            if isGrace { #expect(standing.terms == .unlimited, "\(state) and \(event)") }
        }
    }

    @Test("has the terms of its state")
    func terms() {
        for state in TierState.allCases {
            let standing = TierStanding.make(
                Samples.policy, Self.person(in: state), now: Samples.at(10))
            switch state {
            case .none, .pending, .unverifiable: #expect(standing.terms == .nothing)
            case .existingGrace: #expect(standing.terms == .unlimited)
            case .expired, .revoked, .stale: #expect(standing.terms == Samples.free)
            default: #expect(standing.terms == Samples.monthly)
            }
        }
        var offer = Samples.policy
        offer.applies = []
        let none = TierStanding.make(offer, Samples.evidence([]), now: Samples.at(1))
        #expect(none.terms == Samples.free)
    }

    @Test("never comes back to what was taken back, but by another grant")
    func sticky() {
        var revoked = Samples.right(signed: 2)
        revoked.isRevoked = true
        let later = Samples.right(signed: 5)
        let evidence = Samples.evidence([Samples.right(), revoked, later])
        #expect(TierStanding.make(Samples.policy, evidence, now: Samples.at(6)).state == .revoked)
        let renewed = Samples.evidence([Samples.right(), revoked, Samples.right("g2", signed: 5)])
        #expect(TierStanding.make(Samples.policy, renewed, now: Samples.at(6)).state == .active)
    }

    @Test("changes at the second that is named")
    func boundaries() {
        let evidence = Samples.evidence([Samples.right()], answered: 30)
        func state(_ seconds: Int64) -> TierState {
            TierStanding.make(Samples.policy, evidence, now: Samples.at(30, seconds)).state
        }
        #expect(state(-1) == .active)
        #expect(state(0) == .expired)
        var policy = Samples.policy
        policy.expires = Samples.at(20)
        let standing = TierStanding.make(policy, evidence, now: Samples.at(20))
        #expect(standing.state == .stale)
    }

    @Test("of what another one took the place of is that of the other one, as soon as it is here")
    func superseded() {
        var old = Samples.right("a", signed: 10)
        old.isSuperseded = true
        let successor = Samples.right("b", signed: 10, from: 10, until: 60)
        let alone = TierStanding.make(
            Samples.policy, Samples.evidence([old], answered: 10), now: Samples.at(11))
        #expect(alone.state == .superseded && alone.tier == "monthly")
        #expect(alone.until == Samples.at(30) && alone.terms == Samples.monthly)
        for rights in [[old, successor], [successor, old]] {
            let both = TierStanding.make(
                Samples.policy, Samples.evidence(rights, answered: 30), now: Samples.at(31))
            #expect(both.state == .active && both.source == "b")
        }
        var refunded = successor
        refunded.isRevoked = true
        let back = TierStanding.make(
            Samples.policy, Samples.evidence([old, refunded], answered: 10), now: Samples.at(11))
        #expect(back.state == .revoked && back.terms == Samples.free)
    }

    @Test("keeps what was good when another text cannot be verified")
    func unverifiable() {
        var evidence = Samples.evidence([Samples.right()])
        evidence.unverifiable = 2
        let standing = TierStanding.make(Samples.policy, evidence, now: Samples.at(1))
        #expect(standing.state == .active)
        #expect(standing.hasUnverifiable)
    }

    // MARK: At random

    /// A text of somebody's life.
    static func randomRight(_ random: inout SplitMix64) -> TierRight {
        let number = Int.random(in: 0..<4, using: &random)
        var right = Samples.right(
            "g\(number)", signed: Int64.random(in: 0..<20, using: &random),
            from: Int64.random(in: 0..<20, using: &random))
        right.original = number < 2 ? "g0" : "g2"
        right.until =
            Bool.random(using: &random)
            ? nil : Samples.at(Int64.random(in: 0..<60, using: &random))
        right.isRevoked = Int.random(in: 0..<6, using: &random) == 0
        right.isTrial = Bool.random(using: &random)
        right.isSuperseded = Int.random(in: 0..<6, using: &random) == 0
        right.renews = random.pick([nil, true, false])
        right.tier = random.pick(["free", "monthly", "gone"])
        right.graceUntil = random.pick([nil, Samples.at(70)])
        right.digest = "\(random.next())"
        return right
    }

    @Test("is the same whatever came first, and never more than a tier of the policy")
    func walks() {
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        for _ in 0..<4_000 {
            var evidence = Samples.evidence([])
            var known: [TierRight] = []
            for _ in 0..<25 {
                known.append(Self.randomRight(&random))
                if known.count > 6 { known.removeFirst() }
                evidence.rights = known
                let now = Samples.at(Int64.random(in: 0..<80, using: &random))
                evidence.lastAnswer = now
                let standing = TierStanding.make(Samples.policy, evidence, now: now)
                evidence.rights.shuffle(using: &random)
                evidence.rights += evidence.rights.prefix(2)
                let shuffled = TierStanding.make(Samples.policy, evidence, now: now)
                #expect(standing == shuffled)
                #expect(
                    Samples.policy.tiers.values.contains { standing.terms.isWithin($0) }
                        || standing.terms == .nothing)
                let isHeld = standing.state.isHeld
                if isHeld {
                    let source = known.filter { $0.id == standing.source }
                    #expect(source.contains { !$0.isRevoked } && !source.contains { $0.isRevoked })
                }
            }
        }
    }

    @Test("is that of the grant that allows more, of several that hold")
    func several() {
        var small = Samples.right("small", signed: 5, until: nil)
        small.original = "small"
        small.tier = "free"
        let large = Samples.right("large", from: 0, until: 20)
        for rights in [[small, large], [large, small]] {
            let evidence = Samples.evidence(rights, answered: 20)
            let meanwhile = TierStanding.make(Samples.policy, evidence, now: Samples.at(10))
            #expect(meanwhile.tier == "monthly" && meanwhile.state == .active)
            let later = TierStanding.make(Samples.policy, evidence, now: Samples.at(20))
            #expect(later.tier == "free" && later.state == .lifetime)
        }
    }

    @Test("is that of the latest period of a chain, whichever text was signed last")
    func chains() {
        // The first period is taken back while the second one runs, as a refund of it does.
        var first = Samples.right("a", signed: 12, from: 0, until: 10)
        first.isRevoked = true
        let second = Samples.right("b", signed: 10, from: 10, until: 40)
        var third = Samples.right("c", signed: 11, from: 20, until: 60)
        for rights in [[first, second, third], [third, second, first]] {
            let evidence = Samples.evidence(rights, answered: 15)
            let standing = TierStanding.make(Samples.policy, evidence, now: Samples.at(15))
            #expect(standing.state == .active && standing.source == "b")
            let later = TierStanding.make(Samples.policy, evidence, now: Samples.at(25))
            #expect(later.state == .active && later.source == "c")
        }
        third.isRevoked = true
        let evidence = Samples.evidence([first, second, third], answered: 25)
        let ended = TierStanding.make(Samples.policy, evidence, now: Samples.at(25))
        #expect(ended.state == .revoked)
    }

    @Test("has terms whose width follows what they allow")
    func width() {
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        func bound() -> Int64? { random.pick([nil, 0, 1, 5, .max]) }
        for _ in 0..<2_000 {
            let terms = (0..<2).map { _ in
                TierTerms(
                    reviews: bound(), deletes: bound(), bytes: bound(), drives: bound(),
                    rules: bound(), features: random.pick([nil, [], [.sync]]))
            }
            if terms[0].isWithin(terms[1]) {
                #expect(!terms[1].width.lexicographicallyPrecedes(terms[0].width))
            }
        }
    }

    @Test("never gets better by nothing but time and a clock that goes back")
    func time() {
        var random = SplitMix64(seed: propertySeeds.first ?? 1)
        for _ in 0..<2_000 {
            var evidence = Samples.evidence([Self.randomRight(&random)])
            evidence.rights[0].from = Samples.at(0)
            evidence.rights[0].tier = "monthly"
            var rank = Int.max
            var latest = Samples.at(0)
            for _ in 0..<10 {
                let clock = Samples.at(Int64.random(in: 0..<90, using: &random))
                evidence.latestInstant = latest
                let standing = TierStanding.make(Samples.policy, evidence, now: clock)
                let isHeld = standing.state.isHeld
                #expect(!isHeld || standing.state.rank <= rank)
                rank = isHeld ? min(rank, standing.state.rank) : -1
                latest = max(latest, clock)
            }
        }
    }
}
