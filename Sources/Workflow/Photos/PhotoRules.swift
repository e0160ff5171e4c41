// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import PlanRunner
internal import Plans
internal import RuleEngine

extension RuleFile {
    /// Whether some rule or protection goes by what pictures show or say of themselves, as far as that
    /// has to be looked at first.
    var asksWhatPicturesShow: Bool {
        let isLocal = drives.isEmpty || drives.contains { $0.kind == .local }
        return isLocal && [Field.taken, .width, .height, .camera].contains { tests($0) }
    }
}

extension PlanHead.Looks {
    /// The counts of a plan.
    init(_ counts: LookCoverage.Counts) {
        self.init(
            eligible: Int64(counts.eligible), looked: Int64(counts.looked),
            unreadable: Int64(counts.unreadable), version: Int64(PhotoLook.version))
    }
}
