// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Workflow

extension Failure {
    /// Why output could not be written.
    init(_ error: OutputError) {
        if let clause = error.clause { self.init(.failed, clause) } else { self.init(.failed) }
    }
}
