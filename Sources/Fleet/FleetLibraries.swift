// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import FleetParts
internal import Messages
internal import Text
internal import Wording
package import Workflow

/// The drives of an inventory as a dataset knows them: a line of JSON for each.
package struct FleetLibraries: Sendable {
    /// The drives.
    package let drives: [DatasetJob.Drive]

    /// The folder of the library of a OneDrive.
    private static let usualLibrary = "Documents"

    /// Reads what `bytes`, which stand in the file at `path`, say. Throws where a line names no library,
    /// or one that another line names too. What is wrong with names, `FleetOwners` says.
    package init(_ bytes: [UInt8], path: String) throws(Failure) {
        var drives: [DatasetJob.Drive] = []
        var places: [String: Int] = [:]
        var ids: [String: Int] = [:]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
            guard let tree = try? JSONTree(strict: Array(line)), let name = tree["name"]?.text
            else {
                throw Self.wrong(place, path)
            }
            let keys = [DatasetLine.Member.site, .web, .list].map { member in
                tree[member.rawValue]?.text.flatMap { DatasetGUID.text($0) }
            }
            let library = tree["library"].map { $0.text ?? "" } ?? Self.usualLibrary
            guard let site = keys[0], let web = keys[1], let list = keys[2], !library.isEmpty else {
                throw Self.wrong(place, path)
            }
            let drive = DatasetJob.Drive(
                name: name, site: site, web: web, list: list, library: library)
            let other = places.updateValue(place, forKey: "\(site) \(web) \(list)")
            let same = tree["drive_id"]?.text.flatMap { ids.updateValue(place, forKey: $0) }
            if let other = other ?? same { throw Self.twice(place, other, path) }
            drives.append(drive)
        }
        self.drives = drives
    }

    private static func wrong(_ place: Int, _ path: String) -> Failure {
        Failure(
            .invalidRules,
            Message(
                "line \(place + 1) of '\(VisibleText.escaped(path))' names no library; with a dataset"
                    + " a line has 'name', and 'SiteId', 'WebId' and 'ListId' as GUIDs"))
    }

    private static func twice(_ place: Int, _ other: Int, _ path: String) -> Failure {
        Failure(
            .invalidRules,
            Message(
                "line \(place + 1) of '\(VisibleText.escaped(path))' names the library that line"
                    + " \(other + 1) names"))
    }
}
