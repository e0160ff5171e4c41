// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

extension ItemFinder {
    /// The folder at `path` below the root, made by `calls` with all that is missing above it; the
    /// paths of what was made go into `made`, the deepest last.
    ///
    /// What is made gets the `attributes` that are known of its path; else it is its owner's alone.
    /// Nothing on the way may be a symbolic link or a mount point of another file system.
    func folder(
        _ path: ArraySlice<UInt8>, making calls: DiskCalls, made: inout [ArraySlice<UInt8>],
        attributes: (ArraySlice<UInt8>) -> FolderAttributes? = { _ in nil }
    ) throws(SystemError) -> OpenFolder {
        do throws(SystemError) {
            return try folder(path)
        } catch {
            if error.code != ENOENT { throw error }
        }
        var above = try folder([])
        var end = path.startIndex
        while end < path.endIndex {
            let start = end == path.startIndex ? end : end + 1
            end = path[start...].firstIndex(of: 47) ?? path.endIndex
            let next = try open(
                path[..<end], KernelName(path[start..<end]), in: above, calls,
                attributes(path[..<end]), &made)
            guard crossesMounts || next.state.place == above.state.place else {
                throw SystemError(code: EXDEV)
            }
            above = next
        }
        return above
    }

    /// Opens the folder `name`, which is at `path`, in `above`; makes it if it is not there.
    private func open(
        _ path: ArraySlice<UInt8>, _ name: KernelName, in above: OpenFolder, _ calls: DiskCalls,
        _ attributes: FolderAttributes?, _ made: inout [ArraySlice<UInt8>]
    ) throws(SystemError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder(name, in: above.number)
        } catch {
            if error.code != ENOENT { throw error }
        }
        do throws(SystemError) {
            try calls.keepingDate(of: above) { () throws(SystemError) in
                guard let attributes else {
                    return try calls.makeFolder(name, in: above.number, mode: 0o700)
                }
                try make(name, in: above, attributes, calls)
            }
            made.append(path)
        } catch {
            // Somebody else may have made it meanwhile.
            if error.code != EEXIST { throw error }
        }
        return try OpenFolder(name, in: above.number)
    }

    /// Makes the folder `name` with `attributes`, at once: it is made ready under another name,
    /// which nobody who dies meanwhile leaves behind for good, since the next one takes it up.
    private func make(
        _ name: KernelName, in above: OpenFolder, _ attributes: FolderAttributes,
        _ calls: DiskCalls
    ) throws(SystemError) {
        let begun = KernelName(".cleanrules-folder")
        try? calls.removeFolder(begun, in: above.number)
        try calls.makeFolder(begun, in: above.number, mode: 0o700)
        do throws(SystemError) {
            attributes.give(to: try OpenFolder(begun, in: above.number), calls)
            try calls.moveAside(begun, in: above.number, to: name, in: above.number)
        } catch {
            try? calls.removeFolder(begun, in: above.number)
            throw error
        }
    }

    /// Removes the folders at `paths` as far as they are empty, the last first.
    func removeFolders(_ paths: [ArraySlice<UInt8>], _ calls: DiskCalls) {
        for path in paths.reversed() {
            guard let above = try? folder(PathBytes.parent(of: path)) else { continue }
            try? calls.keepingDate(of: above) { () throws(SystemError) in
                try calls.removeFolder(KernelName(PathBytes.name(of: path)), in: above.number)
            }
        }
    }
}

/// Paths below the root, without a first `/`; empty for the root.
enum PathBytes {
    /// The path of the folder that `path` lies in.
    static func parent(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        path.lastIndex(of: 47).map { path[..<$0] } ?? path[..<path.startIndex]
    }

    /// The last component of `path`.
    static func name(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        path.lastIndex(of: 47).map { path[($0 + 1)...] } ?? path
    }

    /// `path` and in it `name`.
    static func joined(
        _ path: some Collection<UInt8>, _ name: some Collection<UInt8>
    ) -> [UInt8] {
        path.isEmpty ? Array(name) : Array(path) + [47] + name
    }
}
