// SPDX-License-Identifier: Apache-2.0

internal import PictureExchange

extension PictureWorker {
    /// A drawing of this program's own as a PNG file, its longest side that long.
    ///
    /// Never for drawings of others: an SVG may name other files.
    package func png(ofOwnDrawing svg: String, longestSide: Int) async -> PictureAnswer {
        guard let file = PictureFile(bytes: Array(svg.utf8)) else {
            return .none(reason: "there is no memory for it")
        }
        let order = PictureOrder(
            format: .png, hint: .ownDrawing, width: longestSide, height: longestSide)
        do throws(Failure) {
            let made = try await picture(order, of: file)
            guard
                PictureCheck.isAsAsked(
                    order, width: made.width, height: made.height, made.bytes)
            else { return .none(reason: "the drawing cannot be read") }
            return .picture(
                Picture(
                    bytes: made.bytes, mediaType: "image/png", width: made.width,
                    height: made.height))
        } catch {
            return .none(reason: error.reason)
        }
    }
}
