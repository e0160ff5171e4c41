// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import RuleEngine
package import StateLedger
package import Wording

/// Why a drive that the rules declare may not be the one that they mean, or not be whole. It is listed
/// and planned over, but nothing is deleted from it until a person says that it is meant, or sees to
/// it.
package enum DriveDoubt: Sendable, Hashable {
    /// Another folder, file system or account stands where the drive stood.
    case replaced
    /// It lists nothing, and so many files were listed before.
    case emptied(files: Int64)
    /// It lists so many fewer files than before that a limit of the rules holds it.
    case fewer
    /// It told which albums items are in before, and does not now.
    case albumsUntold
    /// Its canary is not as the rules say, or was not seen. No word of a person lifts that: once the
    /// canary or the rules are mended, the drive goes on by itself.
    case canary(CanaryDoubt)
    /// It was in doubt when the plan was made that is to be staged, whatever it is now: that plan
    /// rests on what was listed then.
    case before

    /// What is doubtful, one clause.
    package var phrase: Phrase {
        switch self {
        case .replaced: .syncDoubtReplaced
        case .emptied(let files): .syncDoubtEmptied(n: files, text: String(files))
        case .fewer: .runFewer
        case .albumsUntold: .syncDoubtAlbums
        case .canary(let doubt): doubt.phrase
        case .before: .syncDoubtBefore
        }
    }

    /// The same in English, as records and machine formats have it.
    package var sentence: String { Words.english(phrase) }

    /// What a person types where the drive is meant as it is; nil where that is no command.
    package func command(_ name: String) -> Hint? {
        switch self {
        case .replaced, .emptied, .fewer, .albumsUntold: .acceptDrive(name: name)
        case .canary, .before: nil
        }
    }

    /// The clause with the drive's `name` and the way out.
    package func advice(_ name: String) -> Phrase {
        switch self {
        case .replaced, .emptied, .fewer, .albumsUntold:
            .syncAdvice(drive: name, why: phrase, command: .acceptDrive(name: name))
        case .canary(let doubt):
            doubt.isUnseen
                ? .syncAdviceUnseen(drive: name, why: phrase)
                : .syncAdviceCanary(drive: name, why: phrase)
        case .before: .syncAdviceBefore(drive: name, why: phrase, command: .plan)
        }
    }
}

/// What the state file keeps of a drive, beside the settings that it is opened with, to know it
/// again.
package enum DriveMarks {
    /// The root as the rules name it, before links are followed.
    package static let declared = "declared_root"
}

extension LedgerDrive {
    /// Whether the rules mean this drive still, and something else stands in its place: the one of
    /// `identity`, which is opened with `settings`.
    package func isReplaced(by identity: DriveIdentity, _ settings: [String: String]) -> Bool {
        DriveKinship(self, identity, settings) == .replaced
    }
}

/// How a drive relates to the one that was listed before under its name.
enum DriveKinship: Sendable, Hashable {
    /// It is the same.
    case same
    /// The rules mean another one: somebody has edited its declaration.
    case declaredAnew
    /// The rules say the same, and something else is there.
    case replaced

    /// How the drive of `identity`, which is opened with `settings`, relates to `known`.
    init(_ known: LedgerDrive, _ identity: DriveIdentity, _ settings: [String: String]) {
        let text = identity.description
        if known.identity.utf8.elementsEqual(text.utf8) {
            // A folder can get the number of one that was removed.
            self = Self.contradicts(known.settings, identity.marks) ? .replaced : .same
            return
        }
        if known.kind != identity.kind.rawValue || identity.kind == .listing {
            self = .declaredAnew
            return
        }
        guard identity.kind == .local else {
            self = .replaced
            return
        }
        let (before, now) = (DriveIdentityText(known.identity), DriveIdentityText(text))
        let hasMark = known.settings[DriveIdentity.fileSystemMark] != nil
        // A file system may get another number with each start of the machine; then its own mark
        // tells it.
        let isSameFolder =
            before.rootNumber == now.rootNumber
            && (hasMark || before.device == now.device)
            && !Self.contradicts(known.settings, identity.marks)
        let isSamePath = before.localRoot == now.localRoot
        if isSameFolder {
            self = isSamePath ? .same : .declaredAnew
            return
        }
        let declared = known.settings[DriveMarks.declared] ?? before.localRoot
        let isEdited = declared != settings[DriveMarks.declared]
        self = isEdited && !isSamePath ? .declaredAnew : .replaced
    }

    /// Whether a mark that both have differs.
    private static func contradicts(
        _ known: [String: String], _ marks: [String: String]
    ) -> Bool {
        marks.contains { mark, value in known[mark].map { $0 != value } ?? false }
    }
}
