// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import StateLedger

extension LockHolder {
    /// Whether there is any lock on `path`; looks a few times, as the list comes in pieces.
    static func isLocked(_ path: String) -> Bool {
        guard let file = try? FileIdentity(path: path) else { return false }
        return (0..<20).contains { _ in
            let text = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
            return entries(in: text).contains { $0.file == key(file) }
        }
    }
}
