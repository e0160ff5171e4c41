// SPDX-License-Identifier: Apache-2.0

internal import CWebPage

/// What stands in every page of a plan as it is, and in the binary: `Sources/CWebPage/report`.
extension HTMLReport {
    /// The script; the page's policy names it by its hash, so it goes out as it stands.
    ///
    /// It builds rows with `textContent` only: no name of a file is ever read as markup.
    package static let script = file("/report.js")

    /// The style sheet; the page's policy names it by its hash, so it goes out as it stands.
    static let style = file("/report.css")

    private static func file(_ path: String) -> String {
        guard let file = cweb_report_find(path)?.pointee else {
            preconditionFailure("\(path) stands in the binary")
        }
        return String(
            decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
    }
}
