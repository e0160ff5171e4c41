// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import YAMLBridge

/// The rules as their files are now: a review stays open for hours, and a protection that is
/// written meanwhile holds at once.
actor CurrentRules {
    private let path: String
    private var loaded: LoadedRules
    private var inForce: RulesInForce

    /// The rules that were read already.
    init(_ rules: LoadedRules) throws(Failure) {
        path = rules.name
        loaded = rules
        inForce = try rules.inForce
    }

    /// The rules, read anew if one of their files has changed.
    ///
    /// Throws if they cannot be read: nobody knows what they protect then.
    func now() throws(Failure) -> (rules: LoadedRules, inForce: RulesInForce) {
        if hasChanged {
            do throws(Failure) {
                let rules = try RulesLoader.loadQuietly(path)
                inForce = try rules.inForce
                loaded = rules
            } catch {
                throw Failure(
                    error.status,
                    "the rules cannot be used as they are now: "
                        + (error.message ?? "'cleanrules check' says what is wrong with them"))
            }
        }
        return (loaded, inForce)
    }

    private var hasChanged: Bool {
        loaded.sources.contains { source in
            let bytes = try? FileBytes.read(source.file, most: FileBytes.rulesBytesMax)
            return bytes != source.bytes
        }
    }
}
