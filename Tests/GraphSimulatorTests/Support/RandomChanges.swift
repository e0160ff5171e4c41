// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import TestSupport

/// Somebody who does all kinds of things with a drive.
struct RandomChanges {
    let drive: SimulatedDrive
    var random: SplitMix64
    private var count = 0

    init(drive: SimulatedDrive, random: SplitMix64) {
        self.drive = drive
        self.random = random
    }

    /// Does one thing; what is impossible is left undone.
    mutating func step() {
        count += 1
        let items = drive.truth()
        let folders = items.filter(\.isFolder).map(\.path) + [""]
        let folder = folders[random.below(folders.count)]
        let choice = random.below(10)
        guard choice > 3, !items.isEmpty else {
            let path = "\(folder)/item \(count)"
            if choice == 0 {
                _ = try? drive.addFolder(path)
            } else {
                let size = Int64(random.below(5_000))
                _ = try? drive.addFile(path, .generated(size: size, seed: UInt64(count)))
            }
            return
        }
        let item = items[random.below(items.count)]
        switch choice {
        case 4: try? drive.edit(item.id, .text("edited \(count)"))
        case 5: try? drive.move(item.id, to: "\(folder)/moved \(count)")
        case 6: try? drive.delete(item.id)
        case 7: if let gone = drive.recycleBin().last { try? drive.restore(id: gone.id) }
        case 8: if let gone = drive.recycleBin().first { drive.purge(id: gone.id) }
        default: try? drive.touch(item.id)
        }
    }
}
