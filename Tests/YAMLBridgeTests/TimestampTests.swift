// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "are read as RFC 3339",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0),
            ("1970-01-01T00:00:00.999999999999Z", 0), ("1970-01-01T01:00:00+01:00", 0),
            ("1969-12-31T23:30:00-00:30", 0), ("1970-01-01T00:00:00-00:00", 0),
            ("2024-02-29T12:34:56Z", 1_709_210_096), ("1601-01-01T00:00:00Z", -11_644_473_600),
            ("9999-12-31T23:59:59-23:59", 253_402_387_139), ("2000-01-01T00:00:00Z", 946_684_800),
        ] as [(String, Int64)])
    func instants(_ text: String, _ seconds: Int64) throws {
        #expect(try Timestamp.parse(text) == Timestamp(secondsSinceEpoch: seconds))
    }

    @Test(
        "years before 1601 as written are missing",
        arguments: ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1600-12-31T23:59:59-23:00"])
    func missing(_ text: String) throws {
        #expect(try Timestamp.parse(text) == nil)
    }

    @Test(
        "everything else is broken",
        arguments: [
            "", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2024-01-01T00:00Z",
            "2024-01-01T00:00:60Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
            "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00+1:00", "2024-01-01T00:00:00+01", "2024-01-01T00:00:00+0100",
            "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+00:60", "2024-01-01T00:00:00Z ",
            " 2024-01-01T00:00:00Z", "24-01-01T00:00:00Z", "+2024-01-01T00:00:00Z",
            "2024-01-01T00:00:00ZZ", "２024-01-01T00:00:00Z", "0000-02-30T00:00:00Z",
        ])
    func broken(_ text: String) {
        expectCode(.timestampInvalid) { try Timestamp.parse(text) }
    }

    @Test("what is printed is read back", arguments: 0..<200)
    func roundTrip(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let seconds = Int64.random(in: -11_644_473_600...253_402_300_799, using: &random)
        let instant = Timestamp(secondsSinceEpoch: seconds)
        #expect(try Timestamp.parse(instant.description) == instant)
    }
}
