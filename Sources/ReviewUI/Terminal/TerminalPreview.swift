// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
/// How pictures are shown in a terminal.
package enum TerminalPreview: String, Sendable, Hashable, CaseIterable {
    /// Kitty's protocol.
    case kitty
    /// iTerm2's protocol.
    case iterm2
    /// Sixel.
    case sixel
    /// Half blocks in colour.
    case blocks
    /// Letters without colour.
    case ascii
    /// Not at all.
    case off

    /// Whether the terminal draws pixels, which lie apart from the text.
    var isPixels: Bool { self == .kitty || self == .iterm2 || self == .sixel }
}

/// Which way of showing pictures fits a terminal.
package struct PreviewChoice: Sendable {
    /// The variables that it looks at.
    package static let variables = [
        "TERM", "COLORTERM", "NO_COLOR", "TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "TERM_PROGRAM",
        "LC_TERMINAL", "CLEANRULES_PREVIEW",
    ]

    /// The environment of the process, at least what it has of `variables`.
    package var environment: [String: String]
    /// The way that was asked for by hand; nil: whichever fits.
    package var asked: TerminalPreview?

    /// What the command line asks for comes before `CLEANRULES_PREVIEW`; `auto` stands for whichever
    /// fits.
    package init(
        flag: String?, environment: [String: String]
    ) throws(ReviewError) {
        self.environment = environment
        let variable = environment["CLEANRULES_PREVIEW"].flatMap { $0.isEmpty ? nil : $0 }
        guard let wanted = flag ?? variable, wanted != "auto" else { return }
        guard let preview = TerminalPreview(rawValue: wanted) else {
            let all = (["auto"] + TerminalPreview.allCases.map(\.rawValue)).joined(separator: ", ")
            let source = flag == nil && variable != nil ? "CLEANRULES_PREVIEW: " : ""
            throw ReviewError(
                .invalid,
                .refusePreview(
                    source: source, name: VisibleText.escaped(wanted), names: all))
        }
        asked = preview
    }

    /// Whether colours may be used (no-color.org).
    var hasColours: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    /// How many colours there are.
    var colours: ColourDepth {
        guard hasColours else { return .none }
        let depth = environment["COLORTERM"] ?? ""
        if depth == "truecolor" || depth == "24bit" { return .full }
        let term = environment["TERM"] ?? ""
        if term.contains("direct") || Self.brands.contains(where: term.contains) { return .full }
        return term.contains("256") ? .many : .few
    }

    /// Whether the terminal is inside a multiplexer, which does not say what the terminal around
    /// it can do.
    var isMultiplexed: Bool {
        if ["TMUX", "STY", "ZELLIJ"].contains(where: { !(environment[$0] ?? "").isEmpty }) {
            return true
        }
        let term = environment["TERM"] ?? ""
        return term.hasPrefix("screen") || term.hasPrefix("tmux")
    }

    /// Whether it is tmux, which hands on what is wrapped for it, where it was allowed to.
    var isTmux: Bool { !(environment["TMUX"] ?? "").isEmpty }

    /// What fits without asking the terminal; nil: it is to be asked.
    var withoutAsking: TerminalPreview? {
        if let asked { return asked.isPixels ? nil : asked }
        if colours == .none || colours == .few && environment["TERM"] == "linux" { return .ascii }
        if isMultiplexed { return usualPreview }
        return nil
    }

    /// Half blocks where there are colours enough for them.
    private var usualPreview: TerminalPreview { colours >= .many ? .blocks : .ascii }

    /// Whether the query of kitty's protocol would be printed as text.
    private var garblesKittyQuery: Bool {
        let term = environment["TERM"] ?? ""
        return environment["TERM_PROGRAM"] == "Apple_Terminal" || term == "linux" || isMultiplexed
    }

    /// What a terminal is asked, in one piece; its answer to the last of it ends the waiting.
    var question: String {
        let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        return "\u{1B}[>q" + (garblesKittyQuery ? "" : kitty) + "\u{1B}[16t\u{1B}[c"
    }

    /// How long the answers are waited for, in milliseconds.
    var patience: Int { (environment["SSH_CONNECTION"] ?? "").isEmpty ? 250 : 1_000 }

    private static let brands = ["kitty", "ghostty", "wezterm", "foot", "alacritty"]
    /// Terminals that take iTerm2's pictures, by what they call themselves.
    private static let iTermBrands = [
        "iterm2", "iterm.app", "wezterm", "vscode", "mintty", "warp", "tabby", "hyper",
    ]

    /// What fits a terminal that answered `replies`.
    func preview(after replies: [TerminalReply]) -> TerminalPreview {
        if let known = asked ?? withoutAsking { return known }
        var names = [environment["TERM_PROGRAM"] ?? "", environment["LC_TERMINAL"] ?? ""]
        var takesKitty = false
        var takesSixel = false
        for reply in replies {
            switch reply {
            case .version(let name): names.append(name)
            case .kitty(let isTaken): takesKitty = isTaken
            case .attributes(let numbers): takesSixel = numbers.contains(4)
            case .cell: break
            }
        }
        names = names.map { $0.lowercased() }
        if names.contains(where: Self.isMultiplexer) { return usualPreview }
        if takesKitty { return .kitty }
        let takesITerm = Self.iTermBrands.contains { brand in
            names.contains { $0.hasPrefix(brand) }
        }
        if takesITerm { return .iterm2 }
        return takesSixel ? .sixel : usualPreview
    }

    private static func isMultiplexer(_ name: String) -> Bool {
        ["tmux", "screen", "zellij"].contains { name.hasPrefix($0) }
    }
}
