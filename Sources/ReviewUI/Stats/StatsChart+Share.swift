// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

extension StatsChart {
    /// The size of the picture to share.
    package static let shareWidth = 1_200
    package static let shareHeight = 630

    /// The picture to share: fixed colours, dates and numbers only.
    package func share() -> String {
        var writer = SVGWriter()
        let (width, height) = (Double(Self.shareWidth), Double(Self.shareHeight))
        open(&writer, width: width, height: height, colours: .share, darkColours: nil)
        writer.rectangle(x: 0, y: 0, width: width, height: height, style: .ground)
        writer.rectangle(x: 0, y: 0, width: width, height: 10, style: .kept)
        writer.text(
            "cleanrules", x: 64, y: 84, size: 28, room: 300, style: .ink)
        writer.text(
            words.range(report.firstDay, report.today), x: width - 64, y: 84, size: 28, room: 700,
            style: .soft, anchor: .end)
        let column = (width - 2 * 64) / 3
        for (index, figure) in figures.enumerated() {
            let x = 64 + column * Double(index)
            writer.text(
                figure.value, x: x, y: 184, size: 72, room: column - 32, style: .ink)
            writer.text(
                figure.name, x: x, y: 224, size: 25, room: column - 32, style: .soft)
            guard let note = figure.note else { continue }
            writer.text(note, x: x, y: 252, size: 19, room: column - 32, style: .soft)
        }
        bars(&writer, x: 112, y: 300, width: width - 112 - 64, height: 210, size: 20)
        let counts = report.period.counts
        let footer =
            "\(words.number(counts.kept)) \(words.kept) · \(words.number(counts.deleted))"
            + " \(words.marked) · \(words.number(counts.undone)) \(words.undone)"
        writer.text(footer, x: 64, y: 594, size: 22, room: 760, style: .ink)
        legend(&writer, right: width - 64, y: 594, size: 20)
        writer.line("</svg>")
        return writer.text
    }

    /// The three figures of the picture to share.
    private var figures: [(value: String, name: String, note: String?)] {
        let moved = report.period.moved
        let unknown =
            moved.unknownSizes > 0
            ? "\(words.number(moved.unknownSizes)) \(words.unknown)" : nil
        let streak = report.streak.current
        return [
            (words.number(report.period.counts.decided), words.decided, nil),
            (words.bytes(moved.bytes), words.moved, unknown),
            (words.number(Int64(streak)), words.streak(streak), nil),
        ]
    }

    /// The same in five lines, to be pasted.
    package func lines() -> [String] {
        let period = report.period
        let efficiency = report.efficiency.score.map { "\($0) / 100" } ?? "–"
        return [
            "cleanrules, \(words.range(report.firstDay, report.today))",
            "\(words.number(period.counts.decided)) \(words.decided):"
                + " \(words.number(period.counts.kept)) \(words.kept),"
                + " \(words.number(period.counts.deleted)) \(words.marked),"
                + " \(words.number(period.counts.undone)) \(words.undone)",
            figures.dropFirst().map { figure in
                "\(figure.value) \(figure.name)" + (figure.note.map { " (\($0))" } ?? "")
            }.joined(separator: ", "),
            "\(words.efficiency) \(efficiency)",
            report.buckets.map { Self.block($0, of: report) }.joined(),
        ]
    }

    /// A bar as one sign.
    static func block(_ bucket: StatsBucket, of report: StatsReport) -> String {
        let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let total = bucket.kept + bucket.deleted
        let largest = report.buckets.map { $0.kept + $0.deleted }.max() ?? 0
        if total == 0 { return "·" }
        let share = Double(total) / Double(max(1, largest))
        return blocks[min(blocks.count - 1, Int(share * Double(blocks.count - 1) + 0.5))]
    }
}

extension StatsWords {
    /// `3.2 GiB`, with the mark of the language.
    func bytes(_ bytes: Int64) -> String { words.size(bytes) }
}
