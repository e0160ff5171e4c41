// SPDX-License-Identifier: Apache-2.0

internal import PictureExchange

/// Looks at bytes that are to be shown, without decoding them.
enum PictureCheck {
    /// The media type of a picture that browsers show, by its first bytes; nil for all else.
    static func mediaType(of bytes: [UInt8]) -> String? {
        func has(_ text: String, at place: Int) -> Bool {
            bytes.dropFirst(place).starts(with: text.utf8)
        }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            return "image/png"
        }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return "image/webp" }
        if has("GIF87a", at: 0) || has("GIF89a", at: 0) { return "image/gif" }
        return nil
    }

    /// Whether a terminal may be sent `bytes` as a sixel sequence: nothing but its own signs stands
    /// between its beginning and its end.
    static func isSixel(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes.starts(with: [0x1b, UInt8(ascii: "P")]),
            bytes.suffix(2).elementsEqual([0x1b, UInt8(ascii: "\\")])
        else { return false }
        return bytes.dropFirst(2).dropLast(2).allSatisfy { (32...126).contains($0) || $0 == 10 }
    }

    /// Whether `bytes` are what a worker was asked for.
    static func isAsAsked(
        _ order: PictureOrder, width: Int, height: Int, _ bytes: [UInt8]
    ) -> Bool {
        guard width <= order.pixelWidth, height <= order.pixelHeight else { return false }
        switch order.format {
        case .jpeg: return mediaType(of: bytes) == "image/jpeg"
        case .png: return mediaType(of: bytes) == "image/png"
        case .rgba: return bytes.count == width * height * 4
        case .sixel: return isSixel(bytes)
        }
    }
}
