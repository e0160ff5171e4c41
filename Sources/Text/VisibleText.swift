// SPDX-License-Identifier: Apache-2.0

/// Text from outside as a person may safely see it: what is invisible or moves other text about
/// is written out as an escape.
///
/// `\n`, `\r` and `\t` stand for themselves, every other such character is `\u` and four hex
/// digits, or `\u{...}` above U+FFFF. A backslash is doubled, so that no two names look the same:
/// a text is escaped once, where it is put among others.
package enum VisibleText {
    /// `text` with all such characters written out.
    package static func escaped(_ text: String) -> String { written(text, isShown: false) }

    /// `text`, in which names stand escaped already, with nothing hidden left in it: backslashes
    /// stay as they are.
    package static func guarded(_ text: String) -> String { written(text, isShown: true) }

    /// Appends the UTF-8 of `text`, escaped; what is no UTF-8 becomes U+FFFD. O(bytes).
    package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard mayNeedEscapes(text) else {
            bytes.append(contentsOf: text)
            return
        }
        append(String(decoding: text, as: UTF8.self), isShown: false, to: &bytes)
    }

    /// The beginning of a stranger's `text` on one line: blanks in the place of all that is hidden,
    /// one after another at most, and a sign where more than `most` characters were there.
    package static func line(_ text: String, most: Int) -> String {
        let scalars = text.unicodeScalars
        var line = String.UnicodeScalarView()
        for scalar in scalars.prefix(most) { line.append(scalar.isHiddenOrControl ? " " : scalar) }
        return String(line).split(separator: " ").joined(separator: " ")
            + (scalars.count > most ? " …" : "")
    }

    private static func written(_ text: String, isShown: Bool) -> String {
        var text = text
        let isPlain = text.withUTF8 { !mayNeedEscapes($0) }
        if isPlain { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        append(text, isShown: isShown, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ text: String, isShown: Bool, to bytes: inout [UInt8]) {
        var scan = VisibleScan(text, isShown: isShown)
        while let (scalar, isWrittenOut) = scan.next() {
            if isWrittenOut {
                bytes.append(contentsOf: scalar.escape.utf8)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a byte can begin a character that is written out; other plain ASCII says no.
    private static func mayNeedEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") {
            return true
        }
        return false
    }
}

/// Goes through a text and says of each scalar whether it is written out there.
///
/// Most are judged alone. Neighbours matter for what makes ordinary pictures: a joiner stays between
/// two of them, a choice of look behind one, and in `1️⃣`. And marks that would pile up, or stand on
/// a sign that is not of the text, are written out.
struct VisibleScan: IteratorProtocol {
    /// How many marks may stand on one character; a terminal does not have to bear more.
    private static let markMax = 4

    private var rest: Substring.UnicodeScalarView
    /// Whether names stand escaped in the text already, so that backslashes are as they should be.
    private let isShown: Bool
    private var marks = markMax
    private var before: Unicode.Scalar?
    /// Whether a picture ends here, to which another may be joined.
    private var isAfterPicture = false

    init(_ text: String, isShown: Bool) {
        rest = Substring(text).unicodeScalars
        self.isShown = isShown
    }

    mutating func next() -> (scalar: Unicode.Scalar, isWrittenOut: Bool)? {
        guard let scalar = rest.popFirst() else { return nil }
        defer { before = scalar }
        if scalar.value < 0x300 {
            let isWrittenOut = scalar == "\\" ? !isShown : scalar.isHiddenOrControl
            marks = isWrittenOut ? Self.markMax : 0
            isAfterPicture = scalar.isPicture
            return (scalar, isWrittenOut)
        }
        let isWrittenOut = isWrittenOut(scalar)
        if isWrittenOut {
            marks = Self.markMax
        } else {
            marks = CellWidth.of(scalar) == 0 ? marks + 1 : 0
        }
        // A picture stays one with a choice of its look.
        let choosesPresentation = VisibleScan.choosesPresentation(scalar) && !isWrittenOut
        isAfterPicture = choosesPresentation ? isAfterPicture : scalar.isPicture && !isWrittenOut
        return (scalar, isWrittenOut)
    }

    private func isWrittenOut(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{200D}" {
            return !(isAfterPicture && rest.first?.isPicture == true)
        }
        if VisibleScan.choosesPresentation(scalar) {
            let isKeycap = before?.isKey == true && rest.first == "\u{20E3}"
            return !(before?.isPicture == true || isKeycap)
        }
        return scalar.isHiddenOrControl
            || marks >= Self.markMax && CellWidth.of(scalar) == 0
    }

    /// Whether the scalar chooses between a picture and a sign of text.
    static func choosesPresentation(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE0E...0xFE0F).contains(scalar.value)
    }
}

extension Unicode.Scalar {
    /// Whether it is a key of a telephone, which makes a picture with a frame around it.
    fileprivate var isKey: Bool {
        self == "#" || self == "*" || (0x30...0x39).contains(value)
    }
}
