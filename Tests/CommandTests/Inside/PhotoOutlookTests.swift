// SPDX-License-Identifier: Apache-2.0

import Testing
import Wording

@testable import Workflow

/// How long the rest of the pictures will take.
@Suite("How long looking at pictures will take")
struct PhotoOutlookTests {
    private static func told(
        left: Int, looked: Int, seconds: Double, daily: Double?
    ) -> String? {
        PhotoOutlook(left: left, looked: looked, seconds: seconds, secondsPerDay: daily).phrase
            .map { Words.english($0) }
    }

    @Test(
        "follows from what was looked at now, in days where the rules bound each",
        arguments: [
            (87_600, 3_100, 387.5, 7_200, "about 2 more days at 8 a second, 2 h a day"),
            (518_400, 3_100, 387.5, 7_200, "about 9 more days at 8 a second, 2 h a day"),
            (518_401, 3_100, 387.5, 7_200, "about 10 more days at 8 a second, 2 h a day"),
            (57_600, 8_000, 1_000, 7_200, "about 2 h more at 8 a second"),
            (57_600, 8_000, 1_000, nil, "about 2 h more at 8 a second"),
            (30, 20, 40, nil, "about 1 min more at 0.5 a second"),
            (1, 2_499, 100, nil, "about 1 min more at 25 a second"),
        ] as [(Int, Int, Double, Double?, String)])
    func outlook(left: Int, looked: Int, seconds: Double, daily: Double?, text: String) {
        #expect(Self.told(left: left, looked: looked, seconds: seconds, daily: daily) == text)
    }

    @Test(
        "is not told where nothing is left, or where a few pictures are all there is to go by",
        arguments: [
            (0, 100, 10, nil), (-3, 100, 10, nil), (10, 19, 10, nil), (10, 100, 0.9, nil),
            (10, 0, 0, 7_200), (.max, 20, 1e12, 60),
        ] as [(Int, Int, Double, Double?)])
    func silent(left: Int, looked: Int, seconds: Double, daily: Double?) {
        #expect(Self.told(left: left, looked: looked, seconds: seconds, daily: daily) == nil)
    }
}
