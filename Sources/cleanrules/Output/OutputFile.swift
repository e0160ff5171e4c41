// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where output goes: standard output, or a file that appears only when it is complete.
enum OutputFile {
    /// Calls `body` with a sink for `path`, or for standard output.
    ///
    /// A regular file is replaced at once, by a draft beside it that was written to its end. What
    /// is no regular file, such as a pipe, is written to as it is. Rules files are never replaced.
    static func write(
        to path: String?, _ body: (ByteSink) throws(Failure) -> Void
    ) throws(Failure) {
        guard let path else { return try fill(.standardOutput, body) }
        try refuseRules(path)
        // A link is followed once: the file it leads to is replaced, the link stays.
        let target = MachinePath.canonical(path) ?? path
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try writeDirectly(to: target, shown: path, body)
        }
        try writeDraft(for: target, shown: path, body)
    }

    private static func fill(
        _ target: ByteSink.Target, _ body: (ByteSink) throws(Failure) -> Void
    ) throws(Failure) {
        let sink = ByteSink(target)
        try body(sink)
        try sink.flush()
    }

    private static func refuseRules(_ path: String) throws(Failure) {
        let isRules = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
        if isRules, FileBytes.exists(path) {
            throw Failure(
                .refused,
                "'\(VisibleText.escaped(path))' exists and looks like a rules file; name another"
                    + " with -o")
        }
    }

    private static func writeDirectly(
        to target: String, shown: String, _ body: (ByteSink) throws(Failure) -> Void
    ) throws(Failure) {
        let descriptor = open(target, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(shown) }
        do throws(Failure) {
            try fill(.descriptor(descriptor), body)
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw cannotWrite(shown) }
    }

    private static func writeDraft(
        for target: String, shown: String, _ body: (ByteSink) throws(Failure) -> Void
    ) throws(Failure) {
        // mkstemp(3) makes a file of its own, for this user alone, and follows nothing.
        var template = Array((target + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw cannotWrite(shown) }
        let draft = template.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) } ?? ""
        }
        do throws(Failure) {
            try fill(.descriptor(descriptor), body)
        } catch {
            close(descriptor)
            unlink(draft)
            throw error
        }
        let mask = umask(0)
        umask(mask)
        guard fchmod(descriptor, 0o666 & ~mask) == 0, close(descriptor) == 0,
            rename(draft, target) == 0
        else {
            let failure = cannotWrite(shown)
            unlink(draft)
            throw failure
        }
    }

    private static func cannotWrite(_ path: String) -> Failure {
        Failure(.failed, "cannot write '\(VisibleText.escaped(path))': \(FileBytes.reason())")
    }
}
