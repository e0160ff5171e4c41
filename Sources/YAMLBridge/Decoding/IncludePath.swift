// SPDX-License-Identifier: Apache-2.0

/// Paths of included files, which are relative to the file that names them.
enum IncludePath {
    /// `path` as seen from where `file` is seen from, without `.` and, as far as text can tell,
    /// without `..`; two spellings of one path become one.
    static func resolve(_ path: String, from file: String) -> String {
        let isAbsolute = file.utf8.first == UInt8(ascii: "/")
        let folder = file.split(separator: "/", omittingEmptySubsequences: true).dropLast()
        var components: [Substring] = []
        for component in folder + path.split(separator: "/", omittingEmptySubsequences: true) {
            switch component {
            case ".": continue
            case ".." where !components.isEmpty && components.last != "..":
                components.removeLast()
            case ".." where isAbsolute: continue
            default: components.append(component)
            }
        }
        return (isAbsolute ? "/" : "") + components.joined(separator: "/")
    }

    /// The path of the first file in the same form.
    static func normalised(_ file: String) -> String {
        resolve(file.split(separator: "/").last.map(String.init) ?? file, from: file)
    }
}

/// The names of included files, for those who follow them.
package enum IncludedFile {
    /// What the file is called that `file` includes as `path`; nil where it may not be included so.
    package static func name(_ path: String, from file: String) -> String? {
        path.utf8.first == UInt8(ascii: "/") ? nil : IncludePath.resolve(path, from: file)
    }
}
