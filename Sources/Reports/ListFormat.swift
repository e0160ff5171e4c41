// SPDX-License-Identifier: Apache-2.0

/// How what lists many things is written.
package enum ListFormat: String, CaseIterable, Sendable {
    case table
    case json
    case ndjson
    case csv
}
