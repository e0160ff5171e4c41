// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A rules file to start from, commented line by line and safe as it stands.
///
/// Each one is for a folder of this machine, protects before it deletes, waits before anything
/// goes, and brings tests that cover every one of its rules.
enum RuleTemplate: String, CaseIterable, Sendable {
    /// Copies, screenshots and camera leftovers among pictures and films.
    case photos
    /// Installers, unfinished downloads and second copies.
    case downloads
    /// The newest few backups of each folder stay.
    case backups
    /// One protection, one rule, one test.
    case minimal

    /// One line for a list of templates.
    var summary: String {
        switch self {
        case .photos: "pictures and films: exact copies, old screenshots, camera leftovers"
        case .downloads: "a downloads folder: installers, unfinished files, second copies"
        case .backups: "a backup folder: the newest few of each kind stay"
        case .minimal: "one protection, one rule, one test: a start of your own"
        }
    }

    /// The rules file for the folder `root`.
    func text(root: String) -> String {
        let drive = RuleTemplate.quoted(root)
        switch self {
        case .photos: return RuleTemplate.photosText(root: drive)
        case .downloads: return RuleTemplate.downloadsText(root: drive)
        case .backups: return RuleTemplate.backupsText(root: drive)
        case .minimal: return RuleTemplate.minimalText(root: drive)
        }
    }

    /// `text` as a double-quoted YAML scalar on one line, whatever it holds.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default:
                if scalar.isHiddenOrControl || scalar.value >= 0xFFFE {
                    quoted += "\\U" + HexDigits.text(scalar.value, atLeast: 8, upper: true)
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}
