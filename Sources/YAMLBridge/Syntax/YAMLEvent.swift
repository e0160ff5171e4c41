// SPDX-License-Identifier: Apache-2.0

/// One event of the parser, copied out of libyaml's memory.
struct YAMLEvent {
    /// What happened.
    var kind: Kind
    /// Where it stands, in bytes of the source; with its anchor and tag, if any.
    var range: Range<Int>

    /// What an event is.
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(text: String, style: ScalarStyle, Properties)
        case sequenceStart(isFlow: Bool, Properties)
        case sequenceEnd(isFlow: Bool)
        case mappingStart(isFlow: Bool, Properties)
        case mappingEnd(isFlow: Bool)
    }

    /// What may stand before a node's content.
    struct Properties {
        /// The anchor's name.
        var anchor: String?
        /// Whether a tag stands there.
        var hasTag: Bool
    }
}

/// How a scalar is written.
package enum ScalarStyle: Sendable, Hashable {
    /// Without quotes; the only style in which `~`, `null` and `<<` mean something.
    case plain
    /// In single or double quotes.
    case quoted
    /// As a block, after `|` or `>`.
    case block
}

/// Where libyaml gave up, in its own words.
struct YAMLFailure: Error {
    /// What libyaml was about, such as "while scanning an alias".
    var context: String?
    /// What it met.
    var problem: String
    /// Where that began, in bytes of the source.
    var contextOffset: Int?
    /// Where it gave up, in bytes of the source.
    var problemOffset: Int
}
