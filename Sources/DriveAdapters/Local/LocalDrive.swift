// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
public import RuleEngine
import Threads

/// A folder of this machine with all that lies below it on the same file system.
///
/// Nothing is ever reached through a symbolic link, and nothing that is not a file or folder is
/// ever opened: see `RootFolder`.
public struct LocalDrive: DeletingDrive {
    /// The name that rules use.
    public let name: String
    /// The root as the user wrote it, without `/` at its end.
    public let rootPath: String
    /// How it is read.
    public let options: Options
    /// Faults that tests put in the way.
    var fault: RootFolder.Fault?
    /// Whether to do without the newer of the kernel's calls; for tests.
    var avoidsOpenat2 = false
    /// How many files one thread may have open at a time, if fewer than usual; for tests.
    var openFileLimit: Int?
    /// How it changes the disk.
    var calls = DiskCalls()
    /// Which names in the trash are known to be taken, from one call to the next.
    let trashNames = Lock(NumberedNames())
    /// What it did to files that stay, from one call to the next.
    let touches = OwnTouches()
    /// What was read of contents to compare copies.
    let reading = ReadingMeter()

    /// How a local drive is read.
    public struct Options: Sendable, Hashable {
        /// Whether other file systems that are mounted below the root are listed as well.
        public var crossesMounts = false
        /// How many threads read at once, at least 1.
        public var threadCount = 2
        /// The user's own trash folder, whose contents are no items; nil if there is none.
        public var homeTrash: String?
        /// Folders of this program, whose contents are no items either: its state, its accounts.
        public var ownFolders: [String] = []
        /// Files of this program: its state and what lies beside that, the rules in use. They are
        /// no items, whatever link or mount leads to them; nor is what comes to stand at such a
        /// path.
        public var ownFiles: [String] = []
        /// How other state files of this program are known, which are listed and never deleted; nil
        /// where nobody looks for them.
        public var stateSigns: StateSigns?

        /// Where the user's own trash folder is, by the freedesktop.org trash specification.
        public static func homeTrash(environment: [String: String]) -> String? {
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                return data + "/Trash"
            }
            return environment["HOME"].flatMap {
                $0.hasPrefix("/") ? $0 + "/.local/share/Trash" : nil
            }
        }

        /// All trash folders that may be the user's own: by the specification, and where it would be
        /// without `XDG_DATA_HOME`, and without `HOME`. Runs with other environments have used them,
        /// and what lies in them is no item either.
        public static func trashes(environment: [String: String]) -> [String] {
            var environment = environment
            var paths = [homeTrash(environment: environment)]
            environment["XDG_DATA_HOME"] = nil
            paths.append(homeTrash(environment: environment))
            environment["HOME"] = MachineAccount(geteuid())?.home
            paths.append(homeTrash(environment: environment))
            var seen: Set<String> = []
            return paths.compactMap(\.self).filter { seen.insert($0).inserted }
        }

        /// The usual way: one file system, two threads, no trash folder known.
        public init() {}
    }

    /// The folder `rootPath` as a drive; nothing is opened yet.
    public init(name: String, rootPath: String, options: Options = Options()) {
        precondition(options.threadCount >= 1, "a drive is read by one thread at least")
        self.name = name
        var path = Substring(rootPath)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.rootPath = String(path)
        self.options = options
    }

    /// Always `.local`.
    public var kind: DriveKind { .local }

    /// What a local folder supplies.
    public var capabilities: DriveCapabilities {
        DriveCapabilities(
            fields: DriveCapabilities.commonFields.union([
                .accessed, .accessedAge, .mime, .owner,
            ]),
            canRestore: true, hashAlgorithms: Set(HashAlgorithm.allCases))
    }

    /// The root's device, inode and path.
    public func identity() async throws(DriveError) -> DriveIdentity {
        let opened = try await open(for: .open)
        let status = opened.status
        var marks: [String: String] = [:]
        marks[DriveIdentity.fileSystemMark] = opened.root.fileSystem()
        marks[DriveIdentity.rootCreatedMark] = status.created.map {
            "\($0.seconds).\($0.nanoseconds)"
        }
        return DriveIdentity(
            kind: .local, value: "\(status.device):\(status.inode):\(rootPath)", marks: marks)
    }

    /// What the file system of the root tells a user who is not root.
    public func space() async -> DriveSpace? {
        guard let opened = try? await open(for: .open) else { return nil }
        return await BlockingCall.value { opened.root.space() }
    }

    /// Everything below the root, once.
    public func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        let opened = try await open(for: .list)
        let walk = LocalWalk(
            driveName: name, root: opened.root, rootStatus: opened.status,
            homeTrash: opened.homeTrash, ownFiles: OwnFiles(options),
            crossesMounts: options.crossesMounts, threadCount: options.threadCount)
        return try await walk.run(progress)
    }

    /// The drive's open root, and what has to be known for all work below it.
    struct OpenRoot: Sendable {
        /// The root.
        var root: RootFolder
        /// What it is.
        var status: FileStatus
        /// The user's own trash folder, if there is one.
        var homeTrash: HomeTrash?
    }

    /// Opens the root for `operation`.
    func open(for operation: DriveOperation) async throws(DriveError) -> OpenRoot {
        let result = await BlockingCall.value { openNow() }
        do throws(SystemError) {
            return try result.get()
        } catch {
            let isLink = error.code == ELOOP || error.code == ENOTDIR
            throw DriveError(
                operation: operation, item: rootPath, status: Int(error.code),
                message: isLink
                    ? String(
                        clause: "the root is not a folder; if it is a symbolic link, "
                            + "name the folder that it points to")
                    : String(clause: "the root cannot be opened: \(systemMessage(error.code))"),
                underlying: error)
        }
    }

    private func openNow() -> Result<OpenRoot, SystemError> {
        do throws(SystemError) {
            let root = try RootFolder(
                path: rootPath, crossesMounts: options.crossesMounts,
                avoidsOpenat2: avoidsOpenat2, fault: fault)
            return .success(
                OpenRoot(root: root, status: try root.status().get(), homeTrash: findTrash()))
        } catch {
            return .failure(error)
        }
    }

    private func findTrash() -> HomeTrash? {
        guard let path = options.homeTrash,
            case .success(let folder) = unsafe FileStatus.read(path, in: AT_FDCWD),
            case .success(let parent) = unsafe FileStatus.read(path + "/..", in: AT_FDCWD)
        else { return nil }
        return HomeTrash(folder: FileKey(folder), parent: FileKey(parent))
    }
}
