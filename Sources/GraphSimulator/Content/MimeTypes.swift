// SPDX-License-Identifier: Apache-2.0

/// The MIME types that the service guesses from names.
enum MimeTypes {
    private static let byExtension = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
        "heic": "image/heic", "tif": "image/tiff", "webp": "image/webp", "svg": "image/svg+xml",
        "mp4": "video/mp4", "mov": "video/quicktime", "avi": "video/x-msvideo",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "flac": "audio/flac",
        "pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv",
        "html": "text/html", "json": "application/json", "xml": "application/xml",
        "zip": "application/zip", "gz": "application/gzip", "exe": "application/x-msdownload",
        "doc": "application/msword", "xls": "application/vnd.ms-excel",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ]

    /// The type of a file of that name.
    static func type(ofName name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return "application/octet-stream"
        }
        let suffix = name[name.index(after: dot)...].lowercased()
        return byExtension[suffix] ?? "application/octet-stream"
    }
}
