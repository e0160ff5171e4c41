// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What an editor says of itself when it begins.
struct ClientAbilities: Sendable {
    /// What characters are counted in.
    var unit = PositionUnit.utf16
    /// The language of the person, as a tag; nil where it says none.
    var locale: String?
    /// Whether edits may name the versions of texts that they are made for.
    var takesVersionedEdits = false
    /// Whether it asks for inlay hints again when it is told to.
    var refreshesHints = false
    /// Whether it shows Markdown beside what the mouse is over.
    var showsMarkdown = false

    /// An editor that has said nothing.
    init() {}

    /// The editor that sends `params`.
    init(_ params: ReceivedValue) {
        locale = params["locale"]?.text
        let abilities = params["capabilities"]
        let units = abilities?["general"]?["positionEncodings"]?.elements ?? []
        if units.contains(.text(PositionUnit.utf8.rawValue)) { unit = .utf8 }
        let workspace = abilities?["workspace"]
        takesVersionedEdits = workspace?["workspaceEdit"]?["documentChanges"]?.bool == true
        refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.bool == true
        let formats = abilities?["textDocument"]?["hover"]?["contentFormat"]?.elements ?? []
        showsMarkdown = formats.contains(.text("markdown"))
    }
}

/// What is said of the server when an editor begins.
enum ServerAbilities {
    /// The answer to `initialize`.
    static func json(_ client: ClientAbilities, version: String) -> JSONValue {
        .object([
            ("capabilities", capabilities(client)),
            (
                "serverInfo",
                .object([("name", .text("cleanrules")), ("version", .text(version))])
            ),
        ])
    }

    private static func capabilities(_ client: ClientAbilities) -> JSONValue {
        .object([
            ("positionEncoding", .text(client.unit.rawValue)),
            (
                "textDocumentSync",
                .object([
                    ("openClose", .bool(true)), ("change", .number(2)), ("save", .bool(true)),
                ])
            ),
            (
                "completionProvider",
                .object([("triggerCharacters", .texts([" ", ":", "[", ",", "/"]))])
            ),
            ("hoverProvider", .bool(true)), ("definitionProvider", .bool(true)),
            ("referencesProvider", .bool(true)), ("documentSymbolProvider", .bool(true)),
            ("documentHighlightProvider", .bool(true)),
            ("documentFormattingProvider", .bool(true)), ("foldingRangeProvider", .bool(true)),
            ("inlayHintProvider", .bool(true)),
            ("renameProvider", .object([("prepareProvider", .bool(true))])),
            (
                "codeActionProvider",
                .object([("codeActionKinds", .texts(["quickfix", "source.fixAll"]))])
            ),
        ])
    }
}

/// What a request is about.
enum LanguageFeature: String {
    case completion = "textDocument/completion"
    case hover = "textDocument/hover"
    case definition = "textDocument/definition"
    case references = "textDocument/references"
    case highlights = "textDocument/documentHighlight"
    case symbols = "textDocument/documentSymbol"
    case formatting = "textDocument/formatting"
    case folding = "textDocument/foldingRange"
    case hints = "textDocument/inlayHint"
    case prepareRename = "textDocument/prepareRename"
    case rename = "textDocument/rename"
    case actions = "textDocument/codeAction"

    /// Whether edits come of it.
    var edits: Bool { self == .rename || self == .actions || self == .formatting }
}
