// SPDX-License-Identifier: Apache-2.0

/// A file as a line of a dataset says it: `BasicDataSet_v0.SharePointFiles_v1` of Microsoft Graph
/// Data Connect, as far as anything is made of it.
package struct DatasetLine: Sendable, Hashable {
    /// The members of a line that are looked at.
    package enum Member: String, Sendable, Hashable, CaseIterable {
        case site = "SiteId"
        case web = "WebId"
        case list = "ListId"
        case item = "ItemId"
        case template = "ListServerTemplate"
        case folder = "DirName"
        case name = "FileName"
        case size = "SizeInBytes"
        case created = "TimeCreated"
        case modified = "TimeLastModified"
        case author = "Author"
        case snapshot = "SnapshotDate"
        case operation = "Operation"
        case hash = "QuickXorHash"
    }

    /// How a line came to be.
    package enum Operation: String, Sendable, Hashable, CaseIterable {
        /// All files were told.
        case full = "Full"
        /// Changes were told: the file is new.
        case created = "Created"
        /// It has changed.
        case updated = "Updated"
        /// It is gone.
        case deleted = "Deleted"
    }

    /// Its line in the file, from 1.
    package var number = 0
    /// The site, in lower case; empty where the line says none.
    package var site = ""
    /// The web of the site; the same.
    package var web = ""
    /// The library; the same.
    package var list = ""
    /// The file in its site; the same.
    package var item = ""
    /// What kind of library it is.
    package var template: String?
    /// The folder, with that of the library.
    package var folder: String?
    /// The name.
    package var name: String?
    /// How many bytes.
    package var size: Int64?
    /// When it was created, in seconds since 1970.
    package var created: Int64?
    /// When it was changed last, in seconds since 1970.
    package var modified: Int64?
    /// The author's name.
    package var owner: String?
    /// The author's address.
    package var ownerAddress: String?
    /// The QuickXorHash in Base64.
    package var quickXor: String?
    /// When this was so, in seconds since 1970.
    package var snapshot: Int64 = 0
    /// How the line came to be.
    package var operation = Operation.full
    /// The first value that is not what its member asks for: whoever takes the file minds.
    package var problem: DatasetFault?

    /// A line that says nothing.
    package init() {}
}

/// What is wrong with a line of a dataset that is JSON.
package struct DatasetFault: Error, Sendable, Hashable {
    /// Of which member; nil: of the line.
    package let member: DatasetLine.Member?
    /// One clause without a full stop.
    package let message: String
    /// The drive that the file is on, where that is known.
    package var drive: String?

    /// That `message` is wrong with `member`.
    package init(_ member: DatasetLine.Member?, _ message: String, drive: String? = nil) {
        self.member = member
        self.message = message
        self.drive = drive
    }
}

/// What keeps a file of a dataset from being read.
package struct DatasetError: Error, Sendable {
    /// The line and what is wrong with it.
    package let error: ListingFileError
    /// The drive of the broken line, where that is known.
    package let drive: String?
    /// What the line says of its site, web and library before it breaks.
    package let place: DatasetLine?

    /// The given error.
    init(_ error: ListingFileError, drive: String? = nil, place: DatasetLine? = nil) {
        self.error = error
        self.drive = drive
        self.place = place
    }
}
