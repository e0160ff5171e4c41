// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Messages
internal import Workflow

/// Where included files may lie; an option of every command that reads rules.
struct IncludeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The folder that included files may lie in. Default: the one of the rules file.")
    var includeRoot: String?

    mutating func validate() throws {
        guard let includeRoot else { return }
        guard FileBytes.isFolder(includeRoot) else {
            throw ValidationError(
                String(clause: "'--include-root \(includeRoot)' names no folder."))
        }
        IncludeBound.named.withLock { $0 = includeRoot }
    }
}
