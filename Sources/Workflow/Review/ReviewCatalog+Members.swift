// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import ReviewUI
internal import Reports
internal import RuleEngine
internal import StateLedger

/// What is told of the members of a group beside each other, and why one of them stays.
extension ReviewCatalog {
    /// What can be said of the members of `card`, in their order.
    func members(_ card: ReviewCard, _ record: LedgerPlan) async -> [MemberDetails] {
        let catalog = await catalog(of: record)
        guard let plan = catalog.plan else { return card.members.map { _ in MemberDetails() } }
        let rows = card.members.map { catalog.row($0.item) }
        let reasons = StayingGrounds(
            plan, ruleNumber: plan.rules.firstIndex { $0.id == card.entry.reviewed.rule },
            others: zip(card.members, rows).compactMap { $0.id == nil ? nil : $1 },
            decided: catalog.kept)
        let leader = rows.indices.contains(card.leader) ? rows[card.leader] : nil
        let zone = (try? rules.timeZone) ?? .machine
        return zip(card.members, rows).map { member, row in
            guard let row else { return MemberDetails() }
            let values = catalog.values(row, in: plan.listing)
            var details = MemberDetails()
            details.taken = values.taken
            details.width = values.width.map { Int($0) }
            details.height = values.height.map { Int($0) }
            details.camera = values.camera.map(CameraName.shown)
            details.albums = values.albums
            details.isShared = values.shared
            details.sharpness = values.photo?.look?.sharpness
            details.isFree =
                plan.verdict(row) == .keep && plan.reason(row) == .unmatched
                && !catalog.kept.contains(row)
            if member.id == nil {
                details.stays = reasons.ground(of: row, besides: leader)?.phrase
            }
            details.parts = plan.shotParts(of: row).map { plan.listing.names[$0].string }
            details.decided = catalog.conflicts.phrase(
                member.item, modified: values.modified, zone)
            return details
        }
    }
}
