// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// What this process takes from itself before it reads what strangers have written: it reaches the files
/// that it was told of, and nothing else on the disk, and neither the network nor other processes.
enum PartConfinement {
    /// What the libraries of the program read: of time zones and of memory.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/etc/localtime", "/etc/timezone",
        "/proc/self", "/proc/meminfo", "/sys/devices/system/cpu", "/sys/fs/cgroup",
    ]

    /// Leaves files and folders at `reading` to be read, and files in the folders at `writing` to be made.
    /// False where the kernel has the means and refuses.
    static func begin(reading: [String], writing: [String]) -> Bool {
        guard confine_rights() == 0 else { return false }
        var none = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // Kernels without Landlock (before 5.13) leave it at the rights of the user.
        if landlock_version() >= 1, !closeDisk(reading, writing) { return false }
        // So do those without filters of calls, and machines whose calls nobody has written down.
        return confine_company() == 0 || errno == ENOSYS || errno == EINVAL
    }

    private static func closeDisk(_ reading: [String], _ writing: [String]) -> Bool {
        let rules = landlock_new_rules()
        guard rules >= 0 else { return false }
        defer { close(rules) }
        for path in readable + reading {
            let isAllowed = allow(path) { place, isFolder in
                landlock_allow_reading(rules, place, isFolder ? 1 : 0) == 0
            }
            if !isAllowed { return false }
        }
        for path in writing {
            let isAllowed = allow(path) { place, isFolder in
                isFolder && landlock_allow_writing(rules, place) == 0
            }
            if !isAllowed { return false }
        }
        return landlock_enforce(rules) == 0
    }

    /// What stays open. The folder of a process has another number in its file system once the kernel has
    /// forgotten it, as it does where memory is short, and what was allowed is another folder then.
    ///
    /// Files of its threads are reached by it as `/proc/self/task`, not as `/proc` and the number of a
    /// thread: so Dispatch looks at the threads of its queues on Linux, and ends the process where it
    /// cannot. Nothing that runs here may use its queues; `ThreadTeam` needs no file.
    private static let keptOpen = "/proc/self"

    /// Has `add` allow what is at `path`; where nothing is, nothing is allowed.
    private static func allow(_ path: String, _ add: (Int32, Bool) -> Bool) -> Bool {
        let place = open(path, __O_PATH | O_CLOEXEC)
        if place < 0 { return true }
        defer { if path != keptOpen { close(place) } }
        var status = stat()
        guard fstat(place, &status) == 0 else { return false }
        return add(place, status.st_mode & S_IFMT == S_IFDIR)
    }

    // MARK: Trying it

    /// `yes`, or `no:` and what still succeeds, with `folder` as the one that may be written in. The process
    /// has no rights afterwards.
    static func outcome(_ folder: String) -> String {
        guard landlock_version() >= 1 else { return "no: the kernel has no Landlock" }
        guard begin(reading: [], writing: [folder]) else { return "no: the kernel refuses" }
        var faults: [String] = []
        func expect(_ isRight: Bool, _ fault: String) {
            if !isRight { faults.append(fault) }
        }
        for path in ["/", "/etc/passwd", "/tmp", folder + "/.."] {
            expect(!opens(path, O_RDONLY), "\(path) can be read")
        }
        expect(!opens(folder + "/../made", O_WRONLY | O_CREAT), "files can be made beside it")
        expect(opens(folder + "/made", O_WRONLY | O_CREAT), "files cannot be made in it")
        expect(rename(folder + "/made", folder + "/named") == 0, "files cannot be renamed in it")
        expect(rename(folder + "/named", folder + "/../named") != 0, "files can be moved out of it")
        expect(unlink(folder + "/named") == 0, "files cannot be removed from it")
        expect(mkdir(folder + "/folder", 0o700) != 0, "folders can be made")
        expect(symlink("/etc/passwd", folder + "/link") != 0, "links can be made")
        expect(
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0
                && socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0, "there are sockets")
        expect(kill(getppid(), 0) != 0, "other processes can be signalled")
        expect(execv("/bin/true", [nil]) != 0 && errno == EPERM, "programs can be run")
        return faults.isEmpty ? "yes" : "no: " + faults.joined(separator: ", ")
    }

    private static func opens(_ path: String, _ flags: Int32) -> Bool {
        let file = open(path, flags | O_CLOEXEC, mode_t(0o600))
        if file < 0 { return false }
        close(file)
        return true
    }
}
