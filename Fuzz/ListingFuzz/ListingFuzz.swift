// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine

/// Reads any bytes as a listing, whole and in pieces: no crash, and the same result both times;
/// `script/fuzz listing` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzListing(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let data, count > 0 else { return 0 }
    // The first byte chooses the size of the pieces, the rest is the listing.
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
    let whole = outcome(bytes, pieceBytes: 1 << 16)
    let pieces = outcome(bytes, pieceBytes: Int(data[0]) + 1)
    precondition(agree(whole, pieces), "the size of the pieces made a difference")
    return 0
}

private enum Outcome: Equatable {
    case items([ItemValues])
    case failure(ListingFileError)
}

private func agree(_ left: Outcome, _ right: Outcome) -> Bool {
    // Where bytes stop being gzip may be noticed before or after a broken line before them.
    if case .failure(let one) = left, case .failure(let other) = right,
        one.line == nil || other.line == nil
    {
        return true
    }
    return left == right
}

private func outcome(_ bytes: [UInt8], pieceBytes: Int) -> Outcome {
    var reader = ListingReader(defaultDrive: "main")
    // One thread: the order of the pieces is what is tried here.
    reader.threadCount = 1
    reader.pieceBytes = pieceBytes
    do {
        let listing = try reader.read(.bytes(bytes)).finish()
        return .items((0..<listing.count).map { listing.values($0) })
    } catch {
        return .failure(error)
    }
}
