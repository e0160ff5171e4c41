// SPDX-License-Identifier: Apache-2.0

/// Text in pictures, measured without a font.
///
/// Widths are those of the widest common face, a bold DejaVu Sans, rounded up: whatever face is
/// there, the text takes no more room.
enum SVGText {
    /// How wide `text` is at most, in widths of the letter M's height: multiply by the font size.
    static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The size, `size` at most, at which `text` fits into `room`.
    static func size(_ text: String, _ size: Double, room: Double) -> Double {
        let wanted = width(text) * size
        return wanted <= room ? size : (size * room / wanted * 10).rounded(.down) / 10
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case " ", "\u{202f}", "\u{a0}": 0.36
        case ".", ",", ":", ";", "'", "’", "i", "j", "l", "I", "|", "!", "·": 0.42
        case "(", ")", "-", "/", "f", "r", "t": 0.51
        case "–": 0.52
        case "m", "M", "W", "w", "%", "@", "…", "—": 1.12
        case "0"..."9": 0.7
        case "a"..."z": 0.73
        case "A"..."Z": 0.86
        case "\u{c0}"..."\u{24f}": 0.88
        default: 1.2
        }
    }

    /// `text` as the content of an element or an attribute.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number with one digit after the point at most, the same on every machine.
    static func number(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        let (whole, rest) = (tenths / 10, abs(tenths % 10))
        let sign = tenths < 0 && whole == 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
}

/// Writes the elements of a picture, one a line.
struct SVGWriter {
    /// What was written.
    private(set) var text = ""
    /// The colours of what is added.
    var colours = ChartColours.light

    /// Adds a line as it stands.
    mutating func line(_ line: String) { text += line + "\n" }

    /// Where a text stands.
    enum Anchor: String {
        case start, middle, end
    }

    /// Adds text that takes no more than `room`.
    mutating func text(
        _ content: String, x: Double, y: Double, size: Double, room: Double,
        style: ChartStyle, anchor: Anchor = .start
    ) {
        let fitting = SVGText.size(content, size, room: room)
        let place = "x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\""
        let anchorText = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
        line(
            "<text \(place) font-size=\"\(SVGText.number(fitting))\"\(anchorText) \(colours.style(style))>"
                + "\(SVGText.escaped(content))</text>")
    }

    /// Adds a rectangle.
    mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, style: ChartStyle
    ) {
        let number = SVGText.number
        let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
        line(
            "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\""
                + " height=\"\(number(height))\"\(corner) \(colours.style(style))/>")
    }
}
