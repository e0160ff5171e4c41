// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine

/// What reading a listing came to, in a form that compares.
enum ListingResult: Equatable, CustomStringConvertible {
    case items([ItemValues])
    case failure(ListingFileError)

    var items: [ItemValues]? {
        guard case .items(let items) = self else { return nil }
        return items
    }

    var error: ListingFileError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }

    var description: String {
        switch self {
        case .items(let items): "\(items.count) items \(items.map(\.path))"
        case .failure(let error): "error \(error)"
        }
    }
}

/// Reads `bytes` as a listing whose usual drive is `main`; items by drive and id.
func readListing(
    _ bytes: [UInt8], pieceBytes: Int = 1 << 20, threadCount: Int = 2, foldBytes: Int? = nil,
    room: MemoryRoom? = nil
) -> ListingResult {
    var reader = ListingReader(defaultDrive: "main")
    reader.pieceBytes = pieceBytes
    reader.threadCount = threadCount
    if let foldBytes { reader.foldBytes = foldBytes }
    reader.room = room
    do {
        let listing = try reader.read(.bytes(bytes)).finish()
        let items = (0..<listing.count).map { listing.values($0) }
        return .items(
            items.sorted { ($0.drive ?? "", $0.id ?? "") < ($1.drive ?? "", $1.id ?? "") })
    } catch {
        return .failure(error)
    }
}

/// Reads `text` as a listing.
func readListing(_ text: String, pieceBytes: Int = 1 << 20) -> ListingResult {
    readListing(Array(text.utf8), pieceBytes: pieceBytes)
}

/// The paths of the items of `text`, sorted; an error as the only element.
func listedPaths(_ text: String) -> [String] {
    switch readListing(text) {
    case .items(let items): items.map(\.path).sorted()
    case .failure(let error): ["error \(error)"]
    }
}
