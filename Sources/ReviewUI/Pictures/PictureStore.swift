// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import PictureExchange
internal import Threads

/// Makes pictures, one for each content and form, and keeps them: in memory, and JPEG and PNG in
/// a folder as well.
///
/// Requests for the same picture share one making of it. It is given up when the last task that
/// waits for it is cancelled.
package actor PictureStore {
    private let cache: PictureCache?
    private let worker: PictureWorker?
    private let source: PictureSource
    private var memory: PictureMemory
    private var runs: [PictureIdentity: Making] = [:]
    private var sources = PictureGate(count: 6)
    private var workers = PictureGate(count: 2)
    private var isSwept = false
    private var writtenByteCount = 0

    private struct Making {
        var run: PictureRun
        var task: Task<PictureAnswer, Never>
    }

    /// The most bytes of a drive's own thumbnail.
    package static let thumbnailByteMax = 8 << 20
    /// After how many written bytes the folder is swept again.
    private static let sweepEvery = 64 << 20

    /// A store that keeps pictures in `folder`, or nowhere; without a worker only the thumbnails
    /// of drives are shown.
    package init(
        folder: String?, worker: PictureWorker?, memoryByteMax: Int = 64 << 20,
        source: @escaping PictureSource
    ) {
        cache = folder.map { PictureCache(folder: $0) }
        self.worker = worker
        self.source = source
        memory = PictureMemory(byteCountMax: memoryByteMax)
    }

    /// The picture, or why there is none. A task that is cancelled may get the latter.
    package func picture(_ request: PictureRequest) async -> PictureAnswer {
        let identity = PictureIdentity(request)
        if let answer = memory.answer(identity) { return answer }
        let making = join(request, identity)
        return await withTaskCancellationHandler {
            await making.task.value
        } onCancel: {
            if making.run.leave() { making.task.cancel() }
        }
    }

    /// How many wait for pictures in the making.
    var waitingCount: Int { runs.values.reduce(0) { $0 + $1.run.waitingCount } }

    /// Gives up whatever is in the making.
    package func stop() {
        for making in runs.values { making.task.cancel() }
    }

    // MARK: - Making

    private func join(_ request: PictureRequest, _ identity: PictureIdentity) -> Making {
        if let making = runs[identity], making.run.join() { return making }
        let run = PictureRun()
        let making = Making(
            run: run, task: Task { await self.carryOut(request, identity, run) })
        runs[identity] = making
        return making
    }

    private func carryOut(
        _ request: PictureRequest, _ identity: PictureIdentity, _ run: PictureRun
    ) async -> PictureAnswer {
        let made = await make(request, identity)
        if runs[identity]?.run === run { runs[identity] = nil }
        if made.isLasting { memory.keep(made.answer, for: identity) }
        return made.answer
    }

    /// An answer, and whether the next request would get the same.
    private struct Made {
        var answer: PictureAnswer
        var isLasting: Bool

        static func picture(_ picture: Picture) -> Made {
            Made(answer: .picture(picture), isLasting: true)
        }

        static func none(_ reason: String, isLasting: Bool = false) -> Made {
            Made(answer: .none(reason: reason), isLasting: isLasting)
        }
    }

    private static let notNeeded = Made.none(String(clause: "not needed any more"))

    private func make(_ request: PictureRequest, _ identity: PictureIdentity) async -> Made {
        if let picture = await kept(request, identity) { return .picture(picture) }
        if !sources.enter() { await withCheckedContinuation { sources.wait($0) } }
        defer { sources.leave() }
        if Task.isCancelled { return PictureStore.notNeeded }
        let origin = await source(request)
        if Task.isCancelled { return PictureStore.notNeeded }
        let made: Made
        switch origin {
        case .none(let reason): return .none(reason)
        case .bytes(let bytes, _):
            // What the drive says of the type counts for nothing: the bytes tell.
            guard bytes.count <= PictureStore.thumbnailByteMax else {
                return .none(String(clause: "the drive's picture is too large"))
            }
            if request.form == .jpeg, let type = PictureCheck.mediaType(of: bytes) {
                made = .picture(Picture(bytes: bytes, mediaType: type))
            } else if let file = PictureFile(bytes: bytes) {
                made = await work(request, file)
            } else {
                return .none(String(clause: "there is no memory for it"))
            }
        case .file(let file):
            guard PictureIcon.mayHavePicture(name: request.name) else {
                return .none(String(clause: "files of this kind have no picture"), isLasting: true)
            }
            made = await work(request, file)
        }
        if case .picture(let picture) = made.answer { await keep(picture, request, identity) }
        return made
    }

    private func work(_ request: PictureRequest, _ file: PictureFile) async -> Made {
        guard let worker else {
            return .none(String(clause: "the program that makes pictures is missing"))
        }
        if !workers.enter() { await withCheckedContinuation { workers.wait($0) } }
        defer { workers.leave() }
        if Task.isCancelled { return PictureStore.notNeeded }
        do throws(PictureWorker.Failure) {
            return .picture(try await worker.picture(request, of: file))
        } catch {
            return .none(error.reason, isLasting: error.isFinal)
        }
    }

    // MARK: - The folder

    private func kept(_ request: PictureRequest, _ identity: PictureIdentity) async -> Picture? {
        guard let cache, request.form.isKept else { return nil }
        let isFirst = !isSwept
        isSwept = true
        return await BlockingCall.value {
            if isFirst { cache.sweepIfDue(now: time(nil)) }
            return cache.picture(identity)
        }
    }

    private func keep(
        _ picture: Picture, _ request: PictureRequest, _ identity: PictureIdentity
    ) async {
        guard let cache, request.form.isKept else { return }
        writtenByteCount += picture.bytes.count
        let isLarge = writtenByteCount >= PictureStore.sweepEvery
        if isLarge { writtenByteCount = 0 }
        await BlockingCall.value {
            cache.keep(picture, identity)
            if isLarge { cache.sweep(now: time(nil)) }
        }
    }
}

extension PictureForm {
    /// Whether it is the same at every terminal, so that it is worth a place on the disk.
    fileprivate var isKept: Bool { self == .jpeg || self == .png }
}

extension PictureWorker {
    /// The picture that `request` wants, of what is open as `file`.
    func picture(
        _ request: PictureRequest, of file: PictureFile
    ) async throws(Failure) -> Picture {
        let side = request.longestSide
        let hint: PictureOrder.Hint = PictureIcon.isRaw(name: request.name) ? .raw : .any
        let (order, mediaType) =
            switch request.form {
            case .jpeg:
                (PictureOrder(format: .jpeg, hint: hint, width: side, height: side), "image/jpeg")
            case .png:
                (PictureOrder(format: .png, hint: hint, width: side, height: side), "image/png")
            case .rgba:
                (
                    PictureOrder(format: .rgba, hint: hint, width: side, height: side),
                    "application/x-rgba"
                )
            case .sixel(let columns, let rows, let cellWidth, let cellHeight):
                (
                    PictureOrder(
                        format: .sixel, hint: hint, width: columns, height: rows,
                        cellWidth: cellWidth, cellHeight: cellHeight), "application/x-sixel"
                )
            }
        let made = try await picture(order, of: file)
        return Picture(
            bytes: made.bytes, mediaType: mediaType, width: made.width, height: made.height)
    }
}
