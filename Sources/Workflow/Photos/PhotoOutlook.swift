// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Wording

/// How long it will take to look at what is left, by what was looked at now.
struct PhotoOutlook: Sendable, Hashable {
    /// How many pictures are left that can be looked at.
    let left: Int
    /// How many were looked at now.
    let looked: Int
    /// In how many seconds.
    let seconds: Double
    /// For how many seconds of a day rules let pictures be looked at; nil for as long as it takes.
    let secondsPerDay: Double?

    /// Of fewer nothing follows for thousands.
    private static let lookedMin = 20
    private static let secondsMin = 1.0

    /// What is said of it; nil where nothing is left, or too little was looked at to tell.
    var phrase: Phrase? {
        guard left > 0, looked >= Self.lookedMin, seconds >= Self.secondsMin else { return nil }
        let rate = Double(looked) / seconds
        let rest = Double(left) / rate
        // Nobody has use for a figure beyond that, and it would not fit into a whole number.
        guard rest.isFinite, rest < 1e12 else { return nil }
        let told = Self.text(rate)
        guard let daily = secondsPerDay, daily >= Self.secondsMin, rest > daily else {
            let span = LocalTimeText.span(max(60, Int64((rest / 60).rounded(.up)) * 60))
            return .photosAhead(span: span, rate: told)
        }
        return .photosAheadDays(
            n: Int64((rest / daily).rounded(.up)), rate: told,
            span: LocalTimeText.span(Int64(daily)))
    }

    /// Whole where it is 10 at least, else with one decimal.
    private static func text(_ rate: Double) -> String {
        if rate >= 10 { return String(Int64(rate.rounded())) }
        let tenths = max(1, Int64((rate * 10).rounded()))
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}
