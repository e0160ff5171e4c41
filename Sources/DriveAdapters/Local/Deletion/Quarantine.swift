// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import RuleEngine

/// The folder on a drive that holds what was moved aside: `/.cleanrules/quarantine/PLAN/PATH`.
enum Quarantine {
    /// Its path below the root.
    static let path = Array(".cleanrules/quarantine".utf8)

    /// The path of the folder, below the root, that an item goes into.
    static func folder(of item: borrowing ExpectedItem, plan: String) -> [UInt8] {
        let top = PathBytes.joined(path, Array(plan.utf8))
        return item.parent.isEmpty ? top : PathBytes.joined(top, item.parent)
    }

    /// Makes the folder at `path` in the quarantine; whether anything was missing.
    ///
    /// Somebody else's quarantine is not used: he could read and change what is moved there.
    static func make(
        _ path: [UInt8], below finder: inout ItemFinder, _ calls: DiskCalls
    ) throws(Refusal) -> Bool {
        var made: [ArraySlice<UInt8>] = []
        let foreign: String?
        do throws(SystemError) {
            _ = try finder.folder(path[...], making: calls, made: &made)
            foreign = try foreignFolder(on: path[...], below: &finder, calls)
        } catch {
            finder.removeFolders(made, calls)
            throw Refusal(.failed(DeletionText.noQuarantine(systemMessage(error.code))))
        }
        guard let foreign else { return !made.isEmpty }
        finder.removeFolders(made, calls)
        throw Refusal(.failed(DeletionText.foreignQuarantine(foreign)))
    }

    /// The path of the first folder on the way to `path` that is not safe from others; nil if all
    /// are. What lies behind one that is closed to others need not be looked at.
    private static func foreignFolder(
        on path: ArraySlice<UInt8>, below finder: inout ItemFinder, _ calls: DiskCalls
    ) throws(SystemError) -> String? {
        let trust = FolderTrust(on: try finder.folder([]), trying: calls)
        var end = path.startIndex
        while end < path.endIndex {
            let start = end == path.startIndex ? end : end + 1
            end = path[start...].firstIndex(of: 47) ?? path.endIndex
            let folder = try finder.folder(path[..<end]).state
            guard (try? trust.check(folder)) != nil else {
                return "/" + String(decoding: path[..<end], as: UTF8.self)
            }
            if FolderTrust.isClosed(folder) { return nil }
        }
        return nil
    }

    /// Removes the folder at `path`, and those above it, as long as they are empty and part of the
    /// quarantine.
    static func prune(
        _ path: ArraySlice<UInt8>, below finder: inout ItemFinder, _ calls: DiskCalls
    ) {
        var path = path
        while unsafe path.starts(with: TextSlice.ownFolderName.buffer) {
            let name = KernelName(PathBytes.name(of: path))
            path = PathBytes.parent(of: path)
            do throws(SystemError) {
                let above = try finder.folder(path)
                try calls.removeFolder(name, in: above.number)
            } catch {
                if error.code != ENOENT { return }
            }
        }
    }
}
