// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEngine
import YAMLBridge

/// Decodes whatever libFuzzer comes up with; `script/fuzz` builds and runs it.
///
/// Beside not trapping, the decoder must keep its word: a value or an error, places inside the file,
/// findings in order, and a text for each of them. An included file is the file itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let decoded = RuleFileDecoder.decode(bytes, file: "rules.yaml") { path, _ in
        guard path != "missing.yaml" else {
            throw ValueError(.includeUnreadable, Message("missing"))
        }
        return Array(
            "version: 1\nrules: [{id: \(path.utf8.count), match: {name: a}, then: keep}]\n".utf8)
    }
    check(decoded, in: bytes)
    return 0
}

/// Stops where the decoder breaks its word.
private func check(_ decoded: DecodedRuleFile, in bytes: [UInt8]) {
    let rules = decoded.rules
    precondition((rules.value == nil) == rules.hasErrors, "a value, or an error")
    let text = DiagnosticText(sources: decoded.sources)
    for finding in rules.diagnostics.prefix(50) {
        guard let range = finding.range else { preconditionFailure("every finding has a place") }
        precondition(range.line >= 1 && range.column >= 1, "lines and columns count from 1")
        if range.file == "rules.yaml" {
            precondition(range.bytes.upperBound <= bytes.count, "places lie in the file")
        }
        let shown = text.text(finding)
        precondition(shown.utf8.count < 8_192, "what is shown is short")
        precondition(!shown.utf8.contains(0x1B), "what is shown is harmless")
    }
}
