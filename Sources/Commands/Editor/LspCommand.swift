// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import LanguageServer
internal import Messages
internal import POSIX
internal import Workflow

/// `cleanrules lsp`.
struct LspCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Serve an editor: mistakes, completion and more in rules files while you type.",
        discussion: """
            Examples:
              cleanrules lsp
              cleanrules lsp --rules ~/clean/rules.yaml

            An editor starts it and speaks the Language Server Protocol 3.17 over standard input and
            output. It reads rules files and the last listings of the state, changes nothing, and ends
            with its input.
            """)

    @Option(
        name: .long,
        help: "The main rules file, if you edit those that it includes while it is not open.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    func run() async throws {
        let named = rules.map { MachinePath.canonical($0) ?? MachinePath.absolute($0) }
        // Without a home there is no state and no count; one that was named has to be possible.
        let file = state.isNamed ? try state.file() : try? state.file()
        let conversation = EditorConversation(named: named.map { [$0] } ?? [], state: file)
        while let bytes = try await Self.input() {
            if let status = await conversation.take(bytes) {
                if status != 0 { throw Failure(.failed) }
                return
            }
            if StandardOutput.hasFailed { return }
        }
        if await conversation.isAmidst { throw Failure(.failed) }
    }

    /// How many bytes are read at once.
    private static let chunkBytes = 1 << 16

    /// What has come on standard input; nil at its end.
    private static func input() async throws(Failure) -> [UInt8]? {
        do throws(SystemError) {
            return try await BlockingCall.value { () throws(SystemError) -> [UInt8]? in
                var bytes = [UInt8](repeating: 0, count: chunkBytes)
                var failure: SystemError?
                let count = bytes.withUnsafeMutableBytes { room in
                    do throws(SystemError) {
                        return try SystemCall.read(STDIN_FILENO, into: room)
                    } catch {
                        failure = error
                        return 0
                    }
                }
                if let failure { throw failure }
                return count == 0 ? nil : Array(bytes[..<count])
            }
        } catch {
            throw Failure(.failed, Message("standard input cannot be read: \(error.text)"))
        }
    }
}
