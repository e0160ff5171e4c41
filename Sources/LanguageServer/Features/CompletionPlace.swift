// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// Where in a file somebody types a word, and what of it stands there.
///
/// What is being typed is seldom YAML. So a mark is put in the place of the word, as a value or as a
/// key, into the whole text or, where that is no YAML either, into what stands above; the first of
/// these that can be read says where the mark is.
struct CompletionPlace {
    /// The steps to the value, or to the mapping that a key is typed in.
    let path: [SchemaGuide.Step]
    /// Whether a key is typed; otherwise it is a value, or a key of a mapping that begins with it.
    let isKey: Bool
    /// The bytes of the word that is typed, up to the cursor.
    let word: Range<Int>
    /// The keys that stand in the mapping already.
    let siblings: Set<String>

    private static let mark = "zz-cursor-zz"

    /// The place at `offset` of `bytes`; nil where nothing can be told of it.
    init?(_ bytes: [UInt8], _ lines: LineTable, at offset: Int) {
        let line = lines.line(lines.lineNumber(of: offset))
        guard let word = Self.word(bytes, line, offset) else { return nil }
        let end = Self.wordEnd(bytes, line, offset)
        let before = Array(bytes[..<word.lowerBound])
        let closing = Self.closing(bytes[line.lowerBound..<word.lowerBound])
        let tails = [Array(bytes[end...]), [0x0A], closing + [0x0A]]
        for tail in tails {
            for suffix in ["", ": zz"] {
                let text = before + Array((Self.mark + suffix).utf8) + tail
                guard let (path, isKey, siblings) = Self.find(text) else { continue }
                self.path = path
                self.isKey = isKey
                self.word = word
                self.siblings = siblings
                return
            }
        }
        return nil
    }

    /// The bytes before the cursor that are one word with it; nil in a comment.
    private static func word(_ bytes: [UInt8], _ line: Range<Int>, _ offset: Int) -> Range<Int>? {
        var start = offset
        let ends = Set(" \t[]{},\"':".utf8)
        while start > line.lowerBound {
            let byte = bytes[start - 1]
            // In 'drive:/folder' the colon is one of the word's.
            let isInside =
                byte == UInt8(ascii: ":") && start < offset && bytes[start] == UInt8(ascii: "/")
            if ends.contains(byte), !isInside { break }
            start -= 1
        }
        for index in line.lowerBound..<start where bytes[index] == UInt8(ascii: "#") {
            let isFirst = index == line.lowerBound
            if isFirst || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { return nil }
        }
        if start < offset, bytes[start] == UInt8(ascii: "#") { return nil }
        return start..<offset
    }

    private static func wordEnd(_ bytes: [UInt8], _ line: Range<Int>, _ offset: Int) -> Int {
        var end = offset
        let ends = Set(" \t[]{},\"':".utf8)
        while end < line.upperBound, !ends.contains(bytes[end]) { end += 1 }
        return end
    }

    /// What closes the quotes and brackets that a line opens.
    private static func closing(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var open: [UInt8] = []
        var quote: UInt8?
        for byte in line {
            if let sign = quote {
                if byte == sign { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
            default: break
            }
        }
        return (quote.map { [$0] } ?? []) + open.reversed()
    }

    private static func find(
        _ text: [UInt8]
    ) -> (path: [SchemaGuide.Step], isKey: Bool, siblings: Set<String>)? {
        let source = SourceText(file: "", bytes: text)
        guard let tree = MarkedTree(of: source), let root = tree.root else { return nil }
        var waiting: [(node: NodeID, path: [SchemaGuide.Step])] = [(root, [])]
        while let (node, path) = waiting.popLast() {
            switch tree[node].content {
            case .scalar(let text, _):
                if text.contains(mark) { return (path, false, []) }
            case .alias: break
            case .sequence(let elements, _):
                for (index, element) in elements.enumerated() {
                    waiting.append((element, path + [.element(index)]))
                }
            case .mapping(let entries, _):
                for entry in entries {
                    let key = tree.text(of: entry.key) ?? ""
                    guard !key.contains(mark) else {
                        let names = entries.compactMap { tree.text(of: $0.key) }
                        return (path, true, Set(names))
                    }
                    waiting.append((entry.value, path + [.key(key)]))
                }
            }
        }
        return nil
    }
}
