// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Bounds the directives of a file (`%YAML`, `%TAG`).
///
/// libyaml compares each `%TAG` with all before it, which 1 MiB of them turns into minutes; a rules
/// file has no use for any.
enum Prologue {
    /// The most lines that may begin with `%`.
    static let directiveCountMax = 16

    /// The first directive too many.
    static func finding(in source: SourceText) -> Diagnostic? {
        var count = 0
        var isLineStart = true
        for (offset, byte) in source.bytes.enumerated().dropFirst(source.start) {
            if isLineStart, byte == UInt8(ascii: "%") {
                count += 1
                guard count <= directiveCountMax else {
                    return Diagnostic(
                        .error, .yamlSyntax,
                        Message("file has more than \(directiveCountMax) directives"),
                        at: source.range(offset..<offset + 1))
                }
            }
            isLineStart = byte == 0x0A || byte == 0x0D
        }
        return nil
    }
}
