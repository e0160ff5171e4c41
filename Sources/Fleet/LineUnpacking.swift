// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Messages
internal import Workflow

/// Unpacks the lines of one drive as they are read: a block at a time, and never more of them than were
/// written, whatever stands there.
final class LineUnpacking {
    /// What came of some bytes.
    enum Outcome: Sendable, Hashable {
        /// They were unpacked.
        case taken
        /// Whoever takes the lines wants no more.
        case unwanted
        /// They are not what was written.
        case broken
    }

    private let body: GzipBody
    /// How many bytes may still come.
    private var left: Int64
    private var isBroken = false

    /// Of lines that are so many bytes.
    init(most: Int64) throws(Failure) {
        do throws(GzipBody.Fault) {
            body = try GzipBody()
        } catch {
            throw Failure(
                .failed, Message("the lines of the plan cannot be unpacked: zlib has no memory"))
        }
        left = most
    }

    /// Whether all that was written has come, and its end is that of a member.
    var isWhole: Bool { left == 0 && body.mayEnd && !isBroken }

    /// Unpacks `bytes` and hands what they give to `take`, which says whether it wants more.
    func take(
        _ bytes: [UInt8], _ take: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> Outcome {
        var failure: Failure?
        var wantsMore = true
        bytes.withUnsafeBytes { packed in
            do throws(GzipBody.Fault) {
                try body.take(packed) { lines in
                    left -= Int64(lines.count)
                    if left < 0 { return false }
                    do throws(Failure) {
                        wantsMore = try take(Array(lines))
                    } catch {
                        failure = error
                        return false
                    }
                    return wantsMore
                }
            } catch {
                isBroken = error == .broken || left < 0
            }
        }
        if let failure { throw failure }
        if isBroken { return .broken }
        return wantsMore ? .taken : .unwanted
    }
}
