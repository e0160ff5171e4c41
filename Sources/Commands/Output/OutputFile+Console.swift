// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Workflow

extension OutputFile {
    /// Calls `body` with a sink for the file at `path`, or for standard output where none is named.
    static func write(
        to path: String?, past gate: OutputGate, for readers: Readers = .owner,
        _ body: (ByteSink) throws(OutputError) -> Void
    ) throws(Failure) {
        guard let path else { return try fill(.closure(StandardOutput.take), body) }
        try write(toFile: path, past: gate, for: readers, body)
    }
}
