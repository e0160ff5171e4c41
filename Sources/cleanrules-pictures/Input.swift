// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

/// The bytes of the standard input: mapped where it is a file, else read.
///
/// They stay where they are until the process ends.
@safe
struct Input {
    /// The bytes.
    let bytes: UnsafeRawBufferPointer
    /// Whether there is more than fits.
    let isCut: Bool

    /// The most bytes that are looked at.
    static let byteCountMax = 256 << 20

    /// What the standard input holds; nil where it cannot be read.
    init?() {
        var status = stat()
        guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFREG {
            let count = min(Int(status.st_size), Input.byteCountMax)
            guard count > 0 else { return nil }
            let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0)
            guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
            unsafe bytes = UnsafeRawBufferPointer(start: start, count: count)
            isCut = Int(status.st_size) > count
            lseek(STDIN_FILENO, 0, SEEK_SET)
        } else {
            guard let read = unsafe Input.readAll(), unsafe !read.isEmpty else { return nil }
            unsafe bytes = read
            isCut = read.count >= Input.byteCountMax
        }
    }

    private static func readAll() -> UnsafeRawBufferPointer? {
        var room = 1 << 20
        var count = 0
        guard var start = unsafe malloc(room) else { return nil }
        while count < byteCountMax {
            if count == room {
                room = min(room * 2, byteCountMax)
                guard let larger = unsafe realloc(start, room) else { return nil }
                unsafe start = larger
            }
            let rest = unsafe UnsafeMutableRawBufferPointer(
                start: start + count, count: room - count)
            guard let got = unsafe try? SystemCall.read(STDIN_FILENO, into: rest) else {
                return nil
            }
            if got == 0 { break }
            count += got
        }
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}
