// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import ReviewUI
import RuleEngine
import Testing

@Suite("The chart")
struct StatsChartTests {
    private static let languages = ["en", "de", "fr", "es"]

    @Test("is the picture that was looked at", arguments: [7, 30, 365])
    func page(days: Int) throws {
        let report = try StatsSamples.week().report(days: days)
        try StatsGolden.compare(StatsChart(report).page(), with: "page-\(days).svg")
        try StatsGolden.compare(
            StatsChart(report).page(isNarrow: true), with: "narrow-\(days).svg")
    }

    @Test("to share is the picture that was looked at")
    func share() throws {
        let report = try StatsSamples.week().report()
        try StatsGolden.compare(StatsChart(report).share(), with: "share-7.svg")
        try StatsGolden.compare(
            StatsChart(report).lines().joined(separator: "\n") + "\n", with: "share-7.txt")
    }

    @Test("names no item, rule, drive or account, and asks for nothing from elsewhere")
    func names() throws {
        let report = try StatsSamples.week().report()
        for picture in [StatsChart(report).page(), StatsChart(report).share()] {
            for name in ["photos", "bursts", "screenshots", "href", "url(h", "import"] {
                #expect(!picture.contains(name), "\(name)")
            }
            let addresses = picture.components(separatedBy: "http").dropFirst()
            #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg\"") })
        }
    }

    @Test("follows the reader's colours in a page, and has fixed ones to be shared")
    func colours() throws {
        let chart = StatsChart(try StatsSamples.week().report())
        #expect(chart.page().contains("prefers-color-scheme: dark"))
        #expect(!chart.page(theme: .light).contains("prefers-color-scheme"))
        #expect(!chart.page(theme: .dark).contains("prefers-color-scheme"))
        #expect(chart.page(theme: .dark) != chart.page(theme: .light))
        #expect(!chart.share().contains("prefers-color-scheme"))
    }

    @Test("has the colours of the page: that of what is kept, light and dark")
    func pageColours() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/CWebPage/web/app/app.css").standardizedFileURL
        let css = try String(contentsOf: file, encoding: .utf8)
        let pattern = /--keep: light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/
        let (_, light, dark) = try #require(css.firstMatch(of: pattern)).output
        let chart = StatsChart(try StatsSamples.week().report())
        #expect(chart.page(theme: .light).contains("class=\"kept\" fill=\"\(light)\""))
        #expect(chart.page(theme: .dark).contains("class=\"kept\" fill=\"\(dark)\""))
        #expect(chart.share().contains("class=\"kept\" fill=\"\(light)\""))
    }

    @Test("says in words what it shows")
    func words() throws {
        let page = StatsChart(try StatsSamples.week().report()).page()
        #expect(page.contains("role=\"img\""))
        #expect(page.contains(">Decisions, 15–21 Nov 2026</title>"))
        #expect(page.contains(">75 kept, 52 marked. Sun 15 Nov: 12 kept, 6 marked; Mon 16 Nov:"))
        let empty = StatsChart(try StatsSamples().report()).page()
        #expect(empty.contains(">Nothing was decided in these days.</desc>"))
    }

    /// Reports that are hard to draw.
    private static func hardReports() throws -> [StatsReport] {
        var reports: [StatsReport] = []
        for days in [1, 7, 30, 365] {
            for count in [0, 1, 9_999, 10_000, 1_234_567_890_123, Int64.max / 8] as [Int64] {
                var report = try StatsSamples.week().report(days: days)
                for index in report.days.indices {
                    report.days[index].totals.counts.kept = count / 400
                    report.days[index].totals.counts.deleted = index == 0 ? 1 : count / 400
                }
                report.period.counts.kept = count
                report.period.counts.deleted = count
                report.period.counts.undone = count
                report.period.moved.bytes = count * 2
                report.period.moved.unknownSizes = count
                report.streak.current = Int(count)
                reports.append(report)
            }
        }
        return reports
    }

    @Test("draws nothing outside of itself and no text over its edge", arguments: languages)
    func bounds(language: String) throws {
        for report in try Self.hardReports() {
            let chart = StatsChart(report, words: .language(language))
            for picture in [chart.page(), chart.page(isNarrow: true), chart.share()] {
                let drawing = try Drawing(picture)
                #expect(drawing.overhangs == [], "\(report.days.count) days")
                #expect(!drawing.texts.isEmpty)
            }
        }
    }

    @Test("has labels that do not run into each other", arguments: languages)
    func labels(language: String) throws {
        for report in try Self.hardReports() {
            let chart = StatsChart(report, words: .language(language))
            for picture in [chart.page(), chart.page(isNarrow: true), chart.share()] {
                let texts = try Drawing(picture).texts
                for (index, one) in texts.enumerated() {
                    for other in texts.dropFirst(index + 1) where one.y == other.y {
                        let isApart = one.right <= other.left + 0.2 || other.right <= one.left + 0.2
                        #expect(isApart, "\(one.text) and \(other.text)")
                    }
                }
            }
        }
    }

    @Test(
        "has dates as they are written in each language",
        arguments: [
            ("en", "15–21 Nov 2026", "28 Oct – 3 Nov 2026", "28 Dec 2026 – 3 Jan 2027"),
            ("de", "15.–21. Nov 2026", "28. Okt – 3. Nov 2026", "28. Dez 2026 – 3. Jan 2027"),
            ("fr", "15–21 nov 2026", "28 oct – 3 nov 2026", "28 déc 2026 – 3 jan 2027"),
            ("es", "15–21 nov 2026", "28 oct – 3 nov 2026", "28 dic 2026 – 3 ene 2027"),
            ("xx", "15–21 Nov 2026", "28 Oct – 3 Nov 2026", "28 Dec 2026 – 3 Jan 2027"),
        ])
    func dates(language: String, days: String, months: String, years: String) {
        let words = StatsWords.language(language)
        #expect(words.range("2026-11-15", "2026-11-21") == days)
        #expect(words.range("2026-10-28", "2026-11-03") == months)
        #expect(words.range("2026-12-28", "2027-01-03") == years)
    }
}

