// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// What this process takes from itself before it looks at foreign bytes.
enum Confinement {
    /// Bytes of memory: enough for a picture of 150 megapixels or a film.
    private static let memoryByteMax: UInt64 = 2 << 30
    /// Seconds of computing.
    private static let secondsMax: UInt64 = 5
    private static let openFileMax: UInt64 = 64

    /// Where libraries and fonts lie. Nothing else on the disk can be read.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/etc/fonts", "/etc/ld.so.cache",
        "/var/cache/fontconfig", "/proc/self", "/sys/devices/system/cpu",
    ]

    /// Takes what can be taken at once: rights, open files, memory and time; what is written to a
    /// file ends after `fileByteMax`. False where that does not succeed.
    static func begin(fileByteMax: UInt64 = 0) -> Bool {
        guard confine_rights() == 0 else { return false }
        confine_descriptors()
        return (isSanitized || limit(RLIMIT_AS, memoryByteMax))
            && limit(RLIMIT_CPU, secondsMax) && limit(RLIMIT_FSIZE, fileByteMax)
            && limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, openFileMax)
    }

    /// Whether the program was built with a sanitizer, which needs more addresses than there is
    /// memory. What people install is not.
    static var isSanitized: Bool {
        unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    }

    /// Takes the rest, now that the libraries are loaded: the disk, and all system calls but those
    /// that decoders need. False where the kernel refuses.
    static func finish() -> Bool {
        // Kernels without Landlock (before 5.13) leave it at the rights of the user: reading.
        if landlock_version() >= 1, !closeDisk() { return false }
        return confine_calls() == 0
    }

    private static func closeDisk() -> Bool {
        let rules = landlock_new_rules()
        guard rules >= 0 else { return false }
        defer { close(rules) }
        for path in readable {
            let place = unsafe open(path, __O_PATH | O_CLOEXEC)
            if place < 0 { continue }
            defer { close(place) }
            var status = stat()
            guard unsafe fstat(place, &status) == 0 else { continue }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            guard landlock_allow_reading(rules, place, isFolder ? 1 : 0) == 0 else { return false }
        }
        // Some libraries want to open the film by a name. Of pipes and of files in memory the
        // kernel wants no rule.
        _ = landlock_allow_reading(rules, STDIN_FILENO, 0)
        return landlock_enforce(rules) == 0
    }

    private static func limit(_ resource: __rlimit_resource, _ most: UInt64) -> Bool {
        var limit = rlimit()
        let number = __rlimit_resource_t(resource.rawValue)
        guard unsafe getrlimit(number, &limit) == 0 else { return false }
        limit.rlim_max = min(limit.rlim_max, rlim_t(most))
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        return unsafe setrlimit(number, &limit) == 0
    }
}
