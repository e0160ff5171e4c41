// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator

/// A dataset of what the drives of a simulated organisation hold, and a fleet file that plans over
/// it.
extension TenantHome {
    /// The members of a line of the dataset.
    typealias DatasetMembers = [String: Any]

    /// Has the fleet be planned over a dataset of what is there now, as of so many days ago;
    /// `change` may have lines say something else.
    func writeDataset(
        _ options: Options = Options(), daysAgo: Int = 2,
        _ change: (SimulatedItem, _ drive: Int, inout DatasetMembers) -> Void = { _, _, _ in }
    ) throws {
        try write(options)
        try home.write(
            try home.text("fleet.yaml").replacingOccurrences(
                of: #"{kind: listings, files: "listings/*.ndjson"}"#,
                with: #"{kind: dataset, files: "dataset/*.json", libraries: onedrive}"#),
            to: "fleet.yaml")
        var inventory = ""
        for (place, drive) in graph.drives.enumerated() {
            inventory += try datasetLine([
                "name": name(place), "drive_id": drive.id, "owner": "Person \(place)",
                "SiteId": drive.library.site, "WebId": drive.library.web,
                "ListId": drive.library.list,
            ])
        }
        try home.write(inventory, to: "drives.ndjson")
        let snapshot = String(
            Self.instant(Date().timeIntervalSince1970 - Double(daysAgo) * 86_400).prefix(10))
        var lines = ""
        for (place, drive) in graph.drives.enumerated() {
            for item in drive.truth() where !item.isFolder {
                var members = Self.members(of: item, on: drive)
                members["SnapshotDate"] = snapshot + "T00:00:00Z"
                change(item, place, &members)
                lines += try datasetLine(members)
            }
        }
        try home.write(lines, to: "dataset/part-0.json")
    }

    private static func members(
        of item: SimulatedItem, on drive: SimulatedDrive
    ) -> DatasetMembers {
        let folder = item.path.dropLast(item.name.count + 1)
        let modified = instant(item.fileModified)
        let hash = drive.content(item.id)?.quickXorHash.flatMap { Data(base64Encoded: $0) }
        return [
            "SiteId": drive.library.site, "WebId": drive.library.web,
            "ListId": drive.library.list, "ItemId": (item.listItemID ?? "").uppercased(),
            "ListServerTemplate": "MySiteDocumentLibrary", "DirName": "Documents" + folder,
            "FileName": item.name, "SizeInBytes": item.size, "TimeCreated": modified,
            "TimeLastModified": modified, "Operation": "Full",
            "Author": ["Name": "Somebody", "Email": "somebody@contoso.example"],
            "QuickXorHash": hash.map { $0.map { String(format: "%02x", $0) }.joined() }
                ?? NSNull() as Any,
        ]
    }

    private static func instant(_ seconds: Double) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    private func datasetLine(_ members: DatasetMembers) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
