// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import Glibc
package import Messages
internal import POSIX
package import SignedText
internal import Text

/// What the administrator of a machine has said about tiers: whose keys are trusted, and which policies
/// bind. Nothing of it can be lifted by rules, by the environment or by options.
package struct TierGround: Sendable {
    /// A policy that was verified.
    package struct Known: Sendable {
        /// What it says.
        package let policy: TierPolicy
        /// Its signed text.
        package let signed: String
    }

    /// The keys of issuers.
    package private(set) var anchors: [String: VerifyingKey] = [:]
    /// The policies, the latest of each issuer.
    package private(set) var policies: [String: Known] = [:]
    /// Files that say nothing that can be believed, with the reason: nobody knows what they bind.
    package private(set) var unreadable: [(path: String, reason: Message)] = []

    /// Where an administrator puts it.
    package static let machineFolder = "/etc/cleanrules"
    /// The most files of one folder that are read.
    private static let filesMax = 100

    /// Who may write it: root, but in tests of modules.
    private let owner: UInt32

    /// What the files below `folder` say, where nobody but `owner` can write them.
    package init(folder: String = machineFolder, owner: UInt32 = 0) {
        self.owner = owner
        for (path, name) in files(in: folder + "/issuers", suffix: ".pem") {
            readAnchor(path, name)
        }
        for (path, _) in files(in: folder + "/policy.d", suffix: ".jws") { readPolicy(path) }
    }

    /// Whether nothing at all was said.
    package var isEmpty: Bool { policies.isEmpty && unreadable.isEmpty }

    /// Nothing was said.
    package static var none: TierGround { TierGround(folder: "/nonexistent/cleanrules") }

    /// The files in `folder` whose names end so, by name; a folder that is not there has none.
    private mutating func files(
        in folder: String, suffix: String
    ) -> [(path: String, name: String)] {
        guard let stream = opendir(folder) else {
            if errno != ENOENT, errno != ENOTDIR {
                unreadable.append((folder, .plain(SystemError(code: errno).text)))
            }
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(cString: $0)
                }
            }
            if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
        }
        if names.count > Self.filesMax {
            unreadable.append(
                (folder, Message("there are more than \(Self.filesMax) files")))
        }
        if !names.isEmpty, let reason = doubt(of: folder) ?? doubt(of: folder + "/..") {
            unreadable.append((folder, reason))
            return []
        }
        return names.sorted().prefix(Self.filesMax).map {
            ("\(folder)/\($0)", String($0.dropLast(suffix.count)))
        }
    }

    /// Why what lies in `folder` need not be the administrator's; nil where it is.
    private func doubt(of folder: String) -> Message? {
        var status = stat()
        guard stat(folder, &status) == 0 else { return .plain(SystemError(code: errno).text) }
        return TierFile.doubt(of: status, owner)
    }

    private mutating func readAnchor(_ path: String, _ name: String) {
        do throws(TierError) {
            let bytes = try TierFile.read(path, most: VerifyingKey.bytesMax, owner)
            anchors[name] = try TierFile.believed { () throws(SignedTextRefusal) in
                try VerifyingKey(pem: bytes)
            }
        } catch {
            unreadable.append((path, error.clause))
        }
    }

    private mutating func readPolicy(_ path: String) {
        do throws(TierError) {
            let signed = TierFile.line(try TierFile.read(path, most: TierFile.bytesMax, owner))
            let known = Known(
                policy: try TierReading.policy(signed, key: { anchors[$0] }), signed: signed)
            let issuer = known.policy.issuer
            if let other = policies[issuer], other.policy.sequence >= known.policy.sequence {
                return
            }
            policies[issuer] = known
        } catch {
            unreadable.append((path, error.clause))
        }
    }
}

/// Reads the small files of issuers.
package enum TierFile {
    /// The most bytes of a file with signed texts.
    package static let bytesMax = 1 << 20

    /// Why what has `status` can be written by others than `owner` and root; nil where it cannot.
    static func doubt(of status: stat, _ owner: UInt32) -> Message? {
        guard status.st_uid == owner || status.st_uid == 0 else {
            return Message("it belongs to another user than root")
        }
        return status.st_mode & 0o022 == 0 ? nil : Message("others than root may write it")
    }

    /// The bytes of the regular file at `path`, which nobody but `owner` and root can write.
    static func read(
        _ path: String, most: Int, _ owner: UInt32
    ) throws(TierError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TierError("unreadable", .plain(SystemError(code: errno).text))
        }
        let file = FileDescriptor(owning: descriptor)
        guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG else {
            throw TierError("unreadable", Message("it is no regular file"))
        }
        if let doubt = doubt(of: status, owner) { throw TierError("unreadable", doubt) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SystemCall.contents(of: file.number, most: most)
        } catch {
            throw TierError("unreadable", .plain(error.text))
        }
        guard bytes.count <= most else {
            throw TierError("unreadable", Message("it is larger than \(most) bytes"))
        }
        return bytes
    }

    /// The one line of a file, without what surrounds it.
    static func line(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }

    /// What `body` makes, with its refusal in this module's words.
    static func believed<Value>(
        _ body: () throws(SignedTextRefusal) -> Value
    ) throws(TierError) -> Value {
        do throws(SignedTextRefusal) { return try body() } catch { throw TierError(error) }
    }

    /// The same for what a text says.
    static func meant<Value>(
        _ body: () throws(EntitlementRefusal) -> Value
    ) throws(TierError) -> Value {
        do throws(EntitlementRefusal) { return try body() } catch { throw TierError(error) }
    }
}
