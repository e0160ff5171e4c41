// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import PlanRunner
internal import Text
internal import Workflow

/// A file of lines that is only ever added to. Each line is a JSON object that ends with the digest of
/// itself and of all lines before it: whoever changes, drops or moves one breaks the chain there.
///
/// What a killed process has left of a last line is no line; it is cut off before the next one is added.
struct ChainedFile {
    /// Where it is.
    let path: String
    /// How many lines there are, as far as they were read or written.
    private(set) var count = 0
    /// The digest of the last of them.
    private(set) var link = Self.noLink
    /// Where the next one begins, in bytes.
    private(set) var end: Int64 = 0
    /// How many bytes of a torn line were cut off.
    private(set) var torn: Int64 = 0
    /// How many lines are there for good, whatever happens to the machine, and the digest of the last: as far
    /// as they were written, or stood before one that was.
    private(set) var durable: (count: Int, link: String) = (0, Self.noLink)
    /// The beginnings of the digests of all lines; none are kept where nobody asks for them.
    private var links: [UInt64] = []
    private let keepsLinks: Bool

    /// What stands before the first line.
    static let noLink = String(repeating: "0", count: 64)
    private static let key = Array(",\"chain\":\"".utf8)
    private static let close = Array("\"}".utf8)
    /// How many bytes of a line its digest takes.
    private static let tailBytes = key.count + noLink.utf8.count + close.count

    /// The file at `path`, of which nothing was read. `keepsLinks`: it can be asked later whether it holds
    /// some line, for eight bytes each.
    init(path: String, keepsLinks: Bool = false) {
        self.path = path
        self.keepsLinks = keepsLinks
    }

    // MARK: Links

    /// The digest of `body` behind the line of `link`.
    static func link(_ body: [UInt8], after link: String) -> String {
        SHA256Text.of([Array(link.utf8), [UInt8(ascii: "\n")], body])
    }

    /// The first eight bytes of a digest.
    static func beginning(_ link: String) -> UInt64 {
        UInt64(link.prefix(16), radix: 16) ?? 0
    }

    private mutating func keep(_ link: String) {
        if keepsLinks { links.append(Self.beginning(link)) }
    }

    /// Whether there are `lines` lines or more, of which the last one has the digest `link`: so it is as long
    /// as nobody has cut them off, or put an older file in the place of this one.
    func holds(_ lines: Int64, _ link: String) -> Bool {
        if lines <= 0 { return true }
        guard lines <= Int64(links.count) else { return false }
        return links[Int(lines) - 1] == Self.beginning(link)
    }

    /// What a line says without its digest, and that; nil where it has none.
    static func parts(of line: ArraySlice<UInt8>) -> (body: [UInt8], link: String)? {
        guard line.count > tailBytes + 1, line.first == UInt8(ascii: "{") else { return nil }
        let tail = line.suffix(tailBytes)
        guard tail.starts(with: key), tail.suffix(close.count).elementsEqual(close) else {
            return nil
        }
        let digits = tail.dropFirst(key.count).dropLast(close.count)
        let body = Array(line.dropLast(tailBytes)) + [UInt8(ascii: "}")]
        return (body, String(decoding: digits, as: UTF8.self))
    }

    /// How many bytes before a line its digest depends on: the end of the line before.
    static let leadBytes = tailBytes + 1

    /// What the line `line` says without its digest, where that begins with `beginning` and is the digest of the
    /// line behind one that ends with `lead`, of so many bytes; nil where it is not. Nothing comes before the
    /// first one.
    static func body(
        of line: ArraySlice<UInt8>, after lead: ArraySlice<UInt8>, _ beginning: UInt64
    ) -> [UInt8]? {
        guard let (body, told) = parts(of: line), Self.beginning(told) == beginning else {
            return nil
        }
        let digits = lead.dropLast(close.count + 1).suffix(noLink.utf8.count)
        let link = lead.isEmpty ? noLink : String(decoding: digits, as: UTF8.self)
        return told == Self.link(body, after: link) ? body : nil
    }

    /// How many bytes the line of `body` takes, without its end.
    static func lineBytes(of body: [UInt8]) -> Int { body.count - 1 + tailBytes }

    // MARK: Reading

    /// How many bytes are read at once.
    private static let pieceBytes = 1 << 20
    /// The longest line.
    private static let lineBytesMax = 64 << 20

    /// Reads what was added since the last time, and hands each line without its digest to `take`, which
    /// says whether it can be read. Throws where the chain is broken, with the number of the line.
    mutating func read(_ take: ([UInt8]) -> Bool) throws(Failure) {
        try readLinked { body, _ in take(body) }
    }

