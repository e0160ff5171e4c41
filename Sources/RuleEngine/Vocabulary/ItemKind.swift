// SPDX-License-Identifier: Apache-2.0

/// What a file holds, by MIME type or else by extension.
public enum ItemKind: String, Sendable, Hashable, CaseIterable {
    /// Pictures.
    case image
    /// Films.
    case video
    /// Sound.
    case audio
    /// Text, office files, pages.
    case document
    /// Packed files and disk images.
    case archive
    /// Everything else.
    case other
}
