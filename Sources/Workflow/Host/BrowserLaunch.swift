// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import POSIX

/// Opens pages in the browser of the person at this machine.
package enum BrowserLaunch {
    /// Whether there is a screen that a browser could be shown on.
    package static var isPossible: Bool {
        Environment.value("DISPLAY") != nil || Environment.value("WAYLAND_DISPLAY") != nil
    }

    /// Files that are opened early, by libraries too, have smaller numbers.
    private static let descriptorMax: Int32 = 1_024

    /// Asks the desktop to open `address`; whether it could be asked. The address holds nothing
    /// that gives access, for the arguments of a process can be seen by everybody.
    package static func open(_ address: String) -> Bool {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What a browser has to say is of no interest here.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // Nor do files that are open here belong to it; a library forgets to say so of its own.
        for descriptor in (STDERR_FILENO + 1)..<Self.descriptorMax {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var arguments = [strdup("xdg-open"), strdup(address), nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawnp(&process, "xdg-open", &actions, nil, &arguments, environ) == 0 else {
            return false
        }
        let child = process
        // Its end has to be taken note of, whenever that is.
        DispatchQueue.global().async {
            SystemCall.bury(child)
        }
        return true
    }
}
