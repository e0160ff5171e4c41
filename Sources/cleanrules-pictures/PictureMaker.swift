// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PictureExchange

/// Makes the one picture of this process.
///
/// Everything that has to be loaded is loaded first; then the process gives up its rights, and
/// only then it looks into the bytes.
@safe
struct PictureMaker {
    private let order: PictureOrder
    private let input: Input
    private let pixbufs: PixbufLibrary
    private let sixels: SixelLibrary?
    private let decoder: Decoder

    private enum Decoder {
        case picture(PixbufLibrary.Decoder, pixelCountMax: Int)
        case raw(RawLibrary, PixbufLibrary.Decoder)
        case film(FilmLibrary, PixbufLibrary.Decoder)
        case pages(PageLibrary)
        case ownDrawing(DrawingLibrary)
    }

    /// The most pixels that are decoded at once.
    static let pixelCountMax = 150_000_000
    /// JPEG files are made smaller while they are decoded.
    static let jpegPixelCountMax = 600_000_000
    private static let jpegQuality = 84

    /// Loads what `order` needs for `input`.
    init(_ order: PictureOrder, _ input: Input) throws(NoPicture) {
        self.order = order
        self.input = input
        guard let content = unsafe Content(input.bytes, hint: order.hint) else {
            throw NoPicture.unknown
        }
        pixbufs = try PixbufLibrary()
        sixels = order.format == .sixel ? try SixelLibrary() : nil
        switch content {
        case .picture(let loader):
            let most =
                loader == "jpeg" ? PictureMaker.jpegPixelCountMax : PictureMaker.pixelCountMax
            decoder = .picture(try pixbufs.decoder(loader), pixelCountMax: most)
        case .raw: decoder = .raw(try RawLibrary(), try pixbufs.decoder("jpeg"))
        case .film: decoder = .film(try FilmLibrary(), try pixbufs.decoder("png"))
        case .pages: decoder = .pages(try PageLibrary())
        case .ownDrawing: decoder = .ownDrawing(try DrawingLibrary())
        }
    }

    /// The picture.
    func make() throws(NoPicture) -> PictureReply {
        let box = Size(width: order.pixelWidth, height: order.pixelHeight)
        let decoded = try decode(side: max(box.width, box.height))
        let picture = try pixbufs.scaled(decoded, to: decoded.size.within(box))
        switch order.format {
        case .jpeg:
            return reply(
                picture.size,
                try pixbufs.file(
                    try pixbufs.flattened(picture), "jpeg", quality: PictureMaker.jpegQuality))
        case .png: return reply(picture.size, try pixbufs.file(picture, "png", quality: nil))
        case .rgba: return reply(picture.size, try pixbufs.rgba(picture))
        case .sixel: return try sequence(picture)
        }
    }

    private func reply(_ size: Size, _ bytes: [UInt8]) -> PictureReply {
        .picture(width: size.width, height: size.height, bytes: bytes)
    }

    // MARK: - In

    private func decode(side: Int) throws(NoPicture) -> PixbufLibrary.Pixbuf {
        switch decoder {
        case .picture(let decoder, let pixelCountMax):
            return try unsafe pixbufs.picture(
                input.bytes, decoder, side: side, pixelCountMax: pixelCountMax)
        case .raw(let library, let decoder):
            switch try unsafe library.preview(input.bytes) {
            case .jpeg(let bytes):
                return try unsafe pixbufs.picture(
                    bytes, decoder, side: side, pixelCountMax: PictureMaker.jpegPixelCountMax)
            case .pixels(let pixels, let size):
                return try unsafe pixbufs.picture(
                    pixels: pixels, size: size, stride: size.width * 3, hasAlpha: false)
            }
        case .film(let library, let decoder):
            return try unsafe pixbufs.picture(
                library.still(side: side), decoder, side: side,
                pixelCountMax: PictureMaker.pixelCountMax)
        case .pages(let library):
            return try unsafe drawn(library.firstPage(input.bytes, side: side))
        case .ownDrawing(let library):
            return try unsafe drawn(library.drawing(input.bytes, side: side))
        }
    }

    private func drawn(
        _ drawing: (UnsafeRawPointer, Size)
    ) throws(NoPicture) -> PixbufLibrary.Pixbuf {
        let (pixels, size) = unsafe drawing
        return try unsafe pixbufs.picture(
            pixels: pixels, size: size, stride: size.width * 3, hasAlpha: false)
    }

    // MARK: - Out

    /// The sequence for as many cells as `picture` touches. The library stretches what it is given
    /// over whole cells, so that what is missing is filled up with nothing.
    private func sequence(_ picture: PixbufLibrary.Pixbuf) throws(NoPicture) -> PictureReply {
        guard let sixels else { throw .missing("libchafa") }
        let cell = Size(width: order.cellWidth, height: order.cellHeight)
        let columns = (picture.size.width + cell.width - 1) / cell.width
        let rows = (picture.size.height + cell.height - 1) / cell.height
        let pixels = try pixbufs.rgba(picture)
        var sheet: [UInt8] = []
        let rowCount = picture.size.width * 4
        sheet.reserveCapacity(columns * rows * cell.pixelCount * 4)
        for row in 0..<rows * cell.height {
            if row < picture.size.height {
                sheet += pixels[row * rowCount..<(row + 1) * rowCount]
            }
            let wanted = (row + 1) * columns * cell.width * 4
            sheet += [UInt8](repeating: 0, count: wanted - sheet.count)
        }
        let size = Size(width: columns * cell.width, height: rows * cell.height)
        return reply(
            size, try sixels.sequence(sheet, columns: columns, rows: rows, cell: cell))
    }
}
