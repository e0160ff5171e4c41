// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RuleEngine
internal import Text
internal import Wording

/// A plan as `plan -o` wrote it, read back.
struct SavedPlan: Decodable {
    /// Items and bytes.
    struct Counts: Decodable {
        let items: Int64
        let bytes: Int64
    }

    /// What one rule decided.
    struct RuleCounts: Decodable {
        let id: String
        let keep: Counts
        let delete: Counts
        let review: Counts
    }

    /// All counts.
    struct Totals: Decodable {
        let keep: Counts
        let delete: Counts
        let review: Counts
        let rules: [RuleCounts]
        let unmatched: Counts
    }

    /// One item.
    struct Entry: Decodable {
        let drive: String
        let id: String
        let path: String
        let verdict: String
        let rule: String?
        let reason: String
        let size: Int64?
        let etag: String?
        let undo_window: String?
        let method: String?
        let reversible: Bool?
    }

    /// One limit.
    struct LimitLine: Decodable {
        let limit: String
        let exceeded: Bool
        let rule: String?
        let drive: String?
        let threshold: Int64?
        let value: Int64
    }

    /// One drive.
    struct DriveLine: Decodable {
        let name: String
        let kind: String
        let identity: String
        let root: String?
        let part: String?
        let files: Int64
        let bytes: Int64
    }

    /// What has to be downloaded from a drive before copies go.
    struct ProofLine: Decodable {
        let drive: String
        let copies: Int
        let free_copies: Int
        let files: Int
        let download_bytes: Int64
    }

    /// The rules that made it.
    struct RulesLine: Decodable {
        let digest: String
        let name: String
    }

    let format: Int
    let id: String
    let created: String
    let expires: String
    let now: String
    let tool: String
    let rules: RulesLine
    let drives: [DriveLine]
    let limits: [LimitLine]
    let totals: Totals
    let entries: [Entry]
    let proof: [ProofLine]?

    /// The plan in the file at `path`.
    static func read(_ path: String) throws(Failure) -> SavedPlan {
        try decode(try bytes(path), name: path)
    }

    /// The bytes of the file at `path`.
    static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        let bytes = try FileBytes.read(path, most: FileBytes.planBytesMax)
        guard bytes.count <= FileBytes.planBytesMax else {
            throw Failure(.failed, .showTooLarge(path: VisibleText.escaped(path)))
        }
        return bytes
    }

    /// The plan that `bytes` hold, which are called `name`.
    static func decode(_ bytes: [UInt8], name: String) throws(Failure) -> SavedPlan {
        let shown = VisibleText.escaped(name)
        let plan: SavedPlan
        do {
            plan = try JSONDecoder().decode(SavedPlan.self, from: Data(bytes))
        } catch {
            throw Failure(.failed, .showNoPlan(path: shown))
        }
        guard plan.format == 1 else {
            throw Failure(
                .failed, .showOtherFormat(path: shown, format: String(plan.format)))
        }
        return plan
    }
}
