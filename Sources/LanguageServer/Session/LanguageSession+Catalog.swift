// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import Text
internal import YAMLBridge

extension LanguageSession {
    /// The rules that have not been counted as they are now, in a fixed order. Rules with errors are not
    /// counted: they take nothing.
    package func uncounted(since counted: [String: Int]) -> [CheckedRules] {
        guard phase == .running, end == nil else { return [] }
        return checked.values.filter {
            $0.decoded.rules.value != nil && counted[$0.uri] != $0.generation
        }.sorted { $0.uri < $1.uri }
    }

    /// Takes what the rules in `uri` come to, or that nothing is known of that; what is to be sent.
    ///
    /// What is worth looking at for its counts has places, which are those of the look `generation` alone.
    package mutating func take(
        _ facts: CatalogFacts?, for uri: String, generation: Int
    ) -> [JSONValue] {
        guard phase == .running, end == nil, checked[uri] != nil else { return [] }
        let had = self.facts[uri]
        self.facts[uri] = facts
        countedGenerations[uri] = generation
        if had == nil, facts == nil { return [] }
        var told = findings()
        if client.refreshesHints { told.append(asking("workspace/inlayHint/refresh")) }
        return told
    }
}
