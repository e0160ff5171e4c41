// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A drive whose files have another id besides, by which others tell of them: a GUID in the list in
/// which the service keeps the library.
package protocol ListItemDrive: DeletingDrive {
    /// Looks at the files that the list of the library knows by `ids`, GUIDs in lower case; in
    /// their order.
    ///
    /// Throws where nothing at all can be said, as where the service refuses every such question.
    func look(atListItems ids: [String]) async throws(DriveError) -> [ListItemLook]
}

/// What a look at a file by its id in the list of its library has shown.
package enum ListItemLook: Sendable, Hashable {
    /// It is there: what it is, by its own id, and when the service says that it was changed last,
    /// which may be another instant than the one that the file itself tells.
    case there(ItemValues, changed: Timestamp?)
    /// What is there is no file of this drive that could be deleted: a folder, a notebook,
    /// something that lies on another drive.
    case odd
    /// The drive does not find it. That proves nothing.
    case missing
    /// No answer could be had, or none about this file; why, one clause.
    case unanswered(String)
}
