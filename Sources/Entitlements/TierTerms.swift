// SPDX-License-Identifier: Apache-2.0

/// What is counted by the day.
package enum TierMeter: String, CaseIterable, Sendable {
    case reviews, deletes, bytes
}

/// What a tier may allow beside amounts.
package enum TierFeature: String, CaseIterable, Sendable {
    /// Decisions on several devices.
    case sync
    /// Rounds that nobody watches.
    case unattended
    /// Deletions for good.
    case permanent
}

/// How much a tier allows; what is not bounded is nil.
package struct TierTerms: Sendable, Hashable {
    /// Reviews a day.
    package var reviews: Int64?
    /// Deletions a day.
    package var deletes: Int64?
    /// Deleted bytes a day.
    package var bytes: Int64?
    /// Drives that rules declare.
    package var drives: Int64?
    /// Rules.
    package var rules: Int64?
    /// The features; nil: all of them.
    package var features: Set<TierFeature>?

    /// The given terms; by default nothing is bounded.
    package init(
        reviews: Int64? = nil, deletes: Int64? = nil, bytes: Int64? = nil, drives: Int64? = nil,
        rules: Int64? = nil, features: Set<TierFeature>? = nil
    ) {
        self.reviews = reviews
        self.deletes = deletes
        self.bytes = bytes
        self.drives = drives
        self.rules = rules
        self.features = features
    }

    /// Nothing is bounded.
    package static let unlimited = TierTerms()
    /// Nothing that is counted by the day, and no feature.
    package static let nothing = TierTerms(reviews: 0, deletes: 0, bytes: 0, features: [])

    /// How much of `meter` a day has; nil: as much as one wants.
    package subscript(meter: TierMeter) -> Int64? {
        switch meter {
        case .reviews: reviews
        case .deletes: deletes
        case .bytes: bytes
        }
    }

    /// Whether these terms allow `feature`.
    package func allows(_ feature: TierFeature) -> Bool {
        features?.contains(feature) ?? true
    }

    /// Whether everything that these terms allow is allowed by `other` as well.
    package func isWithin(_ other: TierTerms) -> Bool {
        func isWithin(_ mine: Int64?, _ most: Int64?) -> Bool {
            guard let most else { return true }
            return mine.map { $0 <= most } ?? false
        }
        let all = Set(TierFeature.allCases)
        return isWithin(reviews, other.reviews) && isWithin(deletes, other.deletes)
            && isWithin(bytes, other.bytes) && isWithin(drives, other.drives)
            && isWithin(rules, other.rules)
            && (features ?? all).isSubset(of: other.features ?? all)
    }

    /// How much these terms allow, to be compared number by number: terms that others are within are
    /// never the lesser ones.
    var width: [Int64] {
        let bounds = [reviews, deletes, bytes, drives, rules].map { $0 ?? .max }
        return bounds + [Int64(features?.count ?? TierFeature.allCases.count)]
    }
}
