// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many files this process may have open: each connection is one.
enum OpenFiles {
    /// What the program needs for itself: the state file, pictures in the making, its threads.
    private static let own: UInt = 96
    /// More than this is not asked for.
    private static let most: UInt = 4_096

    /// Raises the limit of open files as far as that is allowed and useful; how many connections
    /// there is room for, 8 at least.
    static func room() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
        let wanted = min(UInt(limit.rlim_max), most)
        if UInt(limit.rlim_cur) < wanted {
            var raised = limit
            raised.rlim_cur = rlim_t(wanted)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
                limit = raised
            }
        }
        let files = min(UInt(limit.rlim_cur), most)
        return files > own + 8 ? Int(files - own) : 8
    }
}
