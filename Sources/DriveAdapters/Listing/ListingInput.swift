// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX

/// The bytes of a listing one after the other, unpacked if they come as gzip.
///
/// Used by one thread at a time.
final class ListingInput {
    /// How many bytes were taken from the source.
    private(set) var consumedBytes: Int64 = 0
    /// How many bytes the source has, if that is known.
    let totalBytes: Int64?
    private let raw: RawInput
    private var gzip: GzipReader?
    /// How many bytes were unpacked.
    private var unpackedBytes: Int64 = 0
    /// Bytes that were read to see whether they are gzip.
    private var lookahead: [UInt8] = []

    /// Opens `source`.
    init(_ source: ListingSource) throws(ListingFileError) {
        raw = try RawInput(source)
        totalBytes = raw.totalBytes
        let start = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { unsafe start.deallocate() }
        while lookahead.count < 2 {
            let count = try unsafe raw.read(start)
            if count == 0 { break }
            unsafe lookahead.append(start[0])
        }
        if lookahead == GzipReader.magic { gzip = try GzipReader() }
    }

    /// Fills `buffer` as far as the source goes; how many bytes it holds then.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ListingFileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let more = try unsafe read(rest)
            if more == 0 { break }
            count += more
        }
        return count
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) throws(ListingFileError) -> Int {
        guard let gzip else { return try unsafe readRaw(buffer) }
        let count = try unsafe gzip.read(buffer) { rest throws(ListingFileError) in
            try unsafe self.readRaw(rest)
        }
        unpackedBytes += Int64(count)
        if unpackedBytes > Packing.freeBytes, unpackedBytes / Packing.ratioMax > consumedBytes {
            throw ListingFileError(
                message: String(
                    clause: "the listing unpacks to more than \(Packing.ratioMax) times"
                        + " its size, as only one does that says the same over and"
                        + " over; if that is meant, unpack it with 'gzip -d' and give"
                        + " what comes out"))
        }
        return count
    }

    /// How much may come out of a packed listing; real ones shrink to a tenth or a fiftieth.
    private enum Packing {
        /// How many bytes may come out of each one.
        static let ratioMax: Int64 = 200
        /// How many bytes may come out whatever the ratio is.
        static let freeBytes: Int64 = 64 << 20
    }

    private func readRaw(_ buffer: UnsafeMutableRawBufferPointer) throws(ListingFileError) -> Int {
        if !lookahead.isEmpty {
            let count = min(lookahead.count, buffer.count)
            unsafe buffer.copyBytes(from: lookahead[..<count])
            lookahead.removeFirst(count)
            consumedBytes += Int64(count)
            return count
        }
        let count = try unsafe raw.read(buffer)
        consumedBytes += Int64(count)
        return count
    }
}

/// The bytes of a source as they are.
private final class RawInput {
    private enum Origin {
        case descriptor(Int32, ownsIt: Bool)
        case bytes([UInt8])
    }

    private let origin: Origin
    private var offset = 0
    /// How many bytes there are, if that is known.
    let totalBytes: Int64?

    /// Opens `source`.
    init(_ source: ListingSource) throws(ListingFileError) {
        switch source {
        case .bytes(let bytes):
            origin = .bytes(bytes)
            totalBytes = Int64(bytes.count)
            return
        case .file("-"): origin = .descriptor(STDIN_FILENO, ownsIt: false)
        case .descriptor(let number): origin = .descriptor(number, ownsIt: false)
        case .file(let path):
            // O_NONBLOCK: others may have chosen the name, and a pipe must not hold the program up.
            let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if number < 0 { throw RawInput.failure(String(clause: "cannot be opened"), errno) }
            origin = .descriptor(number, ownsIt: true)
            var status = stat()
            guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(number)
                throw ListingFileError(message: RawInput.notAFile)
            }
        }
        guard case .descriptor(let number, _) = origin else {
            totalBytes = nil
            return
        }
        var status = stat()
        let isRegular = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        totalBytes = isRegular ? Int64(status.st_size) : nil
    }

    deinit {
        if case .descriptor(let number, ownsIt: true) = origin { close(number) }
    }

    /// Reads some bytes; 0 at the end.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(ListingFileError) -> Int {
        switch origin {
        case .bytes(let bytes):
            let count = min(bytes.count - offset, buffer.count)
            unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
            offset += count
            return count
        case .descriptor(let number, _):
            do throws(SystemError) {
                return try unsafe SystemCall.read(number, into: buffer)
            } catch {
                throw RawInput.failure(String(clause: "cannot be read"), error.code)
            }
        }
    }

    private static let notAFile =
        String(
            clause: "the listing is no regular file; of pipes, standard input alone is read, as '-'"
        )

    private static func failure(_ what: String, _ code: Int32) -> ListingFileError {
        ListingFileError(
            message: String(clause: "the listing \(what): \(SystemError(code: code).text)"))
    }
}
