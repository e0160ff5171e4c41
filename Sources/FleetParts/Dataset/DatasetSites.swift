// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
internal import RuleEngine
internal import Text

/// Says of lines of a dataset which drive of the inventory they are of, and what a listing says of them.
package struct DatasetSites {
    /// Why a line is left out.
    package enum Absence: Sendable, Hashable {
        /// The file is on no drive of the inventory.
        case drive
        /// It is in another kind of library than is taken.
        case library
    }

    private let job: DatasetJob
    /// The sites, in order.
    let sites: [String]
    private let siteNumbers: [String: Int]
    /// The drives of each site.
    private let drives: [Range<Int>]
    /// The folder of the library of each drive, without slashes around it.
    private let libraries: [[UInt8]]

    /// The most shares that lines are split into.
    private static let bucketsMax = 4_096
    /// How libraries of OneDrives call themselves.
    private static let oneDrive = "MySiteDocumentLibrary"

    /// The sites of `job`.
    package init(_ job: DatasetJob) {
        self.job = job
        var sites: [String] = []
        var drives: [Range<Int>] = []
        for (number, drive) in job.drives.enumerated() {
            if sites.last == drive.site, let last = drives.popLast() {
                drives.append(last.lowerBound..<(number + 1))
            } else {
                sites.append(drive.site)
                drives.append(number..<(number + 1))
            }
        }
        self.sites = sites
        self.drives = drives
        libraries = job.drives.map { DatasetItem.trimmed($0.library) }
        siteNumbers = Dictionary(
            sites.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// In how many shares lines are split, each of which has whole sites.
    var buckets: Int { max(1, min(Self.bucketsMax, sites.count)) }

    /// The share of the site of that number.
    func bucket(ofSite site: Int) -> Int { site * buckets / max(1, sites.count) }

    /// The sites of the shares from `first` to `last`.
    func sites(from first: Int, to last: Int) -> [Int] {
        sites.indices.filter { (first...last).contains(bucket(ofSite: $0)) }
    }

    /// The name of the drive that `line` is of; nil where that is none of the inventory.
    func driveName(_ line: DatasetLine) -> String? {
        siteNumbers[line.site].flatMap { drive(of: line, inSite: $0) }.map { job.drives[$0].name }
    }

    /// The number of the drive that `line` is of.
    private func drive(of line: DatasetLine, inSite site: Int) -> Int? {
        drives[site].first {
            job.drives[$0].list == line.list && job.drives[$0].web == line.web
        }
    }

    /// Throws what is wrong with `line`, where it is of a drive of the inventory.
    package func check(_ line: DatasetLine) throws(DatasetFault) { _ = try record(of: line) }

    /// What `line` says of a file, and why it is left out. A change that takes a file out of what is
    /// imported is kept: what was said of it before does not hold any more.
    func record(
        of line: DatasetLine
    ) throws(DatasetFault) -> (record: DatasetRecord?, absence: Absence?) {
        guard let site = siteNumbers[line.site] else { return (nil, .drive) }
        let bits = DatasetGUID.bits(line.item)
        var record = DatasetRecord(
            key: DatasetKey(site: UInt32(site), high: bits.high, low: bits.low),
            date: line.snapshot, number: line.number, drive: nil, item: [])
        if line.operation == .deleted { return (record, nil) }
        let number = drive(of: line, inSite: site)
        guard let number, !job.takesOneDrivesOnly || line.template == Self.oneDrive else {
            let absence: Absence = number == nil ? .drive : .library
            return (line.operation == .full ? nil : record, absence)
        }
        let drive = job.drives[number]
        do throws(DatasetFault) {
            if let problem = line.problem { throw problem }
            record.item = try DatasetItem(line, drive, library: libraries[number]).listed
        } catch {
            throw DatasetFault(error.member, error.message, drive: drive.name)
        }
        record.drive = number
        return (record, nil)
    }
}

/// What a listing says of a file of a dataset.
struct DatasetItem {
    private let line: DatasetLine
    private let drive: DatasetJob.Drive
    private let library: [UInt8]

    /// The most bytes of a path, and the most names in it, as listings have them.
    private static let pathBytesMax = 32_768
    private static let namesMax = 1_000
    /// What the parts of a notebook end with, which the service shows as one thing.
    private static let notebookParts: Set<String> = ["one", "onetoc2", "onebin"]

    /// What `line` says, which is of `drive`, whose library has the folder `library`.
    init(_ line: DatasetLine, _ drive: DatasetJob.Drive, library: [UInt8]) {
        self.line = line
        self.drive = drive
        self.library = library
    }

    /// The line of a listing, but for its end.
    var listed: [UInt8] {
        get throws(DatasetFault) {
            var bytes = Array(#"{"drive":"#.utf8)
            JSONString.append(drive.name, to: &bytes)
            append("id", line.item, to: &bytes)
            let (path, name) = try path
            append("path", path, to: &bytes)
            if Self.isPartOfNotebook(name) { append("type", "part", to: &bytes) }
            if let size = line.size { bytes += #","size":\#(size)"#.utf8 }
            append("created", Self.text(line.created), to: &bytes)
            append("modified", Self.text(line.modified), to: &bytes)
            if let hash = line.quickXor {
                bytes += #","hashes":{"quickxor":"\#(hash)"}"#.utf8
            }
            append("owner", line.owner, to: &bytes)
            append("owner_address", line.ownerAddress, to: &bytes)
            return bytes
        }
    }

    private func append(_ key: String, _ text: String?, to bytes: inout [UInt8]) {
        guard let text else { return }
        bytes += #","\#(key)":"#.utf8
        JSONString.append(text, to: &bytes)
    }

    private static func text(_ seconds: Int64?) -> String? {
        seconds.map { Timestamp(secondsSinceEpoch: $0).description }
    }

    private static func isPartOfNotebook(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return notebookParts.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The path in the drive, and the name.
    private var path: (path: String, name: String) {
        get throws(DatasetFault) {
            guard let name = line.name else {
                throw DatasetFault(
                    .name, String(clause: "a file needs a name, and the line has none"))
            }
            let folder = Self.trimmed(line.folder ?? "")
            let slash = UInt8(ascii: "/")
            let isInside =
                folder.starts(with: library)
                && (library.isEmpty || folder.count == library.count
                    || folder[library.count] == slash)
            guard isInside else {
                throw DatasetFault(
                    .folder,
                    String(
                        clause:
                            "the folder '\(VisibleText.escaped(line.folder ?? ""))' lies outside"
                            + " the library '\(VisibleText.escaped(drive.library))'; name the folder"
                            + " of the library as 'library' of the drive in the inventory"))
            }
            var path = Array(folder[library.count...])
            if library.isEmpty, !path.isEmpty { path.insert(slash, at: 0) }
            path.append(slash)
            path += name.utf8
            guard !name.utf8.contains(slash), Self.isPath(path) else {
                throw DatasetFault(
                    .folder,
                    String(
                        clause: "folder and name make no path of at most \(Self.namesMax) names and"
                            + " \(Self.pathBytesMax) bytes"))
            }
            return (String(decoding: path, as: UTF8.self), name)
        }
    }

    /// The bytes of a path, without a slash at its beginning or its end.
    static func trimmed(_ path: String) -> [UInt8] {
        var bytes = Array(path.utf8)
        if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
        return bytes
    }

    /// Whether `path`, which begins with a slash, has names alone.
    private static func isPath(_ path: [UInt8]) -> Bool {
        var (names, length, dots) = (0, 0, 0)
        for byte in path.dropFirst() + [UInt8(ascii: "/")] {
            if byte == UInt8(ascii: "/") {
                if length == 0 || (length == dots && length <= 2) { return false }
                names += 1
                (length, dots) = (0, 0)
            } else {
                length += 1
                if byte == UInt8(ascii: ".") { dots += 1 }
            }
        }
        return names <= namesMax && path.count <= pathBytesMax
    }
}
