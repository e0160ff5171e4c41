// SPDX-License-Identifier: Apache-2.0

/// What tells the picture of one request from that of another.
///
/// The key counts by its bytes: two names that differ in their normalisation only are two files.
struct PictureIdentity: Sendable, Hashable {
    /// The key, the form and the size.
    let bytes: [UInt8]

    /// The identity of the picture that `request` wants.
    init(_ request: PictureRequest) {
        let form =
            switch request.form {
            case .jpeg: "jpeg"
            case .png: "png"
            case .rgba: "rgba"
            case .sixel(let columns, let rows, let cellWidth, let cellHeight):
                "sixel \(columns) \(rows) \(cellWidth) \(cellHeight)"
            }
        bytes = Array("\(form) \(request.longestSide) \(request.key)".utf8)
    }
}

/// Fowler, Noll and Vo's hash (FNV-1a, 64 bits): finds damage and names files, and protects from
/// nobody.
struct PictureChecksum {
    /// The hash of what was added.
    private(set) var value: UInt64

    /// The hash of nothing, beginning at `value`.
    init(_ value: UInt64 = 0xcbf2_9ce4_8422_2325) {
        self.value = value
    }

    /// Adds `bytes`.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
