// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A rules file to start from, commented line by line and safe as it stands.
///
/// Each one is for a folder of this machine, protects before it deletes, waits before anything
/// goes, and brings tests that cover every one of its rules.
package enum RuleTemplate: String, CaseIterable, Sendable {
    /// Copies, screenshots and camera leftovers among pictures and films.
    case photos
    /// Installers, unfinished downloads and second copies.
    case downloads
    /// The newest few backups of each folder stay.
    case backups
    /// One protection, one rule, one test.
    case minimal

    /// One line for a list of templates.
    package var summary: String {
        switch self {
        case .photos: "pictures and films: exact copies, old screenshots, camera leftovers"
        case .downloads: "a downloads folder: installers, unfinished files, second copies"
        case .backups: "a backup folder: the newest few of each kind stay"
        case .minimal: "one protection, one rule, one test: a start of your own"
        }
    }

    /// The rules file for the folder `root`.
    package func text(root: String) -> String {
        let (drive, root) = (driveName(root), RuleTemplate.quoted(root))
        switch self {
        case .photos: return RuleTemplate.photosText(drive: drive, root: root)
        case .downloads: return RuleTemplate.downloadsText(drive: drive, root: root)
        case .backups: return RuleTemplate.backupsText(drive: drive, root: root)
        case .minimal: return RuleTemplate.minimalText(drive: drive, root: root)
        }
    }

    /// What the drive with that root is called: like its folder, where that makes a name of the
    /// language, so that the drives of several files are told apart in one state; else like what
    /// the template is for.
    package func driveName(_ root: String) -> String {
        let folder = root.split(separator: "/").last.map { String($0).lowercased() } ?? ""
        let name = folder.split { "-_. ".contains($0) }.joined(separator: "-")
        let isName =
            (1...64).contains(name.utf8.count) && name != "null"
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            }
        if isName { return name }
        return self == .minimal ? "files" : rawValue
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
