// SPDX-License-Identifier: Apache-2.0

/// Turns what is to be on a screen into what is sent to a terminal.
struct CellWriter {
    /// The colours that there are.
    let colours: ColourDepth

    /// What changes a screen that shows `old` into `new`; with nothing known of it, all.
    func changes(from old: CellGrid?, to new: CellGrid) -> String {
        var text = ""
        var before: CellGrid?
        if let old, old.columns == new.columns, old.rows == new.rows {
            before = old
        } else {
            text += "\u{1B}[0m\u{1B}[2J"
            before = CellGrid(columns: new.columns, rows: new.rows)
        }
        var style: CellStyle?
        for row in 0..<new.rows {
            var isNext = false
            for column in 0..<new.columns {
                let cell = new[row, column]
                if cell.isPicture || cell.text.isEmpty { continue }
                if let before, before[row, column] == cell {
                    isNext = false
                    continue
                }
                if !isNext { text += "\u{1B}[\(row + 1);\(column + 1)H" }
                if style != cell.style {
                    text += sequence(cell.style)
                    style = cell.style
                }
                text += cell.text
                // Terminals do not agree on the width of what is not ASCII: the next cell is
                // placed anew, so that nothing ever shifts.
                isNext = cell.text.utf8.count == 1
            }
        }
        return style == nil ? text : text + "\u{1B}[0m"
    }

    private func sequence(_ style: CellStyle) -> String {
        var codes = ["0"]
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isReversed { codes.append("7") }
        if let front = style.front { codes += code(front, base: 30) }
        if let back = style.back { codes += code(back, base: 40) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private func code(_ colour: CellColour, base: Int) -> [String] {
        switch (colour, colours) {
        case (_, .none): []
        case (.own(let number), _):
            [String(number < 8 ? base + Int(number) : base + 52 + Int(number))]
        case (.exact(let red, let green, let blue), .full):
            ["\(base + 8);2;\(red);\(green);\(blue)"]
        case (.exact(let red, let green, let blue), .many):
            ["\(base + 8);5;\(Self.cube(red, green, blue))"]
        case (.exact, .few): []
        }
    }

    /// The nearest colour of the 6×6×6 cube or of the greys of xterm's 256.
    static func cube(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        func level(_ value: UInt8) -> Int {
            value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
        }
        func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
        func distance(_ one: Int, _ two: Int, _ three: Int) -> Int {
            let (a, b, c) = (one - Int(red), two - Int(green), three - Int(blue))
            return a * a + b * b + c * c
        }
        let (r, g, b) = (level(red), level(green), level(blue))
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        let shade = 8 + 10 * grey
        return distance(value(r), value(g), value(b)) <= distance(shade, shade, shade)
            ? 16 + 36 * r + 6 * g + b : 232 + grey
    }
}
