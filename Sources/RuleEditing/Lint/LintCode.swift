// SPDX-License-Identifier: Apache-2.0

/// What kind of finding it is that `rules lint` has in rules that are valid; stable.
///
/// Each has a section in docs/reference/lint.md.
package enum LintCode: String, Sendable, Hashable, CaseIterable {
    /// A value holds a curly quote, a no-break space or the like.
    case characterOdd = "value-holds-odd-character"
    /// A glob is written as a regular expression.
    case globRegex = "glob-is-regex"
    /// `ext` names several extensions in one text.
    case extensionSeveral = "ext-holds-several"
    /// A regular expression stands between slashes.
    case regexDelimited = "regex-between-slashes"
    /// `mime` has no slash.
    case mimeBare = "mime-without-slash"
    /// A limit of more than all.
    case percentOver = "percent-over-100"
    /// A size is asked for to the byte.
    case sizeExact = "size-is-exact"
    /// A file rule names a path that is a folder's.
    case pathFolder = "path-is-folder"
    /// A comment begins where a value may go on.
    case commentCuts = "comment-cuts-value"
    /// Tests that never hold together.
    case contradiction = "condition-never-holds"
    /// A definition that nothing uses.
    case definitionUnused = "definition-unused"
    /// A protection that covers everything.
    case protectionEverything = "protection-of-everything"
    /// A rule that deletes everything.
    case deleteEverything = "delete-of-everything"
    /// Duplicates that are deleted though their contents are not compared.
    case duplicatesWeak = "duplicates-unproved"
    /// A folder is to go, and what is in it is not.
    case folderContents = "folder-without-contents"
    /// A rule that another one leaves nothing to.
    case ruleCovered = "rule-is-covered"
    /// A protection that covers all that rules take in the catalog.
    case protectionOverRules = "protection-over-all-rules"
    /// A protection that covers nothing in the catalog.
    case protectionNothing = "protection-covers-nothing"
    /// A rule that takes nothing in the catalog.
    case ruleNothing = "rule-takes-nothing"
    /// A rule that takes items, all of which others decide.
    case ruleUnreachable = "rule-never-decides"
    /// A rule that takes a large part of the catalog.
    case ruleMuch = "rule-takes-much"
}
