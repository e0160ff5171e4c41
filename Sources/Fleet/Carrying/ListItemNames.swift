// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Workflow

/// By which ids a drive knows the files that the list of its library knows by GUIDs, as far as they
/// were found to be staged. The next plan over a dataset may still name what went meanwhile: it is
/// two days old.
struct ListItemNames {
    private let work: FleetFolder
    private let drive: String
    /// The ids by GUID.
    private(set) var ids: [String: String] = [:]

    /// What is known of the drive that is called `drive` in the files of `work`.
    init(_ work: FleetFolder, drive: String) throws(Failure) {
        self.work = work
        self.drive = drive
        let lock = try work.journalLock()
        defer { lock.close() }
        _ = try read()
    }

    /// Writes down `found`, as far as it is new.
    mutating func add(_ found: [String: String]) throws(Failure) {
        let lock = try work.journalLock()
        defer { lock.close() }
        var file = try read()
        let news = found.filter { ids[$0.key] != $0.value }.sorted { $0.key < $1.key }
        try file.add(
            news.map { item, id in
                JSONValue.object([("item", .text(item)), ("id", .text(id))]).bytes()
            })
        for (item, id) in news { ids[item] = id }
    }

    /// Reads the file; the later line counts.
    private mutating func read() throws(Failure) -> ChainedFile {
        var file = ChainedFile(path: work.listItems(of: drive))
        var ids: [String: String] = [:]
        try file.read { body in
            guard let tree = try? JSONTree(strict: body), let item = tree["item"]?.text,
                let id = tree["id"]?.text
            else { return false }
            ids[item] = id
            return true
        }
        self.ids = ids
        return file
    }
}

extension FleetFolder {
    /// Which items of the drive that is called `key` the list of its library knows by which ids.
    func listItems(of key: String) -> String { "\(journals)/\(key).items.ndjson" }
}
