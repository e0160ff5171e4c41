// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing

/// A drive together with a way to change what lies on it, behind the drive's back.
protocol DriveWorld: Sendable {
    var drive: any Drive { get }
    func putFile(_ path: String, _ content: [UInt8]) throws
    func putFolder(_ path: String) throws
    func remove(_ path: String) throws
}

/// The drives that the conformance suite runs on.
enum DriveUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case local
    /// As on kernels without openat2.
    case localStepwise

    var testDescription: String { rawValue }

    func makeWorld() throws -> any DriveWorld {
        switch self {
        case .memory: MemoryWorld()
        case .local: try LocalWorld()
        case .localStepwise: try LocalWorld(avoidsOpenat2: true)
        }
    }
}

/// A memory drive; folders on the way to a file come by themselves, as on a disk.
struct MemoryWorld: DriveWorld {
    let memory = MemoryDrive(name: "d")

    var drive: any Drive { memory }

    func putFile(_ path: String, _ content: [UInt8]) {
        putFolders(above: path)
        memory.put(MemoryDrive.Item(path: path, content: content))
    }

    func putFolder(_ path: String) {
        putFolders(above: path)
        memory.put(MemoryDrive.Item(folder: path))
    }

    func remove(_ path: String) { memory.remove(id: path) }

    private func putFolders(above path: String) {
        let parts = path.split(separator: "/").dropLast()
        for count in 0..<parts.count {
            memory.put(MemoryDrive.Item(folder: "/" + parts[...count].joined(separator: "/")))
        }
    }
}

extension Drive {
    /// The whole listing, finished, with what else came of it.
    func listed() async throws -> (listing: Listing, completeness: Completeness, notes: [DriveNote])
    {
        let result = try await list(progress: nil)
        let completeness = result.completeness
        let notes = result.notes
        return (result.builder.finish(), completeness, notes)
    }
}

extension Listing {
    /// All paths, sorted.
    var paths: [String] {
        (0..<count).map(path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The row of `path`.
    func row(_ path: String) -> Int? {
        (0..<count).first { self.path($0).utf8.elementsEqual(path.utf8) }
    }

    /// The values of the item at `path`.
    func item(_ path: String) -> ItemValues? { row(path).map(values) }

    /// The rows of files with bytes, in groups of one size, as an engine would ask for them.
    var groupsBySize: [[Int]] {
        let files = (0..<count).filter { !isFolder($0) && size[$0] > 0 }
        return Dictionary(grouping: files) { size[$0] }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Classes of equal content as sets of paths.
    func classes(_ comparison: ContentComparison) -> Set<Set<String>> {
        let rows = (0..<count).filter { comparison.classes[$0] != 0 }
        let groups = Dictionary(grouping: rows) { comparison.classes[$0] }
        return Set(groups.values.map { Set($0.map(path)) })
    }
}
