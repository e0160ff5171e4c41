// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// The outcome of a begun deletion, to be recorded.
package enum RecordedOutcome: Sendable, Hashable {
    /// It went; with the drive's receipt.
    case deleted(receipt: String?)
    /// It is not what the plan saw.
    case changed(String)
    /// Somebody else removed it.
    case gone
    /// It could not be deleted; tried again from then on, unless this was the last attempt.
    case failed(String, retryAt: Timestamp)
    /// It is as it was, and waits again.
    case untouched(String?)
}
