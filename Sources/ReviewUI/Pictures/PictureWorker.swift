// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Messages
internal import PictureExchange
internal import Synchronization
internal import Threads

/// Has pictures made by the program `cleanrules-pictures`, each in a process of its own.
///
/// Decoders of pictures have been broken into by pictures again and again. Whatever happens in the
/// worker costs the one picture: it is given nothing but the open file, and ended after a time.
package struct PictureWorker: Sendable {
    /// The program.
    package var path: String
    /// After how many seconds it is ended.
    package var secondsMax: Double

    /// The program at `path`.
    package init(path: String, secondsMax: Double = 5) {
        self.path = path
        self.secondsMax = secondsMax
    }

    /// The worker of the running program; nil where there is none.
    package static func besideProgram() -> PictureWorker? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        // proc(5): the running program.
        let count = readlink("/proc/self/exe", &room, room.count)
        guard count > 0, count < room.count else { return nil }
        let program = room[..<count].map { UInt8(bitPattern: $0) }
        guard let slash = program.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return ofProgram(in: String(decoding: program[...slash], as: UTF8.self))
    }

    /// The worker of a program in `folder`, which ends with a slash: beside it, as a build leaves
    /// the two, or where an installation has programs that people do not call themselves.
    static func ofProgram(in folder: String) -> PictureWorker? {
        let places = ["", "../libexec/cleanrules/", "../lib/cleanrules/"]
        let paths = places.map { folder + $0 + "cleanrules-pictures" }
        return paths.first { access($0, X_OK) == 0 }.map { PictureWorker(path: $0) }
    }

    /// Why there is no picture, and whether another try would come to the same.
    struct Failure: Error {
        var reason: String
        var isFinal: Bool
    }

    /// The picture that `order` asks for, of what is open as `file`; nothing else gets through.
    func picture(
        _ order: PictureOrder, of file: PictureFile
    ) async throws(Failure) -> (width: Int, height: Int, bytes: [UInt8]) {
        let flag = StopFlag()
        let worker = self
        let result = await withTaskCancellationHandler {
            await BlockingCall.value { worker.run(order, file, flag) }
        } onCancel: {
            flag.raise()
        }
        switch try result.get() {
        case .picture(let width, let height, let bytes):
            // A worker that was taken over might write what it likes.
            guard PictureCheck.isAsAsked(order, width: width, height: height, bytes) else {
                throw Failure(reason: String(clause: "the file cannot be read"), isFinal: true)
            }
            return (width, height, bytes)
        case .none(let reason): throw Failure(reason: reason, isFinal: true)
        }
    }

    private func run(
        _ order: PictureOrder, _ file: PictureFile, _ flag: StopFlag
    ) -> Result<PictureReply, Failure> {
        if flag.isRaised {
            return .failure(Failure(reason: String(clause: "not needed any more"), isFinal: false))
        }
        guard var process = PictureProcess(path, order.arguments, input: file.descriptor) else {
            return .failure(
                Failure(
                    reason: String(clause: "the program that makes pictures does not start"),
                    isFinal: false))
        }
        let end = process.output(
            byteCountMax: PictureReply.byteCountMax, secondsMax: secondsMax, flag)
        switch end {
        case .stopped:
            return .failure(Failure(reason: String(clause: "not needed any more"), isFinal: false))
        case .late:
            return .failure(
                Failure(reason: String(clause: "making it took too long"), isFinal: true))
        case .tooMuch, .died:
            return .failure(
                Failure(reason: String(clause: "the file cannot be read"), isFinal: true))
        case .ended(let bytes):
            guard let reply = PictureReply(frame: bytes) else {
                return .failure(
                    Failure(reason: String(clause: "the file cannot be read"), isFinal: true))
            }
            return .success(reply)
        }
    }
}

/// Whether somebody still waits for a picture.
final class StopFlag: Sendable {
    private let isUp = Atomic(false)

    /// Whether nobody does.
    var isRaised: Bool { isUp.load(ordering: .relaxed) }

    /// From now on nobody does.
    func raise() { isUp.store(true, ordering: .relaxed) }
}
