// SPDX-License-Identifier: Apache-2.0

/// Status and headers of a response, put together line by line.
struct ResponseHead {
    /// The status; 0 before there is one.
    private(set) var status = 0
    /// The headers in their order.
    private(set) var fields: [HTTPField] = []
    /// How many bytes the lines had, with those of interim responses and trailers.
    private(set) var byteCount = 0
    /// Whether the blank line after the headers has come. libcurl takes headers that end with the
    /// connection for whole.
    private(set) var isComplete = false

    /// Takes one line with its end. An interim response (100, 103) is forgotten when the next one
    /// begins; trailers are not headers and only count.
    mutating func take(_ line: UnsafeRawBufferPointer) {
        byteCount += line.count
        if isComplete { return }
        let text = unsafe ResponseHead.trimmed(line[...])
        if unsafe line.starts(with: "HTTP/".utf8) {
            fields = []
            status = unsafe ResponseHead.status(of: text)
        } else if unsafe text.isEmpty {
            isComplete = status >= 200
        } else if unsafe line.first == 0x20 || line.first == 0x09 {
            // RFC 9112 section 5.2: a folded line goes on with the header before it.
            guard let last = fields.indices.last else { return }
            unsafe fields[last].value += " " + String(decoding: text, as: UTF8.self)
        } else if let colon = unsafe text.firstIndex(of: 0x3a) {
            let value = unsafe ResponseHead.trimmed(text[(colon + 1)...])
            unsafe fields.append(
                HTTPField(
                    String(decoding: text[..<colon], as: UTF8.self),
                    String(decoding: value, as: UTF8.self)))
        }
    }

    /// Whether two headers tell different lengths of the body (RFC 9110 section 8.6); libcurl would
    /// believe the last one.
    var contradictsItself: Bool {
        let lengths = fields.filter { $0.name.lowercased() == "content-length" }.map(\.value)
        return Set(lengths).count > 1
    }

    /// How the body is packed, in lower case; empty if it is not.
    var coding: String {
        let names = fields.filter { $0.name.lowercased() == "content-encoding" }
            .map { $0.value.lowercased() }
        return names.filter { !$0.isEmpty && $0 != "identity" }.joined(separator: ", ")
    }

    /// The number after the first blank of a status line.
    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int {
        let digits = unsafe line.drop { $0 != 0x20 }.dropFirst().prefix {
            (0x30...0x39).contains($0)
        }
        return unsafe digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func trimmed(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        var rest = unsafe bytes
        while let byte = unsafe rest.first, byte <= 0x20 { unsafe rest.removeFirst() }
        while let byte = unsafe rest.last, byte <= 0x20 { unsafe rest.removeLast() }
        return unsafe rest
    }
}
