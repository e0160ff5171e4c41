// SPDX-License-Identifier: Apache-2.0

/// A glob, checked and taken apart; it matches whole strings, after Form C and fold on both sides.
public struct Glob: Sendable, Hashable {
    /// What a glob is matched against, which decides what it may hold.
    public enum Style: Sendable, Hashable {
        /// The last component: no `/` anywhere.
        case name
        /// The whole path: begins with `/` or `**/`.
        case path
        /// A MIME type, an owner, a camera: `/` is a character that no wildcard matches.
        case text
    }

    /// The glob as a person wrote it.
    public let text: String
    /// What it is matched against.
    public let style: Style
    /// What the braces expand to; names and texts have one component each.
    let alternatives: [[GlobComponent]]

    /// Checks `text`; throws `glob-invalid` with what to write instead.
    public init(_ text: String, style: Style) throws(ValueError) {
        self.text = text
        self.style = style
        alternatives = try GlobParser(style: style).parse(text)
    }

    /// Globs are equal when they are written alike for the same use.
    public static func == (left: Glob, right: Glob) -> Bool {
        left.text == right.text && left.style == right.style
    }

    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(style)
    }
}

/// One component of a path pattern, or the whole of another glob.
enum GlobComponent: Sendable {
    /// `**` as a whole component: any number of folders.
    case anyFolders
    /// One component.
    case tokens([GlobToken])
}

/// One piece of a glob within a component.
enum GlobToken: Sendable, Equatable {
    /// Folded UTF-8 that must stand there.
    case literal([UInt8])
    /// `?`: one scalar that is not `/`.
    case anyScalar
    /// `*`: any run without `/`.
    case anyRun
    /// `[…]`.
    case set(ScalarSet)
}

/// A class: ranges as written, judged against every scalar that shares a fold with the subject's.
struct ScalarSet: Sendable, Equatable {
    /// The ranges as written, after Form C.
    var ranges: [ClosedRange<UInt32>]
    /// Whether the class begins with `!`.
    var isNegated: Bool

    /// Whether the class holds `folded`, a folded scalar. No class holds `/`.
    func contains(_ folded: UInt32) -> Bool {
        if folded == 0x2f { return false }
        let isListed = CaseFolding.scalars(foldingTo: folded).contains { scalar in
            ranges.contains { $0.contains(scalar) }
        }
        return isListed != isNegated
    }
}
