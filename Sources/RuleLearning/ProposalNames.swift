// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Gives proposals names that no rule has.
struct ProposalNames {
    private var taken: Set<String>

    /// How long an id is at most.
    private static let longest = 64

    /// Names besides those that are `taken`.
    init(taken: [String]) { self.taken = Set(taken) }

    /// `name`, or with a number where that is taken.
    mutating func fresh(_ name: String) -> String {
        let base = String(name.prefix(Self.longest - 4))
        var number = 1
        while true {
            let text = number == 1 ? base : "\(base)-\(number)"
            if taken.insert(text).inserted { return text }
            number += 1
        }
    }

    /// A name made of what is asked: `old-screenshot`.
    static func text(_ literals: [Literal], goes: Bool) -> String {
        var before = ""
        var sorts: [(rank: Int, text: String)] = []
        for literal in literals {
            switch literal {
            case .folder(let folder): sorts.append((2, slug(last(of: folder))))
            case .namePrefix(let text), .nameWord(let text): sorts.append((0, slug(text)))
            case .extensions(let list): sorts.append((1, slug(list.joined(separator: "-"))))
            case .kind(let kind): sorts.append((1, kind.rawValue))
            case .camera(let camera): sorts.append((3, slug(camera)))
            case .ageOver: before = "old-"
            case .ageUnder: before = "new-"
            case .sizeOver: before += "large-"
            case .sizeUnder: before += "small-"
            }
        }
        let sort = sorts.filter { !$0.text.isEmpty }.min { $0.rank < $1.rank }?.text
        return before + (sort ?? (goes ? "learned" : "kept"))
    }

    private static func last(of folder: String) -> String {
        String(folder.split(separator: "/").last ?? "")
    }

    /// What of `text` may stand in an id, at most 24 signs.
    private static func slug(_ text: String) -> String {
        var slug = ""
        for scalar in Normalization.folded(text).unicodeScalars {
            let isPlain = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            if isPlain {
                slug.unicodeScalars.append(scalar)
            } else if let last = slug.last, last != "-" {
                slug += "-"
            }
        }
        while slug.last == "-" || slug.count > 24 { slug.removeLast() }
        return slug
    }
}
