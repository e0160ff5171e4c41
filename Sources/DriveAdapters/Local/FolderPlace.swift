// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// Where a folder of this machine really lies, whatever path, link or mount leads there: so that
/// two folders can be told to hold the same files.
package struct FolderPlace: Sendable {
    /// The folder and all folders above it, through the mounts on the way.
    private let chain: [FileKey]
    /// The parts of file systems that are seen below it.
    private let spans: [Span]

    /// One folder of one file system, by its path within that.
    private struct Span {
        /// The file system, as the table of mounts names it.
        var device: Substring
        var path: String

        func overlaps(_ other: Span) -> Bool {
            device == other.device
                && (FolderPlace.isBelow(path, other.path) || FolderPlace.isBelow(other.path, path))
        }
    }

    /// The folder at `path`; nil if it cannot be opened. With `crossesMounts`, what is mounted
    /// below it counts as well.
    package init?(path: String, crossesMounts: Bool) {
        guard let folder = try? OpenFolder(FileDescriptor(path, __O_PATH | O_DIRECTORY)) else {
            return nil
        }
        chain = FolderPlace.chain(from: folder)
        spans = FolderPlace.spans(of: folder, crossesMounts: crossesMounts)
    }

    /// Its path within its file system, however that is mounted; nil where the kernel does not tell.
    package var pathInFileSystem: String? { spans.first?.path }

    /// Whether both reach the same files: they are one folder, or one lies in the other.
    package func overlaps(_ other: FolderPlace) -> Bool {
        guard let own = chain.first, let there = other.chain.first else { return false }
        return chain.contains(there) || other.chain.contains(own)
            || spans.contains { span in other.spans.contains { span.overlaps($0) } }
    }

    /// Whether the folder is `other` or lies in it, by whatever mount.
    package func isWithin(_ other: FolderPlace) -> Bool {
        guard let there = other.chain.first else { return false }
        // The first span is the folder itself.
        return chain.contains(there)
            || spans.prefix(1).contains { own in
                other.spans.contains {
                    own.device == $0.device && FolderPlace.isBelow(own.path, $0.path)
                }
            }
    }

    private static func chain(from folder: OpenFolder) -> [FileKey] {
        var chain = [folder.state.key]
        var folder = folder
        // At the top of all, `..` is the folder itself.
        while let above = try? OpenFolder(KernelName(".."), in: folder.number),
            above.state.key != folder.state.key || above.state.mount != folder.state.mount
        {
            chain.append(above.state.key)
            folder = above
        }
        return chain
    }

    // MARK: - Mounts

    /// The folder within its file system, and with `crossesMounts` those that are mounted below it;
    /// none where the kernel does not tell.
    private static func spans(of folder: OpenFolder, crossesMounts: Bool) -> [Span] {
        let target = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { room in
            unsafe room.baseAddress.flatMap { start -> String? in
                let count = unsafe readlink(folder.descriptorPath, start, room.count)
                guard count > 0, count < room.count else { return nil }
                return unsafe String(
                    decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        guard let target else { return [] }
        let mounts = FolderPlace.mounts()
        var spans: [Span] = []
        if let own = mounts.first(where: { $0.id == folder.state.mount }),
            isBelow(target, own.point)
        {
            let rest = target.dropFirst(own.point == "/" ? 0 : own.point.count)
            let path = (own.root == "/" ? "" : own.root) + (rest == "/" ? "" : rest)
            spans.append(Span(device: own.device, path: path.isEmpty ? "/" : path))
        }
        guard crossesMounts else { return spans }
        return spans
            + mounts.filter { $0.point != target && isBelow($0.point, target) }
            .map { Span(device: $0.device, path: $0.root) }
    }

    /// One line of the table of mounts; proc(5), `/proc/PID/mountinfo`.
    private struct Mount {
        var id: UInt64
        var device: Substring
        /// What of the file system is mounted.
        var root: String
        /// Where.
        var point: String
    }

    private static func mounts() -> [Mount] {
        guard let file = try? FileDescriptor("/proc/self/mountinfo", O_RDONLY),
            let bytes = try? SystemCall.contents(of: file.number, most: .max)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count > 4, let id = UInt64(fields[0]) else { return nil }
            return Mount(
                id: id, device: fields[2], root: unescaped(fields[3]), point: unescaped(fields[4]))
        }
    }

    /// Blanks, line breaks and backslashes are written as `\` and three octal digits.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(Substring(digits)), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether `path` is `folder` or lies below it.
    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        folder == "/" || path.utf8.elementsEqual(folder.utf8)
            || path.utf8.starts(with: Array((folder + "/").utf8))
    }
}
