// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The first line of a request and its header fields.
struct RequestHead: Sendable, Hashable {
    /// As in `GET`.
    let method: String
    /// Before the question mark, as it was sent.
    let path: String
    /// After the question mark, as it was sent.
    let query: String
    /// 0 or 1, of HTTP/1.
    let minorVersion: Int
    /// Names in small letters, and values, in their order.
    let fields: [(name: String, value: String)]

    /// The most bytes of a head: all cookies of this machine may be in it.
    static let byteCountMax = 32 << 10
    /// The most bytes of what is asked for.
    static let targetByteCountMax = 2048
    /// The most header fields.
    static let fieldCountMax = 100

    static func == (one: RequestHead, other: RequestHead) -> Bool {
        one.method == other.method && one.path == other.path && one.query == other.query
            && one.minorVersion == other.minorVersion
            && one.fields.elementsEqual(other.fields) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
    }

    /// The values of that field.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The value of that field, which stands once at most.
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether the connection may serve another request after this one.
    var keepsAlive: Bool {
        let tokens = (value("connection") ?? "").lowercased().split(separator: ",").map {
            $0.trimmed
        }
        return minorVersion == 1 ? !tokens.contains("close") : tokens.contains("keep-alive")
    }

    /// The values of the cookies of that name: another port of this machine may have set more.
    func cookies(_ name: String) -> [String] {
        values("cookie").flatMap { $0.split(separator: ";") }.compactMap { part in
            let part = part.trimmed
            guard let equals = part.firstIndex(of: "="),
                part[..<equals].utf8.elementsEqual(name.utf8)
            else { return nil }
            return String(part[part.index(after: equals)...])
        }
    }
}

/// Why a request is refused before anybody looks at what it wants.
struct RequestFault: Error, Hashable {
    let status: Int
    let message: Message

    init(_ status: Int, _ message: Message) {
        self.status = status
        self.message = message
    }
}

extension RequestHead {
    /// Fields of which two could mean two things.
    private static let single: Set<String> = [
        "host", "content-length", "content-type", "origin", "x-cleanrules-token",
        "sec-fetch-site", "last-event-id", "transfer-encoding", "connection",
    ]

    /// The head that `bytes` are, without the empty line at its end.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestFault) {
        let lines = Self.lines(bytes)
        guard let first = lines.next() else { throw RequestFault(400, Message("no request")) }
        let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(PageFiles.isNamePart) else {
            throw RequestFault(400, Message("the first line is no request"))
        }
        guard parts[1].count <= Self.targetByteCountMax else {
            throw RequestFault(414, Message("the address is too long"))
        }
        guard parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ (0x21...0x7e) ~= $0 })
        else { throw RequestFault(400, Message("the address is none of this server")) }
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": minorVersion = 1
        case "HTTP/1.0": minorVersion = 0
        default: throw RequestFault(505, Message("only HTTP/1.1 is spoken here"))
        }
        method = String(decoding: parts[0], as: UTF8.self)
        let mark = parts[1].firstIndex(of: UInt8(ascii: "?")) ?? parts[1].endIndex
        path = String(decoding: parts[1][..<mark], as: UTF8.self)
        query = String(decoding: parts[1][mark...].dropFirst(), as: UTF8.self)
        var fields: [(name: String, value: String)] = []
        var seen: Set<String> = []
        while let line = lines.next() {
            guard fields.count < Self.fieldCountMax else {
                throw RequestFault(431, Message("too many header fields"))
            }
            let field = try Self.field(line)
            if Self.single.contains(field.name), !seen.insert(field.name).inserted {
                throw RequestFault(400, Message("the header field \(field.name) stands twice"))
            }
            fields.append(field)
        }
        self.fields = fields
    }

    private static func field(
        _ line: ArraySlice<UInt8>
    ) throws(RequestFault) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(PageFiles.isNamePart)
        else { throw RequestFault(400, Message("a header field has no name")) }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
            throw RequestFault(400, Message("a header field holds control characters"))
        }
        return (
            String(decoding: line[..<colon], as: UTF8.self).lowercased(),
            String(String(decoding: value, as: UTF8.self).trimmed)
        )
    }

    /// Lines that end with CR and LF; the last one needs no end.
    private static func lines(
        _ bytes: ArraySlice<UInt8>
    ) -> AnyIterator<ArraySlice<UInt8>> {
        var rest = bytes
        return AnyIterator {
            if rest.isEmpty { return nil }
            guard let end = rest.firstIndex(of: 0x0d), end + 1 < rest.endIndex,
                rest[end + 1] == 0x0a
            else {
                defer { rest = [] }
                return rest
            }
            defer { rest = rest[(end + 2)...] }
            return rest[..<end]
        }
    }
}

extension StringProtocol {
    /// Without spaces and tabs at both ends.
    fileprivate var trimmed: SubSequence {
        var part = self[...]
        while part.first == " " || part.first == "\t" { part = part.dropFirst() }
        while part.last == " " || part.last == "\t" { part = part.dropLast() }
        return part
    }
}
