// SPDX-License-Identifier: Apache-2.0

/// What the path of an item is like, for texts that no adapter has checked.
package enum ItemPath {
    /// Whether `name` may stand between two slashes.
    @inline(__always)
    static func isComponent(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        switch name.count {
        case 0: return false
        case 1: return unsafe name[0] != dot
        case 2: return unsafe name[0] != dot || name[1] != dot
        default: return true
        }
    }

    /// Whether `path` begins with `/`, has no empty, `.` or `..` component, and keeps the bounds.
    package static func isProper(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { bytes in
            let slash = UInt8(ascii: "/")
            guard bytes.count <= ListingBuilder.Bounds.pathBytes, unsafe bytes.first == slash,
                unsafe !bytes.contains(0)
            else { return false }
            var components = 0
            var start = 1
            for index in 1...bytes.count where unsafe index == bytes.count || bytes[index] == slash
            {
                if unsafe !isComponent(UnsafeBufferPointer(rebasing: bytes[start..<index])) {
                    return false
                }
                components += 1
                start = index + 1
            }
            return components <= ListingBuilder.Bounds.pathComponents
        }
    }

    /// Whether the path is that of the program's own folder, or lies below it.
    static func isOwn(_ path: String) -> Bool {
        let own = unsafe TextSlice.ownFolder.buffer
        let bytes = path.utf8
        guard unsafe bytes.starts(with: own) else { return false }
        let rest = bytes.dropFirst(own.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}
