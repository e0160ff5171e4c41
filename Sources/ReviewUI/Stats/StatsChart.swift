// SPDX-License-Identifier: Apache-2.0

internal import Wording

/// The picture of a report: the bars for pages and files, and the picture to share.
///
/// The same report gives the same bytes. There are numbers and dates in it, no names.
package struct StatsChart: Sendable {
    /// Which colours there are.
    package enum Theme: String, Sendable, CaseIterable {
        /// Light or dark, as the reader's system has it.
        case automatic = "auto"
        case light
        case dark
    }

    /// What it shows.
    package var report: StatsReport
    /// In which words.
    package var words: StatsWords

    /// The picture of `report`.
    package init(_ report: StatsReport, words: StatsWords = .english) {
        self.report = report
        self.words = words
    }

    /// The size of the picture for pages.
    static let width = 720.0
    static let height = 280.0
    /// Its width where there is little room: letters stay as large as the text around it.
    static let narrowWidth = 340.0

    /// The bars, for pages and files.
    package func page(theme: Theme = .automatic, isNarrow: Bool = false) -> String {
        let width = isNarrow ? Self.narrowWidth : Self.width
        var writer = SVGWriter()
        let colours = theme == .dark ? ChartColours.dark : ChartColours.light
        open(
            &writer, width: width, height: Self.height, colours: colours,
            darkColours: theme == .automatic ? .dark : nil)
        // Where there is little room, the legend has a line of its own.
        let top = isNarrow ? 64.0 : 44
        legend(&writer, right: width - 8, y: isNarrow ? 42 : 20, size: 13)
        writer.text(
            words.range(report.firstDay, report.today), x: 8, y: 20, size: 13,
            room: isNarrow ? width - 16 : 330, style: .ink)
        bars(&writer, x: 44, y: top, width: width - 52, height: Self.height - top - 32, size: 12)
        writer.line("</svg>")
        return writer.text
    }

    // MARK: - Parts

    /// What the picture says, for who does not see it.
    var title: String {
        "\(words.heading), \(words.range(report.firstDay, report.today))"
    }

    /// Every bar in words.
    var description: String {
        let counts = report.period.counts
        if counts.decided == 0 { return words.nothing }
        let all =
            "\(words.number(counts.kept)) \(words.kept), \(words.number(counts.deleted))"
            + " \(words.marked)."
        let parts = report.buckets.filter { $0.kept + $0.deleted > 0 }.map { bucket in
            "\(words.name(bucket, isMonth: report.hasMonthBars)):"
                + " \(words.number(bucket.kept)) \(words.kept),"
                + " \(words.number(bucket.deleted)) \(words.marked)"
        }
        return all + " " + parts.joined(separator: "; ") + "."
    }

    /// The beginning of the picture.
    func open(
        _ writer: inout SVGWriter, width: Double, height: Double, colours: ChartColours,
        darkColours: ChartColours?
    ) {
        let (width, height) = (SVGText.number(width), SVGText.number(height))
        writer.line(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
                + " width=\"\(width)\" height=\"\(height)\" role=\"img\""
                + " aria-labelledby=\"chart-title chart-description\""
                + " font-family=\"\(Self.fonts)\">")
        writer.line("<title id=\"chart-title\">\(SVGText.escaped(title))</title>")
        writer.line(
            "<desc id=\"chart-description\">\(SVGText.escaped(description))</desc>")
        if let darkColours {
            writer.line("<style>")
            writer.line("@media (prefers-color-scheme: dark) {")
            for rule in darkColours.rules { writer.line(rule) }
            writer.line("}")
            writer.line("</style>")
        }
        // Stripes, so that the two are told apart without colours.
        writer.colours = colours
        writer.line(
            "<defs><pattern id=\"stripes\" width=\"8\" height=\"8\""
                + " patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                + "<rect width=\"8\" height=\"8\" \(colours.style(.deletedGround))/>"
                + "<rect width=\"3\" height=\"8\" \(colours.style(.deletedStripe))/>"
                + "</pattern></defs>")
    }

    private static let fonts = "system-ui, DejaVu Sans, Liberation Sans, Arial, sans-serif"

    /// What the colours mean, set to the right.
    func legend(_ writer: inout SVGWriter, right: Double, y: Double, size: Double) {
        var end = right
        for (word, style) in [(words.marked, .deleted), (words.kept, .kept)]
            as [(String, ChartStyle)]
        {
            let room = SVGText.width(word) * size
            writer.text(
                word, x: end - room, y: y, size: size, room: room, style: .soft)
            let box = size * 0.8
            writer.rectangle(
                x: end - room - box - 6, y: y - box, width: box, height: box, radius: 2,
                style: style)
            end -= room + box + 24
        }
    }

    /// The bars with their axis, within a rectangle; labels stand below it.
    func bars(
        _ writer: inout SVGWriter, x: Double, y: Double, width: Double, height: Double, size: Double
    ) {
        let buckets = report.buckets
        let top = Self.top(buckets.map { $0.kept + $0.deleted }.max() ?? 0)
        let base = y + height
        for (share, value) in [(0.0, 0), (0.5, top / 2), (1.0, top)] where share != 0.5 || top > 1 {
            let line = base - height * share
            writer.rectangle(
                x: x, y: line - 0.5, width: width, height: 1,
                style: share == 0 ? .axis : .grid)
            writer.text(
                words.short(value), x: x - 8, y: line + size * 0.36, size: size, room: x - 10,
                style: .soft, anchor: .end)
        }
        let slot = width / Double(max(1, buckets.count))
        let bar = min(slot * 0.64, 64)
        // As many labels as there is room for, the last bar always with one.
        let isOneOfMany = !report.hasMonthBars && buckets.count > 10
        let every = isOneOfMany ? 5 : 1
        func label(_ bucket: StatsBucket) -> String {
            words.label(bucket, isMonth: report.hasMonthBars, isOneOfMany: isOneOfMany)
        }
        // One size for all labels: that of the longest one.
        let labelSize = buckets.reduce(size) { least, bucket in
            min(least, slot * Double(every) / max(1, SVGText.width(label(bucket))))
        }
        for (index, bucket) in buckets.enumerated() {
            let middle = x + slot * (Double(index) + 0.5)
            draw(&writer, bucket, left: middle - bar / 2, width: bar, base, height, top)
            if (buckets.count - 1 - index) % every == 0 {
                writer.text(
                    label(bucket), x: middle, y: base + size * 1.6, size: labelSize,
                    room: min(slot * Double(every), 2 * (x + width + 8 - middle)),
                    style: .soft, anchor: .middle)
            }
            let total = bucket.kept + bucket.deleted
            if total > 0, !isOneOfMany {
                let barTop = base - height * Double(total) / Double(top)
                writer.text(
                    words.short(total), x: middle, y: barTop - size * 0.4, size: size, room: slot,
                    style: .ink, anchor: .middle)
            }
        }
    }

    /// One bar: what was kept below, what was marked above it.
    private func draw(
        _ writer: inout SVGWriter, _ bucket: StatsBucket, left: Double, width: Double,
        _ base: Double, _ height: Double, _ top: Int64
    ) {
        let scale = height / Double(top)
        var end = base - 0.5
        let parts: [(Int64, ChartStyle)] = [(bucket.kept, .kept), (bucket.deleted, .deleted)]
        for (value, style) in parts where value > 0 {
            // A thing that happened is never too small to be seen.
            let part = max(Double(value) * scale, 1.5)
            writer.rectangle(
                x: left, y: end - part, width: width, height: part, radius: min(2, part / 2),
                style: style)
            end -= part + 1
        }
    }

    /// The number at the top of the axis: round, even, and at least the largest.
    static func top(_ largest: Int64) -> Int64 {
        if largest <= 4 { return 4 }
        var unit: Int64 = 1
        while true {
            for step in [4, 6, 8, 10, 20, 30] as [Int64] {
                let (top, isOver) = step.multipliedReportingOverflow(by: unit)
                if isOver { return .max }
                if top >= largest { return top }
            }
            let (next, isOver) = unit.multipliedReportingOverflow(by: 10)
            if isOver { return .max }
            unit = next
        }
    }
}

extension StatsWords {
    /// A number of few digits: `950`, `9.5k`, `12M`.
    func short(_ number: Int64) -> String {
        if number < 10_000 { return self.number(number) }
        var (unit, name): (Int64, String) = (1_000, "k")
        for (next, word) in [(1_000_000, "M"), (1_000_000_000, "G"), (1_000_000_000_000, "T")]
            as [(Int64, String)] where number >= next
        {
            (unit, name) = (next, word)
        }
        let tenths = number / (unit / 10)
        if tenths >= 1_000 || tenths % 10 == 0 { return self.number(tenths / 10) + name }
        return "\(tenths / 10)\(words.language.decimalMark)\(tenths % 10)\(name)"
    }
}
