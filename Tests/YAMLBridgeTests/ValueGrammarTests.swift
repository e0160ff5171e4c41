// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Value grammars")
struct ValueGrammarTests {
    @Test(
        "sizes are exact and rounded half up",
        arguments: [
            ("0B", 0), ("1B", 1), ("1kB", 1_000), ("1KB", 1_000), ("1MB", 1_000_000),
            ("1GB", 1_000_000_000), ("1TB", 1_000_000_000_000), ("1KiB", 1_024),
            ("1MiB", 1_048_576), ("1GiB", 1_073_741_824), ("1TiB", 1_099_511_627_776),
            ("1.5GB", 1_500_000_000), ("0.5B", 1), ("0.49B", 0), ("0.4999999999999999999B", 0),
            ("0.50000000000000000000000000B", 1), ("0.0005KB", 1), ("0.00049KB", 0),
            ("0.00048828125KiB", 1), ("0.000488281249999KiB", 0), ("007B", 7),
            ("9223372036854775807B", Int64.max), ("9223372036854775806.5B", Int64.max),
            ("8388607.999999999999TiB", Int64.max),
        ] as [(String, Int64)])
    func sizes(_ text: String, _ bytes: Int64) throws {
        #expect(try SizeGrammar.size(text) == bytes)
    }

    @Test(
        "what is no size says why",
        arguments: [
            ("", .numberInvalid), ("5", .sizeUnitMissing), ("5.", .numberInvalid),
            (".5B", .numberInvalid), ("5 B", .sizeUnitUnknown), ("5b", .sizeUnitUnknown),
            ("5mB", .sizeUnitUnknown), ("5Kib", .sizeUnitUnknown), ("+5B", .numberInvalid),
            ("-5B", .numberInvalid), ("5_0B", .sizeUnitUnknown), ("5,0B", .sizeUnitUnknown),
            ("5e3B", .sizeUnitUnknown), ("٥B", .numberInvalid), ("5B ", .sizeUnitUnknown),
            (" 5B", .numberInvalid), ("5\u{212A}B", .sizeUnitUnknown),
            ("9223372036854775808B", .numberTooLarge), ("9223372036854775807.5B", .numberTooLarge),
            ("8388608TiB", .numberTooLarge), ("99999999999999999999999999B", .numberTooLarge),
        ] as [(String, DiagnosticCode)])
    func sizeErrors(_ text: String, _ code: DiagnosticCode) {
        expectCode(code) { try SizeGrammar.size(text) }
    }

    @Test(
        "size tests",
        arguments: [
            ("over 50MB", .over(50_000_000)), ("under   1GiB", .under(1 << 30)),
            ("1MB..5MB", .between(1_000_000, 5_000_000)), ("0B", .exactly(0)),
            ("1.5KB..1.5KB", .between(1_500, 1_500)), ("1KB..1KiB", .between(1_000, 1_024)),
        ] as [(String, Comparison<Int64>)])
    func sizeTests(_ text: String, _ comparison: Comparison<Int64>) throws {
        #expect(try SizeGrammar.comparison(text) == comparison)
    }

    @Test(
        "comparisons that are none",
        arguments: [
            ("over", .comparisonInvalid), ("over ", .comparisonInvalid),
            ("over50MB", .comparisonInvalid), ("over\t50MB", .comparisonInvalid),
            ("OVER 50MB", .numberInvalid), (">50MB", .comparisonInvalid),
            ("≥ 50MB", .comparisonInvalid), ("since 50MB", .comparisonInvalid),
            ("1MB..", .rangeInvalid), ("..1MB", .rangeInvalid), ("1MB ..2MB", .rangeInvalid),
            ("1MB.. 2MB", .rangeInvalid), ("1MB...2MB", .rangeInvalid), ("..", .rangeInvalid),
            ("over 1MB..2MB", .comparisonInvalid), ("2MB..1MB", .rangeReversed),
            ("1MB..2MB..3MB", .sizeUnitUnknown), ("1KiB..1KB", .rangeReversed),
        ] as [(String, DiagnosticCode)])
    func comparisonErrors(_ text: String, _ code: DiagnosticCode) {
        expectCode(code) { try SizeGrammar.comparison(text) }
    }

    @Test("durations have whole numbers of at most six digits")
    func durations() throws {
        #expect(try DurationGrammar.age("999999y") == Age(amount: 999_999, unit: .year))
        #expect(try DurationGrammar.age("0m") == Age(amount: 0, unit: .minute))
        #expect(try DurationGrammar.age("6mo") == Age(amount: 6, unit: .month))
        #expect(try DurationGrammar.age("000001d") == Age(amount: 1, unit: .day))
        expectCode(DiagnosticCode.numberTooLarge) { try DurationGrammar.age("0000001d") }
        expectCode(DiagnosticCode.numberInvalid) { try DurationGrammar.age("1.0d") }
        expectCode(DiagnosticCode.durationUnitMissing) { try DurationGrammar.age("24") }
        expectCode(DiagnosticCode.durationUnitUnknown) { try DurationGrammar.age("1M") }
        expectCode(DiagnosticCode.durationUnitUnknown) { try DurationGrammar.age("1s") }
        expectCode(DiagnosticCode.numberInvalid) { try DurationGrammar.age("") }
    }

