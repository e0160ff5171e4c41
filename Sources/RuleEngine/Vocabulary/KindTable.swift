// SPDX-License-Identifier: Apache-2.0

/// Which MIME types and which extensions make which kind.
package enum KindTable {
    /// The extensions of each kind; every other extension is `other`.
    package static let extensions: [(kind: ItemKind, extensions: String)] = [
        (
            .image,
            "jpg jpeg jpe png gif bmp tif tiff webp heic heif avif raw dng cr2 cr3 nef arw orf rw2"
                + " raf pef srw svg psd"
        ),
        (.video, "mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp 3g2 mts m2ts ts vob ogv"),
        (.audio, "mp3 m4a aac wav flac ogg oga opus wma aiff aif mid midi amr"),
        (
            .document,
            "pdf doc docx odt rtf txt md xls xlsx ods csv ppt pptx odp epub mobi tex pages numbers"
                + " key one html htm json xml yaml yml"
        ),
        (
            .archive,
            "zip rar 7z tar gz tgz bz2 tbz2 xz txz zst iso dmg jar apk deb rpm cab"
        ),
    ]

    /// The kind that a MIME type decides; nil where the extension decides.
    package static func kind(ofMIME mime: String) -> ItemKind? {
        let type = mime.prefix { $0 != ";" }.lowercased()
        if type.hasPrefix("image/") { return .image }
        if type.hasPrefix("video/") { return .video }
        if type.hasPrefix("audio/") { return .audio }
        if type.hasPrefix("text/") || documentTypes.contains(type)
            || documentPrefixes.contains(where: type.hasPrefix)
        {
            return .document
        }
        return archiveTypes.contains(type) ? .archive : nil
    }

    /// The kind of a folded extension.
    package static func kind(ofExtension text: TextSlice) -> ItemKind {
        guard text.count <= 8, text.count > 0 else { return .other }
        var key: UInt64 = 0
        for index in 0..<text.count { unsafe key |= UInt64(text.start[index]) << UInt64(8 * index) }
        return kinds[key] ?? .other
    }

    private static let kinds: [UInt64: ItemKind] = {
        var kinds: [UInt64: ItemKind] = [:]
        for (kind, list) in extensions {
            for name in list.split(separator: " ") {
                var key: UInt64 = 0
                for (index, byte) in name.utf8.enumerated() { key |= UInt64(byte) << (8 * index) }
                kinds[key] = kind
            }
        }
        return kinds
    }()

    private static let documentTypes: Set<String> = [
        "application/pdf", "application/rtf", "application/msword", "application/vnd.ms-excel",
        "application/vnd.ms-powerpoint",
    ]

    private static let documentPrefixes = [
        "application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.",
        "application/vnd.ms-word.", "application/vnd.ms-excel.", "application/vnd.ms-powerpoint.",
    ]

    private static let archiveTypes: Set<String> = Set(
        [
            "zip", "x-zip-compressed", "gzip", "x-gzip", "x-tar", "x-7z-compressed", "vnd.rar",
            "x-rar-compressed", "x-rar", "x-xz", "x-bzip", "x-bzip2", "zstd",
        ].map { "application/" + $0 })
}
