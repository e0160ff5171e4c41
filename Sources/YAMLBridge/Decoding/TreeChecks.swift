// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What holds of every mapping wherever it stands, below `x-` keys as well: no key twice, no secret,
/// merges of mappings only.
struct TreeChecks {
    let source: SourceText
    let tree: MarkedTree

    /// Everything found, mapping by mapping.
    func findings() -> [Diagnostic] {
        tree.nodes.flatMap { node -> [Diagnostic] in
            guard case .mapping(let entries, _) = node.content else { return [] }
            return findings(in: entries)
        }
    }

    /// What is wrong with the keys of one mapping.
    private func findings(in entries: [MarkedEntry]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        var first: [ExactText: NodeID] = [:]
        for entry in entries {
            guard let name = tree.text(of: entry.key) else { continue }
            if let earlier = first[ExactText(text: name)] {
                findings.append(duplicate(name, entry.key, after: earlier))
            } else {
                first[ExactText(text: name)] = entry.key
            }
            if Secrets.isSecret(name) { findings.append(secret(name, entry.key)) }
            if tree.isMerge(entry.key) { findings += mergeFindings(entry) }
        }
        return findings
    }

    /// A key that stands there already.
    private func duplicate(_ name: String, _ key: NodeID, after earlier: NodeID) -> Diagnostic {
        let line = source.range(tree[earlier].range).line
        return Diagnostic(
            .error, .keyDuplicate, Message("key '\(name.quotable)' stands in this mapping already"),
            at: source.range(tree[key].range),
            notes: [Message("the first one stands in line \(line)")])
    }

    /// A key that looks like a secret's.
    private func secret(_ name: String, _ key: NodeID) -> Diagnostic {
        Diagnostic(
            .error, .keySecret,
            Message(
                "'\(name.quotable)' looks like a secret, and no secret stands in a rules file; "
                    + "take it out: 'cleanrules login' keeps what people sign in with, and applications "
                    + "bring theirs in the environment, as CLEANRULES_CLIENT_SECRET_FILE"),
            at: source.range(tree[key].range))
    }

    /// What is wrong with the value of `<<`.
    private func mergeFindings(_ entry: MarkedEntry) -> [Diagnostic] {
        let value = tree.resolved(entry.value)
        switch tree[value].content {
        case .mapping, .alias: return []
        case .sequence(let elements, _):
            return elements.map(tree.resolved).filter { !tree.isMapping($0) }.compactMap {
                if case .alias = tree[$0].content { return nil }
                return mergeFinding(at: tree[$0].range)
            }
        case .scalar:
            let range = tree[value].range
            return [mergeFinding(at: range.isEmpty ? tree[entry.key].range : range)]
        }
    }

    /// Something other than a mapping that should be merged.
    private func mergeFinding(at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .error, .mergeInvalid, Message("'<<' merges mappings only; write '<<: *name'"),
            at: source.range(range))
    }
}

/// Keys that look as if a secret stood behind them.
enum Secrets {
    /// How such keys end, in small letters without `-` and `_`.
    private static let endings = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "privatekey",
        "credential", "credentials",
    ]

    /// Whether `key` ends as keys of secrets do.
    static func isSecret(_ key: String) -> Bool {
        let letters = key.lowercased().filter { $0 != "-" && $0 != "_" }
        return endings.contains { letters.hasSuffix($0) }
    }
}
