// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ItemFinder {
    /// The folder at `path` below the root, made by `calls` with all that is missing above it; the
    /// paths of what was made go into `made`, the deepest last.
    ///
    /// Nothing on the way may be a symbolic link or a mount point of another file system.
    mutating func folder(
        _ path: ArraySlice<UInt8>, making calls: DiskCalls, mode: mode_t,
        made: inout [ArraySlice<UInt8>]
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
                path[..<end], KernelName(path[start..<end]), in: above, calls, mode, &made)
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
        _ mode: mode_t, _ made: inout [ArraySlice<UInt8>]
    ) throws(SystemError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder(name, in: above.number)
        } catch {
            if error.code != ENOENT { throw error }
        }
        do throws(SystemError) {
            try calls.makeFolder(name, in: above.number, mode: mode)
            made.append(path)
        } catch {
            // Somebody else may have made it meanwhile.
            if error.code != EEXIST { throw error }
        }
        return try OpenFolder(name, in: above.number)
    }

    /// Removes the folders at `paths` as far as they are empty, the last first.
    mutating func removeFolders(_ paths: [ArraySlice<UInt8>], _ calls: DiskCalls) {
        for path in paths.reversed() {
            guard let above = try? folder(PathBytes.parent(of: path)) else { continue }
            try? calls.removeFolder(KernelName(PathBytes.name(of: path)), in: above.number)
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
