// SPDX-License-Identifier: Apache-2.0

internal import CWebPage
internal import Glibc

/// A file of the page: its bytes, and what they are.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String
}

/// The files of the page, out of the binary, or for development out of a folder.
struct PageFiles: Sendable {
    /// Where the files lie; nil for those in the binary.
    let folder: String?

    /// The most bytes of a file.
    private static let byteCountMax = 8 << 20

    /// The file at `path`, which begins with a slash.
    func file(_ path: String) -> PageFile? {
        guard Self.isPlain(path), let mediaType = Self.mediaType(path) else { return nil }
        if let folder {
            return Self.bytes(folder + path).map { PageFile(bytes: $0, mediaType: mediaType) }
        }
        guard let file = cweb_find(path)?.pointee else { return nil }
        return PageFile(
            bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)),
            mediaType: mediaType)
    }

    /// Whether `path` has nothing but plain names: no dot files, no way up, nothing escaped.
    static func isPlain(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 200 else { return false }
        return path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { part in
                guard let first = part.first, first != UInt8(ascii: ".") else { return false }
                return part.allSatisfy { isNamePart($0) || $0 == UInt8(ascii: ".") }
            }
    }

    /// Whether `byte` is a letter, a digit, `-` or `_`.
    static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// What a file of that name holds; nil for what the page has no use for.
    static func mediaType(_ path: String) -> String? {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        default: nil
        }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= byteCountMax {
            let count = read(file, &piece, piece.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes += piece[..<count]
        }
        return nil
    }
}
