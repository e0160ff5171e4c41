// SPDX-License-Identifier: Apache-2.0

import GraphSimulator

/// A fixed series of numbers (SplitMix64).
struct TestRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}

/// Somebody who does all kinds of things with a drive.
struct RandomChanges {
    let drive: SimulatedDrive
    var random: TestRandom
    private var count = 0

    init(drive: SimulatedDrive, random: TestRandom) {
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