    @Test(
        "ranges of durations are reversed only where both ends have one measure",
        arguments: [
            ("30d..90d", nil), ("2w..14d", nil), ("90d..30d", .rangeReversed),
            ("24h..1d", nil), ("25h..1d", .rangeReversed), ("12mo..1y", nil),
            ("13mo..1y", .rangeReversed), ("1y..1d", nil), ("999999w..1mo", nil),
        ] as [(String, DiagnosticCode?)])
    func durationRanges(_ text: String, _ code: DiagnosticCode?) throws {
        if let code {
            expectCode(code) { try DurationGrammar.comparison(text) }
        } else {
            _ = try DurationGrammar.comparison(text)
        }
    }

    @Test("dates are days that exist, of 1601 to 9999")
    func dates() throws {
        let leap = CalendarDay(year: 2024, month: 2, day: 29)
        #expect(try DateGrammar.comparison("before 2024-02-29") == .before(.day(leap)))
        #expect(
            try DateGrammar.comparison("2024-02-29..2024-02-29") == .between(.day(leap), .day(leap))
        )
        #expect(
            try DateGrammar.comparison("since 1970-01-01T01:00:00+01:00")
                == .since(.instant(Timestamp(secondsSinceEpoch: 0))))
        _ = try DateGrammar.comparison("1601-01-01..9999-12-31")
        for text in [
            "before 2100-02-29", "before 2024-13-01", "before 2024-1-1", "before 10000-01-01",
        ] {
            #expect(throws: (any Error).self) { try DateGrammar.comparison(text) }
        }
        expectCode(DiagnosticCode.dateOutOfRange) {
            try DateGrammar.comparison("since 1600-12-31T23:59:59Z")
        }
        expectCode(DiagnosticCode.dateAlone) { try DateGrammar.comparison("2024-01-01") }
    }

    @Test("counts, percentages, limits and quotas")
    func counts() throws {
        #expect(try CountGrammar.comparison("0..1") == .between(0, 1))
        #expect(try CountGrammar.comparison("over 9223372036854775807") == .over(Int64.max))
        expectCode(DiagnosticCode.numberTooLarge) {
            try CountGrammar.count("9223372036854775808")
        }
        expectCode(DiagnosticCode.numberInvalid) { try CountGrammar.count("1.0") }
        #expect(try CountGrammar.percent("25%") == 25)
        #expect(try CountGrammar.percent("25") == 25)
        expectCode(DiagnosticCode.percentInvalid) { try CountGrammar.percent("2.5%") }
        expectCode(DiagnosticCode.percentInvalid) { try CountGrammar.percent("25 %") }
        #expect(try LimitGrammar.items("unlimited") == .unlimited)
        #expect(try LimitGrammar.bytes("0") == .atMost(0))
        #expect(try LimitGrammar.bytes("1GB") == .atMost(1_000_000_000))
        expectCode(DiagnosticCode.sizeUnitMissing) { try LimitGrammar.bytes("00") }
        #expect(try LimitGrammar.percent("0%") == .atMost(0))
        #expect(try QuotaGrammar.count("25/day") == 25)
        #expect(try QuotaGrammar.bytes("20GB/day") == 20_000_000_000)
        expectCode(DiagnosticCode.quotaPeriodMissing) { try QuotaGrammar.count("25 / day") }
        expectCode(DiagnosticCode.sizeUnitMissing) { try QuotaGrammar.bytes("0/day") }
        #expect(try DurationGrammar.noticeSeconds("10s") == 10)
        #expect(try DurationGrammar.noticeSeconds("2m") == 120)
    }

    @Test("names, scopes, paths and extensions")
    func names() throws {
        let longest = String(repeating: "a", count: 64)
        for id in ["a", "0", "a-b_c", longest] { try NameGrammar.checkID(id) }
        for id in ["", "-a", "_a", "A", "ä", "a b", longest + "a"] {
            expectCode(DiagnosticCode.idInvalid) { try NameGrammar.checkID(id) }
        }
        try NameGrammar.checkDrive("OneDrive-1")
        #expect(try ScopeGrammar.scope("d") == Scope(drive: "d"))
        #expect(try ScopeGrammar.scope("d:/") == Scope(drive: "d"))
        #expect(try ScopeGrammar.scope("d:/a/b") == Scope(drive: "d", folder: "/a/b"))
        for scope in ["d:", "d:a", "d:/a/", "d:/a//b", "d:/./a", "d:/.."] {
            expectCode(DiagnosticCode.pathInvalid) { try ScopeGrammar.scope(scope) }
        }
        for text in ["", "a.b", ".jpg", "a/b", "*", "a?", "[a", "a]", "{a", "a}", "a\\"] {
            expectCode(DiagnosticCode.extensionInvalid) { try ExtensionGrammar.check(text) }
        }
        try ExtensionGrammar.check("jpg")
    }
}

/// Expects a `ValueError` with `code`.
func expectCode(
    _ code: DiagnosticCode, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> some Any
) {
    let error = #expect(throws: ValueError.self, sourceLocation: sourceLocation) {
        _ = try body()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
