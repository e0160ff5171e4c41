// SPDX-License-Identifier: Apache-2.0

package import Plans
internal import RuleEngine
package import StateLedger

extension PlanEntry {
    /// The item as the plan saw it.
    package var item: RecordedItem {
        var item = RecordedItem(
            drive: drive, id: id, path: path, type: type == "folder" ? .folder : .file)
        item.size = size
        item.modified = PlanEntry.seconds(modified)
        item.created = PlanEntry.seconds(created)
        item.firstSeen = PlanEntry.seconds(first_seen)
        item.eTag = etag
        item.cTag = ctag
        item.hashes[HashAlgorithm.sha256.rawValue] = sha256
        if let hash { item.hashes[hash.algorithm] = hash.value }
        return item
    }
}

extension PlanEntry.Survivor {
    /// The member as the plan saw it.
    package var item: RecordedItem {
        var item = RecordedItem(drive: drive, id: id, path: path, type: .file)
        item.size = size
        item.modified = PlanEntry.seconds(modified)
        item.created = PlanEntry.seconds(created)
        item.eTag = etag
        item.hashes[HashAlgorithm.sha256.rawValue] = sha256
        if let hash { item.hashes[hash.algorithm] = hash.value }
        return item
    }
}
