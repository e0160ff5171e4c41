// SPDX-License-Identifier: Apache-2.0

import Testing

/// The promises of docs/design/execution.md; a test that would fail without one bears its tag.
extension Tag {
    /// An item is deleted only if it was staged, its window had passed, and it is what the plan saw.
    @Tag static var onlyWhatWasPlanned: Self
    /// A protected item is never deleted, whatever the rules were in between.
    @Tag static var protections: Self
    /// After every single deletion the copies that have to stay are there.
    @Tag static var copiesStay: Self
    /// A process that is killed loses no decision, repeats no deletion, and changes no outcome.
    @Tag static var crashSafety: Self
    /// Whatever a drive answers, the outcome is one of the states, and none is made up.
    @Tag static var anyAnswer: Self
    /// A day's quota is never exceeded and never granted twice.
    @Tag static var quotas: Self
    /// An undo that was acknowledged is never followed by the deletion.
    @Tag static var undoWins: Self
    /// The history reproduces the state.
    @Tag static var history: Self
    /// A disk that is full or a state file that is locked loses nothing.
    @Tag static var fullDisk: Self
}
