// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import TestSupport

@testable import HTTPTransport

@Suite("What stands on the wire")
struct WireTests {
    @Test(
        "dates have three forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
            ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
            ("Friday, 26-Nov-76 12:00:00 GMT", 3_373_617_600),
            ("Saturday, 26-Nov-77 12:00:00 GMT", 249_393_600),
        ])
    func dates(text: String, seconds: Double) {
        #expect(HTTPDate.unixSeconds(text, now: FakeClock.start) == seconds)
    }

    @Test(
        "dates have no other form",
        arguments: [
            "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2027 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 19994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "784111777",
            "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun Nov 6 08:49:37",
            "Sun, 06 Nov 0000 08:49:37 GMT",
        ])
    func badDates(text: String) {
        #expect(HTTPDate.unixSeconds(text, now: FakeClock.start) == nil)
    }

    @Test("dates are what the C library makes of them")
    func anyDate() {
        var generator = SplitMix64(seed: 42)
        for _ in 0..<2_000 {
            var seconds = time_t.random(in: 0...4_102_444_800, using: &generator)
            let expected = Double(seconds)
            var parts = tm()
            gmtime_r(&seconds, &parts)
            for form in ["%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"] {
                var buffer = [CChar](repeating: 0, count: 64)
                strftime(&buffer, buffer.count, form, &parts)
                let text = String(
                    decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                #expect(HTTPDate.unixSeconds(text, now: FakeClock.start) == expected, "\(text)")
            }
        }
    }

    @Test("packed bodies unpack the same however they are cut up", arguments: UInt64(0)..<10)
    func cuts(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 300) }
        // Two members one after the other are one body.
        let packed = try Program.packed(body) + Program.packed(Array("the end".utf8))
        let gzip = try GzipBody()
        var rest = packed[...]
        var unpacked: [UInt8] = []
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...60, using: &generator))
            rest = rest.dropFirst(piece.count)
            try Array(piece).withUnsafeBytes { bytes in
                try gzip.take(bytes) {
                    unpacked.append(contentsOf: $0); return true
                }
            }
        }
        #expect(gzip.mayEnd)
        #expect(unpacked == body + Array("the end".utf8))
    }

    @Test(
        "packed bodies whose unpacked size is a multiple of a block end as well", arguments: [1, 2])
    func wholeBlocks(count: Int) throws {
        let body = [UInt8](repeating: 7, count: count << 16)
        let gzip = try GzipBody()
        var unpackedCount = 0
        let packed = try Program.packed(body)
        for piece in [packed.dropLast(8), packed.suffix(8)] {
            try Array(piece).withUnsafeBytes { bytes in
                try gzip.take(bytes) {
                    unpackedCount += $0.count; return true
                }
            }
        }
        #expect(gzip.mayEnd)
        #expect(unpackedCount == body.count)
    }

    @Test("packed bodies with a wrong sum or something behind them are broken")
    func damage() throws {
        let packed = try Program.packed(Array("a body".utf8))
        for damaged in [packed.dropLast(8) + [0, 0, 0, 0, 6, 0, 0, 0], packed + [1, 2, 3]] {
            let gzip = try GzipBody()
            #expect(throws: GzipBody.Fault.broken) {
                try Array(damaged).withUnsafeBytes { bytes in
                    try gzip.take(bytes) { _ in true }
                }
            }
        }
    }

    @Test(
        "spans of time read well",
        arguments: [
            (0.0, "0 seconds"), (1, "1 second"), (30, "30 seconds"), (0.3, "0.3 seconds"),
            (0.249, "0.3 seconds"), (3_360, "3360 seconds"), (1e300, "1000000000000000 seconds"),
        ])
    func spans(seconds: Double, text: String) {
        #expect(Wording.seconds(seconds) == text)
    }
}
