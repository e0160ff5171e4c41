// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Wording

/// The rules of a review as their files are now: it stays open for hours, and a protection that is
/// written meanwhile holds at once.
package struct CurrentRules: Sendable {
    /// Where they are read from.
    let path: String
    let files: RulesFiles

    /// The rules, read anew if one of their files has changed.
    ///
    /// Throws `refused` if they cannot be read: nobody knows what they protect then.
    func now() async throws(Failure) -> (rules: LoadedRules, inForce: RulesInForce) {
        do throws(Failure) {
            return try await files.rules(at: path)
        } catch {
            throw Failure(
                .refused,
                .refuseRulesNow(why: error.phrase ?? .refuseRulesUnknown(command: .check)))
        }
    }
}
