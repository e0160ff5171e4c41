// SPDX-License-Identifier: Apache-2.0

/// The sizes of thumbnails that the service makes, by the longest side in pixels.
enum GraphThumbnailSize {
    private static let usual = [("small", 96), ("medium", 176), ("large", 800)]
    /// The largest that is asked for.
    private static let sideMax = 2_048

    /// The names to ask for, the best first.
    static func names(longestSide: Int) -> [String] {
        if let name = usual.first(where: { longestSide <= $0.1 })?.0 { return [name] }
        let side = min(longestSide, sideMax)
        return ["c\(side)x\(side)", "large"]
    }

    /// The names to ask for where a picture is looked at and not shown, the best first: the service
    /// makes the first one where it makes sizes of one's own.
    static func lookNames(longestSide: Int) -> [String] {
        longestSide < 800 ? ["c\(longestSide)x\(longestSide)", "large"] : ["large"]
    }

    /// The addresses in an answer, by the names of their sizes: those of the first set, for more
    /// than one is of other pages.
    static func urls(_ body: [UInt8]) -> [String: String] {
        var found: [String: String]?
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                guard key == "value", unsafe place[0] == UInt8(ascii: "[") else {
                    return try unsafe reader.skipValue(&place, depth: 1)
                }
                found = unsafe try firstSet(&reader, &place)
            }
        }
        return isRead == nil ? [:] : found ?? [:]
    }

    /// The addresses of the first set of the list at `place`; nil for an empty one.
    static func firstSet(
        _ reader: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> [String: String]? {
        var first: [String: String]?
        try unsafe reader.elements(&place, depth: 1) { (reader, place) throws(JSONFault) in
            guard first == nil, unsafe place[0] == UInt8(ascii: "{") else {
                return try unsafe reader.skipValue(&place, depth: 2)
            }
            first = unsafe try set(&reader, &place)
        }
        return first
    }

    private static func set(
        _ reader: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> [String: String] {
        var urls: [String: String] = [:]
        try unsafe reader.members(&place, depth: 2) { (size, reader, place) throws(JSONFault) in
            guard unsafe place[0] == UInt8(ascii: "{") else {
                return try unsafe reader.skipValue(&place, depth: 3)
            }
            try unsafe reader.members(&place, depth: 3) { (key, reader, place) throws(JSONFault) in
                let text = try unsafe reader.textIfAny(&place, depth: 4)
                if key == "url" { urls[size] = text }
            }
        }
        return urls
    }
}
