// SPDX-License-Identifier: Apache-2.0

/// What pictures can be made of on this machine, one line each: the kind, `yes` or `no`, and what
/// is missing.
enum PictureKinds {
    /// The lines.
    static func lines() -> [String] {
        let kinds: [(String, () throws(NoPicture) -> Void)] =
            [
                ("jpeg", "jpeg"), ("png", "png"), ("gif", "gif"), ("bmp", "bmp"),
                ("tiff", "tiff"), ("webp", "webp"), ("heic", "heif/avif"),
            ].map { kind, loader in
                (kind, { () throws(NoPicture) in _ = try PixbufLibrary().decoder(loader) })
            } + [
                ("raw", { () throws(NoPicture) in _ = try RawLibrary() }),
                ("video", { () throws(NoPicture) in _ = try FilmLibrary() }),
                ("pdf", { () throws(NoPicture) in _ = try PageLibrary() }),
                ("own-drawing", { () throws(NoPicture) in _ = try DrawingLibrary() }),
                ("exif", { () throws(NoPicture) in _ = try ExifLibrary() }),
                ("sixel", { () throws(NoPicture) in _ = try SixelLibrary() }),
            ]
        return kinds.map { kind, load in
            do throws(NoPicture) {
                try load()
                return "\(kind) yes"
            } catch {
                return "\(kind) no: \(error.reason)"
            }
        }
    }
}
