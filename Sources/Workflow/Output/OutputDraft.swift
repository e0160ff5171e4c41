// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

/// A file that is being written beside the place that it is for.
///
/// It has no name until it is complete, where the file system can do that (`O_TMPFILE` of open(2)):
/// then nothing is left of it, however the program ends. Elsewhere it is a file of its own from the
/// beginning, as mkstemp(3) makes it, for this user alone.
final class OutputDraft {
    /// The open file.
    let descriptor: Int32
    private let place: String
    private var name: String?

    /// A draft in the folder of `path`; nil, with `errno`, if none can be made there.
    init?(besides path: String) {
        place = path
        let folder = MachinePath.folder(of: path)
        // It gets its name through /proc, which is not everywhere.
        if access("/proc/self/fd", X_OK) == 0 {
            let nameless = open(folder, O_WRONLY | O_CLOEXEC | __O_TMPFILE | O_DIRECTORY, 0o600)
            if nameless >= 0 {
                descriptor = nameless
                return
            }
        }
        guard let (file, name) = Self.temporary(besides: path) else { return nil }
        descriptor = file
        self.name = name
    }

    private static func temporary(besides path: String) -> (descriptor: Int32, name: String)? {
        // mkstemp(3) makes a file of its own and follows nothing.
        var template = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor < 0 { return nil }
        let name = template.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) } ?? ""
        }
        return (descriptor, name)
    }

    /// The name that the draft has from now on; nil, with `errno`, if it can be given none.
    func named() -> String? {
        if let name { return name }
        for _ in 0..<100 {
            let candidate = "\(place).\(String(UInt32.random(in: 0...(.max)), radix: 36))"
            // The way to name such a file that open(2) gives for whoever has no special rights.
            let result = linkat(
                AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, candidate, AT_SYMLINK_FOLLOW)
            if result == 0 {
                name = candidate
                return candidate
            }
            if errno != EEXIST { return nil }
        }
        return nil
    }

    /// Closes the file, and takes its own name away if that still leads to it.
    func discard() {
        var (own, other) = (stat(), stat())
        if let name, fstat(descriptor, &own) == 0, lstat(name, &other) == 0,
            FileIdentity(own) == FileIdentity(other)
        {
            unlink(name)
        }
        close(descriptor)
    }
}
