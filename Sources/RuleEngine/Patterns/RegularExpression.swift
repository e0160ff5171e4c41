// SPDX-License-Identifier: Apache-2.0

internal import CPCRE2
internal import Messages

/// A PCRE2 regular expression as written, checked; it is compiled anew for each thread of a plan.
public struct RegularExpression: Sendable, Hashable {
    /// The pattern as a person wrote it.
    public let pattern: String

    /// Checks `pattern`; throws `regex-invalid` with PCRE2's own words.
    public init(_ pattern: String) throws(ValueError) {
        self.pattern = pattern
        _ = try RegularExpressionMatcher(pattern)
    }

    /// The version of the library that matches, and of the Unicode that it knows.
    package static var library: String {
        [UInt32(PCRE2_CONFIG_VERSION), UInt32(PCRE2_CONFIG_UNICODE_VERSION)].map { what in
            let count = pcre2_config_8(what, nil)
            var text = [UInt8](repeating: 0, count: max(1, Int(count)))
            if count > 0 { _ = unsafe pcre2_config_8(what, &text) }
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }.joined(separator: " ")
    }
}

/// A compiled expression with its own match data: for one thread at a time.
///
/// UTF, not UCP, newline LF; the interpreter, because its match limit is the one that counts
/// (pcre2api(3): the just-in-time matcher counts differently).
@safe final class RegularExpressionMatcher {
    /// How much work one match may take before its outcome is unknown.
    static let matchLimit: UInt32 = 1_000_000

    /// What a match found.
    enum Outcome {
        case matched
        case notMatched
        /// Any error of the matcher, the limit above all.
        case unknown
        /// More steps were needed than were left to take.
        case stopped
    }

    /// Where in a text a match of the pattern can begin.
    enum Beginnings {
        case anywhere
        /// At the beginning of each line: the pattern begins with `.*`.
        case lines
        /// At the beginning of the text.
        case first
        /// It depends on where the search begins, so that no search can be split.
        case unsplit
    }

    let code: OpaquePointer
    let matchData: OpaquePointer
    let matchContext: OpaquePointer
    let beginnings: Beginnings

    /// Compiles `pattern`; throws `regex-invalid`.
    init(_ pattern: String) throws(ValueError) {
        let text = Array(Normalization.composed(pattern).utf8)
        try RegularExpressionMatcher.refuseVerbs(text)
        unsafe code = try unsafe RegularExpressionMatcher.compile(text)
        guard let data = unsafe pcre2_match_data_create_8(1, nil),
            let context = unsafe pcre2_match_context_create_8(nil)
        else {
            unsafe pcre2_code_free_8(code)
            throw ValueError(.regexInvalid, Message("out of memory while compiling the expression"))
        }
        unsafe matchData = unsafe data
        unsafe matchContext = unsafe context
        beginnings = unsafe RegularExpressionMatcher.beginnings(of: code, text)
        var calloutCount: Int32 = 0
        // pcre2_callout_enumerate(3) calls back once for each callout of the pattern.
        unsafe pcre2_callout_enumerate_8(
            code,
            { _, count in
                unsafe count?.assumingMemoryBound(to: Int32.self).pointee += 1
                return 0
            }, &calloutCount)
        if calloutCount > 0 {
            throw ValueError(.regexInvalid, Message("callouts '(?C)' are not allowed"))
        }
    }

    deinit {
        unsafe pcre2_match_context_free_8(matchContext)
        unsafe pcre2_match_data_free_8(matchData)
        unsafe pcre2_code_free_8(code)
    }

    /// Verbs such as `(*UCP)` would change what a pattern means; they are refused wherever they
    /// could stand.
    private static func refuseVerbs(_ text: [UInt8]) throws(ValueError) {
        if text.isEmpty { throw ValueError(.regexInvalid, Message("the expression is empty")) }
        var index = 0
        while index + 1 < text.count {
            if text[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if text[index] == UInt8(ascii: "("), text[index + 1] == UInt8(ascii: "*") {
                throw ValueError(
                    .regexInvalid, Message("'(*' is not allowed"),
                    advice: Message("write '\\(*' for a bracket itself"))
            }
            index += 1
        }
    }

    private static func compile(_ text: [UInt8]) throws(ValueError) -> OpaquePointer {
        guard let context = unsafe pcre2_compile_context_create_8(nil) else {
            throw ValueError(.regexInvalid, Message("out of memory while compiling the expression"))
        }
        defer { unsafe pcre2_compile_context_free_8(context) }
        unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        var errorCode: Int32 = 0
        var errorOffset = 0
        let options =
            UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_USE_OFFSET_LIMIT)
        let code = unsafe pcre2_compile_8(
            text, text.count, options, &errorCode, &errorOffset, context)
        guard let code = unsafe code else {
            throw ValueError(
                .regexInvalid,
                Message(
                    "the expression is not valid: \(message(errorCode)) (at byte \(errorOffset + 1))"
                ))
        }
        return unsafe code
    }

    private static func beginnings(of code: OpaquePointer, _ pattern: [UInt8]) -> Beginnings {
        var options: UInt32 = 0
        var firstCode: UInt32 = 0
        unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_ALLOPTIONS), &options)
        unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_FIRSTCODETYPE), &firstCode)
        if options & UInt32(PCRE2_ANCHORED) != 0 { return .first }
        // '\G' asks where the search began.
        let asksForStart = zip(pattern, pattern.dropFirst()).contains {
            $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "G")
        }
        // pcre2api(3), PCRE2_INFO_FIRSTCODETYPE: 2 for the beginning of the text or of a line.
        return asksForStart ? .unsplit : firstCode == 2 ? .lines : .anywhere
    }

    /// What people get wrong most often, which can be said in every language; pcre2api(3) has the
    /// numbers, and PCRE2 the English words.
    private static func usual(_ code: Int32) -> Message? {
        switch code {
        case 101: Message("\\ at end of pattern")
        case 103: Message("unrecognized character follows \\")
        case 104: Message("numbers out of order in {} quantifier")
        case 105: Message("number too big in {} quantifier")
        case 106: Message("missing terminating ] for character class")
        case 107: Message("escape sequence is invalid in character class")
        case 108: Message("range out of order in character class")
        case 109: Message("quantifier does not follow a repeatable item")
        case 111: Message("unrecognized character after (? or (?-")
        case 112: Message("POSIX named classes are supported only within a class")
        case 114: Message("missing closing parenthesis")
        case 115: Message("reference to non-existent subpattern")
        case 122: Message("unmatched closing parenthesis")
        case 125: Message("lookbehind assertion is not fixed length")
        case 130: Message("unknown POSIX class name")
        case 134: Message("character code point value in \\x{} or \\o{} is too large")
        case 142: Message("syntax error in subpattern name (missing terminator?)")
        case 146: Message("malformed \\P or \\p sequence")
        case 147: Message("unknown property after \\P or \\p")
        case 150: Message("invalid range in character class")
        case 167: Message("non-hex character in \\x{} (closing brace missing?)")
        default: nil
        }
    }

    private static func message(_ code: Int32) -> Message {
        if let usual = usual(code) { return usual }
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(code, &buffer, buffer.count)
        guard length >= 0 else { return Message("error \(code)") }
        return .plain(String(decoding: buffer.prefix(Int(length)), as: UTF8.self))
    }
}
