// SPDX-License-Identifier: Apache-2.0

/// The name of an entry of a folder as the kernel takes it: its bytes, and a zero after them.
struct KernelName: Sendable, Hashable {
    private let terminated: [UInt8]

    /// The name of these bytes, none of which may be a zero.
    init(_ bytes: some Sequence<UInt8>) {
        terminated = Array(bytes) + [0]
    }

    /// The name that `text` writes.
    init(_ text: String) { self.init(text.utf8) }

    /// The bytes without the zero.
    var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    /// The name for people.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Hands `body` the name for the time of a call.
    @inline(__always)
    func withPointer<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        unsafe terminated.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard let start = bytes.baseAddress else { preconditionFailure("a zero at least") }
                return unsafe body(start)
            }
        }
    }

    /// Whether `bytes` are one harmless component of a path.
    static func isComponent(_ bytes: some Collection<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        if bytes.isEmpty || bytes.count > 255 { return false }
        if bytes.count <= 2, bytes.allSatisfy({ $0 == dot }) { return false }
        return !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
}
