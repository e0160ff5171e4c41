// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import RuleEngine
internal import Text
package import Wording

/// Why a drive is held by its canary: the file is not as the rules say, or was not seen.
package struct CanaryDoubt: Sendable, Hashable {
    /// The canary of the rules.
    package let canary: Canary
    /// What was seen instead.
    package let seen: FileSighting

    /// What speaks against `drive` by its `canary`; nil if the file is as it has to be.
    package static func of(_ canary: Canary, on drive: any Drive) async -> CanaryDoubt? {
        let seen = await drive.sighting(
            ofFile: canary.file, byteCountMax: Canary.byteCountMax)
        if case .file(let digest) = seen, digest == canary.sha256 { return nil }
        return CanaryDoubt(canary: canary, seen: seen)
    }

    /// A doubt for a drive that cannot be opened, for `why`.
    package init(_ canary: Canary, unseen why: String) {
        self.init(canary: canary, seen: .unseen(why))
    }

    private init(canary: Canary, seen: FileSighting) {
        self.canary = canary
        self.seen = seen
    }

    /// Whether nothing is known of the file, so that there is nothing to mend on the drive.
    package var isUnseen: Bool {
        if case .unseen = seen { true } else { false }
    }

    /// What is doubtful, one clause in English, as it is recorded.
    package var sentence: String {
        let path = VisibleText.escaped(canary.file)
        switch seen {
        case .missing:
            return String(
                clause: "its canary '\(path)' is not there; its SHA-256 should be \(canary.sha256)")
        case .file(let digest):
            return String(
                clause: "its canary '\(path)' is not as it was; its SHA-256 should be"
                    + " \(canary.sha256) and is \(digest)")
        case .irregular:
            return String(
                clause: "its canary '\(path)' is no regular file, or lies behind a link; its"
                    + " SHA-256 should be \(canary.sha256)")
        case .tooLarge(let bytes):
            return String(
                clause: "its canary '\(path)' has \(bytes) bytes, and a canary has at most"
                    + " \(Canary.byteCountMax)")
        case .unseen(let why):
            return String(
                clause: "its canary '\(path)' was not seen, so nobody knows how it is: \(why)")
        }
    }

    /// The same in the language of the person.
    package var phrase: Phrase { .told(sentence) }
}
