// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// Where a review gets what it shows: everything that is not in the state file itself.
package struct ReviewSource: Sendable {
    /// The newest plan; nil where there is none yet.
    package var plan: @Sendable () async throws(ReviewError) -> ReviewPlan?
    /// What can be said of an item.
    package var details: @Sendable (ReviewItem) async -> ReviewDetails
    /// What can be said of the members of a card, in their order.
    package var members: @Sendable (ReviewCard) async -> [MemberDetails]
    /// The places in the list of those that a protection of the rules in force covers.
    package var protected: @Sendable ([ReviewItem]) async throws(ReviewError) -> Set<Int>
    /// What becomes of items that the newest plan asks nobody about.
    package var fates: @Sendable ([ReviewQuery]) async throws(ReviewError) -> [ReviewFate]
    /// The day's quotas by the rules in force; nil where there are none.
    package var terms: @Sendable (Timestamp) async throws(ReviewError) -> QuotaTerms?
    /// At what share of the quota a notice is due, in percent.
    package var warnAtPercent: @Sendable () async -> Int64
    /// The zone of days and times.
    package var timeZone: RuleTimeZone
    /// How long the notice with the undo button stays, in seconds.
    package var noticeSeconds: Double
    /// The clock.
    package var clock: @Sendable () -> Timestamp

    /// A source of the given parts.
    package init(
        timeZone: RuleTimeZone, noticeSeconds: Double = 10,
        clock: @escaping @Sendable () -> Timestamp,
        plan: @escaping @Sendable () async throws(ReviewError) -> ReviewPlan?,
        details: @escaping @Sendable (ReviewItem) async -> ReviewDetails = { _ in ReviewDetails() },
        members: @escaping @Sendable (ReviewCard) async -> [MemberDetails] = {
            $0.members.map { _ in MemberDetails() }
        },
        protected: @escaping @Sendable ([ReviewItem]) async throws(ReviewError) -> Set<Int>,
        fates: @escaping @Sendable ([ReviewQuery]) async throws(ReviewError) -> [ReviewFate] = {
            $0.map { _ in .unknown }
        },
        terms: @escaping @Sendable (Timestamp) async throws(ReviewError) -> QuotaTerms?,
        warnAtPercent: @escaping @Sendable () async -> Int64 = { 80 }
    ) {
        self.timeZone = timeZone
        self.noticeSeconds = noticeSeconds
        self.clock = clock
        self.plan = plan
        self.details = details
        self.members = members
        self.protected = protected
        self.fates = fates
        self.terms = terms
        self.warnAtPercent = warnAtPercent
    }
}

/// What a review cannot do, and why.
package struct ReviewError: Error, Sendable, Hashable {
    /// What a front end does about it.
    package enum Kind: String, Sendable, Hashable {
        /// The state file or the rules cannot be read or written.
        case failed
        /// There is no plan to review.
        case noPlan
        /// The card is of an older plan, or is none.
        case staleCard
        /// The item was decided about elsewhere meanwhile.
        case decidedElsewhere
        /// A protection covers the item.
        case protected
        /// The day's reviews are used up.
        case overQuota
        /// A group was meant, and the number that was typed is not that of its items.
        case wrongCount
        /// No copy would be left; that has to be said once more.
        case lastCopy
        /// The request makes no sense.
        case invalid
        /// The program declines: a plan that cannot be staged, or rules that nobody can read, so
        /// that nobody knows what they protect.
        case refused
        /// The item is deleted already; it can be restored.
        case tooLate
        /// Another process holds the state.
        case busy
    }

    /// What kind of refusal.
    package var kind: Kind
    /// What is wrong and what to do, for people.
    package var message: Phrase
    /// Whether it was decided on another device, where that is what is wrong.
    package var isOfDevice = false

    /// A refusal.
    package init(_ kind: Kind, _ message: Phrase) {
        self.kind = kind
        self.message = message
    }
}

extension ReviewError {
    /// What the state file had to say: whoever holds it is done in a moment.
    package init(_ error: LedgerError) {
        switch error.kind {
        case .locked: self.init(.busy, .refuseStateHeld)
        default: self.init(.failed, .refuseStateTrouble(detail: error.clause))
        }
    }
}

extension ReviewError {
    /// That `decision` was made meanwhile: in another window, or on which other device and when.
    init(decidedElsewhere decision: DecisionRecord, _ zone: RuleTimeZone) {
        let what = decision.verdict.phrase
        guard let device = decision.device else {
            self.init(.decidedElsewhere, .refuseDecidedElsewhere(what: what))
            return
        }
        self.init(
            .decidedElsewhere,
            .refuseDecidedDevice(
                device: VisibleText.escaped(device), time: Moment(decision.decidedAt, zone),
                what: what))
        isOfDevice = true
    }
}

extension Decision {
    /// The verdict in words.
    package var phrase: Phrase {
        switch self {
        case .keep: .verdictKeep
        case .pin: .verdictPin
        case .delete: .verdictDelete
        case .snooze: .verdictSnooze
        }
    }
}
