// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Programs of the system that some tests need. `script/packages --tests` installs them.
package enum InstalledProgram {
    /// Whether tests that need the program at `path` are run: it is there, or
    /// `CLEANRULES_TESTS_COMPLETE` says that all that tests need has been installed. Then one that
    /// is missing fails its tests, instead of leaving them out without a word.
    package static func isExpected(_ path: String) -> Bool {
        ProcessInfo.processInfo.environment["CLEANRULES_TESTS_COMPLETE"] != nil
            || FileManager.default.isExecutableFile(atPath: path)
    }
}
