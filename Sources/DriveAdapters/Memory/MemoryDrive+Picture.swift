// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension MemoryDrive: PicturingDrive {
    /// The content of the item, if it still has the tag that `item` says.
    package func picture(
        of item: ItemValues, longestSide: Int
    ) async throws(DriveError) -> PictureMaterial? {
        guard let there = state.withLock({ $0.items[item.key] }), let content = there.content,
            item.eTag == nil || item.eTag == there.values.eTag,
            content.count <= PictureMaterial.byteCountMax
        else { return nil }
        return .bytes(content, mediaType: there.values.mime ?? "application/octet-stream")
    }
}
