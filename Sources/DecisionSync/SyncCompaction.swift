// SPDX-License-Identifier: Apache-2.0

/// Writes a log anew without the lines that say nothing any more.
package struct SyncCompaction: Sendable {
    /// The head of the new log.
    package let head: SyncHead
    /// Its lines, with their numbers and without their ends.
    package let lines: [(number: Int64, text: String)]
    /// The hash of the last line, or of the head.
    package let hash: String

    /// The log of `head` and `lines`, of which those of the numbers `kept` stay, and the last one:
    /// by that readers see that it is no older log.
    ///
    /// Where more than `most` would stay, the newest do.
    package init(
        _ head: SyncHead, _ lines: [(number: Int64, text: String)], hash: String,
        keeping kept: Set<Int64>, most: Int = SyncLimits.linesMax / 2
    ) {
        var head = head
        head.generation += 1
        head.from = lines.last.map { ($0.number, hash) }
        let last = lines.last?.number
        let staying = lines.filter { kept.contains($0.number) || $0.number == last }.suffix(most)
        var before = head.hash
        var texts: [(Int64, String)] = []
        for line in staying {
            let (text, hash) = SyncLog.text(SyncLog.members(of: line.text), after: before)
            texts.append((line.number, text))
            before = hash
        }
        self.head = head
        self.lines = texts
        self.hash = before
    }

    /// The numbers of those of `lines` that stay whatever is said about items: what was used on the
    /// last days, and the newest of what is noted about other logs.
    package static func notes(among lines: [(number: Int64, text: String)]) -> Set<Int64> {
        // No text can hold such a name: its quotes would stand behind backslashes.
        let uses = lines.filter { $0.text.contains("\"day\":") }.suffix(usesMax)
        let heard = lines.filter { $0.text.contains("\"heard\":") }
            .suffix(SyncLimits.devicesMax * 2)
        let names = ["arrived", "refused", "formerly"].map { "\"\($0)\":" }
        let others = lines.filter { line in names.contains { line.text.contains($0) } }
            .suffix(SyncLimits.arrivalsMax)
        return Set((uses + heard + others).map(\.number))
    }

    private static let usesMax = 16

    /// Whether a log of `bytes` and `lineCount` lines, of which `keptCount` would stay, is to be
    /// written anew; with more than `most` bytes, whatever can go.
    package static func isDue(
        bytes: Int, lineCount: Int, keptCount: Int, most: Int = SyncLimits.logBytesMax
    ) -> Bool {
        // The last line stays as well.
        bytes > SyncLimits.compactionBytes && (lineCount - keptCount) * 2 > lineCount
            || bytes > most && lineCount > keptCount + 1
            || lineCount >= SyncLimits.linesMax - 1
    }
}
