// SPDX-License-Identifier: Apache-2.0

import StateLedger
import Testing

/// The error that `body` throws; records an issue if it throws none.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of body: () async throws(LedgerError) -> Value
) async -> LedgerError? {
    do throws(LedgerError) {
        _ = try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}
