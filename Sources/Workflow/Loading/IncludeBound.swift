// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import RuleEngine

/// How far the paths of included files may lead.
package struct IncludeBound {
    /// The folder without links; nil where it is not there.
    private let folder: String?
    /// The folder of the main file without links; nil where it is not there.
    private let mainFolder: String?

    /// The folder that `--include-root` named, for the one command that the process carries out:
    /// it holds for the rules of earlier plans as well, wherever they are read.
    package static let named = Lock<String?>(nil)

    /// The bound of the rules in `mainFile`: the folder that was named, else the file's own.
    package init(mainFile: String) {
        mainFolder = MachinePath.canonical(MachinePath.folder(of: mainFile))
        folder = Self.named.withLock { $0 }.map(MachinePath.canonical) ?? mainFolder
    }

    /// Whether the included file `path` may be something else than rules, so that nothing of it is
    /// to be printed: it is not called like them, or lies outside the folder of the main file.
    func isForeign(_ path: String) -> Bool {
        guard Self.isNamedAsRules(path), let place = MachinePath.canonical(path), let mainFolder
        else { return true }
        // A link may be called like rules and lead to anything.
        return !Self.isNamedAsRules(place) || !Self.isBelow(place, mainFolder)
    }

    private static func isNamedAsRules(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }

    private static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// Where the included file `path` really lies; throws if that is outside.
    package func place(of path: String) throws(ValueError) -> String {
        let real = MachinePath.canonical(path)
        guard let place = real ?? Self.missingPlace(path), let folder else { return path }
        guard Self.isBelow(place, folder) else {
            throw ValueError(
                .includeOutside,
                Message(
                    "'\(path.quotable)' leads out of the folder that included files"
                        + " may lie in; move the file there, or name another folder with"
                        + " '--include-root'"))
        }
        // What is not there is named as it was written.
        return real ?? path
    }

    /// Where the file `path`, which is not there, would be: its folder without links.
    private static func missingPlace(_ path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return MachinePath.canonical(MachinePath.folder(of: path)).map { folder in
            MachinePath.resolve(name, from: folder)
        }
    }
}
