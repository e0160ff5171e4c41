// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
package import Wording

/// What is said of something that lasts: how far it has come, how fast it goes, and how long it
/// will go on where that can be told.
package struct ProgressText: Sendable {
    /// What is being done: "Listing 'photos'".
    package var label: Phrase
    /// How many items there are, where it is known.
    package var itemTotal: Int?
    /// How many bytes there are to read, where it is known.
    package var byteTotal: Int64?
    /// Items done.
    package var items = 0
    /// Bytes read.
    package var bytes: Int64 = 0

    /// Something that has just begun.
    package init(_ label: Phrase, items: Int? = nil, bytes: Int64? = nil) {
        self.label = label
        itemTotal = items.flatMap { $0 > 0 ? $0 : nil }
        byteTotal = bytes.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The line after `elapsed`, with a bar where there is a total and `bar` says how it is drawn.
    package func line(elapsed: Duration, bar: ProgressBar?, _ words: Words) -> String {
        let seconds = Self.seconds(elapsed)
        var parts: [Phrase] = []
        if let itemTotal {
            parts.append(.progressItemsOf(n: itemTotal, count: items))
        } else if items > 0 {
            parts.append(.progressItems(n: items))
        }
        if let byteTotal {
            parts.append(.progressBytesOf(size: bytes, amount: byteTotal))
        } else if bytes > 0 {
            parts.append(.verbatim(words.size(bytes)))
        }
        if let rate = rate(seconds, words) { parts.append(.progressRate(text: rate)) }
        if let left = secondsLeft(seconds) {
            parts.append(.progressLeft(span: LocalTimeText.span(left)))
        } else {
            parts.append(.verbatim(LocalTimeText.span(Int64(seconds))))
        }
        let text = Phrase.series(parts, separator: ", ")
        guard let fraction, let bar else { return words(.progressLine(what: label, text: text)) }
        return words(label) + " " + bar.text(fraction) + " " + words(text)
    }

    /// How much is done, 0 to 1: the least of what can be told.
    var fraction: Double? {
        shares.min().map { min(max($0, 0), 1) }
    }

    /// How many seconds it will go on, at the speed so far; nil where that cannot be told.
    package func secondsLeft(_ seconds: Double) -> Int64? {
        // In the beginning, anything could be read from it.
        guard seconds >= 2, let least = shares.min(), least > 0, least < 1 else { return nil }
        let left = seconds / least - seconds
        return left.isFinite && left < 1e9 ? Int64(left.rounded(.up)) : nil
    }

    private var shares: [Double] {
        var shares: [Double] = []
        if let byteTotal { shares.append(Double(bytes) / Double(byteTotal)) }
        if let itemTotal { shares.append(Double(items) / Double(itemTotal)) }
        return shares
    }

    /// Bytes a second, or items where nothing is read; nil where nothing was done yet.
    private func rate(_ seconds: Double, _ words: Words) -> String? {
        guard seconds > 0 else { return nil }
        if bytes > 0 {
            return words.size(Int64(exactly: (Double(bytes) / seconds).rounded()) ?? .max)
        }
        let rate = Double(items) / seconds
        if rate >= 10 { return words.number(Int64(exactly: rate.rounded()) ?? .max) }
        let tenths = Int64((rate * 10).rounded())
        return tenths > 0 ? words.tenths(tenths) : nil
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// How a bar is drawn.
package struct ProgressBar: Sendable {
    /// Its columns.
    package let width: Int
    /// Whether the characters of this locale have blocks.
    package let hasBlocks: Bool

    /// A bar for a terminal of `columns`; nil where there is no room for one.
    package init?(columns: Int, hasBlocks: Bool) {
        guard columns >= 60 else { return nil }
        width = min(24, columns / 5)
        self.hasBlocks = hasBlocks
    }

    /// The bar with `fraction` of it filled, 0 to 1.
    package func text(_ fraction: Double) -> String {
        let filled = min(width, max(0, Int(fraction * Double(width))))
        return String(repeating: hasBlocks ? "█" : "#", count: filled)
            + String(repeating: hasBlocks ? "░" : ".", count: width - filled)
    }
}
