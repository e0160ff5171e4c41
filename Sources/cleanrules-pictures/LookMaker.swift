// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import PictureExchange

/// Looks at the one picture of this process: what it says of itself, and what it looks like.
///
/// As where pictures are made, everything is loaded before the process gives up its rights. What
/// cannot be decoded still says when it was taken.
@safe
struct LookMaker {
    private let input: Input
    private let content: Content?
    private let exif: ExifLibrary?
    private let heif: HeifLibrary?
    private let decoder: Result<Decoder, NoPicture>

    private enum Decoder {
        case picture(PixbufLibrary, PixbufLibrary.Decoder, isJPEG: Bool)
        case raw(PixbufLibrary, RawLibrary, PixbufLibrary.Decoder)
    }

    /// Loads what `order` needs for `input`.
    init(_ order: LookOrder, _ input: Input) {
        self.input = input
        let content = unsafe Content(input.bytes, hint: order.hint)
        self.content = content
        exif = try? ExifLibrary()
        heif = content == .picture(loader: "heif/avif") ? try? HeifLibrary() : nil
        do throws(NoPicture) {
            decoder = .success(try LookMaker.decoder(content))
        } catch {
            decoder = .failure(error)
        }
    }

    private static func decoder(_ content: Content?) throws(NoPicture) -> Decoder {
        switch content {
        case .picture(let loader):
            let pixbufs = try PixbufLibrary()
            return .picture(pixbufs, try pixbufs.decoder(loader), isJPEG: loader == "jpeg")
        case .raw:
            let pixbufs = try PixbufLibrary()
            return .raw(pixbufs, try RawLibrary(), try pixbufs.decoder("jpeg"))
        case .film, .pages, .ownDrawing, nil: throw .unknown
        }
    }

    /// A report that there is nothing to be seen.
    static func nothing(_ reason: NoPicture) -> PictureReport {
        var report = PictureReport()
        report.problem = reason.reason
        return report
    }

    /// What is to be reported.
    func report() -> PictureReport {
        var report = PictureReport()
        var notes = ExifNotes()
        if let block = block { notes = ExifNotes(block, isRaw: content == .raw) }
        do throws(NoPicture) {
            let seen = try seen(notes)
            let isSideways = seen.orientation.isSideways
            report.look = PhotoLook(of: seen.plane, turned: seen.orientation)
            (report.width, report.height) =
                isSideways
                ? (seen.size.height, seen.size.width) : (seen.size.width, seen.size.height)
        } catch {
            report.problem = error.reason
        }
        notes.write(into: &report)
        if content == .picture(loader: "png"), unsafe ExifBlock(input.bytes).isScreenshotPNG {
            report.isScreenshot = true
        }
        return report
    }

    /// The EXIF block of the file.
    private var block: ExifLibrary.Block? {
        guard let exif else { return nil }
        let place = unsafe ExifBlock(input.bytes)
        let found: [UInt8]? =
            switch content {
            case .picture(loader: "jpeg"): place.ofJPEG
            case .picture(loader: "png"): place.ofPNG
            case .picture(loader: "webp"): place.ofWebP
            case .picture(loader: "heif/avif"):
                unsafe heif?.exif(input.bytes).flatMap { ExifBlock.ofHEIF($0) }
            case .picture(loader: "tiff"), .raw: place.ofTIFF
            default: nil
            }
        return found.flatMap { exif.block($0) }
    }

    /// What was decoded.
    private struct Seen {
        var plane: GreyPlane
        /// How it is to be turned.
        var orientation: PhotoOrientation
        /// The size of the picture as it is stored.
        var size: Size
    }

    private func seen(_ notes: ExifNotes) throws(NoPicture) -> Seen {
        switch try decoder.get() {
        case .picture(let pixbufs, let decoder, let isJPEG):
            let most = isJPEG ? PictureMaker.jpegPixelCountMax : PictureMaker.pixelCountMax
            let stored = try unsafe pixbufs.stored(
                input.bytes, decoder,
                .reduced(atLeast: PhotoSharpness.longerSide, isJPEG: isJPEG), pixelCountMax: most)
            // What broke off on its way looks like the whole, and must not stay in its place.
            guard stored.isWhole, hasEnd else { throw .damaged }
            return Seen(
                plane: try pixbufs.greys(stored.picture), orientation: turn(stored, notes),
                size: stored.size)
        case .raw(let pixbufs, let library, let decoder):
            return try raw(pixbufs, library, decoder, notes)
        }
    }

    /// Whether the file does not break off, where its decoder would not tell.
    private var hasEnd: Bool {
        let file = unsafe ExifBlock(input.bytes)
        return switch content {
        case .picture(loader: "jpeg"): file.isWholeJPEG
        case .picture(loader: "png"): file.isWholePNG
        case .picture(loader: "webp"): file.isWholeWebP
        case .picture(loader: "bmp"): file.isWholeBMP
        default: true
        }
    }

    /// How a picture is turned: as its decoder says; those of PNG and WebP do not look, and that of
    /// HEIC has turned it.
    private func turn(_ stored: PixbufLibrary.Stored, _ notes: ExifNotes) -> PhotoOrientation {
        let isLeftToNotes = [.picture(loader: "png"), .picture(loader: "webp")].contains(content)
        let number = isLeftToNotes ? notes.orientation : stored.orientation
        return number.flatMap { PhotoOrientation(rawValue: $0) } ?? .upright
    }

    /// The preview in a raw file, and the size of the picture itself.
    private func raw(
        _ pixbufs: PixbufLibrary, _ library: RawLibrary, _ decoder: PixbufLibrary.Decoder,
        _ notes: ExifNotes
    ) throws(NoPicture) -> Seen {
        let opened = try unsafe library.opened(input.bytes)
        var seen: Seen
        switch opened.preview {
        case .jpeg(let bytes):
            let stored = try unsafe pixbufs.stored(
                bytes, decoder, .reduced(atLeast: PhotoSharpness.longerSide, isJPEG: true),
                pixelCountMax: PictureMaker.jpegPixelCountMax)
            let orientation = stored.orientation ?? notes.orientation
            seen = Seen(
                plane: try pixbufs.greys(stored.picture),
                orientation: orientation.flatMap { PhotoOrientation(rawValue: $0) } ?? .upright,
                size: stored.size)
        case .pixels(let pixels, let size):
            let picture = try unsafe pixbufs.picture(
                pixels: pixels, size: size, stride: size.width * 3, hasAlpha: false)
            seen = Seen(
                plane: try pixbufs.greys(picture),
                orientation: notes.orientation.flatMap { PhotoOrientation(rawValue: $0) }
                    ?? .upright, size: size)
        }
        if let size = opened.size { seen.size = size }
        return seen
    }
}