    /// The same with the digest of each line.
    mutating func readLinked(_ take: ([UInt8], _ link: String) -> Bool) throws(Failure) {
        guard FileBytes.exists(path) else {
            // Lines that were there are nowhere now.
            if count > 0 { throw broken(count) }
            return
        }
        var rest: [UInt8] = []
        var offset = end
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
            // An older one was put in its place: what was added to it would stand behind a hole.
            if try !stands(in: file) { throw SystemError(code: EBADMSG) }
            while true {
                let bytes = try file.read(Self.pieceBytes, at: offset)
                if bytes.isEmpty { break }
                offset += Int64(bytes.count)
                rest += bytes
                var start = 0
                while let stop = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    guard accept(rest[start..<stop], take) else { throw SystemError(code: EBADMSG) }
                    start = stop + 1
                }
                rest.removeFirst(start)
                if rest.count > Self.lineBytesMax { throw SystemError(code: EBADMSG) }
            }
        } catch {
            if error.code == EBADMSG { throw broken(count + 1) }
            throw Self.cannotUse(path, error)
        }
        torn = Int64(rest.count)
    }

    /// Whether the line that was read or written last ends in `file` as it did.
    private func stands(in file: borrowing FileDescriptor) throws(SystemError) -> Bool {
        if end == 0 { return true }
        let tail = Self.key + Array(link.utf8) + Self.close + [UInt8(ascii: "\n")]
        return try file.read(tail.count, at: end - Int64(tail.count)) == tail
    }

    private mutating func accept(
        _ line: ArraySlice<UInt8>, _ take: ([UInt8], _ link: String) -> Bool
    ) -> Bool {
        guard let (body, told) = Self.parts(of: line), told == Self.link(body, after: link),
            take(body, told)
        else { return false }
        count += 1
        link = told
        keep(told)
        end += Int64(line.count) + 1
        return true
    }

    private func broken(_ line: Int) -> Failure {
        Failure(
            .failed,
            Message(
                "the chain of '\(VisibleText.escaped(path))' is broken at line \(String(line)): that"
                    + " line, or one before it, is not what was written; put the file back from a"
                    + " backup, for nothing is staged or deleted without it"))
    }

    // MARK: Writing

    /// Adds a line for each of `bodies`, which are JSON objects with a member at least; when this returns,
    /// they stay, whatever happens to the machine. All that is there was read before.
    mutating func add(_ bodies: [[UInt8]]) throws(Failure) {
        if bodies.isEmpty { return }
        var bytes: [UInt8] = []
        var link = link
        var added: [String] = []
        for body in bodies {
            link = Self.link(body, after: link)
            added.append(link)
            bytes += body.dropLast() + Self.key + Array(link.utf8) + Self.close
            bytes.append(UInt8(ascii: "\n"))
        }
        do throws(SystemError) {
            let isNew = !FileBytes.exists(path)
            let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            if ftruncate(file.number, off_t(end)) != 0 { throw .last }
            if lseek(file.number, off_t(end), SEEK_SET) < 0 { throw .last }
            try SystemCall.write(bytes, to: file.number)
            try file.synchronize()
            if isNew {
                try FileDescriptor(MachinePath.folder(of: path), O_RDONLY | O_DIRECTORY)
                    .synchronize()
            }
        } catch {
            throw Self.cannotUse(path, error)
        }
        count += bodies.count
        self.link = link
        for link in added { keep(link) }
        durable = (count, link)
        end += Int64(bytes.count)
        torn = 0
    }

    /// Has all that was read stay, whatever happens to the machine: who wrote it may have been killed before
    /// that was so.
    mutating func synchronize() throws(Failure) {
        if durable.count >= count { return }
        do throws(SystemError) {
            try FileDescriptor(path, O_RDWR | O_NOFOLLOW).synchronize()
        } catch {
            throw Self.cannotUse(path, error)
        }
        durable = (count, link)
    }

    /// Cuts off what is left of a torn line.
    mutating func cutTail() throws(Failure) {
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_WRONLY | O_NOFOLLOW)
            if ftruncate(file.number, off_t(end)) != 0 { throw .last }
            try file.synchronize()
        } catch {
            throw Self.cannotUse(path, error)
        }
        torn = 0
    }

    static func cannotUse(_ path: String, _ error: SystemError) -> Failure {
        Failure(.failed, Message("cannot use '\(VisibleText.escaped(path))': \(error.text)"))
    }
}
