// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import YAMLBridge

/// Edits whatever libFuzzer comes up with, by a script that it comes up with too; `script/fuzz edit`
/// builds and runs it. The first line is the script, a byte for each step; the rest is the file.
///
/// Beside not trapping, the editor must keep its word: an edit is refused, or leaves rules without an
/// error; form is brought about once; a difference leads from the one text to the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return 0 }
    var source = RuleSource(file: "rules.yaml", bytes: Array(parts[1]))
    checkForm(of: source)
    for step in parts[0].prefix(6) {
        guard let edit = edit(step, RulesDocument(source)?.ids ?? []),
            let edited = try? RuleEditor.edited([source], edit)
        else { continue }
        precondition(edited.decoded.rules.value != nil, "an edit leaves rules")
        checkDifference(from: source.bytes, to: edited.sources[0].bytes)
        source = edited.sources[0]
    }
    _ = RuleLinter.findings(in: [source])
    _ = try? RuleLinter.fixed([source])
    tryChanges(of: source)
    return 0
}

/// Every change that a test could notice, and every test of an item that is listed.
private func tryChanges(of source: RuleSource) {
    guard let file = RuleEditor.decode([source]).rules.value else { return }
    let trial = RuleTrial([source], file, [], timeZone: .utc)
    let mutation = trial.mutation()
    precondition(mutation.unnoticed.count == mutation.total, "no test, and nothing is noticed")
    _ = trial.coverage()
    let item = NewTest.Item(values: ItemValues(path: "/a: b"), verdict: .keep, rule: nil)
    let now = Timestamp(secondsSinceEpoch: 0)
    let test = NewTest(name: "a", now: now, items: [item], of: file)
    guard let edited = try? RuleEditor.edited([source], .addTest(test)) else { return }
    precondition(
        edited.decoded.rules.value?.tests.count == file.tests.count + 1, "a test more")
}

/// The edit that a byte stands for: the lower half says which, the upper one of what.
private func edit(_ step: UInt8, _ ids: [String]) -> RuleEdit? {
    guard !ids.isEmpty else { return nil }
    let id = ids[Int(step >> 4) % ids.count]
    let other = ids[Int(step >> 6) % ids.count]
    switch step & 0x0F {
    case 0: return .disable(id)
    case 1: return .enable(id)
    case 2: return .remove(id)
    case 3: return .rename(id, to: "new")
    case 4: return .move(id, .before, other)
    case 5: return .move(id, .after, other)
    case 6: return .set(id, path: ["why"], .text("a: b # c"))
    case 7: return .set(id, path: ["match", "ext"], PlainValue(argument: "[a, 'b']"))
    case 8: return .set(id, path: ["unless", "any", "0", "size"], .text("over 1MB"))
    case 9: return .set(id, path: ["match"], PlainValue(argument: "{everything: true}"))
    case 10: return .unset(id, path: ["why"])
    case 11: return .unset(id, path: ["match", "ext"])
    case 12: return .renameDefinition(step & 0x10 == 0 ? "d" : "big", to: "new")
    default:
        let rule = try? NewRule(yaml: "id: added\n# A comment.\nmatch: {ext: a}\n")
        return rule.map { .add($0, isProtection: step & 1 == 0, beside: nil) }
    }
}

/// What is in form stays as it is.
private func checkForm(of source: RuleSource) {
    guard let once = try? RuleFormatter.formatted(source) else { return }
    let twice = try? RuleFormatter.formatted(RuleSource(file: source.file, bytes: once))
    precondition(twice == once, "form is brought about once")
}

/// The lines that the difference leaves are those of both texts.
private func checkDifference(from before: [UInt8], to after: [UInt8]) {
    let lines = TextDiff(before, after).lines
    precondition(lines.isEmpty == (before == after), "a difference, or none")
    let come = lines.count { $0.hasPrefix("+") } - lines.count { $0.hasPrefix("-") }
    func count(_ bytes: [UInt8]) -> Int {
        bytes.count { $0 == 0x0A } + (bytes.isEmpty || bytes.last == 0x0A ? 0 : 1)
    }
    precondition(come == count(after) - count(before), "lines come and go")
}
