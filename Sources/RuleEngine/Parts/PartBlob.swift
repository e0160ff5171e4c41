// SPDX-License-Identifier: Apache-2.0

/// Of which plan something told is, and by what it was judged.
package struct PartOrigin: Sendable, Hashable {
    /// What the plan is known by: a digest of rules, instant, zone and everything listed.
    package let plan: [UInt8]
    /// A digest of the program, its tables of characters and expressions, and the time zones.
    package let engine: UInt64

    /// How many bytes a plan is known by.
    package static let planBytes = 32

    /// The origin of what is told for that plan. `plan` has `planBytes` bytes.
    package init(plan: [UInt8], engine: UInt64) {
        precondition(plan.count == PartOrigin.planBytes, "a plan is known by 32 bytes")
        self.plan = plan
        self.engine = engine
    }
}

/// What parts of a fleet tell each other, as bytes that travel: one blob, or several where it is much.
///
/// A blob, all numbers little endian: `CRPT`, version, phase, the plan it is of, the engine; part and
/// bucket; which of how many blobs it is; the length of what it holds, that, and a checksum of all
/// before. What is torn, of another plan or place, or not all there, is no blob.
package enum PartBlob {
    private static let magic: UInt32 = 0x5450_5243
    /// The version of the format, and of what it holds; another one is not read.
    static let version: UInt32 = 2
    /// How many bytes one blob holds at most.
    package static let bytesMax = 64 << 20
    /// How many bytes are told at once at most, in several blobs.
    static let bodyBytesMax = 4 << 30
    /// How many bytes a blob takes beside what it holds.
    package static let frameBytes = 4 + 4 + 1 + PartOrigin.planBytes + 8 + 4 * 4 + 8 + 8

    /// The blobs that hold `body`, what is told at `place` for the plan of `origin`; at least one.
    /// `most` is for tests.
    package static func sealed(
        _ body: [UInt8], at place: PartPlace, of origin: PartOrigin, most: Int = bytesMax
    ) throws(PartError) -> [[UInt8]] {
        if body.count > bodyBytesMax { throw PartError(.tooLarge, at: place) }
        let count = max(1, (body.count + most - 1) / most)
        return (0..<count).map { number in
            let writer = PartWriter(Column(capacity: min(body.count, most) + frameBytes))
            let piece = body[(number * most)..<min(body.count, (number + 1) * most)]
            writer.fixed(magic)
            writer.fixed(version)
            writer.fixed(place.phase.rawValue)
            for byte in origin.plan { writer.fixed(byte) }
            writer.fixed(origin.engine)
            for value in [place.part, place.bucket, number, count] {
                writer.fixed(UInt32(truncatingIfNeeded: value))
            }
            writer.fixed(UInt64(piece.count))
            unsafe piece.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe writer.append(TextSlice(start: start, count: bytes.count))
            }
            writer.fixed(snapshotChecksum(writer.array))
            return writer.array
        }
    }

    /// What `blobs` hold, which come in any order, and equal ones more than once: all that was told at
    /// `place` for the plan of `origin`.
    package static func opened(
        _ blobs: [[UInt8]], at place: PartPlace, of origin: PartOrigin
    ) throws(PartError) -> [UInt8] {
        do throws(PartError) {
            var pieces: [Int: Piece] = [:]
            var count: Int?
            for blob in blobs {
                let piece = try Piece(blob, at: place, of: origin)
                guard count == nil || count == piece.count else {
                    throw PartError(.contradicting)
                }
                count = piece.count
                if let known = pieces[piece.number], known.body != piece.body {
                    throw PartError(.contradicting)
                }
                pieces[piece.number] = piece
            }
            guard let count, pieces.count == count else { throw PartError(.missing) }
            guard pieces.values.reduce(0, { $0 + $1.body.count }) <= bodyBytesMax else {
                throw PartError(.tooLarge)
            }
            if count == 1, let only = pieces[0] { return Array(only.body) }
            var body: [UInt8] = []
            for number in 0..<count { body += pieces[number]?.body ?? [] }
            return body
        } catch {
            throw error.at(place)
        }
    }

    /// The place that `blob` says it belongs to; nil where it is too damaged to tell.
    package static func place(of blob: [UInt8]) -> PartPlace? {
        guard let (place, _) = try? Piece.address(of: blob) else { return nil }
        return place
    }

    /// What one blob holds.
    private struct Piece {
        let number: Int
        let count: Int
        let body: ArraySlice<UInt8>

        init(_ blob: [UInt8], at place: PartPlace, of origin: PartOrigin) throws(PartError) {
            let (told, rest) = try Piece.address(of: blob)
            var reader = rest
            guard reader.plan.elementsEqual(origin.plan) else { throw PartError(.otherPlan) }
            guard reader.engine == origin.engine else { throw PartError(.otherEngine) }
            guard told == place else { throw PartError(.misplaced) }
            let count = Int(try reader.reader.fixed(UInt32.self))
            let length = try reader.reader.fixed(UInt64.self)
            guard reader.number < count, length == UInt64(reader.reader.left - 8),
                length <= UInt64(PartBlob.bytesMax)
            else { throw .damaged }
            number = reader.number
            self.count = count
            body = blob[try reader.reader.span(Int(length))]
        }

        /// What stands in a blob before what it holds.
        struct Rest {
            var reader: PartReader
            let plan: ArraySlice<UInt8>
            let engine: UInt64
            let number: Int
        }

        /// Where `blob` belongs, and the rest of it; it is whole.
        static func address(of blob: [UInt8]) throws(PartError) -> (PartPlace, Rest) {
            guard blob.count >= PartBlob.frameBytes else { throw .damaged }
            var end = PartReader(Array(blob.suffix(8)))
            guard try end.fixed(UInt64.self) == snapshotChecksum(Array(blob.dropLast(8))) else {
                throw .damaged
            }
            var reader = PartReader(blob)
            guard try reader.fixed(UInt32.self) == PartBlob.magic else { throw .damaged }
            guard try reader.fixed(UInt32.self) == PartBlob.version else {
                throw PartError(.otherVersion)
            }
            guard let phase = PartPhase(rawValue: try reader.fixed(UInt8.self)) else {
                throw .damaged
            }
            let plan = blob[try reader.span(PartOrigin.planBytes)]
            let engine = try reader.fixed(UInt64.self)
            let part = Int(try reader.fixed(UInt32.self))
            let bucket = Int(try reader.fixed(UInt32.self))
            let number = Int(try reader.fixed(UInt32.self))
            return (
                PartPlace(phase, part: part, bucket: bucket),
                Rest(reader: reader, plan: plan, engine: engine, number: number)
            )
        }
    }
}
