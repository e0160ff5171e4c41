// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// A name with the place where it stands.
struct NameUse {
    var name: String
    var place: SourceRange
}

/// A definition's name and the names that its condition uses.
struct DefinitionUse {
    var name: NameUse
    /// In the order in which they stand.
    var uses: [NameUse]
    /// How many nodes it has, its aliases written out.
    var nodeCount: Int
    /// Whether its condition tests sharpness itself.
    var testsSharpness: Bool
}

/// What a rule that deletes goes by.
struct DeletionUse {
    /// Where its `match` stands.
    var place: SourceRange
    /// The definitions that this names.
    var uses: [String]
    /// Whether it tests sharpness itself.
    var testsSharpness: Bool
}

/// The names that one file declares and uses; they are resolved once all files have been read.
struct NameUses {
    /// Definitions in the order of the file.
    var definitions: [DefinitionUse] = []
    /// Uses of definitions outside of definitions.
    var definitionUses: [NameUse] = []
    /// Rules that delete, in the order of the file.
    var deletions: [DeletionUse] = []
    /// Ids of protections and rules.
    var ids: [NameUse] = []
    /// Uses of ids by tests.
    var idUses: [NameUse] = []
    /// Uses of drives by rules and tests.
    var driveUses: [NameUse] = []
    /// The drives that are declared; nil when none are.
    var drives: [String]?
}
