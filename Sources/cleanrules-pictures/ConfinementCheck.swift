// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tries what this process must not be able to do any more; for `--kinds`.
enum ConfinementCheck {
    /// `yes`, or `no:` and what still succeeds. The process has no rights afterwards.
    static func outcome() -> String {
        guard Confinement.begin(), Confinement.finish() else { return "no: the kernel refuses" }
        var faults: [String] = []
        func expect(_ isRefused: Bool, _ fault: String) {
            if !isRefused { faults.append(fault) }
        }
        expect(landlock_version() >= 1, "the kernel has no Landlock, so files can be read")
        for path in ["/", "/etc/passwd", "/tmp", "/proc/1/status"] {
            expect(isRefused(unsafe open(path, O_RDONLY)), "\(path) can be read")
        }
        expect(
            isRefused(unsafe open("/tmp", O_WRONLY | __O_TMPFILE, 0o600)), "files can be made")
        expect(mkdirIsRefused(), "folders can be made")
        expect(isRefused(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)), "there is a network")
        expect(isRefused(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)), "there are sockets")
        expect(kill(getppid(), 0) != 0, "other processes can be reached")
        expect(!startsProcess(), "programs can be started")
        expect(Confinement.isSanitized || memoryIsBounded(), "memory has no bound")
        return faults.isEmpty ? "yes" : "no: " + faults.joined(separator: ", ")
    }

    private static func isRefused(_ descriptor: Int32) -> Bool {
        if descriptor >= 0 { close(descriptor) }
        return descriptor < 0
    }

    private static func mkdirIsRefused() -> Bool {
        let path = "/tmp/cleanrules-pictures-\(getpid())"
        guard unsafe mkdir(path, 0o700) == 0 else { return true }
        unsafe rmdir(path)
        return false
    }

    private static func startsProcess() -> Bool {
        var number: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        guard unsafe posix_spawn(&number, "/bin/true", nil, nil, &words, &words) == 0 else {
            return false
        }
        waitpid(number, nil, 0)
        return true
    }

    private static func memoryIsBounded() -> Bool {
        let start = unsafe mmap(
            nil, 4 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
        )
        return unsafe start == MAP_FAILED
    }
}
