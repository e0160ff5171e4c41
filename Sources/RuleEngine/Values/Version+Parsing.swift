// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// How the version of the language is written.
public enum VersionGrammar {
    /// The one version there is.
    package static let current = "1"

    /// Checks that `text` is a version that this program reads.
    public static func check(_ text: String) throws(ValueError) {
        guard text == current else {
            throw ValueError(
                .versionUnknown,
                Message("'\(text.quotable)' is not a version that this program reads"),
                advice: Message("write '1'"))
        }
    }
}
