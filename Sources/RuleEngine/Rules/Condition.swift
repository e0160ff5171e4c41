// SPDX-License-Identifier: Apache-2.0

/// What a rule asks of one item. Closed on purpose: the compiler finds every place to extend.
public indirect enum Condition: Sendable, Hashable {
    /// Always holds: `everything: true`.
    case everything
    /// Every condition holds; also a mapping with several entries.
    case all([Condition])
    /// Some condition holds.
    case any([Condition])
    /// No condition holds.
    case none([Condition])
    /// Any of the named definitions holds: `is:`.
    case defined([String])
    /// A test of one field.
    case test(FieldTest)
}

/// A test of one field; a list of values means any of them.
public struct FieldTest: Sendable, Hashable {
    /// The field that is looked at.
    public var field: Field
    /// The values, any of which may hold; never empty.
    public var alternatives: [TestValue]

    /// A test of `field` against any of `alternatives`.
    public init(_ field: Field, _ alternatives: [TestValue]) {
        self.field = field
        self.alternatives = alternatives
    }
}

/// One value that a field is tested against.
public enum TestValue: Sendable, Hashable {
    /// The field has a value; never unknown.
    case present
    /// The field has no value; never unknown.
    case missing
    /// `name`, `path`, `mime`, `owner`, `camera`.
    case glob(Glob)
    /// `name_regex`, `path_regex`.
    case regularExpression(RegularExpression)
    /// `ext`: an extension without its dot; compared by NFC and fold.
    case fileExtension(String)
    /// `kind`.
    case kind(ItemKind)
    /// `drive`: the exact name.
    case driveName(String)
    /// `size` in bytes, `depth`, `width` and `height`.
    case number(Comparison<Int64>)
    /// `age`, `modified_age`, `known_for` and the like.
    case age(Comparison<Age>)
    /// `modified`, `created`, `taken`, `accessed`.
    case date(DateComparison)
    /// `empty`, `shared`.
    case flag(Bool)
}
