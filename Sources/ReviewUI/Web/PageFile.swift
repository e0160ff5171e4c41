// SPDX-License-Identifier: Apache-2.0

internal import CWebPage

/// A file of the page: its bytes, and what they are.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String
}

/// The files of the page. They stand in the binary, and nothing else is ever served in their place.
enum PageFiles {
    /// The file at `path`, which begins with a slash.
    static func file(_ path: String) -> PageFile? {
        guard isPlain(path), let mediaType = mediaType(path) else { return nil }
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
}
