// SPDX-License-Identifier: Apache-2.0

/// What becomes of an item; the strongest of what applies wins: keep, then review, then delete.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// It stays.
    case keep
    /// A person looks at it.
    case review
    /// It goes.
    case delete
}
