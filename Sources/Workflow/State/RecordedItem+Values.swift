// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import StateLedger

extension RecordedItem {
    /// The item that `values` describe, on the drive of that name.
    package init(_ values: ItemValues, drive: String) {
        self.init(drive: drive, id: values.id ?? values.path, path: values.path, type: values.type)
        size = values.size
        modified = values.modified?.secondsSinceEpoch
        created = values.created?.secondsSinceEpoch
        eTag = values.eTag
        cTag = values.cTag
        hashes["sha256"] = values.sha256
        hashes["sha1"] = values.sha1
        hashes["quickxor"] = values.quickXor
    }
}
