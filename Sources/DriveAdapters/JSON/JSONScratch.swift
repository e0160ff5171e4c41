// SPDX-License-Identifier: Apache-2.0

/// Room for texts that had escapes, at places that stay until they are given back.
///
/// A text is asked for with its length, so a block never moves; when one is full a larger one is
/// begun and the old one is kept until the end. Eight bytes stand before each block and 64 after,
/// so that text may be read eight bytes at a time in both directions.
@safe struct JSONScratch: ~Copyable {
    private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []
    private var capacity = 0
    private var used = 0

    deinit {
        unsafe blocks.forEach { unsafe $0.deallocate() }
    }

    /// How much of the newest block is in use; give it back to `release`.
    var mark: Int { used }

    /// Forgets what was reserved after `mark`, unless a new block was begun since.
    mutating func release(_ mark: Int) {
        if mark < used { used = mark }
    }

    /// `count` bytes to be written.
    mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe blocks.isEmpty || count > capacity - used {
            capacity = max(count, capacity * 2, 4096)
            let block = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 72)
            unsafe block.initialize(repeating: 0, count: capacity + 72)
            unsafe blocks.append(block)
            used = 0
        }
        let place = unsafe blocks[blocks.count - 1] + (8 + used)
        used += count
        return unsafe place
    }
}
