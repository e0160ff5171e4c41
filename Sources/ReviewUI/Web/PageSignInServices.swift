// SPDX-License-Identifier: Apache-2.0

internal import Wording

/// What the page does with the accounts of drives: the program supplies it.
package struct PageSignInServices: Sendable {
    /// Begins a sign-in to a drive, by its name in the rules; one that is under way goes on.
    package var begin: @Sendable (String) async throws(ReviewError) -> Void = {
        (_) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }
    /// How far the one is that was begun last; nil where none was.
    package var current: @Sendable () async -> PageSignIn? = { nil }
    /// Gives up the one that is under way.
    package var cancel: @Sendable () async -> Void = {}
    /// Forgets the tokens of a drive, by its name in the rules.
    package var signOut: @Sendable (String) async throws(ReviewError) -> Void = {
        (_) async throws(ReviewError) in
        throw ReviewError(.invalid, .refuseNotFromHere)
    }

    /// Services that have nothing.
    package init() {}
}
