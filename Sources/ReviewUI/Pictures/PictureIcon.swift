// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// The icons that stand where there is no picture, and which files may have one.
package enum PictureIcon: String, Sendable, Hashable, CaseIterable {
    case photo, video, audio, document, archive, folder, other

    /// The icon of a file by its name, as rules tell kinds by it.
    package static func kind(forName name: String) -> PictureIcon {
        let ending = PictureIcon.ending(of: name)
        if PhotoForm.rawEndings.contains(ending) { return .photo }
        return (kinds[ending] ?? .other).icon
    }

    /// The icon of an item: that of its name, unless it is a folder.
    package static func kind(forName name: String, type: ItemType) -> PictureIcon {
        type == .folder ? .folder : kind(forName: name)
    }

    /// Whether a worker may find a picture in a file of that name; it is not asked in vain for
    /// songs and archives.
    package static func mayHavePicture(name: String) -> Bool {
        switch kind(forName: name) {
        // A drawing may do what a program does; those of others are never drawn.
        case .photo: !["svg", "psd"].contains(ending(of: name))
        case .video: true
        case .document: ending(of: name) == "pdf"
        case .audio, .archive, .folder, .other: false
        }
    }

    /// Whether a file of that name is a raw picture of a camera.
    static func isRaw(name: String) -> Bool { PhotoForm.rawEndings.contains(ending(of: name)) }

    /// What stands after the last dot, in lower case; "" where there is none.
    private static func ending(of name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            return ""
        }
        return String(decoding: name.utf8[dot...].dropFirst(), as: UTF8.self).lowercased()
    }

    private static let kinds: [String: ItemKind] = {
        var kinds: [String: ItemKind] = [:]
        for (kind, list) in KindTable.extensions {
            for ending in list.split(separator: " ") { kinds[String(ending)] = kind }
        }
        return kinds
    }()
}

extension ItemKind {
    /// The icon of the kind.
    fileprivate var icon: PictureIcon {
        switch self {
        case .image: .photo
        case .video: .video
        case .audio: .audio
        case .document: .document
        case .archive: .archive
        case .other: .other
        }
    }
}
