// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import FleetParts
internal import Glibc
internal import POSIX
internal import Wording

/// Does what one process does of a plan of a fleet, and ends: `cleanrules fleet plan` starts it, or
/// as a filter whatever carries what parts tell each other.
@main
enum PartProgram {
    static func main() {
        // What nobody waits for any more is not done.
        _ = linux_end_with_parent()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 2, arguments[0] == "confined", arguments[1].hasPrefix("/") {
            let outcome = PartConfinement.outcome(arguments[1])
            end("confined \(outcome)", outcome == "yes" ? 0 : 1, to: STDOUT_FILENO)
        }
        do throws(PartFailure) {
            if arguments == ["engine"] {
                let engine = PartEngine.digest(try PartEngine.program("/proc/self/exe"))
                end(String(engine, radix: 16), 0, to: STDOUT_FILENO)
            }
            if let order = PartFilterOrder(arguments) {
                try run(order)
            } else if let order = DatasetOrder(arguments) {
                try confine(try order.reads(), [order.folder.path])
                try order.run()
            } else if let order = PartOrder(arguments) {
                try run(order)
            } else {
                end(
                    "usage: cleanrules-part STEP FOLDER NUMBER [THREADS]\n"
                        + "       cleanrules-part filter STEP FOLDER THREADS\n"
                        + "'cleanrules fleet plan' starts it.", 64)
            }
        } catch {
            end(Words(language)(error.phrase), error.exitStatus)
        }
        // At once: all that is kept is on the disk.
        _exit(0)
    }

    private static func run(_ order: PartOrder) throws(PartFailure) {
        let number = order.task.number
        if order.task.step == .imports {
            let folder = SnapshotFolder(path: order.folder.path)
            let imports = try PartImport(folder, threads: order.threads)
            try confine(try imports.listings(number), [order.folder.path])
            return try imports.run(number)
        }
        let worker = try PartWorker(order.folder, threads: order.threads)
        try confine(worker.reads(order.task), [order.folder.path])
        try worker.run(order.task)
    }

    private static func run(_ order: PartFilterOrder) throws(PartFailure) {
        let filter = try order.filter
        try confine(filter.reads, filter.writes)
        try filter.run(from: STDIN_FILENO, to: STDOUT_FILENO)
    }

    /// Leaves it at files that are read, and folders that are written in. Nothing is read of what is
    /// listed before this.
    private static func confine(
        _ reading: [String], _ writing: [String]
    ) throws(PartFailure) {
        guard PartConfinement.begin(reading: reading, writing: writing) else {
            throw PartFailure.unconfined
        }
    }

    private static var language: Language {
        var environment: [String: String] = [:]
        for name in Language.variables + [Language.listVariable] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return Language(environment: environment)
    }

    private static func end(
        _ text: String, _ status: Int32, to file: Int32 = STDERR_FILENO
    ) -> Never {
        do throws(SystemError) {
            try SystemCall.write(Array((text + "\n").utf8), to: file)
        } catch {
            _exit(74)
        }
        _exit(status)
    }
}
