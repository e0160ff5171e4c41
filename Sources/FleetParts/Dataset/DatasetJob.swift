// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation

/// What is imported of a dataset: which drives, and from which files.
package struct DatasetJob: Sendable, Hashable, Codable {
    /// A drive of the inventory, as the dataset knows it.
    package struct Drive: Sendable, Hashable, Codable {
        /// What the inventory calls it.
        package let name: String
        /// The site that it is in, a GUID in lower case.
        package let site: String
        /// The web of the site.
        package let web: String
        /// Its library.
        package let list: String
        /// The folder of the library, which paths of the dataset begin with.
        package let library: String

        /// The given drive; ids are GUIDs in lower case.
        package init(name: String, site: String, web: String, list: String, library: String) {
            self.name = name
            self.site = site
            self.web = web
            self.list = list
            self.library = library
        }

        /// By what lines name it.
        var key: String { "\(site) \(web) \(list)" }
    }

    /// The drives, those of a site together.
    package let drives: [Drive]
    /// Whether libraries of OneDrives are taken alone.
    package let takesOneDrivesOnly: Bool
    /// The files of the dataset.
    package let files: [SourceFile]
    /// By what program it is read.
    package let engine: UInt64

    /// The given job.
    package init(
        drives: [Drive], takesOneDrivesOnly: Bool, files: [SourceFile], engine: UInt64
    ) {
        self.drives = drives.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        self.takesOneDrivesOnly = takesOneDrivesOnly
        self.files = files
        self.engine = engine
    }

    /// The job as it is handed on.
    package var bytes: [UInt8] { DatasetJSON.bytes(self) }

    /// Reads what `bytes` say; nil where they are no job.
    package init?(_ bytes: [UInt8]) {
        guard let job = try? JSONDecoder().decode(DatasetJob.self, from: Data(bytes)) else {
            return nil
        }
        self = job
    }

    /// A digest of what makes the same lines another thing: drives, libraries, program.
    package var settings: String {
        DatasetJSON.digest(
            DatasetJob(
                drives: drives, takesOneDrivesOnly: takesOneDrivesOnly, files: [], engine: engine))
    }
}

/// JSON of what an import keeps.
enum DatasetJSON {
    /// `value` with its keys in order.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    /// The SHA-256 of that, in hex.
    static func digest(_ value: some Encodable) -> String {
        let digest = SHA256Stream()
        digest.update(bytes(value))
        return digest.finish()
    }

    /// What the file at `path` says; nil where it says nothing such.
    static func read<Value: Decodable>(_ type: Value.Type, at path: String, most: Int) -> Value? {
        guard let bytes = try? PartFolder.read(path, most: most) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
