// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import PlanRunner
internal import Wording
internal import YAMLBridge

/// Rules files as they are now, decoded anew only where one of their bytes has changed.
package actor RulesFiles {
    private typealias Known = (rules: LoadedRules, inForce: RulesInForce)

    private var known: [String: Known] = [:]

    /// Files that nobody has read yet, but for `rules`.
    package init(_ rules: LoadedRules? = nil) {
        guard let rules, let inForce = try? rules.inForce else { return }
        known[rules.name] = (rules, inForce)
    }

    /// The rules in the file at `path`. Throws if they cannot be read, or are wrong.
    package func rules(at path: String) throws(Failure) -> (
        rules: LoadedRules, inForce: RulesInForce
    ) {
        if let found = known[path], Self.isUnchanged(found.rules) { return found }
        let rules = try RulesLoader.loadQuietly(path)
        let found = (rules, try rules.inForce)
        known[path] = found
        return found
    }

    /// What a runner asks for the rules by which items were planned.
    package nonisolated var reader: RulesReader {
        { path async throws(RunnerError) in
            do throws(Failure) {
                return try await self.rules(at: path).inForce
            } catch {
                throw RunnerError(
                    .rules, error.phrase ?? .clause(Message("it holds no valid rules")))
            }
        }
    }

    private static func isUnchanged(_ rules: LoadedRules) -> Bool {
        rules.sources.allSatisfy { source in
            let bytes = try? FileBytes.read(source.file, most: FileBytes.rulesBytesMax)
            return bytes == source.bytes
        }
    }
}
