// SPDX-License-Identifier: Apache-2.0

import CXXHash
import Glibc
import RuleEngine

/// Splits open files of one size into classes of equal bytes by reading all of them together,
/// block by block: each byte is read once, and no hash is trusted. Used by one thread.
@safe struct LockstepComparison: ~Copyable {
    /// The blocks that differ from each other, one after the other; pages are used only as far
    /// as blocks do differ.
    private let pool: UnsafeMutableRawPointer
    /// The class of each file of the run at hand, within the run.
    private var places: [Int] = []
    private var runs: [Run] = []
    private var classes: [Range<Int>] = []
    /// How many bytes were read so far.
    private(set) var bytesRead: Int64 = 0

    /// Files that are equal up to an offset.
    private struct Run {
        var files: Range<Int>
        var offset: Int64
    }

    /// Most files differ within their first block, which is therefore small.
    private static let firstBlock = 4_096
    private static let block = 128 << 10
    private static let poolSize = 8 << 20

    /// A comparison with room for its blocks.
    init() {
        unsafe pool = .allocate(byteCount: LockstepComparison.poolSize, alignment: 4_096)
    }

    deinit { unsafe pool.deallocate() }

    /// Reads `files`, all of `size` bytes, and puts equal ones next to each other; gives where
    /// each class of two or more rows is.
    ///
    /// Files that turn out to differ from all others are closed on the way, as are those that
    /// cannot be read; the caller closes the rest.
    mutating func run(
        _ files: inout [ContentFile], size: Int64, opener: inout ContentOpener,
        cancellation: CancellationFlag
    ) -> [Range<Int>] {
        classes.removeAll(keepingCapacity: true)
        runs.append(Run(files: 0..<files.count, offset: 0))
        while var run = runs.popLast() {
            while run.offset < size, run.files.count > 1, !cancellation.isRaised {
                run = readBlock(&files, run, size, &opener)
            }
            close(run.files, in: &files)
        }
        return cancellation.isRaised ? [] : classes
    }

    /// Ends the reading of files that are known to be equal: a class, or else a lone file.
    private mutating func close(_ range: Range<Int>, in files: inout [ContentFile]) {
        if range.count > 1 || range.contains(where: { files[$0].candidate.isLinked }) {
            classes.append(range)
        } else {
            for index in range { files[index].close() }
        }
    }

    /// Reads one block of all files of `run`. The files that agree with most others stay; other
    /// runs are put by for later.
    private mutating func readBlock(
        _ files: inout [ContentFile], _ run: Run, _ size: Int64, _ opener: inout ContentOpener
    ) -> Run {
        let block = blockSize(run, size)
        var kindCount = 0
        places.removeAll(keepingCapacity: true)
        for index in run.files {
            let target = unsafe pool + kindCount * block
            guard unsafe opener.read(files[index], at: run.offset, count: block, into: target)
            else {
                places.append(-1)
                continue
            }
            bytesRead += Int64(block)
            var kind = 0
            while kind < kindCount, unsafe memcmp(pool + kind * block, target, block) != 0 {
                kind += 1
            }
            if kind == kindCount { kindCount += 1 }
            places.append(kind)
        }
        let next = run.offset + Int64(block)
        if kindCount == 1, !places.contains(-1) { return Run(files: run.files, offset: next) }
        return split(&files, run.files, kindCount, next)
    }

    /// Puts the files of each kind next to each other, and closes those that are alone.
    private mutating func split(
        _ files: inout [ContentFile], _ range: Range<Int>, _ kindCount: Int, _ offset: Int64
    ) -> Run {
        let old = Array(files[range])
        var target = range.lowerBound
        var largest = Run(files: target..<target, offset: offset)
        for kind in -1..<kindCount {
            let first = target
            for (index, file) in old.enumerated() where places[index] == kind {
                files[target] = file
                target += 1
            }
            if kind < 0 {
                for index in first..<target { files[index].close() }
            } else if target - first == 1 {
                close(first..<target, in: &files)
            } else if target - first > largest.files.count {
                if !largest.files.isEmpty { runs.append(largest) }
                largest.files = first..<target
            } else {
                runs.append(Run(files: first..<target, offset: offset))
            }
        }
        return largest
    }

    /// The XXH3-128 of the first `length` bytes of `file`; nil if they cannot be read.
    mutating func hash(
        of file: ContentFile, length: Int64, opener: inout ContentOpener,
        cancellation: CancellationFlag
    ) -> XXH128_hash_t? {
        let block = Int64(LockstepComparison.block)
        if length <= block {
            guard unsafe opener.read(file, at: 0, count: Int(length), into: pool) else {
                return nil
            }
            bytesRead += length
            return unsafe XXH3_128bits(pool, Int(length))
        }
        guard let state = unsafe XXH3_createState() else { return nil }
        defer { unsafe XXH3_freeState(state) }
        unsafe XXH3_128bits_reset(state)
        var offset: Int64 = 0
        while offset < length {
            if cancellation.isRaised { return nil }
            let count = Int(min(block, length - offset))
            guard unsafe opener.read(file, at: offset, count: count, into: pool) else { return nil }
            unsafe XXH3_128bits_update(state, pool, count)
            offset += Int64(count)
        }
        bytesRead += length
        return unsafe XXH3_128bits_digest(state)
    }

    private func blockSize(_ run: Run, _ size: Int64) -> Int {
        let room = LockstepComparison.poolSize / run.files.count & ~4_095
        precondition(room > 0, "more files at once than there is room for")
        let most =
            run.offset == 0
            ? LockstepComparison.firstBlock : min(LockstepComparison.block, room)
        return Int(min(Int64(most), size - run.offset))
    }
}
