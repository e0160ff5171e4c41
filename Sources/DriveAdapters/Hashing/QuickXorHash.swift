// SPDX-License-Identifier: Apache-2.0

/// Microsoft's QuickXorHash: each byte is turned by 11 bits more than the one before it into a
/// ring of 160 bits, and the length is added at the end.
///
/// After 160 bytes the turns begin anew (11 · 160 is a multiple of 160), so that bytes 160 apart
/// fall on the same bits: they are first folded into 160 columns, eight at a time, and only the
/// columns are turned.
@safe struct QuickXorHash: ~Copyable {
    private let columns: UnsafeMutableRawPointer
    private var length: UInt64 = 0

    private static let period = 160

    /// The hash of nothing.
    init() {
        unsafe columns = .allocate(byteCount: QuickXorHash.period, alignment: 16)
        unsafe columns.initializeMemory(as: UInt8.self, repeating: 0, count: QuickXorHash.period)
    }

    deinit { unsafe columns.deallocate() }

    /// Forgets everything.
    mutating func reset() {
        unsafe columns.initializeMemory(as: UInt8.self, repeating: 0, count: QuickXorHash.period)
        length = 0
    }

    /// Takes further bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard var source = bytes.baseAddress else { return }
        var left = bytes.count
        var column = Int(length % UInt64(QuickXorHash.period))
        length &+= UInt64(left)
        if column > 0 {
            let head = min(left, QuickXorHash.period - column)
            unsafe fold(source, head, from: column)
            unsafe source += head
            left -= head
            column = 0
        }
        let rounds = left / QuickXorHash.period
        unsafe foldRounds(source, rounds)
        unsafe source += rounds * QuickXorHash.period
        unsafe fold(source, left - rounds * QuickXorHash.period, from: 0)
    }

    /// The 20 bytes of the hash.
    func withDigest<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        // Bit k of the ring is bit k % 64 of word k / 64; the third word has 32 bits.
        var ring: (UInt64, UInt64, UInt64) = (0, 0, 0)
        for column in 0..<QuickXorHash.period {
            let byte = unsafe UInt64(columns.load(fromByteOffset: column, as: UInt8.self))
            let turn = 11 * column % QuickXorHash.period
            for (place, value) in [(turn, byte), (turn - QuickXorHash.period, byte)] {
                QuickXorHash.add(value, at: place, to: &ring)
            }
        }
        var digest = [UInt8](repeating: 0, count: 20)
        for index in 0..<20 {
            let word = index < 8 ? ring.0 : index < 16 ? ring.1 : ring.2
            digest[index] = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
        }
        for index in 0..<8 {
            digest[12 + index] ^= UInt8(truncatingIfNeeded: length >> UInt64(index * 8))
        }
        return unsafe digest.withUnsafeBufferPointer(body)
    }

    /// Adds the eight bits of `value` at bit `place` of the ring, as far as they fall into it.
    private static func add(
        _ value: UInt64, at place: Int, to ring: inout (UInt64, UInt64, UInt64)
    ) {
        func part(_ first: Int) -> UInt64 {
            let shift = place - first
            if shift <= -64 || shift >= 64 { return 0 }
            return shift >= 0 ? value << UInt64(shift) : value >> UInt64(-shift)
        }
        ring.0 ^= part(0)
        ring.1 ^= part(64)
        ring.2 ^= part(128) & 0xffff_ffff
    }

    /// Folds fewer bytes than a whole round, beginning at `column`.
    private func fold(_ source: UnsafeRawPointer, _ count: Int, from column: Int) {
        let target = unsafe (columns + column).assumingMemoryBound(to: UInt8.self)
        for index in 0..<count {
            unsafe target[index] ^= source.load(fromByteOffset: index, as: UInt8.self)
        }
    }

    /// Folds whole rounds; ten accumulators of 16 bytes, which fit the registers of any machine.
    private func foldRounds(_ source: UnsafeRawPointer, _ rounds: Int) {
        if rounds == 0 { return }
        typealias Lane = SIMD2<UInt64>
        func lane(_ offset: Int) -> Lane {
            unsafe columns.load(fromByteOffset: offset, as: Lane.self)
        }
        var (a, b, c, d, e) = (lane(0), lane(16), lane(32), lane(48), lane(64))
        var (f, g, h, i, j) = (lane(80), lane(96), lane(112), lane(128), lane(144))
        var next = unsafe source
        for _ in 0..<rounds {
            unsafe a ^= next.loadUnaligned(as: Lane.self)
            unsafe b ^= next.loadUnaligned(fromByteOffset: 16, as: Lane.self)
            unsafe c ^= next.loadUnaligned(fromByteOffset: 32, as: Lane.self)
            unsafe d ^= next.loadUnaligned(fromByteOffset: 48, as: Lane.self)
            unsafe e ^= next.loadUnaligned(fromByteOffset: 64, as: Lane.self)
            unsafe f ^= next.loadUnaligned(fromByteOffset: 80, as: Lane.self)
            unsafe g ^= next.loadUnaligned(fromByteOffset: 96, as: Lane.self)
            unsafe h ^= next.loadUnaligned(fromByteOffset: 112, as: Lane.self)
            unsafe i ^= next.loadUnaligned(fromByteOffset: 128, as: Lane.self)
            unsafe j ^= next.loadUnaligned(fromByteOffset: 144, as: Lane.self)
            unsafe next += QuickXorHash.period
        }
        for (index, lane) in [a, b, c, d, e, f, g, h, i, j].enumerated() {
            unsafe columns.storeBytes(of: lane, toByteOffset: index * 16, as: Lane.self)
        }
    }
}
