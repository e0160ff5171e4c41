// SPDX-License-Identifier: Apache-2.0

/// The compiled conditions of a plan and what they are judged over; shared by all threads.
struct ConditionProgram: Sendable {
    let listing: Listing
    let leaves: [Leaf]
    /// What each leaf was made of, for errors.
    let origins: [LeafOrigin]
    /// The named conditions, each of which is judged at most once an item.
    let definitions: [CompiledCondition]
    /// By row, for folders: whether anything lies below; nil where no leaf asks for it.
    let folderContents: FolderContents?
    /// How many rows a batch has: fewer where very many conditions have masks, so that these take
    /// some tens of megabytes for each thread at most. A multiple of 64, and the same for every
    /// number of threads.
    let batchRows: Int

    init(_ compiler: ConditionCompiler, folderContents: FolderContents?) {
        listing = compiler.listing
        leaves = compiler.leaves
        origins = compiler.origins
        definitions = compiler.definitions
        self.folderContents = folderContents
        let masks = max(1, leaves.count + 2 * definitions.count)
        batchRows = min(Batch.rowsMax, max(64, Batch.rowsMax * 4_096 / masks / 64 * 64))
    }
}

/// What a leaf was made of.
enum LeafOrigin: Sendable {
    /// A test of a condition, or the glob of a preference.
    case test(FieldTest)
    /// The `in:` of a rule.
    case scopes([Scope])
    /// What costs next to nothing.
    case other
}

/// Masks by number, each of which holds for the batch in which it was filled; for one thread.
@safe final class BatchMasks {
    private let masks: Mask
    private let rows: Int
    /// By number: the generation in which the mask was filled.
    private var generations: [UInt64]
    private var generation: UInt64 = 1

    init(count: Int, rows: Int) {
        self.rows = rows
        generations = Array(repeating: 0, count: count)
        unsafe masks = .allocate(capacity: max(1, count) * rows)
        unsafe masks.initialize(repeating: 0, count: max(1, count) * rows)
    }

    deinit { unsafe masks.deallocate() }

    /// The mask of that number.
    @inline(__always)
    subscript(number: Int) -> Mask { unsafe masks + number &* rows }

    /// Whether the mask has not been filled since the last `forget()`.
    @inline(__always)
    func isFresh(_ number: Int) -> Bool { generations[number] != generation }

    /// The mask holds from now on.
    @inline(__always)
    func remember(_ number: Int) { generations[number] = generation }

    /// No mask holds any more. O(1).
    @inline(__always)
    func forget() { generation &+= 1 }
}
