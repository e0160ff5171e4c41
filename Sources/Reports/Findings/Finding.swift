// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// Something that a program beside this one is told about rules, at its place in a file: by CI
/// services, editors and collectors of findings. Always in English.
package struct Finding: Sendable, Hashable {
    /// How much it matters.
    package enum Level: String, Sendable, CaseIterable {
        case error
        case warning
        case notice
    }

    /// How much it matters.
    package let level: Level
    /// What kind of finding it is; stable.
    package let code: String
    /// What is said; hidden characters are written out.
    package let message: String
    /// The file, relative to where the work is; nil where it has no place.
    package var path: String?
    /// The line and the column, from 1.
    package var line: Int?
    package var column: Int?

    /// The finding `code` that says `message`, at `range` where it has a place.
    package init(
        _ level: Level, _ code: String, _ message: String, at range: SourceRange? = nil
    ) {
        self.level = level
        self.code = code
        self.message = VisibleText.guarded(message)
        path = range?.file
        line = range?.line
        column = range?.column
    }

    /// The same of what a person wrote in rules.
    package init(_ diagnostic: Diagnostic) {
        let message = ([diagnostic.message] + diagnostic.notes).joined(separator: "; ")
        let level: Level =
            switch diagnostic.severity {
            case .error: .error
            case .warning: .warning
            }
        self.init(level, diagnostic.code.rawValue, message, at: diagnostic.range)
    }

    /// The finding with its path seen from the folder `base`, both without links, where the file lies
    /// in it.
    package func relative(to base: String, _ canonical: (String) -> String?) -> Finding {
        guard let path, let whole = canonical(path) else { return self }
        var folder = base
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        guard whole.utf8.starts(with: (folder + "/").utf8) else { return self }
        var finding = self
        finding.path = String(decoding: whole.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
        return finding
    }
}
