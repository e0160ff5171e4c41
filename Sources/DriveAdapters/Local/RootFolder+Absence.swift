// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

extension RootFolder {
    /// Proof that nothing lies at the path of `item`; nil if there is none.
    func absence(of item: borrowing ExpectedItem) -> Absence? {
        guard case .success(let status) = status() else { return nil }
        return absence(of: item.path, device: item.device(rootDevice: status.device))
    }

    /// Proof that nothing lies at `path`, below the root, on the file system `device`; nil if there
    /// is none.
    ///
    /// All folders are looked up anew. The folder that it lay in may be gone with it; then the next
    /// one above, which must be on the same file system: what was mounted below it and is not any
    /// more is out of reach, not gone.
    func absence(of path: [UInt8], device: UInt64) -> Absence? {
        var path = path[...]
        var error: SystemError?
        while let name = path.split(separator: UInt8(ascii: "/")).last {
            let parent = path.dropLast(min(path.count, name.count + 1))
            let folder: OpenFolder
            do throws(SystemError) {
                folder = try OpenFolder(openPlace(parent))
            } catch let above {
                guard above.isAbsence else { return nil }
                error = above
                path = parent
                continue
            }
            return (error ?? self.error(of: KernelName(name), in: folder)).flatMap {
                Absence($0, in: folder.state, device: device)
            }
        }
        return nil
    }

    /// What the kernel says where there is nothing of that name; nil if there is.
    private func error(of name: KernelName, in folder: OpenFolder) -> SystemError? {
        do throws(SystemError) {
            _ = try EntryState.read(name, in: folder.number)
            return nil
        } catch {
            return error
        }
    }
}
