// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Output could not be written.
package struct OutputError: Error {
    /// Why; nil when that is said by whoever takes the output.
    package let clause: Message?

    /// Output could not be written because of `clause`.
    package init(_ clause: Message?) { self.clause = clause }
}
