// SPDX-License-Identifier: Apache-2.0

/// The stable code of a finding; documented in `docs/reference/diagnostics.md`.
///
/// Grouped by noun: what stands before the first hyphen says what the finding is about.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
    // The file as bytes and as YAML.

    /// The file is larger than a rules file may be.
    case fileTooLarge = "file-too-large"
    /// The file is not UTF-8.
    case fileEncoding = "file-encoding"
    /// The file holds a NUL or another character that YAML does not allow.
    case fileCharacter = "file-character"
    /// The file is not YAML.
    case yamlSyntax = "yaml-syntax"
    /// A value begins with a character that means something to YAML, and wants quotes.
    case yamlQuoteMissing = "yaml-quote-missing"
    /// A value carries an explicit tag.
    case yamlTag = "yaml-tag"
    /// An alias names an anchor that stands nowhere before it.
    case yamlAliasUnknown = "yaml-alias-unknown"
    /// An alias stands inside the very value it names.
    case yamlAliasRecursive = "yaml-alias-recursive"
    /// Lists and mappings are nested too deeply.
    case yamlTooDeep = "yaml-too-deep"
    /// The file has too many nodes once its aliases are written out.
    case yamlTooLarge = "yaml-too-large"
    /// A second document follows the first.
    case yamlSecondDocument = "yaml-second-document"
    /// A merge key takes something other than mappings.
    case mergeInvalid = "merge-invalid"

    // Keys.

    /// A key that the mapping does not know.
    case keyUnknown = "key-unknown"
    /// A key that stands in its mapping already.
    case keyDuplicate = "key-duplicate"
    /// A key that the mapping must have.
    case keyMissing = "key-missing"
    /// A known key that may not stand where it stands.
    case keyMisplaced = "key-misplaced"
    /// A key that looks as if its value were a secret.
    case keySecret = "key-secret"
    /// A key that is a list or a mapping.
    case keyNotText = "key-not-text"

    // Values in general.

    /// Nothing, `~` or `null` stands where a value is needed.
    case valueEmpty = "value-empty"
    /// A value of another shape: a list for a text, a text for a mapping.
    case valueShape = "value-shape"
    /// A word that is not among those the key takes.
    case valueUnknown = "value-unknown"
    /// A value that does not go together with what stands beside it.
    case valueMisplaced = "value-misplaced"
    /// A value begins or ends with a character that looks like a quote or a blank, and is none.
    case valueCharacterOdd = "value-character-odd"
    /// A truth value other than `true` and `false`.
    case booleanInvalid = "boolean-invalid"
    /// A list without elements where at least one is needed.
    case listEmpty = "list-empty"
    /// A list among the elements of a list.
    case listNested = "list-nested"
    /// A condition without any test.
    case conditionEmpty = "condition-empty"

    // Numbers with their units.

    /// A number that is not written as the language writes numbers.
    case numberInvalid = "number-invalid"
    /// A number beyond the largest one that is allowed.
    case numberTooLarge = "number-too-large"
    /// A number below the smallest one that is allowed.
    case numberTooSmall = "number-too-small"
    /// The first end of a range is above the second.
    case rangeReversed = "range-reversed"
    /// A range with an end missing, a blank around its dots or further dots.
    case rangeInvalid = "range-invalid"
    /// A comparison without its blank, or by a word or sign that is not known.
    case comparisonInvalid = "comparison-invalid"
    /// A size without its unit.
    case sizeUnitMissing = "size-unit-missing"
    /// A size with an unknown unit.
    case sizeUnitUnknown = "size-unit-unknown"
    /// A duration without its unit.
    case durationUnitMissing = "duration-unit-missing"
    /// A duration with an unknown unit.
    case durationUnitUnknown = "duration-unit-unknown"
    /// An age tested for being exactly some duration.
    case durationAlone = "duration-alone"
    /// A day that is not written as a day, or that does not exist.
    case dateInvalid = "date-invalid"
    /// A day or an instant outside the years 1601 to 9999.
    case dateOutOfRange = "date-out-of-range"
    /// A date tested for being exactly some day.
    case dateAlone = "date-alone"
    /// An instant that is not written as one.
    case timestampInvalid = "timestamp-invalid"
    /// A percentage that is no whole number.
    case percentInvalid = "percent-invalid"
    /// A quota that does not say `/day`.
    case quotaPeriodMissing = "quota-period-missing"

    // Names and what they name.

    /// An id or a definition's name with characters that it may not have.
    case idInvalid = "id-invalid"
    /// An id that another rule or protection has already.
    case idDuplicate = "id-duplicate"
    /// `by` names no rule and no protection.
    case ruleUnknown = "rule-unknown"
    /// `is` names no definition.
    case definitionUnknown = "definition-unknown"
    /// A definition that stands in another file already.
    case definitionDuplicate = "definition-duplicate"
    /// A definition that leads back to itself.
    case definitionCycle = "definition-cycle"
    /// Definitions stand upon each other too deeply.
    case definitionTooDeep = "definition-too-deep"
    /// A definition is too much, those that it names written out.
    case definitionTooLarge = "definition-too-large"
    /// A drive's name with characters that it may not have.
    case driveNameInvalid = "drive-name-invalid"
    /// A drive that the file does not declare.
    case driveUnknown = "drive-unknown"
    /// A version of the language that this program does not read.
    case versionUnknown = "version-unknown"
    /// A time zone that is not known.
    case timeZoneUnknown = "timezone-unknown"

    // Patterns and paths.

    /// A glob breaks the grammar of patterns.
    case globInvalid = "glob-invalid"
    /// A regular expression does not compile, or uses what is not allowed.
    case regexInvalid = "regex-invalid"
    /// An extension with a character that no extension has.
    case extensionInvalid = "extension-invalid"
    /// A path that is not written as a drive writes paths.
    case pathInvalid = "path-invalid"
    /// A hash that is not written as one.
    case hashInvalid = "hash-invalid"

    // Files that are included.

    /// An included file whose path is absolute.
    case includeAbsolute = "include-absolute"
    /// An included file that lies outside the folder of the rules.
    case includeOutside = "include-outside"
    /// An included file that leads back to a file that includes it.
    case includeCycle = "include-cycle"
    /// An included file that cannot be read.
    case includeUnreadable = "include-unreadable"
    /// More included files than one set of rules may have.
    case includeTooMany = "include-too-many"

    // What a file means, whatever the drive.

    /// A set rule may put files of different content into one group.
    case duplicatesContentIgnored = "duplicates-content-ignored"
    /// A rule deletes what only looks alike, without all that it takes for that.
    case similarDeletesUnseen = "similar-deletes-unseen"
    /// Of pictures that look alike, the one with the most or the fewest bytes is to stay.
    case similarBytes = "similar-bytes"
    /// A rule deletes what is not sharp.
    case sharpnessDeletes = "sharpness-deletes"
    /// A test has no items.
    case testEmpty = "test-empty"
    /// No rule of the file takes part.
    case rulesDisabled = "rules-disabled"

    // What a file means for a drive; found when a plan is made.

    /// A protection or keep rule tests a field that its drive never supplies.
    case fieldNotSupplied = "field-not-supplied"
    /// Files that a rule leaves out, because they lack the hash that it compares contents by.
    case contentNotCompared = "content-not-compared"
}
