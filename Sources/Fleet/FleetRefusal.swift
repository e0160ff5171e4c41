// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
package import RuleEngine
internal import Workflow

/// A drive that is over a limit of the rules by itself: its lines stay in the plan, and nothing of it is
/// staged.
package struct FleetRefusal: Sendable, Hashable {
    /// The drive.
    package let drive: String
    /// The limits that it is over, one at least.
    package let limits: [LimitOutcome]
}

/// Refusals as they are kept beside a plan.
struct KeptRefusals: Codable {
    private struct Limit: Codable {
        let subject: String
        let rule: String?
        let drive: String?
        let value: Int64
        let threshold: Int64?
    }

    private struct Drive: Codable {
        let drive: String
        let limits: [Limit]
    }

    private let drives: [Drive]
    private static let bytesMax = 1 << 28

    /// Keeps `refusals`.
    init(_ refusals: [FleetRefusal]) {
        drives = refusals.map { refusal in
            Drive(
                drive: refusal.drive,
                limits: refusal.limits.map { limit in
                    Limit(
                        subject: limit.subject.rawValue, rule: limit.rule, drive: limit.drive,
                        value: limit.value, threshold: limit.threshold)
                })
        }
    }

    /// The bytes.
    var bytes: [UInt8] {
        // Texts and numbers alone: nothing of it cannot be written.
        (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
    }

    /// What is kept at `path`. Throws where it cannot be read: who is refused nobody may guess.
    static func read(_ path: String) throws(Failure) -> [FleetRefusal] {
        let bytes: [UInt8]
        do throws(PartFailure) {
            bytes = try PartFolder.read(path, most: bytesMax)
        } catch {
            throw Failure(error)
        }
        let kept = try? JSONDecoder().decode(KeptRefusals.self, from: Data(bytes))
        let refusals = kept?.drives.compactMap { drive -> FleetRefusal? in
            let limits = drive.limits.compactMap { limit -> LimitOutcome? in
                LimitOutcome.Subject(rawValue: limit.subject).map { subject in
                    LimitOutcome(
                        subject: subject, rule: limit.rule, drive: limit.drive,
                        value: limit.value, threshold: limit.threshold, isExceeded: true)
                }
            }
            return limits.count == drive.limits.count && !limits.isEmpty
                ? FleetRefusal(drive: drive.drive, limits: limits) : nil
        }
        guard let kept, let refusals, refusals.count == kept.drives.count else {
            throw Failure(PartFolder.damaged(path))
        }
        return refusals
    }
}
