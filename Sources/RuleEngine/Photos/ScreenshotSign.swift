// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// Tells pictures of screens from photographs.
package enum ScreenshotSign {
    /// How programs and systems begin the names of their screenshots, folded.
    private static let beginnings = [
        "screenshot", "screen shot", "screen_shot", "bildschirmfoto", "capture d\u{2019}\u{e9}cran",
        "capture d'\u{e9}cran", "captura de pantalla", "schermafbeelding", "istantanea schermo",
    ].map { Array($0.utf8) }

    /// True where the picture says so itself, or its name does and no camera is named; false where a
    /// camera is; nil where nothing tells, and of a picture that nobody has looked at.
    package static func isScreenshot(name: String, camera: String?, _ photo: PhotoFacts?) -> Bool? {
        guard let photo else { return nil }
        if photo.isScreenshot { return true }
        if let camera, !camera.isEmpty { return false }
        var name = name
        let isNamed = name.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe isName(TextSlice(start: start, count: bytes.count))
        }
        return isNamed ? true : nil
    }

    /// The same of a row of a listing.
    static func isScreenshot(_ listing: Listing, _ row: Int) -> Bool? {
        let text = listing.photo.slice(row)
        guard text.count > PhotoFacts.Place.bits,
            let bits = unsafe HexDigit.value(of: text.start[PhotoFacts.Place.bits])
        else { return nil }
        if Int(bits) & PhotoFacts.Bit.screenshot != 0 { return true }
        if listing.camera.numbers[row] != 0 { return false }
        return isName(listing.names[row]) ? true : nil
    }

    /// Whether a file is called as screenshots are.
    private static func isName(_ name: TextSlice) -> Bool {
        let folded: Column<UInt8> = Column(capacity: name.count)
        appendFolded(name, to: folded)
        let bytes = unsafe UnsafeBufferPointer(start: folded.base, count: folded.count)
        for beginning in beginnings where unsafe bytes.starts(with: beginning) { return true }
        return false
    }
}
