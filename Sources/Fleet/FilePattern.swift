// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Wording
package import Workflow

/// The files that a path with `*` in it means: a `*` stands for anything within a name, but for the dot
/// that hidden names begin with, and a name that is `**` for any folders, or none.
package struct FilePattern: Sendable {
    private let pattern: String

    /// The most files that one pattern means.
    private static let filesMax = 100_000

    /// The pattern, seen from `folder`.
    package init(_ pattern: String, from folder: String) {
        self.pattern = MachinePath.resolve(pattern, from: folder)
    }

    /// The paths of what is there, in the order of their bytes.
    package func paths() throws(Failure) -> [String] {
        var found = [""]
        let names = pattern.split(separator: "/").map { Array($0.utf8) }
        for (place, name) in names.enumerated() {
            let isLast = place == names.count - 1
            if Self.isAnyFolders(name), !isLast {
                // Two in a row mean what one means.
                if place > 0, Self.isAnyFolders(names[place - 1]) { continue }
                var trees: [String] = []
                for folder in found { trees += try tree(folder) }
                found = trees
                continue
            }
            guard name.contains(UInt8(ascii: "*")) else {
                let text = String(decoding: name, as: UTF8.self)
                found = found.map { $0 + "/" + text }
                if isLast { found = found.filter { FileBytes.exists($0) } }
                continue
            }
            var next: [String] = []
            for folder in found {
                next += try Self.entries(of: folder, like: name).map { folder + "/" + $0 }
                guard next.count <= Self.filesMax else {
                    throw Failure(
                        .failed,
                        Message(
                            "'\(VisibleText.escaped(pattern))' means over \(Self.filesMax) files"))
                }
            }
            found = isLast ? next : next.filter { FileBytes.isFolder($0) }
        }
        // One may be found by several ways; names that only look the same are two.
        var sorted: [String] = []
        for path in found.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if let last = sorted.last, last.utf8.elementsEqual(path.utf8) { continue }
            sorted.append(path)
        }
        return sorted
    }

    private static func isAnyFolders(_ name: [UInt8]) -> Bool { name == Array("**".utf8) }

    /// `folder` and all folders in it, however deep; links are not followed.
    private func tree(_ folder: String) throws(Failure) -> [String] {
        var found = [folder]
        var place = 0
        while place < found.count {
            let names = try Self.entries(of: found[place], like: Array("*".utf8))
            found += names.map { found[place] + "/" + $0 }.filter { path in
                var status = stat()
                return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            }
            guard found.count <= Self.filesMax else {
                throw Failure(
                    .failed,
                    Message(
                        "'\(VisibleText.escaped(pattern))' means over \(Self.filesMax) files"))
            }
            place += 1
        }
        return found
    }

    /// The names in `folder` that are like `name`.
    private static func entries(of folder: String, like name: [UInt8]) throws(Failure) -> [String] {
        guard let stream = opendir(folder.isEmpty ? "/" : folder) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw Failure(
                .failed,
                Message("cannot read '\(VisibleText.escaped(folder))': \(SystemError.last.text)"))
        }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
                    Array(UnsafeBufferPointer(start: start, count: strnlen(start, 256)))
                }
            }
            guard matches(bytes, name) else { continue }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                let shown = String(decoding: bytes, as: UTF8.self)
                throw Failure(
                    .failed,
                    Message(
                        "'\(VisibleText.escaped(folder + "/" + shown))' has a name that is no text;"
                            + " rename it"))
            }
            found.append(text)
        }
        return found
    }

    /// Whether `name` is like `pattern`. O(name × pattern).
    static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        let dot = UInt8(ascii: ".")
        if name.first == dot, pattern.first != dot { return false }
        var (place, at) = (0, 0)
        // Where the last `*` stands, and what of the name it has taken.
        var star: (pattern: Int, name: Int)?
        while place < name.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == name[place] {
                at += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                at = last.pattern + 1
                place = last.name + 1
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
