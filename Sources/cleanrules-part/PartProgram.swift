// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import FleetParts
internal import Glibc
internal import POSIX
internal import Wording

/// Does what one process does of a plan of a fleet, and ends: `cleanrules fleet plan` starts it.
@main
enum PartProgram {
    static func main() {
        // What nobody waits for any more is not done.
        _ = linux_end_with_parent()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(PartFailure) {
            if let order = DatasetOrder(arguments) {
                try order.run()
            } else if let order = PartOrder(arguments) {
                try PartWorker(order.folder, threads: order.threads).run(order.task)
            } else {
                end(
                    "usage: cleanrules-part STEP FOLDER NUMBER [THREADS]\n"
                        + "'cleanrules fleet plan' starts it.", 64)
            }
        } catch {
            end(Words(language)(error.phrase), error.exitStatus)
        }
        // At once: all that is kept is on the disk.
        _exit(0)
    }

    private static var language: Language {
        var environment: [String: String] = [:]
        for name in Language.variables + [Language.listVariable] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return Language(environment: environment)
    }

    private static func end(_ text: String, _ status: Int32) -> Never {
        do throws(SystemError) {
            try SystemCall.write(Array((text + "\n").utf8), to: STDERR_FILENO)
        } catch {
            _exit(74)
        }
        _exit(status)
    }
}
