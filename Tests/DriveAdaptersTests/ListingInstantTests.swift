// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

@testable import DriveAdapters

@Suite("Timestamps of a listing")
struct ListingInstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01z", 1), ("1970-01-01t00:00:01Z", 1),
        ("1969-12-31T23:59:59Z", -1), ("2024-02-29T12:00:00Z", 1_709_208_000),
        ("2000-02-29T00:00:00Z", 951_782_400), ("2024-01-01T00:00:00+00:00", 1_704_067_200),
        ("2024-01-01T00:00:00-00:00", 1_704_067_200), ("2024-01-01T01:30:00+01:30", 1_704_067_200),
        ("2023-12-31T19:00:00-05:00", 1_704_067_200), ("2024-01-01T00:00:00.999Z", 1_704_067_200),
        ("2024-01-01T00:00:00.1+00:00", 1_704_067_200), ("1601-01-01T00:00:00Z", -11_644_473_600),
        ("1969-12-31T23:59:59.5Z", -1), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("9999-12-31T23:59:59-23:59", 253_402_387_139), ("2024-12-31T23:59:59Z", 1_735_689_599),
    ])
    func instants(_ text: String, _ seconds: Int64) { #expect(parsed(text) == seconds) }

    @Test(arguments: [
        "1600-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
        "0000-02-29T00:00:00+05:00", "1600-12-31T23:59:59-23:00",
    ])
    func yearsBefore1601AreMissing(_ text: String) { #expect(parsed(text) == Missing.date) }

    @Test(arguments: [
        "", "2024", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z",
        "2024-01-01T00:00Z", "2024-01-01T00:00:60Z", "2024-01-01T24:00:00Z",
        "2024-01-01T00:60:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z", "2023-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-01T00:00:00.Z",
        "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01:60", "2024-01-01T00:00:00+0100",
        "2024-01-01T00:00:00+01", "2024-01-01T00:00:00Zx", " 2024-01-01T00:00:00Z",
        "2024-01-01T00:00:00 Z", "+2024-01-01T00:00:00Z", "20240-1-01T00:00:00Z",
        "2024-1-01T00:00:000Z", "2024/01/01T00:00:00Z", "2024-01-01T00.00.00Z",
        "2024-01-01T00:00:0aZ", "2024-01-01T00:00:00Y", "٢024-01-01T00:00:0Z",
        "0000-13-01T00:00:00Z", "1500-02-29T00:00:00Z", "2024-01-01T00:00:00,5Z",
    ])
    func whatIsNoTimestamp(_ text: String) { #expect(parsed(text) == ListingInstant.broken) }

    @Test func everyDayFollowsTheOneBefore() {
        let monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected: Int64 = -11_644_473_600
        for year in 1601...2405 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...(monthDays[month - 1] + (isLeap && month == 2 ? 1 : 0)) {
                    let text = "\(year)-\(two(month))-\(two(day))T00:00:00"
                    if parsed(text + "Z") != expected || parsed(text + "+00:00") != expected {
                        Issue.record("\(text) is not \(expected)")
                        return
                    }
                    expected += 86_400
                }
            }
        }
    }

    @Test func everyByteOfTheUsualFormIsLookedAt() {
        let usual = Array("2024-05-17T08:42:13Z".utf8)
        for place in usual.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = usual
                bytes[place] = byte
                // With an offset instead of the Z the slow way is taken.
                let slow = parsed(Array(bytes[..<19]) + Array("+00:00".utf8))
                let isSame = parsed(bytes) == slow || place == 19
                #expect(isSame, "byte \(byte) at \(place)")
                if place == 19, byte | 0x20 != UInt8(ascii: "z") {
                    #expect(parsed(bytes) == ListingInstant.broken)
                }
            }
        }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func parsed(_ text: String) -> Int64 { parsed(Array(text.utf8)) }

    private func parsed(_ bytes: [UInt8]) -> Int64 {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ListingInstant.seconds(.empty) }
            return ListingInstant.seconds(TextSlice(start: start, count: buffer.count))
        }
    }
}
