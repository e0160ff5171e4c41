// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension SimulatedDrive {
    /// The most files and folders that are taken from a folder of this machine.
    package static let folderEntryCountMax = 200_000

    /// Puts what is below the folder `path` of this machine on the drive: names, sizes, dates and
    /// hashes as they are now. Contents are read when they are asked for, and nothing below the
    /// folder is ever changed. Links and special files are left out.
    package func load(folder path: String) throws(SimulatorError) {
        let top = URL(fileURLWithPath: path, isDirectory: true)
        let keys: [URLResourceKey] = [
            .isDirectoryKey, .isRegularFileKey, .isSymbolicLinkKey, .fileSizeKey,
            .contentModificationDateKey, .creationDateKey,
        ]
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { throw SimulatorError("there is no folder '\(path)'") }
        guard let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: keys)
        else { throw SimulatorError("'\(path)' cannot be read") }
        let start = top.standardizedFileURL.pathComponents.count
        var count = 0
        while let url = files.nextObject() as? URL {
            guard let values = try? url.resourceValues(forKeys: Set(keys)),
                values.isSymbolicLink != true
            else { continue }
            count += 1
            if count > Self.folderEntryCountMax {
                throw SimulatorError("'\(path)' holds more than \(Self.folderEntryCountMax) items")
            }
            let names = url.standardizedFileURL.pathComponents.dropFirst(start)
            let place = "/" + names.joined(separator: "/")
            if values.isDirectory == true {
                if item(place) == nil { try addFolder(place) }
            } else if values.isRegularFile == true {
                try add(url.path, at: place, values)
            }
        }
    }

    private func add(
        _ path: String, at place: String, _ values: URLResourceValues
    ) throws(SimulatorError) {
        let content = SimulatedContent.file(path: path, size: Int64(values.fileSize ?? 0))
        guard let hash = content.quickXorHash else {
            throw SimulatorError("'\(path)' cannot be read")
        }
        try addFile(place, content) { facets in
            facets.fileModified = values.contentModificationDate?.timeIntervalSince1970
            facets.fileCreated = values.creationDate?.timeIntervalSince1970
            facets.givenHashes[.quickXor] = hash
            if let sides = content.sides {
                facets.imageWidth = Int64(sides.width)
                facets.imageHeight = Int64(sides.height)
            }
            if let shot = content.shot {
                facets.taken = shot.taken
                facets.cameraMake = shot.make
                facets.cameraModel = shot.model
            }
        }
    }
}

extension SimulatedContent {
    /// So much of the beginning of a file is looked at.
    private static let headByteCount: Int64 = 256 << 10

    /// What a camera wrote into a JPEG file; nil for others.
    fileprivate var shot: SimulatedShot? {
        read(0..<Self.headByteCount).flatMap { SimulatedShot(jpeg: $0) }
    }

    /// The sides in pixels that a PNG or a JPEG file writes at its beginning; nil for others.
    fileprivate var sides: (width: Int, height: Int)? {
        guard let head = read(0..<Self.headByteCount), head.count > 24 else { return nil }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            return (Self.number(head[16..<20]), Self.number(head[20..<24]))
        }
        guard head.starts(with: [0xff, 0xd8]) else { return nil }
        // One segment after the other, up to that of the frame (ITU T.81, B.1.1).
        var place = 2
        while place + 9 < head.count, head[place] == 0xff {
            let marker = head[place + 1]
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                return (
                    Self.number(head[place + 7..<place + 9]),
                    Self.number(head[place + 5..<place + 7])
                )
            }
            place += 2 + max(2, Self.number(head[place + 2..<place + 4]))
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
