// SPDX-License-Identifier: Apache-2.0

import POSIX
package import RuleEngine
internal import Threads

extension LocalDrive: PicturingDrive {
    /// The file, open for reading, if it still is what `item` says; reached through no link.
    package func picture(
        of item: ItemValues, longestSide: Int
    ) async throws(DriveError) -> PictureMaterial? {
        guard item.isOn(name), let item = ExpectedItem(item), item.type == .file else { return nil }
        let opened = try await open(for: .picture)
        let descriptor = await BlockingCall.value { () -> Int32? in
            guard let finder = try? ItemFinder(root: opened.root, drive: self),
                let found = try? finder.find(item)
            else { return nil }
            let side = ByteComparison.Side(
                folder: found.folder, name: item.name, state: found.state)
            guard let file = try? side.open(), (try? side.isStill(file.number)) == true else {
                return nil
            }
            return file.take()
        }
        return descriptor.map { .file(descriptor: $0) }
    }
}
