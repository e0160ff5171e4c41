// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A piece of a rules file that an editor inserts as a whole, with places to fill in: `defaultSnippets`,
/// which VS Code's JSON schemas and the YAML language server know and validators pass over.
struct SchemaSnippet {
    /// What it is offered as.
    var label: String
    /// One line for people.
    var summary: String
    /// Its keys and values; `${1:text}` is a place to fill in.
    var body: [(name: String, value: JSONValue)]

    /// `schema` with snippets for it.
    static func added(_ snippets: [SchemaSnippet], to schema: JSONValue) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        let list = snippets.map { snippet in
            JSONValue.object([
                ("label", .text(snippet.label)), ("description", .text(snippet.summary)),
                ("body", .object(snippet.body)),
            ])
        }
        return .object(members + [("defaultSnippets", .list(list))])
    }

    /// What rules most often are.
    static let rules = [
        SchemaSnippet(
            label: "delete by age", summary: "what is old and can be had again",
            body: [
                ("id", .text("${1:old-installers}")), ("why", .text("${2:Can be had again}")),
                (
                    "match",
                    .object([
                        ("ext", .text("${3:exe}")), ("age", .text("over ${4:90d}")),
                    ])
                ), ("then", .text("delete")),
            ]),
        SchemaSnippet(
            label: "review large files", summary: "a person decides on what is large",
            body: [
                ("id", .text("${1:large-files}")),
                ("match", .object([("size", .text("over ${2:1GB}"))])),
                ("then", .text("review")),
            ]),
        SchemaSnippet(
            label: "delete copies", summary: "files of the same bytes; one of each stays",
            body: [
                ("id", .text("${1:copies}")),
                (
                    "duplicates",
                    .object([
                        ("same", .text("content")),
                        ("keep", .list([.text("${2:oldest}"), .text("shortest_path")])),
                    ])
                ), ("then", .text("delete")),
            ]),
        SchemaSnippet(
            label: "keep the newest few", summary: "of each folder; the others go",
            body: [
                ("id", .text("${1:backups}")),
                ("match", .object([("path", .text("${2:/Backups/**}"))])),
                ("surplus", .object([("keep", .number(5 as Int64))])), ("then", .text("delete")),
            ]),
    ]

    /// What protections most often are.
    static let protections = [
        SchemaSnippet(
            label: "protect a folder", summary: "with all that is in it",
            body: [
                ("id", .text("${1:contracts}")), ("why", .text("${2:Has to be kept}")),
                ("match", .object([("path", .text("${3:/Contracts/**}"))])),
            ])
    ]

    /// A test of both sides.
    static let tests = [
        SchemaSnippet(
            label: "test", summary: "an item that goes, and a near miss that stays",
            body: [
                ("name", .text("${1:old installers go}")), ("now", .text("2026-01-15T12:00:00Z")),
                (
                    "items",
                    .list([
                        .object([
                            ("path", .text("${2:/Downloads/old.exe}")), ("age", .text("100d")),
                            ("expect", .text("delete")),
                        ]),
                        .object([
                            ("path", .text("${3:/Downloads/new.exe}")), ("age", .text("2d")),
                            ("expect", .text("keep")),
                        ]),
                    ])
                ),
            ])
    ]
}
