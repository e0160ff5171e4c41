// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

/// The comments of templates in the language of a person; the rules stay as they are, byte for byte.
///
/// Templates stand in the sources in English. Each paragraph of their comments, each heading and each
/// comment behind an entry is a phrase of the catalogue, and is found by its English text.
package struct TemplateComments {
    /// Everything that comments of templates say.
    package static let phrases: [Phrase] = [
        .templatePictures, .templatePicturesMore, .templateWindow, .templateTrash,
        .templateUnknown, .templateLimits, .templateDefine, .templatePreviews, .templateAlbums,
        .templateProtect, .templateTwice, .templateTwiceMore, .templateAlike, .templateAlikeMore,
        .templateChats,
        .templateServed,
        .templatePerson, .templateFolders,
        .templateFoldersMore, .templateFilm, .templateTrial20, .templateTrial10, .templateTests,
        .templateDownloads, .templateDownloadsMore, .templatePercentDownloads, .templateCopies,
        .templateLarge, .templateBackups, .templateBackupsMore, .templatePercentBackups,
        .templateNewest, .templateReviewed, .templateMinimal, .templateMinimalMore,
        .templateMinimalKeep, .templateMinimalUnknown, .templateMinimalOrder, .templateAny,
        .templateOlder,
    ]

    /// The most columns of a comment.
    private static let columnsMax = 92

    private let words: Words
    private let phrases: [String: Phrase]

    /// Comments in the language of `words`.
    package init(_ words: Words) {
        self.words = words
        phrases = Dictionary(
            Self.phrases.map { (Words.english($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// `template` with its comments in that language; one that is no phrase stays.
    package func said(_ template: String) -> String {
        if words.language == .english { return template }
        var lines: [String] = []
        var paragraph: [Substring] = []
        var indent: Substring = ""
        func flush() {
            guard !paragraph.isEmpty else { return }
            lines += comment(paragraph, indent)
            paragraph = []
        }
        for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
            let blanks = line.prefix { $0 == " " }
            let rest = line.dropFirst(blanks.count)
            guard rest.hasPrefix("#") else {
                flush()
                lines.append(withComment(line))
                continue
            }
            let text = rest.dropFirst(rest.hasPrefix("# ") ? 2 : 1)
            // What begins with a blank or a line, and what is empty, stands alone.
            let isAlone = text.isEmpty || text.hasPrefix(" ") || text.hasPrefix("-")
            if blanks != indent || isAlone { flush() }
            indent = blanks
            paragraph.append(text)
            if isAlone { flush() }
        }
        flush()
        return lines.joined(separator: "\n")
    }

    /// The lines of one paragraph.
    private func comment(_ paragraph: [Substring], _ indent: Substring) -> [String] {
        let english = paragraph.joined(separator: " ")
        let isHeading = english.hasPrefix("-")
        let text = english.split { $0 == " " || isHeading && $0 == "-" }.joined(separator: " ")
        guard let phrase = phrases[text] else {
            return paragraph.map { $0.isEmpty ? "\(indent)#" : "\(indent)# \($0)" }
        }
        let own = words(phrase)
        if isHeading {
            let dashes = max(4, english.count - 6 - CellWidth.of(own))
            return ["\(indent)# ---- \(own) " + String(repeating: "-", count: dashes)]
        }
        let head = "\(indent)# \(english.prefix { $0 == " " })"
        var lines: [String] = []
        for word in own.split(separator: " ") {
            if let last = lines.last, CellWidth.of("\(last) \(word)") <= Self.columnsMax {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append("\(head)\(word)")
            }
        }
        return lines
    }

    /// A line with what stands behind its entry.
    private func withComment(_ line: Substring) -> String {
        guard let mark = line.ranges(of: " # ").last,
            let phrase = phrases[String(line[mark.upperBound...])]
        else { return String(line) }
        return line[..<mark.upperBound] + words(phrase)
    }
}
