// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// What a `.trashinfo` file says.
enum TrashNote {
    /// The most bytes of a note that are read; a path of 4,096 bytes takes 12 KiB at most, and
    /// longer ones are rare.
    private static let byteMax = 1 << 18

    private static let start = Array("[Trash Info]\nPath=".utf8)
    private static let dateKey = Array("\nDeletionDate=".utf8)

    /// The note of an item that came from `path` and was thrown away at `date`.
    static func text(path: [UInt8], date: [UInt8]) -> [UInt8] {
        var text = head(path: path)
        text.append(contentsOf: dateKey)
        text.append(contentsOf: date)
        text.append(10)
        return text
    }

    /// All of a note before its date.
    private static func head(path: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(start.count + path.count * 2 + 40)
        text.append(contentsOf: start)
        appendEscaped(path, to: &text)
        return text
    }

    /// Whether `note` is what is left of a note about `path` whose writer was killed: it has not
    /// a byte that such a note has not.
    static func isBegun(_ note: [UInt8], path: [UInt8]) -> Bool {
        head(path: path).starts(with: note)
    }

    /// The path that `note` tells; nil if it tells none.
    static func path(in note: [UInt8]) -> [UInt8]? {
        let key = Array("Path=".utf8)
        for line in note.split(separator: 10) where line.starts(with: key) {
            return unescaped(line.dropFirst(key.count))
        }
        return nil
    }

    /// The note called `name` in the folder `info`; nil if it cannot be read.
    static func read(_ name: KernelName, in info: Int32) -> [UInt8]? {
        let number = unsafe name.withPointer {
            unsafe openat(info, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        guard let file = try? FileDescriptor(opened: number),
            let state = try? EntryState.read(number), state.type == .file, state.size <= byteMax
        else { return nil }
        // A note that grows or shrinks meanwhile is none of this program's.
        return (try? file.read(Int(state.size), at: 0)) ?? []
    }

    /// The local time of now as the specification wants it: `2026-01-31T08:05:00`.
    static func now() -> [UInt8] {
        var seconds = time(nil)
        var local = unsafe tm()
        // localtime_r(3): without this the time zone need not have been read yet.
        tzset()
        unsafe localtime_r(&seconds, &local)
        func digits(_ value: Int32, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
        }
        let day = unsafe [
            digits(local.tm_year + 1900, 4), digits(local.tm_mon + 1, 2), digits(local.tm_mday, 2),
        ]
        let hour = unsafe [
            digits(local.tm_hour, 2), digits(local.tm_min, 2), digits(local.tm_sec, 2),
        ]
        return Array((day.joined(separator: "-") + "T" + hour.joined(separator: ":")).utf8)
    }

    private static func appendEscaped(_ path: [UInt8], to text: inout [UInt8]) {
        for byte in path {
            if isPlain(byte) {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] {
                    text.append(digit < 10 ? 48 + digit : 55 + digit)
                }
            }
        }
    }

    /// RFC 2396: letters, digits and marks stand for themselves; slashes part the names.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        func digit(_ index: Int) -> UInt8? {
            guard index < text.endIndex else { return nil }
            switch text[index] {
            case 48...57: return text[index] - 48
            case 65...70: return text[index] - 55
            case 97...102: return text[index] - 87
            default: return nil
            }
        }
        var path: [UInt8] = []
        path.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), let high = digit(index + 1),
                let low = digit(index + 2)
            {
                path.append(high << 4 | low)
                index += 3
            } else {
                path.append(text[index])
                index += 1
            }
        }
        return path
    }
}
