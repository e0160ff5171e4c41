// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger

extension RuleFile {
    /// Whether some rule or protection goes by what pictures show or say of themselves, as far as that
    /// has to be looked at first.
    var asksWhatPicturesShow: Bool {
        if groupsPictures { return true }
        if [Field.sharpness, .brightness, .detail, .screenshot].contains(where: tests) {
            return true
        }
        let isLocal = drives.isEmpty || drives.contains { $0.kind == .local }
        return isLocal && [Field.taken, .width, .height, .camera].contains(where: tests)
    }

    /// Whether some rule tests how sharp a picture is.
    var testsSharpness: Bool { tests(.sharpness) }

    /// Whether some rule goes by which of several pictures is the sharpest.
    var prefersSharp: Bool {
        rules.contains { rule in
            if rule.isEnabled, case .similar(let similar)? = rule.selection {
                return similar.preferences.contains(.order(.sharpest))
            }
            return false
        }
    }

    /// Whether some rule is about pictures that look alike.
    var groupsPictures: Bool {
        rules.contains { rule in
            if rule.isEnabled, case .similar? = rule.selection { return true }
            return false
        }
    }
}

extension PlanHead.Looks {
    /// The counts of a plan in which pictures look alike in so many groups.
    init(_ counts: LookCoverage.Counts, groups: Int) {
        self.init(
            eligible: Int64(counts.eligible), looked: Int64(counts.looked),
            unreadable: Int64(counts.unreadable), version: Int64(PhotoLook.version),
            groups: Int64(groups))
    }
}
