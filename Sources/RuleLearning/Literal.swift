// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEditing
package import RuleEngine

/// A readable condition of one key.
package enum Literal: Sendable, Hashable {
    /// Below that folder.
    case folder(String)
    /// The name begins with that.
    case namePrefix(String)
    /// The name holds that word.
    case nameWord(String)
    /// One of these extensions, sorted.
    case extensions([String])
    /// Of that kind.
    case kind(ItemKind)
    /// Taken with that camera.
    case camera(String)
    /// Older than that when it was decided about.
    case ageOver(Age)
    /// Younger than that when it was decided about.
    case ageUnder(Age)
    /// Larger than so many bytes; with the text of a size.
    case sizeOver(Int64, String)
    /// Smaller than so many bytes; with the text of a size.
    case sizeUnder(Int64, String)

    /// Where it stands among others in a condition; of one place there is at most one in a rule.
    package var place: Int {
        switch self {
        case .folder: 0
        case .namePrefix, .nameWord: 1
        case .extensions, .kind: 2
        case .camera: 3
        case .ageOver, .ageUnder: 4
        case .sizeOver, .sizeUnder: 5
        }
    }

    /// Whether it says what sort of thing is meant: old and large are things of every sort.
    package var isOfSort: Bool { place < 4 }

    /// The key of the rule language, and the value under it.
    package var entry: (key: String, value: PlainValue) {
        switch self {
        case .folder(let folder): ("path", .text(Self.quoted(folder) + "/**"))
        case .namePrefix(let text): ("name", .text(Self.quoted(text) + "*"))
        case .nameWord(let text): ("name", .text("*" + Self.quoted(text) + "*"))
        case .extensions(let list):
            ("ext", list.count == 1 ? .text(list[0]) : .list(list.map { .text($0) }))
        case .kind(let kind): ("kind", .text(kind.rawValue))
        case .camera(let camera): ("camera", .text(Self.quoted(camera)))
        case .ageOver(let age): ("age", .text("over \(age.written)"))
        case .ageUnder(let age): ("age", .text("under \(age.written)"))
        case .sizeOver(_, let text): ("size", .text("over \(text)"))
        case .sizeUnder(_, let text): ("size", .text("under \(text)"))
        }
    }

    /// The condition as it is said to people.
    package var clause: Message {
        switch self {
        case .folder(let folder): Message("in '\(folder)'")
        case .namePrefix(let text): Message("named '\(text)*'")
        case .nameWord(let text): Message("named '*\(text)*'")
        case .extensions(let list): Message("with the extension \(list.joined(separator: ", "))")
        case .kind(let kind): Message("of the kind '\(kind.rawValue)'")
        case .camera(let camera): Message("taken with '\(camera)'")
        case .ageOver(let age): Message("older than \(age.written)")
        case .ageUnder(let age): Message("younger than \(age.written)")
        case .sizeOver(_, let text): Message("larger than \(text)")
        case .sizeUnder(_, let text): Message("smaller than \(text)")
        }
    }

    /// A text as a pattern that matches just this.
    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            if "\\*?[]{}".unicodeScalars.contains(scalar) { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted
    }

    /// What tells whether facts meet it. What is not known does not where something is to go, and does
    /// where it is to stay: so do rules, their exceptions and protections read it.
    func test(goes: Bool) -> (ItemFacts) -> Bool {
        let unknown = !goes
        switch self {
        case .folder(let folder):
            let start = Normalization.folded(folder) + "/"
            return { $0.path.utf8.starts(with: start.utf8) }
        case .namePrefix(let text):
            let start = Normalization.folded(text)
            return { $0.foldedName.utf8.starts(with: start.utf8) }
        case .nameWord(let text):
            let word = Array(Normalization.folded(text).utf8)
            return { $0.foldedName.utf8.contains(word) }
        case .extensions(let list): return { $0.ext.map(list.contains) ?? unknown }
        case .kind(let kind): return { $0.kind == kind }
        case .camera(let camera):
            let folded = Normalization.folded(camera)
            return { $0.foldedCamera.map { $0.utf8.elementsEqual(folded.utf8) } ?? unknown }
        case .ageOver(let age): return { $0.isOfAge(.over(age)) ?? unknown }
        case .ageUnder(let age): return { $0.isOfAge(.under(age)) ?? unknown }
        case .sizeOver(let bytes, _): return { $0.size.map { $0 > bytes } ?? unknown }
        case .sizeUnder(let bytes, _): return { $0.size.map { $0 < bytes } ?? unknown }
        }
    }
}

extension Age {
    /// The age as rules write it.
    package var written: String { "\(amount)\(unit.rawValue)" }
}

extension ItemFacts {
    /// Whether the age that the item had when it was decided about meets `comparison`; nil where it is
    /// not known.
    fileprivate func isOfAge(_ comparison: Comparison<Age>) -> Bool? {
        guard let date else { return nil }
        return clock.interval(comparison)?.contains(date) ?? false
    }
}
