// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What must be right about a request before libcurl sees it.
enum RequestCheck {
    private static let urlByteCountMax = 32 << 10
    private static let headerByteCountMax = 128 << 10

    /// Where `request` goes; throws if its address or its headers cannot be sent as they stand.
    static func origin(of request: HTTPRequest) throws(HTTPError) -> ServiceAddress {
        // Control characters could end the line that the address is sent in, and so could they in
        // a header; blanks would end the address.
        let isPlain = request.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        guard isPlain, request.url.utf8.count <= urlByteCountMax else {
            throw bad(
                String(clause: "an address holds blanks or control characters, or is too long"))
        }
        guard let origin = ServiceAddress.origin(of: request.url) else {
            throw bad(String(clause: "an address is neither https nor http on this machine"))
        }
        var byteCount = 0
        for field in request.headers {
            byteCount += field.name.utf8.count + field.value.utf8.count
            guard isName(field.name), isValue(field.value) else {
                throw bad(
                    String(
                        clause: "a header for \(origin.host) holds characters that no header may"))
            }
        }
        if byteCount > headerByteCountMax {
            throw bad(String(clause: "the headers for \(origin.host) are too large"))
        }
        return origin
    }

    /// RFC 9110 section 5.6.2: a token.
    private static func isName(_ name: String) -> Bool {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return !name.isEmpty
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0)
                    || (0x61...0x7a).contains($0) || marks.contains($0)
            }
    }

    private static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }
    }

    private static func bad(_ message: String) -> HTTPError {
        HTTPError(.badAddress, message, mayHaveReachedServer: false)
    }
}
