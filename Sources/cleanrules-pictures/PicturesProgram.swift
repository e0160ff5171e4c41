// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import PhotoLooks
internal import PictureExchange

/// Makes one picture of what lies on its standard input, or looks at it, and ends: see docs/design/pictures.md.
@main
enum PicturesProgram {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--kinds"] {
            let lines = PictureKinds.lines() + ["confined " + ConfinementCheck.outcome()]
            let text = lines.map { $0 + "\n" }.joined()
            write(Array(text.utf8))
        } else if let order = PictureOrder(arguments: arguments) {
            write(reply(to: order).frame)
        } else if let order = LookOrder(arguments: arguments) {
            write(LookReply(report(for: order)).frame)
        } else {
            let usage = "usage: cleanrules-pictures --kinds\ncleanrules starts it for pictures.\n"
            write(Array(usage.utf8), to: STDERR_FILENO)
            exit(64)
        }
        // At once: none of the libraries has anything to tidy up.
        _exit(0)
    }

    private static func report(for order: LookOrder) -> PictureReport {
        guard Confinement.begin(), let input = Input() else {
            return LookMaker.nothing(.unreadable)
        }
        let maker = LookMaker(order, input)
        guard Confinement.finish() else { return LookMaker.nothing(.unconfined) }
        return maker.report()
    }

    private static func reply(to order: PictureOrder) -> PictureReply {
        guard Confinement.begin(), let input = Input() else {
            return .none(reason: NoPicture.unreadable.reason)
        }
        do throws(NoPicture) {
            let maker = try PictureMaker(order, input)
            guard Confinement.finish() else { throw NoPicture.unconfined }
            return try maker.make()
        } catch {
            return .none(reason: error.reason)
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32 = STDOUT_FILENO) {
        do throws(SystemError) {
            try SystemCall.write(bytes, to: file)
        } catch {
            exit(74)
        }
    }
}
