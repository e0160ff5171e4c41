// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HelpPages
internal import Reports
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules privacy`.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy",
        abstract: "Show what is kept of you, why and how long, and what goes where.",
        discussion: """
            Examples:
              cleanrules privacy
              cleanrules privacy --rules rules.yaml
              cleanrules privacy --format json

            With --rules it says what goes to which host because of these rules. Nothing is asked and
            no state is opened.
            """)

    @Option(name: .long, help: "Tell of these rules alone what goes where.")
    var rules: String?

    @Option(name: .long, help: "text, markdown or json.")
    var format: PageFormat = .text

    /// How the page is written.
    enum PageFormat: String, CaseIterable, ExpressibleByArgument {
        case text
        case markdown
        case json
    }

    func run() throws {
        let hosts = try rules.map { path throws(Failure) in try RulesLoader.load(path).hosts }
        let named = hosts ?? PrivacyManifest.everyHost
        switch format {
        case .text: HelpPageFormat.text.say(.privacy(named))
        case .markdown: HelpPageFormat.markdown.say(.privacy(named))
        case .json: Console.sayRaw(PrivacyManifest.document(named).document)
        }
    }
}

/// How a help page is written.
enum HelpPageFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case markdown

    /// Prints `page`.
    func say(_ page: HelpPage) {
        switch self {
        case .text:
            let width = min(TerminalWidth.ofOutput ?? Self.width, Self.width)
            let text = HelpText(words: Console.words, width: width) { Ink.output.text($0, .bold) }
            for line in text.lines(page) { Console.say(line) }
        case .markdown: Console.sayRaw(HelpMarkdown(words: Console.words).text(page))
        }
    }

    /// Wider lines are hard to read.
    private static let width = 88
}

/// A command that shows a help page, and nothing else.
protocol HelpPageCommand: ParsableCommand {
    /// The page that it shows.
    static var page: HelpPage { get }

    /// How it is written.
    var format: HelpPageFormat { get }
}

extension HelpPageCommand {
    func run() { format.say(Self.page) }
}

/// `cleanrules terms`.
struct TermsCommand: HelpPageCommand {
    static let page = HelpPage.terms
    static let configuration = CommandConfiguration(
        commandName: "terms",
        abstract: "Show what you may do with the program, and what it promises.",
        discussion: """
            Example:
              cleanrules terms
            """)

    @Option(name: .long, help: "text or markdown.")
    var format: HelpPageFormat = .text
}

/// `cleanrules support`.
struct SupportCommand: HelpPageCommand {
    static let page = HelpPage.support
    static let configuration = CommandConfiguration(
        commandName: "support",
        abstract: "Show what to do when something does not go as it should.",
        discussion: """
            Example:
              cleanrules support
            """)

    @Option(name: .long, help: "text or markdown.")
    var format: HelpPageFormat = .text
}

/// `cleanrules faq`.
struct FAQCommand: HelpPageCommand {
    static let page = HelpPage.faq
    static let configuration = CommandConfiguration(
        commandName: "faq",
        abstract: "Answer questions that people ask.",
        discussion: """
            Examples:
              cleanrules faq
              LC_ALL=de_DE.UTF-8 cleanrules faq --format markdown
            """)

    @Option(name: .long, help: "text or markdown.")
    var format: HelpPageFormat = .text
}
