// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The parts between the bytes `separator`, empty ones included unless `omitsEmpty`.
    ///
    /// A mark that combines makes one character of itself and what stands before it, so that no
    /// search for a character finds a quote or a slash with a mark behind it; bytes are found.
    package func parts(between separator: Unicode.Scalar, omitsEmpty: Bool = false) -> [String] {
        utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: omitsEmpty)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
