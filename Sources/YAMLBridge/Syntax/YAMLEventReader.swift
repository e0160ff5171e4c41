// SPDX-License-Identifier: Apache-2.0

internal import CLibYAML

/// Owns one libyaml parser and hands out its events.
///
/// libyaml keeps the addresses of its parser and of its input: the parser lives on the heap from
/// `init` to `deinit`, and `withEvents` keeps the input in place for as long as the reader exists.
@safe struct YAMLEventReader: ~Copyable {
    /// libyaml's state.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The text that the parser reads, for the places of events.
    private let source: SourceText
    /// What the parser must not see.
    private let mask: SeparatorMask

    /// Runs `body` with a reader over `source`, which must be valid UTF-8.
    static func withEvents<Result>(
        of source: SourceText, _ body: (inout YAMLEventReader) -> Result
    ) -> Result {
        let mask = SeparatorMask(source.bytes)
        return unsafe mask.bytes.withUnsafeBufferPointer { bytes in
            var reader = unsafe YAMLEventReader(
                source, mask, over: UnsafeBufferPointer(rebasing: bytes[source.start...]))
            return body(&reader)
        }
    }

    /// A reader over `bytes`, which outlive it.
    private init(
        _ source: SourceText, _ mask: SeparatorMask, over bytes: UnsafeBufferPointer<UInt8>
    ) {
        self.source = source
        self.mask = mask
        unsafe parser = .allocate(capacity: 1)
        // yaml.h: yaml_parser_initialize returns 0 only when memory runs out.
        precondition(unsafe yaml_parser_initialize(parser) == 1, "libyaml has memory for a parser")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    /// The next event.
    mutating func next() throws(YAMLFailure) -> YAMLEvent {
        let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
        defer { unsafe event.deallocate() }
        guard unsafe yaml_parser_parse(parser, event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(event) }
        return unsafe copy(event)
    }

    /// What libyaml says of its failure.
    private func failure() -> YAMLFailure {
        let state = unsafe parser.pointee
        let problem = unsafe state.problem.map { unsafe String(cString: $0) }
        let context = unsafe state.context.map { unsafe String(cString: $0) }
        return unsafe YAMLFailure(
            context: context, problem: problem ?? "unreadable",
            contextOffset: context == nil ? nil : offset(state.context_mark),
            problemOffset: offset(state.problem_mark))
    }

    /// libyaml's marks count scalars; the source knows their bytes.
    private func offset(_ mark: yaml_mark_t) -> Int {
        source.byteOffset(ofScalar: mark.index)
    }

    /// The event as a value.
    private func copy(_ event: UnsafeMutablePointer<yaml_event_t>) -> YAMLEvent {
        let lower = unsafe offset(event.pointee.start_mark)
        let upper = unsafe offset(event.pointee.end_mark)
        return unsafe YAMLEvent(kind: kind(event), range: lower..<max(lower, upper))
    }

    /// What the event is; the union's member follows from its type.
    private func kind(_ event: UnsafeMutablePointer<yaml_event_t>) -> YAMLEvent.Kind {
        switch unsafe event.pointee.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_STREAM_END_EVENT: return .streamEnd
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT:
            return unsafe .alias(text(event.pointee.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let data = unsafe event.pointee.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: data.value, count: data.length)
            return unsafe .scalar(
                text: mask.restored(String(decoding: bytes, as: UTF8.self)),
                style: style(data.style),
                properties(data.anchor, data.tag))
        case YAML_SEQUENCE_START_EVENT:
            let data = unsafe event.pointee.data.sequence_start
            return unsafe .sequenceStart(
                isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE, properties(data.anchor, data.tag))
        case YAML_MAPPING_START_EVENT:
            let data = unsafe event.pointee.data.mapping_start
            return unsafe .mappingStart(
                isFlow: data.style == YAML_FLOW_MAPPING_STYLE, properties(data.anchor, data.tag))
        case YAML_SEQUENCE_END_EVENT: return unsafe .sequenceEnd(isFlow: hasWidth(event))
        case YAML_MAPPING_END_EVENT: return unsafe .mappingEnd(isFlow: hasWidth(event))
        default: preconditionFailure("libyaml's parser makes no other event")
        }
    }

    /// Whether the event stands for characters: the end of a block stands for none.
    private func hasWidth(_ event: UnsafeMutablePointer<yaml_event_t>) -> Bool {
        unsafe event.pointee.start_mark.index < event.pointee.end_mark.index
    }

    /// libyaml's style of a scalar, as far as it matters.
    private func style(_ style: yaml_scalar_style_t) -> ScalarStyle {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
    }

    /// A node's anchor and whether it has a tag.
    private func properties(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
    ) -> YAMLEvent.Properties {
        unsafe YAMLEvent.Properties(anchor: text(anchor), hasTag: tag != nil)
    }

    /// A C string of libyaml's as text.
    private func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe characters.map { unsafe String(decodingCString: $0, as: UTF8.self) }
    }
}
