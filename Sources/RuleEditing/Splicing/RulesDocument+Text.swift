// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import YAMLBridge

extension RulesDocument {
    /// The lines that the rule or protection `id` is written in, with its comments, and where it
    /// begins; nil if it is not in this file.
    package func text(of id: String) -> (lines: [String], place: SourceRange)? {
        guard let place = place(of: id), let list = list(place.list) else { return nil }
        let range: Range<Int>
        let start: Int
        if !isFlow(list), let items = try? BlockItems(list, of: self) {
            let item = items.items[place.index]
            (range, start) = (item.lead..<item.end, item.dash)
        } else {
            range = tree[place.mapping].range
            start = range.lowerBound
        }
        let text = source.text(range.lowerBound..<layout.trimmedEnd(of: range))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return (lines.map { String($0.dropFirst(margin)) }, source.range(start..<start))
    }
}
