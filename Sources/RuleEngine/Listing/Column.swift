// SPDX-License-Identifier: Apache-2.0

/// A growable run of plain values at a stable place in memory, for columns of millions of rows.
///
/// Arrays would do, but the planner reads columns from two threads through raw pointers and reads
/// text eight bytes at a time; the storage is therefore padded by 64 bytes past its capacity.
/// A column is written by one owner while a listing is built and only read afterwards: that is
/// the whole of its thread safety, hence `@unchecked Sendable`. For the same reason its properties
/// go without the run-time check for overlapping access, which took a seventh of a listing's time.
@safe package final class Column<Element: BitwiseCopyable>: @unchecked Sendable {
    /// The first element; valid until the next append.
    @exclusivity(unchecked)
    package private(set) var base: UnsafeMutablePointer<Element>
    /// How many elements there are.
    @exclusivity(unchecked)
    package private(set) var count: Int
    @exclusivity(unchecked)
    private var capacity: Int

    /// An empty column with room for `capacity` elements.
    package init(capacity: Int = 0) {
        unsafe self.capacity = capacity
        unsafe count = 0
        unsafe base = unsafe Column.storage(capacity)
    }

    /// A column of `count` times `value`.
    package convenience init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        unsafe base.update(repeating: value, count: count)
        unsafe self.count = count
    }

    deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

    /// How many bytes the elements take.
    package var byteCount: Int { unsafe count * MemoryLayout<Element>.stride }

    /// The element at `index`, unchecked in release builds.
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            unsafe assert(index >= 0 && index < count)
            return unsafe base[index]
        }
        @inline(__always) set {
            unsafe assert(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    /// Adds one element. O(1) amortised.
    @inline(__always)
    package func append(_ value: Element) {
        if unsafe count == capacity { unsafe grow(toAtLeast: count &+ 1) }
        unsafe base[count] = value
        unsafe count &+= 1
    }

    /// Adds `length` elements that begin at `source`. O(`length`) amortised.
    @inline(__always)
    package func append(_ source: UnsafePointer<Element>, count length: Int) {
        if unsafe length > capacity &- count { unsafe grow(toAtLeast: count &+ length) }
        unsafe (base + count).update(from: source, count: length)
        unsafe count &+= length
    }

    /// Adds `length` times `value`.
    package func append(repeating value: Element, count length: Int) {
        if unsafe length > capacity &- count { unsafe grow(toAtLeast: count &+ length) }
        unsafe (base + count).update(repeating: value, count: length)
        unsafe count &+= length
    }

    /// Adds `length` elements that the caller writes at once, beginning at the result.
    @inline(__always)
    package func extend(by length: Int) -> UnsafeMutablePointer<Element> {
        if unsafe length > capacity &- count { unsafe grow(toAtLeast: count &+ length) }
        unsafe count &+= length
        return unsafe base + (count &- length)
    }

    /// Makes room for `extra` more elements.
    package func reserve(_ extra: Int) {
        if unsafe extra > capacity &- count { unsafe grow(toAtLeast: count &+ extra) }
    }

    /// Makes room for `factor` times as many more elements as there are, if there is less than
    /// `share` of that and at most 1 GiB; room that is not used costs addresses, but no memory.
    package func reserve(factor: Double, ifBelow share: Double) {
        let bound = Double(1 << 30) / Double(MemoryLayout<Element>.stride)
        let extra = unsafe min(Double(count) * factor, bound)
        if unsafe Double(capacity &- count) < extra * share {
            unsafe move(toCapacity: count &+ Int(extra))
        }
    }

    /// Forgets all elements past the first `count`.
    package func truncate(to newCount: Int) {
        unsafe precondition(newCount <= count, "a column can only be cut shorter")
        unsafe count = newCount
    }

    /// Gives back the room that is not used.
    package func shrink() {
        if unsafe capacity > count &+ count / 8 { unsafe move(toCapacity: count) }
    }

    @inline(never)
    private func grow(toAtLeast needed: Int) {
        unsafe move(toCapacity: max(needed, capacity &+ capacity / 2 &+ 16))
    }

    private func move(toCapacity newCapacity: Int) {
        let fresh = unsafe Column.storage(newCapacity)
        unsafe fresh.update(from: base, count: count)
        unsafe UnsafeMutableRawPointer(base).deallocate()
        unsafe base = unsafe fresh
        unsafe capacity = newCapacity
    }

    private static func storage(_ capacity: Int) -> UnsafeMutablePointer<Element> {
        let size = capacity * MemoryLayout<Element>.stride
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
        unsafe (raw + size).initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        return unsafe raw.bindMemory(to: Element.self, capacity: capacity)
    }
}