/// What stands where in a picture, by the widths of the widest common face.
private final class Drawing: NSObject, XMLParserDelegate {
    struct Text {
        var text: String
        var left: Double
        var right: Double
        var y: Double
        var size: Double
    }

    private(set) var texts: [Text] = []
    /// What lies outside of the picture.
    private(set) var overhangs: [String] = []
    private var width = 0.0
    private var height = 0.0
    private var open: (anchor: String, x: Double, y: Double, size: Double)?
    private var content = ""

    init(_ picture: String) throws {
        super.init()
        let parser = XMLParser(data: Data(picture.utf8))
        parser.delegate = self
        try #require(parser.parse(), "it is no XML")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? 0 }
        switch name {
        case "svg": (width, height) = (number("width"), number("height"))
        case "text":
            open = (
                attributes["text-anchor"] ?? "start", number("x"), number("y"),
                number("font-size")
            )
            content = ""
        case "rect":
            let (right, bottom) = (number("x") + number("width"), number("y") + number("height"))
            if number("x") < 0 || number("y") < 0 || right > width + 0.1 || bottom > height + 0.1 {
                overhangs.append("a rectangle: \(attributes)")
            }
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { content += string }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard name == "text", let place = open else { return }
        open = nil
        let room = content.unicodeScalars.reduce(0) { $0 + Self.width($1) } * place.size
        let left =
            switch place.anchor {
            case "middle": place.x - room / 2
            case "end": place.x - room
            default: place.x
            }
        let text = Text(text: content, left: left, right: left + room, y: place.y, size: place.size)
        texts.append(text)
        if left < 0 || text.right > width || place.y - place.size < 0 || place.y > height {
            overhangs.append(content)
        }
    }

    /// Advances of DejaVu Sans Bold in widths of its em, as its file has them; a letter that is not
    /// there is as wide as the widest of its kind.
    private static let advances: [Character: Double] = [
        " ": 0.348, ".": 0.38, ",": 0.38, "-": 0.415, "–": 0.5, "·": 0.38, "/": 0.365, "’": 0.38,
        "a": 0.675, "b": 0.716, "c": 0.593, "d": 0.716, "e": 0.678, "f": 0.435, "g": 0.716,
        "h": 0.712, "i": 0.343, "j": 0.343, "k": 0.665, "l": 0.343, "m": 1.042, "n": 0.712,
        "o": 0.687, "p": 0.716, "q": 0.716, "r": 0.493, "s": 0.595, "t": 0.478, "u": 0.712,
        "v": 0.652, "w": 0.924, "x": 0.645, "y": 0.652, "z": 0.582, "B": 0.762, "G": 0.821,
        "K": 0.775, "M": 0.995, "T": 0.682, "E": 0.683, "P": 0.733,
    ]

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        if let advance = advances[Character(scalar)] { return advance }
        switch scalar {
        case "0"..."9": return 0.696
        case "A"..."Z": return 0.85
        case "\u{202f}": return 0.2
        default: return 0.72
        }
    }
}
