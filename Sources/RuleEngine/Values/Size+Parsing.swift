// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How sizes are written: a number directly followed by a unit, `500MB`, `1.5GiB`.
public enum SizeGrammar {
    /// A unit with its bytes; `kB` is `KB`.
    static let units: [(name: String, bytes: Int64)] = [
        ("B", 1), ("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
        ("TiB", 1 << 40),
    ]

    /// A regular expression (ECMA 262, unanchored) for one size.
    package static let pattern = "[0-9]+(\\.[0-9]+)?(B|[kK]B|MB|GB|TB|KiB|MiB|GiB|TiB)"

    /// The bytes that `text` says, exact and rounded half up.
    public static func size(_ text: String) throws(ValueError) -> Int64 {
        try size(text[...])
    }

    /// A test of a size: `over 50MB`, `under 1GiB`, `1MB..5MB`, `0B`.
    public static func comparison(_ text: String) throws(ValueError) -> Comparison<Int64> {
        switch try ComparisonText(text[...], words: .overUnder("50MB")) {
        case .above(let bound): return .over(try size(bound))
        case .below(let bound): return .under(try size(bound))
        case .alone(let bound): return .exactly(try size(bound))
        case .between(let first, let second):
            let ends = (try size(first), try size(second))
            guard ends.0 <= ends.1 else { throw .reversedRange(first, second) }
            return .between(ends.0, ends.1)
        }
    }

    /// The bytes of one bound.
    static func size(_ text: Substring) throws(ValueError) -> Int64 {
        guard let number = NumberText(text) else {
            throw ValueError(
                .numberInvalid,
                Message("'\(text.quotable)' is not a size"),
                advice: Message("write a number and a unit, as '500MB'"))
        }
        let factor = try factor(of: number, in: text)
        guard let bytes = number.times(factor) else {
            throw ValueError(.numberTooLarge, Message("size is above 2^63 - 1 bytes"))
        }
        return bytes
    }

    /// The bytes of the unit after `number`.
    private static func factor(of number: NumberText, in text: Substring) throws(ValueError)
        -> Int64
    {
        let unit = number.rest
        // Compared by bytes: a KELVIN SIGN equals 'K' for a String, and is no unit.
        if let known = units.first(where: { $0.name.utf8.elementsEqual(unit.utf8) }) {
            return known.bytes
        }
        let digits = text.dropLast(unit.count).quotable
        guard !unit.isEmpty else {
            throw ValueError(
                .sizeUnitMissing,
                Message("size needs a unit"),
                advice: Message("write '\(digits)MB' or '\(digits)MiB'"))
        }
        let bare = unit.drop { $0 == " " }
        if let meant = units.last(where: { $0.name.lowercased() == bare.lowercased() }) {
            let reason =
                bare.count < unit.count
                ? Message("no blank stands between a number and its unit")
                : Message("units are case-sensitive")
            throw ValueError(
                .sizeUnitUnknown, reason, advice: Message("write '\(digits)\(meant.name)'"))
        }
        throw ValueError(
            .sizeUnitUnknown,
            Message(
                "'\(unit.quotable)' is not a unit of size; use B, KB, MB, GB, TB or KiB, MiB, GiB, TiB"
            ))
    }
}

extension ValueError {
    /// A range whose first end is the larger one.
    static func reversedRange(_ first: Substring, _ second: Substring) -> ValueError {
        ValueError(
            .rangeReversed,
            Message("the ends of this range are reversed"),
            advice: Message(
                "write "
                    + "'\(second.quotable)..\(first.quotable)'"))
    }
}
